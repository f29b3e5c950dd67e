/** What is promised of an index, held against both ways to keep it. */
import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type IndexReport, type OpenSearch, openSearch, type SearchHit } from '../index.ts';
import { startPostgres, type TestPostgres } from './fixture.ts';

let server: TestPostgres;
let admin: pg.Client;
beforeAll(async () => {
  server = await startPostgres();
  admin = new pg.Client(server.url());
  await admin.connect();
}, 240_000);
afterAll(async () => {
  await admin?.end();
  await server?.stop();
});

let root: string;
let docs: string;
const opened: OpenSearch[] = [];
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'search-contract-'));
  docs = join(root, 'docs');
  mkdirSync(docs);
});
afterEach(async () => {
  for (const search of opened.splice(0)) await search.close();
  await admin.query('DROP SCHEMA IF EXISTS consilium_search CASCADE');
  rmSync(root, { recursive: true, force: true });
});

const open = (kind: 'local' | 'shared', embeddings = false) => {
  const search = openSearch({
    dir: join(root, 'home'),
    embeddings,
    ...(kind === 'shared' && { shared: { url: server.url() } }),
  });
  opened.push(search);
  return search;
};
const write = (name: string, text: string, time = 1_700_000_000) => {
  const path = join(docs, name);
  mkdirSync(join(path, '..'), { recursive: true });
  writeFileSync(path, text);
  utimesSync(path, time, time);
};

describe.each(['local', 'shared'] as const)('an index that is %s', (kind) => {
  const index = (search: OpenSearch) => search.index({ paths: [docs], scope: 'docs' });
  const find = async (search: OpenSearch, query: string, more: object = {}) =>
    (await search.search({ query, scopes: ['docs'], match: 'keyword', ...more })).hits;

  test('finds a section with its place, its heading, its source and what matched', async () => {
    const search = open(kind);
    write('guide.md', '# Guide\n\nGeneral words.\n\n## Dosing\n\nTake metformin with meals.\n');
    expect(await index(search)).toMatchObject({ scope: 'docs', files: 1, chunks: 2, skipped: [] });
    const [hit] = await find(search, 'metformin');
    expect(hit).toMatchObject({
      scope: 'docs',
      text: 'Take metformin with meals.',
      snippet: { text: 'Take metformin with meals.', highlights: [[5, 14]] },
      position: { start: 36, end: 62, line_range: '7-7' },
      source: {
        ...{ source_type: 'internal_doc', title: 'Guide', section: 'Guide › Dosing' },
        ...{ file_path: 'guide.md', line_range: '7-7', excerpt: 'Take metformin with meals.' },
      },
    });
  });

  test('gives what is kept of a scope, whole and in order, or of one file', async () => {
    const search = open(kind);
    write('b.md', '# Second\n\nBones.\n');
    write('a.md', '# First\n\nGeneral words.\n\n## Dosing\n\nTake metformin with meals.\n');
    await index(search);
    const told = async (file?: string) => (await search.contents('docs', file)).map((kept) => [kept.file, kept.text]);
    const first = [
      ['a.md', 'General words.'],
      ['a.md', 'Take metformin with meals.'],
    ];
    expect(await told()).toEqual([...first, ['b.md', 'Bones.']]);
    expect(await told('a.md')).toEqual(first);
    expect(await told('none.md')).toEqual([]);
    const [, dosing] = await search.contents('docs', 'a.md');
    expect(dosing).toMatchObject({
      title: expect.any(String),
      source: { file_path: 'a.md', section: 'First › Dosing' },
    });
    const text = '# First\n\nGeneral words.\n\n## Dosing\n\nTake metformin with meals.\n';
    expect(text.slice(dosing!.start!, dosing!.end!)).toBe('Take metformin with meals.');
    await expect(search.contents('nowhere')).rejects.toMatchObject({ code: 'SCOPE_UNKNOWN' });
  });

  test('finds other words for the thing, whatever signs stand around them', async () => {
    const search = open(kind);
    write('a.txt', "An acute myocardial infarction; the patient's father's \\'quoted' & | ! <-> words.");
    write('b.txt', 'Broken bones and plaster.');
    await index(search);
    expect((await find(search, 'heart attack')).map(({ text }) => text)).toEqual([
      expect.stringContaining('infarction'),
    ]);
    expect((await find(search, "father's 'quoted | !")).length).toBe(1);
    expect(await find(search, '?! -- "(')).toEqual([]);
  });

  test('finds only where the filter allows', async () => {
    const search = open(kind);
    write('a/one.md', 'aspirin here');
    write('b/two.TXT', 'aspirin there');
    write('b/three.ts', 'export function aspirin() {}');
    write('b%/four.txt', 'aspirin and a percent sign');
    await index(search);
    const texts = async (filter: object) => (await find(search, 'aspirin', { filter })).map(({ text }) => text).sort();
    expect(await texts({ ext: ['md'] })).toEqual(['aspirin here']);
    expect(await texts({ ext: ['txt'], path: 'b' })).toEqual(['aspirin there']);
    expect(await texts({ path: 'b%' })).toEqual(['aspirin and a percent sign']);
    expect(await texts({ path: join(docs, 'a') })).toEqual(['aspirin here']);
    expect(await texts({ source_type: ['code'] })).toEqual(['export function aspirin() {}']);
    expect(await texts({ source_type: ['book'] })).toEqual([]);
  });

  test('reads only what changed, forgets what is gone, keeps the id of what stayed', async () => {
    const search = open(kind);
    write('same.txt', 'statins lower cholesterol');
    write('changed.md', '# A\n\nold words\n\n# B\n\ntwo\n');
    write('gone.txt', 'vanishing words');
    await index(search);
    const id = (await find(search, 'two'))[0]?.id;
    write('changed.md', '# A\n\nnew sentences\n\n# B\n\ntwo\n', 1_700_000_100);
    rmSync(join(docs, 'gone.txt'));
    expect(await index(search)).toMatchObject({ files: 1, unchanged: 1, removed: 1, chunks: 2 });
    expect(await find(search, 'old')).toEqual([]);
    expect(await find(search, 'vanishing')).toEqual([]);
    expect((await find(search, 'sentences')).length).toBe(1);
    expect((await find(search, 'two'))[0]?.id).toBe(id);
    expect(await index(search)).toMatchObject({ files: 0, unchanged: 2, removed: 0, chunks: 0 });
    write('same.txt', 'statins lower cholesterol', 1_700_000_200);
    expect(await index(search)).toMatchObject({ files: 0, unchanged: 2 });
  });

  test('cancelled: what was finished stays, the rest comes with the next time', async () => {
    const search = open(kind);
    for (let i = 0; i < 5; i++) write(`${i}.txt`, `file number ${i} aspirin`);
    const stop = new AbortController();
    const onProgress = ({ done }: { done: number }) => done === 3 && stop.abort();
    await expect(search.index({ paths: [docs], scope: 'docs', signal: stop.signal, onProgress })).rejects.toMatchObject(
      { code: 'CANCELLED' },
    );
    await index(search);
    expect((await find(search, 'aspirin')).length).toBe(5);
  });

  test('holds documents that are no files, with any sign in them, and replaces them', async () => {
    const search = open(kind);
    const text = `a\0b aspirin \ud800 ${'warfarin '.repeat(300)}`;
    const give = (...ids: string[]) =>
      search.indexDocuments({ scope: 'docs', documents: ids.map((id) => ({ id, title: '', text: `${id} ${text}` })) });
    expect(await give('one', 'two')).toMatchObject({ files: 2, chunks: 2 });
    expect((await find(search, 'aspirin')).map(({ id }) => id)).toEqual(['one', 'two']);
    expect(await give('two')).toMatchObject({ files: 0, unchanged: 1, removed: 1 });
    expect((await find(search, 'warfarin')).map(({ id }) => id)).toEqual(['two']);
  });

  test('has scopes: unknown ones are named, one that is dropped is gone, the reserved one stays', async () => {
    const search = open(kind);
    write('a.txt', 'aspirin');
    await expect(find(search, 'aspirin')).rejects.toMatchObject({
      code: 'SCOPE_UNKNOWN',
      details: { scopes: ['knowledge'] },
    });
    await index(search);
    expect((await find(search, 'aspirin')).length).toBe(1);
    await expect(search.drop('knowledge')).rejects.toMatchObject({ code: 'SCOPE_RESERVED' });
    await search.drop('docs');
    await expect(search.drop('docs')).rejects.toMatchObject({ code: 'SCOPE_UNKNOWN' });
    await expect(find(search, 'aspirin')).rejects.toMatchObject({ code: 'SCOPE_UNKNOWN' });
  });

  test('is there again when it is opened anew, and answers nothing once closed', async () => {
    const first = open(kind);
    write('a.txt', 'warfarin and vitamin K');
    await index(first);
    await first.close();
    await expect(find(first, 'warfarin')).rejects.toMatchObject({ code: 'SEARCH_CLOSED' });
    expect((await find(open(kind), 'warfarin')).length).toBe(1);
  });

  test('follows a watched folder', async () => {
    const search = open(kind);
    write('a.txt', 'aspirin');
    const reports: IndexReport[] = [];
    let changed = () => {};
    const later = new Promise<void>((resolve) => {
      changed = resolve;
    });
    const watching = await search.watch({
      ...{ paths: [docs], scope: 'docs' },
      onReport: (report) => {
        reports.push(report);
        if (reports.length > 1 && report.files === 1) changed();
      },
    });
    write('b.txt', 'aspirin again');
    await later;
    expect((await find(search, 'aspirin')).length).toBe(2);
    await watching.close();
  });
});

describe('both answer alike', () => {
  test('the knowledge base by words: the same passages in the same order, with the same scores', async () => {
    const local = open('local');
    const shared = open('shared');
    for (const query of QUERIES) {
      const one = await local.search({ query, match: 'keyword', top: 60 });
      const two = await shared.search({ query, match: 'keyword', top: 60 });
      expect(two.total).toBe(one.total);
      expect(inOrder(two.hits)).toEqual(inOrder(one.hits));
      expect({ ...two.hits[0], score: 0, scores: {} }).toEqual({ ...one.hits[0], score: 0, scores: {} });
    }
    const [info] = await shared.scopes();
    expect(info).toMatchObject({ scope: 'knowledge', backend: 'postgres, vectors compared in this process' });
    expect(info).toMatchObject({ chunks: (await local.scopes())[0]?.chunks });
  });

  test('the knowledge base by meaning and by both, with the vectors that came with it', async () => {
    const local = open('local', true);
    const shared = open('shared', true);
    for (const match of ['semantic', 'hybrid'] as const)
      for (const query of ['my heart skips beats and flutters', 'blood sugar too low']) {
        const one = await local.search({ query, match });
        const two = await shared.search({ query, match });
        expect(two.warnings).toEqual([]);
        expect(two.hits.map(({ id }) => id)).toEqual(one.hits.map(({ id }) => id));
        const filtered = { query, match, filter: { path: 'knowledge/palpitations' } };
        const only = (await shared.search(filtered)).hits;
        expect(only.map(({ id }) => id)).toEqual((await local.search(filtered)).hits.map(({ id }) => id));
        expect(new Set(only.map(({ source }) => 'entry_id' in source && source.entry_id))).toEqual(
          new Set(['palpitations']),
        );
      }
  });
});

/** By score, to six digits; those that are equal by their names, and without the last of them, which may go on. */
function inOrder(hits: readonly SearchHit[]): string[] {
  const scored = hits.map(({ id, score }) => ({ id, score: score.toFixed(6) }));
  const last = hits.length < 60 ? undefined : scored.at(-1)?.score;
  return scored
    .filter(({ score }) => score !== last)
    .sort((a, b) => b.score.localeCompare(a.score) || a.id.localeCompare(b.id))
    .map(({ id, score }) => `${score} ${id}`);
}

const QUERIES = [
  ...['heart attack', 'kidney failure diet', 'what is a normal HbA1c', 'beta-blocker dose', 'rash after antibiotics'],
  ...['low sodium and confusion in the elderly', 'metformin metformin kidney', 'chest pain', 'x-ray', 'gout'],
];
