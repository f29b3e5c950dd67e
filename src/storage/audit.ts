/**
 * Who did what with whose data, when, for whom and why: reads, writes, denials, deletions, tokens, looks at this trail.
 * Rows are added, never changed (the database refuses); they hold ids and actions, never what was read. They are a chain
 * (`chain.ts`) whose head is kept outside of the table too (`audit-head.ts`).
 */
import type { DatabaseSync } from 'node:sqlite';
import { takeTurn } from '../kernel/breath.ts';
import { systemClock } from '../kernel/clock.ts';
import { ConsiliumError, type Principal } from '../kernel/index.ts';
import { type AuditVerdict, checkTrail, sayHeads, type TrailParts } from './audit-check.ts';
import { type HeadFile, type Heads, keepHead } from './audit-head.ts';
import { type Chain, hashLink, openEnds } from './chain.ts';
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
  readonly principal?: (Pick<Principal, 'user' | 'via' | 'onBehalfOf'> & Partial<Principal>) | null | undefined;
  readonly outcome?: 'done' | 'denied' | undefined;
  /** What it was done for: a turn, a route, a tool; of a denial, the code of the refusal. */
  readonly why?: string | undefined;
  /** Which thing of theirs: a session, a token, an entry; of a list, how many. */
  readonly object?: string | undefined;
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
  readonly object: string | null;
  readonly hash: string;
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

export interface Audit {
  write(entry: AuditEntry): void;
  /** `work` and the row that tells of it: both or neither. */
  within<T>(entry: AuditEntry, work: () => T): T;
  /** Somebody was refused. One refusal is one row, however many rooms it passes on its way out. */
  deny(entry: Omit<AuditEntry, 'outcome' | 'why'>, refusal: ConsiliumError): void;
  /** Newest first. */
  list(filter?: AuditFilter): AuditRow[];
  /** Oldest first, all of them. */
  all(): Iterable<AuditRow>;
  /**
   * Whether every row is as it was written, none is missing, and the head beside the trail is its own. `head`: one that
   * somebody noted earlier, which must then be among those that the trail has had.
   */
  verify(given?: { head?: string | undefined }): AuditVerdict;
  /** The same, others being served in between. */
  check(given?: { head?: string | undefined }): Promise<AuditVerdict>;
  /** The state of the whole trail in a line: noted elsewhere, it shows later what became of the rows until now. */
  head(): { rows: number; head: string };
  /** After somebody has looked into what is wrong with the head that was kept: it begins anew, and a row says so. */
  beginHead(entry: Pick<AuditEntry, 'actor' | 'principal'>): void;
  /** Brings the head up to the last row. */
  close(): void;
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
    // One row once a head is kept beside the trail: from then on its absence is a finding.
    `ALTER TABLE audit ADD COLUMN object TEXT;
     CREATE TABLE audit_head (id INTEGER PRIMARY KEY CHECK (id = 1), begun INTEGER NOT NULL) STRICT;`,
    // What is nobody's in particular is not looked for by whose it is.
    `DROP INDEX audit_patient;
     CREATE INDEX audit_patient ON audit (patient, id) WHERE patient <> '';`,
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
  for (const row of db.prepare(`SELECT ${FIELDS} FROM audit ORDER BY id`).all() as unknown as Fields[]) {
    last = hashLink(last, fieldsOf(row));
    put.run(last, row.id);
  }
  for (const change of ['UPDATE', 'DELETE'])
    db.exec(`CREATE TRIGGER audit_no_${change.toLowerCase()} BEFORE ${change} ON audit
      BEGIN SELECT RAISE(ABORT, 'the audit trail is append-only'); END`);
}

function listing(whose: string): string {
  return `SELECT ${COLUMNS} FROM audit WHERE ${whose} AND (?2 IS NULL OR action = ?2)
    AND (?3 IS NULL OR user = ?3) AND (?4 IS NULL OR time >= ?4) AND (?5 IS NULL OR time < ?5)
    AND (?6 IS NULL OR id < ?6) ORDER BY id DESC LIMIT ?7`;
}

const FIELDS = 'id, time, patient AS patientId, action, actor, user, via, on_behalf_of AS onBehalfOf, outcome, why';
const COLUMNS = `${FIELDS}, object, hash`;

export interface AuditOptions {
  /** Where the head is kept. */
  readonly head?: HeadFile | undefined;
  /** What else it vouches for. */
  readonly citations?: Chain | undefined;
}

export function openAudit(
  db: DatabaseSync,
  now: () => number = systemClock.now,
  { head: file, citations }: AuditOptions = {},
): Audit {
  const path = db.location() ?? 'memory';
  const guard = <T>(work: () => T): T => guardDisk(path, work);
  migrate(db, auditTables);
  const prepared = guard(() => ({
    add: db.prepare(
      `INSERT INTO audit (id, time, patient, action, actor, user, via, on_behalf_of, outcome, why, object, hash)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ),
    list: db.prepare(listing('(?1 IS NULL OR patient = ?1)')),
    // The index is for those that are somebody's.
    listOf: db.prepare(listing("patient = ?1 AND patient <> ''")),
    page: db.prepare(`SELECT ${COLUMNS} FROM audit WHERE id > ? ORDER BY id LIMIT ?`),
  }));
  const page = (after: number, most: number) => prepared.page.all(after, most) as unknown as AuditRow[];
  const trail: Chain = {
    ...guard(() => openEnds(db, 'audit', 'id')),
    links: (after, most) => page(after, most).map((row) => ({ id: row.id, fields: fieldsOf(row), hash: row.hash })),
  };
  const parts: TrailParts = { trail, citations, file, begun: markOf(db) };
  const keeper = file && keepHead(file, path, () => (db.isTransaction ? 'later' : nextHeads(parts)));
  if (parts.begun.get() === false && knowsNothing(file)) beginAt(parts);

  const add = (entry: AuditEntry): void => {
    const next = trail.next();
    const row = toRow(next.id, now(), entry);
    const { id, time, patientId, action, actor, user, via, onBehalfOf, outcome, why, object } = row;
    const hashed = hashLink(next.before, fieldsOf(row));
    prepared.add.run(id, time, patientId, action, actor, user, via, onBehalfOf, outcome, why, object, hashed);
    keeper?.stir();
  };
  const write = (entry: AuditEntry): void => guard(() => add(entry));
  const refusals = new WeakSet<ConsiliumError>();

  return {
    write,
    within: (entry, work) =>
      guard(() =>
        inTransaction(db, () => {
          const result = work();
          add(entry);
          return result;
        }),
      ),
    deny: (entry, refusal) => {
      if (refusals.has(refusal)) return;
      write({ ...entry, outcome: 'denied', why: refusal.code });
      refusals.add(refusal);
    },
    list: ({ patientId, action, user, since, until, before, limit } = {}) =>
      guard(() =>
        (patientId ? prepared.listOf : prepared.list).all(
          ...[patientId ?? null, action ?? null, user ?? null, since ?? null, until ?? null, before ?? null],
          limit ?? 100,
        ),
      ) as unknown as AuditRow[],
    all: function* () {
      for (let after = 0, rows = page(after, PAGE); rows.length > 0; rows = page(after, PAGE)) {
        yield* rows;
        after = rows.at(-1)!.id;
      }
    },
    verify: (given = {}) =>
      guard(() => {
        const steps = checkTrail(parts, given.head);
        for (;;) {
          const step = steps.next();
          if (step.done) return step.value;
        }
      }),
    check: async (given = {}) => {
      const steps = checkTrail(parts, given.head);
      for (;;) {
        const step = guard(() => steps.next());
        if (step.done) return step.value;
        await takeTurn();
      }
    },
    head: () => ({ rows: trail.end().rows, head: sayHeads(headsOf(parts)) }),
    beginHead: (entry) => {
      const kept = file?.read();
      const object = kept?.kind === 'kept' ? `${kept.heads.trail.rows} ${sayHeads(kept.heads)}` : kept?.kind;
      write({ ...entry, action: 'audit:head', object });
      beginAt(parts);
    },
    close: () => keeper?.close(),
  };
}

const PAGE = 1000;

/** Whether a head was ever begun. */
function markOf(db: DatabaseSync): TrailParts['begun'] {
  return {
    get: () => db.prepare('SELECT 1 FROM audit_head').get() !== undefined,
    set: (at) => void db.prepare('INSERT OR REPLACE INTO audit_head (id, begun) VALUES (1, ?)').run(at),
  };
}

function headsOf({ trail, citations }: TrailParts): Heads {
  return { trail: trail.end(), citations: citations?.end() ?? { rows: 0, head: '' } };
}

/** A head that tells of rows stays, whatever this trail says of itself: somebody has to look into it. */
function knowsNothing(file: HeadFile | undefined): boolean {
  const kept = file?.read();
  return kept === undefined || kept.kind === 'none' || (kept.kind === 'kept' && kept.heads.trail.rows === 0);
}

/** From here on the file knows how far the trail has come. Where it cannot be written, the next opening tries again. */
function beginAt(parts: TrailParts): void {
  if (parts.file === undefined) return;
  try {
    parts.file.write(headsOf(parts));
    parts.begun.set(systemClock.now());
  } catch {}
}

/** The heads as they are now, if the rows until the kept one are still its own. */
function nextHeads(parts: TrailParts): Heads | 'never' {
  const kept = parts.file?.read();
  return kept?.kind === 'kept' && holds(parts, kept.heads) ? headsOf(parts) : 'never';
}

/** The one row that the kept head names, looked at without the others. */
function holds({ trail, citations }: TrailParts, heads: Heads): boolean {
  const fits = (chain: Chain | undefined, { rows, head }: { rows: number; head: string }) =>
    rows === 0 || chain?.links(rows - 1, 1)[0]?.hash === head;
  return fits(trail, heads.trail) && fits(citations, heads.citations);
}

/** Who came without being known. No user can have this name. */
export const NOBODY = '(nobody)';

type Fields = Omit<AuditRow, 'hash' | 'object'> & { readonly object?: string | null };

function toRow(id: number, time: number, entry: AuditEntry): Omit<AuditRow, 'hash'> {
  const { patientId, action, actor, principal, outcome, why, object } = entry;
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
    onBehalfOf: principal?.onBehalfOf ?? servedBy(principal),
    outcome: outcome ?? 'done',
    why: why ?? null,
    object: object ?? null,
  };
}

/** What runs by itself acts for whoever set it up. */
function servedBy(principal: AuditEntry['principal']): string | null {
  return principal?.how === 'trigger' || principal?.how === 'system' ? principal.user : null;
}

/** In a fixed order. Rows from before there were objects have none, and the hash that they had. */
function fieldsOf(row: Fields): unknown[] {
  const { id, time, patientId, action, actor, user, via, onBehalfOf, outcome, why, object = null } = row;
  const fields = [id, time, patientId, action, actor, user, via, onBehalfOf, outcome, why];
  return object === null ? fields : [...fields, object];
}
