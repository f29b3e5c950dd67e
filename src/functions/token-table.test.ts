import { createRequire } from 'node:module';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { keepThreads } from '../threads/index.ts';
import { countTokens, loadTokens } from './tokens.ts';

let close: () => Promise<void>;
beforeAll(() => {
  close = keepThreads();
});
afterAll(() => close());

test('where threads are kept, the thread that everybody shares loads none of the tokens itself', async () => {
  await Promise.all([loadTokens(), loadTokens()]);
  expect(countTokens('hello world')).toBe(2);
  expect(countTokens('The table is shared, not copied: 12345')).toBe(11);
  const loaded = Object.keys(createRequire(import.meta.url).cache);
  expect(loaded.filter((file) => file.includes('bpeRanks'))).toEqual([]);
});
