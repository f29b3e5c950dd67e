/** Names: what is left of a clause when time, list and order are taken away. */
import type { Clause } from './clause.ts';
import { lexicon, type Sign } from './lexicon.ts';
import { addressesBeside } from './time/addresses.ts';
import type { Range } from './time/piece.ts';
import { findPieces } from './time/pieces.ts';
import { wholeNouns } from './weighty.ts';
import { wordSet } from './words.ts';

/** What a name is read with: the clause, and the signs that are no part of it. */
export interface Reading {
  readonly clause: Clause;
  readonly drop: ReadonlySet<string>;
}

/** The tokens that are no part of a name: the order, the time, the list. */
export function spoken({ clause, drop }: Reading): Set<number> {
  const taken = new Set<number>();
  for (const sign of clause.signs)
    if (
      drop.has(sign.sign) &&
      (sign.sign !== 'say.not_forget' || sign.from === clause.from) &&
      !isOfName(clause, sign.at) &&
      !isBehindVerb({ clause, drop }, sign) &&
      !isWhichOne(clause, sign)
    )
      for (const place of sign.at) taken.add(place);
  for (const { parts, tells } of clause.whens)
    for (const part of tells ? [] : parts) for (let at = part.from; at < part.to; at++) taken.add(at);
  for (const { from, to } of [...clause.message.hanging, ...clause.message.riders])
    for (let at = from; at < to; at++) taken.add(at);
  if (drop.has('length'))
    for (const { from, to } of clause.message.lengths) for (let at = from; at < to; at++) taken.add(at);
  if (drop.has('place')) {
    const place = placeAt(clause);
    for (let at = place?.from ?? 0; at < (place?.to ?? 0); at++) taken.add(at);
  }
  if (clause.list && drop.has('noun.todo')) for (let at = clause.list.from; at < clause.list.to; at++) taken.add(at);
  return taken;
}

/** "New York", "the Book Depot": a word written large before another such is of a name, whatever else it says. */
function isOfName({ message: { tokens }, from, whens }: Clause, [at = 0, ...more]: readonly number[]): boolean {
  const isDay = whens.some(({ parts }) => parts.some((part) => part.from <= at + 1 && at + 1 < part.to));
  return more.length === 0 && at > from && tokens[at]!.capital === true && tokens[at + 1]?.capital === true && !isDay;
}

/** "Order a new filter": behind what is to be done it says which one, and is of the name; "a new todo" is not. */
function isWhichOne({ message: { tokens }, signs, from, whens }: Clause, { from: at, to }: Sign): boolean {
  if (to !== at + 1 || tokens[at]!.word !== 'new' || at === from) return false;
  const { edges } = lexicon();
  const isThing = signs.some((one) => one.from === to && THINGS.has(one.sign));
  const isTime = (place: number) =>
    whens.some(({ parts }) => parts.some((part) => part.from <= place && place < part.to));
  const isOrder = (place: number) =>
    signs.some(
      ({ group, sign, at: own }) =>
        group === 'verb' && sign !== 'verb.chore' && own.includes(place) && own[0]! <= from + 1,
    );
  const isWord = (place: number) =>
    !edges.has(tokens[place]!.word) &&
    !isTime(place) &&
    !isOrder(place) &&
    !signs.some((one) => THINGS.has(one.sign) && one.at.includes(place));
  return !isThing && tokens.slice(from, at).some((_, shift) => isWord(from + shift));
}

/** "Block book circle": a verb directly behind the one that orders is of the name. */
function isBehindVerb({ clause: { signs, from }, drop }: Reading, { group, from: at }: Sign): boolean {
  const isHead = (one: Sign) => one.group === 'verb' && one.plain && one.from === from && drop.has(one.sign);
  return group === 'verb' && signs.some((one) => isHead(one) && one.at.length === 1 && one.to === at);
}

/** What is left, from its first to its last weighty word; where nothing is, what the clause before was about. */
export function titleOf(reading: Reading, nameOf = named): string | undefined {
  const { clause } = reading;
  if (clause.quote !== undefined && clause.quote.text !== '') return clause.quote.text;
  if (clause.name !== undefined) return clause.name;
  const own = nameOf(reading);
  if (own !== undefined) return own;
  if (clause.topic === undefined) return clause.about?.name;
  // "Move it to 11 and remind me before": of what "it" is.
  const { topic } = clause;
  const isDone = DONE_TO.some((sign) => topic.shows.has(sign.replace('verb.', 'head.')));
  return topic.quote?.text ?? topic.about?.name ?? named({ clause: topic, drop: isDone ? DONE_DROP : TOPIC_DROP });
}

const TOPIC_DROP = wordSet('topic_drop');
/** "Cancel the gym on Saturday and add it on Sunday": what is done to it is no part of its name. */
const DONE_TO = ['verb.cancel', 'verb.delete', 'verb.move'];
const DONE_DROP = new Set([...TOPIC_DROP, ...DONE_TO]);

/** The weighty words of it: what something that is there is found by. */
export function named(reading: Reading): string | undefined {
  const taken = spoken(reading);
  const core = coreOf(reading, taken);
  return core && textIn(reading, taken, core);
}

/** What something new is called: the weighty words with all that belongs to them ("not eat", "let the dog out"). */
export function wholeName(given: Reading): string | undefined {
  const reading = { ...given, clause: behindAsker(behindThing(given)) };
  const { message, from, to } = reading.clause;
  const { tokens } = message;
  const taken = spoken(reading);
  const object = objectOf(reading.clause, taken);
  if (object !== undefined) return textIn(reading, taken, object);
  const core = coreOf(reading, taken) ?? lightName(reading, taken);
  if (core === undefined) return undefined;
  let { from: first, to: end } = core;
  // "Milk to groceries, it's cheap there": behind where it goes and a comma stands no more of its name.
  const { list } = reading.clause;
  if (list !== undefined && taken.has(list.from) && first < list.from && tokens[list.to]?.word === ',')
    return textIn(reading, taken, { from: first, to: Math.min(end, list.from) });
  while (first > from && !taken.has(first - 1)) first--;
  while (end < to && !taken.has(end)) end++;
  while (first < core.from && LEADS.has(tokens[first]!.word)) first++;
  while (end > core.to && TAILS.has(tokens[end - 1]!.word)) end--;
  return textIn(reading, taken, { from: first, to: end });
}

/** "Set up a weekly todo to water the ferns": where a thing is said to be for something, that is its name. */
function behindThing({ clause, drop }: Reading): Clause {
  const { tokens } = clause.message;
  const thing = clause.signs.find(
    ({ sign, to }) => THINGS.has(sign) && drop.has(sign) && tokens[to]?.word === 'to' && to + 1 < clause.to,
  );
  // "Milk to my todo list to buy": what stands before is put there, and is named itself.
  const isPlace = tokens
    .slice(clause.from, thing?.from ?? clause.from)
    .some(({ word }) => ['to', 'on', 'onto'].includes(word));
  const from = thing === undefined ? -1 : thing.to;
  const isTime = clause.whens.some(({ parts }) => parts.some((part) => part.from <= from + 1 && from < part.to));
  return thing === undefined || isTime || isPlace || clause.list?.from === thing.to ? clause : { ...clause, from };
}

/** "Anna asked me to buy bread": who asked is no part of it. */
function behindAsker(clause: Clause): Clause {
  const { tokens } = clause.message;
  const asked = clause.signs.find(
    ({ sign, from, to }) =>
      sign === 'say.need' && from > clause.from && tokens[to - 1]?.word === 'to' && tokens[to - 2]?.word === 'me',
  );
  return asked === undefined ? clause : { ...clause, from: asked.from };
}

const THINGS = new Set(['noun.todo', 'noun.reminder', 'noun.clockset']);

/** "Add *for whom the bell tolls* to my reading list": between the verb and the list every word is of the name. */
function objectOf({ message: { tokens }, signs, list, from }: Clause, taken: ReadonlySet<number>): Range | undefined {
  const adds = signs.find(({ sign, from: at, to }) => sign === 'verb.add' && at === from && to === from + 1);
  if (adds === undefined || list === undefined || list.from < adds.to + 2) return undefined;
  const words = tokens.slice(adds.to, list.from);
  if (words.some(({ word }, at) => taken.has(adds.to + at) || word === 'please')) return undefined;
  const isPlain = ARTICLES.has(words[0]!.word) && words.length <= MOST_PLAIN;
  return { from: isPlain ? adds.to + 1 : adds.to, to: list.from };
}

const ARTICLES = wordSet('articles');
/** "The milk" is milk; in "the last of us" the article is of the name. */
const MOST_PLAIN = 3;

/** "To get over it": no word has weight, and still it says what. */
function lightName({ clause }: Reading, taken: ReadonlySet<number>): Range | undefined {
  const { tokens } = clause.message;
  for (let at = clause.from; at < clause.to - 1; at++) {
    if (tokens[at]!.word !== 'to' || taken.has(at) || taken.has(at + 1)) continue;
    let end = at + 1;
    while (end < clause.to && !taken.has(end)) end++;
    return tokens.slice(at + 1, end).every(({ word }) => LEADS.has(word)) ? undefined : { from: at + 1, to: end };
  }
  return undefined;
}

const LEADS = wordSet('name_leads');
const TAILS = wordSet('name_tails');

/** From the first to the last weighty word. */
function coreOf(reading: Reading, taken: ReadonlySet<number>): Range | undefined {
  const { message, from, to } = reading.clause;
  const { tokens } = message;
  const { edges } = lexicon();
  const whole = wholeNouns(reading.clause.signs);
  const isEdge = (at: number) => taken.has(at) || (edges.has(tokens[at]!.word) && !whole.has(at));
  let [first, end] = [from, to];
  while (first < end && isEdge(first)) first++;
  // "To log off": the last word belongs to the verb.
  const keeps = (at: number) =>
    PARTICLES.has(tokens[at]!.word) &&
    !taken.has(at) &&
    at > first &&
    (tokens[first - 1]?.word === 'to' || TASKS.has(tokens[first]!.word));
  while (end > first && isEdge(end - 1) && !keeps(end - 1)) end--;
  return first === end ? undefined : { from: first, to: end };
}

function textIn({ clause: { message } }: Reading, taken: ReadonlySet<number>, { from, to: end }: Range) {
  const { tokens } = message;
  const pieces: string[] = [];
  let at = from;
  while (at < end) {
    if (taken.has(at)) {
      at++;
      // What only led to what was taken goes with it.
      while (at < end && !taken.has(at) && /^[,:;-]$/.test(tokens[at]!.word)) at++;
      continue;
    }
    const begin = at;
    while (at < end && !taken.has(at)) at++;
    pieces.push(message.text.slice(tokens[begin]!.start, tokens[at - 1]!.end));
  }
  return (
    pieces
      .join(' ')
      .replace(/\s+/g, ' ')
      .replace(/^["'“‘]|["'”’]$/g, '')
      .replace(/[\s,;:.!?-]+$/, '')
      .trim() || undefined
  );
}

const PARTICLES = wordSet('particles');
const TASKS = wordSet('tasks');

/** "All my events", "everything", or a list and nothing on it: no one thing is meant. */
export function isAll(reading: Reading): boolean {
  const { clause } = reading;
  if (clause.quote !== undefined || clause.about !== undefined || named(reading) !== undefined) return false;
  const isCleared = clause.shows.has('head.clears') && clause.whens.length > 0;
  return clause.shows.has('say.all') || isCleared || clause.list !== undefined;
}

/** "To go there": no word has weight, and still it says what. */
export function afterTo({ clause }: Reading): string | undefined {
  if (!clause.shows.has('has.to')) return undefined;
  const { message, from, to, whens } = clause;
  const { tokens, text } = message;
  const inTime = (at: number) => whens.some(({ parts }) => parts.some((part) => part.from <= at && at < part.to));
  const at = tokens.findIndex(({ word }, place) => place >= from && place < to - 1 && word === 'to' && !inTime(place));
  const kept = tokens.slice(at + 1, to).filter((_, shift) => !inTime(at + 1 + shift));
  return at < 0 || kept.length === 0 ? undefined : kept.map(({ start, end }) => text.slice(start, end)).join(' ');
}

/** "Wake me at 7", "set a timer": what it is for is plain. */
export function bellOf({ message, from, to }: Clause): string {
  const said = message.tokens.slice(from, to).map(({ word }) => word);
  if (said.includes('wake')) return 'Wake up';
  return ['timer', 'alarm'].find((word) => said.includes(word)) ?? 'Reminder';
}

/** "At Luigi's", "in Boston", "at 12 Harley Street": a name after "at" or "in" that is no time, or an address. */
export function placeAt({ message, from, to, whens }: Clause): { from: number; to: number; name: string } | undefined {
  const { tokens, text } = message;
  const house = addressesBeside(tokens, findPieces(tokens, message.place)).find(
    (one) => one.from > from && one.to <= to,
  );
  if (house !== undefined) {
    const isLed = ['at', 'in', '@'].includes(tokens[house.from - 1]!.word);
    const name = text.slice(tokens[house.from]!.start, tokens[house.to - 1]!.end);
    return { from: isLed ? house.from - 1 : house.from, to: house.to, name };
  }
  for (let at = from + 1; at < to - 1; at++) {
    if (!['at', 'in', '@'].includes(tokens[at]!.word)) continue;
    if (whens.some(({ parts }) => parts.some((part) => part.from <= at + 1 && at + 1 < part.to))) continue;
    let end = at + 1;
    if (tokens[end]?.word === 'the') end++;
    const first = end;
    while (end < to && /^\p{Lu}/u.test(text.slice(tokens[end]!.start)) && !/^i\b/.test(tokens[end]!.word)) end++;
    if (end > first) return { from: at, to: end, name: text.slice(tokens[first]!.start, tokens[end - 1]!.end) };
  }
  return undefined;
}
