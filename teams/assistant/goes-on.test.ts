/** A message that goes on with the one before it, corrects it, or asks what there is. */
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

test('"and …" is of the day that was spoken of, "and also …" the same once more', async () => {
  await say('I have a haircut tomorrow at 10', 'and lunch with Priya at 1');
  expect(desk.assistant.calendar.list('local').map(({ body }) => body.start)).toContain('2026-11-16T13:00');
  await say('remind me to take the bins out tonight at 8', 'and also every Wednesday at 7');
  expect((await desk.assistant.reminders.list('local')).map(({ what, recurs }) => [what, recurs])).toEqual([
    ['take the bins out', false],
    ['take the bins out', true],
  ]);
});

test.each([
  ['remind me to stretch in 20 minutes', 'no, 30 minutes', '12:30'],
  ['remind me to stretch at 4', 'no, 5', '17:00'],
  ['remind me to stretch at 4', 'sorry, I meant 6', '18:00'],
  ['meet Lena on Tuesday at 5', 'no, Wednesday', 'Wed 18 Nov, 17:00'],
  ['meet Lena on Tuesday at 5', 'call it "planning"', 'now called **planning**'],
  ['add renew passport to my todos due in two weeks', 'no, three weeks', 'Sun 6 Dec'],
])('%s: %s', async (first, then, told) => {
  expect(await say(first, then)).toContain(told);
});

test('a bare day after something is no order to move it', async () => {
  await say('meet Lena on Tuesday at 5', 'Wednesday');
  expect(desk.assistant.calendar.list('local')[0]?.body.start).toBe('2026-11-17T17:00');
});

test('what is counted from a thing whose time stands behind it is counted from there', async () => {
  expect(await say('remind me 15 minutes before my call with Lee on Friday at 2')).toBe(
    'I will remind you: **call with Lee**, on Fri 20 Nov, 13:45.',
  );
  expect(await say('remind me the day before my flight on Saturday at 9am to check in')).toContain('Fri 20 Nov');
});

test('what goes with a thing goes with it, and every one of a series is each that comes', async () => {
  await say('book dinner with Sam on Friday at 7 and remind me an hour before');
  expect(await say('cancel dinner and the reminder')).toContain('Cancelled **dinner with Sam**');
  expect(await desk.assistant.reminders.list('local')).toEqual([]);
  await say('physio every Monday and Thursday at 8 until Christmas', 'move every physio to 9');
  const hours = desk.assistant.calendar
    .between('local', Date.parse('2026-11-15'), Date.parse('2026-12-20'))
    .map(({ start }) => start.slice(11));
  expect(new Set(hours)).toEqual(new Set(['09:00']));
  expect(await say('how many physio are left?')).toMatch(/comes 12 more times, the last on Thu 24 Dec/);
  expect(await say('when is the last physio?')).toContain('Thu 24 Dec');
});

test('questions after what there is', async () => {
  await say('lunch with Priya tomorrow 12:30-13:45', 'dentist on Friday at 3', 'pay the gas bill by Thursday');
  await say('put "renew passport" on my list, high priority', 'add cat food to the pets list');
  expect(await say('how long is lunch?')).toContain('12:30 to 13:45 (1 hour 15 minutes)');
  expect(await say('what is my next appointment?')).toBe('Next: Mon 16 Nov, 12:30–13:45 · **lunch with Priya**.');
  expect(await say("what's most urgent?")).toMatch(/One todo:\*\*\n\n- renew passport/);
  expect(await say("what's due next week?")).toMatch(/One todo:\*\*\n\n- pay the gas bill/);
  expect(await say('move renew passport to the travel list', 'what lists do I have?')).toContain(
    '- pets (1)\n- travel (1)\n- on no list (1)',
  );
  expect(await say('translate good morning into French')).not.toContain('Hello');
});

test('what is told within something else is forgotten with it only after a yes', async () => {
  await say('remember that my car is a Skoda with plate B-XY 1234', "my wife's name is Nadia");
  expect(await desk.ask('forget my plate', 's')).toMatchObject({ outcome: 'waiting' });
  await say('no');
  expect(await say('what car do I drive?')).toContain('B-XY 1234');
  expect(await say('forget everything about Nadia')).toContain('Forgotten');
});
