/**
 * Large imports, written down before they are done. What is more than one transaction may hold lies here in slices; one
 * row then says that it is to be, and only then it is put into the graph, slice by slice. A process that is killed
 * before that row leaves nothing, one that is killed after it leaves the rest to the next start.
 */
import type { DatabaseSync } from 'node:sqlite';
import type { PatientContent } from '../graph/index.ts';
import { inTransaction, migrate, type Tables } from '../storage/handle.ts';
import { type Added, dropOutdated, writeSlice } from './writing-slices.ts';

export const importTables: Tables = {
  room: 'imports',
  steps: [
    `
  CREATE TABLE record_import (
    id INTEGER PRIMARY KEY AUTOINCREMENT, patient TEXT NOT NULL, settled INTEGER NOT NULL DEFAULT 0
  ) STRICT;
  CREATE TABLE record_import_slice (
    import INTEGER NOT NULL, at INTEGER NOT NULL, content TEXT NOT NULL, PRIMARY KEY (import, at)
  ) STRICT;`,
  ],
};

/** Writes down what is to be imported. Nobody sees it yet. Yields between slices. */
export function* stageImport(
  db: DatabaseSync,
  patient: string,
  slices: readonly PatientContent[],
): Generator<void, number> {
  migrate(db, importTables);
  const { lastInsertRowid } = db.prepare('INSERT INTO record_import (patient) VALUES (?)').run(patient);
  const add = db.prepare('INSERT INTO record_import_slice (import, at, content) VALUES (?, ?, ?)');
  for (const [at, slice] of slices.entries()) {
    add.run(lastInsertRowid, at, JSON.stringify(slice));
    yield;
  }
  return Number(lastInsertRowid);
}

/** From here on it is so, whatever happens to the process; `along` is done with it, or neither is. */
export function settleImport(db: DatabaseSync, id: number, along: () => void): void {
  inTransaction(db, () => {
    db.prepare('UPDATE record_import SET settled = 1 WHERE id = ?').run(id);
    along();
  });
}

/** Puts a settled import into the graph; begun anew, it goes on where it was. Yields between transactions. */
export function* applyImport(db: DatabaseSync, id: number): Generator<void, Added> {
  const patient = db.prepare('SELECT patient FROM record_import WHERE id = ?').get(id)!['patient'] as string;
  const places = db
    .prepare('SELECT at FROM record_import_slice WHERE import = ? ORDER BY at')
    .all(id)
    .map(({ at }) => at as number);
  const read = db.prepare('SELECT content FROM record_import_slice WHERE import = ? AND at = ?');
  const sliceAt = (at: number) => JSON.parse(read.get(id, at)!['content'] as string) as PatientContent;
  const drop = db.prepare('DELETE FROM record_import_slice WHERE import = ? AND at = ?');
  const added: Added = { nodes: 0, edges: 0 };
  // All ends before all edges: an edge may lead from one slice into another.
  for (const at of places) {
    added.nodes += inTransaction(db, () => writeSlice(db, patient, { ...sliceAt(at), edges: [] }).nodes);
    yield;
  }
  for (const at of places) {
    added.edges += inTransaction(db, () => {
      const slice = sliceAt(at);
      dropOutdated(db, patient, slice);
      drop.run(id, at);
      return writeSlice(db, patient, { ...slice, nodes: [] }).edges;
    });
    yield;
  }
  db.prepare('DELETE FROM record_import WHERE id = ?').run(id);
  return added;
}

/** At the start: what was settled is finished, what was not is forgotten. Returns the patients whose record changed. */
export function finishImports(db: DatabaseSync): string[] {
  migrate(db, importTables);
  inTransaction(db, () => {
    db.exec(`DELETE FROM record_import_slice WHERE import IN (SELECT id FROM record_import WHERE settled = 0);
             DELETE FROM record_import WHERE settled = 0`);
  });
  const left = db.prepare('SELECT id, patient FROM record_import ORDER BY id').all();
  for (const { id } of left) for (const _ of applyImport(db, id as number));
  return [...new Set(left.map(({ patient }) => patient as string))];
}
