import { expect, test } from 'vitest';
import { factAsked, factRules } from './facts.ts';
import { periodIn } from './period.ts';

test.each(factRules())('$fact: "$example", and not "$counter"', ({ fact, example, counter }) => {
  expect(factAsked(example)?.fact).toBe(fact);
  expect(factAsked(counter)?.fact).not.toBe(fact);
});

const NOW = Date.parse('2026-11-17T12:00:00Z');

test.each([
  ['What changed in 2026 on zorbine?', '2026-01-01', '2026-12-31'],
  ['What is new on zorbine since June 2026?', '2026-06-01', '9999-12-31'],
  ['What was published in March 2025 on gout?', '2025-03-01', '2025-03-31'],
  ["What's new in gout this year?", '2026-01-01', '9999-12-31'],
  ['What is new in gout in the last two weeks?', '2026-11-03', '9999-12-31'],
])('%s', (question, from, to) => {
  expect(periodIn(question, NOW)).toMatchObject({ from, to });
});

test.each([
  'Anything new?',
  'What is new in gout?',
  'Did the trial published in 2025 show a benefit?',
  'Check in May 2027',
])('%s names no time in which something changed', (question) => expect(periodIn(question, NOW)).toBeUndefined());
