import { afterAll, expect, test } from 'vitest';
import { openGateway } from './fixture.ts';

const house = openGateway();
afterAll(() => house.close());

test('a text full of quotes is one value, and what comes after it is looked at all the same', async () => {
  const quotes = '"a\\" '.repeat(60_000);
  const read = await house.post('/v1/chat', { message: quotes, beside: 1 });
  expect([read.status, read.json.error.message]).toEqual([400, expect.stringContaining('beside')]);
  const deep = JSON.parse(`${'['.repeat(80)}${']'.repeat(80)}`) as unknown;
  const refused = await house.post('/v1/chat', { message: quotes, deep });
  expect([refused.status, refused.json.error.message]).toEqual([400, expect.stringContaining('levels deep')]);
});
