import { expect, test } from 'vitest';
import { createModels } from '../models/index.ts';
import type { Search } from '../search/search.ts';
import { hashCall } from './cache.ts';
import { houseFunctions } from './workbench.ts';

test('a result that other code made is not taken for this one', () => {
  const models = createModels({ env: {} });
  const parts = { models, search: { scopes: () => [] } as unknown as Search };
  const hash = (methods?: string) => {
    const fn = houseFunctions(models, methods === undefined ? undefined : () => methods).find('summarize_content')!;
    return hashCall(fn, {}, { content: 'x' }, parts);
  };
  expect(hash('one')).toBe(hash('one'));
  expect(hash('one')).not.toBe(hash('two'));
  expect(hash()).toBe(hash());
  expect(hash()).not.toBe(hash('one'));
});
