/**
 * Where resources wait between being read and being written: a private temporary SQLite database.
 *
 * An export may spread one patient over many files (NDJSON, one file a type) or many patients over one, in any order.
 * Staged, each patient can be gathered whole, and memory holds one patient at a time, whatever the size of the import.
 * SQLite keeps it in memory while it is small and on disk, unlinked, when it grows (sealed where the data file is); it is
 * gone with the handle.
 */
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { openBreath, takeTurn } from '../kernel/breath.ts';
import { openScratch } from '../storage/handle.ts';
import { collectReferences, parseReference } from './fhir/reference.ts';
import type { Resource } from './fhir/schemas.ts';
import { uuidV5 } from './identity.ts';

export interface StagedKey {
  seq: number;
  source: number;
  type: string;
  id: string;
  url: string | null;
}

export interface StagedEntry extends StagedKey {
  /** The resource's JSON; null for types that the record does not keep. */
  json: string | null;
  /** References that are not `#contained`, one a line. */
  refs: string;
}

export interface Staging {
  add(source: number, resource: Resource, url: string | undefined, json: string | null): void;
  /** Takes back all that came from a file. */
  forget(source: number): void;
  /** Says which patient each reference to a patient means; `isStored` knows the patients already in the record. */
  settleOwners(isStored: (id: string) => boolean): Promise<void>;
  patients(): string[];
  keysOf(patient: string): IterableIterator<StagedKey>;
  entriesOf(patient: string): IterableIterator<StagedEntry>;
  json(seq: number): string | null;
  /** Entries with no patient of their own: practitioners, organisations, and whatever could not be attributed. */
  unowned(): IterableIterator<StagedEntry & { patient: string | null }>;
  /** Practitioners and organisations of the files that are about this patient alone. */
  companions(patient: string, types: readonly string[]): StagedKey[];
  findByUrl(source: number, url: string): StagedKey | undefined;
  findById(source: number, type: string | null, id: string): StagedKey | undefined;
  findByIdentifier(type: string, system: string | null, value: string): StagedKey | undefined;
  /** References to `#contained` that are not there. */
  danglingContained(): number;
  close(): void;
}

/** `beside`: the data file that it is for. */
export function openStaging(beside: DatabaseSync): Staging {
  const db = openScratch(beside);
  db.exec(SCHEMA);
  const sql = prepare(db);
  const identified = new Set(['Patient', 'Practitioner', 'Organization', 'Location', 'Medication']);

  return {
    add(source, resource, url, json) {
      const { refs, dangling } = referencesOf(resource);
      const id = identityOf(resource, url, json);
      const owner = resource.resourceType === 'Patient' ? `${SELF}${id}` : patientReference(resource);
      sql.add.run(source, resource.resourceType, id, url ?? null, owner ?? null, refs, dangling, json);
      if (!identified.has(resource.resourceType)) return;
      for (const { system, value } of identifiersOf(resource))
        sql.identify.run(resource.resourceType, system, value, source, id);
    },
    forget(source) {
      sql.forget.run(source);
      sql.forgetIdentifiers.run(source);
    },
    async settleOwners(isStored) {
      for (const index of INDEXES) {
        db.exec(index);
        await takeTurn();
      }
      const breathe = openBreath();
      for (const row of sql.owners.all()) {
        const turn = breathe();
        if (turn !== undefined) await turn;
        const source = row.source as number;
        const owner = ownerOf(this, source, row.patient as string, isStored);
        if (owner !== undefined) sql.settle.run(source, row.patient as string, owner);
      }
      sql.findSolo.run();
    },
    patients: () => sql.patients.all().map((row) => row.owner as string),
    keysOf: (patient) => sql.keysOf.iterate(patient) as unknown as IterableIterator<StagedKey>,
    json: (seq) => (sql.json.get(seq)?.json ?? null) as string | null,
    entriesOf: (patient) => sql.entriesOf.iterate(patient) as unknown as IterableIterator<StagedEntry>,
    unowned: () => sql.unowned.iterate() as unknown as IterableIterator<StagedEntry & { patient: string | null }>,
    companions: (patient, types) =>
      types.flatMap((type) => sql.companions.all(patient, type) as unknown as StagedKey[]),
    findByUrl: (source, url) => sql.byUrl.get(url, source) as unknown as StagedKey | undefined,
    findById: (source, type, id) =>
      (type === null ? sql.byBareId.get(id, source) : sql.byId.get(type, id, source)) as unknown as
        | StagedKey
        | undefined,
    findByIdentifier(type, system, value) {
      const row = system === null ? sql.byValue.get(type, value) : sql.byIdentifier.get(type, system, value);
      return row as unknown as StagedKey | undefined;
    },
    danglingContained: () => Number(sql.dangling.get()?.n ?? 0),
    close: () => db.close(),
  };
}

/** Marks the patient of a Patient, which no reference can be mistaken for. */
const SELF = '= ';

const SCHEMA = `
PRAGMA journal_mode = OFF;
PRAGMA synchronous = OFF;
PRAGMA cache_size = -16000;
CREATE TABLE staged (
  seq INTEGER PRIMARY KEY, source INTEGER, type TEXT, id TEXT, url TEXT, patient TEXT, refs TEXT, dangling INTEGER, json TEXT
);
CREATE TABLE identifier (type TEXT, system TEXT, value TEXT, source INTEGER, id TEXT);
CREATE TABLE owner (source INTEGER, patient TEXT, owner TEXT, PRIMARY KEY (patient, source)) WITHOUT ROWID;
CREATE INDEX owner_owner ON owner (owner, source);
CREATE TABLE solo (source INTEGER, owner TEXT, PRIMARY KEY (owner, source)) WITHOUT ROWID;
BEGIN;
`;

/** Made when all is read: filling a table is faster without them. */
const INDEXES = [
  'CREATE INDEX staged_id ON staged (id, type)',
  'CREATE INDEX staged_url ON staged (url) WHERE url IS NOT NULL',
  'CREATE INDEX staged_patient ON staged (patient, source)',
  'CREATE INDEX identifier_value ON identifier (value, type, system)',
];

const KEY = 's.seq, s.source, s.type, s.id, s.url';
const ENTRY = `${KEY}, s.json, s.refs`;
/** Own file first, then the newest: ids are compared across files, and within one the last word counts. */
const NEAREST = 'ORDER BY s.source = ? DESC, s.seq DESC LIMIT 1';

function prepare(db: DatabaseSync) {
  const sql = {
    add: 'INSERT INTO staged (source, type, id, url, patient, refs, dangling, json) VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
    identify: 'INSERT INTO identifier (type, system, value, source, id) VALUES (?, ?, ?, ?, ?)',
    forget: 'DELETE FROM staged WHERE source = ?',
    forgetIdentifiers: 'DELETE FROM identifier WHERE source = ?',
    owners: 'SELECT DISTINCT patient, source FROM staged WHERE patient IS NOT NULL',
    settle: 'INSERT OR REPLACE INTO owner (source, patient, owner) VALUES (?, ?, ?)',
    patients: 'SELECT owner, min(source) AS at FROM owner GROUP BY owner ORDER BY at, owner',
    json: 'SELECT json FROM staged WHERE seq = ?',
    keysOf: `SELECT ${KEY} FROM owner o JOIN staged s ON s.patient = o.patient AND s.source = o.source
      WHERE o.owner = ? ORDER BY s.seq`,
    entriesOf: `SELECT ${ENTRY} FROM owner o JOIN staged s ON s.patient = o.patient AND s.source = o.source
      WHERE o.owner = ? ORDER BY s.seq`,
    unowned: `SELECT ${ENTRY}, s.patient FROM staged s LEFT JOIN owner o ON s.patient = o.patient AND s.source = o.source
      WHERE o.owner IS NULL ORDER BY s.seq`,
    findSolo: `INSERT INTO solo SELECT source, min(owner) FROM owner GROUP BY source HAVING min(owner) = max(owner)`,
    companions: `SELECT ${KEY} FROM solo JOIN staged s ON s.source = solo.source AND s.patient IS NULL
      WHERE solo.owner = ? AND s.type = ? ORDER BY s.seq`,
    byUrl: `SELECT ${KEY} FROM staged s WHERE s.url = ? ${NEAREST}`,
    byId: `SELECT ${KEY} FROM staged s WHERE s.type = ? AND s.id = ? ${NEAREST}`,
    byBareId: `SELECT ${KEY} FROM staged s WHERE s.id = ? ${NEAREST}`,
    byIdentifier: `SELECT ${KEY} FROM identifier i JOIN staged s ON s.type = i.type AND s.id = i.id
      WHERE i.type = ? AND i.system = ? AND i.value = ? LIMIT 1`,
    byValue: `SELECT ${KEY} FROM identifier i JOIN staged s ON s.type = i.type AND s.id = i.id
      WHERE i.type = ? AND i.value = ? LIMIT 1`,
    dangling: 'SELECT sum(dangling) AS n FROM staged',
  };
  return Object.fromEntries(Object.entries(sql).map(([name, text]) => [name, db.prepare(text)])) as Record<
    keyof typeof sql,
    StatementSync
  >;
}

function referencesOf(resource: Resource): { refs: string; dangling: number } {
  const contained = new Set(
    (Array.isArray(resource.contained) ? resource.contained : []).map((inner: { id?: unknown } | null) => inner?.id),
  );
  const outward: string[] = [];
  let dangling = 0;
  for (const reference of collectReferences(resource)) {
    if (!reference.startsWith('#')) outward.push(reference.replaceAll('\n', ''));
    else if (reference !== '#' && !contained.has(reference.slice(1))) dangling++;
  }
  return { refs: outward.join('\n'), dangling };
}

const ID = /^[A-Za-z0-9.\-_:]{1,128}$/;

/** Its `id`; else the urn it goes by in its bundle; else a uuid of its content, so that it is the same next time. */
function identityOf(resource: Resource, url: string | undefined, json: string | null): string {
  if (typeof resource.id === 'string' && ID.test(resource.id)) return resource.id;
  const urn = url && /^urn:uuid:([0-9a-f-]{36})$/i.exec(url);
  return urn ? urn[1]!.toLowerCase() : uuidV5(json ?? JSON.stringify(resource));
}

function patientReference(resource: Resource): string | undefined {
  for (const field of ['subject', 'patient', 'beneficiary', 'for']) {
    const reference = (resource[field] as { reference?: unknown } | null | undefined)?.reference;
    if (typeof reference === 'string' && !reference.startsWith(SELF)) return reference;
  }
  return resource.resourceType === 'Appointment' ? attendeeReference(resource) : undefined;
}

/** An appointment names its patient among those who take part: the one that says so, else the first by reference. */
function attendeeReference({ participant }: Resource): string | undefined {
  const actors = (Array.isArray(participant) ? participant : []).flatMap((each) => {
    const reference = (each as { actor?: { reference?: unknown } | null } | null)?.actor?.reference;
    return typeof reference === 'string' && !reference.startsWith(SELF) ? [reference] : [];
  });
  return actors.find((reference) => /(?:^|\/)Patient[/?]/.test(reference)) ?? actors[0];
}

function identifiersOf(resource: Resource): { system: string | null; value: string }[] {
  const identifiers: unknown[] = Array.isArray(resource.identifier) ? resource.identifier : [];
  return identifiers.flatMap((identifier) => {
    const { system, value } = (identifier ?? {}) as { system?: unknown; value?: unknown };
    return typeof value === 'string' ? [{ system: typeof system === 'string' ? system : null, value }] : [];
  });
}

function ownerOf(
  staging: Staging,
  source: number,
  reference: string,
  isStored: (id: string) => boolean,
): string | undefined {
  if (reference.startsWith(SELF)) return reference.slice(SELF.length);
  const target = parseReference(reference);
  if (!target || target.kind === 'contained') return undefined;
  if (target.kind === 'conditional') {
    const found = staging.findByIdentifier('Patient', target.system, target.value);
    return target.type === 'Patient' ? found?.id : undefined;
  }
  const found = staging.findByUrl(source, target.url);
  if (found?.type === 'Patient') return found.id;
  if (target.type !== null && target.type !== 'Patient') return undefined;
  return staging.findById(source, 'Patient', target.id)?.id ?? (isStored(target.id) ? target.id : undefined);
}
