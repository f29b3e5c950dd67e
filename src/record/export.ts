/** The record back as a FHIR R4 collection: what an import of it would read is what the graph holds. */
import type { DatabaseSync } from 'node:sqlite';
import { type Fhir, type Links, writeResource } from './fhir/writing.ts';
import { loadEdges, loadNodes } from './patient.ts';

export interface Bundle {
  resourceType: 'Bundle';
  type: 'collection';
  entry: { fullUrl: string; resource: Fhir }[];
}

/** Relative references need a server to be relative to; this one stands for "the same bundle". */
const BASE = 'http://localhost/fhir';

/** Unaudited: `readBundle` is the one for people and agents. */
export function exportPatient(db: DatabaseSync, patient: string): Bundle {
  const nodes = loadNodes(db, patient);
  const links = linkNodes(db, patient, nodes);
  const resources = nodes.flatMap((node) => writeResource(node, links) ?? []);
  return {
    resourceType: 'Bundle',
    type: 'collection',
    entry: resources.map((resource) => ({ fullUrl: `${BASE}/${resource.resourceType}/${resource.id}`, resource })),
  };
}

function linkNodes(db: DatabaseSync, patient: string, nodes: ReturnType<typeof loadNodes>): Links {
  const byUuid = new Map(nodes.map((node) => [node.uuid, node]));
  const outgoing = new Map<string, string[]>();
  for (const { type, from, to } of loadEdges(db, patient)) {
    const key = `${from} ${type}`;
    outgoing.set(key, [...(outgoing.get(key) ?? []), to]);
  }
  return {
    patient,
    targets: (from, type) => (outgoing.get(`${from} ${type}`) ?? []).flatMap((uuid) => byUuid.get(uuid) ?? []),
  };
}
