/** For the tests of this room: a database in a folder of its own, and small bundles to import. */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { PatientContent } from '../graph/index.ts';
import { type ImportOptions, type ImportResult, importSources } from './import.ts';
import { loadEdges, loadNodes, type Properties } from './patient.ts';
import { textSource } from './sources.ts';

export function openDatabase(): DatabaseSync {
  const db = new DatabaseSync(join(makeFolder(), 'consilium.db'));
  db.exec('PRAGMA synchronous = OFF');
  return db;
}

export function makeFolder(files: Record<string, string | Buffer> = {}): string {
  const folder = mkdtempSync(join(tmpdir(), 'consilium-record-'));
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
  return folder;
}

export type Json = Record<string, unknown>;

export function importJson(db: DatabaseSync, document: unknown, options: ImportOptions = {}): Promise<ImportResult> {
  return importText(db, JSON.stringify(document), options);
}

export function importText(db: DatabaseSync, text: string, options: ImportOptions = {}): Promise<ImportResult> {
  return importSources(db, [textSource('test.json', text)], options);
}

/** A bundle whose entries go by `urn:uuid:<id>`, as Synthea's do. */
export function bundle(...resources: Json[]): Json {
  const entry = resources.map((resource) => ({ fullUrl: `urn:uuid:${resource.id}`, resource }));
  return { resourceType: 'Bundle', type: 'transaction', entry };
}

export function patient(id: string, given = 'Ada', family = 'Byron'): Json {
  return {
    resourceType: 'Patient',
    id,
    name: [
      { use: 'maiden', family: 'Milbanke', given: [given] },
      { use: 'official', family, given: [given], prefix: ['Ms.'] },
    ],
    gender: 'female',
    birthDate: '1968-03-02',
  };
}

export function condition(id: string, subject: string, fields: Json = {}): Json {
  return {
    resourceType: 'Condition',
    id,
    subject: { reference: subject },
    clinicalStatus: { coding: [{ code: 'active' }] },
    code: concept('http://snomed.info/sct', '38341003', 'Hypertension'),
    onsetDateTime: '2016-05-10',
    ...fields,
  };
}

export function observation(id: string, subject: string, fields: Json = {}): Json {
  return {
    resourceType: 'Observation',
    id,
    status: 'final',
    subject: { reference: subject },
    category: [{ coding: [{ code: 'laboratory' }] }],
    code: concept('http://loinc.org', '4548-4', 'Hemoglobin A1c'),
    effectiveDateTime: '2026-03-03T08:30:00+01:00',
    valueQuantity: { value: 7.1, unit: '%', system: 'http://unitsofmeasure.org', code: '%' },
    ...fields,
  };
}

export function encounter(id: string, subject: string, fields: Json = {}): Json {
  return {
    resourceType: 'Encounter',
    id,
    status: 'finished',
    class: { code: 'AMB' },
    type: [concept('http://snomed.info/sct', '185349003', 'Check-up')],
    subject: { reference: subject },
    period: { start: '2026-03-03T08:00:00Z', end: '2026-03-03T08:30:00Z' },
    ...fields,
  };
}

export function concept(system: string, code: string, display: string): Json {
  return { coding: [{ system, code, display }], text: display };
}

/** A patient's part of the graph in an order that does not depend on how it was written. */
export function graphOf(db: DatabaseSync, id: string): { nodes: Json[]; edges: string[] } {
  const nodes = loadNodes(db, id).map(({ uuid, label, properties }) => ({
    uuid,
    label,
    properties: sorted(properties),
  }));
  return {
    nodes: nodes.sort((a, b) => (a.uuid < b.uuid ? -1 : 1)),
    edges: loadEdges(db, id)
      .map(({ type, from, to }) => `${from} -${type}-> ${to}`)
      .sort(),
  };
}

export function propertiesOf(db: DatabaseSync, patientId: string, uuid: string): Properties {
  return loadNodes(db, patientId).find((node) => node.uuid === uuid)?.properties ?? {};
}

function sorted(properties: Properties): Properties {
  return Object.fromEntries(Object.entries(properties).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** A patient with so many measurements of one type, as it is gathered. */
export function largeRecord(entries: number): PatientContent {
  const type = { name: 'Heart rate', code: '8867-4', system: 'http://loinc.org' };
  const ids = Array.from({ length: entries }, (_, i) => `o${i}`);
  return {
    nodes: [
      { label: 'Patient', uuid: 'p', properties: { name: 'Ada Byron' } },
      { label: 'ObservationType', uuid: 't', properties: type, shared: true },
      ...ids.map((uuid) => ({ label: 'Observation', uuid, properties: { ...type, value: 60 } })),
    ],
    edges: ids.flatMap((uuid) => [
      { type: 'HAS_OBSERVATION', from: 'p', to: uuid },
      { type: 'IS_A', from: uuid, to: 't' },
    ]),
  };
}
