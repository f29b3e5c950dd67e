/** "The one on Thursday": a thing that is told by its time alone, and hours on clocks elsewhere. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Desk, openDesk } from './fixture.ts';

let desk: Desk;
beforeEach(async () => {
  desk = await openDesk();
});
afterEach(() => desk.close());

const say = async (...messages: string[]): Promise<string> => {
  let last = '';
  for (const message of messages) last = (await desk.ask(message, 's')).text;
  return last;
};
const starts = (from: string, to: string) =>
  desk.assistant.calendar.between('local', Date.parse(from), Date.parse(to)).map(({ start }) => start.slice(5));

test.each([
  'cancel just the one on Thursday',
  "cancel only Thursday's",
  'skip the Thursday one',
])('of a series: %s', async (message) => {
  await say('pilates every Monday and Thursday at 6pm');
  expect(await say(message)).toContain('Cancelled **pilates** (Thu 19 Nov, 18:00)');
  expect(starts('2026-11-15', '2026-11-25')).toEqual(['11-16T18:00', '11-23T18:00']);
});

test.each([
  ['move the 10 December one to 19:00', '12-10T19:00'],
  ['move the one on 10 December to 20:00', '12-10T20:00'],
])('%s moves that one', async (message, start) => {
  await say('choir every Thursday at 6pm', message);
  expect(starts('2026-12-02', '2026-12-18')).toEqual(['12-03T18:00', start, '12-17T18:00']);
});

test('is what is then, where what was spoken of is not', async () => {
  await say('dentist on Friday at 3pm', 'lunch with Ana on Tuesday at 12', 'dinner with Bo on Tuesday at 7');
  expect(await say('cancel the one at 7')).toContain('Cancelled **dinner with Bo**');
  expect(await say('add milk to groceries', 'cancel the one on Friday')).toContain('Cancelled **dentist**');
  expect(await say("cancel next week's pilates")).toContain('no event like');
});

test("of next week's only that week goes", async () => {
  await say('pilates every Thursday at 6pm', "cancel next week's");
  expect(starts('2026-11-15', '2026-12-04')).toEqual(['11-26T18:00', '12-03T18:00']);
});

test.each([
  'standup call at 9 am New York time every Tuesday',
  'put class from 9 to 10:30 New York time every Tuesday in my calendar',
  'every Tuesday, 9:00 New York time, until June meeting with Ken',
])('by the clock elsewhere, whatever ours shows: %s', async (message) => {
  await say(message);
  const hours = (day: string) =>
    desk.assistant.calendar
      .between('local', Date.parse(`${day}T00:00Z`), Date.parse(`${day}T23:00Z`))
      .map(({ from }) => new Date(from).toISOString().slice(11, 16));
  expect(hours('2027-03-09')).toEqual(['14:00']);
  expect(hours('2027-03-16')).toEqual(['13:00']);
});
