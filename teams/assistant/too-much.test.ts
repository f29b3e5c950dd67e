import { ConsiliumError, type Json } from 'consilium/kernel';
import type { OfflineTurn } from 'consilium/models';
import { expect, test } from 'vitest';
import { unreadable } from './_shared/desk.ts';
import { sayTooMuch } from './_shared/telling.ts';

test('a message that cannot be read in time is told as that, with nothing done; other faults are not hidden', () => {
  expect(unreadable(new ConsiliumError('WORK_TIMEOUT', 'That could not be read within 10 seconds.'))).toBeUndefined();
  const other = new ConsiliumError('STORAGE_FULL', 'The disk is full.');
  expect(() => unreadable(other)).toThrow(other);
  const state = new Map<string, Json>();
  expect(sayTooMuch({ context: { state } } as unknown as OfflineTurn)).toContain('I did nothing');
  expect(state.get('temp:outcome')).toBe('fallback');
});
