import fc from 'fast-check';
import { expect, test } from 'vitest';
import { packTerms, unpackTerms } from './terms.ts';

test('terms come back as they went in, in order', () => {
  const pairs = fc.array(fc.tuple(fc.integer({ min: 1, max: 2 ** 31 }), fc.integer({ min: 1, max: 70_000 })));
  fc.assert(
    fc.property(pairs, (given) => {
      const counts = new Map(given);
      const { terms, counts: back } = unpackTerms(packTerms(counts));
      expect([...terms]).toEqual([...counts.keys()].sort((a, b) => a - b));
      expect([...back]).toEqual([...terms].map((term) => counts.get(term)));
    }),
    { seed: 1 },
  );
});
