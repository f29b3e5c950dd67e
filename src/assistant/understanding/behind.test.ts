import { expect, test } from 'vitest';
import { addDays, momentOf } from '../wall.ts';
import { NOTHING_KNOWN } from './known.ts';
import { understand } from './read.ts';

/** A Thursday. */
const PLACE = { now: Date.parse('2026-11-19T11:00:00Z'), zone: 'Europe/London' };
const KNOWN = { ...NOTHING_KNOWN, events: ['yoga'] };

function spanAsked(said: string) {
  const read = understand(said, PLACE, KNOWN);
  return read.kind === 'requests' ? read.requests.map(({ input: { from, to } }) => ({ from, to })) : [read.kind];
}
const days = (first: string, count = 1) => ({
  from: momentOf(first, PLACE.zone),
  to: momentOf(addDays(first, count), PLACE.zone),
});

test.each([
  ['what did I do on Monday?', days('2026-11-16')],
  ['what did I do on Thursday?', days('2026-11-12')],
  ['what was in my calendar on Friday?', days('2026-11-13')],
  ['did I have yoga on Tuesday?', days('2026-11-17')],
  ['which meetings did I have on Wednesday afternoon?', days('2026-11-18')],
  ['what did I do on the 25th?', days('2026-10-25')],
  ['what was on on 3 December?', days('2025-12-03')],
  ['what was on last Monday?', days('2026-11-16')],
  ['what did I do last Friday?', days('2026-11-13')],
  ['what was on last weekend?', days('2026-11-14', 2)],
  ['what did I have last month?', days('2026-10-01', 31)],
])('%s looks back', (said, span) => {
  expect(spanAsked(said)).toEqual([span]);
});

test.each([
  ['what have I got on Monday?', days('2026-11-23')],
  ['what was planned for Friday?', days('2026-11-20')],
  ["what's on on the 25th?", days('2026-11-25')],
  ['what was on next Monday again?', days('2026-11-23')],
])('%s looks ahead', (said, span) => {
  expect(spanAsked(said)).toEqual([span]);
});
