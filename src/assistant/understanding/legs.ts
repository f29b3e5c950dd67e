/**
 * "A flight on 3 December, leaves 10:00 Berlin time, arrives 13:00 New York time": a time behind a word that says of what was
 * just told when it begins or ends belongs to it, and is no thing of its own.
 */
import type { Clause } from './clause.ts';
import type { Segment } from './segments.ts';
import { joinWhens } from './time/join.ts';
import type { When } from './time/when.ts';
import { wordSet } from './words.ts';

const BEGINS = wordSet('leg_begins');
const ENDS = wordSet('leg_ends');
const SMALL = wordSet('leg_small');

/** Each such clause is folded into the event before it. */
export function withLegs(segments: readonly Segment[]): readonly Segment[] {
  const kept: Segment[] = [];
  for (const segment of segments) {
    const last = kept.at(-1);
    const folded = last?.best?.tool.tool === 'add_event' ? fold(last, segment.clause) : undefined;
    if (folded === undefined) kept.push(segment);
    else kept[kept.length - 1] = folded;
  }
  return kept;
}

function fold({ best, readings }: Segment, leg: Clause): Segment | undefined {
  const [when] = leg.whens;
  const word = wordOf(leg);
  if (best === undefined || when === undefined || !when.timed || when.recurs || word === undefined) return undefined;
  const { clause } = best;
  // An end with nothing before it begins nothing.
  if (ENDS.has(word) && clause.when?.timed !== true) return undefined;
  const joined: Clause = BEGINS.has(word)
    ? { ...clause, when: begun(clause, when), whens: [...clause.whens, when] }
    : { ...clause, until: when };
  return { clause: joined, readings, best: { ...best, clause: joined } };
}

/** The one word that is no time and not small, where there is but one. */
function wordOf({ message: { tokens }, from, to, whens }: Clause): string | undefined {
  const inTime = (at: number) => whens.some(({ parts }) => parts.some((part) => part.from <= at && at < part.to));
  const words = tokens.slice(from, to).flatMap(({ word }, at) => (inTime(from + at) || SMALL.has(word) ? [] : [word]));
  const [word] = words;
  return words.length === 1 && (BEGINS.has(word!) || ENDS.has(word!)) ? word : undefined;
}

function begun({ when, message: { place } }: Clause, leg: When): When {
  return when === undefined || leg.dated ? leg : (joinWhens([{ ...when, timed: false }, leg], place) ?? when);
}
