/**
 * Bounds that were not understood: "cancel yoga after the holidays". Whoever changes or takes away more than was meant does
 * harm, so that nothing is changed where a word that limits it came to nothing.
 */
import { type Clause, type Message, textOf } from './clause.ts';
import { isExcepting, leftOf, type Made } from './coverage.ts';
import type { Held } from './held.ts';
import { lexicon } from './lexicon.ts';
import type { Segment } from './segments.ts';
import { timeWords } from './time/words.ts';
import { wordSet } from './words.ts';

const LIMITS = wordSet('limit_words');
const BOUNDED = wordSet('bounded_tools');

/** By the place of the segment. */
export function unreadBounds(message: Message, segments: readonly Segment[], made: Made): ReadonlyMap<number, Held> {
  const isLeft = leftOf(message, segments, made);
  const held = new Map<number, Held>();
  for (const [at, { clause, best }] of segments.entries()) {
    if (best === undefined || !BOUNDED.has(best.tool.tool) || clause.mood === 'question') continue;
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

/** "Cancel everything after the dentist": it says which, and the dentist itself is not meant. */
function namedBound(message: Message, { shows, known, from }: Clause): string | undefined {
  const at = known.get('event')?.at ?? [];
  if (!shows.has('say.all') || at.length === 0) return undefined;
  const { tokens } = message;
  let before = Math.min(...at) - 1;
  while (before > from && lexicon().edges.has(tokens[before]!.word) && !SIDES.has(tokens[before]!.word)) before--;
  if (before < from || !SIDES.has(tokens[before]!.word)) return undefined;
  return textOf({ message, from: before, to: Math.max(...at) + 1 });
}

const SIDES = new Set(['after', 'before', 'until', 'till', 'since']);

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
