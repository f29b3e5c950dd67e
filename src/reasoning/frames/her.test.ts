/** Whose and to whom: "her" before a word is not always "my". */
import { expect, test } from 'vitest';
import { settleVerbs } from './person.ts';

test.each([
  ['gave her half a cap', 'gave me half a cap'],
  ['I fed her a biscuit', 'I fed me a biscuit'],
  ['gave her her tablets', 'gave me my tablets'],
  ['is her sugar too high', 'is my sugar too high'],
  ['her left eye is red', 'my left eye is red'],
])('%s', (said, own) => {
  expect(settleVerbs(said)).toBe(own);
});
