/**
 * The data folder (`CONSILIUM_HOME`). One process at a time: the database is locked for as long as it is open, and the
 * system takes the lock back when the process dies, however it dies.
 */
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { systemClock } from '../kernel/clock.ts';
import { ConsiliumError, type Json, type RunnerOptions, type Store } from '../kernel/index.ts';
import { type Audit, auditTables, openAudit } from './audit.ts';
import { openHeadFile, tellsOfRows } from './audit-head.ts';
import { type BackupOf, writeBackup } from './backup.ts';
import type { BackupPart } from './backup-form.ts';
import { openCopies } from './copies.ts';
import { DataFile } from './data-file.ts';
import { guardDisk, openDatabase } from './database.ts';
import { type Departures, departingTables, openDepartures } from './departing.ts';
import { makeFolder } from './folder.ts';
import type { TeamScopes } from './grants.ts';
import { migrate, missingIn, readVersions, refuseNewer, type Tables } from './migrations.ts';
import { readOwner, writeOwner } from './owner.ts';
import { openRequests, REQUEST_COPIES, type Requests, requestTables } from './requests.ts';
import { COPIES as TASK_COPIES } from './rooms/a2a.ts';
import { citationChain } from './rooms/citations.ts';
import { openScrubbing } from './scrubbing.ts';
import { truncateLog } from './sealed/copying.ts';
import { unlockFolder } from './sealed/seal.ts';
import { openSqliteStore } from './sqlite.ts';
import { once, openStores, STORE_TABLES, type Stores } from './stores.ts';
import { storeTables } from './tables.ts';
import { openTalks, TALK_COPIES, type Talks, talkTables } from './talks.ts';
import { tellRuns } from './telling.ts';
import { openTokenFile, type TokenFile } from './tokens.ts';

export interface Home {
  readonly dir: string;
  /** To hand on to the record and the graph. */
  readonly data: DataFile;
  readonly store: Store;
  readonly audit: Audit;
  /** What the rooms keep. */
  readonly stores: Stores;
  /** For a runner: that somebody had something run, in the transaction that begins it. */
  noteRuns(action: string): NonNullable<RunnerOptions['note']>;
  /** What a session's state has under a key, null where nothing; undefined where there is no such session. */
  settled(session: string, key: string): Json | undefined;
  /** The sessions whose state has this under a key, and those that they opened. */
  sessionsWhere(key: string, value: Json): string[];
  /** Many conversations at once. */
  readonly departures: Departures;
  /** Requests done under a key. */
  requests(): Requests;
  /** Talks that are known by what was said in them. */
  talks(): Talks;
  /** Who may come in; the file is not locked, and closed by whoever opened it. */
  tokens(scopes?: TeamScopes): TokenFile;
  /** Saves the whole folder as one file, also while it is in use. */
  backup(file: string, options?: Pick<BackupOf, 'key' | 'copies'>): Promise<BackupPart[]>;
  /** What is wrong with the data file; undefined where it is sound. */
  damage(): string | undefined;
  /** Which version the tables of each room have. */
  versions(): ReturnType<typeof readVersions>;
  /** Tells a process that comes too late where this one can be reached. */
  announce(where: { url?: string; socket?: string }): void;
  /**
   * What was deleted leaves the file that SQLite writes ahead, too: nothing of it can be read afterwards. On a full disk that
   * has to wait, and is tried again until it is done: what was deleted is deleted all the same.
   */
  scrub(): void;
  /** Throws unless something can be stored right now. */
  test(): void;
  close(): void;
}

/**
 * `now`: the clock that audit rows go by. `also`: tables of rooms that keep their own there. `auditKey`: what the head of the
 * trail is sealed with; without it, a key in the folder. `dataKey`: what the folder is encrypted with, where it is.
 */
export function openHome(
  dir: string,
  now: () => number = systemClock.now,
  also: readonly Tables[] = [],
  auditKey?: string,
  dataKey?: string,
): Home {
  makeFolder(dir);
  unlockFolder(dir, dataKey);
  const db = openOwn(dir);
  const file = fileAt(join(dir, 'consilium.db'));
  try {
    refuseNewer(db, [...HOME_TABLES, ...STORE_TABLES, ...also]);
    const onDelete = openCopies(db, [TASK_COPIES, REQUEST_COPIES, TALK_COPIES]);
    const store = openSqliteStore(db, { clock: { now }, onDelete });
    migrate(db, signTables);
    migrate(db, departingTables);
    writeOwner(dir);
    const audit = openAudit(db, now, { head: openHeadFile(dir, auditKey), citations: citationChain(db) });
    const departures = openDepartures(db, (work) => guardDisk(file.path, work), onDelete);
    const settledOf = once(() =>
      db.prepare(
        `SELECT (SELECT value FROM state WHERE scope = 'session' AND owner = id AND key = ?) AS value
           FROM session WHERE id = ?`,
      ),
    );
    const scrubbing = openScrubbing(() => guardDisk(file.path, () => truncateLog(db)));
    departures.finish();
    return {
      dir,
      data: new DataFile(db),
      store,
      audit,
      stores: openStores(db, now, audit),
      noteRuns: (action) => tellRuns(audit, action),
      settled: (session, key) => {
        const row = settledOf().get(key, session);
        return row === undefined ? undefined : (JSON.parse(String(row['value'] ?? 'null')) as Json);
      },
      sessionsWhere: (key, value) =>
        db
          .prepare(
            `WITH RECURSIVE these (id) AS (
               SELECT owner FROM state WHERE scope = 'session' AND key = ? AND value = ?
               UNION SELECT s.id FROM session s JOIN these ON s.outer = these.id)
             SELECT id FROM these WHERE id IN (SELECT id FROM session) ORDER BY id`,
          )
          .all(key, JSON.stringify(value))
          .map(({ id }) => id as string),
      departures,
      requests: once(() => openRequests(db, now)),
      talks: once(() => openTalks(db, now)),
      tokens: (scopes) => openTokenFile(dir, { former: db, now, scopes }),
      backup: (file, options = {}) => writeBackup({ dir, main: db, ...options }, file),
      damage: () => {
        const said = String(Object.values(db.prepare('PRAGMA quick_check(1)').get() ?? {})[0]);
        const missing = missingIn(db, [...HOME_TABLES, ...STORE_TABLES, ...also]);
        if (said === 'ok' && missing.length > 0) return `The data file lacks ${missing.join(', ')}`;
        return said === 'ok' ? undefined : said;
      },
      versions: () => readVersions(db),
      announce: (where) => writeOwner(dir, where),
      scrub: scrubbing.begin,
      test: () => testWrite(db, file, now),
      close: () => {
        scrubbing.end();
        audit.close();
        void store.close();
      },
    };
  } catch (thrown) {
    db.close();
    throw thrown;
  }
}

function openOwn(dir: string): DatabaseSync {
  const path = join(dir, 'consilium.db');
  if (isEmpty(path) && tellsOfRows(dir))
    throw new ConsiliumError('STORAGE_LOST', 'The data file is empty or gone, and this folder has held data.', {
      place: path,
      hint: 'Put the file back, or restore a backup: consilium restore FILE --home NEW. To begin anew, use another folder with --home.',
    });
  try {
    return openDatabase(path);
  } catch (thrown) {
    if (thrown instanceof ConsiliumError && thrown.code === 'STORAGE_BUSY') throw inUse(dir);
    throw thrown;
  }
}

/** Nothing of it on the disk: what is written ahead counts as well. */
function isEmpty(path: string): boolean {
  return [path, `${path}-wal`].every((file) => !existsSync(file) || statSync(file).size === 0);
}

/** Where a write is tried out. */
const signTables: Tables = {
  room: 'sign',
  steps: ['CREATE TABLE sign (id INTEGER PRIMARY KEY CHECK (id = 1), at INTEGER NOT NULL) STRICT'],
};

const HOME_TABLES: readonly Tables[] = [
  storeTables,
  departingTables,
  signTables,
  auditTables,
  requestTables,
  talkTables,
];

interface FileAt {
  readonly path: string;
  /** Which file that is, whatever its name: undefined where there is none. */
  readonly is: string | undefined;
}

function fileAt(path: string): FileAt {
  const stat = statSync(path, { bigint: true, throwIfNoEntry: false });
  return { path, is: stat && `${stat.dev} ${stat.ino}` };
}

function testWrite(db: DatabaseSync, { path, is }: FileAt, now: () => number): void {
  const there = fileAt(path).is;
  // What is written to a file without a name, or beside another one, nobody finds again.
  if (there === undefined || there !== is)
    throw new ConsiliumError('STORAGE_GONE', there ? 'Another data file is in its place.' : 'The data file is gone.', {
      place: path,
      hint: 'Stop the server and put the folder back, or restore a backup.',
    });
  guardDisk(path, () => db.prepare('INSERT OR REPLACE INTO sign (id, at) VALUES (1, ?)').run(now()));
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
