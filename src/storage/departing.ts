/**
 * Conversations that leave together, however many. In one moment nobody finds them any more; what was said in them is swept
 * in pieces, after a crash at the next start.
 */
import type { DatabaseSync } from 'node:sqlite';
import { openBreath } from '../kernel/breath.ts';
import { inTransaction } from './database.ts';
import type { Tables } from './migrations.ts';
import { memoryOf } from './sqlite-memory.ts';
import { type Log, type QuestionTables, questionTables } from './sqlite-questions.ts';

export const departingTables: Tables = {
  room: 'departing',
  steps: ['CREATE TABLE departing (id TEXT PRIMARY KEY, number INTEGER NOT NULL) WITHOUT ROWID, STRICT'],
};

/** How many events a session can have. */
export const SPAN = 2 ** 22;
export const MAX_SEQ = SPAN - 1;

/** Where a session's rows lie. */
export function logOf(number: number): Log {
  return [number * SPAN, number * SPAN + MAX_SEQ];
}

/** All that was kept of a session beside its own row. Inside a transaction. */
export function dropRows(db: DatabaseSync, questions: QuestionTables, id: string, number: number): void {
  const log = logOf(number);
  questions.dropSession(id, log);
  db.prepare('DELETE FROM event WHERE id > ? AND id <= ?').run(...log);
  db.prepare(`DELETE FROM state WHERE scope = 'session' AND owner = ?`).run(id);
  db.prepare('DELETE FROM state WHERE session = ?').run(id);
  db.prepare('DELETE FROM artifact WHERE namespace = ?').run(id);
}

export interface Departures {
  /** Inside a transaction: from its end on these are nobody's. */
  hide(ids: readonly string[]): void;
  /** Others have their turn between two of them. */
  sweep(): Promise<void>;
  /** At the start: what a killed process has left. Says whether there was anything. */
  finish(): boolean;
}

/** `onDelete`: takes out what else keeps words of a session. */
export function openDepartures(
  db: DatabaseSync,
  guard: <T>(work: () => T) => T,
  onDelete: (session: string) => void = () => {},
): Departures {
  const questions = questionTables(db, guard);
  const left = () =>
    guard(() => db.prepare('SELECT id, number FROM departing ORDER BY number').all()) as {
      id: string;
      number: number;
    }[];
  const sweepOne = ({ id, number }: { id: string; number: number }) =>
    guard(() =>
      inTransaction(db, () => {
        dropRows(db, questions, id, number);
        onDelete(id);
        db.prepare('DELETE FROM departing WHERE id = ?').run(id);
      }),
    );
  return {
    hide: (ids) => {
      const all = JSON.stringify(ids);
      const these = '(SELECT value FROM json_each(?))';
      db.prepare(`INSERT INTO departing (id, number) SELECT id, number FROM session WHERE id IN ${these}`).run(all);
      db.prepare(`DELETE FROM pending WHERE session IN ${these}`).run(all);
      db.prepare(`DELETE FROM session WHERE id IN ${these}`).run(all);
      const memory = memoryOf(db);
      for (const id of ids) memory.drop(id);
    },
    sweep: async () => {
      const breathe = openBreath();
      for (const one of left()) {
        sweepOne(one);
        await breathe();
      }
    },
    finish: () => {
      const all = left();
      for (const one of all) sweepOne(one);
      return all.length > 0;
    },
  };
}
