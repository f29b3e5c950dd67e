/** A day without a year lies where the tense of its clause puts it. */
import { expect, test } from 'vitest';
import { readDates } from './dates.ts';
import { tense } from './tense.ts';

const SUNDAY = new Date('2026-11-15T12:00:00Z');

test.each([...tense.examples, ...tense.counters])('$says: $day', ({ says, day }) => {
  expect(readDates(says, SUNDAY).map(({ time }) => time)).toEqual([day]);
});
