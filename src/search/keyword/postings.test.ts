import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { openBest, openPostings } from './postings.ts';

const BM25 = { k1: 0.9, b: 0.4 };
const counted = (words: readonly number[]) => {
  const counts = new Map<number, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
};

/** BM25 as the books have it, document by document. */
function bookScore(docs: Map<number, number[]>, query: readonly number[], doc: number): number {
  const all = [...docs.values()];
  const average = all.reduce((sum, words) => sum + words.length, 0) / all.length;
  const words = docs.get(doc) as number[];
  let score = 0;
  for (const term of new Set(query)) {
    const holding = all.filter((other) => other.includes(term)).length;
    const idf = Math.log(1 + (all.length - holding + 0.5) / (holding + 0.5));
    const count = words.filter((word) => word === term).length;
    const norm = BM25.k1 * (1 - BM25.b + (BM25.b * words.length) / Math.max(1, average));
    score += (idf * count * (BM25.k1 + 1)) / (count + norm);
  }
  return score;
}

describe('postings', () => {
  const words = fc.array(fc.integer({ min: 1, max: 12 }), { minLength: 1, maxLength: 15 });

  test('score as BM25 does, however the documents came in', () => {
    fc.assert(
      fc.property(fc.array(words, { minLength: 1, maxLength: 40 }), words, fc.nat(6), (texts, query, pause) => {
        const postings = openPostings(BM25);
        const docs = new Map<number, number[]>();
        for (const [doc, text] of texts.entries()) {
          const counts = counted(text);
          postings.add(doc, [...counts.keys()], [...counts.values()], text.length);
          docs.set(doc, text);
          // A query in between freezes what is there: segments of every size come about and merge.
          if (doc % (pause + 1) === 0) postings.search([{ term: 1, weight: 1 }], 3);
        }
        const terms = [...new Set(query)].map((term) => ({ term, weight: 1 }));
        const found = postings.search(terms, 100);
        const expected = [...docs.keys()].filter((doc) => bookScore(docs, query, doc) > 0);
        expect(found.total).toBe(expected.length);
        expect([...found.docs].sort((a, b) => a - b)).toEqual(expected);
        found.docs.forEach((doc, i) => {
          expect(found.scores[i]).toBeCloseTo(bookScore(docs, query, doc), 4);
          if (i > 0) expect(found.scores[i - 1] as number).toBeGreaterThanOrEqual(found.scores[i] as number);
        });
        expect(found.scores[0] ?? 0).toBeLessThanOrEqual(found.ceiling + 1e-6);
      }),
      { seed: 1 },
    );
  });

  test('what is removed is not found, before and after it is frozen', () => {
    const postings = openPostings(BM25);
    for (const doc of [0, 1, 2, 3]) postings.add(doc, [7], [1], 1);
    postings.remove(1);
    expect(postings.search([{ term: 7, weight: 1 }], 9).docs).toEqual([0, 2, 3]);
    postings.remove(2);
    postings.remove(2);
    expect(postings.search([{ term: 7, weight: 1 }], 9).docs).toEqual([0, 3]);
    expect(postings.size).toBe(2);
    for (const doc of [4, 5, 6, 7, 8]) postings.add(doc, [7], [1], 1);
    expect(postings.search([{ term: 7, weight: 1 }], 9, (doc) => doc % 2 === 0).docs).toEqual([0, 4, 6, 8]);
  });

  test('nothing is found in nothing, nor for a term that never was', () => {
    const postings = openPostings(BM25);
    expect(postings.search([{ term: 1, weight: 1 }], 5)).toMatchObject({ docs: [], total: 0 });
    postings.add(0, [1], [1], 1);
    expect(postings.search([{ term: 0, weight: 1 }], 5)).toMatchObject({ docs: [], total: 0 });
  });
});

test('the best are the highest, the earlier first among equals', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 0, max: 9 }), { maxLength: 60 }),
      fc.integer({ min: 0, max: 20 }),
      (scores, top) => {
        const best = openBest(top);
        scores.forEach((score, doc) => {
          best.offer(doc, score);
        });
        const order = scores
          .map((_, doc) => doc)
          .sort((a, b) => (scores[b] as number) - (scores[a] as number) || a - b);
        expect(best.take().docs).toEqual(order.slice(0, top));
      },
    ),
    { seed: 1 },
  );
});
