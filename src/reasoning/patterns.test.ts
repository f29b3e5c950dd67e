import { expect, test } from 'vitest';
import { alternatives, pattern, patternNames } from './patterns.ts';

test.each(patternNames)('%s fits its example and not its counter-example', (name) => {
  expect(pattern(name)).toBeInstanceOf(RegExp);
  expect(alternatives(name).length).toBeGreaterThan(0);
});

test('a name that is not there is told as such', () => {
  expect(() => pattern('nothing')).toThrow('has no "nothing"');
});
