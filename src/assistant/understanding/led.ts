/** What stands before the name of a thing: it is done beside it ("before the demo"), or to it ("add Kim to the demo"). */
import type { Plain } from './clause.ts';
import { wordSet } from './words.ts';

const DETERMINERS = wordSet('time_owners');
const BESIDES = new Set(['before', 'after', 'between']);
const GOALS = new Set(['to']);

export function isBeside(clause: Plain, at: readonly number[]): boolean {
  return isLedBy(clause, at, BESIDES);
}

export function isGoal(clause: Plain, at: readonly number[]): boolean {
  return isLedBy(clause, at, GOALS);
}

function isLedBy({ message: { tokens }, from }: Plain, at: readonly number[], leads: ReadonlySet<string>): boolean {
  if (at.length === 0) return false;
  let before = Math.min(...at) - 1;
  while (before > from && DETERMINERS.has(tokens[before]!.word)) before--;
  return before > from && leads.has(tokens[before]!.word);
}
