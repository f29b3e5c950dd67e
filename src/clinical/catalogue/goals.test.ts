import { expect, test } from 'vitest';
import { goalWith } from './goals.ts';

const pressure = [{ concepts: ['condition:hypertension'], since: null }];

test('a goal for adults is none for a child', () => {
  expect(goalWith(pressure, 'observation:blood_pressure', 'mm[Hg]', null, 45)?.say).toBe('140/90');
  expect(goalWith(pressure, 'observation:blood_pressure', 'mm[Hg]', null, null)?.say).toBe('140/90');
  expect(goalWith(pressure, 'observation:blood_pressure', 'mm[Hg]', null, 11)).toBeUndefined();
});

test('the sugar of a child with diabetes has the same goal', () => {
  const diabetes = [{ concepts: ['condition:diabetes'], since: null }];
  expect(goalWith(diabetes, 'observation:hemoglobin_a1c', '%', null, 11)?.below).toBe(7);
});
