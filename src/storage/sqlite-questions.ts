/** Keys of turns and questions to people in SQLite: written with the events that tell of them, read by whoever waits. */
import type { DatabaseSync } from 'node:sqlite';
import type { Batch, KeyedTurn, Pending, Store } from '../kernel/index.ts';

export interface QuestionTables extends Pick<Store, 'turn' | 'pending'> {
  /** Within the transaction of an append, before its events are written. `log`: the session's rows. */
  put(batch: Batch, log: Log): void;
  dropSession(id: string, log: Log): void;
}

/** The rows of a session's log, by their ids: after the first, up to the last. */
export type Log = readonly [after: number, last: number];

/** What the row of a batch says of its key. */
export function keyedBy({ key, unkeyed }: Batch): string | null {
  return key === undefined || key.invocation === unkeyed ? null : JSON.stringify([[key.owner, key.key]]);
}

export function questionTables(db: DatabaseSync, guard: <T>(work: () => T) => T): QuestionTables {
  const prepared = guard(() => ({
    turn: db.prepare('SELECT owner, key, session, invocation, seq, digest FROM turn_key WHERE owner = ? AND key = ?'),
    putTurn: db.prepare(
      'INSERT INTO turn_key (owner, key, session, invocation, seq, digest) VALUES (?, ?, ?, ?, ?, ?)',
    ),
    keyed: db.prepare('SELECT keyed FROM event WHERE id > ? AND id <= ? AND keyed IS NOT NULL'),
    dropTurn: db.prepare(
      'DELETE FROM turn_key WHERE owner = ?1 AND key = ?2 AND session = ?3 AND (?4 IS NULL OR invocation = ?4)',
    ),
    putPending: db.prepare(
      `INSERT INTO pending (id, app, session, invocation, status, until, body) VALUES (?, ?, ?, ?, ?, ?, ?)
       ON CONFLICT DO UPDATE SET status = excluded.status, body = excluded.body`,
    ),
    one: db.prepare('SELECT body FROM pending WHERE id = ?'),
    ofSession: db.prepare('SELECT body FROM pending WHERE session = ? ORDER BY id'),
    open: db.prepare(`SELECT body FROM pending WHERE status = 'open' AND (?1 IS NULL OR until <= ?1) ORDER BY id`),
    ofStatus: db.prepare('SELECT body FROM pending WHERE status = ? ORDER BY id'),
    all: db.prepare('SELECT body FROM pending ORDER BY id'),
  }));
  const dropKeys = (session: string, [after, last]: Log, invocation: string | null): void => {
    for (const { keyed } of prepared.keyed.all(after, last))
      for (const [owner, key] of JSON.parse(keyed as string) as [string, string][])
        prepared.dropTurn.run(owner, key, session, invocation);
  };
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
                : status !== undefined
                  ? prepared.ofStatus.all(status)
                  : prepared.all.all();
        return rows
          .map((row) => JSON.parse(row['body'] as string) as Pending)
          .filter((found) => app === undefined || found.app === app)
          .filter((found) => invocation === undefined || found.invocation === invocation)
          .filter((found) => status === undefined || found.status === status)
          .filter(({ until }) => dueBy === undefined || (until !== undefined && until <= dueBy));
      }),
    put: ({ session, key, unkeyed, pending = [] }, log) => {
      if (unkeyed !== undefined) dropKeys(session.id, log, unkeyed);
      if (key !== undefined && key.invocation !== unkeyed)
        prepared.putTurn.run(...([key.owner, key.key, key.session, key.invocation, key.seq, key.digest] as const));
      for (const question of pending) {
        const { id, app, session, invocation, status, until } = question;
        prepared.putPending.run(id, app, session, invocation, status, until ?? null, JSON.stringify(question));
      }
    },
    dropSession: (id, log) => {
      dropKeys(id, log, null);
      db.prepare('DELETE FROM pending WHERE session = ?').run(id);
    },
  };
}
