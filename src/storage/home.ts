/**
 * The data folder (`CONSILIUM_HOME`). One process at a time: the database is locked for as long as it is open, and the
 * system takes the lock back when the process dies, however it dies.
 */
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { systemClock } from '../kernel/clock.ts';
import { ConsiliumError, type Store } from '../kernel/index.ts';
import { type Audit, openAudit } from './audit.ts';
import { guardDisk, openDatabase } from './database.ts';
import { migrate, type Tables } from './migrations.ts';
import { openSqliteStore } from './sqlite.ts';

export interface Home {
  readonly dir: string;
  readonly db: DatabaseSync;
  readonly store: Store;
  readonly audit: Audit;
  /** Tells a process that comes too late where this one can be reached. */
  announce(where: { url?: string; socket?: string }): void;
  /** What was deleted leaves the file that SQLite writes ahead, too: nothing of it can be read afterwards. */
  scrub(): void;
  /** Throws unless something can be stored right now. */
  test(): void;
  close(): void;
}

export function homeDir(given?: string): string {
  return resolve(given ?? process.env['CONSILIUM_HOME'] ?? '.consilium');
}

/** `now`: the clock that audit rows go by. */
export function openHome(dir: string, now: () => number = systemClock.now): Home {
  makeFolder(dir);
  try {
    const db = openDatabase(join(dir, 'consilium.db'));
    const store = openSqliteStore(db, { clock: { now } });
    migrate(db, signTables);
    writeOwner(dir);
    return {
      dir,
      db,
      store,
      audit: openAudit(db, now),
      announce: (where) => writeOwner(dir, where),
      scrub: () => void guardDisk(join(dir, 'consilium.db'), () => db.prepare('PRAGMA wal_checkpoint(TRUNCATE)').all()),
      test: () => testWrite(db, join(dir, 'consilium.db'), now),
      close: () => db.close(),
    };
  } catch (thrown) {
    if (thrown instanceof ConsiliumError && thrown.code === 'STORAGE_BUSY') throw inUse(dir);
    throw thrown;
  }
}

/** Where a write is tried out. */
const signTables: Tables = {
  room: 'sign',
  steps: ['CREATE TABLE sign (id INTEGER PRIMARY KEY CHECK (id = 1), at INTEGER NOT NULL) STRICT'],
};

function testWrite(db: DatabaseSync, path: string, now: () => number): void {
  if (!existsSync(path))
    throw new ConsiliumError('STORAGE_GONE', `The data file is gone: ${path}`, {
      hint: 'Stop the server and put the folder back, or restore a backup.',
    });
  guardDisk(path, () => db.prepare('INSERT OR REPLACE INTO sign (id, at) VALUES (1, ?)').run(now()));
}

/** The folder is its owner's alone. */
export function makeFolder(dir: string): void {
  try {
    mkdirSync(dir, { recursive: true });
    chmodSync(dir, 0o700);
  } catch (thrown) {
    const { code } = thrown as NodeJS.ErrnoException;
    const full = code === 'ENOSPC';
    throw new ConsiliumError(
      full ? 'STORAGE_FULL' : code === 'EROFS' || code === 'EACCES' ? 'STORAGE_READONLY' : 'STORAGE_UNUSABLE',
      `The data folder ${dir} cannot be used: ${(thrown as Error).message}`,
      { hint: full ? 'Free some space.' : 'Choose another folder with --home or CONSILIUM_HOME.', cause: thrown },
    );
  }
}

function inUse(dir: string): ConsiliumError {
  const owner = readOwner(dir);
  const who = owner === undefined ? 'Another process' : `Process ${owner.pid}`;
  const there = owner?.url === undefined ? 'Stop it' : `It serves ${owner.url}: use it there, stop it`;
  return new ConsiliumError('HOME_LOCKED', `${who} is using the data folder ${dir}.`, {
    retryable: true,
    hint: `${there}, or use another folder with --home.`,
  });
}

export interface Owner {
  readonly pid: number;
  /** Where it serves the app. */
  readonly url?: string;
  /** Where it takes commands. */
  readonly socket?: string;
}

/** A courtesy to whoever comes second: the lock holds without it. */
function writeOwner(dir: string, where: Omit<Owner, 'pid'> = {}): void {
  const known = readOwner(dir);
  const owner: Owner = { ...(known?.pid === process.pid && known), pid: process.pid, ...where };
  try {
    writeFileSync(join(dir, 'owner.json'), JSON.stringify(owner), { mode: 0o600 });
  } catch {}
}

/** Whoever opened the folder last; it may be gone. */
export function readOwner(dir: string): Owner | undefined {
  try {
    return JSON.parse(readFileSync(join(dir, 'owner.json'), 'utf8')) as Owner;
  } catch {
    return undefined;
  }
}
