import { expect, test } from 'vitest';
import { clausesOf } from './clause.ts';
import { ungap } from './gapped.ts';

const read = (message: string) => ungap(clausesOf(message)).map(({ text, asks }) => [text, asks]);

test('a clause that leaves out the noun is written out with the question before it', () => {
  expect(read('when is the next eye needle and when the bone one')).toEqual([
    ['when is the next eye needle', true],
    ['when is the next bone needle', true],
  ]);
});

test('which of several is meant is left to what was spoken of', () => {
  expect(read('when is the next eye needle and when the other one')[1]![0]).toMatch(/the other one/);
  expect(read('my knee hurts and when the bone one')[0]![0]).not.toMatch(/bone needle/);
});
