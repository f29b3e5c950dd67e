/** One patient's part of the graph tables, as rows. Every statement here is bound to that patient's tenant. */
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { prepareGraph } from '../graph/index.ts';
import { ConsiliumError } from '../kernel/errors.ts';

export type Properties = Record<string, unknown>;

export interface RecordNode {
  uuid: string;
  label: string;
  properties: Properties;
}

export interface RecordEdge {
  type: string;
  from: string;
  to: string;
}

/** The tenant's number; PATIENT_NOT_FOUND for anyone the record does not know. */
export function requireTenant(db: DatabaseSync, patient: string): number {
  prepareGraph(db);
  let find = finding.get(db);
  if (find === undefined) {
    find = db.prepare('SELECT id FROM graph_tenant WHERE uuid = ?');
    finding.set(db, find);
  }
  const row = find.get(patient);
  if (row) return row.id as number;
  throw new ConsiliumError('PATIENT_NOT_FOUND', 'There is no patient with this id.', {
    hint: '`consilium patients` lists those there are.',
  });
}

/** Every read begins here: the statement is prepared once for each database. */
const finding = new WeakMap<DatabaseSync, StatementSync>();

/** All instances of a patient, in a stable order, without the Types they point at. */
export function loadNodes(db: DatabaseSync, patient: string): RecordNode[] {
  const tenant = requireTenant(db, patient);
  return db.prepare('SELECT uuid, label, props FROM graph_node WHERE tenant = ? ORDER BY id').all(tenant).map(toNode);
}

export function loadEdges(db: DatabaseSync, patient: string): RecordEdge[] {
  const tenant = requireTenant(db, patient);
  return db
    .prepare(
      `SELECT e.type, s.uuid AS "from", d.uuid AS "to" FROM graph_edge e
       JOIN graph_node s ON s.id = e.src JOIN graph_node d ON d.id = e.dst
       WHERE e.tenant = ? ORDER BY e.id`,
    )
    .all(tenant) as unknown as RecordEdge[];
}

export function toNode(row: Record<string, unknown>): RecordNode {
  return { uuid: row.uuid as string, label: row.label as string, properties: JSON.parse(row.props as string) };
}
