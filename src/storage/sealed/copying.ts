/**
 * A copy of a sealed database that is in use, sealed as well. What was written ahead is brought into the file, the file then
 * rests while it is copied, and what is written meanwhile waits in the log. Another process copies: to close the file
 * here would give up the lock that the house holds on it.
 */
import { spawn } from 'node:child_process';
import type { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { ConsiliumError } from '../../kernel/errors.ts';

/** Databases that rest, and whether their log is to be emptied afterwards. */
const resting = new WeakMap<DatabaseSync, { isAsked: boolean }>();

export async function copySealed(db: DatabaseSync, to: string): Promise<void> {
  const usual = Object.values(db.prepare('PRAGMA wal_autocheckpoint').get() ?? {})[0] as number;
  const rest = { isAsked: false };
  db.exec('PRAGMA wal_autocheckpoint = 0');
  resting.set(db, rest);
  try {
    await bringAllIn(db);
    await copyElsewhere(db.location()!, to);
    db.prepare('SELECT 1').get(); // closed meanwhile, it was written to: then there is no copy
  } finally {
    resting.delete(db);
    if (isOpen(db)) {
      db.exec(`PRAGMA wal_autocheckpoint = ${usual}`);
      if (rest.isAsked) emptyLog(db);
    }
  }
}

/** Brings what was written ahead into the file and empties the log; of a database that rests, as soon as it no longer does. */
export function truncateLog(db: DatabaseSync): void {
  const rest = resting.get(db);
  if (rest !== undefined) rest.isAsked = true;
  else emptyLog(db);
}

function emptyLog(db: DatabaseSync): boolean {
  return db.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get()?.['busy'] === 0;
}

/** Whether all of it was brought in: somebody who is still reading keeps what came after they began. */
function couldEmptyLog(db: DatabaseSync): boolean {
  try {
    return emptyLog(db);
  } catch (thrown) {
    if ((thrown as { errcode?: number }).errcode === LOCKED) return false;
    throw thrown;
  }
}

/** SQLite's number for what this very connection is still at. */
const LOCKED = 6;

/** Readers read for a moment; a copy without what is in the log would be none. */
async function bringAllIn(db: DatabaseSync): Promise<void> {
  for (let tries = 1; !couldEmptyLog(db); tries++) {
    if (tries === MOST_TRIES)
      throw new ConsiliumError('STORAGE_BUSY', 'The data file is busy.', { hint: 'Try again.', retryable: true });
    await sleep(BETWEEN_MS);
  }
}

const MOST_TRIES = 100;
const BETWEEN_MS = 20;

function isOpen(db: DatabaseSync): boolean {
  try {
    db.prepare('SELECT 1').get();
    return true;
  } catch {
    return false;
  }
}

const COPY = `
  const [from, to] = process.argv.slice(1);
  try { require('node:fs').copyFileSync(from, to) } catch (error) { process.stdout.write(String(error.code)); process.exitCode = 1 }`;

function copyElsewhere(from: string, to: string): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const child = spawn(process.execPath, ['-e', COPY, from, to], { env: {}, stdio: ['ignore', 'pipe', 'ignore'] });
  let code = '';
  child.stdout.on('data', (some: Buffer) => {
    code += some.toString();
  });
  child.once('error', reject);
  child.once('close', (exit) => {
    if (exit === 0) resolve();
    else reject(Object.assign(new Error(`The data file could not be copied (${code || exit}).`), { code, path: to }));
  });
  return promise;
}
