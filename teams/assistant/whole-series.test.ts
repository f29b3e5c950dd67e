/** What comes again and how long it lasts, as it is kept: exceptions, lengths, and a reminder before each of them. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Desk, openDesk } from './fixture.ts';

let desk: Desk;
beforeEach(async () => {
  desk = await openDesk();
});
afterEach(() => desk.close());

const HOUR = 3_600_000;
const say = async (...messages: string[]): Promise<string> => {
  let last = '';
  for (const message of messages) last = (await desk.ask(message, 's')).text;
  return last;
};
const spans = (days = 60) =>
  desk.assistant.calendar
    .between('local', desk.clock.now(), desk.clock.now() + days * 24 * HOUR)
    .map(({ title, start, end }) => `${title} ${start} ${end.slice(11)}`);
const pass = async (hours: number) => {
  await desk.clock.advance(hours * HOUR);
  while ((await desk.triggers.tick()) > 0) await desk.triggers.drain();
};
const due = () => desk.assistant.reminders.takeNotices('local').map(({ text }) => text);

test('what is left out of a series does not take place, and is said', async () => {
  expect(await say('book club every second Thursday of the month at 17:00, skip December')).toContain(
    'except in December',
  );
  expect(await say('choir every Tuesday at 19:00 except from 20 December to 6 January')).toContain(
    'except from 20 December to 6 January of every year',
  );
  const starts = spans(70);
  expect(starts.filter((one) => one.startsWith('book club'))[0]).toContain('2027-01-14');
  expect(starts.filter((one) => /choir 202(?:6-12-2[2-9]|7-01-0[1-6])/.test(one))).toEqual([]);
  expect(starts.some((one) => one.startsWith('choir 2027-01-12'))).toBe(true);
  // No year was named, so it is of every year.
  expect(spans(425).filter((one) => /choir 202(?:7-12-(?:2|3)|8-01-0[1-6])/.test(one))).toEqual([]);
  expect(await say('add water the ferns every day except 17 November')).toContain('except on 17 November');
  await say('tick off water the ferns');
  expect(desk.assistant.todos.list('local')[0]!.body.due).not.toBe('2026-11-17');
});

test('an event gets another length, and undoing gives it back; of a series all, or the one that was named', async () => {
  await say('dentist on Friday at 3pm', 'yoga every Monday at 6pm for 3 weeks');
  expect(await say('make the dentist two hours')).toContain('15:00 to 17:00 (2 hours; it was 1 hour)');
  expect(await say('make the dentist two hours')).toContain('so long already');
  expect(await say('make the dentist until 4:30')).toContain('15:00 to 16:30');
  expect(await say('undo that')).toContain('Undone');
  expect(spans()[1]).toBe('dentist 2026-11-20T15:00 17:00');
  expect(await say('extend yoga by 30 minutes')).toContain('Each of them');
  await say('shorten the yoga on 23 November to 45 minutes');
  expect(spans().filter((one) => one.startsWith('yoga'))).toEqual([
    'yoga 2026-11-16T18:00 19:30',
    'yoga 2026-11-23T18:00 18:45',
    'yoga 2026-11-30T18:00 19:30',
  ]);
  expect(await say('move the dentist to Thursday from 10 to 11:30')).toContain('until 11:30');
});

test('one is reminded before each of a series, where it goes, and not of one that is cancelled', async () => {
  await say('yoga every Monday at 6pm');
  expect(await say('remind me to pack my mat an hour before each yoga')).toContain('1 hour before each **yoga**');
  await pass(30.5);
  expect(due()).toEqual(['pack my mat']);
  await say('cancel the yoga on 23 November', 'move the yoga on 30 November to 20:00');
  await pass(13 * 24);
  expect(due()).toEqual([]);
  await pass(27);
  expect(due()).toEqual(['pack my mat']);
  expect(await say('show my reminders')).toMatch(/pack my mat · Mon 7 Dec, 17:00 · 1 hour before each time/);
  await say('cancel the yoga', 'yes');
  expect(await desk.assistant.reminders.list('local')).toEqual([]);
});

test('at an hour of the day before each of them, wherever it goes', async () => {
  await say('yoga every Monday at 6pm');
  expect(await say('remind me to pack my mat the evening before each yoga at 8')).toContain(
    'at 20:00 on the day before each **yoga**',
  );
  await pass(9.5);
  expect(due()).toEqual(['pack my mat']);
  await say('move the yoga on 23 November to 25 November at 7am');
  expect(await say('show my reminders')).toMatch(
    /pack my mat · Tue 24 Nov, 20:00 · at 20:00 on the day before each time/,
  );
  expect(await say('remind me the day before every bin collection')).toContain('no event like "bin collection"');
});
