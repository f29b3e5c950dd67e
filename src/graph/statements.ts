/** What is asked of the tables when a patient's part is written, prepared once a database. */
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { nextTenant, prepareGraph } from './schema.ts';

export interface Statements {
  tenant: StatementSync;
  addTenant: StatementSync;
  nodes: StatementSync;
  edges: StatementSync;
  node: StatementSync;
  edge: StatementSync;
  type: StatementSync;
  nodeById: StatementSync;
  addNode: StatementSync;
  addType: StatementSync;
  changeNode: StatementSync;
  dropNode: StatementSync;
  addEdge: StatementSync;
  changeEdge: StatementSync;
  dropEdge: StatementSync;
  dropEdgesOf: StatementSync;
}

const statementsOf = new WeakMap<DatabaseSync, Statements>();

export function statements(db: DatabaseSync): Statements {
  prepareGraph(db);
  const known = statementsOf.get(db);
  if (known) return known;
  const made: Statements = {
    tenant: db.prepare('SELECT id FROM graph_tenant WHERE uuid = ?'),
    addTenant: db.prepare(`INSERT INTO graph_tenant (id, uuid) VALUES ((${nextTenant}), ?)`),
    nodes: db.prepare('SELECT id, label, uuid, origin, props FROM graph_node WHERE tenant = ? ORDER BY id'),
    edges: db.prepare('SELECT id, type, src, dst, origin, props FROM graph_edge WHERE tenant = ?'),
    node: db.prepare('SELECT id, label, origin, props FROM graph_node WHERE tenant = ? AND uuid = ?'),
    edge: db.prepare('SELECT id, origin, props FROM graph_edge WHERE tenant = ? AND src = ? AND type = ? AND dst = ?'),
    type: db.prepare('SELECT id, props FROM graph_node WHERE tenant = 0 AND uuid = ?'),
    nodeById: db.prepare('SELECT 1 FROM graph_node WHERE id = ?'),
    // Where there are only Types, the number after the greatest would be one of a Type.
    addNode: db.prepare(
      `INSERT INTO graph_node (id, tenant, label, uuid, origin, props)
       VALUES (1 + max(0, coalesce((SELECT max(id) FROM graph_node), 0)), ?, ?, ?, ?, ?)`,
    ),
    addType: db.prepare('INSERT INTO graph_node (id, tenant, label, uuid, props) VALUES (?, 0, ?, ?, ?)'),
    changeNode: db.prepare('UPDATE graph_node SET label = ?, props = ? WHERE id = ?'),
    dropNode: db.prepare('DELETE FROM graph_node WHERE id = ?'),
    addEdge: db.prepare('INSERT INTO graph_edge (tenant, type, src, dst, origin, props) VALUES (?, ?, ?, ?, ?, ?)'),
    changeEdge: db.prepare('UPDATE graph_edge SET props = ? WHERE id = ?'),
    dropEdge: db.prepare('DELETE FROM graph_edge WHERE id = ?'),
    dropEdgesOf: db.prepare('DELETE FROM graph_edge WHERE tenant = ? AND (src = ? OR dst = ?)'),
  };
  statementsOf.set(db, made);
  return made;
}
