import { expect, test } from 'vitest';
import { noSuchDay } from './no-such-day.ts';
import { readSchedule } from './read.ts';

test.each([
  ['on 30 February 2027', 'There is no 30 February: it ends on 28 February.'],
  ['on 29 February 2027 at 8', 'There is no 29 February 2027: it ends on 28 February.'],
  ['2027-04-31', 'There is no 31 April: it ends on 30 April.'],
  ['every 31 February', 'There is no 31 February: it ends on 29 February.'],
  ['am 31. Juni um 8', 'There is no 31 June: it ends on 30 June.'],
  ['2027-13-01', 'There is no month 13: a year has twelve.'],
  ['weekly until 2027-13-01', 'There is no month 13: a year has twelve.'],
  ['weekly until 2027-02-30', 'There is no 30 February: it ends on 28 February.'],
])('%s names a day that no calendar has', (text, said) => {
  expect(() => readSchedule(text, { now: Date.parse('2026-11-19T20:00:00Z'), zone: 'Europe/Berlin' })).toThrow(said);
});

test.each([
  'on 29 February 2028',
  'every Monday in March at 8',
  'in May 2027',
  'March 31',
  '2027-01-31',
])('%s does not', (text) => expect(noSuchDay(text)).toBeUndefined());
