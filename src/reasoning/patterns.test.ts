import { expect, test } from 'vitest';
import { alternatives, examplesOf, pattern, patternNames } from './patterns.ts';

test.each(patternNames)('%s fits its example and not its counter-example', (name) => {
  const { example, counter } = examplesOf(name);
  expect(example).toMatch(pattern(name));
  expect(counter).not.toMatch(pattern(name));
});

test('a name that is not there is told as such', () => {
  expect(() => pattern('nothing')).toThrow('has no "nothing"');
});

test('the small patterns of a name stand within a larger one', () => {
  expect(new RegExp(`^(?:${alternatives('run_on')})`, 'i').test('can I take it')).toBe(true);
  expect(() => alternatives('nothing')).toThrow('has no "nothing"');
});
