import { expect, test } from 'vitest';
import { stepsFrom } from './ladders.ts';

test.each([
  [16, 'mg', [15, 12.5, 12]],
  [125, 'mg', [120, 100, 80]],
  [6, 'mo', [4, 3, 2]],
  [20, 'min', [15, 10, 8]],
])('below %d %s stand figures that people give', (value, unit, steps) => {
  expect(stepsFrom(value, unit, -1)?.slice(0, 3)).toEqual(steps);
});

test('a figure on no ladder has none', () => expect(stepsFrom(27, 'mg', 1)).toBeUndefined());
