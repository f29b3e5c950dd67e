/** What else of the data file keeps words of a session. It goes with the session, in one transaction, whoever deletes it. */
import type { DatabaseSync } from 'node:sqlite';
import { migrate, type Tables } from './migrations.ts';

export interface Copies {
  readonly tables: Tables;
  /** Statements over a session's id, in order. */
  readonly drop: readonly string[];
}

/** The tables have to be there, used or not: who deletes a session is seldom the process that wrote them. */
export function openCopies(db: DatabaseSync, all: readonly Copies[]): (session: string) => void {
  for (const { tables } of all) migrate(db, tables);
  return (session) => {
    for (const sql of all.flatMap(({ drop }) => drop)) db.prepare(sql).run(session);
  };
}
