/** The goal usual with what somebody has or takes stands before the range. */
import { expect, test, vi } from 'vitest';
import { openCatalogue } from '../clinical/catalogue/index.ts';
import { assessByRange } from './assess.ts';

const borne = (name: string, since: string | null) => ({ name, code: null, system: null, since });
const person = (conditions: string[], medicines: string[] = [], since: string | null = '2024-03-01') => ({
  sex: 'female',
  age: 60,
  conditions: () => conditions.map((name) => borne(name, since)),
  medicines: () => medicines.map((name) => borne(name, since)),
});
const a1c = (value: number, time: string | null = '2026-01-05') => ({ loinc: '4548-4', value, unit: '%', time });
const upper = { loinc: '8480-6', unit: 'mm[Hg]', time: '2026-01-05' };
const lower = { loinc: '8462-4', unit: 'mm[Hg]', time: '2026-01-05' };
const inr = { loinc: '6301-6', unit: '{INR}', time: '2026-01-05' };

test.each([
  ['HbA1c below the goal', a1c(6.9), person(['type 2 diabetes']), 7],
  ['upper pressure', { ...upper, value: 132 }, person(['hypertension']), 140],
  ['INR that warfarin holds', { ...inr, value: 2.6 }, person([], ['warfarin 5 mg']), 3],
])('%s is met', (_, measured, bearer, high) => {
  expect(assessByRange(measured, bearer)).toMatchObject({ flag: 'high', meets: { high } });
});

test.each([
  ['HbA1c above the goal', a1c(7.4), person(['type 2 diabetes'])],
  ['nobody with diabetes', a1c(6.9), person(['asthma'])],
  ['diabetes of pregnancy', a1c(6.9), person(['gestational diabetes'])],
  ['the value that led to the diagnosis', a1c(6.9, '2024-03-01'), person(['type 2 diabetes'])],
  ['lower pressure above its own goal', { ...lower, value: 95 }, person(['hypertension'])],
  ['INR without the medicine', { ...inr, value: 2.6 }, person([])],
  ['INR above what is held', { ...inr, value: 4.1 }, person([], ['warfarin 5 mg'])],
])('%s stays with the range', (_, measured, bearer) => {
  const assessed = assessByRange(measured, bearer);
  expect(assessed?.flag).toMatch(/high|critical/);
  expect(assessed?.meets).toBeUndefined();
});

test('what somebody has is looked up once for all values, and of thousands only the first', () => {
  const linked = vi.spyOn(openCatalogue(), 'linkAll');
  const bearer = person(Array.from({ length: 5_000 }, (_, at) => `asthma ${at}`));
  for (let value = 6; value < 9; value += 0.1) assessByRange(a1c(value), bearer);
  expect(linked.mock.calls.length).toBe(1_000);
  linked.mockRestore();
});
