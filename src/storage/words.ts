/**
 * Indexes of words that forget at once (FTS5 with `secure-delete`). SQLite garbles such an index where a row is taken out and one
 * of the same number is put in before the first is written: words that are gone are found then, and the file counts as damaged.
 */
import type { DatabaseSync } from 'node:sqlite';

/** What was taken out of an index of words is written, before anything is put in its place. Inside a transaction it is a part of that. */
export function settleWords(db: DatabaseSync): void {
  db.exec('SAVEPOINT words; RELEASE words');
}
