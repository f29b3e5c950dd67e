import fc from 'fast-check';
import { expect, test } from 'vitest';
import { openMender } from './mending.ts';

const mend = openMender(['breathing', 'chest', 'pain', 'swelling'], ['spelling', 'chess'], new Set(['bleed']));

test.each([
  ['brething', 'breathing'],
  ['breahting', 'breathing'],
  ['chesst', 'chest'],
  ['chset', 'chest'],
  ['pian', 'pain'],
])('%s is mended to %s', (typed, meant) => {
  expect(mend(typed)).toBe(meant);
});

test.each(['spelling', 'chess', 'paint', 'chests', 'bleeds', 'pins', 'wrestling'])('%s stays', (word) => {
  expect(mend(word)).toBe(word);
});

test('a word that matters is never changed, and mending twice is mending once', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'abceghilnpst'), maxLength: 12 }), (word) => {
      expect(mend(mend(word))).toBe(mend(word));
    }),
  );
});
