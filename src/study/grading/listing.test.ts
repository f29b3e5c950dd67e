import { beforeEach, expect, test, vi } from 'vitest';
import { gradeList } from './listing.ts';
import * as terms from './terms.ts';

vi.mock('./terms.ts', async (original) => {
  const real = await original<typeof import('./terms.ts')>();
  return { ...real, gradeTerm: vi.fn(real.gradeTerm) };
});

const ITEMS = ['fever', 'cough', 'chest pain'];
const QUESTION = 'Which are the signs?';
beforeEach(() => {
  vi.mocked(terms.gradeTerm).mockClear();
});

test('what is said again and again is weighed once', () => {
  expect(gradeList(ITEMS, 'fever, cough, chest pain', QUESTION)).toBe('right');
  const once = vi.mocked(terms.gradeTerm).mock.calls.length;
  vi.mocked(terms.gradeTerm).mockClear();
  expect(gradeList(ITEMS, 'fever, cough, chest pain, '.repeat(75), QUESTION)).toBe('right');
  expect(vi.mocked(terms.gradeTerm).mock.calls.length).toBeLessThanOrEqual(once);
});

test('a list without end costs no more than a long one', () => {
  const strange = Array.from({ length: 600 }, (_, at) => `w${at}`).join(', ');
  expect(gradeList(ITEMS, `fever, cough, chest pain, ${strange}`, QUESTION)).toBe('partly');
  expect(vi.mocked(terms.gradeTerm).mock.calls.length).toBeLessThan(40 * ITEMS.length * 2 + 1);
});
