/**
 * The data folder (`CONSILIUM_HOME`). One process at a time: the lock is a file lock that the system takes back when
 * the process dies, however it dies.
 */
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { ConsiliumError, type Store } from '../kernel/index.ts';
import { guardDisk, openDatabase } from './database.ts';
import { openSqliteStore } from './sqlite.ts';

export interface Home {
  readonly dir: string;
  readonly db: DatabaseSync;
  readonly store: Store;
  /** Lets a process that comes too late say where this one can be reached. */
  announce(url: string): void;
  close(): void;
}

export function homeDir(given?: string): string {
  return resolve(given ?? process.env['CONSILIUM_HOME'] ?? '.consilium');
}

export function openHome(dir: string): Home {
  makeFolder(dir);
  const lock = takeLock(dir);
  try {
    const db = openDatabase(join(dir, 'consilium.db'));
    const store = openSqliteStore(db);
    writeOwner(dir);
    return {
      dir,
      db,
      store,
      announce: (url) => writeOwner(dir, url),
      close: () => {
        db.close();
        lock.close();
      },
    };
  } catch (thrown) {
    lock.close();
    throw thrown;
  }
}

function makeFolder(dir: string): void {
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

function takeLock(dir: string): DatabaseSync {
  const lock = guardDisk(dir, () => new DatabaseSync(join(dir, 'lock'), { timeout: 0 }));
  try {
    lock.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
    return lock;
  } catch (thrown) {
    lock.close();
    if ((thrown as { errcode?: number }).errcode !== 5)
      return guardDisk(dir, () => {
        throw thrown;
      });
    const owner = readOwner(dir);
    const who = owner === undefined ? 'Another process' : `Process ${owner.pid}`;
    throw new ConsiliumError('HOME_LOCKED', `${who} is using the data folder ${dir}.`, {
      retryable: true,
      hint:
        owner?.url === undefined
          ? 'Stop it, or use another folder with --home.'
          : `It serves ${owner.url}: use it there, stop it, or use another folder with --home.`,
    });
  }
}

interface Owner {
  pid: number;
  url?: string;
}

function writeOwner(dir: string, url?: string): void {
  const owner: Owner = { pid: process.pid, ...(url !== undefined && { url }) };
  guardFile(dir, () => writeFileSync(join(dir, 'owner.json'), JSON.stringify(owner)));
}

function readOwner(dir: string): Owner | undefined {
  try {
    return JSON.parse(readFileSync(join(dir, 'owner.json'), 'utf8')) as Owner;
  } catch {
    return undefined;
  }
}

/** The note about the owner is a courtesy: the lock holds without it. */
function guardFile(_dir: string, work: () => void): void {
  try {
    work();
  } catch {}
}
