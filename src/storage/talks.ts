/** Talks whose callers bring all that was said instead of a session's name: which session each one is, by a digest of it. */
import type { DatabaseSync } from 'node:sqlite';
import { DAY_MS } from '../kernel/index.ts';
import type { Copies } from './copies.ts';
import { guardDisk } from './database.ts';
import { migrate, type Tables } from './migrations.ts';

export interface Talks {
  find(digest: Uint8Array): string | undefined;
  /** Older ones than a month are forgotten. */
  keep(digest: Uint8Array, session: string): void;
}

export const talkTables: Tables = {
  room: 'openai',
  steps: [
    `CREATE TABLE openai_thread (id BLOB PRIMARY KEY, session TEXT NOT NULL, at INTEGER NOT NULL) WITHOUT ROWID, STRICT;`,
    'CREATE INDEX openai_thread_session ON openai_thread (session)',
  ],
};

export const TALK_COPIES: Copies = { tables: talkTables, drop: ['DELETE FROM openai_thread WHERE session = ?'] };

export function openTalks(db: DatabaseSync, now: () => number): Talks {
  const path = db.location() ?? 'memory';
  migrate(db, talkTables);
  const find = db.prepare('SELECT session FROM openai_thread WHERE id = ?');
  const keep = db.prepare('INSERT OR REPLACE INTO openai_thread (id, session, at) VALUES (?, ?, ?)');
  const forget = db.prepare('DELETE FROM openai_thread WHERE at < ?');
  return {
    find: (digest) => guardDisk(path, () => find.get(digest))?.['session'] as string | undefined,
    keep: (digest, session) =>
      guardDisk(path, () => {
        forget.run(now() - 30 * DAY_MS);
        keep.run(digest, session, now());
      }),
  };
}
