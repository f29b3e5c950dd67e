/**
 * Parts of a request that were not understood: a bound ("cancel yoga after the holidays"), a time, a number, a thing. Whoever
 * does the rest of it does something else than was said, so that nothing of it is done, and it is told which part it was.
 */
import { unreadName } from './accounted.ts';
import { type Clause, type Message, textOf } from './clause.ts';
import { isExcepting, leftOf, leftRanges, type Made } from './coverage.ts';
import { ASKS, type Held } from './held.ts';
import { lexicon } from './lexicon.ts';
import type { Request } from './request.ts';
import type { Reading, Segment } from './segments.ts';
import { timeWords } from './time/words.ts';
import { wordSet } from './words.ts';

const LIMITS = wordSet('limit_words');
const BOUNDED = wordSet('bounded_tools');

/** By the place of the segment. */
export function unreadBounds(message: Message, segments: readonly Segment[], made: Made): ReadonlyMap<number, Held> {
  const isLeft = leftOf(message, segments, made);
  const left = leftRanges(message, segments, made);
  const held = new Map<number, Held>();
  for (const [at, { clause, best }] of segments.entries()) {
    if (best === undefined || ASKS.test(best.tool.tool) || clause.mood === 'question') continue;
    const request = made.requests[made.readings.findIndex((one) => one.clause.from === clause.from)];
    const part =
      left
        .filter(({ from }) => clause.from <= from && from < clause.to)
        .find((range) => isPart(message, best, range)) ??
      unkeptCondition(message, clause, request) ??
      (request && unreadName(clause, request));
    const of = part && ('from' in part ? textOf({ message, ...part }) : part.words);
    if (of !== undefined) held.set(at, { text: textOf(clause), why: 'part', of });
    if (!BOUNDED.has(best.tool.tool)) continue;
    const hanging = message.hanging.find((one) => one.from >= clause.from && one.to <= clause.to);
    const isCounted = Object.values(best.tool.slots).includes('counted_from');
    const unkept = clause.except !== undefined && !isExcepting(best.tool) ? `except ${clause.except}` : undefined;
    const bound =
      unkept ??
      namedBound(message, clause) ??
      (hanging !== undefined && !isCounted ? textOf({ message, ...hanging }) : undefined) ??
      boundIn(message, clause, isLeft);
    if (bound !== undefined) held.set(at, { text: textOf(clause), why: 'bound', of: bound });
  }
  return held;
}

/** "Add milk if we have none": nobody here knows, and the name does not say it. */
function unkeptCondition({ bounds, tokens }: Message, { from, to, quote }: Clause, request: Request | undefined) {
  const called = request?.input['title'] ?? request?.input['what'];
  if (typeof called !== 'string' || quote !== undefined) return undefined;
  const words = called.toLowerCase();
  return bounds.conditions.find((one) => from < one.from && one.to <= to && !words.includes(tokens[one.from]!.word));
}

/** Behind a comma stands why, unless it is a time or a number. */
function isPart(
  { tokens, whens, lengths }: Message,
  { clause, tool }: Reading,
  { from, to }: { from: number; to: number },
): boolean {
  const isIn = (part: { from: number; to: number }) => part.from < to && part.to > from;
  const isTime = whens.some(({ parts }) => parts.some(isIn)) || lengths.some(isIn);
  const isNumber = tokens.slice(from, to).some(({ word }) => /^\d/.test(word));
  if (isTime || isNumber) return true;
  // Of several devices those that there are are run, and the others named; "the cake in the oven" is none of several.
  const before = tokens.slice(clause.from, from).findLast(({ word }) => !lexicon().edges.has(word) || word === 'and');
  const isBeside = before?.word === 'and' || before?.word === ',';
  // What stands in marks is the whole name.
  return (
    (tool.each !== 'device' || (!isBeside && clause.shows.has('has.number'))) &&
    clause.quote === undefined &&
    tokens.slice(clause.from, from).every(({ word }) => word !== ',')
  );
}

/** "Cancel everything after the dentist": it says which, and the dentist itself is not meant. */
function namedBound(message: Message, { shows, known, from }: Clause): string | undefined {
  const at = known.get('event')?.at ?? [];
  if (at.length === 0) return undefined;
  const { tokens } = message;
  let before = Math.min(...at) - 1;
  const isSmall = ({ word }: { readonly word: string }) =>
    lexicon().edges.has(word) && !SIDES.has(word) && !DURING.has(word);
  while (before > from && isSmall(tokens[before]!)) before--;
  const lead = tokens[before]?.word ?? '';
  const isBound = DURING.has(lead) || (shows.has('say.all') && SIDES.has(lead));
  if (before < from || !isBound) return undefined;
  return textOf({ message, from: before, to: Math.max(...at) + 1 });
}

const SIDES = new Set(['after', 'before', 'until', 'till', 'since']);
/** What is done while something else goes on is not done to that. */
const DURING = new Set(['during', 'around', 'while', 'throughout']);

/** The word that limits, with what stands behind it and came to nothing. */
function boundIn(
  message: Message,
  { from, to }: { from: number; to: number },
  isLeft: (at: number) => boolean,
): string | undefined {
  const { tokens } = message;
  const { edges } = lexicon();
  const isSmall = (at: number) => edges.has(tokens[at]!.word) && !LIMITS.has(tokens[at]!.word);
  for (let at = from; at < to; at++) {
    const { word } = tokens[at]!;
    const isUnkept = timeWords().isUnkept(word) && isLeft(at);
    if (!LIMITS.has(word) && !isUnkept) continue;
    let next = isUnkept ? at : at + 1;
    while (next < to && isSmall(next)) next++;
    if (next >= to || !isLeft(next)) continue;
    let end = next + 1;
    while (end < to && isLeft(end)) end++;
    return textOf({ message, from: at, to: end });
  }
  return undefined;
}
