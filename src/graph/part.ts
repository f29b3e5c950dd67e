/** The part of one patient while it is written: what is known of it, its nodes and its edges, one by one. */
import { createHash } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { ConsiliumError } from '../kernel/errors.ts';
import type { EdgeInput, NodeInput, PropertyValue } from './schema.ts';
import { sharedProperties, typeLabels } from './schema.ts';
import { type Statements, statements } from './statements.ts';
import { tellWatches } from './watches.ts';

/** What a write did, for one patient. Shared Types count as added only when this patient was the first to need them. */
export interface WriteResult {
  added: { nodes: number; edges: number };
  changed: { nodes: number; edges: number };
  removed: { nodes: number; edges: number };
}

/** `origin` separates what was imported from what was said: a new import replaces the imported part only. */
export type Origin = 'import' | 'conversation';

/** What is being built beside what readers see (`draft.ts`): known by its tenant alone. */
export interface Built {
  readonly tenant: number;
}

export interface Write {
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

export function beginWrite(db: DatabaseSync, patient: string | Built, origin: Origin): Write {
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

export function loadAll(write: Write): Write {
  if (write.isWhole) return write;
  const { sql, tenant, nodes, edges } = write;
  for (const row of sql.nodes.iterate(tenant)) nodes.set(row.uuid as string, row as unknown as StoredNode);
  for (const row of sql.edges.iterate(tenant))
    edges.set(`${row.src} ${row.type} ${row.dst}`, row as unknown as StoredEdge);
  write.isWhole = true;
  return write;
}

/** A few words told must not take longer the more there is in the record: what is needed of it is looked up. */
export function storedNode({ sql, tenant, nodes, isWhole }: Write, uuid: string): StoredNode | undefined {
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

export function putNodes(write: Write, nodes: NodeInput[]): Set<number> {
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

export function putEdges(write: Write, edges: EdgeInput[]): Set<number> {
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

export function removeNodeRow(write: Write, id: number): void {
  const edges = write.sql.dropEdgesOf.run(write.tenant, id, id);
  write.sql.dropNode.run(id);
  write.result.removed.nodes++;
  write.result.removed.edges += Number(edges.changes);
}

export function removeEdge(write: Write, id: number): void {
  write.sql.dropEdge.run(id);
  write.result.removed.edges++;
}

function encodeProperties(node: NodeInput): string {
  return JSON.stringify(Object.assign({ uuid: '' }, withoutNulls(node.properties), { uuid: node.uuid }));
}

function withoutNulls(properties: Record<string, PropertyValue>): Record<string, PropertyValue> {
  return Object.fromEntries(Object.entries(properties).filter(([, value]) => value !== null && value !== undefined));
}
