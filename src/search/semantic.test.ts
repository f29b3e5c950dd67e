import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type IndexProgress, type OpenSearch, openSearch } from './index.ts';

let root: string;
let search: OpenSearch;

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'search-meaning-'));
  mkdirSync(join(root, 'docs'));
  writeFileSync(
    join(root, 'docs', 'heart.txt'),
    'Myocardial infarction: the muscle dies when a coronary artery is blocked.',
  );
  writeFileSync(join(root, 'docs', 'cake.txt'), 'Beat butter and sugar, fold in flour, bake for forty minutes.');
  writeFileSync(
    join(root, 'docs', 'sleep.txt'),
    'Go to bed at the same hour, keep the room dark, no screens late at night.',
  );
  search = openSearch({ dir: join(root, 'home') });
});

afterAll(async () => {
  await search.close();
  rmSync(root, { recursive: true, force: true });
});

describe('by meaning', () => {
  test('passages are embedded while they are indexed, and found without a common word', async () => {
    const seen: IndexProgress[] = [];
    await search.index({ paths: [join(root, 'docs')], scope: 'docs', onProgress: (progress) => seen.push(progress) });
    expect(seen.at(-1)).toMatchObject({ phase: 'embedding', done: 3, total: 3 });
    const ask = async (query: string, match: 'keyword' | 'semantic' | 'hybrid') =>
      (await search.search({ query, scopes: ['docs'], match })).hits;
    expect(await ask('recipe for a dessert', 'keyword')).toEqual([]);
    const [hit] = await ask('recipe for a dessert', 'semantic');
    expect(hit?.text).toContain('flour');
    expect(hit?.scores.semantic).toBe(hit?.score);
    const [both] = await ask('heart attack', 'hybrid');
    expect(both?.text).toContain('Myocardial');
    expect(both?.score).toBeCloseTo(1);
    expect(both?.scores).toMatchObject({ keyword: expect.any(Number), semantic: expect.any(Number) });
  });

  test('the same words are not embedded twice, wherever they stand', async () => {
    mkdirSync(join(root, 'copy'), { recursive: true });
    writeFileSync(join(root, 'copy', 'cake.txt'), 'Beat butter and sugar, fold in flour, bake for forty minutes.');
    const phases = new Set<string>();
    await search.index({ paths: [join(root, 'copy')], scope: 'copy', onProgress: ({ phase }) => phases.add(phase) });
    expect(phases).toEqual(new Set(['reading']));
    const { hits } = await search.search({ query: 'recipe for a dessert', scopes: ['copy'], match: 'semantic' });
    expect(hits.length).toBe(1);
    expect((await search.scopes()).find(({ scope }) => scope === 'copy')).toMatchObject({ chunks: 1, embedded: 1 });
  });

  test('passages without an embedding are found by words, and that is said', async () => {
    writeFileSync(join(root, 'copy', 'late.txt'), 'A late word about dessert.');
    await search.index({ paths: [join(root, 'copy')], scope: 'copy', embeddings: false });
    const { hits, warnings } = await search.search({ query: 'dessert', scopes: ['copy'] });
    expect(hits.map(({ text }) => text)).toContain('A late word about dessert.');
    expect(warnings).toEqual(['1 of 2 passages have no embedding yet: those are found by words alone.']);
  });

  test('vectors are there again after the index is opened anew', async () => {
    await search.close();
    search = openSearch({ dir: join(root, 'home') });
    const { hits } = await search.search({ query: 'recipe for a dessert', scopes: ['docs'], match: 'semantic' });
    expect(hits[0]?.text).toContain('flour');
  });
});
