/** What a text says that it is decides nothing, unless it also tells what was done or found as such a study would. */
import { sentencesOf } from '../../text/index.ts';
import { abstractWords, hasFigures } from './abstract.ts';
import { appraisal, foldText, hasAny } from './words.ts';

/** The text without the claims that nothing in it bears out. */
export function withoutClaims(text: string): string {
  const sentences = sentencesOf(text);
  const claims = sentences.filter(isClaim);
  if (claims.length === 0 || sentences.some((sentence) => !isClaim(sentence) && bearsOut(sentence))) return text;
  return claims.reduce((left, claim) => left.replace(claim, ' '), text);
}

/** "It is a phase 3 randomised trial." */
function isClaim(sentence: string): boolean {
  const { claims, designs, stages } = appraisal();
  const plain = foldText(sentence).replace(/^[^\p{L}]+/u, '');
  const opens = claims.subjects.some((subject) => claims.verbs.some((verb) => plain.startsWith(`${subject} ${verb} `)));
  if (!opens || hasFigures(sentence) || /\d{2,}/.test(plain)) return false;
  const kinds = [
    ...Object.values(designs).flatMap(({ phrases }) => phrases),
    ...stages.flatMap(({ phrases }) => phrases),
  ];
  return hasAny(plain, kinds);
}

/** It assigned people, or sets one group's figures beside another's. */
function bearsOut(sentence: string): boolean {
  const plain = foldText(sentence);
  const { done, compared } = abstractWords();
  return hasAny(plain, done) || (hasFigures(sentence) && hasAny(plain, [...compared, 'vs', 'versus', 'than']));
}
