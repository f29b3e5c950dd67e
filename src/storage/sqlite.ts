/**
 * Sessions, events, state and artifacts in SQLite. The log is the truth; the state table is its fold, kept in step.
 *
 * What a turn costs on disk is its commits, and what a commit costs is the pages it touches. So events that were
 * appended together are one row, under one integer (the session's number and the sequence number of the row's last
 * event: new rows lie at the end), and what changes of a session with every batch is on that row too: the session's
 * own row is written when it begins and when it is compacted.
 */
import type { DatabaseSync } from 'node:sqlite';
import {
  type Batch,
  type Clock,
  ConsiliumError,
  conflict,
  isPromise,
  type MaybePromise,
  type Store,
  systemClock,
  toConsiliumError,
} from '../kernel/index.ts';
import { guardDisk, inTransaction } from './database.ts';
import { dropRows, logOf, MAX_SEQ, SPAN } from './departing.ts';
import { createGroup } from './group.ts';
import { migrate } from './migrations.ts';
import { packEvents } from './packing.ts';
import { artifactTable } from './sqlite-artifacts.ts';
import { type End, memoryOf } from './sqlite-memory.ts';
import { keyedBy, questionTables } from './sqlite-questions.ts';
import { type Row, readEvents, toEntry, toSession } from './sqlite-rows.ts';
import { storeTables } from './tables.ts';

export { storeTables };

const COLUMNS = 'id, updated, open_invocation, open_seq, holder, lease, body, packed, keyed';

/** A session with the last row of its log. */
const SESSION = `
  SELECT s.id, s.app, s.user, s.title, s.created, s.compacted_at, s.outer,
         e.id - s.number * ${SPAN} AS last_seq, e.updated, e.open_invocation, e.open_seq, e.holder, e.lease
  FROM session s JOIN event e ON e.id = (
    SELECT id FROM event WHERE id > s.number * ${SPAN} AND id <= s.number * ${SPAN} + ${MAX_SEQ} ORDER BY id DESC LIMIT 1)`;

export interface SqliteOptions {
  readonly clock?: Pick<Clock, 'now' | 'work'>;
  /** Deletes what else the file keeps of a session, in the same transaction. */
  readonly onDelete?: ((session: string) => void) | undefined;
}

export function openSqliteStore(db: DatabaseSync, { clock = systemClock, onDelete }: SqliteOptions = {}): Store {
  const path = db.location() ?? 'memory';
  const guard = <T>(work: () => T): T => guardDisk(path, work);
  migrate(db, storeTables);
  const questions = questionTables(db, guard);

  const prepared = guard(() => ({
    session: db.prepare(`${SESSION} WHERE s.id = ?`),
    sessions: db.prepare(
      `${SESSION} WHERE (?1 IS NULL OR s.app = ?1) AND (?2 IS NULL OR s.user = ?2)
         AND (?5 IS NULL OR coalesce(s.outer, '') = ?5)
         AND NOT EXISTS (SELECT 1 FROM json_each(?6) WHERE substr(s.id, 1, length(value)) = value)
         AND s.app NOT IN (SELECT value FROM json_each(?4)) ORDER BY e.updated DESC LIMIT ?3`,
    ),
    unfinished: db.prepare(
      `${SESSION} WHERE e.open_invocation IS NOT NULL AND (e.holder IS NULL OR e.holder = ? OR e.lease <= ?)
       ORDER BY e.updated`,
    ),
    claim: db.prepare(
      `UPDATE event SET holder = ?1, lease = ?2
       WHERE id = (SELECT max(id) FROM event WHERE id > ?4 AND id <= ?5)
         AND open_invocation IS NOT NULL AND (holder IS NULL OR holder = ?1 OR lease <= ?3)`,
    ),
    nextNumber: db.prepare(`SELECT coalesce(max(id), 0) / ${SPAN} + 1 AS number FROM event`),
    number: db.prepare('SELECT number FROM session WHERE id = ?'),
    addSession: db.prepare(
      'INSERT INTO session (id, number, app, user, title, created, compacted_at, outer) VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
    ),
    compacted: db.prepare('UPDATE session SET compacted_at = ? WHERE id = ?'),
    putEvents: db.prepare(`INSERT INTO event (${COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`),
    end: db.prepare('SELECT id, open_invocation, holder FROM event WHERE id > ? AND id <= ? ORDER BY id DESC LIMIT 1'),
    events: db.prepare('SELECT body, packed FROM event WHERE id > ? AND id <= ? ORDER BY id LIMIT ?'),
    putState: db.prepare(
      `INSERT INTO state (scope, owner, key, value, expires, session) VALUES (?, ?, ?, ?, ?, ?)
       ON CONFLICT DO UPDATE SET value = excluded.value, expires = excluded.expires, session = excluded.session`,
    ),
    dropState: db.prepare('DELETE FROM state WHERE scope = ? AND owner = ? AND key = ?'),
    state: db.prepare('SELECT key, value, expires FROM state WHERE scope = ? AND owner = ?'),
    dropExpired: db.prepare('DELETE FROM state WHERE expires <= ?'),
  }));
  /** A file that can only be read keeps them; nobody is shown them. */
  const dropExpired = (now: number) => {
    try {
      guard(() => prepared.dropExpired.run(now));
    } catch (thrown) {
      if (toConsiliumError(thrown).code !== 'STORAGE_READONLY') throw thrown;
    }
  };
  const leases = clock.work ?? clock;
  dropExpired(clock.now());

  const memory = guard(() => memoryOf(db));
  const numberOf = (id: string): number | undefined => {
    const known = memory.get(id)?.number;
    if (known !== undefined) return known;
    const number = prepared.number.get(id)?.['number'] as number | undefined;
    if (number !== undefined) memory.putNumber(id, number);
    return number;
  };
  const nextNumber = (): number => memory.next ?? (prepared.nextNumber.get()!['number'] as number);

  const putEvents = (batch: Batch, number: number): void => {
    const { session, events, holder } = batch;
    const { id, lastSeq, updated, open } = session;
    const first = number * SPAN;
    const lease = open?.lease;
    const row = [first + lastSeq, updated, open?.invocation ?? null, open?.seq ?? null] as const;
    const rest = [lease?.holder ?? null, lease?.until ?? null, ...packEvents(JSON.stringify(events))] as const;
    const before = events[0]!.seq - 1;
    if (before > 0) checkEnd(id, first, before, holder);
    prepared.putEvents.run(...row, ...rest, keyedBy(batch));
  };

  /** The file is this connection's alone, and nobody comes between this look and the write. */
  const checkEnd = (id: string, first: number, before: number, holder: string | undefined): void => {
    const end = memory.get(id)?.end ?? readEnd(first);
    if (end?.seq !== before) throw conflict(id, `its log does not end at ${before}`);
    if (end.holder !== null && end.holder !== holder) throw conflict(id, 'another holder runs its turn');
  };
  const readEnd = (first: number): End | undefined => {
    const row = prepared.end.get(first, first + MAX_SEQ);
    if (row === undefined) return undefined;
    const isOpen = row['open_invocation'] !== null;
    return { seq: (row['id'] as number) - first, holder: isOpen ? (row['holder'] as string | null) : null };
  };

  const putAll = (batch: Batch): void => {
    const { session, events, changes, within } = batch;
    const { id, app, user, title, created, compactedAt, outer } = session;
    const isNew = events[0]!.seq === 1;
    if (within !== undefined && isPromise(within({ handle: db })))
      throw new ConsiliumError('STORAGE_WAITS', 'Work inside a transaction of SQLite must be done at once.');
    const number = isNew ? nextNumber() : numberOf(id);
    if (number === undefined) throw conflict(id, 'it is gone');
    if (isNew) {
      memory.putNumber(id, number);
      prepared.addSession.run(id, number, app, user, title, created, compactedAt, outer ?? null);
    }
    if (events.some((event) => event.type === 'compacted')) prepared.compacted.run(compactedAt, id);
    questions.put(batch, logOf(number));
    putEvents(batch, number);
    for (const { scope, owner, key, entry } of changes)
      if (entry === null) prepared.dropState.run(scope, owner, key);
      else {
        const kept = [JSON.stringify(entry.value), entry.expires ?? null, scope === 'user' ? id : null] as const;
        prepared.putState.run(scope, owner, key, ...kept);
      }
  };

  const group = createGroup(db);
  const append = (batch: Batch): MaybePromise<void> => {
    const { session, events, changes } = batch;
    const { id, lastSeq, compactedAt, open } = session;
    if (lastSeq > MAX_SEQ)
      throw new ConsiliumError('SESSION_FULL', `Session ${id} has ${MAX_SEQ} events; start a new one.`);
    const alone = [batch.within, batch.key, batch.unkeyed, batch.pending].every((more) => more === undefined);
    const onlyEvents = alone && changes.length === 0 && events[0]!.seq > 1 && compactedAt < events[0]!.seq;
    const number = onlyEvents ? numberOf(id) : undefined;
    const end = { seq: lastSeq, holder: open?.lease?.holder ?? null };
    const writing = (put: () => void) => () => {
      try {
        put();
        memory.putEnd(id, end, events[0]!.seq === 1);
      } catch (thrown) {
        // Another of the same commit may be given its number.
        memory.drop(id);
        throw isTaken(thrown) ? conflict(id, 'it, or the key of its turn, is there already') : thrown;
      }
    };
    return group.write({
      name: id,
      mayWait: batch.mayWait ?? false,
      write: writing(() => putAll(batch)),
      ...(number !== undefined && { writeAlone: writing(() => putEvents(batch, number)) }),
      onLost: () => memory.drop(id),
    });
  };

  return {
    session: (id) => guard(() => toSession(prepared.session.get(id) as Row | undefined)),
    sessions: ({ app, notApps = [], notFrom = [], user, outer, limit } = {}) =>
      guard(() => {
        const opener = outer === null ? '' : (outer ?? null);
        const which = [app ?? null, user ?? null, limit ?? 100, JSON.stringify(notApps), opener] as const;
        return (prepared.sessions.all(...which, JSON.stringify(notFrom)) as Row[]).map((row) => toSession(row)!);
      }),
    unfinished: (holder) =>
      guard(() => (prepared.unfinished.all(holder, leases.now()) as Row[]).map((row) => toSession(row)!)),
    claim: (id, { holder, until }) =>
      guard(() => {
        const first = (numberOf(id) ?? 0) * SPAN;
        memory.dropEnd(id);
        return Number(prepared.claim.run(holder, until, leases.now(), first, first + MAX_SEQ).changes) > 0;
      }),
    turn: questions.turn,
    pending: questions.pending,
    append,
    events: (session, { after = 0, invocation, limit } = {}) =>
      guard(() => {
        const first = (numberOf(session) ?? 0) * SPAN;
        // A row holds at least one event, so `limit` rows are enough for as many events.
        const rows = prepared.events.all(
          first + after,
          first + MAX_SEQ,
          invocation === undefined ? (limit ?? -1) : -1,
        ) as Row[];
        const events = readEvents(session, after, rows);
        return (invocation === undefined ? events : events.filter((e) => e.invocation === invocation)).slice(0, limit);
      }),
    state: (scope, owner) =>
      guard(() => {
        const now = clock.now();
        const rows = prepared.state.all(scope, owner) as Row[];
        const kept = rows.filter(({ expires }) => expires === null || Number(expires) > now);
        if (kept.length < rows.length) dropExpired(now);
        return new Map(kept.map((row) => [row['key'] as string, toEntry(scope, owner, row)]));
      }),
    deleteSession: (id) =>
      guard(() =>
        inTransaction(db, () => {
          const number = numberOf(id);
          if (number === undefined) return false;
          memory.drop(id);
          dropRows(db, questions, id, number);
          db.prepare('DELETE FROM session WHERE id = ?').run(id);
          onDelete?.(id);
          return true;
        }),
      ),
    ...artifactTable(db, guard, clock.now),
    close: () => {
      group.flush();
      db.close();
    },
  };
}

/** SQLite's word for a primary key that is there already. */
function isTaken(thrown: unknown): boolean {
  return (thrown as { errcode?: number }).errcode === 1555;
}
