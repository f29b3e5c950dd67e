import { expect, test } from 'vitest';
import { piecesOf, weightOf } from './pieces.ts';

test('a piece is so many rows, or so much text, whichever is less; all of it in order', () => {
  const light = Array.from({ length: 1_201 }, (_, at) => at);
  expect([...piecesOf(light, () => 1)].map(({ length }) => length)).toEqual([500, 500, 201]);
  const heavy = [60_000, 60_000, 60_000, 60_000, 500_000, 1, 1];
  const pieces = [...piecesOf(heavy, (one) => one)];
  expect(pieces).toEqual([[60_000, 60_000, 60_000], [60_000], [500_000], [1, 1]]);
  expect(pieces.flat()).toEqual(heavy);
  expect([...piecesOf([], () => 1)]).toEqual([]);
});

test('what properties weigh is their text, in lists too', () => {
  expect(weightOf({ text: 'x'.repeat(60_000), value: 7, many: ['ab', 'cd'], none: null })).toBe(60_000 + 8 + 4 + 8);
});
