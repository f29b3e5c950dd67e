import { expect, test } from 'vitest';
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
