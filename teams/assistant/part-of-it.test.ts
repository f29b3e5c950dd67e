/** A yes to a part of what was shown, and "undo" where the last thing was not done or something else waits. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Desk, openDesk } from './fixture.ts';

let desk: Desk;
beforeEach(async () => {
  desk = await openDesk();
});
afterEach(() => desk.close());

const say = async (message: string) => (await desk.ask(message, 's')).text;
const todos = () =>
  desk.assistant.todos
    .list('local')
    .map(({ body }) => body.title)
    .toSorted();

test.each([
  ['yes but keep the milk', ['milk']],
  ['ok, except the eggs and the butter', ['butter', 'eggs']],
  ['yes, only the eggs', ['butter', 'milk']],
  ['sure, but leave the butter there', ['butter']],
])('%s is an answer for a part of what was shown', async (answer, left) => {
  await say('add milk, eggs and butter to groceries');
  await say('clear the groceries list');
  expect(await say(answer)).toContain('I left as it is');
  expect(todos()).toEqual(left);
  await say('undo that');
  expect(todos()).toEqual(['butter', 'eggs', 'milk']);
});

test('what is none of them, and what keeps them all, changes nothing', async () => {
  await say('add milk, eggs and butter to groceries');
  await say('clear the groceries list');
  expect(await say('yes, except the salt')).toContain('None of these is "salt"');
  await say('clear the groceries list');
  await say('yes but keep the milk, the eggs and the butter');
  expect(todos()).toEqual(['butter', 'eggs', 'milk']);
});

test('a question about one thing is not answered by a yes with a limit', async () => {
  await say('yoga every Tuesday at 7am');
  await say('cancel yoga');
  expect(await say('yes but keep the mat')).toContain('still waits');
  expect(desk.assistant.calendar.list('local')).toHaveLength(1);
});

test('"undo that" behind what was not done takes back nothing older without a word', async () => {
  await say('add milk to groceries');
  await say('move my pilates to Friday at 3');
  expect(await say('undo that')).toContain('was not done');
  expect(todos()).toEqual(['milk']);
  await say('yes');
  expect(todos()).toEqual([]);
});

test('and said twice it is meant; a question that found nothing stands between nothing', async () => {
  await say('add milk to groceries');
  await say('delete the file budget.xlsx');
  await say('undo');
  expect(todos()).toEqual(['milk']);
  await say('undo');
  expect(todos()).toEqual([]);
  await say('add tea to groceries');
  await say('when is pilates?');
  await say('undo that');
  expect(todos()).toEqual([]);
});

test('while a question waits, "undo" behind something else takes that back, and the question goes on waiting', async () => {
  await say('add milk, eggs and butter to groceries');
  await say('clear the groceries list');
  await say('add tea to my todos');
  expect(await say('undo')).toContain('still waits');
  expect(todos()).toEqual(['butter', 'eggs', 'milk']);
});
