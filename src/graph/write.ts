import { createHash } from 'node:crypto';
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { ConsiliumError } from '../kernel/errors.ts';
import type { EdgeInput, NodeInput, PatientContent, PropertyValue } from './schema.ts';
import { nextTenant, prepareGraph, sharedProperties, typeLabels } from './schema.ts';

/** What a write did, for one patient. Shared Types count as added only when this patient was the first to need them. */
export interface WriteResult {
  added: { nodes: number; edges: number };
  changed: { nodes: number; edges: number };
  removed: { nodes: number; edges: number };
}

/** `origin` separates what was imported from what was said: a new import replaces the imported part only. */
export type Origin = 'import' | 'conversation';

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

/** Forgets a patient: every instance and edge. Shared Types stay, they say nothing about anyone. */
export function removePatient(db: DatabaseSync, patientUuid: string): boolean {
  return inTransaction(db, () => {
    const row = statements(db).tenant.get(patientUuid);
    if (!row) return false;
    tellWatches(db, patientUuid);
    for (const sql of ['graph_edge WHERE tenant', 'graph_node WHERE tenant', 'graph_tenant WHERE id'])
      db.prepare(`DELETE FROM ${sql} = ?`).run(row.id as number);
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

interface StoredNode {
  id: number;
  label: string;
  origin: string;
  props: string;
}

interface StoredEdge {
  id: number;
  origin: string;
  props: string;
}

interface Write {
  sql: Statements;
  tenant: number;
  origin: Origin;
  /** What is known of the patient's nodes and edges: all of it where `isWhole`, else what was asked for so far. */
  nodes: Map<string, StoredNode>;
  edges: Map<string, StoredEdge>;
  isWhole: boolean;
  /** uuid → id of the Types written or found during this write. */
  types: Map<string, number>;
  result: WriteResult;
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

/** What is being built beside what readers see (`draft.ts`): known by its tenant alone. */
export interface Built {
  readonly tenant: number;
}

function beginWrite(db: DatabaseSync, patient: string | Built, origin: Origin): Write {
  if (!patient) throw new ConsiliumError('GRAPH_WRITE', 'A patient needs a uuid.');
  const sql = statements(db);
  const none = () => ({ nodes: 0, edges: 0 });
  return {
    sql,
    origin,
    ...(typeof patient === 'string' ? tenantFor(db, sql, patient) : { tenant: patient.tenant, isWhole: false }),
    nodes: new Map(),
    edges: new Map(),
    types: new Map(),
    result: { added: none(), changed: none(), removed: none() },
  };
}

function tenantFor(db: DatabaseSync, sql: Statements, patient: string): Pick<Write, 'tenant' | 'isWhole'> {
  tellWatches(db, patient);
  const found = sql.tenant.get(patient);
  if (found) return { tenant: found.id as number, isWhole: false };
  return { tenant: Number(sql.addTenant.run(patient).lastInsertRowid), isWhole: true };
}

/** Somebody who builds on what a patient's part was: told when that is no longer so. */
export interface Watch {
  readonly patient: string;
  isOld: boolean;
}

/** Those who watch patients of this database. */
export function watchesOf(db: DatabaseSync): Set<Watch> {
  const all = watches.get(db) ?? new Set<Watch>();
  watches.set(db, all);
  return all;
}

export function tellWatches(db: DatabaseSync, patient: string): void {
  for (const watch of watchesOf(db)) if (watch.patient === patient) watch.isOld = true;
}

const watches = new WeakMap<DatabaseSync, Set<Watch>>();

function loadAll(write: Write): Write {
  if (write.isWhole) return write;
  const { sql, tenant, nodes, edges } = write;
  for (const row of sql.nodes.iterate(tenant)) nodes.set(row.uuid as string, row as unknown as StoredNode);
  for (const row of sql.edges.iterate(tenant))
    edges.set(`${row.src} ${row.type} ${row.dst}`, row as unknown as StoredEdge);
  write.isWhole = true;
  return write;
}

/** A few words told must not take longer the more there is in the record: what is needed of it is looked up. */
function storedNode({ sql, tenant, nodes, isWhole }: Write, uuid: string): StoredNode | undefined {
  const known = nodes.get(uuid);
  if (known || isWhole) return known;
  const row = sql.node.get(tenant, uuid) as StoredNode | undefined;
  if (row) nodes.set(uuid, row);
  return row;
}

function storedEdge({ sql, tenant, edges, isWhole }: Write, src: number, type: string, dst: number) {
  const key = `${src} ${type} ${dst}`;
  const known = edges.get(key);
  if (known || isWhole) return known;
  const row = sql.edge.get(tenant, src, type, dst) as StoredEdge | undefined;
  if (row) edges.set(key, row);
  return row;
}

function putNodes(write: Write, nodes: NodeInput[]): Set<number> {
  const kept = new Set<number>();
  for (const node of nodes) {
    if (!node.uuid || !node.label) throw new ConsiliumError('GRAPH_WRITE', 'A node needs a label and a uuid.');
    if (node.shared) putType(write, node);
    else kept.add(putInstance(write, node));
  }
  return kept;
}

function putInstance(write: Write, node: NodeInput): number {
  const props = encodeProperties(node);
  const stored = storedNode(write, node.uuid);
  if (!stored) {
    const id = Number(write.sql.addNode.run(write.tenant, node.label, node.uuid, write.origin, props).lastInsertRowid);
    write.nodes.set(node.uuid, { id, label: node.label, origin: write.origin, props });
    write.result.added.nodes++;
    return id;
  }
  if (stored.label !== node.label || stored.props !== props) {
    write.sql.changeNode.run(node.label, props, stored.id);
    Object.assign(stored, { label: node.label, props });
    write.result.changed.nodes++;
  }
  return stored.id;
}

function putType(write: Write, node: NodeInput): void {
  if (write.types.has(node.uuid)) return;
  const strange = Object.keys(node.properties).find(
    (key) => node.properties[key] != null && !sharedProperties.has(key),
  );
  if (!typeLabels.includes(node.label) || strange || !node.properties.code || !node.properties.system)
    throw new ConsiliumError('GRAPH_WRITE', `The ${node.label} ${node.uuid} cannot be shared.`, {
      hint: 'A shared node is a Type with a code and a system and no property beyond terminology; else leave shared out.',
    });
  const props = encodeProperties(node);
  const stored = write.sql.type.get(node.uuid);
  if (stored) {
    if (stored.props !== props) write.sql.changeNode.run(node.label, props, stored.id as number);
    write.types.set(node.uuid, stored.id as number);
    return;
  }
  let id = typeId(node.uuid);
  while (write.sql.nodeById.get(id)) id--;
  write.sql.addType.run(id, node.label, node.uuid, props);
  write.types.set(node.uuid, id);
  write.result.added.nodes++;
}

/** Negative, from the content alone. */
function typeId(uuid: string): number {
  return -1 - createHash('sha256').update(uuid).digest().readUIntBE(0, 6);
}

function putEdges(write: Write, edges: EdgeInput[]): Set<number> {
  const kept = new Set<number>();
  for (const edge of edges) {
    const src = findNode(write, edge, edge.from);
    const dst = findNode(write, edge, edge.to);
    if (src < 0) throw new ConsiliumError('GRAPH_WRITE', `An edge ${edge.type} may not start at a shared Type.`);
    const props = JSON.stringify(withoutNulls(edge.properties ?? {}));
    const stored = storedEdge(write, src, edge.type, dst);
    if (!stored) {
      const id = Number(write.sql.addEdge.run(write.tenant, edge.type, src, dst, write.origin, props).lastInsertRowid);
      write.edges.set(`${src} ${edge.type} ${dst}`, { id, origin: write.origin, props });
      write.result.added.edges++;
      kept.add(id);
      continue;
    }
    if (stored.props !== props) {
      write.sql.changeEdge.run(props, stored.id);
      stored.props = props;
      write.result.changed.edges++;
    }
    kept.add(stored.id);
  }
  return kept;
}

function findNode(write: Write, edge: EdgeInput, uuid: string): number {
  const known = write.nodes.get(uuid)?.id ?? write.types.get(uuid) ?? storedNode(write, uuid)?.id;
  if (known !== undefined) return known;
  const stored = write.sql.type.get(uuid);
  if (!stored)
    throw new ConsiliumError('GRAPH_WRITE', `An edge ${edge.type} leads to ${uuid}, which is not there.`, {
      hint: 'Give both ends as nodes, or leave the edge out and count it as dangling.',
    });
  write.types.set(uuid, stored.id as number);
  return stored.id as number;
}

function removeNodeRow(write: Write, id: number): void {
  const edges = write.sql.dropEdgesOf.run(write.tenant, id, id);
  write.sql.dropNode.run(id);
  write.result.removed.nodes++;
  write.result.removed.edges += Number(edges.changes);
}

function removeEdge(write: Write, id: number): void {
  write.sql.dropEdge.run(id);
  write.result.removed.edges++;
}

function encodeProperties(node: NodeInput): string {
  return JSON.stringify(Object.assign({ uuid: '' }, withoutNulls(node.properties), { uuid: node.uuid }));
}

function withoutNulls(properties: Record<string, PropertyValue>): Record<string, PropertyValue> {
  return Object.fromEntries(Object.entries(properties).filter(([, value]) => value !== null && value !== undefined));
}

interface Statements {
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

function statements(db: DatabaseSync): Statements {
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
