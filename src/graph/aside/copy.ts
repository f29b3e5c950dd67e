/**
 * One patient's rows, and the shared Types that they lead to, as values that can be handed to another thread. SQLite writes
 * them as JSON: one text is handed over far faster than thousands of rows.
 */
import { DatabaseSync } from 'node:sqlite';
import { takeTurn } from '../../kernel/breath.ts';
import { DataFile, handleOf } from '../../storage/data-file.ts';
import { idsOf } from '../pieces.ts';
import { prepareGraph } from '../schema.ts';
import { type Watch, watchesOf } from '../watches.ts';

type Row = readonly (string | number | null)[];

/** Lists of rows, each as JSON. */
export interface PatientRows {
  readonly tenant: string;
  readonly nodes: readonly string[];
  readonly edges: readonly string[];
}

const TENANT = 'id, uuid';
const NODE = 'id, tenant, label, uuid, origin, props';
const EDGE = 'id, tenant, type, src, dst, origin, props';

/** A record that is written to all the time is copied at one go in the end. */
const MOST_TRIES = 3;

/** In pieces, so that others have their turn; where the record was written to meanwhile, anew. */
export async function copyPatient(db: DatabaseSync, patient: string): Promise<PatientRows> {
  for (let tries = 1; ; tries++) {
    const watch: Watch = { patient, isOld: false };
    watchesOf(db).add(watch);
    try {
      const steps = copying(db, patient);
      // An edge must not lead to what the copy lacks.
      while (!watch.isOld) {
        const { done, value } = steps.next();
        if (done) return value;
        if (tries <= MOST_TRIES) await takeTurn();
      }
    } finally {
      watchesOf(db).delete(watch);
    }
  }
}

function* copying(db: DatabaseSync, patient: string): Generator<void, PatientRows> {
  const read = (columns: string, from: string, ...values: (string | number)[]) =>
    db.prepare(`SELECT json_group_array(json_array(${columns})) AS rows FROM ${from}`).get(...values)![
      'rows'
    ] as string;
  const pieces = function* (
    columns: string,
    table: 'graph_node' | 'graph_edge',
    id: number,
  ): Generator<void, string[]> {
    const all: string[] = [];
    const some = `(SELECT * FROM ${table} WHERE id IN (SELECT value FROM json_each(?)) ORDER BY id)`;
    for (const ids of idsOf(db, table, id)) {
      yield;
      all.push(read(columns, some, ids));
    }
    return all;
  };
  const tenant = read(TENANT, 'graph_tenant WHERE uuid = ?', patient);
  const [id] = (JSON.parse(tenant) as [number][])[0] ?? [-1];
  const edges = yield* pieces(EDGE, 'graph_edge', id);
  const nodes = yield* pieces(NODE, 'graph_node', id);
  const types = read(NODE, 'graph_node WHERE tenant = 0 AND id IN (SELECT dst FROM graph_edge WHERE tenant = ?)', id);
  return { tenant, nodes: [...nodes, types], edges };
}

/** Has a look at a copy, and closes it: what SQLite keeps in memory is nothing that a collection sees. */
export function withCopy<T>(rows: PatientRows, look: (copy: DataFile) => T): T {
  const copy = openCopy(rows);
  try {
    return look(copy);
  } finally {
    handleOf(copy).close();
  }
}

/** A database in memory in which nobody else is. */
function openCopy({ tenant, nodes, edges }: PatientRows): DataFile {
  const db = new DatabaseSync(':memory:');
  prepareGraph(db);
  const put = (table: string, columns: string, rows: string) => {
    const insert = db.prepare(
      `INSERT INTO ${table} (${columns}) VALUES (${columns
        .split(',')
        .map(() => '?')
        .join(', ')})`,
    );
    for (const row of JSON.parse(rows) as Row[]) insert.run(...row);
  };
  db.exec('BEGIN');
  put('graph_tenant', TENANT, tenant);
  for (const some of nodes) put('graph_node', NODE, some);
  for (const some of edges) put('graph_edge', EDGE, some);
  db.exec('COMMIT');
  return new DataFile(db);
}
