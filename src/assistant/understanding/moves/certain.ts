/**
 * The last word before a deed is done, whoever read it: a message that holds more than the deeds say, or says less than they
 * hold, is asked about. Nothing is new here; a reading that came this far is only held to what was said.
 */
import { dayOf, wallOf } from '../../wall.ts';
import type { Given } from '../everyday/model.ts';
import type { Understood } from '../read.ts';
import type { Request } from '../request.ts';
import { plainTokens, type Token } from '../tokens.ts';
import { wordSet } from '../words.ts';
import { partsOf } from './asides.ts';
import { type Doubt, MAKES, saysItsDeed } from './doubts.ts';
import { unexplainedIn } from './explained.ts';
import { framed, inName, isJoint, isSmall } from './frames.ts';
import { chosenOf, withDoubts } from './gate.ts';
import { isOrdered } from './mood.ts';
import { moveIn } from './move.ts';
import { readSaid, type Said } from './said.ts';
import { isTornName, withWholeName } from './whole-name.ts';
import { hitsOf, isSame, type Thing, wordsIn, worldOf } from './world.ts';

/** Longer messages are letters and lists, and are read by their lines. */
const LONGEST = 300;

export function certain(text: string, made: Understood, given: Given): Understood {
  if (made.kind !== 'requests' || text.length > LONGEST || text.includes('\n') || /["“”]/.test(text)) return made;
  const said = readSaid(text, given);
  const read = { ...made, requests: made.requests.map((one) => withWholeName(one, said, given)) };
  const deeds = read.requests.filter(({ tool, answers }) => !answers && ACTS.has(tool));
  if (deeds.length === 0) return read;
  if (said.message.health.danger) return read;
  const world = worldOf(given.known).slice(0, MOST_THINGS);
  const isOpen =
    isPartLost(read, deeds, said, given) || isUntouched(deeds, said, world, given) || isScattered(deeds, said, world);
  const doubts = read.requests.map((request): Doubt => {
    if (!deeds.includes(request)) return 'none';
    return isOpen ? 'all' : doubtOfOne(request, said, world, given, deeds);
  });
  if (doubts.every((doubt) => doubt === 'none')) return read;
  return insteadOf(deeds, said, world, given) ?? withDoubts(read, said, doubts);
}

const MOST_THINGS = 400;
const ACTS = new Set([...wordSet('making_tools'), ...wordSet('doing_tools'), 'remember', 'control_device']);

/** What was told holds a part that came to nothing, and that part says something: half of it is not done. */
function isPartLost(
  read: Extract<Understood, { kind: 'requests' }>,
  deeds: readonly Request[],
  said: Said,
  given: Given,
): boolean {
  const lost = [...read.rest, ...(read.held ?? []).filter(({ why }) => LOST.has(why)).map(({ text }) => text)];
  // What is new stands by itself.
  const isTold = deeds.some(({ tool, text }) => !ALONE.has(tool) && !isOrdered(readSaid(text, given)));
  return lost.some((text) => {
    const left = readSaid(text, given);
    // A time that was said of nothing else is of what is made.
    if (left.message.whens.length > 0 && left.words.length === 0) return true;
    // A sentence of its own says nothing of the one before.
    const isAlone = /[.!?]\s+(?:\p{L}+\s+){0,2}$/u.test(said.text.slice(0, Math.max(0, said.text.indexOf(text))));
    return isTold && !isAlone && isDeedTold(left);
  });
}

const ALONE = new Set([...wordSet('making_tools'), 'remember']);
const LOST = new Set(['part', 'bound']);

/** A time, an order, or words by which a deed is told. */
function isDeedTold(said: Said): boolean {
  const { tokens, whens } = said.message;
  return whens.length > 0 || isOrdered(said) || DEEDS.some((deed) => (framed(deed, said.text, tokens)?.sure ?? 0) >= 1);
}

const DEEDS = ['finish', 'move', 'end'] as const;

/** "Electricity cancelled, landlord told": a part in which another thing is named and something told of it, and nothing was done with it. */
function isUntouched(deeds: readonly Request[], said: Said, world: readonly Thing[], given: Given): boolean {
  const parts = partsOf(said.text);
  if (parts.length < 2) return false;
  const touched = deeds.flatMap(({ input: { query } }) => (typeof query === 'string' ? [query] : []));
  const isTouched = (thing: Thing) =>
    touched.some((query) => query === thing.name || wordsIn(query).some((word) => thing.words.includes(word)));
  const own = world.filter(({ kind }) => kind === 'event' || kind === 'todo' || kind === 'reminder');
  return parts.some((part) => {
    const told = readSaid(part.text, given);
    // "Don't cancel the dentist": nothing is to be done with it.
    if (told.message.bounds.negated.size > 0 || told.asks) return false;
    const named = own.filter((thing) => isNamedIn(thing, told));
    return named.length > 0 && !named.some(isTouched) && !isTouchedBy(deeds, told) && isDone(named, told);
  });
}

const isNamedIn = (thing: Thing, { words }: Said) => {
  const { hits, share } = hitsOf(thing, words);
  return share >= HALF && hits.some(({ word }) => !isSmall(word));
};
const HALF = 0.5;

/** A word of the part stands in what a deed makes or changes. */
function isTouchedBy(deeds: readonly Request[], { words }: Said): boolean {
  const given = deeds.flatMap(({ input }) =>
    [input['title'], input['what'], input['text'], input['notes']].flatMap((one) =>
      typeof one === 'string' ? plainTokens(one) : [],
    ),
  );
  return words.some((token) => !isSmall(token.word) && given.some(({ word }) => isSame(token, word)));
}

function isDone(named: readonly Thing[], said: Said): boolean {
  const { tokens } = said.message;
  const isFramed = DEEDS.some((deed) => (framed(deed, said.text, tokens)?.sure ?? 0) >= 1);
  return isFramed || named.some((thing) => saysItsDeed(said, thing) !== undefined);
}

/** "Insurance rung, they want the form by the 23rd": one change told of two things that are not named in one row. */
function isScattered(deeds: readonly Request[], said: Said, world: readonly Thing[]): boolean {
  const changes = deeds.filter(({ tool }) => tool === 'change_todo' || tool === 'move_event');
  const [first, ...more] = changes.map(({ input: { query, ...to } }) => ({ query, to: JSON.stringify(to) }));
  if (first === undefined || more.length === 0 || more.every(({ to }) => to !== first.to) || isOrdered(said))
    return false;
  const hits = [first, ...more].flatMap(({ query }) =>
    world.filter(({ name }) => name === query).flatMap((thing) => hitsOf(thing, said.words).hits),
  );
  const [from, to] = [Math.min(...hits.map(({ start }) => start)), Math.max(...hits.map(({ start }) => start))];
  return said.message.tokens.some(
    ({ word, start }) =>
      start > from &&
      start < to &&
      !hits.some((hit) => hit.start === start) &&
      !isJoint(word) &&
      word !== ',' &&
      word !== 'the',
  );
}

function doubtOfOne(
  request: Request,
  said: Said,
  world: readonly Thing[],
  given: Given,
  deeds: readonly Request[],
): Doubt {
  const { tool, input } = request;
  if (tool === 'remember') return doubtOfTold(request, said);
  // "Asha has a temp, picking her up now": a house is told what it shall be, or every word is explained.
  if (tool === 'control_device') {
    const isOpen = !isOrdered(said) && !STATES.test(said.text) && unexplainedIn(deeds, said, given).length > 0;
    return isOpen ? 'all' : 'none';
  }
  if (tool === 'set_reminder' && (isOfReminderThere(input, said, world, given) || isOtherHalf(request, said)))
    return 'all';
  if (MAKES.has(tool)) return doubtOfNew(request, said, world, given, deeds);
  if (tool === 'move_event' && isBehind(input, given)) return 'all';
  // "Cancel all of it": more than the one that was read.
  if (tool === 'change_todo' && isOfReminder(request, said, world, deeds)) return 'all';
  if (ENDS_ONE.has(tool) && isTeller(request, said, world)) return 'some';
  if (ENDS_ONE.has(tool) && input['all'] !== true && ALL.test(said.text)) return 'some';
  return isLostTopic(request, said, world, given) ? 'some' : 'none';
}

/** "Remind me a week before and again two days before": the second is no other day of what it is of. */
function isOfReminder(
  { input: { query, due } }: Request,
  { words }: Said,
  world: readonly Thing[],
  deeds: readonly Request[],
): boolean {
  const isNamed = world.some((thing) => thing.name === query && hitsOf(thing, words).hits.length > 0);
  return (
    !isNamed && due !== undefined && deeds.some(({ tool, input }) => tool === 'set_reminder' && input['leans'] === true)
  );
}

/** "From eight the night before", read as an hour of the morning. */
function isOtherHalf({ assumed, input: { at } }: Request, { text }: Said): boolean {
  const hour = typeof at === 'string' ? Number(at.slice(11, 13)) : 0;
  return assumed !== undefined && hour > 4 && hour < 12 && /\b(?:night|evening|tonight)\b/i.test(text);
}

/** "Pick up can be a day earlier", of what somebody is reminded of already. */
function isOfReminderThere({ what }: Request['input'], said: Said, world: readonly Thing[], given: Given): boolean {
  if (typeof what !== 'string' || isOrdered(said) || /\b(?:remind|alarm|wake|forget|snooze)/i.test(said.text))
    return false;
  if (!said.text.toLowerCase().includes(what.toLowerCase())) return false;
  const { words } = readSaid(what, given);
  const isNamed = (thing: Thing) => thing.kind === 'reminder' && hitsOf(thing, words).hits.length === words.length;
  return words.length > 0 && world.some(isNamed);
}

/** "The vet says no more": who says it is not what it is said of. */
function isTeller(
  { input: { query } }: Request,
  { message: { tokens }, words }: Said,
  world: readonly Thing[],
): boolean {
  const hits = world.filter(({ name }) => name === query).flatMap((thing) => hitsOf(thing, words).hits);
  const saysIt = ({ end }: Token) => SAYS.test(tokens.find(({ start }) => start >= end)?.word ?? '');
  return hits.length > 0 && hits.every(saysIt);
}

const SAYS = /^(?:says|said|thinks|thought|reckons|told|tells|wants|asked|asks)$/;
const ENDS_ONE = new Set(['cancel_event', 'remove_todo', 'complete_todo', 'cancel_reminder']);
const ALL = /\b(?:all of (?:it|that|them)|everything|the whole (?:thing|lot))\b/i;

const STATES =
  /\d|\b(?:on|off|open|closed?|shut|lock\p{L}*|unlock|dim\p{L}*|dark\p{L}*|bright\p{L}*|warm\p{L}*|cold\p{L}*|cool\p{L}*|hot|freezing)\b/iu;

/** Nothing goes to a day that has gone by. */
function isBehind({ start, clock }: Request['input'], { place: { now, zone } }: Given): boolean {
  return typeof start === 'string' && clock === undefined && start.slice(0, 10) < dayOf(now, zone);
}

/** What was said last was not understood, so that "it" and "she" may be of that. */
function isLostTopic(
  { input: { query } }: Request,
  { words }: Said,
  world: readonly Thing[],
  { about }: Given,
): boolean {
  if (about?.lost !== true || typeof query !== 'string' || query !== about.name) return false;
  return !world.some((thing) => thing.name === query && hitsOf(thing, words).hits.some(({ word }) => !isSmall(word)));
}

/** "He is after all", "cat doctor is cancelled": what is told of a thing by the words of a deed is no fact to keep. */
function doubtOfTold({ input: { text } }: Request, said: Said): Doubt {
  if (typeof text !== 'string' || isOrdered(said)) return 'none';
  const { tokens } = said.message;
  const isDeed = (['end', 'finish'] as const).some((deed) => (framed(deed, said.text, tokens)?.sure ?? 0) >= 1);
  const ended = framed('end', said.text, tokens)?.tokens ?? [];
  const isEmpty = said.words.every((token) => isSmall(token.word) || ended.some(({ start }) => start === token.start));
  return isDeed || isEmpty ? 'all' : 'none';
}

function doubtOfNew(
  request: Request,
  said: Said,
  world: readonly Thing[],
  given: Given,
  deeds: readonly Request[],
): Doubt {
  const { tool, input } = request;
  const called = input['title'] ?? input['what'];
  if (typeof called !== 'string') return 'none';
  const isShared = deeds.some((one) => one !== request && MAKES.has(one.tool) && headOf(one) === headOf(request));
  // "Call mum tomorrow and dad on Sunday": the verb is of both.
  if (!isShared && isTornName(called, said)) return 'all';
  if (tool === 'add_event' && String(input['start']).length <= 10 && HOUR_LEFT.test(called)) return 'all';
  const part = readSaid(partOf(called, said), given);
  if (isOrdered(part) || ADDS.test(part.text) || INTO.test(said.text)) return 'none';
  const isBeside = tool === 'add_todo' && deeds.some((one) => one.tool !== 'add_todo');
  if (isBeside && isBare(called, said)) return 'all';
  if (tool !== 'add_event') return 'none';
  // "Is at 5 from now on" is of what is there.
  if ((framed('move', part.text, part.message.tokens)?.sure ?? 0) >= 1) return 'some';
  return LEANING.test(called) || isOfThere(called, input, world, given) ? 'some' : 'none';
}

const headOf = ({ input }: Request) => plainTokens(String(input['title'] ?? input['what']))[0]?.word;

const INTO = /\b(?:calendar|diary|agenda)\b/i;
/** What says itself that it is new, or where it goes. */
const ADDS = /\b(?:add|book|another|extra|calendar|diary|agenda|entry|to-?dos?|list|tasks?)\b|^new\b/i;

/** The part of the message in which a name begins. */
function partOf(called: string, { text }: Said): string {
  const first = called.toLowerCase().split(/\s+/)[0] ?? '';
  return partsOf(text).find((part) => part.text.toLowerCase().includes(first))?.text ?? text;
}

/** "Delivery 6 30": an hour that was read for a name. */
const HOUR_LEFT = /(?<![\d.])(?:[01]?\d|2[0-3])[ .:h][0-5]\d(?![\d.])/;
/** A time that leans on another thing. */
const LEANING = /\b(?:same (?:time|day|hour|place)|(?:before|after) (?:the|that|this|my|our) \p{L}+|again|instead)\b/iu;

/** "…, new front castors": beside something else a part that names something and says nothing of it. */
function isBare(called: string, said: Said): boolean {
  const part = partsOf(said.text).find(({ text }) => text.toLowerCase().includes(called.toLowerCase()));
  if (part === undefined || part.start === 0) return false;
  return !/\b(?:need|get|buy|order|must|have to|todo|to-?do|list|call|pick|bring|take|also|and)\b/i.test(part.text);
}

/** All its words name an event that is then, or no day was said: that one may be meant. */
function isOfThere(called: string, { start }: Request['input'], world: readonly Thing[], given: Given): boolean {
  const { place } = given;
  const words = readSaid(called, given).words;
  return world.some(({ kind, at, ...thing }) => {
    if (kind !== 'event' && kind !== 'device') return false;
    const { hits } = hitsOf({ kind, at, ...thing }, words);
    if (hits.length < words.length || !hits.some(({ word }) => !isSmall(word) && !inName('points', word))) return false;
    const today = dayOf(place.now, place.zone);
    const day = typeof start === 'string' ? start.slice(0, 10) : today;
    if (kind === 'device') return day === today;
    return day === today || (at !== undefined && wallOf(at, place.zone).slice(0, 10) === day);
  });
}

/** One of what is there, moved: where that is what was told. */
function insteadOf(
  deeds: readonly Request[],
  said: Said,
  world: readonly Thing[],
  given: Given,
): Understood | undefined {
  const [only, ...more] = deeds;
  if ((only?.tool !== 'add_event' && only?.tool !== 'cancel_event') || more.length > 0) return undefined;
  return chosenOf(moveIn(said, world, given), said, given);
}
