/** Gathers one patient from staging: finds what is theirs, resolves what it points at, maps it to nodes and edges. */
import { setImmediate } from 'node:timers/promises';
import type { EdgeInput, NodeInput } from '../graph/index.ts';
import { isMapped, mapResource, POOLED, parseResource, type Scope } from './fhir/mapping.ts';
import { npiOf } from './fhir/people.ts';
import { parseReference, type ReferenceTarget } from './fhir/reference.ts';
import type { MappedType, Parsed, Reference, Resource } from './fhir/schemas.ts';
import { typeUuid, uuidV5 } from './identity.ts';
import { type Counts, count } from './reading.ts';
import type { StagedEntry, StagedKey, Staging } from './staging.ts';
import type { Catalogue, Gathered } from './writing.ts';

/** Types of which every resource in a file about one patient belongs to that patient's record, referred to or not. */
const COMPANIONS = ['Practitioner', 'Organization'] as const;
const SLICE_MS = 20;

export async function gatherPatient(
  patient: string,
  staging: Staging,
  stored: Map<string, string> | undefined,
  catalogue: Catalogue,
): Promise<Gathered> {
  const gathering = beginGathering(patient, staging, stored ?? new Map(), catalogue);
  let sliceBegan = performance.now();
  for (const entry of gathering.entries()) {
    gathering.put(entry, entry.json);
    if (performance.now() - sliceBegan > SLICE_MS) {
      await setImmediate();
      sliceBegan = performance.now();
    }
  }
  for (const entry of staging.companions(patient, COMPANIONS)) gathering.put(entry);
  return gathering.finish();
}

/** A thing a reference may mean. `uuid` is its node's, where it is one of this patient's nodes. */
interface Found {
  type: string;
  uuid: string;
  entry?: StagedKey;
  contained?: Resource;
}

function beginGathering(patient: string, staging: Staging, stored: Map<string, string>, catalogue: Catalogue) {
  const nodes = new Map<string, NodeInput>();
  const edges = new Map<string, EdgeInput>();
  const claims = createClaims(stored);
  claims.claim('Patient', patient);
  const own = indexEntries(staging.keysOf(patient), (type, id) => claims.claim(type, id));
  const resolved = new Map<string, Found | undefined>();
  const mapped = new Set<string>();
  let dangling = 0;

  /** The last entry of an id is the one that counts. */
  function* entries(): Generator<StagedEntry> {
    for (const entry of staging.entriesOf(patient)) {
      dangling += unresolvedIn(entry);
      if (own.last.get(`${entry.type}/${entry.id}`) === entry.seq) yield entry;
    }
  }

  function put(entry: StagedKey, json: string | null = staging.json(entry.seq)): void {
    if (json === null || !isMapped(entry.type)) return;
    map(entry.type, claims.claim(entry.type, entry.id), entry.source, JSON.parse(json));
  }

  function map(type: MappedType, uuid: string, source: number, resource: Resource): void {
    const key = `${type}/${uuid}`;
    if (mapped.has(key)) return;
    mapped.add(key);
    mapResource(type, resource, scopeOf(uuid, source, resource));
  }

  function scopeOf(uuid: string, source: number, resource: Resource): Scope {
    return {
      patient,
      uuid,
      node: (label, at, properties) => nodes.set(at, { label, uuid: at, properties }),
      edge(type, from, to) {
        if (to !== undefined) edges.set(`${from} ${type} ${to}`, { type, from, to });
      },
      type: (label, what) => putType(label, what),
      find(reference, ...types) {
        const found = look(reference, uuid, source, resource);
        if (!found || !types.includes(found.type as MappedType)) return undefined;
        return settle(found, source, reference);
      },
      read(reference, type) {
        const found = look(reference, uuid, source, resource);
        if (found?.type !== type) return undefined;
        const json = found.entry ? staging.json(found.entry.seq) : null;
        const content = found.contained ?? (json === null ? undefined : JSON.parse(json));
        return content && (parseResource(type, content) as Parsed<typeof type>);
      },
    };
  }

  function putType(label: Parameters<Scope['type']>[0], what: Parameters<Scope['type']>[1]): string | undefined {
    const { name, code, system } = what;
    if (name === null && code === null) return undefined;
    const uuid = typeUuid(label, system, code, name);
    if (nodes.has(uuid)) return uuid;
    const known = label === 'ObservationType' && system === LOINC && code !== null ? catalogue(code) : undefined;
    const { unit = null, ref_low = null, ref_high = null, ref_text = null } = known ?? {};
    const properties = label === 'ObservationType' ? { ...what, unit, ref_low, ref_high, ref_text } : { ...what };
    nodes.set(uuid, { label, uuid, properties, shared: code !== null && system !== null });
    return uuid;
  }

  function look(reference: Reference | undefined, uuid: string, source: number, resource: Resource): Found | undefined {
    if (reference?.reference === undefined) return undefined;
    const target = parseReference(reference.reference);
    if (target?.kind === 'contained') return lookInside(target.id, uuid, resource);
    return target && lookOutside(target, source, reference.reference);
  }

  function lookOutside(target: ReferenceTarget, source: number, text: string): Found | undefined {
    const key = `${source} ${text}`;
    if (!resolved.has(key)) resolved.set(key, locate(target, source));
    return resolved.get(key);
  }

  function locate(target: ReferenceTarget, source: number): Found | undefined {
    if (target.kind === 'contained') return undefined;
    if (target.kind === 'conditional') return locateConditional(target);
    const mine =
      own.index.get(`${source} ${target.url}`) ??
      own.index.get(target.url) ??
      own.index.get(target.type === null ? target.id : `${target.type}/${target.id}`);
    if (mine) return mine;
    const entry = staging.findByUrl(source, target.url) ?? staging.findById(source, target.type, target.id);
    if (entry)
      return POOLED.has(entry.type) ? { type: entry.type, uuid: claims.claim(entry.type, entry.id), entry } : undefined;
    const label = stored.get(target.id);
    const type = label && TYPE_OF_LABEL[label];
    return type && (target.type === null || target.type === type) ? { type, uuid: target.id } : undefined;
  }

  function locateConditional({ type, system, value }: ReferenceTarget & { kind: 'conditional' }): Found | undefined {
    const entry = staging.findByIdentifier(type, system, value);
    if (entry && POOLED.has(entry.type)) return { type, uuid: claims.claim(type, entry.id), entry };
    if (entry?.type === 'Patient' && entry.id === patient) return { type, uuid: patient };
    return POOLED.has(type) ? { type, uuid: uuidV5(`${type}?${system ?? ''}|${value}`) } : undefined;
  }

  /** Makes sure that the node a reference leads to exists; pooled and contained ones are made on first need. */
  function settle(found: Found, source: number, reference: Reference | undefined): string {
    if (found.contained) map(found.type as MappedType, found.uuid, source, found.contained);
    else if (found.entry && POOLED.has(found.type)) put(found.entry);
    else if (POOLED.has(found.type) && !stored.has(found.uuid)) putConditional(found, reference);
    return found.uuid;
  }

  function putConditional(found: Found, reference: Reference | undefined): void {
    const target = parseReference(reference?.reference ?? '');
    if (nodes.has(found.uuid) || target?.kind !== 'conditional') return;
    const identifier = { system: target.system ?? undefined, value: target.value };
    const npi = found.type === 'Practitioner' ? { npi: npiOf([identifier]) } : {};
    nodes.set(found.uuid, {
      label: found.type,
      uuid: found.uuid,
      properties: { name: withoutTitle(reference?.display) ?? null, ...npi },
    });
  }

  function unresolvedIn(entry: StagedEntry): number {
    let unresolved = 0;
    for (const text of entry.refs === '' ? [] : entry.refs.split('\n')) {
      const target = parseReference(text);
      if (
        !target ||
        !(isConditional(target) || lookOutside(target, entry.source, text) || exists(staging, target, entry.source))
      )
        unresolved++;
    }
    return unresolved;
  }

  function finish(): Gathered {
    const name = nodes.get(patient)?.properties.name;
    return {
      patient,
      name: typeof name === 'string' ? name : null,
      content: { nodes: [...nodes.values()], edges: [...edges.values()] },
      dangling,
      duplicates: own.duplicates,
    };
  }

  return { entries, put, finish };
}

const LOINC = 'http://loinc.org';

/** What a stored node can be referred to as. */
const TYPE_OF_LABEL: Record<string, MappedType> = {
  Patient: 'Patient',
  Practitioner: 'Practitioner',
  Organization: 'Organization',
  Encounter: 'Encounter',
  ConditionCase: 'Condition',
  Observation: 'Observation',
};

/** FHIR ids are unique within a type, uuids within a patient: the first to come keeps the id, another type gets a derived one. */
function createClaims(stored: Map<string, string>) {
  const holders = new Map<string, string>();
  const derived = (type: string, id: string) => uuidV5(`${type}/${id}`);
  return {
    claim(type: string, id: string): string {
      const holder = holders.get(id) ?? ownerInRecord(stored.get(id), type);
      if (holder !== undefined && holder !== type) return derived(type, id);
      holders.set(id, type);
      return id;
    },
  };
}

function ownerInRecord(label: string | undefined, type: string): string | undefined {
  if (label === undefined) return undefined;
  return (LABELS_OF_TYPE[type] ?? [type]).includes(label) ? type : label;
}

const LABELS_OF_TYPE: Record<string, string[]> = {
  Condition: ['ConditionCase', 'SymptomEpisode'],
  AllergyIntolerance: ['AllergyRecord'],
  MedicationRequest: ['IntakeRegimen'],
  MedicationStatement: ['IntakeRegimen'],
};

interface OwnIndex {
  /** By `source fullUrl`, `Type/id`, and bare id. */
  index: Map<string, Found>;
  last: Map<string, number>;
  duplicates: number;
}

function indexEntries(entries: Iterable<StagedKey>, claim: (type: string, id: string) => string): OwnIndex {
  const index = new Map<string, Found>();
  const last = new Map<string, number>();
  let duplicates = 0;
  for (const entry of entries) {
    const key = `${entry.type}/${entry.id}`;
    if (last.has(key)) duplicates++;
    last.set(key, entry.seq);
    const uuid = isMapped(entry.type) ? claim(entry.type, entry.id) : entry.id;
    const found: Found = { type: entry.type, uuid, entry };
    index.set(key, found);
    index.set(entry.id, found);
    if (entry.url) {
      index.set(`${entry.source} ${entry.url}`, found);
      index.set(entry.url, found);
    }
  }
  return { index, last, duplicates };
}

function lookInside(id: string, uuid: string, resource: Resource): Found | undefined {
  const inner = (Array.isArray(resource.contained) ? resource.contained : []).find(
    (candidate: Resource | null) => candidate?.id === id,
  ) as Resource | undefined;
  if (!inner || !isMapped(inner.resourceType)) return undefined;
  return { type: inner.resourceType, uuid: uuidV5(`${uuid}#${id}`), contained: inner };
}

function isConditional(target: ReferenceTarget): boolean {
  return target.kind === 'conditional' && target.type !== 'Patient';
}

function exists(staging: Staging, target: ReferenceTarget, source: number): boolean {
  if (target.kind === 'contained') return true;
  if (target.kind === 'conditional')
    return staging.findByIdentifier(target.type, target.system, target.value) !== undefined;
  return (staging.findByUrl(source, target.url) ?? staging.findById(source, target.type, target.id)) !== undefined;
}

function withoutTitle(display: string | undefined): string | undefined {
  return display?.replace(/^(Dr|Prof|Mr|Mrs|Ms|Miss)\.?\s+/i, '');
}

/** Entries that belong to no known patient: their loose ends, and the clinical ones as skipped. */
export function unresolvedOf(staging: Staging): { dangling: number; skipped: Counts } {
  const skipped: Counts = {};
  let dangling = 0;
  for (const entry of staging.unowned()) {
    if (isMapped(entry.type) && !POOLED.has(entry.type)) count(skipped, entry.type);
    for (const text of entry.refs === '' ? [] : entry.refs.split('\n')) {
      const target = parseReference(text);
      if (!target || !(isConditional(target) || exists(staging, target, entry.source))) dangling++;
    }
  }
  return { dangling, skipped };
}
