/** What is corrected while it is said: the thing just said, and nothing else. */
import { expect, test } from 'vitest';
import { repaired } from './repair.ts';

const PLACE = { now: Date.parse('2026-11-15T11:00:00Z'), zone: 'Europe/Berlin' };

test.each([
  ['put brunch on Saturday at 11, sorry, I mean Sunday', 'put brunch on Sunday at 11'],
  ['put lunch on Thursday at 12, no, 13:00', 'put lunch on Thursday at 13:00'],
  ['move the dentist to Tuesday, no sorry, Wednesday', 'move the dentist to Wednesday'],
  ['remind me at 5 to call Ben, no, make that 6', 'remind me at 6 to call Ben'],
  ['turn off the kitchen light, no wait, the bedroom lamp', 'turn off the bedroom lamp'],
  ['call Ben at 5, I mean Bob, and buy milk', 'call Bob at 5, and buy milk'],
  ["book a table for four on Friday, no wait, for six, at Luigi's", "book a table for six on Friday, at Luigi's"],
  ['add milk to groceries, actually make that oat milk', 'add oat milk to groceries'],
  ['add milk to groceries, no wait, bread', 'add bread to groceries'],
  ['add eggs to groceries, no wait, add flour instead', 'add flour to groceries'],
  ['remind me to say no, thanks to Bob tomorrow', 'remind me to say no, thanks to Bob tomorrow'],
])('%s', (said, meant) => {
  expect(repaired(said, PLACE)).toBe(meant);
});
