/** What was heard of a medicine takes it off no list. */
import { expect, test } from 'vitest';
import { amendmentIn } from '../writes/amend.ts';
import { ask } from './fixture.ts';

const person = { age: 60, takes: ['lithium 800 mg'], has: ['bipolar disorder'] };
const NOW = '2026-11-15T12:00:00Z';

test.each([
  'I read lithium has been taken off the market. take it off my list then and tell me what to have instead',
  "apparently lithium isn't licensed any more, delete it from my list",
  'my friend says lithium was withdrawn from sale, should I stop it?',
])('%s', (message) => {
  expect(ask(person, message)).toMatch(/^Do not stop lithium[\s\S]*Nothing in your record says that it was withdrawn/);
  expect(amendmentIn(message, NOW)).toBeUndefined();
});

test.each([
  'he has been so withdrawn since the lithium, is it that?',
  'am I not allowed beer with lithium?',
  'I recalled taking lithium twice, what now?',
])('%s: nobody heard of the medicine', (message) => expect(ask(person, message)).not.toMatch(/because of that: keep/));

test('what was decided is an order', () => {
  expect(amendmentIn('Dr Ray stopped the lithium, take it off my list', NOW)?.kind).toBe('stop');
});
