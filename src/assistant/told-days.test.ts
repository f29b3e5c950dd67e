import { expect, test, vi } from 'vitest';
import * as schedules from '../triggers/schedule/read.ts';
import type { Note } from './notes.ts';
import type { Thing } from './shelf.ts';
import { openToldDays } from './told-days.ts';
import * as reading from './understanding/time/join.ts';

const NOW = Date.parse('2026-03-01T08:00:00Z');
const note = (text: string, subject?: string) =>
  ({ id: text, body: { text, subject, tags: [], before: [] } }) as unknown as Thing<Note>;

test('a day that was told is known by its name, each note read once a day', async () => {
  const read = vi.spyOn(reading, 'readWhen');
  const days = openToldDays();
  const notes = [
    note('my birthday is 3 May', 'birthday'),
    note('the wifi password is xyzzy'),
    note('rent is due every 1 May'),
  ];
  const known = { birthday: Date.parse('2026-05-03T12:00Z') };
  expect(await days.of(notes, NOW)).toEqual(known);
  expect(await days.of(notes, NOW + 60_000)).toEqual(known);
  expect(read).toHaveBeenCalledTimes(3);
  await days.of(notes, NOW + 24 * 3_600_000);
  expect(read).toHaveBeenCalledTimes(6);
});

test('notes that take longer than anybody waits are read with later questions', async () => {
  const days = openToldDays(0);
  expect(await days.of([note('my birthday is 3 May', 'birthday')], NOW)).toEqual({});
});

test.each([
  'remind me every monday at 8 and ',
  'every 1. ',
  'every 2 and ',
])('a note of 20,000 characters "%s" is no more work than one of a few lines', (words) => {
  const tries = vi.spyOn(schedules, 'readSchedule');
  const workOf = (length: number) => {
    tries.mockClear();
    reading.readWhen(words.repeat(length / words.length), { now: NOW, zone: 'UTC' });
    return tries.mock.calls.length;
  };
  expect(workOf(20_000)).toBe(workOf(400));
  expect(workOf(20_000)).toBeLessThan(1_000);
});
