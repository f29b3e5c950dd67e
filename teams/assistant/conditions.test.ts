/** A condition that the calendar can decide is decided; any other is said not to be. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Desk, openDesk } from './fixture.ts';

let desk: Desk;
beforeEach(async () => {
  desk = await openDesk();
  desk.clock.set(Date.parse('2026-11-16T21:50:00Z'));
});
afterEach(() => desk.close());

const events = () => desk.assistant.calendar.list('local').map(({ body }) => `${body.title} ${body.start}`);
const todos = () => desk.assistant.todos.list('local').map(({ body }) => body.title);
const MASSAGE = 'If I am free on Friday afternoon, book a massage at 4pm, otherwise on Saturday at 4pm';

test('where one is free the first is done, and not the other', async () => {
  await desk.ask(MASSAGE);
  expect(events()).toEqual(['massage 2026-11-20T16:00']);
});

test('where one is not, the other is done, and what was in the way is named', async () => {
  await desk.ask('book a dentist on Friday at 3pm');
  const { text } = await desk.ask(MASSAGE);
  expect(text).toContain('**dentist** is then (Fri 20 Nov, 15:00)');
  expect(events()).toEqual(['dentist 2026-11-20T15:00', 'massage 2026-11-21T16:00']);
});

test.each([
  ['book a physio on 3 December at 9, unless I have something then', false],
  ['book a physio on 3 December at 9 if I have nothing else', false],
  ['book a physio on 3 December at 11, unless I have something then', true],
  ['book a physio on 3 December at 9 if I am busy then', true],
])('%s', async (asked, isDone) => {
  await desk.ask('book a dentist on 3 December at 9');
  await desk.ask(asked);
  expect(events().some((one) => one.startsWith('physio'))).toBe(isDone);
});

test('either branch may be a deed of its own, and what stands before it is no part of it', async () => {
  await desk.ask('book a dentist on 3 December at 9');
  await desk.ask(
    "add milk to groceries and if I'm free on 3 December remind me to bake on 3 December at 8, otherwise remind me to call Jo on 2 December at 9",
  );
  expect(todos().toSorted()).toEqual(['call Jo', 'milk']);
});

test('what nobody here can notice is still left', async () => {
  await desk.ask('book a dentist on 3 December at 9');
  expect((await desk.ask('if it rains tomorrow cancel the dentist')).text).toContain('I cannot wait for something');
  expect(events()).toEqual(['dentist 2026-12-03T09:00']);
});
