import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { nextOccasion, occasionsUpTo, occasionsWithin } from './occasions.ts';
import { readSchedule } from './read.ts';
import { DAY, HOUR, instantOf, wallAt } from './zone.ts';

const at = (iso: string) => Date.parse(iso);

function occasions(text: string, from: string, count: number, zone = 'Europe/Berlin'): string[] {
  const { schedule } = readSchedule(text, { now: at(from), zone });
  const found: string[] = [];
  let now = at(from);
  for (let fired = 0; fired < count; fired++) {
    const next = nextOccasion(schedule, now, fired);
    if (next === undefined) break;
    found.push(new Date(next).toISOString().slice(0, 16));
    now = next;
  }
  return found;
}

describe('when the clocks change', () => {
  test('8 o’clock stays 8 o’clock', () => {
    expect(occasions('every Monday at 8', '2027-03-20T00:00:00Z', 3)).toEqual([
      ...['2027-03-22T07:00', '2027-03-29T06:00', '2027-04-05T06:00'],
    ]);
  });

  test.each([
    'every day at 02:30',
    '30 2 * * *',
  ])('%s: a time that does not exist comes an hour later, once', (text) => {
    expect(occasions(text, '2027-03-27T12:00:00Z', 2)).toEqual(['2027-03-28T01:30', '2027-03-29T00:30']);
  });

  test.each(['every day at 02:30', '30 2 * * *'])('%s: a time that comes twice counts the first time only', (text) => {
    expect(occasions(text, '2027-10-30T12:00:00Z', 2)).toEqual(['2027-10-31T00:30', '2027-11-01T01:30']);
  });

  test('every hour is every hour, also through the one that comes twice and the one that is left out', () => {
    const hours = ['2027-10-30T23:30', '2027-10-31T00:30', '2027-10-31T01:30', '2027-10-31T02:30'];
    expect(occasions('30 * * * *', '2027-10-30T23:00:00Z', 4)).toEqual(hours);
    expect(occasions('0 * * * *', '2027-03-28T00:30:00Z', 3)).toEqual([
      ...['2027-03-28T01:00', '2027-03-28T02:00', '2027-03-28T03:00'],
    ]);
    expect(occasions('every hour', '2027-10-30T23:30:00Z', 3)).toEqual([
      ...['2027-10-31T00:30', '2027-10-31T01:30', '2027-10-31T02:30'],
    ]);
  });

  test('half an hour’s shift and a zone that skipped a day', () => {
    expect(occasions('every day at 02:15', '2027-10-02T00:00:00Z', 2, 'Australia/Lord_Howe')).toEqual([
      ...['2027-10-02T15:45', '2027-10-03T15:15'],
    ]);
    expect(wallAt('Pacific/Apia', instantOf('Pacific/Apia', Date.UTC(2011, 11, 30, 9)))).toBe(
      Date.UTC(2011, 11, 31, 9),
    );
  });
});

test('the 31st is the last day of a shorter month; the last Friday is the last', () => {
  expect(occasions('monthly on the 31st at 9', '2027-01-01T00:00:00Z', 3, 'UTC')).toEqual([
    ...['2027-01-31T09:00', '2027-02-28T09:00', '2027-03-31T09:00'],
  ]);
  expect(occasions('on the last Friday of every month at 9', '2027-01-01T00:00:00Z', 2, 'UTC')).toEqual([
    ...['2027-01-29T09:00', '2027-02-26T09:00'],
  ]);
  expect(occasions('every year on 29 February', '2027-01-01T00:00:00Z', 2, 'UTC')).toEqual([
    ...['2027-02-28T09:00', '2028-02-29T09:00'],
  ]);
});

test('a number of times, and an end', () => {
  expect(occasions('daily at 9 for 3 times', '2027-01-01T00:00:00Z', 9, 'UTC')).toHaveLength(3);
  expect(occasions('daily at 9 until 3 January 2027', '2027-01-01T00:00:00Z', 9, 'UTC')).toHaveLength(3);
});

test('each wall time is one moment, and moments come in order', () => {
  const zones = fc.constantFrom('Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kathmandu', 'UTC');
  const minutes = fc.integer({ min: 0, max: 4 * 365 * 24 * 60 });
  fc.assert(
    fc.property(zones, minutes, (zone, minute) => {
      const wall = Date.UTC(2025, 0, 1) + minute * 60_000;
      const moment = instantOf(zone, wall);
      expect(Math.abs(wallAt(zone, moment) - wall)).toBeLessThanOrEqual(HOUR);
      expect(instantOf(zone, wall + DAY)).toBeGreaterThan(moment);
    }),
  );
});

test('occasions of a span are those that come one by one', () => {
  const { schedule } = readSchedule('every 3 days at 7', { now: at('2027-01-01T12:00:00Z'), zone: 'America/New_York' });
  const range = { after: at('2027-01-01T12:00:00Z'), to: at('2028-01-01T00:00:00Z'), fired: 0 };
  const all = occasionsUpTo(schedule, { ...range, limit: 1000 });
  expect(all.total).toBe(all.occasions.length);
  expect(occasionsUpTo(schedule, { ...range, limit: 5 })).toEqual({
    total: all.total,
    occasions: all.occasions.slice(-5),
  });
});

describe('a span with very many occasions', () => {
  const minutely = readSchedule('* * * * *', { now: at('2026-11-16T00:00:00Z'), zone: 'Europe/Berlin' }).schedule;
  const year = { after: at('2026-11-16T00:00:00Z'), to: at('2027-11-16T00:00:00Z') };

  test('is not walked through one by one: the newest are right, and how many there were nearly', () => {
    const { occasions: newest, total } = occasionsUpTo(minutely, { ...year, fired: 0, limit: 3 });
    expect(newest.map((one) => new Date(one).toISOString().slice(0, 16))).toEqual([
      ...['2027-11-15T23:58', '2027-11-15T23:59', '2027-11-16T00:00'],
    ]);
    expect(Math.abs(total / (365 * 24 * 60) - 1)).toBeLessThan(0.01);
  });

  test('a calendar far ahead begins where it is looked at', () => {
    const from = at('2027-05-01T00:00:00Z');
    const range = { from, to: from + HOUR, next: year.after, fired: 0, limit: 2 };
    expect(occasionsWithin(minutely, range)).toEqual([from, from + 60_000]);
  });

  test('numbered ones are counted all the same', () => {
    const { schedule } = readSchedule('every day at 8 for 5 times', { now: year.after, zone: 'UTC' });
    const next = nextOccasion(schedule, year.after)!;
    const range = { from: next + 3 * DAY, to: next + 30 * DAY, next, fired: 0, limit: 100 };
    expect(occasionsWithin(schedule, range)).toEqual([next + 3 * DAY, next + 4 * DAY]);
  });
});

test('a repetition that begins in UTC stays there', () => {
  expect(occasions('R/2027-03-20T00:00:00Z/P1W', '2027-03-01T00:00:00Z', 4)).toEqual([
    ...['2027-03-20T00:00', '2027-03-27T00:00', '2027-04-03T00:00', '2027-04-10T00:00'],
  ]);
});
