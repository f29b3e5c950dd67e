import { expect, test } from 'vitest';
import { allows, forbids, rulings } from './rulings.ts';

test('how a paper rules is read by its examples and not by its counter-examples', () => {
  for (const said of rulings.forbids.examples) expect(forbids(said), said).toBe(true);
  for (const said of rulings.forbids.counters) expect(forbids(said), said).toBe(false);
  for (const said of rulings.allows.examples) expect(allows(said), said).toBe(true);
  for (const said of rulings.allows.counters) expect(allows(said), said).toBe(false);
});
