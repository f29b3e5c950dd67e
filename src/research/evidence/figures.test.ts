import { expect, test } from 'vitest';
import { statementsOf } from './abstract.ts';
import { figuresIn } from './figures.ts';

test('a choice between two numbers is no odds ratio', () => {
  expect(figuresIn('DLQI 0 or 1 at week 24').ratio).toBeUndefined();
  expect(figuresIn('OR 1.42, 95% CI 1.10 to 1.83').ratio).toBe(1.42);
  expect(figuresIn('death (or 0.65)').ratio).toBe(0.65);
});

test('what is uncertain behind what was found is concluded, not known before', () => {
  const text =
    'Whether it helps is uncertain.\n\nFalls were fewer (rate ratio 0.77, 0.70 to 0.85). Whether it prevents fractures is uncertain.';
  expect(statementsOf(text).map(({ role }) => role)).toEqual(['background', 'result', 'conclusion']);
});
