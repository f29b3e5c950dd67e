/** Requests that were done under a key, and what was answered: for a day, also after a restart. */
import type { DatabaseSync } from 'node:sqlite';
import { DAY_MS } from '../kernel/index.ts';
import { guardDisk } from './database.ts';
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
  keep(key: string, kept: KeptRequest): void;
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
  ],
};

export function openRequests(db: DatabaseSync, now: () => number): Requests {
  const path = db.location() ?? 'memory';
  const guard = <T>(work: () => T): T => guardDisk(path, work);
  migrate(db, requestTables);
  const { add, find, drop, forget } = guard(() => ({
    add: db.prepare(
      `INSERT OR REPLACE INTO idempotency (key, created, request, name, status, type, location, body)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
    ),
    find: db.prepare(
      'SELECT request, name, status, type, location, body FROM idempotency WHERE key = ? AND created > ?',
    ),
    drop: db.prepare('DELETE FROM idempotency WHERE key = ?'),
    forget: db.prepare('DELETE FROM idempotency WHERE created <= ?'),
  }));
  return {
    find: (key) => guard(() => find.get(key, now() - DAY_MS)) as KeptRequest | undefined,
    keep: (key, { request, name, status, type, location, body }) =>
      guard(() => {
        forget.run(now() - DAY_MS);
        add.run(key, now(), request, name, status, type, location, body);
      }),
    drop: (key) => void guard(() => drop.run(key)),
  };
}
