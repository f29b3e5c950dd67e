import { describe, expect, test } from 'vitest';
import { extractFacts } from '../facts/extract.ts';

const medicationIn = (text: string) => extractFacts(text).find(({ kind }) => kind === 'medication');

describe('a dose taken one time', () => {
  test.each([
    'took 400 mg ibuprofen for the headache',
    'I took ibuprofen this morning',
    'took two paracetamol last night',
    'I just took an aspirin',
    "I've taken 1 g of paracetamol an hour ago",
    'had 2 ibuprofen yesterday',
    'gave her calpol before bed',
    'took ibuprofen once',
  ])('%s', (text) => {
    expect(medicationIn(text)).toMatchObject({ once: true });
    expect(medicationIn(text)).not.toHaveProperty('frequency');
  });
});

describe('what is taken as a rule', () => {
  test.each([
    'I take ibuprofen',
    'I take 400 mg ibuprofen twice a day',
    'took amoxicillin for a week',
    'I took metformin daily',
    'took lisinopril every morning until March',
    'I have taken warfarin since 2015',
    'started ibuprofen yesterday',
    'stopped taking ibuprofen',
    'took antibiotics last month',
    'I took tetracycline as a child',
    'they took me off naproxen',
    'can I take ibuprofen',
  ])('%s', (text) => {
    expect(medicationIn(text)?.once).toBeUndefined();
  });
});

test('beside a regimen, a single dose of it takes nothing from the regimen', () => {
  expect(medicationIn('I take ibuprofen twice a day. I took ibuprofen this morning.')?.once).toBeUndefined();
  expect(medicationIn('I took ibuprofen this morning. I take ibuprofen twice a day.')?.once).toBeUndefined();
});

test('"the pills" are tablets of any kind, "the pill" is one', () => {
  expect(medicationIn('apart from the pills, what could I change?')).toBeUndefined();
  expect(medicationIn('I take the pills every day')).toBeUndefined();
  expect(medicationIn('I take the pill every day')).toMatchObject({ name: 'the pill' });
});
