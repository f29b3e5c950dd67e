/** A message is done whole: each thing that shares a verb, later steps from what earlier ones made, and what is not done is named. */
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
const events = () => desk.assistant.calendar.list('local').map(({ body }) => `${body.title} ${body.start}`);
const reminders = async () => (await desk.assistant.reminders.list('local')).map(({ what, next }) => [what, next]);
const at = (wall: string) => Date.parse(`${wall}:00+01:00`);

test('things that share a verb go each to its own time, and a reminder is counted from where the thing is then', async () => {
  await say('dentist on Wednesday at 2pm', 'standup on Tuesday at 9');
  await say('move the dentist to Thursday, the standup to 10 and remind me an hour before the dentist');
  expect(events()).toEqual(['dentist 2026-11-19T14:00', 'standup 2026-11-17T10:00']);
  expect(await reminders()).toEqual([['dentist', at('2026-11-19T13:00')]]);
});

test('what is booked beside a move is counted from the new time', async () => {
  await say('dentist on Wednesday at 2pm');
  await say('move the dentist to Friday and book a coffee an hour after the dentist');
  expect(events()).toEqual(['dentist 2026-11-20T14:00', 'coffee 2026-11-20T16:00']);
});

test('of several things the one that is not there is named, and the others are done', async () => {
  await say('dentist on Wednesday at 2pm', 'standup on Tuesday at 9');
  const told = await say('cancel the standup, the moon landing and the dentist');
  expect(events()).toEqual([]);
  expect(told).toContain('There is no event like "moon landing"');
});

test('when it is wanted may stand behind it', async () => {
  await say('add AA batteries to the shopping list, need them by Wednesday');
  expect(desk.assistant.todos.list('local')[0]?.body).toMatchObject({ title: 'AA batteries', due: '2026-11-18' });
});

test('of two people of one name neither is taken: it is asked which', async () => {
  await say('lunch with Tom Berger on Wednesday at 1pm', 'call with Tom Schulz on Wednesday at 4pm');
  expect(await say('move Tom to Thursday')).toContain('Several fit');
  expect(await say('Berger')).toContain('Moved **lunch with Tom Berger**');
  expect(events()).toContain('call with Tom Schulz 2026-11-18T16:00');
});

test('the same is done with somebody else at another hour', async () => {
  await say('remind me to call mum at 5 and dad at 6');
  expect(await reminders()).toEqual([
    ['call mum', at('2026-11-15T17:00')],
    ['call dad', at('2026-11-15T18:00')],
  ]);
});

test('what nobody here can do is said to be left, and is no part of a name', async () => {
  expect(await say('schedule a call on Friday at 3pm, invite Ana and add milk to groceries')).toContain('"invite Ana"');
  expect(events()).toEqual(['call 2026-11-20T15:00']);
});
