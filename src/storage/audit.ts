/** Who looked at whose record, and when. Rows are added, never changed; they hold ids and actions, never what was read. */
import type { DatabaseSync } from 'node:sqlite';
import { guardDisk } from './database.ts';
import { migrate, type Tables } from './migrations.ts';

export interface AuditEntry {
  readonly patientId: string;
  /** `read:conditions`, `query:graph`, `import`, `export`. */
  readonly action: string;
  /** A user, an agent, or the command line. */
  readonly actor: string;
}

export interface AuditRow extends AuditEntry {
  readonly id: number;
  /** Milliseconds since the epoch. */
  readonly time: number;
}

export interface Audit {
  write(entry: AuditEntry): void;
  /** Newest first. */
  list(filter?: { patientId?: string; limit?: number }): AuditRow[];
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
  ],
};

export function openAudit(db: DatabaseSync): Audit {
  const path = db.location() ?? 'memory';
  migrate(db, auditTables);
  const { add, list } = guardDisk(path, () => {
    return {
      add: db.prepare('INSERT INTO audit (time, patient, action, actor) VALUES (?, ?, ?, ?)'),
      list: db.prepare(
        `SELECT id, time, patient AS patientId, action, actor FROM audit
         WHERE ?1 IS NULL OR patient = ?1 ORDER BY id DESC LIMIT ?2`,
      ),
    };
  });
  return {
    write: ({ patientId, action, actor }) => {
      guardDisk(path, () => add.run(Date.now(), patientId, action, actor));
    },
    list: ({ patientId, limit } = {}) =>
      guardDisk(path, () => list.all(patientId ?? null, limit ?? 100) as unknown as AuditRow[]),
  };
}
