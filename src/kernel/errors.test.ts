import { describe, expect, test } from 'vitest';
import { ConsiliumError, toConsiliumError } from './errors.ts';

describe('a fault of the disk is one at every edge', () => {
  test.each([
    ['SQLite, full', Object.assign(new Error('database or disk is full'), { errcode: 13 }), 'STORAGE_FULL'],
    ['SQLite, an extended code', Object.assign(new Error('disk I/O error'), { errcode: 10 | (3 << 8) }), 'STORAGE_IO'],
    [
      'SQLite, a table that is gone',
      Object.assign(new Error('no such table: audit'), { errcode: 1 }),
      'STORAGE_CORRUPT',
    ],
    ['the system, full', Object.assign(new Error('ENOSPC: write'), { code: 'ENOSPC' }), 'STORAGE_FULL'],
    ['the system, read-only', Object.assign(new Error('EROFS: open'), { code: 'EROFS' }), 'STORAGE_READONLY'],
    [
      'what is behind another error',
      new Error('a page could not be kept', { cause: Object.assign(new Error(), { code: 'EDQUOT' }) }),
      'STORAGE_FULL',
    ],
  ])('%s', (_, thrown, code) => {
    for (const fallback of ['INTERNAL', 'TOOL_FAILED', 'FHIR_INVALID']) {
      const error = toConsiliumError(thrown, fallback);
      expect(error).toMatchObject({ code, hint: expect.any(String) });
      expect(error.message).not.toContain('ENOSPC');
    }
  });

  test('what is none keeps its words; what was put into words stays as it is', () => {
    expect(toConsiliumError(new Error('odd'), 'TOOL_FAILED')).toMatchObject({ code: 'TOOL_FAILED', message: 'odd' });
    expect(toConsiliumError(Object.assign(new Error('gone'), { code: 'ENOENT' })).code).toBe('INTERNAL');
    const known = new ConsiliumError('QUIZ_UNKNOWN', 'There is none.');
    expect(toConsiliumError(known)).toBe(known);
  });
});
