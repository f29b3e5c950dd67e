/** Parts of a gathered patient, put into the graph beside what is known: nodes first, then the edges between them. */
import type { DatabaseSync } from 'node:sqlite';
import { addToPatient, type PatientContent, removeNode } from '../graph/index.ts';

export interface Added {
  nodes: number;
  edges: number;
}

/** Hardly anybody's record has more: so many nodes are one transaction. */
const WHOLE = 2_000;
const SLICE = 1_000;

/** The patient and Types first; each edge with the entry that it is of, so that a slice has all edges of its entries. */
export function slicesOf(patient: string, content: PatientContent): PatientContent[] {
  if (content.nodes.length <= WHOLE) return [content];
  const rankOf = ({ shared, label }: PatientContent['nodes'][number]) => (label === 'Patient' ? 0 : shared ? 1 : 2);
  const nodes = content.nodes.toSorted((one, other) => rankOf(one) - rankOf(other));
  const slices = Array.from({ length: Math.ceil(nodes.length / SLICE) }, (_, at) => ({
    nodes: nodes.slice(at * SLICE, (at + 1) * SLICE),
    edges: [] as PatientContent['edges'],
  }));
  const sliceOf = new Map(nodes.map(({ uuid }, at) => [uuid, Math.floor(at / SLICE)]));
  for (const edge of content.edges)
    slices[sliceOf.get(edge.from === patient ? edge.to : edge.from) ?? 0]!.edges.push(edge);
  return slices;
}

/** Returns how much was new. A resource that comes again in another shape replaces its old self. */
export function writeSlice(db: DatabaseSync, patient: string, { nodes, edges }: PatientContent): Added {
  const told = toldNodes(db, patient, nodes);
  const news = told.size === 0 ? nodes : nodes.filter(({ uuid }) => !told.has(uuid));
  return addToPatient(db, patient, { nodes: news, edges }, 'import').added;
}

/** Edges that an imported node had and no longer has; a component that left its panel goes with its edge. */
export function dropOutdated(db: DatabaseSync, patient: string, { nodes, edges }: PatientContent): void {
  const tenant = tenantOf(db, patient);
  if (tenant === undefined) return;
  const kept = new Set(edges.map((edge) => `${edge.from} ${edge.type} ${edge.to}`));
  const edgesOf = db.prepare(
    `SELECT e.id, e.type, d.uuid AS "to" FROM graph_node s
       JOIN graph_edge e ON e.tenant = s.tenant AND e.src = s.id JOIN graph_node d ON d.id = e.dst
      WHERE s.tenant = ? AND s.uuid = ? AND e.origin = 'import'`,
  );
  const drop = db.prepare('DELETE FROM graph_edge WHERE id = ? AND tenant = ?');
  for (const { uuid: from, label, shared } of nodes) {
    if (label === 'Patient' || shared) continue;
    for (const { id, type, to } of edgesOf.all(tenant, from)) {
      if (kept.has(`${from} ${type} ${to}`)) continue;
      drop.run(id as number, tenant);
      if (type === 'HAS_COMPONENT') removeNode(db, patient, to as string);
    }
  }
}

/** What was told in conversation keeps its words and its provenance, also when an export of it comes home. */
function toldNodes(db: DatabaseSync, patient: string, nodes: PatientContent['nodes']): Set<string> {
  const tenant = tenantOf(db, patient);
  if (tenant === undefined) return new Set();
  const find = db.prepare("SELECT 1 FROM graph_node WHERE tenant = ? AND uuid = ? AND origin = 'conversation'");
  return new Set(nodes.filter(({ uuid }) => find.get(tenant, uuid) !== undefined).map(({ uuid }) => uuid));
}

function tenantOf(db: DatabaseSync, patient: string): number | undefined {
  return db.prepare('SELECT id FROM graph_tenant WHERE uuid = ?').get(patient)?.['id'] as number | undefined;
}
