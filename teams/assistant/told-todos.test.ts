/** Todos and notes as they were told: each deed with its own day, each thing on its list, and nobody else's words forgotten. */
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
    .map(({ body }) => [body.title, body.project ?? body.due].filter(Boolean).join(' | '));

test('deeds in a row have each the day that stands with it', async () => {
  await say('I need to email Tom the contract by Friday, pick up the dry cleaning, and ring the school about the trip');
  expect(todos()).toEqual([
    'email Tom the contract | 2026-11-20',
    'pick up the dry cleaning',
    'ring the school about the trip',
  ]);
});

test.each([
  'skip the next rent',
  'skip the rent',
  'skip the rent on 30 November',
])('"%s": this time only, and it comes again', async (asked) => {
  await say('add pay rent to my todos on the last day of every month');
  const before = todos();
  expect(before).toEqual(['pay rent | 2026-11-30']);
  expect(await say(asked)).toContain('Next: Thu 31 Dec');
  expect(todos()).toEqual(['pay rent | 2026-12-31']);
  await say('undo that');
  expect(todos()).toEqual(before);
  await say('delete pay rent');
  expect(todos()).toEqual([]);
});

test('things go on the list that was said, or spoken of', async () => {
  await say('add paint and brushes to hardware');
  await say('create a list called holiday packing');
  await say('add sunscreen and passport to it');
  await say('add Dune to my reading list');
  await say('remove Dune from reading and add Emma');
  expect(todos()).toEqual([
    'brushes | hardware',
    'Emma | reading',
    'paint | hardware',
    'passport | holiday packing',
    'sunscreen | holiday packing',
  ]);
});

test('what is urgent is what was said to be', async () => {
  await say('todo renew passport by 3 December');
  await say('todo pay tax');
  expect(await say('which of my todos are urgent?')).toContain('Nothing is marked as urgent');
  await say('make pay tax urgent');
  const urgent = await say('which of my todos are urgent?');
  expect([urgent.includes('pay tax'), urgent.includes('passport')]).toEqual([true, false]);
});

test('the new one takes the place of the one that was known', async () => {
  await say('remember that my GP is Dr. Lee');
  await say('my new GP is Dr. Osei');
  expect(await say("who's my GP?")).toContain('Dr. Osei');
});

test('what is told of somebody else too is not forgotten without a word', async () => {
  await say('note that Ana is allergic to walnuts and Ben to shellfish');
  expect(await say('forget everything about Ben')).toContain('Ana is allergic to walnuts');
  await say('no');
  expect(await say('what do you know about Ana?')).toContain('walnuts');
});

test('one thing in the place of another, no longer needed, and the rest', async () => {
  await say('add milk, eggs and bread to groceries');
  await say('make it brown bread');
  await say("I don't need the milk anymore");
  await say('swap the eggs for tofu');
  expect(todos()).toEqual(['brown bread | groceries', 'tofu | groceries']);
  await say('got the bread');
  await say('delete the rest');
  expect(todos()).toEqual([]);
});

test('to what, where nothing was spoken of, is asked', async () => {
  expect(await say('add sunscreen, hat and passport to it')).toContain('did not understand "to it"');
  expect(todos()).toEqual([]);
});

test('none of what comes again is no new day for it', async () => {
  await say('pay rent on the 1st of every month');
  await say('no rent in January');
  expect(todos()).toEqual(['pay rent | 2026-12-01']);
});

test('what was changed last is what is taken back by its name, and what is told under a question is kept', async () => {
  await say('add bread to groceries');
  await say('remove bread');
  await say('add bread to groceries');
  await say('book spa Saturday 3pm');
  await say('undo the bread');
  expect(todos()).toEqual([]);
  await say('remember where I parked: level 3, row B');
  expect(await say('where did I park?')).toContain('level 3, row B');
});
