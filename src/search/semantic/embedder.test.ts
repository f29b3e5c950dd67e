import { afterAll, expect, test } from 'vitest';
import { openEmbedder } from './embedder.ts';
import { DIMENSIONS } from './vectors.ts';

const embedder = openEmbedder(1);
afterAll(() => embedder.close());

test('passages and queries come back from the thread, each with its own', async () => {
  const texts = Array.from({ length: 20 }, (_, i) => `passage number ${i}`);
  const vectors: Int8Array[] = [];
  await embedder.passages(texts, (index, vector) => {
    vectors[index] = vector;
  });
  expect(vectors.length).toBe(20);
  const query = await embedder.query('passage number 7');
  const near = vectors.map((vector, i) => ({
    i,
    score: vector.reduce((sum, value, d) => sum + value * (query[d] as number), 0) / Math.hypot(...vector),
  }));
  expect(near.sort((a, b) => b.score - a.score)[0]?.i).toBe(7);
  expect(query.length).toBe(DIMENSIONS);
});

test('a query asked again is not embedded again', async () => {
  expect(await embedder.query('again')).toBe(await embedder.query('again'));
});

test('a cancelled call ends with the reason', async () => {
  const stop = new AbortController();
  const work = embedder.passages(Array(64).fill('a few words'), () => stop.abort(new Error('enough')), stop.signal);
  await expect(work).rejects.toThrow('enough');
  await expect(embedder.query('x', AbortSignal.abort(new Error('no')))).rejects.toThrow('no');
});

test('after closing there is nothing more', async () => {
  const closed = openEmbedder(1);
  await closed.close();
  await expect(closed.query('x')).rejects.toMatchObject({ code: 'SEARCH_CLOSED' });
});
