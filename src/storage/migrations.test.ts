import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { tempDir } from '../../test/house.ts';
import { listPatients } from '../record/index.ts';
import { handleOf, migrate, openDatabase, readVersions, type Tables } from './handle.ts';
import { openHome } from './home.ts';
import { openTokenFile } from './tokens.ts';

const NOTES: Tables = {
  room: 'notes',
  steps: [
    'CREATE TABLE IF NOT EXISTS note (id INTEGER PRIMARY KEY, text TEXT NOT NULL) STRICT',
    (db) => {
      db.exec('ALTER TABLE note ADD COLUMN length INTEGER');
      for (const { id, text } of db.prepare('SELECT id, text FROM note').all())
        db.prepare('UPDATE note SET length = ? WHERE id = ?').run(String(text).length, id!);
    },
  ],
};
const FIRST: Tables = { ...NOTES, steps: NOTES.steps.slice(0, 1) };

function openFile(dir = tempDir('tables')) {
  return openDatabase(join(dir, 'test.db'));
}

test('a room is brought to its newest form step by step, each once', () => {
  const dir = tempDir('tables');
  let db = openFile(dir);
  migrate(db, FIRST);
  db.exec("INSERT INTO note (text) VALUES ('gout')");
  db.close();
  db = openFile(dir);
  migrate(db, NOTES);
  migrate(db, NOTES);
  expect(db.prepare('SELECT text, length FROM note').all()).toEqual([{ text: 'gout', length: 4 }]);
  expect(readVersions(db)).toEqual([{ room: 'notes', version: 2 }]);
  db.close();
});

test('a file from a newer version is refused in words, and left as it is', () => {
  const db = openFile();
  migrate(db, NOTES);
  expect(() => migrate(db, FIRST)).toThrow(
    expect.objectContaining({ code: 'STORAGE_NEWER', message: expect.stringContaining('version 2, this one knows 1') }),
  );
  expect(readVersions(db)).toEqual([{ room: 'notes', version: 2 }]);
  db.close();
});

test('a step that fails leaves nothing of itself', () => {
  const db = openFile();
  const broken = {
    ...NOTES,
    steps: [...FIRST.steps, 'ALTER TABLE note ADD COLUMN more TEXT; INSERT INTO nowhere VALUES (1)'],
  };
  expect(() => migrate(db, broken)).toThrow('nowhere');
  expect(readVersions(db)).toEqual([{ room: 'notes', version: 1 }]);
  migrate(db, NOTES);
  db.close();
});

test('a process that is killed half-way through a step has not done it', async () => {
  const dir = tempDir('tables');
  const own = (file: string) => JSON.stringify(join(import.meta.dirname, file));
  const child = spawn(
    process.execPath,
    [
      '-e',
      `const { openDatabase, migrate } = await import(${own('handle.ts')});
       const db = openDatabase(${JSON.stringify(join(dir, 'test.db'))});
       migrate(db, { room: 'notes', steps: [${JSON.stringify(NOTES.steps[0])}, (db) => {
         db.exec('ALTER TABLE note ADD COLUMN length INTEGER');
         process.kill(process.pid, 'SIGKILL');
       }] });`,
    ],
    { stdio: 'inherit' },
  );
  const [, signal] = await once(child, 'exit');
  expect(signal).toBe('SIGKILL');
  const db = openFile(dir);
  expect(readVersions(db)).toEqual([{ room: 'notes', version: 1 }]);
  migrate(db, NOTES);
  expect(
    db
      .prepare('SELECT * FROM note')
      .columns()
      .map(({ name }) => name),
  ).toEqual(['id', 'text', 'length']);
  db.close();
});

test('a data folder of the first release opens, and all that it held is there', async () => {
  const dir = tempDir('home');
  for (const [name, dump] of [
    ['consilium.db', '0.1.0.sql'],
    ['tokens.db', '0.1.0-tokens.sql'],
  ] as const) {
    const db = new DatabaseSync(join(dir, name));
    db.exec(readFileSync(join(import.meta.dirname, 'fixtures', dump), 'utf8'));
    db.close();
  }
  const home = openHome(dir);
  const citations = home.stores.citations();
  const [person] = listPatients(handleOf(home.data));
  expect(person).toMatchObject({ name: 'Ada Byron' });
  expect(await home.store.session('first')).toMatchObject({ app: 'health', user: 'local', open: null });
  expect((await home.store.events('first')).map(({ type }) => type)).toContain('invocation_finished');
  expect((await home.store.state('session', 'first')).get('patient_id')?.value).toBe(person!.id);
  expect(home.audit.list({ patientId: person!.id }).map(({ action }) => action)).toContain('create');
  expect(citations.list().records.length).toBeGreaterThan(0);
  expect(readVersions(handleOf(home.data)).map(({ room }) => room)).toEqual([
    'a2a',
    'audit',
    'citations',
    'graph',
    'idempotency',
    'openai',
    'sign',
    'store',
  ]);
  home.close();
  const tokens = openTokenFile(dir);
  expect(tokens.list()).toMatchObject([{ name: 'ward laptop', revoked: null }]);
  tokens.close();
});

test('a folder of which any part is newer is refused at once, whoever asks for what first, and nothing in it is changed', async () => {
  const { openApp } = await import('../app/index.ts');
  const dir = tempDir('newer');
  const path = join(dir, 'consilium.db');
  const home = openHome(dir);
  home.stores.research();
  home.close();
  const app = openApp({ home: dir });
  await app.close();
  const former = (sql: string) => {
    const db = new DatabaseSync(path);
    db.exec(sql);
    db.close();
  };
  // As an older file would be that a newer version has begun to use.
  former("DELETE FROM migration WHERE room = 'sign'; DROP TABLE sign");
  for (const room of ['research', 'graph', 'audit', 'idempotency']) {
    former(`INSERT INTO migration VALUES ('${room}', 99, 0)`);
    const before = readFileSync(path);
    expect(() => openApp({ home: dir })).toThrow(
      expect.objectContaining({ code: 'STORAGE_NEWER', message: expect.stringContaining(`its ${room} tables`) }),
    );
    expect(readFileSync(path).equals(before)).toBe(true);
    former(`DELETE FROM migration WHERE version = 99`);
  }
  await openApp({ home: dir }).close();
});
