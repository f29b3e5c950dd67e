import { createRequire } from 'node:module';
import { afterEach, expect, test, vi } from 'vitest';

let close: () => Promise<void>;
afterEach(() => close());

const { cache } = createRequire(import.meta.url);
const loaded = () => Object.keys(cache).filter((file) => file.includes('bpeRanks'));

test('where threads are kept, the thread that everybody shares loads none of the tokens itself', async () => {
  for (const file of loaded()) delete cache[file];
  vi.resetModules();
  const { keepThreads } = await import('../threads/index.ts');
  const { countTokens, loadTokens } = await import('./tokens.ts');
  close = keepThreads();
  await Promise.all([loadTokens(), loadTokens()]);
  expect(countTokens('hello world')).toBe(2);
  expect(countTokens('The table is shared, not copied: 12345')).toBe(11);
  expect(loaded()).toEqual([]);
});
