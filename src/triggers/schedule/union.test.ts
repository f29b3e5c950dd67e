import { expect, test } from 'vitest';
import { nextOccasion } from './occasions.ts';
import { readSchedule } from './read.ts';
import { scheduleSchema } from './schedule.ts';

/** A Monday. */
const NOW = Date.parse('2026-11-16T12:00:00Z');
const read = (text: string) => readSchedule(text, { now: NOW, zone: 'UTC' });

function firstOf(text: string, count: number): string[] {
  const { schedule } = read(text);
  const found: string[] = [];
  for (let at = NOW; found.length < count; ) {
    const next = nextOccasion(schedule, at, found.length);
    if (next === undefined) break;
    found.push(new Date(next).toISOString().slice(5, 16));
    at = next;
  }
  return found;
}

test.each([
  ['hourly on Mondays', 'every Monday every hour from 00:00 to 23:00 (UTC)'],
  [
    'every hour on weekdays',
    'every Monday, Tuesday, Wednesday, Thursday and Friday every hour from 00:00 to 23:00 (UTC)',
  ],
  ['every 2 hours except Sundays', 'every day every 2 hours from 00:00 to 22:00, except on Sunday (UTC)'],
  ['first Monday of each quarter', 'every year on the 1st Monday of January, April, July and October at 09:00 (UTC)'],
  [
    'the last Friday of every quarter at 10',
    'every year on the last Friday of March, June, September and December at 10:00 (UTC)',
  ],
  ['every other Monday and every Wednesday', 'every 2 weeks on Monday at 09:00, and every Wednesday at 09:00 (UTC)'],
  ['every Monday at 8 am and Friday at 5 pm', 'every Monday at 08:00, and every Friday at 17:00 (UTC)'],
  ['every day at 8 and every Monday at 17', 'every day at 08:00, and every Monday at 17:00 (UTC)'],
  [
    'the first and third Monday of every month',
    'every month on the 1st Monday at 09:00, and every month on the 3rd Monday at 09:00 (UTC)',
  ],
  ['every Monday and every Friday at 8', 'every Monday and Friday at 08:00 (UTC)'],
  ['every Monday and Wednesday at 8', 'every Monday and Wednesday at 08:00 (UTC)'],
  ['every Monday at 8 and 17', 'every Monday at 08:00 and 17:00 (UTC)'],
  [
    'weekly on Tuesday until the trial is published or 2027-06-01',
    'every Tuesday at 09:00 (UTC), until Tue 1 Jun 2027 at 23:59, until this happens: the trial is published',
  ],
])('%s', (text, understood) => {
  const { schedule, understood: said } = read(text);
  expect(said).toBe(understood);
  expect(scheduleSchema.parse(structuredClone(schedule))).toEqual(schedule);
});

test('rules beside each other come round in the order of time, and end together', () => {
  expect(firstOf('every Monday at 8 am and Friday at 5 pm', 4)).toEqual([
    ...['11-20T17:00', '11-23T08:00', '11-27T17:00', '11-30T08:00'],
  ]);
  expect(firstOf('every other Monday and every Wednesday, 3 times', 9)).toHaveLength(3);
});

test('every other one of what starts later begins with the first one from there on', () => {
  expect(firstOf('every 2 weeks on Monday at 8 starting 1 December 2026', 2)).toEqual(['12-07T08:00', '12-21T08:00']);
});
