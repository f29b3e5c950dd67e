import fc from 'fast-check';
import ICAL from 'ical.js';
import { describe, expect, test } from 'vitest';
import { parseRule, walkRule } from './rule.ts';

const starts = (rule: string, start: string, from: string, to: string) =>
  [...walkRule(parseRule(rule)!, start, from, to)].filter((one) => one >= from);

test.each([
  ['FREQ=DAILY', '1901-01-01T08:00', ['2026-11-15T08:00', '2026-11-16T08:00']],
  [
    'FREQ=HOURLY;INTERVAL=12',
    '1901-01-01T08:00',
    ['2026-11-15T08:00', '2026-11-15T20:00', '2026-11-16T08:00', '2026-11-16T20:00'],
  ],
  ['FREQ=WEEKLY;BYDAY=MO,SU', '1999-06-03', ['2026-11-15', '2026-11-16']],
  ['FREQ=MONTHLY;BYDAY=3SU', '2020-01-01T10:00', ['2026-11-15T10:00']],
  ['FREQ=MONTHLY;BYMONTHDAY=-15', '2020-01-01', ['2026-11-16']],
  ['FREQ=YEARLY', '1980-11-16', ['2026-11-16']],
])('%s from %s is entered where it is looked at', (rule, start, expected) => {
  expect(starts(rule, start, start.length === 10 ? '2026-11-15' : '2026-11-15T00:00', '2026-11-16T23:59')).toEqual(
    expected,
  );
});

describe('a rule that never comes true ends', () => {
  test.each([
    'FREQ=DAILY;BYMONTH=2;BYMONTHDAY=31',
    'FREQ=DAILY;INTERVAL=7;BYDAY=TU',
    'FREQ=HOURLY;INTERVAL=24;BYHOUR=5',
    'FREQ=MONTHLY;BYDAY=5MO;BYSETPOS=9',
    'FREQ=YEARLY;BYWEEKNO=53;BYDAY=MO;BYMONTH=6',
    'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30',
  ])('%s', (rule) => {
    expect(starts(rule, '2026-01-05T08:00', '2026-01-05T00:00', '2030-01-01T00:00')).toEqual([]);
  });
});

test.each([
  'FREQ=SECONDLY',
  'FREQ=MINUTELY',
  'FREQ=DAILY;INTERVAL=999999999',
  'FREQ=HOURLY;BYHOUR=25',
  'FREQ=WEEKLY;BYDAY=XX',
  'nonsense',
  '',
])('"%s" is no rule of a calendar', (rule) => {
  expect(parseRule(rule)).toBeUndefined();
});

test('what both can, ours and the library agree on', () => {
  const rules = fc.oneof(
    fc.record({
      freq: fc.constant('DAILY'),
      interval: fc.integer({ min: 1, max: 5 }),
      by: fc.constantFrom('', ';BYMONTH=3,6'),
    }),
    fc.record({
      freq: fc.constant('WEEKLY'),
      interval: fc.integer({ min: 1, max: 4 }),
      by: fc.constantFrom('', ';BYDAY=MO,WE', ';BYDAY=TU,SA,SU'),
    }),
    fc.record({
      freq: fc.constant('MONTHLY'),
      interval: fc.integer({ min: 1, max: 3 }),
      by: fc.constantFrom('', ';BYDAY=2TU', ';BYDAY=-1FR', ';BYMONTHDAY=1,15'),
    }),
    fc.record({
      freq: fc.constant('YEARLY'),
      interval: fc.constant(1),
      by: fc.constantFrom('', ';BYMONTH=5;BYDAY=2SU', ';BYMONTH=5;BYMONTHDAY=3'),
    }),
  );
  fc.assert(
    fc.property(
      rules,
      fc.integer({ min: 1, max: 28 }),
      fc.integer({ min: 1, max: 12 }),
      ({ freq, interval, by }, day, month) => {
        const two = (count: number) => String(count).padStart(2, '0');
        const start = `2026-${two(month)}-${two(day)}T08:30`;
        const rule = `FREQ=${freq};INTERVAL=${interval}${by};COUNT=12`;
        // A start that the rule itself does not give counts for the library, and for nobody else.
        fc.pre(starts(rule, start, start, '2100-01-01T00:00')[0] === start);
        const theirs: string[] = [];
        const walk = ICAL.Recur.fromString(rule).iterator(ICAL.Time.fromString(`${start}:00`, undefined as never));
        for (let next = walk.next(); next; next = walk.next()) theirs.push(next.toString().slice(0, 16));
        expect(starts(rule, start, start, '2100-01-01T00:00')).toEqual(theirs);
      },
    ),
    { numRuns: 200 },
  );
});
