import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Desk, openDesk } from './fixture.ts';

let desk: Desk;
beforeEach(async () => {
  desk = await openDesk();
});
afterEach(() => desk.close());

const say = async (message: string) => (await desk.ask(message, 's')).text;
const reminders = async () =>
  (await desk.assistant.reminders.list('local')).map(({ next }) => new Date(next).toISOString().slice(5, 16));

test('what is put off again comes once, at the last time that was said', async () => {
  await say('remind me to call the bank at 13:00');
  await desk.clock.advance(61 * 60_000);
  await desk.triggers.tick();
  expect(await say('hello')).toContain('**call the bank**');
  await say('snooze it for 20 minutes');
  await say('actually snooze it until tomorrow at 9');
  expect(await reminders()).toEqual(['11-16T08:00']);
});

test('and what comes every day goes on beside it', async () => {
  await say('remind me every day at 13:00 to take my walk');
  await desk.clock.advance(61 * 60_000);
  await desk.triggers.tick();
  await say('hello');
  await say('remind me again in an hour');
  await say('remind me again in two hours instead');
  expect(await reminders()).toEqual(['11-15T14:01', '11-16T12:00']);
});
