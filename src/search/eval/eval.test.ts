import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { knowledgeEntries } from '../../knowledge/index.ts';
import { openSearch } from '../index.ts';
import { measure } from './measures.ts';
import { readBeir, readQuestions } from './sets.ts';

test('measures are those of the books', () => {
  const judged = new Map([
    ['a', 2],
    ['b', 1],
    ['z', 0],
  ]);
  expect(measure(['a', 'b'], judged)).toEqual({ ndcg10: 1, recall100: 1, mrr: 1 });
  const figures = measure(['z', 'b', 'x', 'a'], judged);
  const ideal = 2 + 1 / Math.log2(3);
  expect(figures.ndcg10).toBeCloseTo((1 / Math.log2(3) + 2 / Math.log2(5)) / ideal);
  expect(figures).toMatchObject({ recall100: 1, mrr: 0.5 });
  expect(measure([], judged)).toEqual({ ndcg10: 0, recall100: 0, mrr: 0 });
});

test('every judged entry of the questions exists, and no question stands twice', () => {
  const [all] = readQuestions();
  const ids = new Set(knowledgeEntries().map(({ id }) => id));
  const judged = all?.queries.flatMap((query) => [...query.judged.keys()]) ?? [];
  expect(judged.filter((id) => !ids.has(id))).toEqual([]);
  expect(new Set(all?.queries.map(({ text }) => text)).size).toBe(all?.queries.length);
  expect(all?.queries.length).toBeGreaterThanOrEqual(150);
});

test('words find the right entry first for most questions', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'search-eval-'));
  const search = openSearch({ dir, embeddings: false });
  try {
    let first = 0;
    const queries = readQuestions()[0]?.queries ?? [];
    for (const { text, judged } of queries) {
      const { hits } = await search.search({ query: text, scopes: ['knowledge'], match: 'keyword', top: 1 });
      const source = hits[0]?.source;
      if (source?.source_type === 'knowledge' && judged.has(source.entry_id)) first++;
    }
    expect(first / queries.length).toBeGreaterThan(0.75);
  } finally {
    await search.close();
    rmSync(dir, { recursive: true, force: true });
  }
});

test("a folder in BEIR's form is read and can be searched", async () => {
  const root = mkdtempSync(join(tmpdir(), 'search-beir-'));
  mkdirSync(join(root, 'tiny/qrels'), { recursive: true });
  const lines = (...rows: object[]) => rows.map((row) => `${JSON.stringify(row)}\n`).join('');
  writeFileSync(
    join(root, 'tiny/corpus.jsonl'),
    lines(
      { _id: 'd1', title: 'Statins', text: 'lower cholesterol' },
      { _id: 'd2', title: '', text: 'warfarin and INR' },
    ),
  );
  writeFileSync(
    join(root, 'tiny/queries.jsonl'),
    lines({ _id: 'q1', text: 'cholesterol' }, { _id: 'q2', text: 'no judgement' }),
  );
  writeFileSync(join(root, 'tiny/qrels/test.tsv'), 'query-id\tcorpus-id\tscore\nq1\td1\t1\n');
  const search = openSearch({ dir: join(root, 'home'), embeddings: false });
  try {
    const [set] = await readBeir(root);
    expect(set).toMatchObject({
      name: 'tiny',
      queries: [{ id: 'q1', text: 'cholesterol', judged: new Map([['d1', 1]]) }],
    });
    const report = await search.indexDocuments({ scope: 'tiny', documents: set?.documents ?? [] });
    expect(report).toMatchObject({ files: 2, chunks: 2 });
    expect((await search.search({ query: 'cholesterol', scopes: ['tiny'] })).hits[0]?.id).toBe('d1');
    await expect(readBeir(join(root, 'home'))).rejects.toMatchObject({ code: 'PATH_UNKNOWN' });
  } finally {
    await search.close();
    rmSync(root, { recursive: true, force: true });
  }
});
