/** Our keyword search as the service does it (the same terms, postings and weights), in memory and without the service. */
import { countTerms, weighTerms } from '../../../src/search/keyword/counting.ts';
import { type Bm25, openPostings } from '../../../src/search/keyword/postings.ts';
import type { Synonyms } from '../../../src/search/keyword/synonyms.ts';
import type { Answer } from './lucene.ts';

export interface KeywordIndex {
  readonly indexMs: number;
  ask(query: string, top: number, synonyms: Synonyms): Answer;
}

export const noSynonyms: Synonyms = () => [];

export function indexKeywords(documents: readonly { title: string; text: string }[], bm25: Bm25): KeywordIndex {
  const started = performance.now();
  const numbers = new Map<string, number>();
  const numberOf = (term: string): number => {
    const number = numbers.get(term) ?? numbers.size + 1;
    numbers.set(term, number);
    return number;
  };
  const postings = openPostings(bm25);
  for (const [doc, { title, text }] of documents.entries()) {
    const { counts, length } = countTerms(title, text, numberOf);
    postings.add(doc, [...counts.keys()], [...counts.values()], length);
  }
  postings.search([], 1);
  return {
    indexMs: performance.now() - started,
    ask(query, top, synonyms) {
      const asked = performance.now();
      const terms = [...weighTerms(query, synonyms)].map(([term, rest]) => ({ term: numbers.get(term) ?? 0, ...rest }));
      const { docs, scores } = postings.search(terms, top);
      return { docs, scores, ms: performance.now() - asked };
    },
  };
}
