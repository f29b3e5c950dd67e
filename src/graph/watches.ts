/** Who builds on what a patient's part was, and is told when that is no longer so. */
import type { DatabaseSync } from 'node:sqlite';

/** Somebody who builds on what a patient's part was: told when that is no longer so. */
export interface Watch {
  readonly patient: string;
  isOld: boolean;
}

/** Those who watch patients of this database. */
export function watchesOf(db: DatabaseSync): Set<Watch> {
  const all = watches.get(db) ?? new Set<Watch>();
  watches.set(db, all);
  return all;
}

export function tellWatches(db: DatabaseSync, patient: string): void {
  for (const watch of watchesOf(db)) if (watch.patient === patient) watch.isOld = true;
}

const watches = new WeakMap<DatabaseSync, Set<Watch>>();
