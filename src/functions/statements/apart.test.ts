import { expect, test } from 'vitest';
import { atOdds, readSaid } from './index.ts';

const conflict = (a: string, b: string) => atOdds(readSaid(a), readSaid(b), 0.8) !== undefined;

test.each([
  ['The mail server listens on port 25.', 'The web server listens on port 443.'],
  ['The first dose of the vaccine is given at two months.', 'The second dose of the vaccine is given at four months.'],
  ['Her temperature on Monday was 38.9 °C.', 'Her temperature on Wednesday was 37.1 °C.'],
  ['Mother: allergic to nuts.', 'Father: not allergic to nuts.'],
  ['Smoking is forbidden on the balcony.', 'Smoking is not allowed on the balcony.'],
])('of two things, or the same: %s | %s', (a, b) => {
  expect(conflict(a, b)).toBe(false);
});

test.each([
  ['The gateway listens on port 8080.', 'The gateway listens on port 3000.'],
  ['The procedure is scheduled for Tuesday at 8:00.', 'The procedure is scheduled for Wednesday at 8:00.'],
  ['No known drug allergies.', 'Penicillin allergy is known: a drug allergy.'],
  ['She takes apixaban 5 mg.', 'She takes apixaban 2.5 mg.'],
])('of one: %s | %s', (a, b) => {
  expect(conflict(a, b)).toBe(true);
});
