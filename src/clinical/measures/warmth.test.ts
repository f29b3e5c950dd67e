/** What somebody is, with its tenth, is how warm they are. */
import { expect, test } from 'vitest';
import { extractFacts } from '../index.ts';

const warmth = (said: string) =>
  extractFacts(said, { now: '2026-11-15T12:00:00Z' })
    .filter(({ name }) => /temperature/i.test(name))
    .map(({ value }) => value);

test.each([
  ['hes 38.8, gave tylenol', 38.8],
  ['she is at 39.4 now', 39.4],
  ['my son was 38,6 last night', 38.6],
])('%s', (said, value) => expect(warmth(said)).toEqual([value]));

test.each([
  'he is 38.5 kg',
  'she is 38.2 weeks',
  'he is 38',
  'it was 38.5',
  'my BMI, I am 38.5',
  'she is 38.2 and pregnant',
])('%s is none', (said) => expect(warmth(said)).toEqual([]));
