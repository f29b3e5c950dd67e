import { expect, test } from 'vitest';
import { readSchedule } from '../triggers/index.ts';
import type { CalendarEvent } from './calendar/event.ts';
import { expand } from './calendar/recurrence.ts';
import { seriesOf } from './rule.ts';

const PLACE = { now: Date.parse('2026-11-15T11:00:00Z'), zone: 'America/New_York' };
const YEAR = 366 * 86_400_000;

/** The days and hours on which a calendar has it. */
function days(said: string, isDay = false): string[] {
  const { schedule } = readSchedule(said, PLACE);
  return seriesOf(schedule, PLACE.now, isDay)
    .series.flatMap(({ start, rule, except }) => {
      const end = isDay ? '2099-01-01' : start;
      const event = { uid: 'x', title: 'x', start, end, zone: PLACE.zone, rule, except, moved: {}, remind: [] };
      return expand('x', event as unknown as CalendarEvent, PLACE.now, PLACE.now + YEAR * 2).map((one) => one.start);
    })
    .toSorted();
}

test.each([
  ['every Tuesday at 23:30 until 1 December', ['2026-11-17T23:30', '2026-11-24T23:30', '2026-12-01T23:30']],
  ['every day at 8 for 3 days', ['2026-11-15T08:00', '2026-11-16T08:00', '2026-11-17T08:00']],
  ['twice a day for 1 day', ['2026-11-15T08:00', '2026-11-15T20:00']],
  [
    'every day at 8:00 and 12:30 until tomorrow',
    [...['2026-11-15T08:00', '2026-11-15T12:30', '2026-11-16T08:00', '2026-11-16T12:30']],
  ],
  [
    'every day at 9 except Mondays and on 18 November until 19 November',
    [...['2026-11-15T09:00', '2026-11-17T09:00', '2026-11-19T09:00']],
  ],
  [
    'every month on the 31st at 9 except in January until 30 April 2027',
    [...['2026-11-30T09:00', '2026-12-31T09:00', '2027-02-28T09:00', '2027-03-31T09:00', '2027-04-30T09:00']],
  ],
  [
    'the last weekday of every month at 17:00 until 31 January 2027',
    [...['2026-11-30T17:00', '2026-12-31T17:00', '2027-01-29T17:00']],
  ],
  ['every other day at 9 3 times', ['2026-11-15T09:00', '2026-11-17T09:00', '2026-11-19T09:00']],
  ['every 6 hours for 1 day', ['2026-11-15T12:00', '2026-11-15T18:00', '2026-11-16T00:00', '2026-11-16T06:00']],
])('%s', (said, expected) => expect(days(said)).toEqual(expected));

test('without an hour each is a whole day, the last one included', () => {
  expect(days('every Tuesday until 1 December', true)).toEqual(['2026-11-17', '2026-11-24', '2026-12-01']);
});

test('what no calendar can keep is named', () => {
  const lost = (said: string) => seriesOf(readSchedule(said, PLACE).schedule, PLACE.now).lost;
  expect(lost('every 90 minutes')).toEqual([expect.stringContaining('90 minutes')]);
  expect(lost('weekly until the snow melts')).toEqual(['until the snow melts']);
});
