/** What takes a person's time: hours, days away, and what a calendar file marks as busy. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { tempDir } from '../../../test/house.ts';
import { playedClock } from '../../kernel/index.ts';
import { openHome } from '../../storage/index.ts';
import { dayRows, dayTold } from './days.ts';
import { readIcs } from './ics.ts';
import { type Calendar, openCalendar } from './index.ts';

const ZONE = 'Europe/Berlin';
const clock = playedClock(Date.parse('2026-11-15T11:00:00Z'));
let home: ReturnType<typeof openHome>;
let calendar: Calendar;
beforeEach(() => {
  home = openHome(tempDir('days'));
  calendar = openCalendar(home.stores.shelf(), clock);
});
afterEach(() => home.close());

const add = (title: string, start: string, end: string, more = {}) =>
  calendar.add('u', { title, start, end, zone: ZONE, ...more });
const busyOn = (day: string) =>
  calendar.busy('u', Date.parse(`${day}T00:00+01:00`), Date.parse(`${day}T23:00+01:00`)).length > 0;

test.each(dayRows().map((row) => [row.why, row] as const))('%s', (_, row) => {
  expect(dayTold(row.example)).toBe(row.takes);
  expect(dayTold(row.counter)).toBe(!row.takes);
});

test('days away are busy, days that are only marked are not', () => {
  add('holiday in Spain', '2026-12-21', '2027-01-03');
  add("Anna's birthday", '2026-12-10', '2026-12-11');
  add('Lisbon with Tom', '2026-12-04', '2026-12-07');
  add('bank holiday', '2026-12-15', '2026-12-16');
  expect(['2026-12-22', '2026-12-10', '2026-12-05', '2026-12-15'].map(busyOn)).toEqual([true, false, true, false]);
});

test('what is booked into days away is told, and the other way round', () => {
  const dentist = add('dentist', '2026-12-22T14:00', '2026-12-22T15:00');
  expect(dentist.clashes).toEqual([]);
  expect(add('holiday', '2026-12-21', '2026-12-24').clashes.map(({ title }) => title)).toEqual(['dentist']);
  expect(add('massage', '2026-12-23T10:00', '2026-12-23T11:00').clashes.map(({ title }) => title)).toEqual(['holiday']);
  expect(add("Anna's birthday", '2026-12-22', '2026-12-23').clashes).toEqual([]);
});

test('a file says itself whether something takes time, and it goes out as it came', async () => {
  const event = (uid: string, title: string, transp: string, when: string) =>
    `BEGIN:VEVENT\r\nUID:${uid}\r\nSUMMARY:${title}\r\n${when}\r\n${transp}END:VEVENT\r\n`;
  const ics = `BEGIN:VCALENDAR\r\nVERSION:2.0\r\n${[
    event('1', "Anna's birthday", 'TRANSP:OPAQUE\r\n', 'DTSTART;VALUE=DATE:20261210'),
    event('2', 'holiday', 'TRANSP:TRANSPARENT\r\n', 'DTSTART;VALUE=DATE:20261222'),
    event('3', 'office hours', 'TRANSP:TRANSPARENT\r\n', 'DTSTART:20261217T090000Z\r\nDTEND:20261217T100000Z'),
    event('4', 'meeting', '', 'DTSTART:20261218T090000Z\r\nDTEND:20261218T100000Z'),
  ].join('')}END:VCALENDAR\r\n`;
  await calendar.bring('u', ics, ZONE, 'file');
  expect(['2026-12-10', '2026-12-22', '2026-12-17', '2026-12-18'].map(busyOn)).toEqual([true, false, false, true]);
  const out = readIcs(await calendar.take('u'), ZONE, 'file').events.map(({ uid, busy }) => [uid, busy]);
  expect(Object.fromEntries(out)).toEqual({ 1: true, 2: false, 3: false, 4: undefined });
});
