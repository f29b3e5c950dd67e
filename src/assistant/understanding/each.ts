/** "An hour before each yoga": of every occasion of something that comes again. */
import type { Clause, Message } from './clause.ts';
import { type Known, matchKnown } from './known.ts';
import { amountAt } from './time/distances.ts';
import { nameAt, type Range } from './time/piece.ts';
import type { Token } from './tokens.ts';

export interface EachEvent extends Range {
  /** What it is counted from. */
  readonly name: string;
  /** Minutes from each of them, before it negative; absent where nobody said how many. */
  readonly minutes?: number | undefined;
}

const SIDES: Readonly<Record<string, number>> = { before: -1, after: 1 };
const EACH = new Set(['each', 'every', 'any', 'all']);
const SMALL = new Set(['of', 'my', 'the', 'our', 'single']);
const DAY = 24 * 60;

/** Where it stands, with how far from it; "before each meal" is of nothing that is in the calendar, and of a name. */
export function eachIn(tokens: readonly Token[], place: Message['place'], known: Known): EachEvent[] {
  const reader = { tokens, place, today: '' };
  return tokens.flatMap(({ word }, at) => {
    const side = SIDES[word];
    if (side === undefined || !EACH.has(tokens[at + 1]?.word ?? '')) return [];
    let first = at + 2;
    while (SMALL.has(tokens[first]?.word ?? '')) first++;
    const of = nameAt(reader, first);
    const name = of && matchKnown(tokens, of.from, of.to, known).get('event')?.name;
    if (of === undefined || name === undefined) return [];
    for (let from = Math.max(0, at - MOST_WORDS); from < at; from++) {
      const amount = amountAt(reader, from);
      const minutes = amount?.minutes ?? (amount?.days === undefined ? undefined : amount.days * DAY);
      if (amount?.to === at && minutes !== undefined) return [{ from, to: of.to, minutes: side * minutes, name }];
    }
    const isDay = tokens[at - 1]?.word === 'day';
    const from = isDay ? (tokens[at - 2]?.word === 'the' ? at - 2 : at - 1) : at;
    return [{ from, to: of.to, ...(isDay && { minutes: side * DAY }), name }];
  });
}

const MOST_WORDS = 6;

export function eachEvent({ message, from, to }: Pick<Clause, 'message' | 'from' | 'to'>): EachEvent | undefined {
  const { tokens, place, known } = message;
  return eachIn(tokens, place, known).find((one) => one.from >= from && one.to <= to);
}
