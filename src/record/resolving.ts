/** What a patient's references mean: their own entries first, then what belongs to no one, then what is already stored. */
import { openBreath } from '../kernel/breath.ts';
import { isMapped, POOLED } from './fhir/mapping.ts';
import { parseReference, type ReferenceTarget } from './fhir/reference.ts';
import type { MappedType, Reference, Resource } from './fhir/schemas.ts';
import { uuidV5 } from './identity.ts';
import type { StagedEntry, StagedKey, Staging } from './staging.ts';

/** A thing a reference may mean, and the uuid of its node. */
export interface Found {
  type: string;
  uuid: string;
  entry?: StagedKey;
  contained?: Resource;
}

/** Where a reference stands. */
export interface Standpoint {
  uuid: string;
  source: number;
  resource: Resource;
}

export interface Resolver {
  /** The node's uuid for an entry of this patient or of no one. */
  claim(type: string, id: string): string;
  look(reference: Reference | undefined, from: Standpoint): Found | undefined;
  /** How many references of an entry lead to nothing. */
  unresolvedIn(entry: StagedEntry): number;
  /** Whether this is the entry that counts among those of its id: the last. */
  isLast(entry: StagedKey): boolean;
  duplicates: number;
}

export async function createResolver(
  patient: string,
  staging: Staging,
  stored: Map<string, string>,
): Promise<Resolver> {
  const claim = createClaims(patient, stored);
  const own = await indexEntries(staging.keysOf(patient), claim);
  const located = new Map<string, Found | undefined>();
  const places: Places = { patient, staging, stored, own, claim };

  function lookOutside(target: ReferenceTarget, source: number, text: string): Found | undefined {
    const key = `${source} ${text}`;
    if (!located.has(key)) located.set(key, locate(target, source, places));
    return located.get(key);
  }

  return {
    claim,
    look(reference, from) {
      if (reference?.reference === undefined) return undefined;
      const target = parseReference(reference.reference);
      if (target?.kind === 'contained') return lookInside(target.id, from);
      return target && lookOutside(target, from.source, reference.reference);
    },
    unresolvedIn: ({ refs, source }) =>
      countUnresolved(
        refs,
        (target, text) => lookOutside(target, source, text) !== undefined || exists(staging, target, source),
      ),
    isLast: (entry) => own.last.get(`${entry.type}/${entry.id}`) === entry.seq,
    duplicates: own.duplicates,
  };
}

type Claim = (type: string, id: string) => string;

interface Places {
  patient: string;
  staging: Staging;
  stored: Map<string, string>;
  own: OwnIndex;
  claim: Claim;
}

function locate(target: ReferenceTarget, source: number, places: Places): Found | undefined {
  if (target.kind === 'contained') return undefined;
  if (target.kind === 'conditional') return locateConditional(target, places);
  const { own, staging, stored, claim } = places;
  const mine =
    own.index.get(`${source} ${target.url}`) ??
    own.index.get(target.url) ??
    own.index.get(target.type === null ? target.id : `${target.type}/${target.id}`);
  if (mine) return mine;
  const entry = staging.findByUrl(source, target.url) ?? staging.findById(source, target.type, target.id);
  if (entry) return POOLED.has(entry.type) ? { type: entry.type, uuid: claim(entry.type, entry.id), entry } : undefined;
  const label = stored.get(target.id);
  const type = label && TYPE_OF_LABEL[label];
  return type && (target.type === null || target.type === type) ? { type, uuid: target.id } : undefined;
}

function locateConditional(
  { type, system, value }: ReferenceTarget & { kind: 'conditional' },
  { patient, staging, claim }: Places,
): Found | undefined {
  const entry = staging.findByIdentifier(type, system, value);
  if (entry && POOLED.has(entry.type)) return { type, uuid: claim(type, entry.id), entry };
  if (entry?.type === 'Patient' && entry.id === patient) return { type, uuid: patient };
  return POOLED.has(type) ? { type, uuid: uuidV5(`${type}?${system ?? ''}|${value}`) } : undefined;
}

function lookInside(id: string, { uuid, resource }: Standpoint): Found | undefined {
  const inner = (Array.isArray(resource.contained) ? resource.contained : []).find(
    (candidate: Resource | null) => candidate?.id === id,
  ) as Resource | undefined;
  if (!inner || !isMapped(inner.resourceType)) return undefined;
  return { type: inner.resourceType, uuid: uuidV5(`${uuid}#${id}`), contained: inner };
}

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
function createClaims(patient: string, stored: Map<string, string>): Claim {
  const holders = new Map([[patient, 'Patient']]);
  return (type, id) => {
    const holder = holders.get(id) ?? holderInRecord(stored.get(id), type);
    if (holder !== undefined && holder !== type) return uuidV5(`${type}/${id}`);
    holders.set(id, type);
    return id;
  };
}

function holderInRecord(label: string | undefined, type: string): string | undefined {
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
  /** By `source fullUrl`, fullUrl, `Type/id`, and bare id. */
  index: Map<string, Found>;
  last: Map<string, number>;
  duplicates: number;
}

async function indexEntries(entries: Iterable<StagedKey>, claim: Claim): Promise<OwnIndex> {
  const breathe = openBreath();
  const index = new Map<string, Found>();
  const last = new Map<string, number>();
  let duplicates = 0;
  for (const entry of entries) {
    const key = `${entry.type}/${entry.id}`;
    if (last.has(key)) duplicates++;
    last.set(key, entry.seq);
    const uuid = isMapped(entry.type) ? claim(entry.type, entry.id) : entry.id;
    const found: Found = { type: entry.type, uuid, entry };
    for (const name of [key, entry.id]) index.set(name, found);
    if (entry.url) for (const name of [`${entry.source} ${entry.url}`, entry.url]) index.set(name, found);
    const turn = breathe();
    if (turn !== undefined) await turn;
  }
  return { index, last, duplicates };
}

/** References of entries that have no patient of their own. */
export function unresolvedAmong(staging: Staging, { refs, source }: StagedEntry): number {
  return countUnresolved(refs, (target) => exists(staging, target, source));
}

function countUnresolved(refs: string, isFound: (target: ReferenceTarget, text: string) => boolean): number {
  let unresolved = 0;
  for (const text of refs === '' ? [] : refs.split('\n')) {
    const target = parseReference(text);
    if (!target || !(isMakeable(target) || isFound(target, text))) unresolved++;
  }
  return unresolved;
}

/** A conditional reference to anyone but a patient is as good as its identifier. */
function isMakeable(target: ReferenceTarget): boolean {
  return target.kind === 'conditional' && target.type !== 'Patient';
}

function exists(staging: Staging, target: ReferenceTarget, source: number): boolean {
  if (target.kind === 'contained') return true;
  if (target.kind === 'conditional')
    return staging.findByIdentifier(target.type, target.system, target.value) !== undefined;
  return (staging.findByUrl(source, target.url) ?? staging.findById(source, target.type, target.id)) !== undefined;
}
