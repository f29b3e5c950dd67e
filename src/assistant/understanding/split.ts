/** Where a message may fall into clauses, and how much each cut costs. The cheapest reading of the whole decides. */

import { isKeeping, type Message } from './clause.ts';
import { lexicon } from './lexicon.ts';
import { partingOrders } from './orders.ts';
import { headedAt } from './start.ts';
import { addressesBeside } from './time/addresses.ts';
import { findPieces } from './time/pieces.ts';
import { endsSentence } from './tokens.ts';
import { wordSet } from './words.ts';

export interface Cut {
  /** The token that begins the next clause. */
  readonly at: number;
  readonly cost: number;
  /** What it costs to read on over it as if it were not there. */
  readonly over: number;
}

const JOINERS = wordSet('joiners');
const OPENERS = wordSet('openers');
const ASKS = wordSet('asked');
/** "How many meetings do I have": the verb of the question itself. */
const HELPERS = new Set(['do', 'does', 'did', 'have', 'has', 'am', 'are']);
const SUBJECTS = new Set(['i', 'we', 'you']);
/** What it costs to part what stands in a row. */
const LOOSE = 2.2;
/** What it costs to part what belongs together. */
const UNPARTED = 5;
const MOST_CUTS = 24;

export function cutsOf(message: Message): Cut[] {
  const { tokens, text } = message;
  const quoted = new Set([...quotedTokens(message), ...headedTokens(message)]);
  const bound = new Set([
    ...boundTokens(message),
    ...keptTokens(message),
    ...lengthTokens(message),
    ...placeTokens(message),
  ]);
  const cuts = new Map<number, Cut>();
  const put = (at: number, cost: number, over: number) => {
    if (at <= 0 || at >= tokens.length || quoted.has(at) || (quoted.has(at - 1) && quoted.has(at))) return;
    if (bound.has(at)) return;
    const old = cuts.get(at);
    if (old === undefined || cost < old.cost) cuts.set(at, { at, cost, over });
  };
  const verbs = verbStarts(message);
  const asks = new Set(
    lexicon()
      .signsIn(tokens)
      .filter(({ sign, to }) => sign === 'small.ask_lead' && ASKS.has(tokens[to]?.word ?? ''))
      .map(({ from }) => from),
  );
  for (const [at, { word }] of tokens.entries()) {
    const next = at + 1;
    const isNewline = text.slice(tokens[at]!.end, tokens[next]?.start ?? 0).includes('\n');
    if (isNewline) put(next, 0, 1.5);
    if (word === '\n' || endsSentence(tokens, at)) put(next, 0, 1.2);
    if (word === ',' || word === '-' || word === '–')
      put(next, opens(tokens[next]?.word, verbs, next) ? 0.3 : LOOSE, 0);
    if (JOINERS.has(word)) {
      const after = JOINERS.has(tokens[next]?.word ?? '') ? next + 1 : next;
      const isClause = opens(tokens[after]?.word, verbs, after);
      const isSoft = ['so', 'because', 'but'].includes(word);
      // "… and tell me whether": what follows is a question of its own.
      if (asks.has(after)) put(at, 0.3, 1.2);
      else put(at, goesWithName(message, at, after) ? UNPARTED : isSoft ? 0.4 : isClause ? 0.8 : LOOSE, 0);
    }
    // Without any joint: where an order begins.
    const isAsked = HELPERS.has(word) && SUBJECTS.has(tokens[next]?.word ?? '') && tokens[0]!.word === 'how';
    if (verbs.has(at) && at > 1 && !isAsked && tokens[at - 1]!.word !== ':' && !GOVERNS.has(tokens[at - 1]!.word))
      put(at, 2.1, 0);
  }
  // "Call mum tomorrow and fly me to the moon": an order of its own, whether or not somebody here can do it.
  for (const { joint } of partingOrders(message)) put(joint, 0.2, 1.2);
  for (const joint of stepsOn(message)) put(joint, 0.2, 1.2);
  // "If it rains cancel the game": behind a condition that comes first begins what it is of.
  for (const { from, to } of message.bounds.conditions)
    if (from === 0 || /^[^\p{L}\p{N}]$/u.test(tokens[from - 1]!.word) || JOINERS.has(tokens[from - 1]!.word))
      put(to, 0.2, 1.5);
  return [...cuts.values()].toSorted((one, other) => one.at - other.at).slice(0, MOST_CUTS);
}

/** "Yoga every Monday, and not in December": what bounds a rhythm that was said goes with it, over joint and comma. */
function boundTokens({ whens, tokens }: Message): ReadonlySet<number> {
  const bound = new Set<number>();
  for (const { recurs, parts } of whens) {
    const [core, ...riders] = parts;
    for (const { from, to } of riders) {
      if (!recurs || from < core!.to) continue;
      let first = from;
      while (first > 0 && (JOINERS.has(tokens[first - 1]!.word) || /^[,.;]$/.test(tokens[first - 1]!.word))) first--;
      for (let at = first; at < to; at++) bound.add(at);
    }
  }
  return bound;
}

/** "An hour and a half" is one length. */
function lengthTokens({ lengths }: Message): number[] {
  return lengths.flatMap(({ from, to }) =>
    Array.from({ length: Math.max(0, to - from - 1) }, (_, at) => from + 1 + at),
  );
}

/** "…, at 12 Harley Street": where it is goes with what is there. */
function placeTokens({ tokens, place }: Message): number[] {
  return addressesBeside(tokens, findPieces(tokens, place)).flatMap(({ from, to }) =>
    Array.from({ length: to - from + 1 }, (_, shift) => from - 1 + shift),
  );
}

/** "Cancel it but keep the reminder": what is left as it is goes with what it is left of. */
function keptTokens({ tokens }: Message): number[] {
  return lexicon()
    .signsIn(tokens)
    .flatMap((one) => {
      const { sign, from, to } = one;
      const isLeft = sign === 'say.but_keep' || (sign === 'say.except' && isKeeping(tokens, one));
      return isLeft ? tokens.slice(from, to + 1).map((_, at) => from + at) : [];
    });
}

function opens(word: string | undefined, verbs: ReadonlySet<number>, at: number): boolean {
  return word !== undefined && (verbs.has(at) || OPENERS.has(word));
}

/** "Remind me to check the trial and cancel it at 5": whoever is reminded does both, where the time comes behind both. */
function goesWithName({ tokens, whens }: Message, joint: number, at: number): boolean {
  const told = tokens.findLastIndex(({ word }, place) => place < joint && word === 'to');
  const isTimed = whens.some(({ parts }) => parts.some(({ from }) => from < joint));
  const isReminded = lexicon()
    .signsIn(tokens.slice(0, Math.max(0, told)))
    .some(({ sign }) => sign === 'verb.remind');
  return isReminded && !isTimed && THAT.has(tokens[at + 1]?.word ?? '') && tokens[at]!.word !== 'undo';
}

/** "…, then mark it done", "and undo that": a step that only we can do to what was just said, whatever its name would take in. */
function stepsOn({ tokens }: Message): number[] {
  const signs = lexicon().signsIn(tokens);
  return signs.flatMap(({ sign, from, to, plain }) => {
    const isThat = tokens.slice(from, to + 1).some(({ word }) => THAT.has(word));
    // "Cancel it" may as well be what somebody has to do.
    if (!STEPS.has(sign) || !plain || !isThat || tokens[from]!.word === 'cancel') return [];
    let joint = from;
    while (joint > 0 && (JOINERS.has(tokens[joint - 1]!.word) || tokens[joint - 1]!.word === ',')) joint--;
    const isReminded = signs.some((one) => one.sign === 'verb.remind' && one.from < joint);
    // "Oops, undo that" is one step.
    const isAlone = !signs.some(({ group, from: at }) => group === 'verb' && at < joint);
    return joint === from || isAlone || (isReminded && sign !== 'verb.undo') ? [] : [joint];
  });
}

const STEPS = wordSet('own_steps');
const THAT = wordSet('that_one');

/** Tokens at which a verb of an order begins, in its plain form. */
function verbStarts({ tokens }: Message): Set<number> {
  const starts = new Set<number>();
  const lexiconSigns = lexicon().signsIn(tokens);
  for (const { sign, group, from, to, at, plain } of lexiconSigns) {
    const { word } = tokens[from]!;
    const isNoun = NOUNS.has(word) && !DETERMINES.has(tokens[from + 1]?.word ?? '');
    const isInside = lexiconSigns.some(
      (one) => one.group === 'verb' && one.from < from && one.to > from && one.at.length > 1,
    );
    if (group === 'verb' && plain && !isInside && !isNoun && !WEAK.has(sign) && !WEAK_WORDS.has(word)) starts.add(from);
    // "…, call the plumber": a chore is an order where something to act on follows.
    if (sign === 'say.chore' && plain && [from + 1, to].some((next) => DETERMINES.has(tokens[next]?.word ?? '')))
      starts.add(from);
    const isAsked = lexiconSigns.some(
      (one) => (one.group === 'verb' || one.sign === 'small.ask_lead') && one.to === from,
    );
    if (
      group === 'ask' &&
      !isAsked &&
      (sign === 'ask.wh' || at.length > 1) &&
      !['who', 'which', 'how', 'where', 'when'].includes(word)
    )
      starts.add(from);
  }
  return starts;
}

/** After these a verb goes on with what was begun, or is none. */
const GOVERNS = wordSet('governs');

/** Verbs that are as often nouns: they are verbs where something to act on follows. */
const NOUNS = wordSet('verb_nouns');
const DETERMINES = wordSet('determines');

const WEAK = wordSet('weak_signs');
const WEAK_WORDS = wordSet('weak_words');

/** "Todo: call Bob. Cancel the gym": what is headed as a todo is one, to the end of its line. */
function headedTokens({ text, tokens }: Message): number[] {
  const from = headedAt(tokens, 0, tokens.length);
  const end = from < tokens.length ? text.indexOf('\n', tokens[from]!.start) : -1;
  return tokens.flatMap(({ start }, at) => (at >= from && (end < 0 || start < end) ? [at] : []));
}

function quotedTokens({ text, tokens }: Message): Set<number> {
  const inside = new Set<number>();
  for (const found of text.matchAll(/["“][^"”]*["”]|(?<=^|\s)['‘][^'’]{2,}['’](?=$|[\s,.;!?])/g))
    for (const [at, { start, end }] of tokens.entries())
      if (start > found.index && end <= found.index + found[0].length) inside.add(at);
  return inside;
}
