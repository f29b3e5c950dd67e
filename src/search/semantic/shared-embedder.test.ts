import { expect, test } from 'vitest';
import { borrowEmbedder } from './shared-embedder.ts';

test('two borrow one model; who gives it back ends only their own work', async () => {
  const [search, functions] = [borrowEmbedder(), borrowEmbedder()];
  const mine = await search.query('chest pain');
  await search.close();
  await expect(search.query('chest pain')).rejects.toMatchObject({ code: 'SEARCH_CLOSED' });
  await expect(search.passages(['x'], () => {})).rejects.toMatchObject({ code: 'SEARCH_CLOSED' });
  expect(await functions.query('chest pain')).toEqual(mine);
  await functions.close();
  await functions.close();
});
