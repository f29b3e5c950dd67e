/** Gathers one patient from staging: maps what is theirs to nodes and edges, with what it points at. */

import type { EdgeInput, NodeInput } from '../graph/index.ts';
import { openBreath } from '../kernel/breath.ts';
import { isMapped, mapResource, POOLED, parseResource, type Scope, type TypeLabel } from './fhir/mapping.ts';
import { npiOf } from './fhir/people.ts';
import { parseReference } from './fhir/reference.ts';
import type { MappedType, Reference, Resource } from './fhir/schemas.ts';
import type { Coded } from './fhir/values.ts';
import { typeUuid } from './identity.ts';
import { type Counts, count } from './reading.ts';
import { createResolver, type Found, type Resolver, type Standpoint, unresolvedAmong } from './resolving.ts';
import type { StagedKey, Staging } from './staging.ts';
import type { Catalogue, Gathered } from './writing.ts';

/** Types of which every resource in a file about one patient belongs to that patient's record, referred to or not. */
const COMPANIONS = ['Practitioner', 'Organization'] as const;

export async function gatherPatient(
  patient: string,
  staging: Staging,
  stored: Map<string, string> = new Map(),
  catalogue: Catalogue,
): Promise<Gathered> {
  const resolver = await createResolver(patient, staging, stored);
  const graph = createCollection(catalogue);
  const put = createMapper(patient, staging, stored, resolver, graph);
  let dangling = 0;
  // A server goes on serving while it imports.
  const breathe = openBreath();
  for (const entry of staging.entriesOf(patient)) {
    dangling += resolver.unresolvedIn(entry);
    if (resolver.isLast(entry)) put(entry, entry.json);
    const turn = breathe();
    if (turn !== undefined) await turn;
  }
  for (const entry of staging.companions(patient, COMPANIONS)) put(entry, staging.json(entry.seq));
  Object.assign(graph.nodes.get(patient)?.properties ?? {}, Object.fromEntries(graph.asides));
  const name = graph.nodes.get(patient)?.properties.name;
  return {
    patient,
    name: typeof name === 'string' ? name : null,
    content: { nodes: [...graph.nodes.values()], edges: [...graph.edges.values()] },
    dangling,
    duplicates: resolver.duplicates,
  };
}

interface Collection {
  nodes: Map<string, NodeInput>;
  edges: Map<string, EdgeInput>;
  /** Sentences for the patient's own node, by property. */
  asides: Map<string, string[]>;
  type(label: TypeLabel, what: Coded): string | undefined;
}

function createCollection(catalogue: Catalogue): Collection {
  const nodes = new Map<string, NodeInput>();
  const types = new Map<string, string>();
  return {
    nodes,
    edges: new Map(),
    asides: new Map(),
    type(label, what) {
      if (what.name === null && what.code === null) return undefined;
      const key = `${label}|${what.system}|${what.code}|${what.name}`;
      const known = types.get(key);
      if (known !== undefined) return known;
      const node = typeNode(label, what, catalogue);
      types.set(key, node.uuid);
      nodes.set(node.uuid, node);
      return node.uuid;
    },
  };
}

const LOINC = 'http://loinc.org';

function typeNode(label: TypeLabel, what: Coded, catalogue: Catalogue): NodeInput {
  const { name, code, system } = what;
  const shared = code !== null && system !== null;
  const uuid = typeUuid(label, system, code, name);
  if (label !== 'ObservationType') return { label, uuid, properties: { ...what }, shared };
  const known = system === LOINC && code !== null ? catalogue(code) : undefined;
  const { unit = null, ref_low = null, ref_high = null, ref_text = null } = known ?? {};
  return { label, uuid, properties: { ...what, unit, ref_low, ref_high, ref_text }, shared };
}

type Put = (entry: StagedKey, json: string | null) => void;

/** Maps an entry once, and on first need what it refers to beyond the patient's own: practitioners, contained things. */
function createMapper(
  patient: string,
  staging: Staging,
  stored: Map<string, string>,
  resolver: Resolver,
  { nodes, edges, asides, type }: Collection,
): Put {
  const mapped = new Set<string>();

  const put: Put = (entry, json) => {
    if (json === null || !isMapped(entry.type)) return;
    const uuid = resolver.claim(entry.type, entry.id);
    if (!mapped.has(`${entry.type}/${uuid}`))
      map(entry.type, { uuid, source: entry.source, resource: JSON.parse(json) });
  };

  function map(kind: MappedType, at: Standpoint): void {
    const key = `${kind}/${at.uuid}`;
    if (mapped.has(key)) return;
    mapped.add(key);
    mapResource(kind, at.resource, scopeAt(at));
  }

  function scopeAt(at: Standpoint): Scope {
    return {
      patient,
      uuid: at.uuid,
      node: (label, uuid, properties) => nodes.set(uuid, { label, uuid, properties }),
      edge(kind, from, to) {
        if (to !== undefined) edges.set(`${from} ${kind} ${to}`, { type: kind, from, to });
      },
      type,
      aside(property, sentence) {
        if (sentence !== null) asides.set(property, [...(asides.get(property) ?? []), sentence]);
      },
      find(reference, ...kinds) {
        const found = resolver.look(reference, at);
        if (!found || !kinds.includes(found.type as MappedType)) return undefined;
        settle(found, at.source, reference);
        return found.uuid;
      },
      read(reference, kind) {
        const found = resolver.look(reference, at);
        const resource = found?.type === kind ? contentOf(found) : undefined;
        return resource && parseResource(kind, resource);
      },
    };
  }

  function settle(found: Found, source: number, reference: Reference | undefined): void {
    if (found.contained) map(found.type as MappedType, { uuid: found.uuid, source, resource: found.contained });
    else if (!POOLED.has(found.type)) return;
    else if (found.entry) put(found.entry, staging.json(found.entry.seq));
    else if (!stored.has(found.uuid) && !nodes.has(found.uuid))
      nodes.set(found.uuid, conditionalNode(found, reference));
  }

  function contentOf({ contained, entry }: Found): Resource | undefined {
    if (contained) return contained;
    const json = entry ? staging.json(entry.seq) : null;
    return json === null ? undefined : JSON.parse(json);
  }

  return put;
}

/** All that is known of someone referred to by an identifier: that, and how the reference shows them. */
function conditionalNode({ type, uuid }: Found, reference: Reference | undefined): NodeInput {
  const target = parseReference(reference?.reference ?? '');
  const identifier =
    target?.kind === 'conditional' ? [{ system: target.system ?? undefined, value: target.value }] : [];
  const npi = type === 'Practitioner' ? { npi: npiOf(identifier) } : {};
  return { label: type, uuid, properties: { name: withoutTitle(reference?.display), ...npi } };
}

function withoutTitle(display: string | undefined): string | undefined {
  return display?.replace(/^(Dr|Prof|Mr|Mrs|Ms|Miss)\.?\s+/i, '');
}

/** Entries that belong to no known patient: their loose ends, and the clinical ones as skipped. */
export async function surveyUnowned(staging: Staging): Promise<{ dangling: number; skipped: Counts }> {
  const breathe = openBreath();
  const skipped: Counts = {};
  let dangling = 0;
  for (const entry of staging.unowned()) {
    if (isMapped(entry.type) && !POOLED.has(entry.type)) count(skipped, entry.type);
    dangling += unresolvedAmong(staging, entry);
    const turn = breathe();
    if (turn !== undefined) await turn;
  }
  return { dangling, skipped };
}
