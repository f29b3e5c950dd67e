import { expect, test } from 'vitest';
import { scopeOf } from './frames/scope.ts';
import { isSouthern } from './seasons.ts';

test('summer is where the person lives', () => {
  expect(isSouthern('Australia')).toBe(true);
  expect(isSouthern('GB')).toBe(false);
  expect(isSouthern(null)).toBe(false);
  expect(scopeOf('how was my sugar last summer', '2026-11-15')).toMatchObject({ from: '2026-06', to: '2026-08' });
  expect(scopeOf('how was my sugar last summer', '2026-11-15', true)).toMatchObject({ from: '2025-12', to: '2026-02' });
});
