/** What a wish needs to know, read from its words: how many, which subject, which level, how long, which days not. */
import type { FoundSign, Token } from 'consilium/text';
import { answersIn } from './answers.ts';
import type { Clause, Setting } from './clause.ts';
import { datesIn, readDate } from './dates.ts';

export type Slots = Readonly<Record<string, unknown>>;

const MOST = 50;

/** By tool, or by agent where it has none. */
export function slotsFor(
  row: { agent: string; tool?: string | undefined; id: string },
  clause: Clause,
  setting: Setting,
): Slots {
  switch (row.tool ?? row.id) {
    case 'make_quiz':
      return {
        ...placeOf(setting),
        ...countOf(clause, 'thing.question'),
        ...topicOf(clause, setting),
        ...kindsOf(clause),
        ...levelOf(clause),
        ...againOf(clause),
      };
    case 'make_cards':
      if (clause.signs.has('thing.highlight')) return { highlights: true };
      return { ...placeOf(setting), ...countOf(clause, 'thing.card'), ...topicOf(clause, setting) };
    case 'explain':
      return { ...aboutOf(clause, setting), ...levelOf(clause) };
    case 'find_passages':
      return aboutOf(clause, setting);
    case 'open_material':
    case 'list_cards':
    case 'review_cards':
      return placeOf(setting);
    case 'answer_quiz':
      return { answers: row.id === 'give-up' ? [{ answer: clause.text }] : answersIn(clause.text) };
    case 'rate_card':
      return { rating: nameOf(clause, 'rate') ?? 'good' };
    default:
      return {};
  }
}

/** A question as it was put; what a heading is called may well be what it is about, and is then no limit of where to look. */
function aboutOf(clause: Clause, setting: Setting): Slots {
  const { by, titles } = setting;
  const asked = runsOf(clause, { ...setting, headings: [], titles: by === undefined ? titles : [] }, ASKING).map(
    (run) => textOf(clause, run),
  );
  if (asked.length === 0) return placeOf(setting);
  return { ...(by === undefined ? placeOf(setting) : {}), topic: asked.join(', ') };
}

function placeOf({ material, chapter }: Setting): Slots {
  return { ...(material !== undefined && { material }), ...(chapter !== undefined && { chapter }) };
}

function againOf({ signs }: Clause): Slots {
  return signs.has('ref.again') ? { again: true } : {};
}

/** Every kind of question that is named. */
function kindsOf({ found }: Clause): Slots {
  const kinds = [...new Set(found.filter(isKind).map(({ sign }) => sign.slice('kind.'.length)))];
  return kinds.length === 0 ? {} : { kinds };
}

function isKind({ sign }: FoundSign): boolean {
  return sign.startsWith('kind.');
}

function levelOf(clause: Clause): Slots {
  const level = nameOf(clause, 'level');
  return level === undefined ? {} : { level };
}

/** The name of the sign of a group: `level.exam` gives exam. */
export function nameOf({ found }: Clause, group: string): string | undefined {
  return found.find(({ sign }) => sign.startsWith(`${group}.`))?.sign.slice(group.length + 1);
}

/** A number, written or in words, up to three words before the thing it counts. */
function countOf({ tokens, found }: Clause, thing: string): Slots {
  const counted = found.filter((one) => one.sign === thing || (thing === 'thing.question' && isKind(one)));
  for (const { from } of counted)
    for (let at = from - 1; at >= Math.max(0, from - 3); at--) {
      const count = numberAt(tokens, found, at);
      if (count !== undefined && !isOfChapter(found, at))
        return { count: Math.max(1, Math.min(MOST, Math.round(count))) };
    }
  return {};
}

function isOfChapter(found: readonly FoundSign[], at: number): boolean {
  return found.some(({ sign, to }) => sign === 'ref.chapter' && to === at);
}

function numberAt(tokens: readonly Token[], found: readonly FoundSign[], at: number): number | undefined {
  const written = /^(\d{1,5}(?:\.\d+)?)(?:h|hrs?|hours?)?$/.exec(tokens[at]?.word ?? '')?.[1];
  if (written !== undefined) return Number(written);
  const word = found.find(({ sign, from, to }) => sign.startsWith('number.') && from <= at && at < to);
  return word && Number(word.sign.slice('number.'.length));
}

/** Signs that are no part of a subject. */
const ASIDE = ['level', 'ref', 'small', 'number', 'time', 'per'];
const WISHES = new Set([
  ...['act.quiz', 'act.explain', 'act.make', 'act.review', 'act.find', 'act.use', 'act.show', 'ask.define'],
  ...['thing.question', 'thing.quiz', 'thing.card', 'thing.material', 'thing.topic', 'thing.contents'],
]);

/** Of a question the words that ask are a part; only what is said to whoever is to tell is none. */
const ASKING = new Set([...WISHES].filter((sign) => sign !== 'ask.define' && !sign.startsWith('thing.')));

/** The longest run of words that say neither what is wanted nor where it stands. */
function topicOf(clause: Clause, setting: Setting): Slots {
  const { tokens } = clause;
  const [best] = runsOf(clause, setting, WISHES).toSorted(
    (one, other) => lengthOf(tokens, other) - lengthOf(tokens, one),
  );
  return best === undefined ? {} : { topic: textOf(clause, best) };
}

interface Run {
  readonly from: number;
  readonly to: number;
}

function textOf({ text, tokens }: Clause, { from, to }: Run): string {
  return text.slice(tokens[from]!.start, tokens[to - 1]!.end);
}

/** Runs of words that say neither what is wanted (by these signs) nor where it stands. */
function runsOf(clause: Clause, { titles, headings = [] }: Setting, wishes: ReadonlySet<string>): Run[] {
  const { tokens, found } = clause;
  const named = new Set(
    [...titles, ...headings].flatMap((title) => title.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []),
  );
  const isSaid = (at: number) =>
    named.has(tokens[at]!.word) ||
    !/\p{L}/u.test(tokens[at]!.word) ||
    found.some(({ from, to }) => from <= at && at < to);
  const isWish = (at: number) =>
    found.some(({ sign, from, to }) => from <= at && at < to && wishes.has(sign) && isOuter(sign, from, isSaid));
  const isAside = (at: number) =>
    found.some(({ sign, from, to }) => from <= at && at < to && ASIDE.includes(sign.slice(0, sign.indexOf('.'))));
  const isMark = (at: number) => !/[\p{L}\p{N}]/u.test(tokens[at]!.word) && tokens[at]!.word !== '%';
  const isOut = (at: number) =>
    isWish(at) ||
    isMark(at) ||
    named.has(tokens[at]!.word) ||
    isOfChapter(found, at) ||
    isCount(clause, at) ||
    isStrong(found, at);
  const runs: Run[] = [];
  for (let at = 0; at < tokens.length; at++) {
    if (isOut(at)) continue;
    const from = at;
    while (at < tokens.length && !isOut(at)) at++;
    runs.push(trim({ from, to: at }, isAside));
  }
  // A number alone is of a heading, and no subject.
  return runs.filter((run) => run.to > run.from && /\p{L}/u.test(textOf(clause, run)));
}

/** Levels and spans end a subject wherever they stand; small words only at its edges. */
function isStrong(found: readonly FoundSign[], at: number): boolean {
  return found.some(
    ({ sign, from, to }) =>
      /^(?:level|time|per|ref|kind)\./.test(sign) && to - from > 0 && from <= at && at < to && sign !== 'ref.it',
  );
}

/** "What" inside a subject is a part of it; a wish stands at the beginning, or names a thing that we make. */
function isOuter(sign: string, from: number, isSaid: (at: number) => boolean): boolean {
  return sign.startsWith('thing.') || Array.from({ length: from }, (_, at) => at).every(isSaid);
}

function isCount({ tokens, found }: Clause, at: number): boolean {
  const isNumber = numberAt(tokens, found, at) !== undefined;
  return (
    isNumber &&
    found.some(({ sign, from }) => /^thing\.(?:question|card)$|^kind\./.test(sign) && from > at && from - at <= 3)
  );
}

function trim(
  { from, to }: { from: number; to: number },
  isAside: (at: number) => boolean,
): { from: number; to: number } {
  let [first, last] = [from, to];
  while (first < last && isAside(first)) first++;
  while (last > first && isAside(last - 1)) last--;
  return { from: first, to: last };
}

function lengthOf(tokens: readonly Token[], { from, to }: { from: number; to: number }): number {
  return tokens[to - 1]!.end - tokens[from]!.start;
}

/** How far back: "this week" is 7d, "the last 10 days" 10d. */
export function timeframeOf(clause: Clause): string {
  const counted = /\b(?:last|past)\s+(\d{1,3})\s+(hour|day|week|month|year)s?\b/i.exec(clause.text);
  if (counted !== null) return `${Number(counted[1])}${counted[2]!.charAt(0).toLowerCase()}`;
  return nameOf(clause, 'time') ?? '7d';
}

export interface PlanWish {
  readonly exam_date?: string;
  readonly hours_per_week?: number;
  /** Said of each day: none gets more. */
  readonly hours_per_day?: number;
  /** What the exam may be in, as it was said: what of it the material knows is found there. */
  readonly subjects?: readonly string[];
  /** 1 Monday to 7 Sunday. */
  readonly off: readonly number[];
}

export function planWishOf(clause: Clause, setting: Setting): PlanWish {
  const exam_date = readDate(clause.text, setting);
  const subjects = subjectsOf(clause, setting);
  return {
    ...(exam_date && { exam_date }),
    ...hoursOf(clause),
    ...(subjects.length > 0 && { subjects }),
    off: daysOffOf(clause),
  };
}

/** Words of a wish for a plan that are no part of what the exam is in. */
const OF_PLANS = /^(?:act|thing|ask|per|time|not|weekday|number|self|ref|kind|level|small\.(?!join))/;

/** The words that say neither what is wanted nor when: "my cardiology exam", "a test on asthma and gout". */
function subjectsOf({ text, tokens, found }: Clause, setting: Setting): string[] {
  const named = new Set(
    [...setting.titles, ...(setting.headings ?? [])].flatMap((one) => one.toLowerCase().split(/\W+/)),
  );
  const dates = datesIn(text, setting);
  const isOut = (at: number): boolean => {
    const token = tokens[at];
    if (token === undefined) return true;
    const { word, start } = token;
    // "Type 2 diabetes": a number between two words of a name is of it.
    if (/^\d+$/.test(word) && at > 0 && /\p{L}/u.test(tokens[at + 1]?.word ?? ''))
      return isOut(at - 1) || isOut(at + 1);
    return (
      !/\p{L}/u.test(word) ||
      named.has(word) ||
      /^(?:and|or|plus)$/.test(word) ||
      dates.some(({ from, to }) => from <= start && start < to) ||
      found.some(({ sign, from, to }) => from <= at && at < to && OF_PLANS.test(sign))
    );
  };
  const isJoin = (at: number) => found.some(({ sign, from, to }) => sign === 'small.join' && from <= at && at < to);
  const runs: string[] = [];
  for (let at = 0; at < tokens.length; at++) {
    if (isOut(at)) continue;
    const from = at;
    while (at < tokens.length && !isOut(at)) at++;
    const { from: first, to: last } = trim({ from, to: at }, isJoin);
    if (last > first) runs.push(text.slice(tokens[first]!.start, tokens[last - 1]!.end));
  }
  return [...new Set(runs)].slice(0, MOST_SUBJECTS);
}

const MOST_SUBJECTS = 8;

const DAYS = 7;

function hoursOf({ text, tokens, found, signs }: Clause): Pick<PlanWish, 'hours_per_week' | 'hours_per_day'> {
  const joined = /\b(\d{1,3}(?:\.\d+)?)\s?h\b/i.exec(text)?.[1];
  const [thing] = found.filter(({ sign }) => sign === 'thing.hours');
  const before = thing && numberAt(tokens, found, thing.from - 1);
  const hours = before ?? (joined === undefined ? undefined : Number(joined));
  if (hours === undefined || hours === 0) return {};
  if (!signs.has('per.day') || signs.has('per.week')) return { hours_per_week: hours };
  return { hours_per_week: hours * DAYS, hours_per_day: hours };
}

/** The weekdays that follow a "not", up to the next word that is none. */
function daysOffOf({ tokens, found }: Clause): number[] {
  const off = new Set<number>();
  for (const { to } of found.filter(({ sign }) => sign === 'not.on')) {
    for (let at = to; at < tokens.length; at++) {
      const day = found.find(({ sign, from }) => sign.startsWith('weekday.') && from === at);
      if (day !== undefined) for (const number of day.sign.slice('weekday.'.length)) off.add(Number(number));
      else if (!['on', 'and', 'or', ',', 'the', 'at'].includes(tokens[at]!.word)) break;
      if (day !== undefined) at = day.to - 1;
    }
  }
  return [...off].toSorted((one, other) => one - other);
}
