/** Todos, lists and notes: what was said is what is done, all of it, and nothing else. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Desk, openDesk } from './fixture.ts';

let desk: Desk;
beforeEach(async () => {
  desk = await openDesk({
    report: '# Heat pumps\n\n## Next steps\n\n- Ask the installer for a quote\n- Compare two models\n',
  });
});
afterEach(() => desk.close());

const say = async (message: string) => (await desk.ask(message, 's')).text;
const todos = () => desk.assistant.todos.list('local').map(({ body }) => body.title);

test('reading something is not having read it', async () => {
  await say('add milk to groceries');
  expect(await say('read it')).toContain('- milk');
  expect(todos()).toEqual(['milk']);
});

test('a note gets more, and is read', async () => {
  await say('write a note called ideas: build a birdhouse');
  await say('add "paint it green" to it');
  expect(todos()).toEqual([]);
  expect(await say('read my ideas note')).toContain('build a birdhouse; paint it green');
});

test('what is not to be forgotten is kept, beside what it was said of', async () => {
  await say("don't forget the stamps");
  await say('add milk to groceries');
  await say("don't forget the eggs");
  expect(desk.assistant.todos.list('local', { project: 'groceries' }).map(({ body }) => body.title)).toEqual([
    'eggs',
    'milk',
  ]);
  expect(todos()).toContain('stamps');
});

test('what was ticked off by mistake is open again', async () => {
  await say('add a todo: order a new fridge filter');
  expect(todos()).toEqual(['order a new fridge filter']);
  await say('I finished the fridge filter thing');
  expect(todos()).toEqual([]);
  await say("oh wait, I haven't");
  expect(todos()).toEqual(['order a new fridge filter']);
});

test('"it" is the list that was asked about, also where nothing is on it', async () => {
  await say('add milk to groceries');
  await say("what's on shopping?");
  await say('put rice on it');
  expect(desk.assistant.todos.list('local', { project: 'shopping' })).toHaveLength(1);
});

test('a list is no thing that is put on a list', async () => {
  await say('add milk to groceries');
  await say('combine my groceries and todos');
  expect(todos()).toEqual(['milk']);
  expect(await say('rename groceries to shopping')).toBe('The list **groceries** is now called **shopping**.');
});

test('what is to be taken off beside it is not passed over', async () => {
  const told = await say('add eggs to groceries and remove milk from it');
  expect(told).toContain('Added **eggs**');
  expect(told).toContain('no todo like "milk"');
});

test('all of them are put off, after one question', async () => {
  await say('add a todo to call Ben');
  await say('add a todo to call Jo');
  expect(await say('snooze all my todos until Friday')).toContain('Change 2 things');
  await say('yes');
  expect(desk.assistant.todos.list('local').map(({ body }) => body.due)).toEqual(['2026-11-20', '2026-11-20']);
  await say('undo');
  expect(desk.assistant.todos.list('local').every(({ body }) => body.due === undefined)).toBe(true);
});

test('a report becomes todos of the day that was said', async () => {
  await say('turn the latest report into todos for Friday');
  expect(desk.assistant.todos.list('local').map(({ body }) => body.due)).toEqual(['2026-11-20', '2026-11-20']);
  expect(await say('make a todo of every recommendation in the report')).toContain('(was there)');
  expect(todos()).toHaveLength(2);
});

test('a command in the name of a file is no order', async () => {
  expect(await say('write hello to `rm -rf ~`.txt')).toContain('cannot be a name');
  expect(todos()).toEqual([]);
});

test('what Axel can do of a brief is done: an event in a hall is no medicine, and juice goes on the list', async () => {
  await say(
    'write a brief for the party: book the hall on 5 December at 15:00, blow up balloons, add juice to groceries',
  );
  const told = await say('carry out the brief');
  expect(told).toContain('2 done, 1 open');
  expect(desk.assistant.todos.list('local', { project: 'groceries' }).map(({ body }) => body.title)).toEqual(['juice']);
  expect(desk.assistant.calendar.list('local')[0]?.body.start).toBe('2026-12-05T15:00');
});
