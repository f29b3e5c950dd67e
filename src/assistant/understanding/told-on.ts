/**
 * "Remind me to email Ana that the meeting on Friday is moved to 4pm": what is to be told to somebody is content, and its
 * times are not when to be reminded.
 */
import type { Token } from './tokens.ts';
import { wordSet } from './words.ts';

const FINITE = wordSet('finite');

/** Whether the tokens from here on stand in what is to be told; `first` is where the clause begins. */
export function isToldOn(tokens: readonly Token[], first: number, from: number, end: number): boolean {
  const wordAt = (at: number) => tokens[at]!.word;
  const find = (word: string, after: number) => {
    for (let at = after; at < from; at++) if (wordAt(at) === word) return at;
    return -1;
  };
  const asked = find('remind', first);
  const deed = asked < 0 ? -1 : find('to', asked + 1);
  const that = deed < 0 ? -1 : find('that', deed + 2);
  if (that < 0) return false;
  for (let at = that + 2; at < end; at++) if (FINITE.has(wordAt(at))) return true;
  return false;
}
