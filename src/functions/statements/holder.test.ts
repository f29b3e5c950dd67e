import { expect, test } from 'vitest';
import { amountsIn, atOdds, readSaid } from './index.ts';

const conflict = (a: string, b: string) => atOdds(readSaid(a), readSaid(b), 0.7) !== undefined;

test.each([
  ['Mara Lindt owns the billing service.', 'Billing is owned by Jonas Weber.'],
  ['Jonas leads the search team.', 'Mara leads the search team.'],
  ['The launch is planned for 3 May.', 'The launch is planned for the tenth of May.'],
])('one of them only: %s | %s', (a, b) => expect(conflict(a, b)).toBe(true));

test.each([
  ['Mara Lindt owns the billing service.', 'The billing service is owned by Lindt.'],
  ['Mara owns billing.', 'Jonas owns search.'],
  ['Mara owns billing.', 'Billing is maintained by Jonas.'],
  ['The launch is planned for 10 May.', 'The launch is planned for the tenth of May.'],
])('both may be so: %s | %s', (a, b) => expect(conflict(a, b)).toBe(false));

test('days in words', () => {
  expect(amountsIn('on the twenty-first of May 2024')).toMatchObject([{ dimension: 'date', value: 20_240_521 }]);
  expect(amountsIn('the second dose in May')).not.toContainEqual(expect.objectContaining({ value: 502 }));
});
