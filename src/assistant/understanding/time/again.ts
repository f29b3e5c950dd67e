/** What comes again, as the schedules of the house read it. */
import { readSchedule } from '../../../triggers/schedule/read.ts';
import { scheduleWords } from '../../../triggers/schedule/words.ts';
import { dayOf, wallOf, weekdayOf } from '../../wall.ts';
import { plainTokens, type Token } from '../tokens.ts';
import type { Piece, Range } from './piece.ts';
import { isTimeWord } from './rhythm-words.ts';
import { type Rider, ridersOf } from './riders.ts';
import { clockText, senseOf } from './sense.ts';
import { yearlyOn } from './shifted.ts';
import type { Place, When } from './when.ts';
import { timeWords } from './words.ts';

const MOST_WORDS = 12;
/** Each is looked at with all the others: nobody says more of them in one message. */
const MOST_RHYTHMS = 12;

/** What comes again is read by the schedules of the house: around each "every" the longest part that they understand. */
export function findRecurring(said: string, tokens: readonly Token[], pieces: readonly Piece[], place: Place): When[] {
  const cores: When[] = [];
  let tried = 0;
  for (const key of tokens.keys()) {
    const last = cores.at(-1)?.parts[0]?.to ?? 0;
    if (key < last || !isAgain(tokens, key)) continue;
    if (++tried > MOST_RHYTHMS) break;
    const when = readAround(tokens, pieces, key, last, place);
    if (when !== undefined && !isLeftOut(said, when, cores[0], tokens, pieces, place)) cores.push(when);
  }
  const spans = cores.map(({ parts: [span] }) => span!);
  const found = cores.map((when, at) => {
    const others = spans.filter((_, index) => index !== at);
    return inZone(withBounds(said, when, tokens, pieces, place, others), tokens, pieces, place);
  });
  const twice = twiceADay(tokens, pieces, place);
  const daily = twice && withBounds(said, twice, tokens, pieces, place);
  const isOf = ({ parts: [part] }: When) => daily?.parts.some(({ from, to }) => from <= part!.from && part!.to <= to);
  return daily !== undefined && found.every(isOf) ? [daily] : found;
}

/** "Every day except Fridays": the Fridays are no rhythm of their own. */
function isLeftOut(
  said: string,
  { parts: [span] }: When,
  first: When | undefined,
  tokens: readonly Token[],
  pieces: readonly Piece[],
  place: Place,
): boolean {
  if (first === undefined) return false;
  const riders = ridersOf({ text: said, tokens, pieces, place, core: first.text }, first.parts[0]!);
  return riders.some(({ kind, from, to, text }) => kind === 'except' && text && from <= span!.from && span!.from < to);
}

/** "Every Tuesday at 9am New York time": it comes by the clock that was said, whatever the clock here shows then. */
function inZone(when: When, tokens: readonly Token[], pieces: readonly Piece[], place: Place): When {
  const end = when.parts[0]!.to;
  const zone = pieces.find((piece) => piece.kind === 'zone' && piece.from >= end);
  if (zone?.kind !== 'zone' || !when.timed || zone.from - end > MOST_BETWEEN) return when;
  const isOther = pieces.some(({ kind, from }) => kind === 'clock' && from >= end && from < zone.from);
  const isEnded = tokens.slice(end, zone.from).some(({ word }) => /^[.!?;]$/.test(word));
  const read = isOther || isEnded ? undefined : readAgain(when.text, { ...place, zone: zone.zone });
  if (read === undefined) return when;
  const { schedule, at, wall } = toWhen({ ...read, timed: true }, zone, when.text, place);
  return {
    ...when,
    schedule,
    at,
    wall,
    elsewhere: zone.zone,
    parts: [...when.parts, { from: zone.from, to: zone.to }],
  };
}

/** Words between an hour and its zone: "for 15 minutes,". */
const MOST_BETWEEN = 6;

/** "At 8 and 8", of no day: twice a day, and it is said that it was taken so. */
function twiceADay(tokens: readonly Token[], pieces: readonly Piece[], place: Place): When | undefined {
  const [one, other] = pieces.filter((piece) => piece.kind === 'clock' && piece.twice);
  if (one?.kind !== 'clock' || other?.kind !== 'clock' || pieces.some(({ kind }) => kind === 'day' || kind === 'that'))
    return undefined;
  const text = `every day at ${clockText(one.minutes)} and ${clockText(other.minutes)}`;
  const read = readAgain(text, place);
  const lead = LEADS.has(tokens[one.from - 1]?.word ?? '') ? 1 : 0;
  const said = tokens.slice(one.from, other.to).map(({ word }) => word);
  return (
    read && {
      ...toWhen(read, { from: one.from - lead, to: other.to }, text, place),
      assumed: `${said.join(' ')} as ${text}`,
    }
  );
}

/** With what bounds it; what of that nobody can keep is named. */
function withBounds(
  said: string,
  when: When,
  tokens: readonly Token[],
  pieces: readonly Piece[],
  place: Place,
  others: readonly Range[] = [],
): When {
  const [span] = when.parts;
  const riders = ridersOf({ text: said, tokens, pieces, place, core: when.text }, span!, others);
  const kept: Rider[] = [];
  for (const rider of riders)
    if (rider.text !== undefined && readAgain(join(when.text, [...kept, rider]), place)) kept.push(rider);
  const lost = riders.filter((rider) => !kept.includes(rider)).map(({ said }) => said);
  const text = join(when.text, kept);
  const read = kept.length === 0 ? undefined : readAgain(text, place);
  return {
    ...(read === undefined ? when : toWhen({ ...read, timed: when.timed }, span!, text, place)),
    assumed: when.assumed,
    minutes: when.minutes,
    parts: [
      { from: span!.from, to: span!.to + thereafterAt(tokens, span!.to) },
      ...riders.map(({ from, to }) => ({ from, to })),
    ],
    again: { core: when.text, bounds: join('', kept), lost },
  };
}

/** "… and every Sunday after that". */
function thereafterAt(tokens: readonly Token[], at: number): number {
  return timeWords().sizeAt('thereafter', (shift) => tokens[at + shift]?.word);
}

/** Several exceptions are one list of them. */
function join(core: string, riders: readonly Rider[]): string {
  const texts = riders.map(({ text = '' }, at) =>
    riders[at]!.kind === 'except' && riders[at - 1]?.kind === 'except' ? text.replace(/^except/, 'and') : text,
  );
  return [core, ...texts].filter(Boolean).join(' ');
}

function isAgain(tokens: readonly Token[], at: number): boolean {
  const words = scheduleWords();
  const { word } = tokens[at]!;
  if (word === 'weekend' || word === 'weekday' || (word === 'each' && tokens[at + 1]?.word === 'other')) return false;
  // "The quarterly report" comes once.
  if (words.adverb(word) !== undefined) return !/^(?:the|a|my|our|this|that)$/.test(tokens[at - 1]?.word ?? '');
  if (words.is('every', word) || words.weekdays(word)?.plural === true || word === 'twice') return true;
  // "Once a week", "three times a day".
  const count = word === 'once' || (timeWords().number(word) !== undefined && words.is('times', tokens[at + 1]?.word));
  const per = tokens[at + (word === 'once' ? 1 : 2)]?.word;
  const unit = tokens[at + (word === 'once' ? 2 : 3)]?.word ?? '';
  return count && (words.is('per', per) || words.is('every', per)) && words.unit(unit) !== undefined;
}

function readAround(
  tokens: readonly Token[],
  pieces: readonly Piece[],
  key: number,
  first: number,
  place: Place,
): When | undefined {
  const spans: { from: number; to: number }[] = [];
  // "Tomorrow at 7pm, and every Thursday at 8": what stands before a joint is no hour of it.
  const isJoined = scheduleWords().is('and', tokens[key - 1]?.word ?? '');
  for (let from = isJoined ? key : Math.max(first, key - 8); from <= key; from++)
    for (let to = key + 1; to <= Math.min(tokens.length, key + MOST_WORDS); to++)
      if (isTime(tokens, pieces, from, to)) spans.push({ from, to });
  spans.sort((one, other) => other.to - other.from - (one.to - one.from));
  for (const span of spans.slice(0, 60)) {
    const { text, ...hour } = spell(tokens, pieces, span, place);
    const found = readAgain(text, place);
    if (found !== undefined) return { ...toWhen(found, span, text, place), ...hour };
  }
  return undefined;
}

/** Words of time, and at its edges none that only joins. */
function isTime(tokens: readonly Token[], pieces: readonly Piece[], from: number, to: number): boolean {
  const clocks = pieces.filter(({ kind }) => kind === 'clock');
  if (clocks.some((clock) => (clock.from < to && clock.to > to) || (clock.from < from && clock.to > from)))
    return false;
  const inClock = (at: number) => clocks.some((clock) => at >= clock.from && at < clock.to);
  const isJoint = (at: number) => scheduleWords().is('and', tokens[at]!.word);
  // "Every year a week before Christmas": the week is of what follows.
  const isCounted =
    timeWords().side(tokens[to]?.word ?? '') !== undefined && timeWords().unit(tokens[to - 1]!.word) !== undefined;
  return (
    !isJoint(from) &&
    !isJoint(to - 1) &&
    !(isCounted && timeWords().number(tokens[to - 2]?.word ?? '') !== undefined) &&
    tokens.slice(from, to).every(({ word }, at) => isTimeWord(word) || inClock(from + at) || isRow(tokens, from + at))
  );
}

/** "Monday to Friday". */
function isRow(tokens: readonly Token[], at: number): boolean {
  const words = scheduleWords();
  const isDay = (word = '') => words.weekdays(word) !== undefined;
  const { word } = tokens[at]!;
  const isJoint = (index: number) => {
    const joint = tokens[index]?.word;
    return (words.is('to', joint) || words.is('until', joint)) && isDay(tokens[index - 1]?.word);
  };
  if (words.is('starting', word)) return isDay(tokens[at + 1]?.word) && isJoint(at + 2);
  return isJoint(at) && isDay(tokens[at + 1]?.word);
}

function toWhen(
  { schedule, next, timed }: NonNullable<ReturnType<typeof readAgain>>,
  span: { from: number; to: number },
  text: string,
  { zone }: Place,
): When {
  return {
    parts: [span],
    text,
    at: next,
    timed,
    wall: timed ? wallOf(next, zone) : dayOf(next, zone),
    recurs: true,
    schedule,
    span: 'day',
    dated: true,
    deadline: false,
    target: false,
    onward: false,
  };
}

/** Each year on the date that stands elsewhere: "on 4 May, every year". */
export function onDate(again: When, date: When, place: Place): When | undefined {
  if (!/^(?:(?:every|each) year|yearly|annually)$/i.test(again.text) || date.recurs || !date.dated) return undefined;
  const text = yearlyOn(date.wall);
  const found = readAgain(text, place);
  return found && { ...toWhen(found, again.parts[0]!, text, place), parts: [...again.parts, ...date.parts] };
}

/** "Weekly review on Tuesday at 10": the adverb says how often, the day and the hour stand elsewhere. */
export function onWeekday(again: When, date: When, place: Place): When | undefined {
  const often = WEEKLY.exec(again.text.trim())?.[0].toLowerCase();
  if (often === undefined || date.recurs || !date.dated || date.span !== 'day') return undefined;
  const day = WEEKDAYS[weekdayOf(date.wall.slice(0, 10))]!;
  const hour = date.timed ? ` at ${date.wall.slice(11)}` : '';
  const text = `${EVERY[often]} ${day}${hour}`;
  const found = readAgain(text, place);
  if (found === undefined) return undefined;
  return {
    ...toWhen(found, again.parts[0]!, text, place),
    parts: [...again.parts, ...date.parts],
    minutes: date.minutes,
  };
}

const WEEKLY = /^(?:weekly|every week|each week|fortnightly|biweekly|bi-weekly|every fortnight|every other week)$/i;
const EVERY: Readonly<Record<string, string>> = {
  ...{ weekly: 'every', 'every week': 'every', 'each week': 'every' },
  ...{ fortnightly: 'every other', biweekly: 'every other', 'bi-weekly': 'every other' },
  ...{ 'every fortnight': 'every other', 'every other week': 'every other' },
};
const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

/** Whether it says how often and no day: another rhythm beside it says that. */
export function isBareWeekly({ text }: When): boolean {
  return WEEKLY.test(text.trim());
}

/** The same schedule at a time that stands elsewhere: "every second Tuesday book club at 7pm". */
export function atHour(again: When, minutes: number, place: Place): When | undefined {
  const { core = again.text, bounds = '' } = again.again ?? {};
  const text = `${core} at ${clockText(minutes)} ${bounds}`.trim();
  const found = readAgain(text, place);
  return found && { ...toWhen(found, again.parts[0]!, text, place), parts: again.parts, again: again.again };
}

interface Spelt extends Pick<When, 'assumed' | 'minutes'> {
  readonly text: string;
}

/** As the schedules read it, hours by their sense: "every evening at 9" has one time, and it is of the evening. */
function spell(tokens: readonly Token[], pieces: readonly Piece[], span: Range, place: Place): Spelt {
  const inside = pieces.filter((piece) => piece.from >= span.from && piece.to <= span.to);
  const part = inside.find((piece) => piece.kind === 'part');
  const clocks = inside.filter((piece) => piece.kind === 'clock');
  const words = timeWords();
  const said = tokens.slice(span.from, span.to).map(({ word }, at) => ({ word: words.same(word), at: span.from + at }));
  if (clocks.length === 0) return { text: said.map(({ word }) => word).join(' ') };
  const hours = clocks.map((clock) => ({
    ...clock,
    ...senseOf(clock, { part: part?.part, tokens, place, again: true }),
  }));
  const isIn = (at: number, range: Range) => at >= range.from && at < range.to;
  const isEach = part !== undefined && scheduleWords().is('every', tokens[part.from - 1]?.word ?? '');
  const rest = said.flatMap(({ word, at }) => {
    if (part !== undefined && isIn(at, part)) return isEach && at === part.from ? ['day'] : [];
    if (hours.some((hour) => isIn(at, hour) || isLead(tokens, at, hour))) return [];
    return part !== undefined && word === 'in' ? [] : [word];
  });
  const text = `${rest.join(' ')} ${hoursOf(hours, rest)}`;
  const [first] = hours;
  return { text: text.trim(), assumed: hours.find(({ assumed }) => assumed)?.assumed, minutes: lengthOf(first!, rest) };
}

type Hour = Range & { readonly minutes: number; readonly lasts?: number | undefined };

/** "At", "from", "between" and "and" before an hour are of it. */
function isLead(tokens: readonly Token[], at: number, { from }: Range): boolean {
  return at === from - 1 && LEADS.has(tokens[at]!.word);
}

const LEADS = new Set(['at', '@', 'from', 'between', 'and', ',', 'around', 'about']);
const isByTheHour = (rest: readonly string[]) =>
  rest.some((word) => ['hour', 'minute'].includes(scheduleWords().unit(word)?.unit ?? '')) || rest.includes('hourly');

/** "Between 9 and 5" of what comes by the hour is when it comes; else it is how long it takes. */
function hoursOf(hours: readonly Hour[], rest: readonly string[]): string {
  const [first] = hours;
  if (first?.lasts !== undefined && isByTheHour(rest))
    return `between ${clockText(first.minutes)} and ${clockText(Math.min(first.minutes + first.lasts, 1439))}`;
  return `at ${hours.map(({ minutes }) => clockText(minutes)).join(' and ')}`;
}

function lengthOf({ lasts }: Hour, rest: readonly string[]): number | undefined {
  return isByTheHour(rest) ? undefined : lasts;
}

function readAgain(said: string, place: Place) {
  try {
    const { schedule, next } = readSchedule(said, place);
    if (schedule.kind === 'once' || schedule.kind === 'dates') return undefined;
    const timed =
      schedule.kind === 'interval' ||
      plainTokens(said).some(
        ({ word }) =>
          /\d[:.]\d\d|\d(?:am|pm)$|^(?:am|pm|at|o'clock)$/.test(word) || timeWords().part(word) !== undefined,
      );
    return { schedule, next, timed };
  } catch {
    return undefined;
  }
}
