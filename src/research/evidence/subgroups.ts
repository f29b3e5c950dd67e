/** A result of some of those who took part: where the whole showed nothing it is a guess, and it is never the result of the whole. */
import { abstractWords } from './abstract.ts';
import { foldText, hasAny } from './words.ts';

export function isOfSubgroup(sentence: string): boolean {
  return hasAny(foldText(sentence), abstractWords().subgroups);
}
