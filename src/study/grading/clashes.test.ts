import { expect, test } from 'vitest';
import { readWords } from './alignment.ts';
import { turnsRound } from './clashes.ts';
import { meaningsOf, otherMeanings } from './glossary.ts';

const turns = (key: string, said: string) => turnsRound(readWords(key), readWords(said));

test('a definition is turned round by an opposite in its place, by exchanged partners, by the way back, by with for without', () => {
  expect(turns('a fall in venous pressure', 'a rise in venous pressure')).toBe(true);
  expect(turns('it opens in spring and closes in autumn', 'it opens in autumn and closes in spring')).toBe(true);
  expect(turns('light goes from air into glass', 'light goes from glass into air')).toBe(true);
  expect(turns('growth without oxygen', 'growth with oxygen')).toBe(true);
});

test('the same in other words is not turned round', () => {
  expect(turns('an inactive substance', 'a substance that is not active')).toBe(false);
  expect(turns('light goes from air into glass', 'out of air into glass goes the light')).toBe(false);
  expect(turns('patients with fever', 'patients who have fever without a cause')).toBe(false);
});

test('the glossary has what a term means by any of its names, and what its neighbours mean', () => {
  expect(meaningsOf('oedema')).toEqual(meaningsOf('edema'));
  expect(meaningsOf('edema').length).toBeGreaterThan(0);
  expect(meaningsOf('a word nobody wrote down')).toEqual([]);
  const [nearest] = otherMeanings('incidence', 'the share of a population that is ill at a given time', 3);
  expect(meaningsOf('prevalence')).toContain(nearest);
});
