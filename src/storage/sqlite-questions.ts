/** Keys of turns and questions to people in SQLite: written with the events that tell of them, read by whoever waits. */
import type { DatabaseSync } from 'node:sqlite';
import type { Batch, KeyedTurn, Pending, Store } from '../kernel/index.ts';

export interface QuestionTables extends Pick<Store, 'turn' | 'pending'> {
  /** Within the transaction of an append. */
  put(batch: Batch): void;
  dropSession(id: string): void;
}

export function questionTables(db: DatabaseSync, guard: <T>(work: () => T) => T): QuestionTables {
  const prepared = guard(() => ({
    turn: db.prepare('SELECT owner, key, session, invocation, seq, digest FROM turn_key WHERE owner = ? AND key = ?'),
    putTurn: db.prepare(
      'INSERT INTO turn_key (owner, key, session, invocation, seq, digest) VALUES (?, ?, ?, ?, ?, ?)',
    ),
    dropTurn: db.prepare('DELETE FROM turn_key WHERE session = ? AND invocation = ?'),
    putPending: db.prepare(
      `INSERT INTO pending (id, app, session, invocation, status, until, body) VALUES (?, ?, ?, ?, ?, ?, ?)
       ON CONFLICT DO UPDATE SET status = excluded.status, body = excluded.body`,
    ),
    one: db.prepare('SELECT body FROM pending WHERE id = ?'),
    ofSession: db.prepare('SELECT body FROM pending WHERE session = ? ORDER BY id'),
    open: db.prepare(`SELECT body FROM pending WHERE status = 'open' AND (?1 IS NULL OR until <= ?1) ORDER BY id`),
    all: db.prepare('SELECT body FROM pending ORDER BY id'),
  }));
  return {
    turn: (owner, key) => guard(() => prepared.turn.get(owner, key) as unknown as KeyedTurn | undefined),
    pending: (filter = {}) =>
      guard(() => {
        const { id, app, session, invocation, status, dueBy } = filter;
        const rows =
          id !== undefined
            ? prepared.one.all(id)
            : session !== undefined
              ? prepared.ofSession.all(session)
              : status === 'open'
                ? prepared.open.all(dueBy ?? null)
                : prepared.all.all();
        return rows
          .map((row) => JSON.parse(row['body'] as string) as Pending)
          .filter((found) => app === undefined || found.app === app)
          .filter((found) => invocation === undefined || found.invocation === invocation)
          .filter((found) => status === undefined || found.status === status)
          .filter(({ until }) => dueBy === undefined || (until !== undefined && until <= dueBy));
      }),
    put: ({ session, key, unkeyed, pending = [] }) => {
      if (unkeyed !== undefined) prepared.dropTurn.run(session.id, unkeyed);
      if (key !== undefined)
        prepared.putTurn.run(...([key.owner, key.key, key.session, key.invocation, key.seq, key.digest] as const));
      for (const question of pending) {
        const { id, app, session, invocation, status, until } = question;
        prepared.putPending.run(id, app, session, invocation, status, until ?? null, JSON.stringify(question));
      }
    },
    dropSession: (id) => {
      db.prepare('DELETE FROM turn_key WHERE session = ?').run(id);
      db.prepare('DELETE FROM pending WHERE session = ?').run(id);
    },
  };
}
