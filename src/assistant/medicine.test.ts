import { expect, test } from 'vitest';
import { againstOften } from './dose.ts';
import { medicineIn } from './medicine.ts';

test('an order whose object is a medicine: taken, got, given or left', () => {
  const how = (title: string) => medicineIn(title)?.how;
  expect(how('take ibuprofen 400 mg with food')).toBe('take');
  expect(how('amoxicillin 500 mg')).toBe('take');
  expect(how('pick up amoxicillin')).toBe('get');
  expect(how('give Leo ibuprofen')).toBe('give');
  expect(how('come off losartan')).toBe('stop');
  expect(how('double my losartan')).toBe('change');
  expect(medicineIn('take simvastatin with grapefruit juice')?.words).toBe('simvastatin with grapefruit juice');
});

test('what is only spoken of or put away is none, nor is what names no medicine', () => {
  for (const title of ['ask Dr Lee about amoxicillin', 'throw out the old amoxicillin', 'iron the shirts', 'buy milk'])
    expect(medicineIn(title)).toBeUndefined();
});

test('a name that people bear is a medicine where it is spoken of as one, and a word of everyday is itself', () => {
  for (const title of [
    'dinner with Ella',
    'pick up Ella',
    'Yasmin birthday',
    'take Ella to school',
    'give Molly breakfast',
  ])
    expect(medicineIn(title)).toBeUndefined();
  for (const title of ['review contract', 'renew the contract', 'get contract'])
    expect(medicineIn(title)).toBeUndefined();
  for (const title of ['take Ella', 'Yasmin', 'refill Yasmin', 'pick up Yasmin from the pharmacy', 'stop Allegra'])
    expect(medicineIn(title)).toBeDefined();
  expect(medicineIn('renew metfromin')?.how).toBe('get');
});

test('a vaccination is booked; whoever books a tablet takes it', () => {
  for (const title of ['book vaccination', 'arrange my covid vaccine']) expect(medicineIn(title)).toBeUndefined();
  for (const title of ['book ibuprofen 800 mg', 'arrange ibuprofen 800 mg', 'book a flu jab and ibuprofen'])
    expect(medicineIn(title)?.how).toBe('take');
});

test('how often is against what an answer names as the most, for who is no child', () => {
  const pain =
    'Ibuprofen, for adults in general: 200 mg to 400 mg every 6 to 8 hours.[^1]\n\nChildren: three times a day.';
  expect(againstOften(pain, 12)).toContain('That is 12 times a day. Ibuprofen, for adults in general');
  expect(againstOften(pain, 4)).toBeUndefined();
  expect(againstOften('**Loratadine, for adults in general: 10 mg once a day.**', 2)).toContain('once a day');
  expect(againstOften('Take it three times a day.', 3)).toBeUndefined();
  expect(againstOften('Take it 2 to 3 times a day.', 4)).toContain('4 times');
  expect(againstOften('Nothing is said of it.', 24)).toBeUndefined();
});
