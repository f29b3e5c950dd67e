import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, describe, expect, test } from 'vitest';
import { tempDir } from '../../test/house.ts';
import type { Store } from '../kernel/index.ts';
import { checksumOf } from '../kernel/index.ts';
import { inTransaction } from './database.ts';
import { migrate, openDatabase, openSqliteStore } from './handle.ts';
import { openMemoryStore, unlockFolder } from './index.ts';
import { batch, NOW, said, storeContract } from './store.contract.ts';
import { storeTables } from './tables.ts';

const _clock = { now: () => NOW };

let open: Store[] = [];
afterEach(async () => {
  for (const store of open) await store.close();
  open = [];
});

storeContract('memory', (given) => openMemoryStore({ clock: given }));
storeContract('SQLite', (given) => openSqliteStore(openDatabase(join(tempDir('store'), 'test.db')), { clock: given }));

storeContract('sealed SQLite', (given) => {
  const dir = tempDir('store');
  unlockFolder(dir, 'a key of sixteen and more');
  return openSqliteStore(openDatabase(join(dir, 'test.db')), { clock: given });
});

describe('SQLite', () => {
  const openAt = (path: string) => {
    const db = openDatabase(path);
    return { db, store: openSqliteStore(db) };
  };

  test('keeps what was appended when the process is gone', async () => {
    const path = join(tempDir('store'), 'test.db');
    const first = openAt(path);
    await first.store.append(batch('s', [said(1, 'a')]));
    first.db.close();
    const second = openAt(path);
    expect(await second.store.events('s')).toEqual([said(1, 'a')]);
    second.db.close();
  });

  test('two stores on one file do not write over each other', async () => {
    const db = openDatabase(join(tempDir('store'), 'test.db'));
    const [one, two] = [openSqliteStore(db), openSqliteStore(db)];
    open.push(one);
    await one.append(batch('a', [said(1, 'a')]));
    await two.append(batch('b', [said(1, 'b')]));
    await one.append(batch('c', [said(1, 'c')]));
    await two.append(batch('a', [said(2, 'a2')]));
    expect(() => one.append(batch('a', [said(2, 'lost')]))).toThrow(
      expect.objectContaining({ code: 'STORAGE_CONFLICT' }),
    );
    for (const id of ['a', 'b', 'c'])
      expect((await one.events(id)).map(({ seq }) => seq)).toEqual(id === 'a' ? [1, 2] : [1]);
  });

  test('what a larger transaction took back is not remembered as written', async () => {
    const db = openDatabase(join(tempDir('store'), 'test.db'));
    const store = openSqliteStore(db);
    open.push(store);
    await store.append(batch('a', [said(1, 'a')]));
    const taken = () =>
      inTransaction(db, () => {
        store.append(batch('a', [said(2, 'gone')]));
        store.append(batch('b', [said(1, 'gone')]));
        throw new Error('taken back');
      });
    expect(taken).toThrow('taken back');
    expect(() => store.append(batch('a', [said(3, 'hole')]))).toThrow(/does not end at 2/);
    await store.append(batch('a', [said(2, 'kept')]));
    await store.append(batch('b', [said(1, 'kept')]));
    for (const id of ['a', 'b']) expect(JSON.stringify(await store.events(id))).not.toContain('gone');
  });

  test('takes over what was there before there were leases, keys and owners', async () => {
    const path = join(tempDir('store'), 'test.db');
    const old = openDatabase(path);
    migrate(old, { ...storeTables, steps: storeTables.steps.slice(0, 1) });
    old.exec(`INSERT INTO session VALUES ('s', 1, 'app', 'local', 't', 1, 0);
      INSERT INTO event VALUES (${2 ** 22 + 1}, 1, 'i', 1, '${JSON.stringify([said(1, 'a')])}');
      INSERT INTO artifact VALUES ('s', 'out', 1, 'text/plain', 1, '${checksumOf(new Uint8Array([1]))}', '{}', x'01'),
        ('digest', 'x', 1, 'text/plain', 1, 'c', '{"user":"ada"}', x'01'), ('digest', 'y', 1, 'text/plain', 1, 'c', '{}', x'01')`);
    old.close();
    const { store } = openAt(path);
    open.push(store);
    expect((await store.unfinished('anybody')).map(({ id }) => id)).toEqual(['s']);
    expect(await store.claim('s', { holder: 'me', until: 9e15 })).toBe(true);
    expect((await store.artifacts()).map(({ owner, name }) => `${owner} ${name}`).sort()).toEqual([
      'ada x',
      'local out',
      'local y',
    ]);
    expect([...(await store.artifact('local', 's', 'out'))!.data]).toEqual([1]);
  });

  test('takes over keys from before a log told of them: they go with their session, all of them and no others', async () => {
    const path = join(tempDir('store'), 'test.db');
    const old = openDatabase(path);
    migrate(old, { ...storeTables, steps: storeTables.steps.slice(0, 4) });
    const row = (number: number, seq: number) =>
      `(${number * 2 ** 22 + seq}, 1, NULL, NULL, NULL, NULL, '${JSON.stringify([said(seq, 'a')])}', NULL)`;
    old.exec(`INSERT INTO session VALUES ('s', 1, 'app', 'u', 't', 1, 0, NULL), ('t', 2, 'app', 'u', 't', 1, 0, NULL);
      INSERT INTO event (id, updated, open_invocation, open_seq, holder, lease, body, packed)
        VALUES ${[row(1, 1), row(1, 2), row(2, 1)].join()};
      INSERT INTO turn_key VALUES ('app/u', 'k', 's', 'i', 1, 'd'), ('app/u', 'of the word to it', 's', 'i', 1, 'd'),
        ('app/u', 'l', 's', 'j', 2, 'd'), ('app/u', 'm', 't', 'n', 1, 'd'), ('app/u', 'x', 'gone', 'n', 1, 'd')`);
    old.close();
    const { store } = openAt(path);
    open.push(store);
    const there = async () => {
      const names = ['k', 'of the word to it', 'l', 'm', 'x'];
      const found = await Promise.all(names.map((name) => store.turn('app/u', name)));
      return names.filter((_, at) => found[at] !== undefined);
    };
    expect(await there()).toEqual(['k', 'of the word to it', 'l', 'm']);
    await store.append({ ...batch('s', [said(3, 'c')]), unkeyed: 'i' });
    expect(await there()).toEqual(['l', 'm']);
    await store.deleteSession('s');
    expect(await there()).toEqual(['m']);
  });

  test('work in its transaction must not wait', async () => {
    const { store } = openAt(join(tempDir('store'), 'test.db'));
    open.push(store);
    expect(() => store.append({ ...batch('s', [said(1, 'a')]), within: async () => {} })).toThrow(
      expect.objectContaining({ code: 'STORAGE_WAITS' }),
    );
    expect(await store.session('s')).toBeUndefined();
  });

  test('refuses a damaged session by name and leaves the others alone', async () => {
    const path = join(tempDir('store'), 'test.db');
    const { db, store } = openAt(path);
    open.push(store);
    await store.append(batch('bad', [said(1, 'a')]));
    await store.append(batch('bad', [said(2, 'b')]));
    await store.append(batch('good', [said(1, 'a')]));
    const number = db.prepare(`SELECT number FROM session WHERE id = 'bad'`).get()!['number'] as number;
    db.exec(`UPDATE event SET body = '{{' WHERE id = ${number * 2 ** 22 + 2}`);
    expect(() => store.events('bad')).toThrow(
      expect.objectContaining({ code: 'SESSION_CORRUPT', message: expect.stringContaining('bad') }),
    );
    db.exec(`DELETE FROM event WHERE id = ${number * 2 ** 22 + 1}`);
    expect(() => store.events('bad')).toThrow(/event 1 is missing|cannot be read/);
    expect(await store.events('good')).toHaveLength(1);
  });

  test('refuses an artifact that was tampered with', async () => {
    const path = join(tempDir('store'), 'test.db');
    const { db, store } = openAt(path);
    open.push(store);
    await store.saveArtifact('ada', { namespace: 'n', name: 'a', mimeType: 'text/plain', data: new Uint8Array([1]) });
    db.exec(`UPDATE artifact SET data = x'02'`);
    expect(() => store.artifact('ada', 'n', 'a')).toThrow(expect.objectContaining({ code: 'ARTIFACT_CORRUPT' }));
  });

  test('says that the disk is full, and loses nothing that was stored', async () => {
    const path = join(tempDir('store'), 'test.db');
    const { db, store } = openAt(path);
    open.push(store);
    await store.append(batch('s', [said(1, 'a')]));
    const { page_count } = db.prepare('PRAGMA page_count').get() as { page_count: number };
    db.exec(`PRAGMA max_page_count = ${page_count + 1}`);
    expect(() => store.append(batch('s', [said(2, randomBytes(75_000).toString('base64'))]))).toThrow(
      expect.objectContaining({ code: 'STORAGE_FULL' }),
    );
    expect(await store.events('s')).toEqual([said(1, 'a')]);
    expect((await store.session('s'))!.lastSeq).toBe(1);
    db.exec('PRAGMA max_page_count = 1000000');
    await store.append(batch('s', [said(2, 'b')]));
    expect(await store.events('s')).toHaveLength(2);
  });

  test('says that the file cannot be written, or is not a data file', async () => {
    const path = join(tempDir('store'), 'test.db');
    const { db, store } = openAt(path);
    await store.append(batch('s', [said(1, 'a')]));
    db.close();
    const readOnly = openSqliteStore(openDatabase(path, { readOnly: true }));
    open.push(readOnly);
    expect(await readOnly.events('s')).toHaveLength(1);
    expect(() => readOnly.append(batch('s', [said(2, 'b')]))).toThrow(
      expect.objectContaining({ code: 'STORAGE_READONLY' }),
    );
    const other = join(tempDir('store'), 'not.db');
    new DatabaseSync(other).close();
    const { writeFileSync } = await import('node:fs');
    writeFileSync(other, 'this is not a database, not at all '.repeat(100));
    expect(() => openAt(other)).toThrow(expect.objectContaining({ code: 'STORAGE_CORRUPT' }));
    expect(() => openAt('/nowhere/at/all/x.db')).toThrow(expect.objectContaining({ code: 'STORAGE_UNUSABLE' }));
  });
});
