import { expect, test } from 'vitest';
import { createModels } from '../models/index.ts';
import type { Search } from '../search/search.ts';
import { hashCall } from './cache.ts';
import { houseFunctions } from './workbench.ts';

test('a result that other code made is not taken for this one', async () => {
  const models = createModels({ env: {} });
  const parts = { models, search: { scopes: async () => [] } as unknown as Search };
  const hash = (methods?: string) => {
    const fn = houseFunctions(models, methods === undefined ? undefined : () => methods).find('summarize_content')!;
    return hashCall(fn, {}, { content: 'x' }, parts);
  };
  expect(await hash('one')).toBe(await hash('one'));
  expect(await hash('one')).not.toBe(await hash('two'));
  expect(await hash()).toBe(await hash());
  expect(await hash()).not.toBe(await hash('one'));
});
