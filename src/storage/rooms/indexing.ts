/** Jobs of indexing, in the embedded database: what somebody orders is stored with the row that tells of it. */
import type { DatabaseSync } from 'node:sqlite';
import type { IndexJobStore, KeptJob } from '../../search/jobs.ts';
import { guardDisk, inTransaction } from '../database.ts';
import { migrate, type Tables } from '../migrations.ts';
import { type Tell, untold } from '../telling.ts';

export const TABLES: Tables = {
  room: 'indexing',
  steps: [
    `CREATE TABLE index_job (
       id TEXT PRIMARY KEY, owner TEXT NOT NULL, started INTEGER NOT NULL, request TEXT NOT NULL, job TEXT NOT NULL
     ) STRICT, WITHOUT ROWID`,
  ],
};

export function openIndexJobStore(db: DatabaseSync, tell: Tell = untold): IndexJobStore {
  migrate(db, TABLES);
  const put = db.prepare(
    `INSERT INTO index_job (id, owner, started, request, job) VALUES (?, ?, ?, ?, ?)
       ON CONFLICT (id) DO UPDATE SET started = excluded.started, job = excluded.job`,
  );
  const remove = db.prepare('DELETE FROM index_job WHERE id = ?');
  const all = db.prepare('SELECT owner, request, job FROM index_job ORDER BY started, id');
  const within = (deed: string | undefined, { owner, job }: KeptJob, work: () => void) =>
    guardDisk(db.location() ?? 'memory', () =>
      inTransaction(db, () => {
        work();
        if (deed !== undefined) tell(deed, owner, job.scope);
      }),
    );
  return {
    all: () =>
      all.all().map((row) => ({
        owner: String(row['owner']),
        request: JSON.parse(String(row['request'])) as KeptJob['request'],
        job: JSON.parse(String(row['job'])) as KeptJob['job'],
      })),
    put: (kept, deed) =>
      within(deed, kept, () => {
        const { owner, request, job } = kept;
        put.run(job.id, owner, job.started_at, JSON.stringify(request), JSON.stringify(job));
      }),
    remove: (kept, deed) => within(deed, kept, () => void remove.run(kept.job.id)),
  };
}
