/** What a paper speaks of and did not do: a trial that is awaited, planned or wanted, or that others did, lends it neither design nor size. */
import { sentencesOf } from '../../text/index.ts';
import { abstractWords, hasFigures } from './abstract.ts';
import { appraisal, foldText, hasAny } from './words.ts';

/** The text without the clauses on studies that are not this one. */
export function withoutUndone(text: string): string {
  return sentencesOf(text)
    .flatMap((sentence) => sentence.split(/(?<=;)\s|(?<=,)\s(?=(?:and|but|so|yet|although|while|whereas)\s)/))
    .filter((clause) => !isUndone(clause))
    .join(' ');
}

/** It names a study and says that there is none yet, or that it was another. What was done with people, or its figures, are its own. */
function isUndone(clause: string): boolean {
  const plain = foldText(clause);
  const { undone } = appraisal();
  if (!hasAny(plain, undone.studies)) return false;
  if (hasAny(plain, undone.said)) return !hasAny(plain, abstractWords().done);
  return (
    hasAny(plain, undone.others) &&
    !hasAny(plain, [...abstractWords().done, ...abstractWords().own]) &&
    !hasFigures(clause)
  );
}

/** "Non-randomised", "was not randomised" are said of the opposite. */
const UNRANDOMISED = /\b(?:non-?|un|not |never |without (?:a |any )?|no )(?:controlled or )?randomi[sz](?:ed|ation)\b/g;

export const withoutUnrandomised = (plain: string) => plain.replace(UNRANDOMISED, ' ');

/** There was nobody to compare with: whatever else it names, it randomised nobody. */
export function isUncontrolled(head: string, text: string): boolean {
  const { uncontrolled } = appraisal().undone;
  if (hasAny(foldText(head), uncontrolled)) return true;
  const plain = withoutUnrandomised(foldText(text));
  return (
    hasAny(plain, uncontrolled) && !/\b(?:were|was|we) randomi[sz]ed\b|\brandomly (?:assigned|allocated)\b/.test(plain)
  );
}
