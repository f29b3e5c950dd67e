import { expect, test } from 'vitest';
import { presuppositions } from './presupposition.ts';
import { findRedFlags } from './redflags.ts';

test.each(presuppositions())('a question that tells: $example', ({ example, counter }) => {
  expect(findRedFlags(example)).not.toEqual([]);
  expect(findRedFlags(counter), counter).toEqual([]);
});
