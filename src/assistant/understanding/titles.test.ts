/** What something new is called: every word that is of it, and none that only led to it. */
import { expect, test } from 'vitest';
import { NOTHING_KNOWN } from './known.ts';
import { understand } from './read.ts';

const PLACE = { now: Date.parse('2026-11-15T11:00:00Z'), zone: 'Europe/Berlin' };
const names = (say: string) => {
  const read = understand(say, PLACE, NOTHING_KNOWN);
  return read.kind === 'requests' ? read.requests.map(({ input }) => input['title'] ?? input['what']) : [];
};

test.each([
  ['remind me to not eat after 8 tonight', 'not eat'],
  ['remind me not to eat before the blood test on Thursday at 7am', 'not to eat before the blood test'],
  ["todo don't forget the keys", "don't forget the keys"],
  ['todo: no sugar week', 'no sugar week'],
])('a no is not lost: %s', (say, name) => {
  expect(names(say)).toEqual([name]);
});

test.each([
  ['remind me to let the dog out at 9', 'let the dog out'],
  ['remind me at 5pm to do the dishes', 'do the dishes'],
  ['remind me to log in at 5pm', 'log in'],
  ['add a task to get over it', 'get over it'],
  ['put going away party on calendar Friday 7pm', 'going away party'],
  ['schedule one on one with Tim on Tuesday at 11', 'one on one with Tim'],
  ['add an event Back to School on 1 December at 9am', 'Back to School'],
  ['buy milk and', 'buy milk'],
])('a verb, its particle and a number are of the name: %s', (say, name) => {
  expect(names(say)).toEqual([name]);
});

test.each([
  ['add for whom the bell tolls to my reading list', 'for whom the bell tolls'],
  ['add the last of us to my watchlist', 'the last of us'],
  ['add the milk to my shopping list', 'milk'],
  ['add last minute gifts to my wishlist', 'last minute gifts'],
])('between the verb and the list all is of the name: %s', (say, name) => {
  expect(names(say)).toEqual([name]);
});

test.each(['go over the notes with Kim', 'show Anna the garden', 'cancel the gym'])('todo: %s is no order', (name) => {
  expect(names(`todo: ${name}`)).toEqual([name]);
});

test('a short weekday that is a word is no day', () => {
  expect(names('add sun cream and a sat nav to my holiday list')).toEqual(['sun cream', 'sat nav']);
  expect(names('lunch with Jo sat at 1')).toEqual(['lunch with Jo']);
});

test('what a todo is said to be for is its name', () => {
  expect(names('set up a weekly todo to water the ferns every Sunday')).toEqual(['water the ferns']);
});

test.each([
  ['Anna asked me to buy bread', 'buy bread'],
  ['my boss wants me to send the report by Friday', 'send the report'],
])('who asked is no part of it: %s', (say, name) => {
  expect(names(say)).toEqual([name]);
});
