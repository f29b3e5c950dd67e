/** Of what somebody had remembered, their own allergies and what they cannot digest: a sister's are hers. */
import { extractFacts } from '../clinical/index.ts';

interface Remembered {
  readonly subject?: string | undefined;
  readonly text: string;
}

const OF_ONESELF = /\b(?:i|i['’]?m|i['’]ve|me|my|mine)\b|^\W*(?:allerg|severe|no\b)/i;

/** As the person would say it. */
export function ownAllergies(notes: readonly Remembered[]): string[] {
  return notes
    .filter(({ subject, text }) => (subject === undefined ? OF_ONESELF.test(text) : /allerg/i.test(subject)))
    .map(({ subject, text }) => (subject === undefined ? text : `my ${subject} is ${text}`))
    .filter((said) =>
      extractFacts(said).some(
        ({ kind, negated, experiencer }) => kind === 'allergy' && !negated && experiencer === 'patient',
      ),
    );
}

/** What they said they do not tolerate, as they said it: no record may have it. */
export function ownIntolerances(notes: readonly Remembered[]): string[] {
  return notes
    .filter(({ subject, text }) => UNTOLERATED.test(`${subject ?? ''} ${text}`) && !NOT.test(text))
    .filter(({ subject, text }) => (subject === undefined ? OF_ONESELF.test(text) : !OTHERS.test(subject)))
    .map(({ subject, text }) => (subject === undefined ? text : `${subject}: ${text}`));
}

const UNTOLERATED =
  /\bintoleran|\bc(?:o)?eliac\b|\bcan(?:no|['’]?)t (?:eat|drink|have|tolerate|digest|stomach)\b|\bdo(?:n['’]?t| not) tolerate\b/i;
const NOT = /\b(?:not|no longer|isn['’]?t|never)\s+(?:\w+\s+)?intoleran/i;
const OTHERS = /['’]s\b|\b(?:wife|husband|son|daughter|brother|sister|mother|father|mum|dad|friend|partner)\b/i;
