/** A plan that is told: who does or gets what, and when. All that is no time is its name. */
import { dayOf } from '../../wall.ts';
import { isDoubtfulName } from '../accounted.ts';
import { asksBack } from '../behind.ts';
import { type Clause, type Message, readClause } from '../clause.ts';
import { lexicon } from '../lexicon.ts';
import { readMessage } from '../message.ts';
import { isPlaced } from '../time/when.ts';
import type { Token } from '../tokens.ts';
import { done, doneEach, type Given, type Model, offered } from './model.ts';
import { everydayWords, isEveryday, waysOf } from './words.ts';

const MOST_WORDS = 7;
const EVENT = ['add_event'];

export const planTold: Model = (text, given) => {
  const told = toldOf(text, given);
  if (told === undefined) return undefined;
  const { clause, message } = told;
  const name = nameOf(message);
  if (name === undefined) return undefined;
  const { whens } = message;
  const time = timeSaid(message);
  const isDue = message.tokens.some(({ word }) => word === 'due');
  if (isDue || whens.some(({ deadline }) => deadline))
    return (isDue ? done : offered)(`add "${name}" to my todos ${time}`, text, given, ['add_todo']);
  const isSure =
    !isDoubtfulName(name, 'add_event', isPlaced(message)) &&
    (clause.mood === 'fragment' || isOwn(message) || isVisit(message) || isPlaced(message));
  if (!isSure) return offered(`add "${name}" to my calendar ${time}`, text, given, EVENT);
  const days = severalDays(message);
  const orders = (days ?? [time]).map((day) => `add "${name}" to my calendar ${day}`);
  return doneEach(orders, text, given, EVENT);
};

/** "Tuesday and Thursday": each a day of its own, of which none says when another ends. */
function severalDays({ whens, tokens, text }: Message): string[] | undefined {
  const isRow = whens.length > 1 && whens.every(({ dated, recurs, span }) => dated && !recurs && span === 'day');
  const ranges = whens.map(({ parts: [part] }) => part!);
  const isJoined = ranges.every(({ from }, at) => at === 0 || JOINTS.has(tokens[from - 1]!.word));
  if (!isRow || !isJoined || whens.slice(0, -1).some(({ timed }) => timed)) return undefined;
  const clock = /\d.*|(?:noon|midnight)/i.exec(whens.at(-1)!.timed ? whens.at(-1)!.text : '')?.[0] ?? '';
  const said = ranges.map(({ from, to }) => text.slice(tokens[from]!.start, tokens[to - 1]!.end));
  return said.map((day, at) => (at === said.length - 1 || clock === '' ? day : `${day} ${clock}`));
}

const JOINTS = new Set(['and', ',', '&']);

/** "So Karen said we could do lunch on Friday at one": among all that is told one thing that stands in calendars, and its time. */
export const planWithin: Model = (text, given) => {
  const told = toldOf(text, given, true);
  if (told === undefined) return undefined;
  const { message } = told;
  const nouns = lexicon()
    .signsIn(message.tokens)
    .filter(({ sign, from }) => sign === 'noun.event' && !isTime(message, from));
  const names = message.tokens.filter(
    ({ capital, word }, at) => at > 0 && capital && /^\p{L}{2,}$/u.test(word) && !isTime(message, at) && word !== 'i',
  );
  const [noun, ...more] = nouns;
  const time = timeSaid(message);
  if (noun === undefined || more.length > 0) return undefined;
  const what = sliceOf(message, message.tokens.slice(noun.from, noun.to));
  const who = names.length === 1 && !what.includes(sliceOf(message, names)) ? ` with ${sliceOf(message, names)}` : '';
  return offered(`add "${what}${who}" to my calendar ${time}`, text, given, EVENT);
};

/** "Whats tue", "who's coming on the 15th": a day, and no more than that something of it is asked. */
export const dayAsked: Model = (text, given) => {
  const message = readMessage(text, given.place, given.known);
  const [when, ...more] = message.whens;
  if (when === undefined || more.length > 0 || when.recurs || !when.dated) return undefined;
  const words = message.tokens.filter(({ word }, at) => /\p{L}/u.test(word) && !isTime(message, at));
  const isAsked = /\?$/.test(text) || ASKS.has(words[0]?.word ?? '');
  if (!isAsked || !words.every(({ word }) => ASKS.has(word) || SMALL.has(word))) return undefined;
  const be = asksBack(readClause(message, 0, message.tokens.length)) ? 'was' : 'is';
  return done(`what ${be} on my calendar ${timeSaid(message)}?`, text, given, ['list_events']);
};

const ASKS = new Set([
  'what',
  "what's",
  'whats',
  'who',
  "who's",
  'whos',
  'anything',
  'something',
  'any',
  'what’s',
  'much',
]);
const SMALL = new Set(
  'is are am was be there on for me us i we do does have got get going coming come comes happening planned up about in of the my our at to plans doing need'.split(
    ' ',
  ),
);

/** The message, where it tells something with a time that is still to come. */
function toldOf(text: string, given: Given, isStory = false): { message: Message; clause: Clause } | undefined {
  if (/[?]/.test(text)) return undefined;
  const message = readMessage(text, { anchor: given.about?.at, ...given.place }, given.known);
  const { whens, tokens, health, bounds, hanging } = message;
  if (whens.length === 0 || health.danger || bounds.negated.size > 0 || bounds.conditions.length > 0) return undefined;
  if (
    hanging.length > 0 ||
    whens.some(({ shift }) => shift !== undefined) ||
    !whens.some(({ dated, recurs, timed }) => dated || recurs || timed)
  )
    return undefined;
  const clause = readClause(message, 0, tokens.length);
  const isOther = clause.paths.length > 0 || clause.url !== undefined || clause.quote !== undefined;
  if (isOther || clause.list !== undefined || clause.shows.has('device')) return undefined;
  if (clause.mood === 'question' || clause.mood === 'order') return undefined;
  const isPast = whens.every(
    ({ wall, recurs }) => !recurs && wall.slice(0, 10) < dayOf(given.place.now, given.place.zone),
  );
  const isNot = tokens.some(({ word }, at) => (NOT.has(word) || /n't$/.test(word)) && !isTime(message, at));
  if (isNot || (!isStory && tokens.some(({ word }) => OF_ANOTHER.has(word)))) return undefined;
  const isOtherwise = tokens.some(({ word }, at) => OTHERWISE.has(word) && !isTime(message, at));
  return isPast || (isOtherwise && !isStory) ? undefined : { message, clause };
}

/** What is said of a thing that is there: when it ends, that it is later. */
const OF_ANOTHER = new Set(['later', 'earlier', 'ends', 'finishes', 'end', 'finish', 'longer', 'shorter']);
const NOT = new Set(['no', 'not', 'never', 'without', 'nothing', 'nobody', 'none']);
/** What has been, what may be, what is not, and what is said of a thing that is there already. */
const OTHERWISE = new Set(
  "was were did didn't had yesterday went ago moved cancelled changed swapped booked might may could would should no not never without later earlier longer now instead".split(
    ' ',
  ),
);

export function isTime({ whens, lengths }: Message, at: number): boolean {
  return (
    whens.some(({ parts }) => parts.some(({ from, to }) => from <= at && at < to)) ||
    lengths.some(({ from, to }) => from <= at && at < to)
  );
}

/** The words that are no time, without who tells it; nothing where they are no name. */
function nameOf(message: Message): string | undefined {
  let words = message.tokens.filter((_, at) => !isTime(message, at));
  const self = new RegExp(`^(?:(?:${waysOf('self')})\\s+)+`, 'iu');
  const said = sliceOf(message, words);
  const cut = self.exec(said)?.[0].length ?? 0;
  const skipped = said.slice(0, cut).trim().split(/\s+/).filter(Boolean).length;
  words = words.slice(skipped);
  const isEdge = (token: Token | undefined) =>
    token !== undefined && (EDGES.has(token.word) || /^[^\p{L}\p{N}]$/u.test(token.word));
  while (isEdge(words[0])) words = words.slice(1);
  while (isEdge(words.at(-1))) words = words.slice(0, -1);
  if (words.length === 0 || words.length > MOST_WORDS) return undefined;
  const isName = words.every(
    ({ word }) => /[\p{L}\p{N}&/'-]/u.test(word) && !isEveryday('pointers', word) && !isEveryday('clauses', word),
  );
  return isName ? sliceOf(message, words) : undefined;
}

const EDGES = new Set('the a an at on in by from to for of with and or but is are'.split(' '));

/** What somebody does themselves, or what comes, begins, is fetched. */
function isOwn({ tokens }: Message): boolean {
  return ['i', "i'm", "i've", "i'll", 'im', 'we', "we're", "we've", "we'll"].includes(tokens[0]!.word);
}

function isVisit({ tokens }: Message): boolean {
  return tokens.slice(1).some(({ word }) => everydayWords('visits').includes(word));
}

/** The times as they were said, with what joins them. */
export function timeSaid(message: Message): string {
  const { tokens } = message;
  const taken = tokens.map((_, at) => isTime(message, at));
  const joined = taken.map(
    (is, at) =>
      is || (['and', ',', '&'].includes(tokens[at]!.word) && taken[at - 1] === true && taken[at + 1] === true),
  );
  const said: string[] = [];
  for (const [at, { start, end }] of tokens.entries())
    if (joined[at])
      said.push(`${joined[at - 1] && tokens[at - 1]!.end === start ? '' : ' '}${message.text.slice(start, end)}`);
  return said.join('').trim();
}

function sliceOf({ text }: Message, tokens: readonly Token[]): string {
  let said = '';
  let last = -1;
  for (const { start, end } of tokens) {
    said += `${last < 0 || last === start ? '' : ' '}${text.slice(start, end)}`;
    last = end;
  }
  return said;
}
