/** What a fresh pair of eyes met: courses that keep their end, undoing that undoes, corrections that touch nothing else. */
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
const todos = () => desk.assistant.todos.list('local').map(({ body }) => [body.title, body.project, body.due]);
const reminders = async () =>
  (await desk.assistant.reminders.list('local')).map(({ what, next, understood }) => [what, next, understood]);

test('another rhythm of a course keeps its end, and undoing brings back rhythm, end and next time', async () => {
  await say('remind me to walk the dog every 8 hours for 5 days');
  const before = await reminders();
  expect(before[0]![2]).toContain('until');
  await say('change the dog reminder to every 6 hours');
  const [changed] = await reminders();
  expect(changed![2]).toContain('every 6 hours');
  expect(changed![2]).toContain('until');
  expect(await say('undo that')).toContain('Undone');
  expect(await reminders()).toEqual(before);
});

test('what is corrected while it is said touches nothing that was spoken of before', async () => {
  await say('book dentist check Monday at 9', 'add bread to groceries');
  await say('put brunch on Saturday at 11, sorry, I mean Sunday', 'put lunch on Thursday at 12, no, 13:00');
  expect(events().toSorted()).toEqual([
    'brunch 2026-11-22T11:00',
    'dentist check 2026-11-16T09:00',
    'lunch 2026-11-19T13:00',
  ]);
  expect(todos()).toEqual([['bread', 'groceries', undefined]]);
});

test('a memory that shares one word is no answer, least of all a code', async () => {
  await say('remember my door code is 4471', "remember my sister's phone is 0151 222", 'remember my car is in bay 14');
  for (const asked of ['is the front door locked?', "what's the state of the back door?", 'is the car locked?'])
    expect(await say(asked)).not.toMatch(/4471|bay 14/);
  expect(await say("what is my sister's birthday?")).not.toContain('0151');
  expect(await say("what's my door code?")).toContain('4471');
  expect(await say("what's my sister's phone?")).toContain('0151 222');
});

test('the health team hears where the person is', async () => {
  await desk.close();
  desk = await openDesk({ answer: (_team, _message, timezone) => `Call the number of ${timezone}.` });
  expect(await say('I have crushing chest pain')).toContain('Call the number of Europe/Berlin');
});
