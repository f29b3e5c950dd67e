/** Which signed requests of other machines have come before, in the embedded database. */
import type { DatabaseSync } from 'node:sqlite';
import { migrate, type Tables } from '../migrations.ts';

export const TABLES: Tables = {
  room: 'a2a_seen',
  steps: [`CREATE TABLE a2a_seen (id TEXT PRIMARY KEY, expires INTEGER NOT NULL) WITHOUT ROWID, STRICT;`],
};

export interface SeenSignatures {
  /** False where it is there already. */
  add(id: string, expires: number): boolean;
  /** Drops what ran out before this moment. */
  forget(before: number): void;
}

export function openSeenSignatures(db: DatabaseSync): SeenSignatures {
  migrate(db, TABLES);
  const add = db.prepare('INSERT OR IGNORE INTO a2a_seen (id, expires) VALUES (?, ?)');
  const forget = db.prepare('DELETE FROM a2a_seen WHERE expires < ?');
  return {
    add: (id, expires) => add.run(id, expires).changes === 1,
    forget: (before) => void forget.run(before),
  };
}
