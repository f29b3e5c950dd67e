import { expect, test } from 'vitest';
import { NOTHING_KNOWN } from './known.ts';
import { understand } from './read.ts';

const PLACE = { now: Date.parse('2026-11-19T11:00:00Z'), zone: 'Europe/London' };
const KNOWN = {
  ...NOTHING_KNOWN,
  lists: ['groceries'],
  todos: ['milk', 'oat flakes'],
  listed: { milk: 'groceries', 'oat flakes': 'groceries' },
};

function changed(said: string) {
  const read = understand(said, PLACE, KNOWN);
  return read.kind === 'requests' ? read.requests.map(({ tool, input }) => [tool, input]) : read.kind;
}

test.each([
  ['rename milk to oat drink in groceries', 'milk', 'oat drink'],
  ['rename the milk to oat drink on my groceries list', 'milk', 'oat drink'],
  ['rename milk on the groceries list to oat drink', 'milk', 'oat drink'],
  ['change the name of milk to oat drink in groceries', 'milk', 'oat drink'],
  ['rename oat flakes from groceries to granola', 'oat flakes', 'granola'],
  ['rename milk to lunch in town', 'milk', 'lunch in town'],
])('what stands on a list gets the name, and not the list: %s', (said, query, title) => {
  expect(changed(said)).toEqual([['change_todo', { query, title }]]);
});

test.each([
  'rename groceries to food',
  'rename my groceries list to food',
  'rename the list groceries to food',
  'change the name of the groceries list to food',
])('the list itself gets it where nothing else is named: %s', (said) => {
  expect(changed(said)).toEqual([['change_todo', { list: 'groceries', project: 'food' }]]);
});
