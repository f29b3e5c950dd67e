/** What binds a figure: one model for stems, answers and sentences. */
import { expect, test } from 'vitest';
import { gradeWords } from '../grading/meaning.ts';
import { boundAround, boundBefore, boundOfGap, boundRows } from './bounds.ts';
import { readQuantities } from './values.ts';

const graded = (stem: string, key: string, answer: string) =>
  gradeWords({ text: key, also: [], question: stem }, answer);

test.each(
  boundRows().map(({ example, counter, side }) => [example, counter, side] as const),
)('%s, and not %s', (example, counter, side) => {
  const sideIn = (text: string) => {
    const [found] = readQuantities(text);
    return found && boundAround(text.slice(0, found.start), text.slice(found.end))?.side;
  };
  expect(sideIn(example)).toBe(side);
  expect(sideIn(counter)).toBe(side === 'above' ? 'below' : 'above');
});

const INSULIN = 'Insulin is withheld while serum potassium is below ____.';
const SODIUM = 'Serum sodium should not be corrected by more than ____ in 24 hours.';
const FLUID = 'Oliguria is a urine output of less than ____.';
const SHARE = 'Agranulocytosis is seen in up to ____ of patients.';
const FEWER = 'Fever is seen in fewer than ____ of patients.';

test.each([
  [INSULIN, '3.3 mmol/L', '3.3 mmol/L', 'right'],
  [INSULIN, '3.3 mmol/L', 'below 3.3 mmol/L', 'right'],
  [INSULIN, '3.3 mmol/L', '<3.3 mmol/L', 'right'],
  [INSULIN, '3.3 mmol/L', 'unter 3,3 mmol/L', 'right'],
  [INSULIN, '3.3 mmol/L', 'moins de 3,3 mmol/L', 'right'],
  [INSULIN, '3.3 mmol/L', 'menos de 3,3 mmol/L', 'right'],
  [INSULIN, '3.3 mmol/L', '≤3.3 mmol/L', 'partly'],
  [INSULIN, '3.3 mmol/L', 'above 3.3 mmol/L', 'wrong'],
  [INSULIN, '3.3 mmol/L', '> 3.3 mmol/L', 'wrong'],
  [INSULIN, '3.3 mmol/L', 'über 3,3 mmol/L', 'wrong'],
  [INSULIN, '3.3 mmol/L', 'plus de 3,3 mmol/L', 'wrong'],
  [INSULIN, '3.3 mmol/L', 'más de 3,3 mmol/L', 'wrong'],
  [INSULIN, '3.3 mmol/L', '3.3 mmol/L or more', 'wrong'],
  [INSULIN, '3.3 mmol/L', '~3.3 mmol/L', 'right'],
  [SODIUM, '10 mmol/L', '10 mmol/L', 'right'],
  [SODIUM, '10 mmol/L', 'more than 10 mmol/L', 'right'],
  [SODIUM, '10 mmol/L', 'at most 10 mmol/L', 'right'],
  [SODIUM, '10 mmol/L', 'at least 10 mmol/L', 'wrong'],
  [SODIUM, '10 mmol/L', 'less than 10 mmol/L', 'wrong'],
  [FLUID, '800 mL per day', 'more than 800 mL per day', 'wrong'],
  [FLUID, '800 mL per day', 'less than 800 mL per day', 'right'],
  [SHARE, '15%', 'at least 15%', 'wrong'],
  [SHARE, '15%', 'up to 15%', 'right'],
  [SHARE, '15%', '≤15%', 'right'],
  [SHARE, '15%', 'no more than 15%', 'right'],
  [FEWER, '20%', 'more than 20%', 'wrong'],
  [FEWER, '20%', '<20%', 'right'],
  [FEWER, '20%', 'fewer than 20%', 'right'],
])('%s %s: %s is %s', (stem, key, answer, verdict) => {
  expect(graded(stem, key, answer)).toBe(verdict);
});

test('a denial beside what binds turns it, one of another clause does not', () => {
  expect(boundBefore('should not exceed ')).toMatchObject({ side: 'below', inclusive: true });
  expect(boundBefore('nicht mehr als ')).toMatchObject({ side: 'below', inclusive: true });
  expect(boundOfGap('It must not be lowered by more than ____ a day.')).toMatchObject({
    ...{ side: 'above', comesTo: { side: 'below', inclusive: true } },
  });
  expect(boundOfGap('Insulin is not given if potassium is below ____.')?.comesTo).toBeUndefined();
  expect(boundOfGap('It works below an eGFR of ____.')).toMatchObject({ side: 'below', inclusive: false });
  expect(boundOfGap('The dose is ____ or more.')).toMatchObject({ side: 'above', inclusive: true });
  expect(boundOfGap('The normal pH is ____.')).toBeUndefined();
});
