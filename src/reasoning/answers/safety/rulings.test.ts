import { expect, test } from 'vitest';
import { allows, forbids, rulingOn, rulings } from './rulings.ts';

test('how a paper rules is read by its examples and not by its counter-examples', () => {
  for (const said of rulings.forbids.examples) expect(forbids(said), said).toBe(true);
  for (const said of rulings.forbids.counters) expect(forbids(said), said).toBe(false);
  for (const said of rulings.allows.examples) expect(allows(said), said).toBe(true);
  for (const said of rulings.allows.counters) expect(allows(said), said).toBe(false);
});

test('what is given with a dose is not forbidden by what the same sentence forbids beside it', () => {
  const said = 'Pain: paracetamol 500 mg up to four times a day (weight about 50 kg), no NSAIDs, no codeine.';
  expect(forbids(said)).toBe(true);
  expect(forbids(rulingOn(said, ['drug:acetaminophen']))).toBe(false);
  expect(forbids(rulingOn(said, ['drug:codeine']))).toBe(true);
  const barred = 'Do not take naproxen 500 mg again.';
  expect(forbids(rulingOn(barred, ['drug:naproxen']))).toBe(true);
});
