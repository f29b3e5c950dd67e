import { expect, test } from 'vitest';
import { holdsWithin } from './bounds.ts';

test.each([
  ['reduce the dose when egfr is below 30', 22, undefined, true],
  ['reduce the dose when egfr is below 30', 45, undefined, false],
  ['in the 71 patients aged 75 years or over', 78, 'year', true],
  ['in the 71 patients aged 75 years or over', 60, 'year', false],
  ['not in women or men under 55', 40, undefined, true],
  ['adults aged 18 to 65 years', 40, 'years', true],
  ['adults aged 18 to 65 years', 12, 'years', false],
  ['3.1% before five years and 14.2% after ten', 12, 'yrs', true],
  ['3.1% before five years and none later', 12, 'yrs', false],
  ['treated for more than 3 weeks', 8, 'years', false],
])('"%s" holds of %s %s: %s', (plain, value, counts, holds) => {
  expect(holdsWithin(plain, value, counts)).toBe(holds);
});
