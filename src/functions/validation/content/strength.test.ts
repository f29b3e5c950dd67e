import { expect, test } from 'vitest';
import { isWeaker } from './strength.ts';

test.each([
  [
    'Late receipts must be explained',
    'later ones should be accompanied by a reason',
    'it is recommended, not required',
  ],
  ['Late receipts must be explained', 'later ones must be accompanied by a reason', undefined],
  ['Late receipts should be explained', 'later ones must be accompanied by a reason', undefined],
  ['It is not a requirement but recommended', 'It should be done', undefined],
  ['Blend all of the soup', 'Blend half of the soup and stir it back in', 'it is said of a part'],
  ['Blend all of the soup', 'Take half of the lentils and blend the soup', undefined],
])('%s / %s', (claim, clause, why) => {
  expect(isWeaker(claim, clause)).toBe(why);
});
