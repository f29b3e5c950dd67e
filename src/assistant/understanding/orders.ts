/**
 * Orders by their shape: behind a joint, a word with something to act on directly after it is a verb, whether anybody here
 * knows it or not ("and fly me to the moon", "and hack the wifi"). What is ordered beside something else is a part of its
 * own: it is done, asked about, or said to be left, and never lost in the name of another thing.
 */
import type { Message } from './clause.ts';
import { lexicon, type Sign } from './lexicon.ts';
import { listIn } from './lists.ts';
import { endsSentence } from './tokens.ts';
import { wordSet } from './words.ts';

export interface Order {
  /** The token of its verb. */
  readonly at: number;
  /** The first token of what joins it to what stands before. */
  readonly joint: number;
}

const JOINERS = wordSet('joiners');
const LEADS = wordSet('order_leads');
const OBJECTS = wordSet('order_objects');
const NO_VERBS = wordSet('no_verbs');
const NO_OBJECTS = wordSet('no_objects');

/** What is done with somebody who is named. */
const TELLS = wordSet('tells_others');

type Words = Pick<Message, 'tokens' | 'whens'>;

/** Whether the words from here on order something. */
export function isOrderAt({ tokens, whens }: Words, at: number): boolean {
  const [verb, object, after] = [tokens[at], tokens[at + 1], tokens[at + 2]];
  if (verb === undefined || object === undefined || NO_VERBS.has(verb.word) || !/^\p{L}{2,}/u.test(verb.word))
    return false;
  const isTime = (place: number) =>
    whens.some(({ parts }) => parts.some(({ from, to }) => from <= place && place < to));
  if (isTime(at) || isTime(at + 1) || (verb.capital && at > 0 && !endsSentence(tokens, at - 1))) return false;
  // "Send Anna a text".
  const isGiven = object.capital === true && after !== undefined && OBJECTS.has(after.word) && !isTime(at + 2);
  // "Invite Ana".
  if (object.capital === true && TELLS.has(verb.word)) return true;
  return (OBJECTS.has(object.word) && !NO_OBJECTS.has(after?.word ?? '')) || isGiven;
}

/** "Sing me a song": for whoever asks, so it is no chore of theirs. */
export function isForThem({ tokens }: Words, at: number): boolean {
  return ['me', 'us'].includes(tokens[at + 1]?.word ?? '') && !CALLS.has(tokens[at]!.word);
}

/** "Call me" is what somebody else is to do. */
const CALLS = wordSet('calls_back');

/** The orders behind a joint that begin a part of their own, whatever stands before them. */
export function partingOrders(message: Message): Order[] {
  const signs = lexicon().signsIn(message.tokens);
  const found: Order[] = [];
  for (const at of message.tokens.keys()) {
    const isPut = ADDS.has(message.tokens[at]!.word) && at < message.tokens.length - 1;
    const joint = isPut || isOrderAt(message, at) ? jointBefore(message, at) : undefined;
    if (joint !== undefined && parts(message, signs, { at, joint }, found.at(-1)?.at ?? 0)) found.push({ at, joint });
  }
  return found;
}

const ADDS = wordSet('adds');

/** Back over "and could you also"; nothing where no joint stands before it. */
function jointBefore({ tokens }: Message, at: number): number | undefined {
  let from = at;
  while (
    from > 0 &&
    (LEADS.has(tokens[from - 1]!.word) || JOINERS.has(tokens[from - 1]!.word) || tokens[from - 1]!.word === ',')
  )
    from--;
  const isJoined = tokens.slice(from, at).some(({ word }) => JOINERS.has(word) || word === ',');
  return isJoined && from > 0 && !endsSentence(tokens, from - 1) ? from : undefined;
}

/** Whether what stands before it, from the order before it on, could not go on with it. */
function parts(message: Message, signs: readonly Sign[], { at, joint }: Order, before: number): boolean {
  const { tokens } = message;
  // "Every day at 8 take eye drops, remind me for 2 weeks": told for what follows, where no word joins the two.
  const isJoined = tokens.slice(joint, at).some(({ word }) => JOINERS.has(word));
  if (tokens[at]!.word === 'remind' && !isJoined) return false;
  if (isForThem(message, at)) return true;
  const ended = tokens.slice(0, joint).findLastIndex((_, place) => endsSentence(tokens, place)) + 1;
  const from = Math.max(ended, before);
  const first = signs
    .filter((sign) => sign.from >= from && sign.from < joint && (HEADS.has(sign.group) || HEAD_SIGNS.has(sign.sign)))
    .toSorted((one, other) => one.from - other.from)[0];
  const heads = first === undefined ? [] : signs.filter((sign) => sign.from === first.from).map(({ sign }) => sign);
  if (heads.some((sign) => sign.startsWith('ask.') || KEEPS_ON.has(sign))) return false;
  if (isInfinitive(message, signs, heads, [from, joint])) return false;
  // One buys things, and no deeds; and nobody here knows how what an unknown verb orders goes on.
  if (heads.includes('say.want_buy') || (heads.length === 0 && isOrderAt(message, from))) return true;
  const isNamed = heads.length === 0 || heads.some((sign) => MAKES.has(sign));
  return !isNamed || isClosed(message, signs, from, joint);
}

const HEADS = new Set(['verb', 'ask']);
/** What begins an order, or makes something of all that follows it. */
const HEAD_SIGNS = wordSet('head_signs');
/** Everything behind them is of the same thing: "remind me to … and …". */
const KEEPS_ON = wordSet('keeps_on');
/** They make a thing whose name goes on until something ends it. */
const MAKES = wordSet('makes_named');
const MOVES = wordSet('moves_to');
const NAMING = wordSet('naming');

/** "To sort a list and …", "how I …": what is told to be done goes on. */
function isInfinitive(
  { tokens }: Message,
  signs: readonly Sign[],
  heads: readonly string[],
  [from, joint]: readonly [number, number],
): boolean {
  if (heads.some((sign) => MOVES.has(sign))) return false;
  const isVerb = (at: number) =>
    signs.some(
      ({ group, sign, plain, from: begins }) => begins === at && plain && (group === 'verb' || sign === 'say.chore'),
    );
  return tokens
    .slice(from, joint)
    .some(({ word }, shift) => ASKED.has(word) || (word === 'to' && isVerb(from + shift + 1)));
}

const ASKED = new Set(['how', 'whether']);

/** A time, a list or a name that was given ends what a thing is called. */
function isClosed({ tokens, whens, known }: Message, signs: readonly Sign[], from: number, joint: number): boolean {
  const isTimed = whens.some(({ parts: all }) => all.some(({ to }) => to === joint));
  if (isTimed || tokens.slice(from, joint).some(({ word }) => NAMING.has(word))) return true;
  if (signs.some(({ sign, to }) => to === joint && CLOSES.has(sign))) return true;
  return listIn(tokens, from, joint, known.lists)?.to === joint;
}

/** Where a thing is put: "to my todos". */
const CLOSES = wordSet('places_named');
