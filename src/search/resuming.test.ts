import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openDatabase } from '../storage/handle.ts';
import { openIndexTables } from '../storage/rooms/search/index.ts';
import { type IndexProgress, openSearch } from './index.ts';
import { knowledgeVolumes } from './knowledge.ts';
import { WRITING } from './local/holdings.ts';

let root: string;
let home: string;
let docs: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'search-resuming-'));
  home = join(root, 'home');
  docs = join(root, 'docs');
  mkdirSync(docs);
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const writeFiles = (count: number) => {
  for (let i = 0; i < count; i++) writeFileSync(join(docs, `${i}.txt`), `Aspirin, note ${i}.`);
};
const scopeOf = async (search: ReturnType<typeof openSearch>) =>
  (await search.scopes()).find(({ scope }) => scope === 'docs');

test('embedding that was interrupted goes on where it stopped: when indexed again, or when asked', async () => {
  writeFiles(96);
  const interrupt = async (expected: number) => {
    const search = openSearch({ dir: home });
    const stop = new AbortController();
    const totals = new Set<number>();
    const onProgress = ({ phase, total }: IndexProgress) => {
      if (phase !== 'embedding') return;
      totals.add(total);
      stop.abort();
    };
    const indexing = search.index({ paths: [docs], scope: 'docs', signal: stop.signal, onProgress });
    await expect(indexing).rejects.toMatchObject({ name: 'AbortError' });
    expect([...totals]).toEqual([expected]);
    const { embedded } = (await scopeOf(search)) as { embedded: number };
    await search.close();
    return 96 - embedded;
  };
  const first = await interrupt(96);
  expect(first).toBeLessThanOrEqual(64);
  const second = await interrupt(first);
  expect(second).toBeLessThan(first);
  const search = openSearch({ dir: home });
  try {
    const { warnings } = await search.search({ query: 'aspirin', scopes: ['docs'] });
    expect(warnings).toEqual([`${second} of 96 passages have no embedding yet: those are found by words alone.`]);
    await search.settled();
    expect((await search.search({ query: 'aspirin', scopes: ['docs'] })).warnings).toEqual([]);
    expect((await scopeOf(search))?.embedded).toBe(96);
  } finally {
    await search.close();
  }
});

test('a process killed while it indexes leaves whole files, and the next one reads the rest', async () => {
  writeFiles(1300);
  const script = join(root, 'killed.ts');
  writeFileSync(
    script,
    `import { openSearch } from ${JSON.stringify(new URL('./index.ts', import.meta.url).href)};
    const search = openSearch({ dir: ${JSON.stringify(home)}, embeddings: false });
    await search.index({ paths: [${JSON.stringify(docs)}], scope: 'docs', onProgress({ done }) {
      if (done === 1200) process.kill(process.pid, 'SIGKILL');
    } });`,
  );
  const child = spawn(process.execPath, [script], { stdio: 'inherit' });
  expect(await once(child, 'exit')).toEqual([null, 'SIGKILL']);
  const search = openSearch({ dir: home, embeddings: false });
  try {
    expect(await scopeOf(search)).toMatchObject({ files: 1000, chunks: 1000 });
    const find = async () => (await search.search({ query: 'aspirin', scopes: ['docs'], match: 'keyword' })).total;
    expect(await find()).toBe(1000);
    const report = await search.index({ paths: [docs], scope: 'docs' });
    expect(report.files + report.unchanged).toBe(1300);
    expect(report.chunks).toBe(300);
    expect(await find()).toBe(1300);
  } finally {
    await search.close();
  }
});

test('a full disk is said, what was stored before is there, and there is more when there is room', async () => {
  const path = join(root, 'full.db');
  const db = openDatabase(path);
  const store = openIndexTables(db, path, WRITING);
  const scope = store.scope('x');
  const [first, ...more] = knowledgeVolumes();
  await store.replaceFiles(scope, [first as never]);
  const before = store.counts(scope);
  const { page_count } = db.prepare('PRAGMA page_count').get() as { page_count: number };
  db.exec(`PRAGMA max_page_count = ${page_count + 2}`);
  await expect(store.replaceFiles(scope, more)).rejects.toThrow(expect.objectContaining({ code: 'STORAGE_FULL' }));
  expect(store.counts(scope)).toEqual(before);
  expect([...store.entries()].length).toBe(before.chunks);
  db.exec('PRAGMA max_page_count = 1000000');
  await store.replaceFiles(scope, more);
  expect(store.counts(scope).files).toBe(more.length + 1);
  db.close();
});

describe('an index opened from what the last process kept', () => {
  const open = () => openSearch({ dir: home, embeddings: false });
  const write = async (search: ReturnType<typeof openSearch>, words: string) =>
    await search.indexDocuments({ scope: 'docs', documents: [{ id: 'a', title: 'A', text: words }] });
  const ask = async (query: string) => {
    const search = open();
    const { hits, total } = await search.search({ query, match: 'keyword', top: 20 });
    await search.close();
    return { total, found: hits.map(({ id, score, scope }) => ({ id, score, scope })) };
  };
  const kept = () => {
    const db = new DatabaseSync(join(home, 'search.db'));
    const rows = db.prepare('SELECT DISTINCT revision FROM snapshot').all() as { revision: number }[];
    const revision = (db.prepare('SELECT value FROM revision').get() as { value: number }).value;
    db.close();
    return rows.length === 1 && rows[0]?.revision === revision;
  };

  test('answers as one read from its passages', async () => {
    const first = open();
    await write(first, 'aspirin and bleeding');
    await first.scopes();
    await first.close();
    expect(kept()).toBe(true);
    const fromSnapshot = await ask('aspirin bleeding stomach');
    const db = new DatabaseSync(join(home, 'search.db'));
    db.exec('DELETE FROM snapshot');
    db.close();
    expect(await ask('aspirin bleeding stomach')).toEqual(fromSnapshot);
    expect(fromSnapshot.found.map(({ scope }) => scope)).toContain('docs');
  });

  test('knows what was added, changed and dropped after it was kept', async () => {
    const first = open();
    await write(first, 'quetzal');
    await first.scopes();
    await first.close();
    const second = open();
    await second.search({ query: 'quetzal' });
    await write(second, 'axolotl');
    expect((await second.search({ query: 'quetzal' })).total).toBe(0);
    await second.close();
    expect((await ask('quetzal')).total).toBe(0);
    expect((await ask('axolotl')).total).toBe(1);
    const third = open();
    await third.drop('docs');
    await third.close();
    expect((await ask('axolotl')).total).toBe(0);
  });
});

test('an index of an older form is brought to this one with all that is in it', async () => {
  writeFileSync(join(docs, 'a.ts'), 'export class PatientRepository {}');
  const first = openSearch({ dir: home, embeddings: false });
  await first.index({ paths: [docs], scope: 'docs' });
  await first.close();
  const db = new DatabaseSync(join(home, 'search.db'));
  db.exec(`DROP TABLE migration; ALTER TABLE scope DROP COLUMN embeds; DROP TABLE revision; DROP TABLE snapshot; DROP INDEX term_by_name;
    DELETE FROM term; INSERT INTO term VALUES (1, 'patientrepository');
    UPDATE passage SET terms = x'0101', length = 1; PRAGMA user_version = 0`);
  db.close();
  for (let round = 0; round < 2; round++) {
    const search = openSearch({ dir: home, embeddings: false });
    const { total } = await search.search({ query: 'patient repository', scopes: ['docs'], match: 'keyword' });
    await search.close();
    expect(total).toBe(1);
  }
});
