import fc from 'fast-check';
import { expect, test } from 'vitest';
import { editDistance, nearest, suggest } from './nearest.ts';

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
  expect(suggest('wibble', ['instruction', 'tools'], 'Known')).toBe(' Known: instruction, tools.');
  expect(suggest('wibble', [], 'Known')).toBe('');
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
