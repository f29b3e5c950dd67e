/** The daily dose beside the highest usual one; what is not taken has none. */
import { expect, test } from 'vitest';
import { ask } from './fixture.ts';

const person = (dose: string) => ({ age: 66, takes: [dose] });

test.each([
  [
    'is my statin at the max already?',
    'atorvastatin 80 mg once daily',
    /^Yes: 80 mg a day is the highest usual dose of atorvastatin/,
  ],
  [
    'is my statin on the highest dose?',
    'atorvastatin 20 mg once daily',
    /^No: it is 20 mg a day, and adults take up to 80 mg/,
  ],
  ['am I maxed out on ramipril?', 'ramipril 5 mg twice daily', /^No: it is 10 mg a day, and adults take up to 20 mg/],
])('%s with %s', (message, dose, expected) => expect(ask(person(dose), message)).toMatch(expected));

test('what is not taken has no dose to weigh', () => {
  expect(ask({ age: 66, takes: ['metformin 500 mg'] }, 'is my statin at the max already?')).toMatch(
    /^Your record lists no statin, now or before/,
  );
});

test('what may be taken at the most is no such question', () => {
  expect(ask(person('ramipril 5 mg'), 'what is the max dose of ibuprofen I can take?')).not.toMatch(
    /a day is the highest/,
  );
});
