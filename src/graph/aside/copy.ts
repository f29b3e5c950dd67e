/** One patient's rows, and the shared Types that they lead to, as values that can be handed to another thread. */
import { DatabaseSync } from 'node:sqlite';
import { prepareGraph } from '../schema.ts';

type Row = readonly (string | number | null)[];

export interface PatientRows {
  readonly tenant: Row;
  readonly nodes: readonly Row[];
  readonly edges: readonly Row[];
}

const NODE = 'id, tenant, label, uuid, origin, props';
const EDGE = 'id, tenant, type, src, dst, origin, props';

export function copyPatient(db: DatabaseSync, patient: string): PatientRows {
  const read = (sql: string, ...values: (string | number)[]): Row[] =>
    db
      .prepare(sql)
      .all(...values)
      .map((row) => Object.values(row) as Row);
  const [tenant] = read('SELECT id, uuid FROM graph_tenant WHERE uuid = ?', patient);
  const id = tenant![0] as number;
  return {
    tenant: tenant!,
    nodes: [
      ...read(`SELECT ${NODE} FROM graph_node WHERE tenant = ?`, id),
      ...read(
        `SELECT ${NODE} FROM graph_node WHERE tenant = 0 AND id IN (SELECT dst FROM graph_edge WHERE tenant = ?)`,
        id,
      ),
    ],
    edges: read(`SELECT ${EDGE} FROM graph_edge WHERE tenant = ?`, id),
  };
}

/** A database in memory in which nobody else is. */
export function openCopy({ tenant, nodes, edges }: PatientRows): DatabaseSync {
  const db = new DatabaseSync(':memory:');
  prepareGraph(db);
  const put = (table: string, columns: string, rows: readonly Row[]) => {
    const insert = db.prepare(
      `INSERT INTO ${table} (${columns}) VALUES (${columns
        .split(',')
        .map(() => '?')
        .join(', ')})`,
    );
    for (const row of rows) insert.run(...row);
  };
  db.exec('BEGIN');
  put('graph_tenant', 'id, uuid', [tenant]);
  put('graph_node', NODE, nodes);
  put('graph_edge', EDGE, edges);
  db.exec('COMMIT');
  return db;
}
