/** The citation audit in the embedded database. */
import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import type {
  CitationAudit,
  CitationAuditEntry,
  CitationAuditFilter,
  CitationAuditRecord,
} from '../../citations/audit.ts';
import { ConsiliumError, newId, systemClock } from '../../kernel/index.ts';
import { type Chain, hashLink, openEnds } from '../chain.ts';
import { guardDisk, inTransaction } from '../database.ts';
import { migrate, type Tables } from '../migrations.ts';

const REFUSALS = ['citation_audit', 'citation_audit_source'].flatMap((table) =>
  ['UPDATE', 'DELETE'].map(
    (change) => `CREATE TRIGGER IF NOT EXISTS ${table}_no_${change.toLowerCase()} BEFORE ${change} ON ${table}
      BEGIN SELECT RAISE(ABORT, 'the citation audit is append-only'); END;`,
  ),
);

export const TABLES: Tables = {
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
    chainUp,
  ],
};

/** Records from before the chain are its beginning. */
function chainUp(db: DatabaseSync): void {
  db.exec(`ALTER TABLE citation_audit ADD COLUMN hash TEXT NOT NULL DEFAULT '';
    DROP TRIGGER IF EXISTS citation_audit_no_update`);
  const put = db.prepare('UPDATE citation_audit SET hash = ? WHERE seq = ?');
  let last = '';
  for (const row of db.prepare('SELECT * FROM citation_audit ORDER BY seq').all() as unknown as Row[]) {
    last = hashLink(last, fieldsOf(row));
    put.run(last, row.seq);
  }
  db.exec(REFUSALS.join('\n'));
}

/** The records as rows that vouch for each other, for whoever checks the trail. */
export function citationChain(db: DatabaseSync): Chain {
  migrate(db, TABLES);
  const page = db.prepare(
    `SELECT *, (SELECT json_group_array(source) FROM citation_audit_source AS s WHERE s.seq = c.seq) AS links
       FROM citation_audit AS c WHERE seq > ? ORDER BY seq LIMIT ?`,
  );
  return {
    ...openEnds(db, 'citation_audit', 'seq'),
    links: (after, most) =>
      (page.all(after, most) as unknown as (Row & { links: string })[]).map((row) => ({
        id: row.seq,
        fields: linksFit(row) ? fieldsOf(row) : [],
        hash: row.hash,
      })),
  };
}

/** Which sources it can be found by follows from what it says: it is not hashed itself. */
function linksFit({ citations, links }: { citations: string; links: string }): boolean {
  const said = new Set((JSON.parse(citations) as { id: string }[]).map(({ id }) => id));
  const found = JSON.parse(links) as string[];
  return found.length === said.size && found.every((id) => said.has(id));
}

/** In a fixed order. */
function fieldsOf(row: Omit<Row, 'hash'>): unknown[] {
  const { seq, id, time, conversation, message, team, engine, citations, scores, warnings, unsupported } = row;
  return [seq, id, time, conversation, message, team, engine, citations, scores, warnings, unsupported];
}

export function openCitationAudit(db: DatabaseSync, now: () => number = systemClock.now): CitationAudit {
  const path = db.location() ?? 'memory';
  const chain = citationChain(db);
  const { add, link, get } = guardDisk(path, () => {
    return {
      add: db.prepare(
        `INSERT INTO citation_audit
           (id, time, conversation, message, team, engine, citations, scores, warnings, unsupported, seq, hash)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      ),
      link: db.prepare('INSERT OR IGNORE INTO citation_audit_source (source, seq) VALUES (?, ?)'),
      get: db.prepare('SELECT * FROM citation_audit WHERE id = ?'),
    };
  });
  const find = (id: string) => guardDisk(path, () => get.get(id)) as Row | undefined;

  return {
    write: (entry) => {
      const row = toRow(entry, now());
      guardDisk(path, () => {
        const { id: seq, before } = chain.next();
        const hash = hashLink(before, fieldsOf({ ...row, seq }));
        const values = [...Object.values(row), seq, hash] as SQLInputValue[];
        // One statement is a transaction of its own: most answers rest on no source.
        if (entry.citations_used.length === 0) return void add.run(...values);
        inTransaction(db, () => {
          add.run(...values);
          for (const { id } of entry.citations_used) link.run(id, seq);
        });
      });
      return { id: row.id, timestamp: new Date(row.time).toISOString() };
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
  hash: string;
}

/** In the order of the columns. */
function toRow(entry: CitationAuditEntry, time: number): Omit<Row, 'seq' | 'hash'> {
  // Field by field, so that nothing else that a caller's objects carry gets into the trail.
  const used = entry.citations_used.map(({ id, source_type, marker }) => ({ id, source_type, marker }));
  return {
    id: newId(),
    time,
    conversation: entry.conversation_id,
    message: entry.message_id,
    team: entry.team ?? null,
    engine: entry.engine ?? null,
    citations: JSON.stringify(used),
    scores: JSON.stringify(entry.retrieval_scores),
    warnings: entry.warnings,
    unsupported: entry.unsupported,
  };
}

function toRecord(row: Omit<Row, 'seq' | 'hash'>): CitationAuditRecord {
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
