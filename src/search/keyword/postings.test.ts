import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { BM25, type Bm25, openBest, openPostings } from './postings.ts';

const counted = (words: readonly number[]) => {
  const counts = new Map<number, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
};

/**
 * BM25 as Lucene's BM25Similarity has it, document by document: inverse document frequency with one added so that it is
 * never negative, no factor k1 + 1 (it changes no order; ours has it, as the books do). Two things of Lucene are left
 * out on purpose: it keeps a document's length in one byte, exact up to 39 words, where ours is exact; and an average
 * length below one counts as one with us.
 */
function luceneScore(docs: readonly number[][], query: ReadonlyMap<number, number>, doc: number, bm25: Bm25): number {
  const average = docs.reduce((sum, words) => sum + words.length, 0) / docs.length;
  const words = docs[doc] as number[];
  let score = 0;
  for (const [term, boost] of query) {
    const docFreq = docs.filter((other) => other.includes(term)).length;
    const idf = Math.log(1 + (docs.length - docFreq + 0.5) / (docFreq + 0.5));
    const freq = words.filter((word) => word === term).length;
    if (freq === 0) continue;
    const normInverse = 1 / (bm25.k1 * (1 - bm25.b + (bm25.b * words.length) / average));
    const weight = boost * idf;
    score += weight - weight / (1 + freq * normInverse);
  }
  return score;
}

describe('postings', () => {
  const words = fc.array(fc.integer({ min: 1, max: 12 }), { minLength: 1, maxLength: 15 });

  const setting = fc.record({
    k1: fc.double({ min: 0.1, max: 3, noNaN: true }),
    b: fc.double({ min: 0, max: 1, noNaN: true }),
  });

  test("score as Lucene's BM25 does, whatever its figures and however the documents came in", () => {
    fc.assert(
      fc.property(
        fc.array(words, { minLength: 1, maxLength: 40 }),
        words,
        fc.nat(6),
        setting,
        (docs, said, pause, bm25) => {
          const postings = openPostings(bm25);
          for (const [doc, text] of docs.entries()) {
            const counts = counted(text);
            postings.add(doc, [...counts.keys()], [...counts.values()], text.length);
            // A query in between freezes what is there: segments of every size come about and merge.
            if (doc % (pause + 1) === 0) postings.search([{ term: 1, weight: 1 }], 3);
          }
          const query = counted(said);
          const found = postings.search(
            [...query].map(([term, weight]) => ({ term, weight })),
            100,
          );
          const expected = docs.map((_, doc) => (bm25.k1 + 1) * luceneScore(docs, query, doc, bm25));
          expect([...found.docs].sort((a, b) => a - b)).toEqual(
            [...docs.keys()].filter((doc) => (expected[doc] as number) > 0),
          );
          expect(found.total).toBe(found.docs.length);
          found.docs.forEach((doc, i) => {
            expect(found.scores[i]).toBeCloseTo(expected[doc] as number, 6);
            if (i > 0) expect(found.scores[i - 1] as number).toBeGreaterThanOrEqual(found.scores[i] as number);
          });
          expect(found.scores[0] ?? 0).toBeLessThanOrEqual(found.ceiling + 1e-9);
        },
      ),
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
