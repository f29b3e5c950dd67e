import { expect, test } from 'vitest';
import { heightOf } from './heights.ts';
import { flagValue, referenceRange } from './ranges.ts';

test('who lives high up has less oxygen and more haemoglobin, and that is normal there', () => {
  const height = heightOf('Cusco')!;
  expect(height).toBe(3400);
  expect(flagValue('59408-5', 91, '%', { height })).toBe('normal');
  expect(flagValue('59408-5', 91, '%')).toBe('low');
  expect(flagValue('59408-5', 85, '%', { height })).toBe('low');
  expect(referenceRange('718-7', { sex: 'female', height })!.high).toBeGreaterThan(
    referenceRange('718-7', { sex: 'female' })!.high!,
  );
});

test('a place by the sea, or an unknown one, changes nothing', () => {
  expect(heightOf('Bristol')).toBeUndefined();
  expect(heightOf(null)).toBeUndefined();
  expect(referenceRange('2823-3', { height: 3400 })).toEqual(referenceRange('2823-3'));
});
