/** When a thing is: in the zone that was said, counted from what the same message makes, from its first to its last day. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Desk, openDesk } from './fixture.ts';

let desk: Desk;
beforeEach(async () => {
  desk = await openDesk();
  // A Monday evening in Berlin.
  desk.clock.set(Date.parse('2026-11-16T21:50:00Z'));
});
afterEach(() => desk.close());

const say = async (...messages: string[]): Promise<string> => {
  let last = '';
  for (const message of messages) last = (await desk.ask(message)).text;
  return last;
};
const events = () =>
  desk.assistant.calendar.list('local').map(({ body }) => `${body.title} ${body.start} ${body.end} ${body.zone}`);
const todos = () => desk.assistant.todos.list('local').map(({ body }) => `${body.title} ${body.due} ${body.zone}`);

describe('in another zone', () => {
  test('what comes again is kept by the clock there, and told by the clock here', async () => {
    const told = await say('schedule a call every Tuesday at 9am New York time');
    expect(told).toContain('**call** on Tue 17 Nov, 15:00 and again: every Tuesday at 09:00 (America/New_York)');
    expect(events()).toEqual(['call 2026-11-17T09:00 2026-11-17T10:00 America/New_York']);
  });

  test('the zone may stand apart from the hour', async () => {
    await say('Schedule a standup every weekday at 9:15 for 15 minutes, America/New_York time');
    expect(events()).toEqual(['standup 2026-11-17T09:15 2026-11-17T09:30 America/New_York']);
  });

  test('reminders and todos keep it too', async () => {
    expect(await say('remind me to call Zoe every Friday at 8pm Tokyo time')).toContain('first on Fri 20 Nov, 12:00');
    await say('add a weekly todo to file the report every Friday at 17:00 New York time');
    expect(todos().toSorted()).toEqual([
      'call Zoe 2026-11-20T20:00 Asia/Tokyo',
      'file the report 2026-11-20T17:00 America/New_York',
    ]);
  });

  test('a flight leaves by one clock and arrives by another, and its city keeps its name', async () => {
    await say('Put a flight from Berlin to New York on Dec 3, leaves 10:00 Berlin time, arrives 13:00 New York time');
    expect(events()).toEqual(['flight from Berlin to New York 2026-12-03T10:00 2026-12-03T19:00 Europe/Berlin']);
  });
});

describe('counted from what the same message says', () => {
  test.each([
    'Book lunch with Ana tomorrow at 12:30 and remind me an hour before lunch',
    'Book lunch with Ana tomorrow at 12:30, add milk to groceries and remind me an hour before lunch',
  ])('%s', async (asked) => {
    await say(asked);
    expect(todos()).toContain('lunch 2026-11-17T11:30 Europe/Berlin');
  });

  test('what the message makes is nearer than one of the same name that is there', async () => {
    await say(
      'book lunch on Friday at 1pm',
      'Book lunch with Ana tomorrow at 12:30 and remind me an hour before lunch',
    );
    expect(todos()).toEqual(['lunch 2026-11-17T11:30 Europe/Berlin']);
  });

  test('later is later than the time before it', async () => {
    await say('remind me to check the oven in 20 minutes and again 10 minutes later');
    expect(todos().toSorted()).toEqual([
      'check the oven 2026-11-16T23:10 Europe/Berlin',
      'check the oven 2026-11-16T23:20 Europe/Berlin',
    ]);
  });
});

describe('from when to when', () => {
  test.each([
    ['I am on holiday from 21 December to 2 January, put it in the calendar', 'holiday 2026-12-21 2027-01-03'],
    ['Block two hours for deep work tomorrow morning before 11', 'deep work 2026-11-17T08:00 2026-11-17T10:00'],
    ['block 90 minutes for taxes on Friday before 11', 'taxes 2026-11-20T09:30 2026-11-20T11:00'],
    ['block four hours for deep work tomorrow morning before 11', 'deep work 2026-11-17T07:00 2026-11-17T11:00'],
  ])('%s', async (asked, kept) => {
    await say(asked);
    expect(events()).toEqual([`${kept} Europe/Berlin`]);
  });
});

test('so long before what is due is counted from its day', async () => {
  const told = await say('add passport renewal to my todos due 1 March, remind me two weeks before');
  expect(told).toContain('15 Feb');
  const [reminder] = await desk.assistant.reminders.list('local');
  expect(new Date(reminder!.next!).toISOString()).toBe('2027-02-15T08:00:00.000Z');
});
