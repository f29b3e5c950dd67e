import { expect, test } from 'vitest';
import { DIMENSIONS, openVectors, toSigned } from './vectors.ts';

/** Numbers that look random and are always the same. */
function openDice(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32 - 0.5;
  };
}

function unit(dice: () => number): Float32Array {
  const vector = Float32Array.from({ length: DIMENSIONS }, dice);
  const norm = Math.hypot(...vector);
  return vector.map((value) => value / norm);
}

const cosine = (a: Float32Array, b: Float32Array) => a.reduce((sum, value, i) => sum + value * (b[i] as number), 0);

test('the nearest are those that exact arithmetic finds', () => {
  const dice = openDice(1);
  const all = Array.from({ length: 5000 }, () => unit(dice));
  const vectors = openVectors();
  all.forEach((vector, doc) => {
    vectors.set(doc, toSigned(vector));
  });
  expect(vectors.size).toBe(5000);
  for (let round = 0; round < 5; round++) {
    const query = unit(dice);
    const exact = all.map((vector, doc) => ({ doc, score: cosine(query, vector) })).sort((a, b) => b.score - a.score);
    const found = vectors.search(query, 20);
    expect(found.docs[0]).toBe(exact[0]?.doc);
    const wanted = new Set(exact.slice(0, 25).map(({ doc }) => doc));
    expect(found.docs.filter((doc) => wanted.has(doc)).length).toBeGreaterThanOrEqual(19);
    expect(found.scores[0]).toBeCloseTo(exact[0]?.score as number, 2);
  }
});

test('only what is there and accepted is found', () => {
  const dice = openDice(2);
  const vectors = openVectors();
  const query = unit(dice);
  for (const doc of [0, 3, 9000]) vectors.set(doc, toSigned(query));
  expect(vectors.search(query, 5).docs).toEqual([0, 3, 9000]);
  expect(vectors.search(query, 5).scores[0]).toBeCloseTo(1, 3);
  vectors.remove(3);
  vectors.remove(4);
  expect(vectors.has(3)).toBe(false);
  expect(vectors.search(query, 5, (doc) => doc !== 0).docs).toEqual([9000]);
  expect(openVectors().search(query, 5).docs).toEqual([]);
});
