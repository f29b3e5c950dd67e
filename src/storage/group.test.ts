import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, describe, expect, test } from 'vitest';
import { openDatabase } from './database.ts';
import { createGroup, type Member } from './group.ts';

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

function place(): string {
  const folder = mkdtempSync(join(tmpdir(), 'group-'));
  folders.push(folder);
  return join(folder, 'data.db');
}

/** A file with numbers in it, and rounds that are ended by hand. */
function house() {
  const db = openDatabase(place());
  db.exec('CREATE TABLE number (n INTEGER PRIMARY KEY) STRICT');
  const rounds: (() => void)[] = [];
  const group = createGroup(db, (work) => void rounds.push(work));
  const lost: number[] = [];
  const put = (n: number, name = `s${n}`): Member => ({
    name,
    mayWait: true,
    write: () => void db.prepare('INSERT INTO number VALUES (?)').run(n),
    onLost: () => void lost.push(n),
  });
  return {
    db,
    group,
    put,
    lost,
    endRound: () => {
      for (const work of rounds.splice(0)) work();
    },
    stored: () =>
      db
        .prepare('SELECT n FROM number ORDER BY n')
        .all()
        .map(({ n }) => n),
  };
}

describe('shared commits', () => {
  test('whoever writes alone is written at once, round after round', () => {
    const { group, put, endRound, stored } = house();
    expect(group.write(put(1))).toBeUndefined();
    expect(group.write(put(2, 's1'))).toBeUndefined();
    endRound();
    expect(group.write(put(3))).toBeUndefined();
    expect(stored()).toEqual([1, 2, 3]);
  });

  test('who comes in the same round as another waits, and is told when all of them are written', async () => {
    const { group, put, endRound, stored } = house();
    void group.write(put(1));
    const others = [2, 3, 4].map((n) => group.write(put(n)));
    expect(stored()).toEqual([1]);
    endRound();
    expect(stored()).toEqual([1]);
    endRound();
    expect(stored()).toEqual([1, 2, 3, 4]);
    await Promise.all(others);
  });

  test('who is waited for is written at once, whoever waits', async () => {
    const { group, put, endRound, stored } = house();
    void group.write(put(1));
    const other = group.write(put(2));
    expect(group.write({ ...put(3), mayWait: false })).toBeUndefined();
    expect(stored()).toEqual([1, 3]);
    endRound();
    endRound();
    await other;
    expect(stored()).toEqual([1, 2, 3]);
  });

  test('a crowd is written when it is large enough, though more keep coming', async () => {
    const { group, put, endRound, stored } = house();
    void group.write(put(1));
    const all = [];
    for (let n = 2; stored().length === 1; n++) {
      expect(n).toBeLessThan(100);
      all.push(group.write(put(n)));
      endRound();
    }
    await Promise.all(all);
    expect(stored()).toHaveLength(all.length + 1);
  });

  test('what goes wrong with one of them is undone for it alone: the others are written, and told so', async () => {
    const { db, group, put, endRound, stored, lost } = house();
    void group.write(put(1));
    const half: Member = {
      ...put(3),
      write: () => {
        db.exec('INSERT INTO number VALUES (3)');
        throw new Error('not this one');
      },
    };
    const told = Promise.allSettled([group.write(put(2)), group.write(half), group.write(put(4))]);
    endRound();
    endRound();
    expect((await told).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(stored()).toEqual([1, 2, 4]);
    expect(lost).toContain(3);
    // What was believed of the first try is forgotten for all; what is believed now is what is there.
    expect(lost.at(-1)).toBe(3);
  });

  test('a member that fails once is as good as written, if it can be the second time', async () => {
    const { group, put, endRound, stored } = house();
    void group.write(put(1));
    let tries = 0;
    const late: Member = {
      ...put(3),
      write: () => {
        put(3).write();
        if (++tries === 1) throw new Error('not yet');
      },
    };
    const told = Promise.allSettled([group.write(put(2)), group.write(late), group.write(put(4))]);
    endRound();
    endRound();
    expect((await told).map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled']);
    expect(stored()).toEqual([1, 2, 3, 4]);
  });

  test('a disk that has no room for one of them: that one is told, nothing of it is there, the others are written', async () => {
    const { db, group, put, endRound, stored, lost } = house();
    db.exec('CREATE TABLE paper (text TEXT)');
    const { page_count } = db.prepare('PRAGMA page_count').get() as { page_count: number };
    db.exec(`PRAGMA max_page_count = ${page_count}`);
    void group.write(put(1));
    const large: Member = {
      ...put(3),
      write: () => void db.prepare('INSERT INTO paper VALUES (?)').run('x'.repeat(50_000)),
    };
    const told = Promise.allSettled([group.write(put(2)), group.write(large), group.write(put(4))]);
    endRound();
    endRound();
    expect(await told).toMatchObject([
      { status: 'fulfilled' },
      { status: 'rejected', reason: { code: 'STORAGE_FULL' } },
      { status: 'fulfilled' },
    ]);
    expect(stored()).toEqual([1, 2, 4]);
    expect(db.prepare('SELECT count(*) AS n FROM paper').get()).toEqual({ n: 0 });
    expect(lost).toContain(3);
    void group.write(put(5, 's1'));
    group.flush();
    expect(stored()).toContain(5);
  });

  test('a disk that has no room for any of them fails each, and nothing of the crowd is there', async () => {
    const { db, group, put, endRound, stored } = house();
    db.exec('CREATE TABLE paper (text TEXT)');
    void group.write(put(1));
    const { page_count } = db.prepare('PRAGMA page_count').get() as { page_count: number };
    db.exec(`PRAGMA max_page_count = ${page_count}`);
    const large = (n: number): Member => ({
      ...put(n),
      write: () => {
        put(n).write();
        db.prepare('INSERT INTO paper VALUES (?)').run('x'.repeat(50_000));
      },
    });
    const told = Promise.allSettled([2, 3, 4].map((n) => group.write(large(n))));
    endRound();
    endRound();
    for (const one of await told) expect(one).toMatchObject({ status: 'rejected', reason: { code: 'STORAGE_FULL' } });
    expect(stored()).toEqual([1]);
  });

  test('inside a larger transaction it is a part of that: taken back with it, and not believed before', () => {
    const { db, group, put, stored, lost } = house();
    db.exec('BEGIN');
    expect(group.write(put(1))).toBeUndefined();
    db.exec('ROLLBACK');
    expect(stored()).toEqual([]);
    expect(lost).toEqual([1]);
  });

  test('killed at any moment, everything that was acknowledged is there', async () => {
    const path = place();
    const script = `
      import { openDatabase } from ${JSON.stringify(import.meta.resolve('./database.ts'))};
      import { createGroup } from ${JSON.stringify(import.meta.resolve('./group.ts'))};
      const db = openDatabase(${JSON.stringify(path)});
      db.exec('CREATE TABLE number (n INTEGER PRIMARY KEY, half TEXT)');
      const add = db.prepare('INSERT INTO number (n) VALUES (?)');
      const finish = db.prepare('UPDATE number SET half = ? WHERE n = ?');
      const group = createGroup(db);
      let next = 0;
      const work = async () => {
        for (;;) {
          const n = next++;
          const write = () => { add.run(n); finish.run('whole', n); };
          await group.write({ name: 's' + n, mayWait: true, write, onLost() {} });
          process.stdout.write(n + '\\n');
          await new Promise((resolve) => setImmediate(resolve));
        }
      };
      for (let at = 0; at < 20; at++) void work();`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let out = '';
    child.stdout.on('data', (chunk) => {
      out += chunk;
      if (out.length > 5_000) child.kill('SIGKILL');
    });
    await once(child, 'close');
    const told = out.slice(0, out.lastIndexOf('\n')).split('\n').map(Number);
    const db = new DatabaseSync(path);
    const rows = db.prepare('SELECT n, half FROM number').all();
    db.close();
    const there = new Set(rows.map(({ n }) => n));
    expect(told.length).toBeGreaterThan(100);
    expect(told.filter((n) => !there.has(n))).toEqual([]);
    expect(rows.filter(({ half }) => half !== 'whole')).toEqual([]);
  });
});
