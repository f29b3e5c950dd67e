import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { digestOf } from './holdings.ts';
import { openSearch } from './index.ts';
import { knowledgeVolumes } from './knowledge.ts';
import { packShipped, readShipped } from './shipped.ts';

const root = mkdtempSync(join(tmpdir(), 'search-shipped-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

describe('the vectors that come with the knowledge base', () => {
  test('are there for every passage of it and for nothing else (else: node src/search/knowledge-vectors.ts)', () => {
    const passages = knowledgeVolumes().flatMap((volume) => volume.passages);
    const wanted = new Set(passages.map(({ title, text }) => digestOf(title, text).toString('hex')));
    const there = new Set(readShipped().map(({ digest }) => Buffer.from(digest).toString('hex')));
    expect([...wanted].filter((digest) => !there.has(digest))).toEqual([]);
    expect([...there].filter((digest) => !wanted.has(digest))).toEqual([]);
  });

  test('are taken when the knowledge base is first opened: meaning finds at once', async () => {
    const search = openSearch({ dir: join(root, 'home') });
    try {
      const { hits, warnings } = await search.search({
        query: 'my heart skips beats and flutters',
        scopes: ['knowledge'],
        match: 'semantic',
        top: 5,
      });
      expect(warnings).toEqual([]);
      expect(hits[0]?.source).toMatchObject({ entry_id: 'palpitations' });
      const [info] = await search.scopes();
      expect(info).toMatchObject({ scope: 'knowledge', embedded: info?.chunks });
    } finally {
      await search.close();
    }
  });

  test('are packed the same way whatever their order, and a file of another form is refused', () => {
    const some = readShipped().slice(0, 3);
    expect(packShipped(some.toReversed())).toEqual(packShipped(some));
    const path = join(root, 'x.bin');
    writeFileSync(path, packShipped(some));
    expect(readShipped(path).map(({ digest }) => Buffer.from(digest))).toEqual(some.map(({ digest }) => digest));
    const damaged = [packShipped(some).subarray(0, -1), Buffer.from('{"model":"other"}\n'), Buffer.from('not at all')];
    for (const bytes of damaged) {
      writeFileSync(path, bytes);
      expect(() => readShipped(path)).toThrow(expect.objectContaining({ code: 'DATA_INVALID' }));
    }
  });
});
