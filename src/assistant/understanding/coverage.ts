/**
 * Nothing of a request is lost in silence: which words of a message came to something, and which did not.
 *
 * A word is taken where a request would not be the same without it: it stands in what a tool is given, it is the verb or the
 * sign by which the clause was understood, or it says only how the others belong together. A time is taken where the request
 * would be another without it. What is left is told, whatever it was.
 */
import { stem } from '../../text/index.ts';
import { type Clause, type Message, textOf } from './clause.ts';
import { deviceIn, kindsIn } from './devices.ts';
import { eachEvent } from './each.ts';
import type { Tool } from './grammar.ts';
import { matchKnown } from './known.ts';
import { lexicon } from './lexicon.ts';
import { weekdaysAt } from './occurrences.ts';
import type { Request } from './request.ts';
import type { Reading, Segment } from './segments.ts';
import { DEVICES } from './shows.ts';
import { readSlots } from './slots.ts';
import { sameAs } from './telling.ts';
import { joinWhens } from './time/join.ts';
import { timeWords } from './time/words.ts';
import { endsSentence, formsOf, type Token } from './tokens.ts';
import { whichOf } from './which-of.ts';
import { wordSet } from './words.ts';

interface Range {
  readonly from: number;
  readonly to: number;
}

/** What was understood: the readings that became requests, and the requests. */
export interface Made {
  readonly readings: readonly Reading[];
  readonly requests: readonly Request[];
}

/** The stretches of the message, in its own words, that neither a request took nor a sentence of the answer names. */
export function leftIn(message: Message, segments: readonly Segment[], made: Made): string[] {
  return [
    ...leftRanges(message, segments, made).map(({ from, to }) => textOf({ message, from, to })),
    ...made.readings.flatMap(({ tool, clause: { except } }) =>
      except === undefined || isExcepting(tool) ? [] : [`except ${except}`],
    ),
  ];
}

/** Where they stand. */
export function leftRanges(message: Message, segments: readonly Segment[], made: Made): Range[] {
  return stretchesOf(message, leftOf(message, segments, made))
    .filter((range) => !rangeOf(range).every((at) => lexicon().edges.has(message.tokens[at]!.word)))
    .filter((range) => saysSomething(message, segments, range));
}

/** Whether a word came to nothing. */
export function leftOf(
  message: Message,
  segments: readonly Segment[],
  { readings, requests }: Made,
): (at: number) => boolean {
  const told = tellingWords(requests);
  const taken = new Set([...readings.flatMap(takenByReading), ...segments.flatMap(takenBySegment)]);
  const inside = new Set(segments.flatMap(({ clause }) => rangeOf(clause)));
  const isTold = (at: number) =>
    [textOf({ message, from: at, to: at + 1 }).toLowerCase(), ...message.tokens[at]!.forms].some((form) =>
      wordsIn(form).every((word) => told.has(word)),
    );
  return (at) => inside.has(at) && !taken.has(at) && isWeighty(message, at) && !isTold(at);
}

/** Whether a tool is told what is left out. */
export function isExcepting({ slots }: Tool): boolean {
  return Object.values(slots).some((slot) => EXCEPTING.has(slot));
}

/** Slots in which what is left out stands: by itself, or in all that was said. */
const EXCEPTING = new Set<string>(['except', 'request', 'goal', 'question', 'fact_text']);

/**
 * Whether a stretch may be a part of what was asked for: a time, a number, something of theirs or of a kind that is dealt with
 * here, a name, or a thing with "the" or "my". What is only told beside an order ("Tom bought some") asks for nothing, and a
 * question is answered with more than it needs.
 */
function saysSomething(message: Message, segments: readonly Segment[], { from, to }: Range): boolean {
  const { tokens, whens, known } = message;
  const segment = segments.find(({ clause }) => clause.from <= from && from < clause.to);
  if (segment === undefined) return false;
  const { clause, best } = segment;
  const isIn = (at: number) => at >= from && at < to;
  if (whens.some(({ parts }) => parts.some((part) => isIn(part.from)))) return true;
  if (message.lengths.some((length) => length.from < to && length.to > from)) return true;
  if (clause.mood === 'statement') return false;
  if (tokens.slice(from, to).some(({ word }) => /^\d/.test(word))) return true;
  if (best === undefined || !namesThings(best.tool)) return false;
  if (clause.signs.some(({ sign, at }) => THINGS.has(sign) && at.some(isIn))) return true;
  if (matchKnown(tokens, from, to, known).size > 0) return true;
  // "… and nails to hardware": beside the others.
  if (clause.mood === 'order' && BESIDE.has(tokens[from - 1]?.word ?? '')) return true;
  if (isOrderedBeside(clause, from)) return true;
  // Behind a comma stands why.
  if (tokens.slice(clause.from, from).findLast(({ word }) => word === ',' || BESIDE.has(word))?.word === ',')
    return false;
  const isName = ({ capital }: Token, shift: number) =>
    capital === true && from + shift > 0 && !endsSentence(tokens, from + shift - 1);
  if (tokens.slice(from, to).some(isName)) return true;
  const [first, second] = [tokens[from]!.word, tokens[from + 1]?.word ?? ''];
  // "The old notes file": which, and no thing.
  const isOnlyHow = to === from + 2 && VAGUE.has(second);
  return OWNERS.has(first) && !NO_OBJECTS.has(second) && !isOnlyHow && tokens[from - 1]?.word !== 'for';
}

/** "… and remove milk": a verb of its own behind the joint. */
function isOrderedBeside({ message: { tokens }, signs, from: first, mood }: Clause, from: number): boolean {
  const verb = signs.find(({ group, plain, to, from: at }) => group === 'verb' && plain && to === from && at > first);
  return mood === 'order' && verb !== undefined && BESIDE.has(tokens[verb.from - 1]?.word ?? '');
}

const BESIDE = new Set(['and', '&', 'plus']);

const VAGUE = wordSet('name_vague');

const THINGS = new Set([...DEVICES, 'noun.event', 'noun.file', 'say.chore']);
const NO_OBJECTS = wordSet('no_objects');

/** Does something to what it is told the name of. */
function namesThings({ tool, slots }: Tool): boolean {
  return !ASKS.test(tool) && Object.values(slots).some((slot) => NAMES.test(slot) || slot === 'fact_text');
}

const ASKS = /^(?:list_|find_|free_|get_|recall$|research$)/;
const NAMES = /^(?:title|reminded|known_|device|file_words|path)/;

/** What a clause that was understood says beside the names of things: its verb, and how it was known. */
function takenBySegment({ clause, best }: Segment): number[] {
  // What was not understood is named as a whole.
  if (best === undefined) return rangeOf(clause);
  const known = new Set([...best.frame.signs, ...best.tool.drop, ...ORDERS]);
  return clause.signs.flatMap(({ sign, group, at, from }) => {
    const isVerb = group === 'verb' && (from <= clause.from + 1 || known.has(sign));
    const isSaid = SAID.has(group) || (group === 'say' && sign !== 'say.chore');
    return isVerb || isSaid || (known.has(sign) && !THINGS.has(sign)) || best.tool.drop.includes(sign) ? at : [];
  });
}

const SAID = new Set(['ask', 'small', 'talk', 'priority', 'priority_word']);
const ORDERS = wordSet('order_signs');

/** What a reading took into its request beside the words that stand in it. */
function takenByReading({ tool, clause }: Reading): number[] {
  const places: number[] = [];
  const put = ({ from, to }: Range) => {
    for (let at = from; at < to; at++) places.push(at);
  };
  const kind = /^known_(\w+)$/.exec(tool.slots['query'] ?? '')?.[1];
  for (const [of, { at }] of clause.known) if (of === kind) places.push(...at);
  if (clause.quote !== undefined) put(clause.quote);
  if (clause.list !== undefined && Object.values(tool.slots).includes('list')) put(clause.list);
  const slots = new Set<string>(Object.values(tool.slots));
  const { lengths, hanging } = clause.message;
  if (LENGTHS.some((slot) => slots.has(slot))) lengths.forEach(put);
  if (slots.has('counted_from')) hanging.forEach(put);
  // "The living room light" is called a lamp there.
  const kinds = slots.has('device') ? kindsIn(deviceIn(clause) ?? '').kinds : [];
  for (const { sign, at } of clause.signs) if (kinds.some((one) => sign === `noun.${one}`)) places.push(...at);
  const which = slots.has('nth_of') || slots.has('nth_gone') ? whichOf(clause) : undefined;
  if (which !== undefined) put(which);
  const each = slots.has('each_event') ? eachEvent(clause) : undefined;
  if (each !== undefined) put(each);
  for (const when of clause.whens) if (isUsed({ tool, clause }, when)) when.parts.forEach(put);
  if (slots.has('of_weekdays') || slots.has('gone_weekdays'))
    places.push(...weekdaysAt(clause, slots.has('gone_weekdays')));
  // "Bins go out on Wednesday, remind me the evening before": the time that another is counted from.
  for (const [at, { parts }] of clause.whens.entries()) if (clause.whens[at + 1]?.leans) parts.forEach(put);
  // "The dentist comes on Friday, put it down": the time of what it leans on.
  for (const { parts } of clause.topic?.whens ?? []) parts.forEach(put);
  if (NUMBERS.some((slot) => slots.has(slot)))
    for (const at of rangeOf(clause)) if (isNumber(clause.message.tokens[at]!.word)) places.push(at);
  return places;
}

const NUMBERS = ['set_to', 'shift_by', 'undo_count'];
const isNumber = (word: string) => /^\d/.test(word) || timeWords().number(word) !== undefined;

const LENGTHS = ['minutes', 'finish', 'remind_words', 'new_length', 'longer_by'];

/** Whether the request would be another without this time. */
function isUsed({ tool, clause }: Pick<Reading, 'tool' | 'clause'>, when: Clause['whens'][number]): boolean {
  const drop = new Set(tool.drop);
  const whens = clause.whens.filter((one) => one !== when);
  const without = { ...clause, whens, when: joinWhens(whens, clause.message.place) };
  const [input, other] = [clause, without].map((one) => readSlots({ clause: one, drop }, tool.slots));
  // Words that are no time any more fall into the name: that alone says nothing of the time.
  const isName = (slot: string) => NAMES.test(tool.slots[slot]!);
  const names = new Set([...Object.keys(input!), ...Object.keys(other!)]);
  return [...names].some((slot) => !isName(slot) && JSON.stringify(input![slot]) !== JSON.stringify(other![slot]));
}

function rangeOf({ from, to }: Range): number[] {
  return Array.from({ length: to - from }, (_, at) => from + at);
}

/** The words that tools are given. */
function tellingWords(requests: readonly Request[]): ReadonlySet<string> {
  const { irregular } = lexicon();
  const texts = requests.flatMap(({ input }) =>
    Object.values(input).flatMap((value) => (typeof value === 'string' || Array.isArray(value) ? [value].flat() : [])),
  );
  const words =
    texts
      .join(' ')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+(?:[''’.:_@-][\p{L}\p{N}]+)*/gu) ?? [];
  return new Set(words.flatMap((word) => formsOf(word, irregular)).flatMap(wordsIn));
}

function wordsIn(word: string): string[] {
  return word
    .replace(/'s$|'$/, '')
    .split(/[_./-]+/)
    .filter(Boolean)
    .map((part) => sameAs(stem(part)));
}

function isWeighty({ tokens, whens }: Message, at: number): boolean {
  const { word } = tokens[at]!;
  if (whens.some(({ parts, tells }) => !tells && parts.some(({ from, to }) => from <= at && at < to))) return true;
  return /[\p{L}\p{N}]/u.test(word) && !lexicon().edges.has(word) && !UNTELLING.has(word);
}

const UNTELLING = wordSet('untelling');

/** Left words that stand together, with the small ones between them and "the" before them. */
function stretchesOf(message: Message, isLeft: (at: number) => boolean): Range[] {
  const found: { from: number; to: number }[] = [];
  for (const at of message.tokens.keys()) {
    if (!isLeft(at)) continue;
    const last = found.at(-1);
    const between = message.tokens.slice(last?.to ?? 0, at);
    const isNear = last !== undefined && between.length <= 2 && between.every(({ word }) => !/^[.,;!?]$/.test(word));
    if (isNear) last.to = at + 1;
    else found.push({ from: OWNERS.has(message.tokens[at - 1]?.word ?? '') ? at - 1 : at, to: at + 1 });
  }
  return found;
}

const OWNERS = wordSet('owners');
