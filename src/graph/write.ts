import type { DatabaseSync } from 'node:sqlite';
import {
  type Built,
  beginWrite,
  loadAll,
  type Origin,
  putEdges,
  putNodes,
  removeEdge,
  removeNodeRow,
  storedNode,
  type WriteResult,
} from './part.ts';
import type { PatientContent } from './schema.ts';
import { prepareGraph } from './schema.ts';

export type { Built, Origin, WriteResult } from './part.ts';

/** Makes the patient's part of that origin equal to `content`, all or nothing. The same content twice changes nothing. */
export function replacePatient(
  db: DatabaseSync,
  patientUuid: string,
  content: PatientContent,
  origin: Origin = 'import',
): WriteResult {
  return inTransaction(db, () => {
    const write = loadAll(beginWrite(db, patientUuid, origin));
    const kept = putNodes(write, content.nodes);
    const keptEdges = putEdges(write, content.edges);
    for (const edge of write.edges.values())
      if (edge.origin === origin && !keptEdges.has(edge.id)) removeEdge(write, edge.id);
    for (const node of [...write.nodes.values()])
      if (node.origin === origin && !kept.has(node.id)) removeNodeRow(write, node.id);
    return write.result;
  });
}

/** Adds or updates nodes and edges beside what is there, or beside what is being built, all or nothing. */
export function addToPatient(
  db: DatabaseSync,
  patient: string | Built,
  content: PatientContent,
  origin: Origin = 'conversation',
): WriteResult {
  return inTransaction(db, () => {
    const write = beginWrite(db, patient, origin);
    putNodes(write, content.nodes);
    putEdges(write, content.edges);
    return write.result;
  });
}

/** Removes one node of the patient with its edges; false when the patient has no such node. */
export function removeNode(db: DatabaseSync, patient: string | Built, uuid: string): boolean {
  return inTransaction(db, () => {
    const write = beginWrite(db, patient, 'conversation');
    const node = storedNode(write, uuid);
    if (!node) return false;
    removeNodeRow(write, node.id);
    return true;
  });
}

/** The patients of this database, in the order of their names. Not for queries of a tenant. */
export function listPatients(db: DatabaseSync): { uuid: string; name: string | null }[] {
  prepareGraph(db);
  return db
    .prepare(
      `SELECT t.uuid AS uuid, n.props ->> '$.name' AS name FROM graph_tenant t
       CROSS JOIN graph_node n ON n.tenant = t.id AND n.uuid = t.uuid ORDER BY name, t.uuid`,
    )
    .all()
    .map((row) => ({ uuid: row.uuid as string, name: row.name as string | null }));
}

function inTransaction<T>(db: DatabaseSync, work: () => T): T {
  prepareGraph(db);
  const nested = db.isTransaction;
  db.exec(nested ? 'SAVEPOINT graph_write' : 'BEGIN IMMEDIATE');
  try {
    const result = work();
    db.exec(nested ? 'RELEASE graph_write' : 'COMMIT');
    return result;
  } catch (error) {
    db.exec(nested ? 'ROLLBACK TO graph_write; RELEASE graph_write' : 'ROLLBACK');
    throw error;
  }
}
