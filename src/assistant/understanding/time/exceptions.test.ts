/** A rhythm is a rule, what is left out of it, and an end, read from all clauses of what was said. */
import { expect, test } from 'vitest';
import { NOTHING_KNOWN } from '../known.ts';
import { understand } from '../read.ts';

/** A Tuesday noon in Berlin. */
const PLACE = { now: Date.parse('2026-11-17T11:00:00Z'), zone: 'Europe/Berlin' };

const read = (said: string) => {
  const understood = understand(said, PLACE, NOTHING_KNOWN);
  if (understood.kind !== 'requests') throw new Error(understood.kind);
  return {
    whens: understood.requests.map(({ input }) => input['when']),
    titles: understood.requests.map(({ input }) => input['title'] ?? input['what']),
    rest: understood.rest,
  };
};

test.each([
  ['block book circle monthly on the first Friday 17:00, not in January', 'book circle', /17:00 except january$/],
  [
    'block every second Thursday of the month 17:00-18:00 for book club, skip December',
    'book club',
    /except december$/,
  ],
  ['yoga every Monday at 6pm. Not in December.', 'yoga', /except december$/],
  ['add a class every Tuesday at 10 except the 24th', 'class', /except 2026-11-24$/],
  ['standup every day at 9 except from 20 December to 6 January', 'standup', /except 20 december to 6 january$/],
  ['swim every day at 9 except from mid July to mid-August', 'swim', /except 15 july to 15 august$/],
  ['swim every day at 9 except from Christmas to New Year', 'swim', /except 25 december to 1 january$/],
  ['swim every day at 9 except from 1 July to 31 August', 'swim', /except july and august$/],
  ['swim every day at 9 except 20 December 2026 to 6 January 2027', 'swim', /except 2026-12-20 to 2027-01-06$/],
  [
    'pilates every Wednesday at 18:00, no class on 23 and 30 December',
    'pilates',
    /except 23 december and 30 december$/,
  ],
  ['remind me every Friday at 5 to send the report but not next week', 'send the report', /2026-11-23 to 2026-11-29$/],
  ['remind me every day at 7 to stretch, not in July or August', 'stretch', /except july and august$/],
  ['remind me every day at 7 to stretch except weekends and on Christmas Eve', 'stretch', /weekends and 24 december$/],
  ['choir every Tuesday at 19:30 from January to March except 2 February', 'choir', /except 2 february starting/],
  ['yoga every Tuesday at 6pm until 8 December except 1 December', 'yoga', /except 1 december until 2026-12-08$/],
])('%s', (said, title, when) => {
  const { titles, whens, rest } = read(said);
  expect(titles).toEqual([title]);
  expect(whens[0]).toMatch(when);
  expect(rest).toEqual([]);
});

test.each([
  ['remind me every weekday at 8 to stretch, but not during the school holidays', 'but not during the school holidays'],
  ['piano every Wednesday at 16:00, skip bank holidays', 'skip bank holidays'],
  ['choir every Tuesday at 19:30 excluding the last week of December', 'excluding the last week of december'],
])('what nobody here can tell is named: %s', (said, left) => {
  expect(read(said).rest).toEqual([left]);
});

test.each([
  'remind me every day at 8 to not eat in bed',
  'remind me every Friday at 5 to skip dessert',
  'book yoga every Monday at 6 and on Tuesday at 7 call Bob',
])('what is no exception is none: %s', (said) => {
  expect(read(said).whens[0]).not.toContain('except');
});

test.each([
  [
    'add gym every Monday and swim every Thursday, starting next week',
    ['gym every monday starting 2026-11-23', 'swim every thursday starting 2026-11-23'],
  ],
  [
    'gym every Monday until Christmas and swim every Thursday at 6',
    ['gym every monday until 2026-12-25', 'swim every thursday at 18:00'],
  ],
  [
    'add water the plants every 3 days and take out the bins every other Tuesday, starting next week',
    ['water the plants every 3 day starting 2026-11-23', 'take out the bins every other tuesday starting 2026-11-23'],
  ],
  ['add water the cactus every 3 days', ['water the cactus every 3 day']],
])('things of one verb have each their rhythm: %s', (said, made) => {
  const { titles, whens, rest } = read(said);
  expect(titles.map((title, at) => `${title} ${whens[at]}`)).toEqual(made);
  expect(rest).toEqual([]);
});

test.each([
  ['book lunch every day next week at 12', 'every day at 12:00 starting 2026-11-23 until 2026-11-29'],
  ['book lunch every day at 12 next week', 'every day at 12:00 starting 2026-11-23 until 2026-11-29'],
  ['next week, remind me every day at 8 to stretch', 'every day at 08:00 starting 2026-11-23 until 2026-11-29'],
  ['yoga every Tuesday in December at 6pm', 'every tuesday at 18:00 starting 2026-12-01 until 2026-12-31'],
  ['remind me to stretch every hour this afternoon', 'every hour until 2026-11-17 at 18:00'],
  ['remind me to drink every 2 hours tomorrow', 'every 2 hour starting 2026-11-18 at 08:00 until 2026-11-18 at 22:00'],
  ["remind me every Monday at 9 to send next week's rota", 'every monday at 09:00'],
])('a rhythm ends with the week, the month or the day that it is said to be within: %s', (said, when) => {
  expect(read(said)).toMatchObject({ whens: [when], rest: [] });
});
