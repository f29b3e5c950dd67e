/** Of what somebody had remembered, their own allergies: a sister's are hers. */
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
