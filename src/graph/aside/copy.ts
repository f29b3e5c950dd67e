/**
 * One patient's rows, and the shared Types that they lead to, as values that can be handed to another thread. SQLite writes
 * them as JSON: one text is handed over far faster than thousands of rows.
 */
import { DatabaseSync } from 'node:sqlite';
import { DataFile, handleOf } from '../../storage/data-file.ts';
import { prepareGraph } from '../schema.ts';

type Row = readonly (string | number | null)[];

/** Lists of rows, each as JSON. */
export interface PatientRows {
  readonly tenant: string;
  readonly nodes: readonly string[];
  readonly edges: string;
}

const TENANT = 'id, uuid';
const NODE = 'id, tenant, label, uuid, origin, props';
const EDGE = 'id, tenant, type, src, dst, origin, props';

export function copyPatient(db: DatabaseSync, patient: string): PatientRows {
  const read = (columns: string, from: string, value: string | number) =>
    db.prepare(`SELECT json_group_array(json_array(${columns})) AS rows FROM ${from}`).get(value)!['rows'] as string;
  const tenant = read(TENANT, 'graph_tenant WHERE uuid = ?', patient);
  const [id] = (JSON.parse(tenant) as [number][])[0] ?? [-1];
  const types = 'SELECT dst FROM graph_edge WHERE tenant = ?';
  return {
    tenant,
    nodes: [
      read(NODE, 'graph_node WHERE tenant = ?', id),
      read(NODE, `graph_node WHERE tenant = 0 AND id IN (${types})`, id),
    ],
    edges: read(EDGE, 'graph_edge WHERE tenant = ?', id),
  };
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
  put('graph_edge', EDGE, edges);
  db.exec('COMMIT');
  return new DataFile(db);
}
