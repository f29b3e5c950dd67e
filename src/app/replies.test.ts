import { expect, test } from 'vitest';
import { readReply } from './replies.ts';

test.each([
  ['yes', { kind: 'yes' }],
  ['Yes please!', { kind: 'yes' }],
  ['no.', { kind: 'no' }],
  ['nein', { kind: 'no' }],
  ['the blue one', { kind: 'text', text: 'the blue one' }],
])('%s is an answer to a question of yes or no', (text, reply) => {
  expect(readReply({}, text)).toEqual(reply);
});

test.each([
  'Yes, but only one',
  'yes if it is free',
  'No - wait, yes',
  'ok, and also the other',
])('%s decides nothing by itself', (text) => {
  expect(readReply({}, text)).toBeUndefined();
  expect(readReply({ free: true }, text)).toEqual({ kind: 'text', text });
});

test('of choices one is taken, however it is written, and nothing beside them', () => {
  const choices = ['Monday', 'Friday'];
  expect(readReply({ choices }, ' friday ')).toEqual({ kind: 'text', text: 'Friday' });
  expect(readReply({ choices }, 'no')).toEqual({ kind: 'no' });
  expect(readReply({ choices }, 'Sunday')).toBeUndefined();
});

test('of several things a part may be agreed to, and of one thing it may not', () => {
  const text = 'yes, but not the milk';
  expect(readReply({ part: true }, text)).toEqual({ kind: 'text', text });
  expect(readReply({}, text)).toBeUndefined();
});
