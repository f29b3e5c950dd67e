/**
 * The embedded database: one SQLite file in WAL mode, locked while it is open. Rooms that keep tables of their own get the handle and prepare
 * them; what SQLite says when something is wrong with the disk is turned into the house's errors here.
 */
import { randomBytes } from 'node:crypto';
import { chmodSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { ConsiliumError, complaintOf, storageFault } from '../kernel/errors.ts';
import { isSealedDatabase, openSealed } from './sealed/database.ts';
import { sealOf } from './sealed/seal.ts';

/** What one commit brings from the journal into the file, with the disk waited for: 16 MB of it held everybody for 0.2 s, 4 MB are a fifth of that. */
const PAGES_AT_ONCE = 1000;

export function openDatabase(path: string, options: { readOnly?: boolean } = {}): DatabaseSync {
  return guardDisk(path, () => {
    const db = openFile(path, { readOnly: options.readOnly ?? false, timeout: 200 });
    try {
      keepPrivate(path);
      // NORMAL: a commit survives the death of the process; a power cut may take the last moments, never the rest.
      if (!options.readOnly)
        db.exec(`PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;
                 PRAGMA wal_autocheckpoint = ${PAGES_AT_ONCE}; BEGIN IMMEDIATE; COMMIT`);
      // What can be taken back, and what is sorted, stays in memory; so do the pages that are in use.
      db.exec('PRAGMA temp_store = MEMORY; PRAGMA cache_size = -32768');
      // What is deleted is overwritten: it cannot be read from the file afterwards.
      db.exec('PRAGMA foreign_keys = ON; PRAGMA trusted_schema = OFF; PRAGMA secure_delete = ON');
      return db;
    } catch (thrown) {
      db.close();
      throw thrown;
    }
  });
}

/** A file of a data folder: encrypted where the folder is sealed, and then with its key or not at all. */
export function openFile(path: string, options: { readOnly?: boolean; timeout: number }): DatabaseSync {
  const seal = sealOf(dirname(path));
  return seal === undefined ? new DatabaseSync(path, options) : openSealed(path, seal.database, options);
}

/**
 * A database for the time of some work on another one. SQLite keeps it in memory while it is small, and on the disk, without
 * a name, when it grows; beside a sealed one what comes to the disk is encrypted too, with a key that nobody keeps.
 */
export function openScratch(beside: DatabaseSync): DatabaseSync {
  if (!isSealedDatabase(beside)) return new DatabaseSync('');
  const path = `${beside.location()}-${randomBytes(8).toString('hex')}`;
  const db = openSealed(path, randomBytes(32).toString('hex'));
  db.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = MEMORY; PRAGMA temp_store = MEMORY');
  db.exec('PRAGMA synchronous = OFF; PRAGMA user_version = 1');
  rmSync(path, { force: true });
  return db;
}

/** Its owner's alone, with what SQLite keeps beside it: those files are made with the mode of the first. */
function keepPrivate(path: string): void {
  for (const file of [path, `${path}-wal`, `${path}-shm`])
    try {
      chmodSync(file, 0o600);
    } catch {} // not there, or not ours to say
}

/** Runs `work` in one transaction: all of it or nothing. Inside another one it is a part of that. */
export function inTransaction<T>(db: DatabaseSync, work: () => T): T {
  if (db.isTransaction) return inSavepoint(db, work);
  const { begin, commit } = boundaries(db);
  begin.run();
  try {
    const result = work();
    commit.run();
    return result;
  } catch (thrown) {
    if (db.isTransaction) db.exec('ROLLBACK');
    throw thrown;
  }
}

function inSavepoint<T>(db: DatabaseSync, work: () => T): T {
  const { mark, keep } = boundaries(db);
  mark.run();
  try {
    const result = work();
    keep.run();
    return result;
  } catch (thrown) {
    if (db.isTransaction) db.exec('ROLLBACK TO part; RELEASE part');
    throw thrown;
  }
}

type Boundaries = Record<'begin' | 'commit' | 'mark' | 'keep', StatementSync>;

const prepared = new WeakMap<DatabaseSync, Boundaries>();

function boundaries(db: DatabaseSync): Boundaries {
  let known = prepared.get(db);
  if (known === undefined) {
    known = {
      begin: db.prepare('BEGIN IMMEDIATE'),
      commit: db.prepare('COMMIT'),
      mark: db.prepare('SAVEPOINT part'),
      keep: db.prepare('RELEASE part'),
    };
    prepared.set(db, known);
  }
  return known;
}

/** SQLite's complaints about the disk, as errors that say what to do. Others pass through. */
export function guardDisk<T>(path: string, work: () => T): T {
  try {
    return work();
  } catch (thrown) {
    const known = complaintOf(thrown);
    if (known === undefined) throw thrown;
    const [code, says, hint] = known;
    throw new ConsiliumError(code, `${says}.`, { hint, cause: thrown, place: path });
  }
}

/** What is wrong with a data file, in SQLite's words; undefined where it is sound, or held by whoever uses it now. */
export function damageOf(path: string): string | undefined {
  let db: DatabaseSync | undefined;
  try {
    db = openFile(path, { readOnly: true, timeout: 200 });
    const { quick_check: says } = db.prepare('PRAGMA quick_check(1)').get() as { quick_check: string };
    return says === 'ok' ? undefined : `The data file is damaged: ${path} (${says.slice(0, 200)})`;
  } catch (thrown) {
    const fault = storageFault(thrown);
    if (fault?.code === 'STORAGE_BUSY') return undefined;
    return `${(fault?.message ?? String(thrown)).replace(/\.$/, '')}: ${path}`;
  } finally {
    db?.close();
  }
}
