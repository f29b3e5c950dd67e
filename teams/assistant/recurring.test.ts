/** What comes again, as a person asks for it: its end and exceptions are kept or said, and a reminder follows its todo. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Desk, openDesk } from './fixture.ts';

let desk: Desk;
beforeEach(async () => {
  desk = await openDesk();
});
afterEach(() => desk.close());

const HOUR = 3_600_000;
const say = async (message: string) => (await desk.ask(message, 's')).text;
const pass = async (hours: number) => {
  await desk.clock.advance(hours * HOUR);
  while ((await desk.triggers.tick()) > 0) await desk.triggers.drain();
};
const due = () => desk.assistant.reminders.takeNotices('local').map(({ text }) => text);

test.each([
  [
    'remind me to take amoxicillin twice a day for 7 days',
    'every day at 08:00 and 20:00 (Europe/Berlin), until Sun 22 Nov',
  ],
  ['remind me to stretch every day at 8am except Fridays', 'every day at 08:00, except on Friday'],
  ['remind me to file hours on the last weekday of every month', 'every month on the last weekday'],
  ['remind me at 9am on weekdays to check the mail', 'every Monday, Tuesday, Wednesday, Thursday and Friday at 09:00'],
  [
    'remind me to take my antibiotics at 8am for 10 days',
    'every day at 08:00 (Europe/Berlin), until Thu 26 Nov 2026 at 07:59',
  ],
  ['every day until Christmas remind me to open a door', 'until Fri 25 Dec 2026'],
  [
    'from tomorrow remind me every other day to water the ficus until the end of January',
    'every 2 days at 09:00 (Europe/Berlin), from Mon 16 Nov 2026 on, until Sun 31 Jan 2027',
  ],
  [
    'remind me Monday to Thursday at 7 every week to pack lunch',
    'every Monday, Tuesday, Wednesday and Thursday at 07:00',
  ],
])('%s', async (message, understood) => {
  expect(await say(message)).toContain(understood);
  const [{ what } = { what: '' }] = await desk.assistant.reminders.list('local');
  expect(what).not.toMatch(/day|until|except|week|christmas/i);
});

test('what cannot be kept is said', async () => {
  expect(await say('remind me to do the bins every Thursday except bank holidays')).toContain(
    'I did not understand "except bank holidays"',
  );
});

test('an event has its end and exceptions, and the whole series gets another rhythm', async () => {
  expect(await say('yoga every Tuesday at 6pm until 8 December except 1 December')).toContain('until Tue 8 Dec');
  const starts = () =>
    desk.assistant.calendar
      .between('local', desk.clock.now(), desk.clock.now() + 60 * 24 * HOUR)
      .map(({ start }) => start);
  expect(starts()).toEqual(['2026-11-17T18:00', '2026-11-24T18:00', '2026-12-08T18:00']);
  expect(await say('move yoga to every Wednesday for 2 weeks')).toContain('every Wednesday at 18:00');
  expect(starts()).toEqual(['2026-11-18T18:00', '2026-11-25T18:00']);
});

describe('a reminder follows its todo', () => {
  test('over months: it comes as often as it should, and what the house moves on is nobody’s to undo', async () => {
    await say('add buy stamps to my todos');
    await say('remind me every Monday at 8am for 3 weeks to weigh myself');
    for (let day = 0; day < 40; day++) await pass(24);
    expect(desk.assistant.reminders.notices('local')).toHaveLength(3);
    expect(await desk.assistant.reminders.list('local')).toEqual([]);
    expect(await say('undo')).not.toContain('Next:');
  });

  test('taken back, removed or done, it does not come; brought back, it does', async () => {
    await say('remind me tomorrow at 8am to call the bank');
    expect(await say('undo')).toContain('Undone: Added "call the bank"');
    await say('remind me tomorrow at 9am to call the vet');
    await say('tick off call the vet');
    await say('remind me tomorrow at 10am to call the school');
    await say('stop reminding me about the school');
    await say('remind me tomorrow at 11am to call the plumber');
    await say('stop reminding me about the plumber');
    expect(await say('undo that')).toContain('Undone');
    await pass(48);
    expect(due()).toEqual(['call the plumber']);
  });

  test('done today, what comes again comes again', async () => {
    await say('remind me every day at 8am to take my pill');
    await pass(24);
    expect(due()).toEqual(['take my pill']);
    await say('done');
    await pass(24);
    expect(due()).toEqual(['take my pill']);
  });

  test('another date is another time', async () => {
    await say('remind me tomorrow at 8am to call the bank');
    await say('move call the bank to Wednesday at 10am');
    await pass(48);
    expect(due()).toEqual([]);
    await pass(24);
    expect(due()).toEqual(['call the bank']);
  });
});
