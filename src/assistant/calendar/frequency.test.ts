/** Rules are counted before they are walked: the count is never too small, and what is too much is left. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { countAYear, stepsOf } from './frequency.ts';
import { readIcs } from './ics.ts';
import { checkRule, expand } from './recurrence.ts';
import { parseRule, walkRule } from './rule.ts';

const some = <T>(values: readonly T[], most = 4) =>
  fc.option(fc.uniqueArray(fc.constantFrom(...values), { minLength: 1, maxLength: most }), { nil: undefined });
const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => from + at);
const DAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU', '1MO', '-1FR', '2WE'];

const rules = fc
  .record({
    FREQ: fc.constantFrom('HOURLY', 'DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'),
    INTERVAL: fc.integer({ min: 1, max: 5 }),
    BYMONTH: some(range(1, 12)),
    BYMONTHDAY: some([1, 2, 15, 28, 31, -1]),
    BYDAY: some(DAYS),
    BYHOUR: some(range(0, 23)),
    BYMINUTE: some([0, 15, 30, 45]),
    BYSETPOS: some([1, 2, -1], 2),
  })
  .map((parts) =>
    Object.entries(parts)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => `${name}=${value}`)
      .join(';'),
  );

test('no rule comes more often in a year than was counted', () => {
  fc.assert(
    fc.property(rules, (text) => {
      const rule = parseRule(text);
      fc.pre(rule !== undefined);
      const walked = [...walkRule(rule!, '2026-01-01T00:00', '2026-01-01T00:00', '2026-12-31T23:59')];
      expect(countAYear(rule!)).toBeGreaterThanOrEqual(walked.length);
    }),
    { numRuns: 150, examples: [['FREQ=HOURLY;INTERVAL=1;BYMINUTE=0,45;BYSETPOS=1']] },
  );
});

test('of several minutes in an hour the places that are named are taken', () => {
  const walk = (text: string) => [
    ...walkRule(parseRule(text)!, '2026-01-01T09:00', '2026-01-01T09:00', '2026-01-01T11:30'),
  ];
  expect(walk('FREQ=HOURLY;BYMINUTE=0,45;BYSETPOS=-1')).toEqual(['2026-01-01T09:45', '2026-01-01T10:45']);
  expect(walk('FREQ=HOURLY;BYMINUTE=45,0')).toHaveLength(5);
});

const file = (events: readonly string[]) =>
  `BEGIN:VCALENDAR\r\nVERSION:2.0\r\n${events.map((event) => `BEGIN:VEVENT\r\n${event}\r\nEND:VEVENT\r\n`).join('')}END:VCALENDAR\r\n`;
const daily = (at: number) =>
  `UID:u${at}\r\nSUMMARY:x${at}\r\nDTSTART:19000101T000000Z\r\nRRULE:FREQ=DAILY;BYDAY=MO,TU,WE,TH,FR,SA,SU;BYHOUR=0,1,2,3,4,5,6`;
const dentist = 'UID:d\r\nSUMMARY:dentist\r\nDTSTART:20261120T090000Z\r\nDTEND:20261120T100000Z';

test('of a file of rules that come too often no more is kept than a calendar holds, and what is left is said', () => {
  const { events, skipped } = readIcs(file([...Array.from({ length: 1_000 }, (_, at) => daily(at))]), 'UTC', 'file');
  expect(events.length).toBeLessThan(30);
  expect(skipped).toEqual({ 'beyond the 50000 occasions a year of a file': 1_000 - events.length });
});

test('a rule for each minute is none', () => {
  const minutes = Array.from({ length: 60 }, (_, at) => at).join(',');
  const { events, skipped } = readIcs(
    file([`UID:m\r\nSUMMARY:m\r\nDTSTART:20261115T000000Z\r\nRRULE:FREQ=HOURLY;BYMINUTE=${minutes}`, dentist]),
    'UTC',
    'file',
  );
  expect(events.map(({ title }) => title)).toEqual(['dentist']);
  expect(skipped).toEqual({ 'not understood (rule)': 1 });
});

test('exceptions of one event are read in one go', () => {
  const many = Array.from({ length: 1_500 }, (_, at) => {
    const day = new Date(Date.UTC(2026, 0, 1) + at * 86_400_000).toISOString().slice(0, 10).replaceAll('-', '');
    return `UID:s\r\nSUMMARY:moved\r\nRECURRENCE-ID:${day}T090000Z\r\nDTSTART:${day}T100000Z\r\nDTEND:${day}T110000Z`;
  });
  const base = 'UID:s\r\nSUMMARY:series\r\nDTSTART:20260101T090000Z\r\nDTEND:20260101T100000Z\r\nRRULE:FREQ=DAILY';
  const { events } = readIcs(file([base, ...many]), 'UTC', 'file');
  expect(Object.keys(events[0]!.moved)).toHaveLength(1_500);
  const span = [Date.UTC(2026, 0, 2), Date.UTC(2026, 0, 3)] as const;
  expect(expand('s', events[0]!, ...span).map(({ start, title }) => `${start} ${title}`)).toEqual([
    '2026-01-02T10:00 moved',
  ]);
});

test('the last of a year of minutes is nobody’s appointment, however seldom it comes', () => {
  const hours = range(0, 23).join(',');
  const hostile = `FREQ=YEARLY;BYHOUR=${hours};BYMINUTE=${range(1, 20).join(',')};BYDAY=MO,TU,WE,TH,FR,SA,SU;BYSETPOS=-1`;
  expect(countAYear(parseRule(hostile)!)).toBe(1);
  expect(checkRule(hostile)).toBe(false);
  expect(checkRule('FREQ=YEARLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1')).toBe(true);
  // One that was kept before is shown where it began, and no more of it is looked for.
  const kept = { uid: 'u', title: 'x', start: '2026-11-18T08:00', end: '2026-11-18T09:00', zone: 'UTC', rule: hostile };
  const found = expand(
    'x',
    { ...kept, except: [], moved: {}, remind: [] },
    Date.UTC(2026, 10, 1),
    Date.UTC(2028, 10, 1),
  );
  expect(found.map(({ start }) => start)).toEqual(['2026-11-18T08:00']);
});

test('the last of so many is where a walk from the beginning finds it', () => {
  const counted = fc.record({
    text: rules,
    count: fc.integer({ min: 1, max: 40 }),
    day: fc.integer({ min: 1, max: 31 }),
  });
  fc.assert(
    fc.property(counted, ({ text, count, day }) => {
      const rule = parseRule(`${text};COUNT=${count}`);
      fc.pre(rule !== undefined && countAYear(parseRule(text)!) <= 9_000);
      const start = `2026-01-${String(day).padStart(2, '0')}T09:30`;
      const walk = (from: string, one = rule!) => [...walkRule(one, start, from, '2036-01-01T00:00')];
      const whole = walk(start, parseRule(text)!).slice(0, count);
      fc.pre(whole.length === count);
      expect(walk(start)).toEqual(whole);
      const late = (all: readonly string[]) => all.filter((at) => at >= '2028-06-15');
      expect(late(walk('2028-06-15T00:00'))).toEqual(late(whole));
    }),
    {
      numRuns: 60,
      examples: [[{ text: 'FREQ=HOURLY;INTERVAL=1;BYMONTHDAY=1;BYHOUR=0', count: 3, day: 2 }]],
    },
  );
});

test('what a look costs is known from the rule: a birthday little, what has to be counted from far back much', () => {
  const steps = (text: string) => stepsOf(parseRule(text)!);
  expect(steps('FREQ=YEARLY')).toBeLessThan(10);
  expect(steps('FREQ=DAILY;COUNT=10000')).toBeLessThan(10);
  expect(steps('FREQ=WEEKLY;BYDAY=MO,WE;COUNT=10')).toBeLessThan(500);
  expect(steps('FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30;COUNT=10000')).toBeGreaterThan(60_000);
});
