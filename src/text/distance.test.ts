import fc from 'fast-check';
import { expect, test } from 'vitest';
import { editDistance, isOneEdit, nearest, nearestWord } from './distance.ts';

test.each([
  ['lookup_hours', 'look_up_hours'],
  ['instructon', 'instruction'],
  ['isntruction', 'instruction'],
  ['Instruction', 'instruction'],
  ['sub-agents', 'sub_agents'],
])('%s most likely means %s', (written, meant) => {
  expect(nearest(written, ['description', 'look_up_hours', 'instruction', 'sub_agents', 'tools'])).toBe(meant);
});

test('nothing is suggested for what resembles nothing', () => {
  expect(nearest('wibble', ['instruction', 'tools'])).toBeUndefined();
  expect(nearest('x'.repeat(100_000), ['instruction'])).toBeUndefined();
});

test('edit distance is a distance', () => {
  const word = fc.string({ unit: fc.constantFrom(...'abc'), maxLength: 8 });
  fc.assert(
    fc.property(word, word, (a, b) => {
      const distance = editDistance(a, b);
      expect(distance).toBe(editDistance(b, a));
      expect(distance === 0).toBe(a === b);
      expect(distance).toBeLessThanOrEqual(Math.max(a.length, b.length));
      expect(distance).toBeGreaterThanOrEqual(Math.abs(a.length - b.length));
    }),
  );
});

test('a limit never changes a distance within it', () => {
  const word = fc.string({ unit: fc.constantFrom(...'abc'), maxLength: 8 });
  fc.assert(
    fc.property(word, word, fc.nat(4), (a, b, limit) => {
      const distance = editDistance(a, b);
      expect(editDistance(a, b, { limit })).toBe(distance <= limit ? distance : limit + 1);
    }),
  );
});

test('a distance found too far only at its end is said to be one above the limit', () => {
  expect(editDistance('ac', 'cbba')).toBe(4);
  expect(editDistance('ac', 'cbba', { limit: 2 })).toBe(3);
});

test('one edit is a distance of at most one', () => {
  const word = fc.string({ unit: fc.constantFrom(...'ab'), maxLength: 6 });
  fc.assert(fc.property(word, word, (a, b) => isOneEdit(a, b) === editDistance(a, b) <= 1));
});

test.each([
  ['metfromin', 'metformin'],
  ['ibuprofin', 'ibuprofen'],
  ['angna', undefined],
  ['12345', undefined],
])('the word %s was meant to be %s', (word, meant) => {
  expect(nearestWord(word, ['metformin', 'ibuprofen', 'agony'])).toBe(meant);
});
