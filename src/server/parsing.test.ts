import { expect, test } from 'vitest';
import { keepThreads } from '../threads/index.ts';
import { parseAside } from './parsing.ts';

test('a long text is taken apart in a thread as it would be here, and so is what is wrong with it', async () => {
  const body = { content: '"\\\n'.repeat(1000) };
  const close = keepThreads({ most: 1 });
  try {
    expect(await parseAside(JSON.stringify(body))).toEqual(body);
    await expect(parseAside('{"content": ')).rejects.toThrow(SyntaxError);
  } finally {
    await close();
  }
});
