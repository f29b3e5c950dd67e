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
  type Artifact,
  type ArtifactEntry,
  type Batch,
  ConsiliumError,
  type Entry,
  type Event,
  type Json,
  type SessionRow,
  type Store,
  sealArtifact,
  toConsiliumError,
  verifyArtifact,
} from '../kernel/index.ts';
import { guardDisk, inTransaction } from './database.ts';
import { migrate, type Tables } from './migrations.ts';

export const storeTables: Tables = {
  room: 'store',
  steps: [
    `
  CREATE TABLE IF NOT EXISTS session (
    id TEXT PRIMARY KEY, number INTEGER NOT NULL, app TEXT NOT NULL, user TEXT NOT NULL, title TEXT NOT NULL,
    created INTEGER NOT NULL, compacted_at INTEGER NOT NULL
  ) WITHOUT ROWID, STRICT;
  CREATE TABLE IF NOT EXISTS event (
    id INTEGER PRIMARY KEY, updated INTEGER NOT NULL, open_invocation TEXT, open_seq INTEGER, body TEXT NOT NULL
  ) STRICT;
  CREATE TABLE IF NOT EXISTS state (
    scope TEXT NOT NULL, owner TEXT NOT NULL, key TEXT NOT NULL, value TEXT NOT NULL, expires INTEGER,
    PRIMARY KEY (scope, owner, key)
  ) WITHOUT ROWID, STRICT;
  CREATE INDEX IF NOT EXISTS state_expires ON state (expires) WHERE expires IS NOT NULL;
  CREATE TABLE IF NOT EXISTS artifact (
    namespace TEXT NOT NULL, name TEXT NOT NULL, version INTEGER NOT NULL, mime_type TEXT NOT NULL,
    created INTEGER NOT NULL, checksum TEXT NOT NULL, metadata TEXT NOT NULL, data BLOB NOT NULL,
    PRIMARY KEY (namespace, name, version)
  ) STRICT;`,
  ],
};

/** How many events a session can have. */
const SPAN = 2 ** 22;
const MAX_SEQ = SPAN - 1;
const MOST_NUMBERS = 10_000;

/** A session with the last row of its log. */
const SESSION = `
  SELECT s.id, s.app, s.user, s.title, s.created, s.compacted_at,
         e.id - s.number * ${SPAN} AS last_seq, e.updated, e.open_invocation, e.open_seq
  FROM session s JOIN event e ON e.id = (
    SELECT id FROM event WHERE id > s.number * ${SPAN} AND id <= s.number * ${SPAN} + ${MAX_SEQ} ORDER BY id DESC LIMIT 1)`;

export function openSqliteStore(db: DatabaseSync): Store {
  const path = db.location() ?? 'memory';
  const guard = <T>(work: () => T): T => guardDisk(path, work);
  migrate(db, storeTables);

  const prepared = guard(() => ({
    session: db.prepare(`${SESSION} WHERE s.id = ?`),
    sessions: db.prepare(
      `${SESSION} WHERE (?1 IS NULL OR s.app = ?1) AND (?2 IS NULL OR s.user = ?2)
         AND s.app NOT IN (SELECT value FROM json_each(?4)) ORDER BY e.updated DESC LIMIT ?3`,
    ),
    unfinished: db.prepare(`${SESSION} WHERE e.open_invocation IS NOT NULL ORDER BY e.updated`),
    number: db.prepare('SELECT number FROM session WHERE id = ?'),
    addSession: db.prepare(
      'INSERT INTO session (id, number, app, user, title, created, compacted_at) VALUES (?, ?, ?, ?, ?, ?, ?)',
    ),
    compacted: db.prepare('UPDATE session SET compacted_at = ? WHERE id = ?'),
    putEvents: db.prepare('INSERT INTO event (id, updated, open_invocation, open_seq, body) VALUES (?, ?, ?, ?, ?)'),
    events: db.prepare('SELECT body FROM event WHERE id > ? AND id <= ? ORDER BY id LIMIT ?'),
    putState: db.prepare(
      `INSERT INTO state (scope, owner, key, value, expires) VALUES (?, ?, ?, ?, ?)
       ON CONFLICT DO UPDATE SET value = excluded.value, expires = excluded.expires`,
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
  dropExpired(Date.now());

  let nextNumber = guard(() => Number(db.prepare('SELECT max(number) AS n FROM session').get()?.['n'] ?? 0) + 1);
  const numbers = new Map<string, number>();
  const numberOf = (id: string): number | undefined => {
    const number = numbers.get(id) ?? (prepared.number.get(id)?.['number'] as number | undefined);
    if (number !== undefined) remember(id, number);
    return number;
  };
  const remember = (id: string, number: number) => {
    if (numbers.size >= MOST_NUMBERS) numbers.clear();
    numbers.set(id, number);
  };

  const putEvents = ({ session, events }: Batch, number: number): void => {
    const { lastSeq, updated, open } = session;
    const at = number * SPAN + lastSeq;
    prepared.putEvents.run(at, updated, open?.invocation ?? null, open?.seq ?? null, JSON.stringify(events));
  };

  const putAll = (batch: Batch): void => {
    const { session, events, changes } = batch;
    const { id, app, user, title, created, compactedAt } = session;
    const isNew = events[0]?.seq === 1;
    const number = isNew ? nextNumber++ : numberOf(id)!;
    if (isNew) {
      remember(id, number);
      prepared.addSession.run(id, number, app, user, title, created, compactedAt);
    }
    if (events.some((event) => event.type === 'compacted')) prepared.compacted.run(compactedAt, id);
    putEvents(batch, number);
    for (const { scope, owner, key, entry } of changes)
      if (entry === null) prepared.dropState.run(scope, owner, key);
      else prepared.putState.run(scope, owner, key, JSON.stringify(entry.value), entry.expires ?? null);
  };

  const append = (batch: Batch): void => {
    const { session, events, changes } = batch;
    if (session.lastSeq > MAX_SEQ)
      throw new ConsiliumError('SESSION_FULL', `Session ${session.id} has ${MAX_SEQ} events; start a new one.`);
    const onlyEvents = changes.length === 0 && events[0]!.seq > 1 && session.compactedAt < events[0]!.seq;
    // One statement is a transaction of its own.
    if (onlyEvents) putEvents(batch, numberOf(session.id)!);
    else inTransaction(db, () => putAll(batch));
  };

  return {
    session: (id) => guard(() => toSession(prepared.session.get(id) as Row | undefined)),
    sessions: ({ app, notApps = [], user, limit } = {}) =>
      guard(() =>
        (prepared.sessions.all(app ?? null, user ?? null, limit ?? 100, JSON.stringify(notApps)) as Row[]).map(
          (row) => toSession(row)!,
        ),
      ),
    unfinished: () => guard(() => (prepared.unfinished.all() as Row[]).map((row) => toSession(row)!)),
    append: (batch) => guard(() => append(batch)),
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
        const now = Date.now();
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
          numbers.delete(id);
          db.prepare('DELETE FROM event WHERE id > ? AND id <= ?').run(number * SPAN, number * SPAN + MAX_SEQ);
          db.prepare(`DELETE FROM state WHERE scope = 'session' AND owner = ?`).run(id);
          db.prepare('DELETE FROM artifact WHERE namespace = ?').run(id);
          db.prepare('DELETE FROM session WHERE id = ?').run(id);
          return true;
        }),
      ),
    ...artifactTable(db, guard),
    close: () => db.close(),
  };
}

type Row = Record<string, null | number | bigint | string | Uint8Array>;

function artifactTable(
  db: DatabaseSync,
  guard: <T>(work: () => T) => T,
): Pick<Store, 'saveArtifact' | 'artifact' | 'artifacts'> {
  const entry = 'namespace, name, version, mime_type, created, checksum, metadata';
  return {
    saveArtifact: (input) =>
      guard(() =>
        inTransaction(db, () => {
          const newest = db
            .prepare('SELECT max(version) AS version FROM artifact WHERE namespace = ? AND name = ?')
            .get(input.namespace, input.name);
          const artifact = sealArtifact(input, Number(newest?.['version'] ?? 0) + 1, Date.now());
          const { namespace, name, version, mimeType, createdAt, checksum, metadata, data } = artifact;
          db.prepare(`INSERT INTO artifact (${entry}, data) VALUES (?, ?, ?, ?, ?, ?, ?, ?)`).run(
            namespace,
            name,
            version,
            mimeType,
            createdAt,
            checksum,
            JSON.stringify(metadata),
            data,
          );
          return artifact;
        }),
      ),
    artifact: (namespace, name, version) =>
      guard(() => {
        const row = db
          .prepare(
            `SELECT ${entry}, data FROM artifact WHERE namespace = ? AND name = ? AND (?3 IS NULL OR version = ?3)
             ORDER BY version DESC LIMIT 1`,
          )
          .get(namespace, name, version ?? null) as Row | undefined;
        if (row === undefined) return undefined;
        return verifyArtifact({ ...toArtifactEntry(row), data: row['data'] as Uint8Array } as Artifact);
      }),
    artifacts: (namespace) =>
      guard(() =>
        (
          db
            .prepare(
              `SELECT ${entry}, length(data) AS bytes FROM artifact WHERE ?1 IS NULL OR namespace = ?1
               ORDER BY namespace, name, version`,
            )
            .all(namespace ?? null) as Row[]
        ).map((row) => ({ ...toArtifactEntry(row), bytes: Number(row['bytes']) })),
      ),
  };
}

function toArtifactEntry(row: Row): Omit<ArtifactEntry, 'bytes'> {
  return {
    namespace: row['namespace'] as string,
    name: row['name'] as string,
    version: Number(row['version']),
    mimeType: row['mime_type'] as string,
    createdAt: Number(row['created']),
    checksum: row['checksum'] as string,
    metadata: JSON.parse(row['metadata'] as string) as Record<string, Json>,
  };
}

function toSession(row: Row | undefined): SessionRow | undefined {
  if (row === undefined) return undefined;
  const invocation = row['open_invocation'] as string | null;
  return {
    id: row['id'] as string,
    app: row['app'] as string,
    user: row['user'] as string,
    title: row['title'] as string,
    created: Number(row['created']),
    updated: Number(row['updated']),
    lastSeq: Number(row['last_seq']),
    compactedAt: Number(row['compacted_at']),
    open: invocation === null ? null : { invocation, seq: Number(row['open_seq']) },
  };
}

/** A log with a hole or an unreadable line is not a log: better no answer than one from half a story. */
function readEvents(session: string, after: number, rows: readonly Row[]): Event[] {
  const events: Event[] = [];
  let expected = after + 1;
  for (const row of rows) {
    const batch = parse(row['body'] as string);
    if (!Array.isArray(batch)) throw corrupt(session, `the events from ${expected} on cannot be read`);
    for (const event of batch as Event[]) {
      if (event.seq <= after) continue;
      if (event.seq !== expected) throw corrupt(session, `event ${expected} is missing`);
      events.push(event);
      expected++;
    }
  }
  return events;
}

function toEntry(scope: string, owner: string, row: Row): Entry {
  const value = parse(row['value'] as string);
  if (value === undefined) throw corrupt(owner, `the ${scope} state ${String(row['key'])} cannot be read`);
  const expires = row['expires'];
  return expires === null ? { value: value as Json } : { value: value as Json, expires: Number(expires) };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function corrupt(session: string, what: string): ConsiliumError {
  return new ConsiliumError('SESSION_CORRUPT', `Session ${session} is damaged: ${what}.`, {
    hint: 'Other sessions are not affected. Start a new one, or restore the data file from a backup.',
  });
}
