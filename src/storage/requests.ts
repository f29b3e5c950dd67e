/** Requests that were done under a key, and what was answered: for a day, also after a restart. */
import type { DatabaseSync } from 'node:sqlite';
import { DAY_MS } from '../kernel/index.ts';
import type { Copies } from './copies.ts';
import { guardDisk, inTransaction } from './database.ts';
import { migrate, type Tables } from './migrations.ts';

export interface KeptRequest {
  /** A digest of what was asked. */
  readonly request: string;
  /** Of the run that it starts. */
  readonly name: string;
  /** 0 while there is no answer. */
  readonly status: number;
  readonly type: string;
  readonly location: string | null;
  readonly body: string;
}

export interface Requests {
  find(key: string): KeptRequest | undefined;
  /** `runs`: the sessions that the answer tells of. It goes with the first of them that is deleted, and where one is gone already it is not kept. */
  keep(key: string, kept: KeptRequest, runs?: readonly string[]): void;
  drop(key: string): void;
}

export const requestTables: Tables = {
  room: 'idempotency',
  steps: [
    `
  CREATE TABLE IF NOT EXISTS idempotency (
    key TEXT PRIMARY KEY, created INTEGER NOT NULL, request TEXT NOT NULL, name TEXT NOT NULL,
    status INTEGER NOT NULL, type TEXT NOT NULL, location TEXT, body TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS idempotency_created ON idempotency (created);`,
    // An answer tells what runs came to, and goes with them.
    `
  CREATE TABLE idempotency_run (
    session TEXT NOT NULL, key TEXT NOT NULL, PRIMARY KEY (session, key)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX idempotency_run_key ON idempotency_run (key);
  INSERT OR IGNORE INTO idempotency_run (session, key)
    SELECT found.value, kept.key FROM idempotency kept, json_tree(iif(json_valid(kept.body), kept.body, 'null')) found
    WHERE found.key IN ('run', 'run_id') AND found.type = 'text';`,
  ],
};

const OF_RUN = 'key IN (SELECT key FROM idempotency_run WHERE session = ?)';

export const REQUEST_COPIES: Copies = {
  tables: requestTables,
  drop: [`DELETE FROM idempotency WHERE ${OF_RUN}`, `DELETE FROM idempotency_run WHERE ${OF_RUN}`],
};

export function openRequests(db: DatabaseSync, now: () => number): Requests {
  const path = db.location() ?? 'memory';
  const guard = <T>(work: () => T): T => guardDisk(path, work);
  migrate(db, requestTables);
  const { add, find, drop, forget, link, unlink } = guard(() => ({
    add: db.prepare(
      `INSERT OR REPLACE INTO idempotency (key, created, request, name, status, type, location, body)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
    ),
    find: db.prepare(
      'SELECT request, name, status, type, location, body FROM idempotency WHERE key = ? AND created > ?',
    ),
    drop: db.prepare('DELETE FROM idempotency WHERE key = ?'),
    link: db.prepare('INSERT OR IGNORE INTO idempotency_run (session, key) VALUES (?, ?)'),
    unlink: db.prepare('DELETE FROM idempotency_run WHERE key NOT IN (SELECT key FROM idempotency)'),
    forget: db.prepare('DELETE FROM idempotency WHERE created <= ?'),
  }));
  const isThere = (run: string) => db.prepare('SELECT 1 FROM session WHERE id = ?').get(run) !== undefined;
  return {
    find: (key) => guard(() => find.get(key, now() - DAY_MS)) as KeptRequest | undefined,
    keep: (key, { request, name, status, type, location, body }, runs = []) =>
      guard(() =>
        inTransaction(db, () => {
          if (forget.run(now() - DAY_MS).changes > 0) unlink.run();
          if (!runs.every(isThere)) return void drop.run(key);
          add.run(key, now(), request, name, status, type, location, body);
          for (const run of runs) link.run(run, key);
        }),
      ),
    drop: (key) => void guard(() => drop.run(key)),
  };
}
