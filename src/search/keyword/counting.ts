/** What of a passage and of a query is looked at: terms, each with how much it counts. */
import { termsOf } from './analysis.ts';
import type { Synonyms } from './synonyms.ts';

/** A title word counts as often as this many words of the text. Best of 1, 2, 3 and 5 on the project's own set. */
export const TITLE_WEIGHT = 1;

/** How often each term is in a passage, under the key that `keyOf` gives it, and how many words the passage has. */
export function countTerms<K>(
  title: string,
  text: string,
  keyOf: (term: string) => K,
): { counts: Map<K, number>; length: number } {
  const counts = new Map<K, number>();
  const count = (term: string, weight: number) => {
    const key = keyOf(term);
    counts.set(key, (counts.get(key) ?? 0) + weight);
  };
  const body = termsOf(text);
  const head = termsOf(title);
  for (const terms of [body.words, body.extra]) for (const term of terms) count(term, 1);
  for (const terms of [head.words, head.extra]) for (const term of terms) count(term, TITLE_WEIGHT);
  return { counts, length: body.words.length + TITLE_WEIGHT * head.words.length };
}

export interface Asked {
  readonly weight: number;
  /** Not said, only meant: a name in one, a synonym. */
  readonly extra: boolean;
}

/** A synonym counts this much of a word that was said. */
const SYNONYM_WEIGHT = 0.3;
/** A name in one counts this much beside its words. */
const NAME_WEIGHT = 0.3;
const MOST_TERMS = 256;
const MOST_SYNONYMS = 24;

/** The terms to look for. A word said twice counts twice. */
export function weighTerms(query: string, synonyms: Synonyms): Map<string, Asked> {
  const { words, extra } = termsOf(query);
  const said = words.slice(0, MOST_TERMS);
  const asked = new Map<string, Asked>();
  for (const term of said) asked.set(term, { weight: (asked.get(term)?.weight ?? 0) + 1, extra: false });
  for (const term of extra.slice(0, MOST_TERMS))
    if (!asked.has(term)) asked.set(term, { weight: NAME_WEIGHT, extra: true });
  for (const phrase of synonyms(said).slice(0, MOST_SYNONYMS))
    for (const term of phrase) if (!asked.has(term)) asked.set(term, { weight: SYNONYM_WEIGHT, extra: true });
  return asked;
}
