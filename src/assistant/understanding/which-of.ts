/** "The third lesson", "the next two swims", "the last one of yoga": which of what comes again, by its place in the row. */
import type { Clause } from './clause.ts';
import { isBounded } from './hours.ts';
import type { KnownKind } from './known.ts';
import { timeWords } from './time/words.ts';
import { wordSet } from './words.ts';

export interface Which {
  /** From 1; the last is -1. */
  readonly nth: number;
  /** How many of them, where it is more than one. */
  readonly count?: number | undefined;
  /** Where it is said. */
  readonly from: number;
  readonly to: number;
}

const SMALL = wordSet('which_small');

export function whichOf({ message: { tokens }, from, to, known }: Clause): Which | undefined {
  const { at = [] } = known.get('event') ?? {};
  if (at.length === 0) return undefined;
  // "Skip yoga twice": the next two.
  const twice = tokens.findIndex(({ word }, place) => place > Math.max(...at) && place < to && word === 'twice');
  if (twice > 0) return { nth: 1, count: 2, from: twice, to: twice + 1 };
  let last = Math.min(...at) - 1;
  while (last > from && SMALL.has(tokens[last]!.word)) last--;
  const count = timeWords().number(tokens[last]?.word ?? '');
  const place = count === undefined ? last : last - 1;
  const word = place > from ? tokens[place]!.word : '';
  const nth = word === 'last' ? -1 : word === 'next' ? 1 : /^\d/.test(word) ? undefined : timeWords().ordinal(word);
  // "The next lesson": see below.
  if (nth === undefined || (word === 'next' && count === undefined)) return undefined;
  return { nth, ...(count !== undefined && { count }), from: place, to: last + 1 };
}

/** "The next lesson": that one alone. */
export function isNextOf({ message: { tokens }, from, known }: Clause, kind: KnownKind = 'event'): boolean {
  const { at = [] } = known.get(kind) ?? {};
  const before = at.length === 0 ? -1 : Math.min(...at) - 1;
  return before >= from && NEXT.has(tokens[before]!.word);
}

/** Of what is called off the next one only: it is named as that, or skipped with no word of when. */
export function isNextGone(clause: Clause, kind: KnownKind): boolean {
  const { shows, whens } = clause;
  if (whens.length > 0 || shows.has('say.all') || shows.has('say.for_good')) return false;
  return isNextOf(clause, kind) || isSkipped(clause);
}

/** "Skip the rent on 30 November", "delete the rent this month": the one of then, and it goes on. */
export function isOneGone(clause: Clause, kind: KnownKind): boolean {
  const { when, whens, shows } = clause;
  const isThen = whens.length === 1 && when?.dated === true && !when.recurs && !when.deadline && !isBounded(clause);
  return isNextGone(clause, kind) || (isThen && !shows.has('say.all'));
}

function isSkipped({ message, from, to }: Clause): boolean {
  return message.tokens.slice(from, to).some(({ forms }) => forms.includes('skip'));
}

const NEXT = new Set(['next', 'coming', 'upcoming', 'following']);
