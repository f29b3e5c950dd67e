/** What comes again, changed in part: which of it, and what is kept. Nothing is done where a bound of it was not understood. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Desk, openDesk } from './fixture.ts';

let desk: Desk;
/** Each test is somebody else's. */
let user = 'u0';
beforeAll(async () => {
  desk = await openDesk();
});
beforeEach(() => {
  user = `u${Number(user.slice(1)) + 1}`;
});
afterAll(() => desk.close());

const DAY = 86_400_000;
const say = async (...messages: string[]): Promise<string> => {
  let last = '';
  for (const message of messages) last = (await desk.ask(message, user, user)).text;
  return last;
};
const starts = (from: string, days: number, title = '') =>
  desk.assistant.calendar
    .between(user, Date.parse(from), Date.parse(from) + days * DAY)
    .filter((one) => one.title.includes(title))
    .map(({ start }) => start.slice(5));

test.each([
  'skip the next team lunch',
  'cancel my next team lunch',
  'drop the upcoming team lunch',
])('"%s": the next one goes, and nobody asks about all of them', async (asked) => {
  await say('team lunch every Monday at 12:00');
  expect(await say(asked)).toContain('Cancelled');
  expect(starts('2026-11-15', 16)).toEqual(['11-23T12:00', '11-30T12:00']);
  await say('undo that');
  expect(starts('2026-11-15', 9)).toEqual(['11-16T12:00', '11-23T12:00']);
});

test('a weekday of a series goes to another from a day on', async () => {
  await say('judo every Tuesday and Friday at 18:00 until 26 February');
  expect(await say('reschedule judo from Fridays to Saturdays from December on')).toMatch(
    /on Tuesdays and Saturdays at 18:00 .*until Fri, 26 Feb 2027/,
  );
  expect(starts('2026-11-24', 13)).toEqual(['11-24T18:00', '11-27T18:00', '12-01T18:00', '12-05T18:00']);
  await say('undo that');
  expect(starts('2026-12-01', 7)).toEqual(['12-01T18:00', '12-04T18:00']);
  expect(await say('move the Friday judo to Thursday at 19:00 from now on')).toContain('on Thursdays at 19:00');
  expect(starts('2026-11-17', 7)).toEqual(['11-17T18:00', '11-19T19:00']);
});

test.each([
  ['from January pilates is at 19:00', '12-28T18:00', '01-04T19:00'],
  ['pilates is at 19:00 from 4 January', '12-28T18:00', '01-04T19:00'],
  ['from now on, pilates is at 7pm', '12-28T19:00', '01-04T19:00'],
  ['move pilates to 19:00 until January', '12-28T19:00', '01-04T18:00'],
  ['in December pilates is at 17:00', '12-28T17:00', '01-04T18:00'],
  ['make pilates half an hour later starting in January', '12-28T18:00', '01-04T18:30'],
  ['from December pilates is on Tuesdays', '12-29T18:00', '01-05T18:00'],
  ['cancel all pilates after New Year', '12-28T18:00', undefined],
  ['cancel pilates until January', '01-04T18:00', '01-11T18:00'],
])('%s', async (message, first, second) => {
  await say('pilates every Monday at 18:00', message);
  expect(starts('2026-12-27', 20, 'pilates').slice(0, 2)).toEqual(second === undefined ? [first] : [first, second]);
  expect(starts('2026-11-15', 2).length).toBe(message.startsWith('cancel pilates until') ? 0 : 1);
});

test.each([
  'cancel pilates after the holidays',
  'cancel pilates for the winter',
  'move pilates to 5pm after the exams',
  'move pilates to 5pm until the baby comes',
  'cancel pilates except the first one',
])('%s: a bound that is not understood stops it', async (message) => {
  await say('pilates every Monday at 18:00');
  const before = starts('2026-11-15', 60);
  expect(await say(message)).toContain('so I changed nothing');
  expect(starts('2026-11-15', 60)).toEqual(before);
});

test('a series in pieces is one thing: a new rhythm has its end, and cancelled it is gone', async () => {
  await say('pilates every Monday and Wednesday at 18:00 until 15 February', 'from January pilates is at 19:00');
  expect(await say('pilates is on Thursdays instead of Wednesdays from January')).not.toContain('not understand');
  expect(starts('2027-01-04', 7)).toEqual(['01-04T19:00', '01-07T19:00']);
  await say('move pilates to Saturdays from December on');
  expect(starts('2026-11-30', 14)).toEqual(['11-30T18:00', '12-05T18:00', '12-12T18:00']);
  expect(starts('2027-02-06', 30)).toEqual(['02-06T18:00', '02-13T18:00']);
  await say('cancel pilates', 'yes');
  expect(starts('2026-11-15', 120)).toEqual([]);
});

test('what is kept is not touched, and said', async () => {
  await say('book swimming on Thursday at 6pm', 'remind me about swimming an hour before');
  expect(await say('cancel swimming but keep the reminder')).toContain('I keep the reminder **swimming**');
  expect(starts('2026-11-15', 10)).toEqual([]);
  expect(await desk.assistant.reminders.list(user)).toHaveLength(1);
  await say('undo that');
  expect(await say('actually cancel it but keep the reminder')).toContain('I keep the reminder');
  await say('physio on Wednesday at 10am', 'call with Ana on Wednesday at 4pm', 'lunch on Wednesday at 1pm');
  expect(await say('cancel physio and lunch but keep the call')).toContain('I keep **call with Ana**');
  expect(starts('2026-11-18', 1)).toEqual(['11-18T16:00']);
  await say('undo that', 'cancel everything on Wednesday but keep the call', 'yes');
  expect(starts('2026-11-18', 1)).toEqual(['11-18T16:00']);
  expect(await say('remind me tomorrow at 5pm to throw away the box but keep the receipt')).toContain(
    '**throw away the box but keep the receipt**',
  );
});

test('cancelled on one day and put on another, it has its name', async () => {
  await say('gym every Saturday at 10am', 'chess every Saturday at 8pm');
  expect(await say('cancel gym this Saturday and add it on Sunday at 11 instead')).toContain(
    'Added **gym** on Sun 22 Nov',
  );
  expect(starts('2026-11-20', 10, 'gym')).toEqual(['11-22T11:00', '11-28T10:00']);
  expect(await say('cancel chess in December but not on 12 December', 'yes')).toContain('Cancelled');
  expect(starts('2026-12-01', 30, 'chess')).toEqual(['12-12T20:00']);
});
