/**
 * Who did what with whose data, when, for whom and why: reads, writes, denials, deletions, tokens, looks at this trail.
 * Rows are added, never changed (the database refuses); they hold ids and actions, never what was read. Each row carries
 * a hash of itself and of the row before: what is changed, removed or put in between later does not fit any more.
 */
import { hash } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { systemClock } from '../kernel/clock.ts';
import { ConsiliumError, type Principal } from '../kernel/index.ts';
import { guardDisk, inTransaction } from './database.ts';
import { migrate, type Tables } from './migrations.ts';

export interface AuditEntry {
  /** Whose data; absent where it is nobody's in particular (a token, the trail itself). */
  readonly patientId?: string | undefined;
  /** `read:conditions`, `query:graph`, `import`, `export`, `token:issue`. */
  readonly action: string;
  /** What acted: an agent, or the door (`app`, `mcp`, `command line`). */
  readonly actor: string;
  /** Who had it act. Without it, the house itself; null: nobody who was known. */
  readonly principal?: Pick<Principal, 'user' | 'via' | 'onBehalfOf'> | null | undefined;
  readonly outcome?: 'done' | 'denied' | undefined;
  /** An invocation, a run, or the code of a refusal. */
  readonly why?: string | undefined;
}

export interface AuditRow {
  readonly id: number;
  /** Milliseconds since the epoch. */
  readonly time: number;
  /** Empty where it is nobody's data in particular. */
  readonly patientId: string;
  readonly action: string;
  readonly actor: string;
  readonly user: string;
  readonly via: string | null;
  readonly onBehalfOf: string | null;
  readonly outcome: 'done' | 'denied';
  readonly why: string | null;
}

export interface AuditFilter {
  readonly patientId?: string | undefined;
  readonly action?: string | undefined;
  readonly user?: string | undefined;
  readonly since?: number | undefined;
  readonly until?: number | undefined;
  /** Rows before this id. */
  readonly before?: number | undefined;
  readonly limit?: number | undefined;
}

export type AuditVerdict =
  | { readonly ok: true; readonly rows: number; readonly head: string }
  | { readonly ok: false; readonly rows: number; readonly row: number; readonly why: string };

export interface Audit {
  write(entry: AuditEntry): void;
  /** `work` and the row that tells of it: both or neither. */
  within<T>(entry: AuditEntry, work: () => T): T;
  /** Newest first. */
  list(filter?: AuditFilter): AuditRow[];
  /** Oldest first, all of them. */
  all(): Iterable<AuditRow>;
  /** Whether every row is as it was written. `head` names the state of the whole trail: keep it elsewhere to compare. */
  verify(): AuditVerdict;
}

export const auditTables: Tables = {
  room: 'audit',
  steps: [
    `
  CREATE TABLE IF NOT EXISTS audit (
    id INTEGER PRIMARY KEY AUTOINCREMENT, time INTEGER NOT NULL,
    patient TEXT NOT NULL, action TEXT NOT NULL, actor TEXT NOT NULL
  ) STRICT;
  CREATE INDEX IF NOT EXISTS audit_patient ON audit (patient, id);`,
    chainUp,
  ],
};

/** Rows from before the chain are its beginning: from here on they cannot be changed unseen either. */
function chainUp(db: DatabaseSync): void {
  db.exec(`
    ALTER TABLE audit ADD COLUMN user TEXT NOT NULL DEFAULT 'local';
    ALTER TABLE audit ADD COLUMN via TEXT;
    ALTER TABLE audit ADD COLUMN on_behalf_of TEXT;
    ALTER TABLE audit ADD COLUMN outcome TEXT NOT NULL DEFAULT 'done';
    ALTER TABLE audit ADD COLUMN why TEXT;
    ALTER TABLE audit ADD COLUMN hash TEXT NOT NULL DEFAULT '';`);
  const put = db.prepare('UPDATE audit SET hash = ? WHERE id = ?');
  let last = '';
  for (const row of db.prepare(`SELECT ${COLUMNS} FROM audit ORDER BY id`).all() as unknown as AuditRow[]) {
    last = hashOf(last, row);
    put.run(last, row.id);
  }
  for (const change of ['UPDATE', 'DELETE'])
    db.exec(`CREATE TRIGGER audit_no_${change.toLowerCase()} BEFORE ${change} ON audit
      BEGIN SELECT RAISE(ABORT, 'the audit trail is append-only'); END`);
}

const COLUMNS =
  'id, time, patient AS patientId, action, actor, user, via, on_behalf_of AS onBehalfOf, outcome, why' as const;

export function openAudit(db: DatabaseSync, now: () => number = systemClock.now): Audit {
  const path = db.location() ?? 'memory';
  const guard = <T>(work: () => T): T => guardDisk(path, work);
  migrate(db, auditTables);
  const prepared = guard(() => ({
    last: db.prepare('SELECT id, hash FROM audit ORDER BY id DESC LIMIT 1'),
    next: db.prepare("SELECT seq FROM sqlite_sequence WHERE name = 'audit'"),
    add: db.prepare(
      `INSERT INTO audit (id, time, patient, action, actor, user, via, on_behalf_of, outcome, why, hash)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ),
    list: db.prepare(
      `SELECT ${COLUMNS} FROM audit WHERE (?1 IS NULL OR patient = ?1) AND (?2 IS NULL OR action = ?2)
         AND (?3 IS NULL OR user = ?3) AND (?4 IS NULL OR time >= ?4) AND (?5 IS NULL OR time < ?5)
         AND (?6 IS NULL OR id < ?6) ORDER BY id DESC LIMIT ?7`,
    ),
    all: db.prepare(`SELECT ${COLUMNS}, hash FROM audit ORDER BY id`),
  }));
  const seen = () => Number(prepared.next.get()?.['seq'] ?? 0);

  const add = (entry: AuditEntry): void => {
    const last = prepared.last.get();
    const row = toRow(seen() + 1, now(), entry);
    const { id, time, patientId, action, actor, user, via, onBehalfOf, outcome, why } = row;
    const hashed = hashOf(String(last?.['hash'] ?? ''), row);
    prepared.add.run(id, time, patientId, action, actor, user, via, onBehalfOf, outcome, why, hashed);
  };
  const within = <T>(entry: AuditEntry, work: () => T): T =>
    guard(() =>
      inTransaction(db, () => {
        const result = work();
        add(entry);
        return result;
      }),
    );

  return {
    write: (entry) => guard(() => add(entry)),
    within,
    list: ({ patientId, action, user, since, until, before, limit } = {}) =>
      guard(() =>
        prepared.list.all(
          ...[patientId ?? null, action ?? null, user ?? null, since ?? null, until ?? null, before ?? null],
          limit ?? 100,
        ),
      ) as unknown as AuditRow[],
    all: () => prepared.all.iterate() as Iterable<unknown> as Iterable<AuditRow>,
    verify: () => guard(() => verify(prepared.all.iterate() as Iterable<unknown> as Iterable<HashedRow>, seen())),
  };
}

/** Who came without being known. No user can have this name. */
export const NOBODY = '(nobody)';

type HashedRow = AuditRow & { readonly hash: string };

function verify(rows: Iterable<HashedRow>, seen: number): AuditVerdict {
  let head = '';
  let count = 0;
  for (const { hash: found, ...row } of rows) {
    count++;
    if (row.id !== count) return { ok: false, rows: count, row: row.id, why: `Row ${count} is missing.` };
    head = hashOf(head, row);
    if (head !== found) return { ok: false, rows: count, row: row.id, why: `Row ${row.id} is not as it was written.` };
  }
  if (count !== seen) return { ok: false, rows: count, row: count + 1, why: `Row ${count + 1} is missing.` };
  return { ok: true, rows: count, head };
}

function toRow(id: number, time: number, { patientId, action, actor, principal, outcome, why }: AuditEntry): AuditRow {
  if (action === '' || actor === '')
    throw new ConsiliumError('AUDIT_INVALID', 'An audit row says what was done by what.');
  return {
    id,
    time,
    patientId: patientId ?? '',
    action,
    actor,
    user: principal === null ? NOBODY : (principal?.user ?? 'system'),
    via: principal?.via ?? null,
    onBehalfOf: principal?.onBehalfOf ?? null,
    outcome: outcome ?? 'done',
    why: why ?? null,
  };
}

/** Fields in a fixed order, so that the same row has the same hash. */
function hashOf(before: string, row: AuditRow): string {
  const { id, time, patientId, action, actor, user, via, onBehalfOf, outcome, why } = row;
  return hash(
    'sha256',
    JSON.stringify([before, id, time, patientId, action, actor, user, via, onBehalfOf, outcome, why]),
  );
}
