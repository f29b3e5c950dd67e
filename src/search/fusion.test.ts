import { expect, test } from 'vitest';
import { fuse } from './fusion.ts';

test('first in both is 1; what both have goes before what one has', () => {
  const fused = fuse(
    [
      { docs: [1, 2, 3], weight: 1 },
      { docs: [1, 3, 4], weight: 1 },
    ],
    10,
  );
  expect(fused.map(({ doc }) => doc)).toEqual([1, 3, 2, 4]);
  expect(fused[0]?.score).toBeCloseTo(1);
  expect(fused.every(({ score }) => score > 0 && score <= 1)).toBe(true);
});
