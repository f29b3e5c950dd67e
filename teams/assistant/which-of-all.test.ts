/** A change of many is of those that were said, and a length is as long as it was said. */
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
const fresh = async (message: string): Promise<string> => (await desk.ask(message, 'other')).text;
const open = () =>
  desk.assistant.todos
    .list('local')
    .map(({ body }) => body.title)
    .toSorted();
const due = () => desk.assistant.todos.list('local').map(({ body }) => `${body.title} ${body.due}`);
const events = () =>
  desk.assistant.calendar.list('local').map(({ body }) => `${body.title} ${body.start} ${body.end?.slice(11)}`);

test('what is ticked off or removed of all is what is due then', async () => {
  await say('add eggs to groceries', 'add call Bob due today', 'add ring Ann due tomorrow', 'add pay rent due today');
  const asked = await fresh('tick off everything due today');
  expect(asked).toContain('2 things');
  expect(asked).not.toMatch(/eggs|Ann/);
  await fresh('yes');
  expect(open()).toEqual(['eggs', 'ring Ann']);
  await fresh('delete all my todos for this week');
  expect(open()).toEqual(['eggs', 'ring Ann']);
  expect(await fresh('delete all my todos for next week')).toContain('Removed **ring Ann**');
});

test('reminders of an hour get another one, and nothing else does', async () => {
  await say('remind me tomorrow at 8:00 to call mum', 'remind me on Friday at 8:00 to ring Bob');
  await say('add Reminder to my todos', 'remind me on Friday at 10:00 to buy eggs');
  expect(await fresh('change all my reminders at 8 to 8:30')).not.toMatch(/eggs|- Reminder/);
  await fresh('yes');
  expect(due().toSorted()).toEqual([
    'Reminder undefined',
    'buy eggs 2026-11-20T10:00',
    'call mum 2026-11-16T08:30',
    'ring Bob 2026-11-20T08:30',
  ]);
});

test('all reminders of a day are those that come once and that day of those that come again', async () => {
  await say('remind me tomorrow at 10:15 to call the plumber', 'remind me every day at 16:00 to stretch');
  await say('remind me on Friday at 9:00 to run');
  const asked = await fresh('cancel all reminders for tomorrow');
  expect(asked).toMatch(/plumber/);
  expect(asked).toMatch(/stretch/);
  await fresh('yes');
  const left = (await desk.assistant.reminders.list('local')).map(({ what, understood }) => `${what}: ${understood}`);
  expect(left).toHaveLength(2);
  expect(left.join()).toMatch(/stretch: every day at 16:00, except on Mon 16 Nov/);
});

test.each([
  ['put lunch on Thursday at 12:30 for an hour and a half', 'lunch 2026-11-19T12:30 14:00'],
  ['book a two and a half hour workshop on Friday from 2pm', 'workshop 2026-11-20T14:00 16:30'],
  ['choir practice every Thursday at 19:30 for ninety minutes', 'choir practice 2026-11-19T19:30 21:00'],
  ['cinema on Friday at 20:15 for 2h15', 'cinema 2026-11-20T20:15 22:30'],
  ['workshop on Friday at 10 for three quarters of an hour', 'workshop 2026-11-20T10:00 10:45'],
  ['vet on Friday at ten to five', 'vet 2026-11-20T16:50 17:50'],
  ['meeting on Friday from ten to five', 'meeting 2026-11-20T10:00 17:00'],
])('%s', async (message, event) => {
  await say(message);
  expect(events()).toEqual([event]);
});

test('how long without from when is asked about', async () => {
  expect(await say('block two hours on Friday for the report')).toContain('From when');
  expect(events()).toEqual([]);
});
