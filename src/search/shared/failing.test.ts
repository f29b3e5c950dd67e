/** What happens to a shared index when the database, the way to it or somebody else gets in the way. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type OpenSearch, openSearch } from '../index.ts';
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

let docs: string;
const opened: OpenSearch[] = [];
beforeEach(() => {
  docs = mkdtempSync(join(tmpdir(), 'search-failing-'));
});
afterEach(async () => {
  await admin.query('ROLLBACK');
  for (const search of opened.splice(0)) await search.close();
  await admin.query('DROP SCHEMA IF EXISTS consilium_search CASCADE');
  rmSync(docs, { recursive: true, force: true });
});

const open = (more: { url?: string; connections?: number; statementMs?: number } = {}) => {
  const search = openSearch({ dir: docs, embeddings: false, shared: { url: server.url(), ...more } });
  opened.push(search);
  return search;
};
const write = (count: number, words = 'aspirin') => {
  mkdirSync(docs, { recursive: true });
  for (let i = 0; i < count; i++) writeFileSync(join(docs, `${i}.txt`), `${words}, note ${i}.`);
};
const index = (search: OpenSearch) => search.index({ paths: [docs], scope: 'docs' });
const find = async (search: OpenSearch, query = 'aspirin') =>
  (await search.search({ query, scopes: ['docs'], match: 'keyword', top: 1000 })).hits;
const count = async (table: string) =>
  Number((await admin.query(`SELECT count(*) FROM consilium_search.${table}`)).rows[0].count);
/** The processes of the index that wait for a lock. What is running is otherwise seen as it was when first looked at. */
const waiting = async (): Promise<number[]> => {
  await admin.query('SELECT pg_stat_clear_snapshot()');
  const { rows } = await admin.query(
    `SELECT pid FROM pg_stat_activity WHERE application_name = 'consilium-search' AND wait_event_type = 'Lock'`,
  );
  return rows.map(({ pid }) => pid);
};
const untilOneWaits = async (other?: number): Promise<number> => {
  for (;;) {
    const [pid] = await waiting();
    if (pid !== undefined && pid !== other) return pid;
  }
};

describe('a database that cannot be used', () => {
  test.each([
    'mysql://u:geheim@h/d',
    'geheim',
    '',
  ])('what is no Postgres URL is refused, and not repeated (%#)', (url) => {
    const attempt = () => open({ url });
    expect(attempt).toThrow(expect.objectContaining({ code: 'SEARCH_URL_INVALID' }));
    expect(attempt).not.toThrow(/geheim/);
  });

  test('one that is not there is named by host and port, without the password', async () => {
    const other = await startPostgres();
    const url = other.url();
    await other.stop();
    const search = open({ url });
    const thrown = await search.scopes().catch((error) => error);
    expect(thrown).toMatchObject({ code: 'SEARCH_UNAVAILABLE', retryable: true });
    expect(thrown.message).toContain(`127.0.0.1:${other.port}/postgres`);
    expect(JSON.stringify([thrown, thrown.message, thrown.hint, thrown.stack])).not.toContain('pass-word');
  });

  test.each([
    ['a wrong password', () => server.url('falsch'), 'password'],
    ['an unknown database', () => server.url().replace(/postgres$/, 'nowhere'), 'no database'],
  ])('%s is said', async (_what, url, says) => {
    const thrown = await open({ url: url() })
      .scopes()
      .catch((error) => error);
    expect(thrown).toMatchObject({ code: 'SEARCH_UNAVAILABLE', retryable: false });
    expect(thrown.message).toContain(says);
    expect(thrown.message).not.toContain('falsch');
  });

  test('one that was not there is used as soon as it is', async () => {
    write(1);
    const search = open({ url: server.url().replace(/postgres$/, 'later') });
    await expect(index(search)).rejects.toMatchObject({ code: 'SEARCH_UNAVAILABLE' });
    await admin.query('CREATE DATABASE later');
    expect(await index(search)).toMatchObject({ files: 1 });
  });

  test('an index of a newer version is left alone', async () => {
    write(1);
    await index(open());
    await admin.query('UPDATE consilium_search.meta SET version = version + 1');
    await expect(index(open())).rejects.toMatchObject({ code: 'SEARCH_NEWER' });
    expect(await count('passage')).toBe(1);
  });

  test('terms of an older form are made anew', async () => {
    write(2);
    await index(open());
    await admin.query(
      `UPDATE consilium_search.meta SET form = 0; UPDATE consilium_search.passage SET terms = '''old'''`,
    );
    const search = open();
    expect((await find(search)).length).toBe(2);
    expect(await find(search, 'old')).toEqual([]);
  });
});

describe('a connection that breaks', () => {
  const drop = () =>
    admin.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'consilium-search'`);

  test('while nothing is asked is opened again', async () => {
    write(2);
    const search = open();
    await index(search);
    await drop();
    expect((await find(search)).length).toBe(2);
  });

  test('while files are stored: they are stored again, whole and once', async () => {
    write(3);
    const search = open();
    await index(search);
    write(3, 'warfarin');
    await admin.query('BEGIN; LOCK consilium_search.passage IN ACCESS EXCLUSIVE MODE');
    const indexing = index(search);
    const pid = await untilOneWaits();
    await admin.query('SELECT pg_terminate_backend($1)', [pid]);
    await admin.query('ROLLBACK');
    expect(await indexing).toMatchObject({ files: 3, chunks: 3 });
    expect(await count('passage')).toBe(3);
    expect((await find(search, 'warfarin')).length).toBe(3);
  });

  test('a second time is an error, and nothing is half there', async () => {
    write(3);
    const search = open();
    await index(search);
    write(3, 'warfarin');
    await admin.query('BEGIN; LOCK consilium_search.passage IN ACCESS EXCLUSIVE MODE');
    const indexing = index(search).catch((error) => error);
    const first = await untilOneWaits();
    await admin.query('SELECT pg_terminate_backend($1)', [first]);
    const second = await untilOneWaits(first);
    await admin.query('SELECT pg_terminate_backend($1)', [second]);
    expect(await indexing).toMatchObject({ code: 'SEARCH_UNAVAILABLE', retryable: true });
    await admin.query('ROLLBACK');
    expect((await find(search)).length).toBe(3);
    expect(await find(search, 'warfarin')).toEqual([]);
  });

  test('tables that somebody dropped are made anew', async () => {
    write(2);
    const search = open();
    await index(search);
    await admin.query('DROP SCHEMA consilium_search CASCADE');
    expect(await index(search)).toMatchObject({ files: 2 });
    expect((await find(search)).length).toBe(2);
  });
});

describe('a database that is slow', () => {
  const block = async (search: OpenSearch) => {
    write(1);
    await index(search);
    await admin.query('BEGIN; LOCK consilium_search.passage IN ACCESS EXCLUSIVE MODE');
  };

  test('is not waited for without end', async () => {
    const search = open();
    await block(search);
    const hurried = open({ statementMs: 200 });
    await expect(find(hurried)).rejects.toMatchObject({ code: 'SEARCH_TIMEOUT', retryable: true });
    await admin.query('ROLLBACK');
    expect((await find(search)).length).toBe(1);
  });

  test('is told when nobody waits any more', async () => {
    const search = open();
    await block(search);
    const stop = new AbortController();
    const asking = search.search({ query: 'aspirin', scopes: ['docs'], match: 'keyword', signal: stop.signal });
    const failing = expect(asking).rejects.toMatchObject({ code: 'CANCELLED' });
    await untilOneWaits();
    stop.abort();
    await failing;
    expect(await waiting()).toEqual([]);
  });

  test('many who ask at once share few connections', async () => {
    const search = open({ connections: 2 });
    write(3);
    await index(search);
    const found = await Promise.all(Array.from({ length: 40 }, () => find(search)));
    expect(found.map((hits) => hits.length)).toEqual(Array.from({ length: 40 }, () => 3));
    const { rows } = await admin.query(
      `SELECT count(*)::integer AS open FROM pg_stat_activity WHERE application_name = 'consilium-search'`,
    );
    expect(rows[0].open).toBeLessThanOrEqual(2);
  });
});

describe('two who share an index', () => {
  test('open an empty database and index the same folder at once: every passage is there once', async () => {
    write(60);
    const both = [open(), open()];
    const reports = await Promise.all(both.map(index));
    expect(reports.map(({ files, unchanged }) => files + unchanged)).toEqual([60, 60]);
    expect(reports.reduce((sum, { files }) => sum + files, 0)).toBe(60);
    expect(await count('file')).toBe(60);
    expect(await count('passage')).toBe(60);
    write(60, 'warfarin');
    await Promise.all(both.map(index));
    expect(await count('passage')).toBe(60);
    for (const search of both) expect((await find(search, 'warfarin')).length).toBe(60);
    const { rows } =
      await admin.query(`SELECT passages, words = (SELECT sum(length) FROM consilium_search.passage) AS counted
      FROM consilium_search.scope`);
    expect(rows).toEqual([{ passages: 60, counted: true }]);
  });

  test('see at once what the other stored, changed and dropped', async () => {
    const [one, two] = [open(), open()];
    write(1);
    await index(one);
    expect((await find(two)).length).toBe(1);
    write(1, 'warfarin');
    await index(two);
    expect(await find(one)).toEqual([]);
    await one.drop('docs');
    await expect(find(two)).rejects.toMatchObject({ code: 'SCOPE_UNKNOWN' });
  });

  test('a scope that is dropped while it is written to is not written to half', async () => {
    const [one, two] = [open(), open()];
    write(600);
    await index(one);
    write(600, 'warfarin');
    let dropping: Promise<void> | undefined;
    const indexing = one.index({
      ...{ paths: [docs], scope: 'docs' },
      onProgress: ({ done }) => {
        if (done === 100) dropping = two.drop('docs');
      },
    });
    await Promise.allSettled([indexing, dropping]);
    await dropping;
    expect(await count('passage')).toBe(await count('file'));
  });
});
