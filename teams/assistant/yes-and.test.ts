/** A yes with more behind it: what else is asked is done, and nothing is agreed to that was shown otherwise. */
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
const todos = () => desk.assistant.todos.list('local').map(({ body }) => body.title);

test('to a question that waits: the question is told again, line by line, and a plain yes answers it', async () => {
  await say('add milk, eggs and flour to groceries');
  const asked = await say('remove everything from the groceries list');
  expect(asked).toContain('\n\n- eggs\n- flour\n- milk\n\n"Undo that"');
  const told = await say('yes and also add soap to shopping');
  expect(told).toContain('Added **soap**');
  expect(told).toContain('An earlier question still waits');
  expect(told).toContain('Remove 3 things.\n\n- eggs');
  expect(await say('yes but keep the milk')).toContain('Something else was said since I asked this');
  expect(todos()).toHaveLength(4);
});

test('to what was asked back: the answer and the rest are both done', async () => {
  await say('remind me to call Bob');
  const told = await say('tomorrow at 3, and add milk to groceries');
  expect(told).toMatch(/call Bob\*\*, on Mon 16 Nov, 15:00[\s\S]*Added \*\*milk\*\*/);
  expect(desk.assistant.calendar.list('local')).toEqual([]);
  expect(await say('no, I meant Friday')).toMatch(/call Bob.*Fri 20 Nov, 15:00/);
});

test('what is left out of a list is neither added nor taken away', async () => {
  await say('add nuts, salt and flour but not sugar to groceries');
  expect(todos().toSorted()).toEqual(['flour', 'nuts', 'salt']);
  await say('I bought everything but the salt', 'yes');
  expect(todos()).toEqual(['salt']);
  await say('add milk and eggs to groceries', 'mark all groceries done apart from milk', 'yes');
  expect(todos()).toEqual(['milk']);
});
