/**
 * What each answer rested on: which sources, how well they fitted, what was wrong with its markers. Rows are added,
 * never changed or deleted (the database refuses); they hold ids, kinds and numbers, never what was said.
 */
import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import { ConsiliumError, newId, systemClock } from '../kernel/index.ts';
import { guardDisk, inTransaction, migrate, type Tables } from '../storage/index.ts';
import type { SourceType } from './source.ts';

export interface CitationUse {
  /** The source's id. */
  readonly id: string;
  readonly source_type: SourceType;
  readonly marker: number;
}

export interface CitationAuditEntry {
  /** The session. */
  readonly conversation_id: string;
  /** The answer in it: an invocation or a run. */
  readonly message_id: string;
  readonly citations_used: readonly CitationUse[];
  /** One for each citation, in order; null where it was not retrieved by a search. */
  readonly retrieval_scores: readonly (number | null)[];
  /** How many markers or citations had to be put right. */
  readonly warnings: number;
  /** How many statements nothing supports. */
  readonly unsupported: number;
  readonly team?: string | undefined;
  /** `offline`, or the models that spoke. */
  readonly engine?: string | undefined;
}

export interface CitationAuditRecord extends CitationAuditEntry {
  readonly id: string;
  /** ISO, UTC. */
  readonly timestamp: string;
}

export interface CitationAuditFilter {
  readonly conversation?: string | undefined;
  readonly message?: string | undefined;
  /** A source's id: every answer that cited it. */
  readonly source?: string | undefined;
  readonly team?: string | undefined;
  /** ISO or milliseconds; from `since` on, before `until`. */
  readonly since?: string | number | undefined;
  readonly until?: string | number | undefined;
  /** Default 100, at most 1000. */
  readonly limit?: number | undefined;
  /** `next` of the page before. */
  readonly after?: string | undefined;
}

export interface CitationAuditPage {
  /** Newest first. */
  readonly records: readonly CitationAuditRecord[];
  /** Present if there are more. */
  readonly next?: string;
}

export interface CitationAudit {
  write(entry: CitationAuditEntry): CitationAuditRecord;
  list(filter?: CitationAuditFilter): CitationAuditPage;
  get(id: string): CitationAuditRecord | undefined;
}

const REFUSALS = ['citation_audit', 'citation_audit_source'].flatMap((table) =>
  ['UPDATE', 'DELETE'].map(
    (change) => `CREATE TRIGGER IF NOT EXISTS ${table}_no_${change.toLowerCase()} BEFORE ${change} ON ${table}
      BEGIN SELECT RAISE(ABORT, 'the citation audit is append-only'); END;`,
  ),
);

export const citationTables: Tables = {
  room: 'citations',
  steps: [
    `
  CREATE TABLE IF NOT EXISTS citation_audit (
    seq INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, time INTEGER NOT NULL,
    conversation TEXT NOT NULL, message TEXT NOT NULL, team TEXT, engine TEXT,
    citations TEXT NOT NULL, scores TEXT NOT NULL, warnings INTEGER NOT NULL, unsupported INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX IF NOT EXISTS citation_audit_conversation ON citation_audit (conversation, seq);
  CREATE INDEX IF NOT EXISTS citation_audit_message ON citation_audit (message, seq);
  CREATE TABLE IF NOT EXISTS citation_audit_source (
    source TEXT NOT NULL, seq INTEGER NOT NULL, PRIMARY KEY (source, seq)
  ) STRICT, WITHOUT ROWID;
  ${REFUSALS.join('\n')}`,
  ],
};

export function openCitationAudit(db: DatabaseSync, now: () => number = systemClock.now): CitationAudit {
  const path = db.location() ?? 'memory';
  migrate(db, citationTables);
  const { add, link, get } = guardDisk(path, () => {
    return {
      add: db.prepare(
        `INSERT INTO citation_audit
           (id, time, conversation, message, team, engine, citations, scores, warnings, unsupported)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      ),
      link: db.prepare('INSERT OR IGNORE INTO citation_audit_source (source, seq) VALUES (?, ?)'),
      get: db.prepare('SELECT * FROM citation_audit WHERE id = ?'),
    };
  });
  const find = (id: string) => guardDisk(path, () => get.get(id)) as Row | undefined;

  return {
    write: (entry) => {
      const row = toRow(entry, now());
      guardDisk(path, () =>
        inTransaction(db, () => {
          const { lastInsertRowid } = add.run(...row);
          for (const { id } of entry.citations_used) link.run(id, lastInsertRowid);
        }),
      );
      return toRecord(find(row[0])!);
    },
    list: (filter = {}) => {
      const limit = Math.min(1000, Math.max(1, filter.limit ?? 100));
      const from = filter.after === undefined ? undefined : find(filter.after)?.seq;
      if (filter.after !== undefined && from === undefined)
        throw new ConsiliumError('CURSOR_UNKNOWN', 'There is no audit record to go on after.');
      const { where, values } = toWhere(filter, from);
      const rows = guardDisk(path, () =>
        db.prepare(`SELECT * FROM citation_audit ${where} ORDER BY seq DESC LIMIT ?`).all(...values, limit + 1),
      ) as unknown as Row[];
      const records = rows.slice(0, limit).map(toRecord);
      return { records, ...(rows.length > limit && { next: records.at(-1)!.id }) };
    },
    get: (id) => {
      const row = find(id);
      return row === undefined ? undefined : toRecord(row);
    },
  };
}

interface Row {
  seq: number;
  id: string;
  time: number;
  conversation: string;
  message: string;
  team: string | null;
  engine: string | null;
  citations: string;
  scores: string;
  warnings: number;
  unsupported: number;
}

function toRow(entry: CitationAuditEntry, time: number): [id: string, ...values: SQLInputValue[]] {
  // Field by field, so that nothing else that a caller's objects carry gets into the trail.
  const used = entry.citations_used.map(({ id, source_type, marker }) => ({ id, source_type, marker }));
  return [
    newId(),
    time,
    entry.conversation_id,
    entry.message_id,
    entry.team ?? null,
    entry.engine ?? null,
    JSON.stringify(used),
    JSON.stringify(entry.retrieval_scores),
    entry.warnings,
    entry.unsupported,
  ];
}

function toRecord(row: Row): CitationAuditRecord {
  return {
    id: row.id,
    conversation_id: row.conversation,
    message_id: row.message,
    citations_used: JSON.parse(row.citations),
    retrieval_scores: JSON.parse(row.scores),
    warnings: row.warnings,
    unsupported: row.unsupported,
    ...(row.team !== null && { team: row.team }),
    ...(row.engine !== null && { engine: row.engine }),
    timestamp: new Date(row.time).toISOString(),
  };
}

function toWhere(filter: CitationAuditFilter, from: number | undefined): { where: string; values: SQLInputValue[] } {
  const conditions: [string, SQLInputValue | undefined][] = [
    ['conversation = ?', filter.conversation],
    ['message = ?', filter.message],
    ['team = ?', filter.team],
    ['seq IN (SELECT seq FROM citation_audit_source WHERE source = ?)', filter.source],
    ['time >= ?', toTime(filter.since)],
    ['time < ?', toTime(filter.until)],
    ['seq < ?', from],
  ];
  const given = conditions.filter((each): each is [string, SQLInputValue] => each[1] !== undefined);
  return {
    where: given.length === 0 ? '' : `WHERE ${given.map(([sql]) => sql).join(' AND ')}`,
    values: given.map(([, value]) => value),
  };
}

function toTime(moment: string | number | undefined): number | undefined {
  if (moment === undefined || typeof moment === 'number') return moment;
  const time = Date.parse(moment);
  if (Number.isNaN(time)) throw new ConsiliumError('TIME_INVALID', 'since and until are ISO dates or times.');
  return time;
}
