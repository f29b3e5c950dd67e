/** A gathered patient put into the graph beside what is known, or into a draft, piece by piece: nodes, then their edges. */
import type { DatabaseSync } from 'node:sqlite';
import { addToPatient, type Draft, type PatientContent, piecesOf, removeNode, weightOf } from '../graph/index.ts';

export interface Added {
  nodes: number;
  edges: number;
}

/** Nodes, or edges, that are written at one go. */
const PIECE = 250;

/** Returns how much was new. A resource that comes again in another shape replaces its old self. Yields between pieces. */
export function* writePieces(
  db: DatabaseSync,
  into: string | Draft,
  { nodes, edges }: PatientContent,
): Generator<void, Added> {
  const added: Added = { nodes: 0, edges: 0 };
  // All ends before all edges.
  for (const some of nodePieces(nodes)) {
    const told = toldNodes(db, into, some);
    const news = told.size === 0 ? some : some.filter(({ uuid }) => !told.has(uuid));
    added.nodes += addToPatient(db, into, { nodes: news, edges: [] }, 'import').added.nodes;
    yield;
  }
  yield* dropOutdated(db, into, { nodes, edges });
  for (const some of edgePieces(edges)) {
    added.edges += addToPatient(db, into, { nodes: [], edges: some }, 'import').added.edges;
    yield;
  }
  return added;
}

type Nodes = PatientContent['nodes'];

function nodePieces(nodes: Nodes): Generator<Nodes, void> {
  return piecesOf(nodes, ({ properties }) => weightOf(properties), PIECE);
}

function edgePieces(edges: PatientContent['edges']): Generator<PatientContent['edges'], void> {
  return piecesOf(edges, ({ properties }) => weightOf(properties ?? {}), PIECE);
}

/** Edges that an imported node had and no longer has; a component that left its panel goes with its edge. */
function* dropOutdated(
  db: DatabaseSync,
  into: string | Draft,
  { nodes, edges }: PatientContent,
): Generator<void, void> {
  const tenant = tenantOf(db, into);
  if (tenant === undefined || !hasEdges(db, tenant)) return;
  const kept = new Set<string>();
  for (const some of edgePieces(edges)) {
    for (const edge of some) kept.add(`${edge.from} ${edge.type} ${edge.to}`);
    yield;
  }
  const edgesOf = db.prepare(
    `SELECT e.id, e.type, d.uuid AS "to" FROM graph_node s
       JOIN graph_edge e ON e.tenant = s.tenant AND e.src = s.id JOIN graph_node d ON d.id = e.dst
      WHERE s.tenant = ? AND s.uuid = ? AND e.origin = 'import'`,
  );
  const drop = db.prepare('DELETE FROM graph_edge WHERE id = ? AND tenant = ?');
  for (const some of nodePieces(nodes)) {
    for (const { uuid: from, label, shared } of some) {
      if (label === 'Patient' || shared) continue;
      for (const { id, type, to } of edgesOf.all(tenant, from)) {
        if (kept.has(`${from} ${type} ${to}`)) continue;
        drop.run(id as number, tenant);
        if (type === 'HAS_COMPONENT') removeNode(db, into, to as string);
      }
    }
    yield;
  }
}

function hasEdges(db: DatabaseSync, tenant: number): boolean {
  return db.prepare('SELECT 1 FROM graph_edge WHERE tenant = ? LIMIT 1').get(tenant) !== undefined;
}

/** What was told in conversation keeps its words and its provenance, also when an export of it comes home. */
function toldNodes(db: DatabaseSync, into: string | Draft, nodes: PatientContent['nodes']): Set<string> {
  const tenant = tenantOf(db, into);
  if (tenant === undefined) return new Set();
  const find = db.prepare("SELECT 1 FROM graph_node WHERE tenant = ? AND uuid = ? AND origin = 'conversation'");
  return new Set(nodes.filter(({ uuid }) => find.get(tenant, uuid) !== undefined).map(({ uuid }) => uuid));
}

function tenantOf(db: DatabaseSync, into: string | Draft): number | undefined {
  if (typeof into !== 'string') return into.tenant;
  return db.prepare('SELECT id FROM graph_tenant WHERE uuid = ?').get(into)?.['id'] as number | undefined;
}
