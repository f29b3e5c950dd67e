import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { knowledgeEntries } from '../../knowledge/index.ts';
import { openSearch } from '../index.ts';
import { measure } from './measures.ts';
import { pair } from './pairing.ts';
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

test('only the first ten count for nDCG, only the first hundred for recall', () => {
  const judged = new Map([
    ['a', 3],
    ['b', 2],
    ['c', 1],
  ]);
  const others = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => `x${from + i}`);
  // By hand: the best order gains 3/1 + 2/1.58496 + 1/2 = 4.76186; here b at rank 2 and c at rank 10 are seen in time.
  const ranking = ['x', 'b', ...others(3, 10), 'c', 'a'];
  expect(measure(ranking, judged).ndcg10).toBeCloseTo((2 / 1.5849625 + 1 / 3.4594316) / 4.7618595, 6);
  expect(measure(ranking, judged).mrr).toBe(0.5);
  expect(measure([...others(0, 99), 'a', 'b'], judged).recall100).toBeCloseTo(1 / 3);
  // More is right than ten places can hold: the ideal has ten places too.
  const many = new Map(others(0, 30).map((doc) => [doc, 1]));
  expect(measure(others(0, 10), many)).toMatchObject({ ndcg10: 1, recall100: 1 / 3 });
});

describe('two rankers on the same queries', () => {
  test('that do the same cannot be told apart', () => {
    expect(pair([0.5, 1, 0], [0.5, 1, 0])).toEqual({ difference: 0, low: 0, high: 0, p: 1 });
  });

  test('differ by chance where each wins as often', () => {
    const ours = Array.from({ length: 100 }, (_, i) => (i % 2) * 0.5);
    const theirs = Array.from({ length: 100 }, (_, i) => ((i + 1) % 2) * 0.5);
    const { difference, low, high, p } = pair(ours, theirs);
    expect(difference).toBe(0);
    expect(p).toBeGreaterThan(0.9);
    expect(low).toBeLessThan(0);
    expect(high).toBeGreaterThan(0);
  });

  test('differ indeed where one wins nearly always', () => {
    const ours = Array.from({ length: 60 }, (_, i) => (i % 10 === 0 ? 0.4 : 0.6));
    const { difference, low, p } = pair(ours, Array(60).fill(0.5));
    expect(difference).toBeCloseTo(0.08);
    expect(low).toBeGreaterThan(0);
    expect(p).toBeLessThan(0.001);
  });

  test('few queries: the share of tosses is the exact one', () => {
    // Of the eight ways to toss three equal differences, two are as large.
    expect(pair([1, 1, 1], [0, 0, 0]).p).toBeCloseTo(0.25, 1);
  });
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
