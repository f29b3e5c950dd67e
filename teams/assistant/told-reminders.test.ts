/** What is told of a reminder that is there changes that one: some of its days, its rhythm, its hour, and none beside it. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Desk, openDesk } from './fixture.ts';

let desk: Desk;
beforeEach(async () => {
  desk = await openDesk();
});
afterEach(() => desk.close());

const say = async (message: string) => (await desk.ask(message, 's')).text;
const reminders = async () =>
  (await desk.assistant.reminders.list('local')).map(
    ({ what, understood }) => `${what}: ${understood.replace(' (Europe/Berlin)', '')}`,
  );

test('a day of what comes again is left out, and all else of it stays', async () => {
  await say('remind me every Friday at 4 to send the report');
  expect(await say('skip the report reminder this Friday')).toContain('The others stay as they are');
  expect(await reminders()).toEqual(['send the report: every Friday at 16:00, except on Fri 20 Nov 2026']);
  await say('undo');
  expect(await reminders()).toEqual(['send the report: every Friday at 16:00']);
  await say('no report reminder on 27 November');
  expect(await reminders()).toEqual(['send the report: every Friday at 16:00, except on Fri 27 Nov 2026']);
});

test.each([
  'skip the next bins reminder',
  'cancel the next bins reminder',
  'skip the bins reminder',
])('"%s": the next time is left out, and it goes on', async (asked) => {
  await say('remind me every Tuesday at 8 to put the bins out');
  expect(await say(asked)).toMatch(/will not remind you of \*\*put the bins out\*\* on Tue 17 Nov.*Next: Tue 24 Nov/);
  expect(await reminders()).toEqual(['put the bins out: every Tuesday at 08:00, except on Tue 17 Nov 2026']);
});

test.each([
  'no bins reminder from December on',
  'cancel the bins reminder after 30 November',
])('"%s": it comes until then', async (asked) => {
  await say('remind me every Tuesday at 8 to put the bins out');
  expect(await say(asked)).toContain('until Mon 30 Nov');
  expect(await reminders()).toEqual([
    expect.stringMatching(/^put the bins out: every Tuesday at 08:00, until .*30 Nov/),
  ]);
  await say('undo that');
  expect(await reminders()).toEqual(['put the bins out: every Tuesday at 08:00']);
});

test('what is not of the time that was said is neither cancelled, deleted nor moved', async () => {
  await say('book the dentist on 3 December at 10');
  await say('remind me to buy stamps on 4 December at 9');
  await say('add renew passport to my todos, due 5 December');
  const all = async () => [
    desk.assistant.calendar.list('local').map(({ body }) => body.start),
    await reminders(),
    desk.assistant.todos.list('local').map(({ body }) => [body.title, body.due]),
  ];
  const before = await all();
  const asked = ['cancel the dentist this week', 'move the dentist next week to 7 December'];
  for (const one of [...asked, 'cancel the stamps reminder this week', 'delete renew passport next week'])
    expect(await say(one), one).toContain('not then');
  expect(await all()).toEqual(before);
  for (const one of [
    'cancel the dentist in December',
    'cancel the stamps reminder in December',
    'delete renew passport in December',
  ])
    await say(one);
  expect(await all()).toEqual([[], [], []]);
});

test('the next of several a day is not left out with all of its day', async () => {
  await say('remind me every day at 8 and 20 to take my drops');
  const before = await reminders();
  await say('skip the next drops reminder');
  expect(await reminders()).toEqual(before);
});

test('reminders that are asked about are those: of a thing, of a day; and what comes again is of its days', async () => {
  await say('remind me to call the dentist on Wednesday at 9');
  await say('remind me every Tuesday at 8 to put the bins out');
  await say('remind me to buy stamps on Friday at 10');
  const about = await say('what are my reminders about the dentist?');
  expect([about, /bins|stamps/.test(about)]).toEqual([expect.stringContaining('call the dentist'), false]);
  const tuesday = await say('which reminders do I have on Tuesday 1 December?');
  expect([tuesday, /dentist|stamps/.test(tuesday)]).toEqual([expect.stringContaining('bins'), false]);
  expect(await say('which reminders do I have on Thursday 3 December?')).toMatch(/no reminder then.*put the bins out/);
  expect(await say('what are my reminders?')).toContain('3 reminders');
});

test('days are left out beside those that were', async () => {
  await say('remind me every day except Sunday at 7 to journal');
  await say('not on Saturdays either');
  expect(await reminders()).toEqual(['journal: every day at 07:00, except on Sunday and on Saturday']);
  await say('the journal reminder is at 8 now');
  expect(await reminders()).toEqual(['journal: every day at 08:00, except on Sunday and on Saturday']);
});

test('none in a month is no reminder of that month', async () => {
  await say('remind me to water the plants every Monday at 7pm');
  await say('no more watering reminders in December');
  expect(await reminders()).toEqual([
    'water the plants: every Monday at 19:00, except from Tue 1 Dec 2026 to Thu 31 Dec 2026',
  ]);
});

test('another day for the same has its hour, and to stop is of all that are called so', async () => {
  await say('remind me to water the plants every Monday at 7pm');
  await say('also on Thursdays');
  expect(await reminders()).toEqual([
    'water the plants: every Monday at 19:00',
    'water the plants: every Thursday at 19:00',
  ]);
  expect(await say('stop reminding me about plants')).toContain('Cancel 2 things');
  await say('yes');
  expect(await reminders()).toEqual([]);
});

test('another rhythm and another hour are of the one that is there', async () => {
  await say('remind me every Friday at 4 to send the report');
  await say('the report reminder should be on Thursdays instead');
  expect(await reminders()).toEqual(['send the report: every Thursday at 16:00']);
  await say('remind me to send the report at 5 instead');
  expect(await reminders()).toEqual(['send the report: every Thursday at 17:00']);
});

test('of two with one name the one of that day ends', async () => {
  await say('remind me to call mum on Sunday at 4');
  await say('remind me to call mum on Wednesday evening');
  await say('stop the one on Sunday');
  expect(await reminders()).toEqual(['call mum: once, on Wed 18 Nov 2026 at 18:00']);
});

test('the other one goes to another day, and both are those two', async () => {
  await say('remind me to call Ana at 3pm');
  await say('remind me to call Bob at 4pm');
  await say('and the other one tomorrow');
  expect(await reminders()).toEqual([
    'call Bob: once, on Sun 15 Nov 2026 at 16:00',
    'call Ana: once, on Mon 16 Nov 2026 at 15:00',
  ]);
  await say('cancel both');
  expect(await reminders()).toEqual([]);
});

test('what is kept for later says what it is', async () => {
  await say('add milk to groceries and remind me to buy it at 6');
  await say('remind me about the report twice: at 5 and at 7');
  expect(await reminders()).toEqual([
    'report: once, on Sun 15 Nov 2026 at 17:00',
    'buy milk: once, on Sun 15 Nov 2026 at 18:00',
    'report: once, on Sun 15 Nov 2026 at 19:00',
  ]);
});

test('what goes with something that could not be done is not done either', async () => {
  expect(await say('move my dentist to Friday at 3 and remind me the day before')).toContain('as it goes with that');
  expect(await reminders()).toEqual([]);
});

test('after what was left as it was nothing older is taken back', async () => {
  await say('remind me to call Ana at 3pm');
  await say("don't add milk to groceries");
  expect(await say('undo')).toContain('was not done');
  expect(await reminders()).toHaveLength(1);
});

test('on some of its days at another hour', async () => {
  await say('remind me to take my pills every day at 8');
  await say('make it 9 on weekends');
  expect(await reminders()).toEqual([
    'take my pills: every day at 08:00, except on Saturday and on Sunday',
    'take my pills: every Saturday and Sunday at 09:00',
  ]);
});

test('another deed in its place is what one is reminded of, and a month that is skipped is the one that comes', async () => {
  await say('remind me to call mum at 5');
  await say('text mum instead');
  expect(await reminders()).toEqual(['text mum: once, on Sun 15 Nov 2026 at 17:00']);
  await say('remind me every month on the 3rd to pay the cleaner');
  await say('skip December');
  expect((await reminders())[1]).toContain('except from Tue 1 Dec 2026 to Thu 31 Dec 2026');
});
