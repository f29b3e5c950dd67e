/** Where a clause begins: behind a heading and a time that stands first. */
import type { When } from './time/when.ts';
import type { Token } from './tokens.ts';
import { wordSet } from './words.ts';

const HEADINGS = wordSet('headings');

/** "High priority: call the landlord" begins with the call. */
function afterHeading(tokens: readonly Token[], from: number, to: number): number {
  let at = from;
  while (at < to && HEADINGS.has(tokens[at]!.word)) at++;
  return at > from && at < to - 1 && tokens[at]!.word === ':' ? at + 1 : from;
}

/** Where that begins which is headed as a todo; behind the end where nothing is. */
export function headedAt(tokens: readonly Token[], from: number, to: number): number {
  const start = afterHeading(tokens, from, to);
  const isTodo = tokens.slice(from, start).some(({ word }) => TODO.has(word));
  return start > from && isTodo ? start : to;
}

const TODO = new Set(['todo', 'to-do', 'task']);

/** The first token that is no part of a time: "every Monday at 8 remind me". */
export function startOf(tokens: readonly Token[], from: number, to: number, whens: readonly When[]): number {
  let start = afterHeading(tokens, from, to);
  for (;;) {
    const part = whens.flatMap(({ parts }) => parts).find((one) => one.from <= start && start < one.to);
    if (part !== undefined && part.to < to) start = part.to;
    else if (start > from && start < to && /^[,:;-]$|^please$/.test(tokens[start]!.word)) start++;
    else return start;
  }
}
