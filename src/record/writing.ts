/**
 * Puts a gathered patient into the graph beside what is already known of them: in one transaction, or, where there is far
 * more than people have, in several, so that others have their turn in between.
 */

import type { DatabaseSync } from 'node:sqlite';
import { setImmediate } from 'node:timers/promises';
import { addToPatient, type PatientContent, prepareGraph, removeNode } from '../graph/index.ts';
import { inTransaction } from '../storage/handle.ts';

/** What a terminology knows of a laboratory code, whoever is measured. */
export interface CatalogueEntry {
  unit?: string | null;
  ref_low?: number | null;
  ref_high?: number | null;
  ref_text?: string | null;
}
export type Catalogue = (loinc: string) => CatalogueEntry | undefined;

/** uuid → label of what the record already holds of a patient; undefined for a patient it does not know. */
export function storedPatient(db: DatabaseSync, patient: string): Map<string, string> | undefined {
  prepareGraph(db);
  const tenant = db.prepare('SELECT id FROM graph_tenant WHERE uuid = ?').get(patient);
  if (!tenant) return undefined;
  const nodes = new Map<string, string>();
  for (const row of db.prepare('SELECT uuid, label FROM graph_node WHERE tenant = ?').iterate(tenant.id as number))
    nodes.set(row.uuid as string, row.label as string);
  return nodes.get(patient) === 'Patient' ? nodes : undefined;
}

export function storedName(db: DatabaseSync, patient: string): string | null {
  const row = db
    .prepare(
      `SELECT n.props ->> '$.name' AS name FROM graph_tenant t JOIN graph_node n ON n.tenant = t.id AND n.uuid = t.uuid
       WHERE t.uuid = ?`,
    )
    .get(patient);
  return (row?.name ?? null) as string | null;
}

export interface Gathered {
  patient: string;
  name: string | null;
  content: PatientContent;
  dangling: number;
  duplicates: number;
}

/**
 * Returns what was new. A resource that comes again in another shape replaces its old self, edges included. `onWritten` is
 * called in the transaction of the first slice: an import that is broken off is on the trail too, and the same again
 * brings the rest.
 */
export async function writeGathered(
  db: DatabaseSync,
  gathered: Gathered,
  onWritten?: (patient: string) => void,
): Promise<{ nodes: number; edges: number }> {
  const { patient } = gathered;
  const all = { nodes: 0, edges: 0 };
  for (const [at, content] of slicesOf(gathered.content).entries()) {
    if (at > 0) await setImmediate();
    const { added } = inTransaction(db, () => {
      if (at === 0) dropOutdated(db, gathered);
      const told = toldNodes(db, patient, content);
      const nodes = content.nodes.filter(({ uuid }) => !told.has(uuid));
      const result = addToPatient(db, patient, { ...content, nodes }, 'import');
      if (at === 0) onWritten?.(patient);
      return result;
    });
    all.nodes += added.nodes;
    all.edges += added.edges;
  }
  return all;
}

/** Nodes that are written in one transaction. Hardly anybody's record has more. */
const SLICE = 2_000;

/** Each slice leads only to what is in it or in one before: the patient and Types first, an edge with the later of its ends. */
function slicesOf(content: PatientContent): PatientContent[] {
  if (content.nodes.length <= SLICE) return [content];
  const rankOf = ({ shared, label }: PatientContent['nodes'][number]) => (label === 'Patient' ? 0 : shared ? 1 : 2);
  const nodes = content.nodes.toSorted((one, other) => rankOf(one) - rankOf(other));
  const slices = Array.from({ length: Math.ceil(nodes.length / SLICE) }, (_, at) => ({
    nodes: nodes.slice(at * SLICE, (at + 1) * SLICE),
    edges: [] as PatientContent['edges'],
  }));
  const sliceOf = new Map(nodes.map(({ uuid }, at) => [uuid, Math.floor(at / SLICE)]));
  for (const edge of content.edges)
    slices[Math.max(sliceOf.get(edge.from) ?? 0, sliceOf.get(edge.to) ?? 0)]!.edges.push(edge);
  return slices;
}

/** Edges that an imported node had and no longer has; a component that left its panel goes with its edge. */
function dropOutdated(db: DatabaseSync, { patient, content }: Gathered): void {
  const tenant = db.prepare('SELECT id FROM graph_tenant WHERE uuid = ?').get(patient)?.id;
  if (tenant === undefined) return;
  const kept = new Set(content.edges.map((edge) => `${edge.from} ${edge.type} ${edge.to}`));
  const renewed = new Set(content.nodes.filter((node) => node.label !== 'Patient').map((node) => node.uuid));
  const edges = db
    .prepare(
      `SELECT e.id, e.type, s.uuid AS "from", d.uuid AS "to" FROM graph_edge e
       JOIN graph_node s ON s.id = e.src JOIN graph_node d ON d.id = e.dst
       WHERE e.tenant = ? AND e.origin = 'import' AND s.label <> 'Patient'`,
    )
    .all(tenant as number);
  const drop = db.prepare('DELETE FROM graph_edge WHERE id = ? AND tenant = ?');
  for (const { id, type, from, to } of edges) {
    if (!renewed.has(from as string) || kept.has(`${from} ${type} ${to}`)) continue;
    drop.run(id as number, tenant as number);
    if (type === 'HAS_COMPONENT') removeNode(db, patient, to as string);
  }
}

/** What was told in conversation keeps its words and its provenance, also when an export of it comes home. */
function toldNodes(db: DatabaseSync, patient: string, { nodes }: PatientContent): Set<string> {
  const find = db.prepare(
    `SELECT 1 FROM graph_node n JOIN graph_tenant t ON t.id = n.tenant
     WHERE t.uuid = ? AND n.uuid = ? AND n.origin = 'conversation'`,
  );
  return new Set(nodes.filter(({ uuid }) => find.get(patient, uuid) !== undefined).map(({ uuid }) => uuid));
}
