/** All of one patient's graph as it would be written: for a mirror on another backend. */
import type { DatabaseSync } from 'node:sqlite';
import { type PatientContent, type PropertyValue, prepareGraph } from './schema.ts';

export function patientContent(db: DatabaseSync, patientUuid: string): PatientContent {
  prepareGraph(db);
  const nodes = db
    .prepare(
      `SELECT n.tenant, n.label, n.uuid, n.props FROM graph_tenant t JOIN graph_node n ON n.tenant = t.id WHERE t.uuid = ?1
       UNION
       SELECT n.tenant, n.label, n.uuid, n.props FROM graph_tenant t JOIN graph_edge e ON e.tenant = t.id
         JOIN graph_node n ON n.id = e.dst AND n.tenant = 0 WHERE t.uuid = ?1`,
    )
    .all(patientUuid);
  const edges = db
    .prepare(
      `SELECT e.type, a.uuid AS source, b.uuid AS target, e.props FROM graph_tenant t JOIN graph_edge e ON e.tenant = t.id
       JOIN graph_node a ON a.id = e.src JOIN graph_node b ON b.id = e.dst WHERE t.uuid = ? ORDER BY e.id`,
    )
    .all(patientUuid);
  return {
    nodes: nodes.map((row) => ({
      label: row['label'] as string,
      uuid: row['uuid'] as string,
      properties: readProperties(row['props']),
      shared: row['tenant'] === 0,
    })),
    edges: edges.map((row) => ({
      type: row['type'] as string,
      from: row['source'] as string,
      to: row['target'] as string,
      properties: readProperties(row['props']),
    })),
  };
}

function readProperties(props: unknown): Record<string, PropertyValue> {
  return JSON.parse(props as string) as Record<string, PropertyValue>;
}
