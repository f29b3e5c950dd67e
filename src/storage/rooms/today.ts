/** What was put off or dismissed on the page of today, in the embedded database. */
import type { DatabaseSync } from 'node:sqlite';
import { inTransaction } from '../database.ts';
import { migrate, type Tables } from '../migrations.ts';
import { type Tell, untold } from '../telling.ts';

export const TABLES: Tables = {
  room: 'today',
  steps: [
    `CREATE TABLE today_mark (
       user TEXT NOT NULL, item TEXT NOT NULL, until INTEGER, PRIMARY KEY (user, item)
     ) STRICT, WITHOUT ROWID`,
  ],
};

export interface TodayMarks {
  /** What this person does not want to see now; what was put off until now is forgotten. */
  hidden(user: string, now: number): ReadonlySet<string>;
  /** `until` null: for good. */
  put(user: string, item: string, until: number | null): void;
}

export function openTodayMarks(db: DatabaseSync, tell: Tell = untold): TodayMarks {
  migrate(db, TABLES);
  const put = db.prepare(
    'INSERT INTO today_mark (user, item, until) VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET until = excluded.until',
  );
  return {
    hidden: (user, now) => {
      db.prepare('DELETE FROM today_mark WHERE user = ? AND until <= ?').run(user, now);
      const rows = db.prepare('SELECT item FROM today_mark WHERE user = ?').all(user);
      return new Set(rows.map(({ item }) => String(item)));
    },
    put: (user, item, until) =>
      inTransaction(db, () => {
        put.run(user, item, until);
        tell('write:today', user, item);
      }),
  };
}
