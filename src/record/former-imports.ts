/**
 * Large imports were once written down before they were done. What an earlier version had settled and not yet put into the
 * graph when it ended is put there when its file is opened; then the tables go.
 */
import type { DatabaseSync } from 'node:sqlite';
import { type PatientContent, prepareGraph } from '../graph/index.ts';
import type { Tables } from '../storage/handle.ts';
import { writePieces } from './writing-slices.ts';

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
    finishFormer,
  ],
};

function finishFormer(db: DatabaseSync): void {
  prepareGraph(db);
  const slices = db.prepare('SELECT content FROM record_import_slice WHERE import = ? ORDER BY at');
  for (const { id, patient } of db
    .prepare('SELECT id, patient FROM record_import WHERE settled = 1 ORDER BY id')
    .all()) {
    const all = slices.all(id as number).map(({ content }) => JSON.parse(content as string) as PatientContent);
    const content = { nodes: all.flatMap(({ nodes }) => nodes), edges: all.flatMap(({ edges }) => edges) };
    for (const _ of writePieces(db, patient as string, content));
  }
  db.exec('DROP TABLE record_import_slice; DROP TABLE record_import');
}
