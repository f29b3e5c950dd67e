import { expect, test } from 'vitest';
import { saySpan, sayVisitTime } from './wording.ts';

test.each([
  [1, 'a day'],
  [40, '6 weeks'],
  [430, '14 months'],
  [4.77 * 365.25, 'almost 5 years'],
  [5 * 365.25, '5 years'],
  [5.2 * 365.25, 'a little over 5 years'],
  [5.5 * 365.25, 'about 5 and a half years'],
  [5.99 * 365.25, '6 years'],
])('%s days are %s', (days, said) => expect(saySpan(days)).toBe(said));

test.each([
  ['2027-01-19T01:20:00Z', '2027-01-19T14:20', '19 Jan 2027 at 14:20'],
  ['2027-01-18T19:30:00Z', '2027-01-19T08:30', '19 Jan 2027 at 08:30'],
  ['2026-11-24T09:30:00Z', '2026-11-24T09:30Z', '24 Nov 2026 at 09:30 UTC'],
  ['2026-11-24T00:00:00Z', '2026-11-24T00:00Z', '24 Nov 2026'],
  ['2026-11-24', null, '24 Nov 2026'],
])('a visit is told by the clock of the place: %s', (time, clock, said) => {
  expect(sayVisitTime({ time, clock })).toBe(said);
});
