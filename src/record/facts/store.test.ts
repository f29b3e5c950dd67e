import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { DataFile } from '../../storage/handle.ts';
import { loadDemoPatients } from '../demo/load.ts';
import { exportPatient } from '../export.ts';
import { bundle, concept, graphOf, importJson, makeFolder, observation, openDatabase, patient } from '../fixtures.ts';
import { importSources } from '../import.ts';
import * as reads from '../reads/index.ts';
import { textSource } from '../sources.ts';
import { type StoredFact, storeFacts, undoFact, undoMessages } from './store.ts';

const now = '2026-11-15T09:12:00Z';
let db = openDatabase();
let elena = '';
const reader = (): reads.Reader => ({ data: new DataFile(db), patientId: elena, actor: 'test', audit: () => {}, now });
const said = (...facts: unknown[]) =>
  storeFacts(db, elena, facts, { session: 's1', message: 'm1', agent: 'DataExtractorAgent' }, { now });
const statusOf = (results: StoredFact[]) =>
  results.map((result) => (result.status === 'skipped' ? result.reason : result.status));

const loinc = (code: string) => ({ system: 'http://loinc.org', code });
const pressure = {
  kind: 'measurement',
  name: 'blood pressure',
  text: 'BP was 152/94',
  start: 0,
  end: 13,
  code: loinc('85354-9'),
  value: '152/94',
  unit: 'mm[Hg]',
  time: '2026-11-15',
};
const headache = { kind: 'symptom', name: 'headache', text: 'headache', start: 20, end: 28, time: '2026-11-13' };

const template = join(makeFolder(), 'template.db');

beforeAll(async () => {
  const full = openDatabase();
  elena = (await loadDemoPatients(full))!.patients[0]!.id;
  full.exec(`VACUUM INTO '${template}'`);
});

beforeEach(() => {
  const copy = join(makeFolder(), 'consilium.db');
  copyFileSync(template, copy);
  db = new DatabaseSync(copy);
});

test('a single dose is an event of its day: it is no regimen, ends none, and the same day is the same dose', () => {
  const dose = {
    kind: 'medication',
    name: 'metformin',
    start: 0,
    end: 9,
    dose: '500 mg',
    once: true,
    time: '2026-11-14',
  };
  const running = reads.readMedications(reader(), 'current').length;
  expect(said(dose)).toMatchObject([{ status: 'stored' }]);
  expect(said({ ...dose, start: 20, end: 29 })).toMatchObject([{ status: 'duplicate' }]);
  expect(reads.readMedications(reader(), 'current')).toHaveLength(running);
  expect(JSON.stringify(exportPatient(db, elena))).toContain('"completed"');
});

test('a value that is told goes on under the code that the record has for the quantity', async () => {
  const person = patient('twin');
  const lab = observation('g1', 'Patient/twin', { code: concept('http://loinc.org', '2339-0', 'Glucose') });
  const { patients } = await importJson(db, bundle(person, lab));
  const told = {
    kind: 'measurement',
    name: 'glucose',
    start: 0,
    end: 9,
    code: loinc('2345-7'),
    value: 102,
    unit: 'mg/dL',
  };
  const stored = storeFacts(db, patients[0]!.id, [told], { session: 's', message: 'm', agent: 'a' }, { now });
  expect(stored).toMatchObject([{ status: 'stored', fact: { code: loinc('2339-0') } }]);
  // Elena's record has the catalogue's own code, or none of them.
  expect(said({ ...told, unit: 'mmol/L', value: 9.9 })).toMatchObject([{ status: 'stored' }]);
});

test('what a message told is taken back with it, panels whole; the rest stays', () => {
  const before = graphOf(db, elena);
  said(pressure, headache);
  storeFacts(
    db,
    elena,
    [{ ...headache, name: 'cough', text: 'cough' }],
    { session: 's1', message: 'm2', agent: 'a' },
    { now },
  );
  expect(undoMessages(db, elena, ['m2', 'm9'])).toBe(1);
  expect(undoMessages(db, elena, ['m1'])).toBeGreaterThanOrEqual(2);
  expect(graphOf(db, elena)).toEqual(before);
});

describe('storing facts from conversation', () => {
  test('a blood pressure becomes a panel with two measurements, and the latest one', () => {
    expect(statusOf(said(pressure))).toEqual(['stored']);
    const latest = reads.readObservations(reader()).find(({ code }) => code === '85354-9');
    expect(latest).toMatchObject({ text: '152/94', flag: 'high', previous: { value: '148/90' } });
    expect(reads.readObservationHistory(reader(), { type: '8480-6' }).at(-1)?.value).toBe(152);
  });

  test('says where it was said', () => {
    const [stored] = said(headache);
    const uuid = stored!.status === 'stored' ? stored!.uuid : '';
    expect(reads.readEntry(reader(), uuid).properties).toMatchObject({
      source_session: 's1',
      source_message: 'm1',
      source_start: 20,
      source_end: 28,
      source_agent: 'DataExtractorAgent',
    });
  });

  test('the same message twice is stored once', () => {
    said(pressure, headache);
    const before = graphOf(db, elena);
    expect(statusOf(said(pressure, headache))).toEqual(['duplicate', 'duplicate']);
    expect(graphOf(db, elena)).toEqual(before);
  });

  test('what the record already says is pointed at, not stored again', () => {
    const results = said(
      { kind: 'condition', name: 'type 2 diabetes' },
      { kind: 'medication', name: 'metformin', dose: '1000 mg', frequency: 'twice a day' },
      { kind: 'allergy', name: 'penicillin', reaction: 'rash' },
      { kind: 'measurement', name: 'HbA1c', code: loinc('4548-4'), value: 6.9, unit: '%', time: '2026-09-15' },
      { kind: 'measurement', name: 'blood pressure', value: [148, 90], time: '2026-10-27' },
      { kind: 'practitioner', name: 'Dr. Priya Shaw' },
      { kind: 'condition', name: 'hypertension (high blood pressure)', code: { system: 'icd', code: 'I10' } },
      { kind: 'measurement', name: 'HbA1c', code: loinc('4548-4'), value: 6.9, unit: '%' },
    );
    expect(statusOf(results)).toEqual(Array(8).fill('duplicate'));
    const older = { kind: 'measurement', name: 'HbA1c', code: loinc('4548-4'), value: 7.1, unit: '%' };
    expect(statusOf(said(older))).toEqual(['stored']);
    expect(reads.readAllergies(reader())).toHaveLength(1);
  });

  test('what is denied, unsure, doubtful or about someone else stays out, with the reason', () => {
    const results = said(
      { kind: 'symptom', name: 'fever', negated: true, certainty: 'negated' },
      { kind: 'condition', name: 'asthma', certainty: 'possible' },
      { kind: 'condition', name: 'stroke', experiencer: 'family' },
      { kind: 'measurement', name: 'body weight', value: 900, unit: 'kg', warning: 'no body has this' },
      { kind: 'measurement', name: 'glucose', code: loinc('2345-7'), value: 7 },
      { kind: 'measurement', name: 'glucose', code: loinc('2345-7') },
      { kind: 'nonsense', name: 'x' },
      null,
    );
    expect(statusOf(results)).toEqual([
      'negated',
      'uncertain',
      'not_about_patient',
      'doubtful',
      'unit_missing',
      'value_missing',
      'invalid',
      'invalid',
    ]);
  });

  test('a stopped medicine is no longer current, and undo brings it back', () => {
    const [result] = said({
      kind: 'medication',
      name: 'empagliflozin',
      change: 'stopped',
      negated: true,
      certainty: 'negated',
      time: '2026-11-08',
    });
    expect(result).toMatchObject({ status: 'stored', supersedes: expect.any(String) });
    expect(reads.readMedications(reader(), 'current').map(({ name }) => name)).not.toContain(
      'Empagliflozin 10 mg tablet',
    );
    undoFact(db, elena, result!.status === 'stored' ? result!.uuid : '');
    expect(reads.readMedications(reader(), 'current')).toHaveLength(4);
  });

  test('a new dose supersedes the old one', () => {
    said({
      kind: 'medication',
      name: 'metformin',
      dose: '500 mg',
      frequency: 'once daily',
      change: 'decreased',
      time: '2026-11-10',
    });
    const metformin = reads
      .readMedications(reader(), 'current')
      .filter(({ name }) => name?.toLowerCase().includes('metformin'));
    expect(metformin).toMatchObject([{ dose: 500, unit: 'mg', frequency: 'once daily', start: '2026-11-10' }]);
  });

  test('symptom, condition, allergy, procedure and visit each find their place', () => {
    const results = said(
      headache,
      { kind: 'condition', name: 'gout', time: '2024' },
      { kind: 'allergy', name: 'latex', reaction: 'itching' },
      { kind: 'procedure', name: 'appendectomy', time: '1985' },
      { kind: 'encounter', name: 'dentist', time: '2026-11-20', text: 'dentist next Friday' },
      { kind: 'practitioner', name: 'Dr. Lee' },
      { kind: 'organization', name: 'Smile Dental' },
    );
    expect(results.map((result) => result.status === 'stored' && result.label)).toEqual([
      'SymptomEpisode',
      'ConditionCase',
      'AllergyRecord',
      'Procedure',
      'Encounter',
      'Practitioner',
      'Organization',
    ]);
    expect(reads.readSymptoms(reader()).slice(0, 1)).toMatchObject([
      { name: 'headache', onset_date: '2026-11-13', status: 'active' },
    ]);
    expect(reads.readAllergies(reader())).toHaveLength(2);
    expect(reads.readEncounters(reader(), 'scheduled')[0]).toMatchObject({
      reason: 'dentist next Friday',
      practitioners: [{ name: 'Lee' }],
      organization: { name: 'Smile Dental' },
    });
  });

  test('a Type worded by a person is theirs alone; a catalogued one is shared', async () => {
    const other = openDatabase();
    await importJson(other, bundle(patient('p1'), patient('p2')));
    for (const id of ['p1', 'p2'])
      storeFacts(
        other,
        id,
        [
          { kind: 'condition', name: 'my funny knee', code: { system: 'http://snomed.info/sct', code: '1' } },
          { ...pressure },
        ],
        { session: 's', message: 'm', agent: 'a' },
        { now },
      );
    const shared = other.prepare("SELECT props ->> '$.name' AS name FROM graph_node WHERE tenant = 0").all();
    expect(shared.map(({ name }) => String(name))).not.toContain('my funny knee');
    expect(shared.length).toBeGreaterThan(0);
  });
});

describe('undoing a fact', () => {
  test('leaves the record as it was', () => {
    const before = graphOf(db, elena);
    for (const result of said(
      pressure,
      headache,
      { kind: 'condition', name: 'gout' },
      { kind: 'medication', name: 'allopurinol', dose: '100 mg' },
    ))
      if (result.status === 'stored') undoFact(db, elena, result.uuid);
    expect(graphOf(db, elena)).toEqual(before);
  });

  test('refuses what was imported, what is not there and what is another patient’s', () => {
    const [imported] = reads.readConditions(reader());
    expect(() => undoFact(db, elena, imported!.uuid)).toThrow(expect.objectContaining({ code: 'FACT_NOT_FOUND' }));
    expect(() => undoFact(db, elena, 'nothing')).toThrow(/no fact/);
    const [stored] = said(headache);
    const other = reads.listPatients(db).find(({ id }) => id !== elena)!.id;
    expect(() => undoFact(db, other, stored!.status === 'stored' ? stored!.uuid : '')).toThrow(/no fact/);
  });
});

describe('facts and imports', () => {
  test('an export that comes home changes nothing, what was said included', async () => {
    said(pressure, headache);
    const before = graphOf(db, elena);
    const home = JSON.stringify(exportPatient(db, elena));
    const result = await importSources(db, [textSource('home.json', home)]);
    expect(result.added).toEqual({ nodes: 0, edges: 0 });
    expect(graphOf(db, elena)).toEqual(before);
  });
});
