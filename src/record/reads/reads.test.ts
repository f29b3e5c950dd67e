import { beforeAll, describe, expect, test } from 'vitest';
import { addToPatient } from '../../graph/index.ts';
import { DataFile } from '../../storage/handle.ts';
import { loadDemoPatients } from '../demo/load.ts';
import { bundle, condition, importJson, observation, openDatabase, patient } from '../fixtures.ts';
import { threeMonthsBefore } from './care.ts';
import * as reads from './index.ts';

const db = openDatabase();
const events: reads.AuditEvent[] = [];
const ids = new Map<string | null, string>();
const reader = (name: string, more: Partial<reads.Reader> = {}): reads.Reader => ({
  data: new DataFile(db),
  patientId: ids.get(name) ?? name,
  actor: 'test',
  audit: (event) => events.push(event),
  now: '2026-11-15T12:00:00Z',
  ...more,
});
const elena = () => reader('Elena Marsh');

beforeAll(async () => {
  for (const { id, name } of (await loadDemoPatients(db))!.patients) ids.set(name, id);
});

describe('reading a record', () => {
  test('lists who is there, with their age', () => {
    expect(reads.listPatients(db, '2026-11-15').map(({ name, age }) => [name, age])).toEqual([
      ['Elena Marsh', 58],
      ['Mia Lindqvist', 34],
      ['Samuel Okoro', 71],
    ]);
  });

  test('someone unknown is an error, not an empty record', () => {
    expect(() => reads.readConditions(reader('nobody'))).toThrow(
      expect.objectContaining({ code: 'PATIENT_NOT_FOUND' }),
    );
  });

  test('every read is audited once, before it looks', () => {
    const all: [string, (reader: reads.Reader) => unknown][] = [
      ['summary', reads.readSummary],
      ['conditions', reads.readConditions],
      ['medications', reads.readMedications],
      ['observations', reads.readObservations],
      ['observations', (reader) => reads.readObservationHistory(reader, { type: '4548-4' })],
      ['encounters', reads.readEncounters],
      ['allergies', reads.readAllergies],
      ['symptoms', reads.readSymptoms],
      ['procedures', reads.readProcedures],
      ['immunizations', reads.readImmunizations],
      ['documents', reads.readDocuments],
      ['timeline', reads.readTimeline],
      ['search', (reader) => reads.searchRecord(reader, 'knee')],
      ['export', reads.readBundle],
      ['entry', (reader) => reads.readEntry(reader, reader.patientId)],
    ];
    for (const [what, read] of all) {
      events.length = 0;
      read(elena());
      expect(events).toEqual([{ patientId: ids.get('Elena Marsh'), action: `read:${what}`, actor: 'test' }]);
    }
  });

  test('a read that cannot be audited does not happen', () => {
    const audit = () => {
      throw new Error('audit is down');
    };
    expect(() => reads.readSummary({ ...elena(), audit })).toThrow(/audit is down/);
  });

  test('conditions: the active ones, and all', () => {
    expect(reads.readConditions(elena(), 'active').map(({ name }) => name)).toEqual([
      'Nonproliferative diabetic retinopathy',
      'Osteoarthritis of knee',
      'Type 2 diabetes mellitus',
      'Hypertension',
      'Hyperlipidemia',
      'Obesity',
    ]);
    const [pneumonia] = reads.readConditions(elena()).filter(({ active }) => !active);
    expect(pneumonia).toMatchObject({ label: 'ConditionCase', status: 'resolved', abatement_date: '2022-03-22' });
  });

  test('medications: what is taken now, with dose and prescriber', () => {
    const current = reads.readMedications(elena(), 'current');
    expect(current.map(({ name }) => name)).toEqual([
      'Empagliflozin 10 mg tablet',
      'Atorvastatin 40 mg tablet',
      'Losartan 100 mg tablet',
      'Metformin 1000 mg tablet',
    ]);
    expect(current[3]).toMatchObject({
      dose: 1000,
      unit: 'mg',
      frequency: 'twice daily',
      prescriber: { name: 'Priya Shaw' },
    });
    expect(reads.readMedications(elena())).toHaveLength(11);
    expect(reads.readMedications(elena(), 'current').every(({ as_needed }) => as_needed === false)).toBe(true);
  });

  test('medications: a stopped regimen is history, with its end', () => {
    const history = reads.readMedications(elena()).find(({ name }) => name?.startsWith('Doxycycline'));
    expect(history).toMatchObject({ start: '2022-02-08', end: '2022-02-15', status: 'stopped', current: false });
  });

  test('observations: the latest of each type, with range, flag and the value before', () => {
    const latest = reads.readObservations(elena());
    const ldl = latest.find(({ code }) => code === '22748-8');
    expect(ldl).toMatchObject({
      value: 3.1,
      unit: 'mmol/L',
      ref_high: 3,
      ref_source: 'source',
      flag: 'high',
      display: '3.1 mmol/L',
    });
    expect(ldl?.previous).toMatchObject({ value: 3.1, time: '2026-03-03T09:05:00Z' });
    const pressure = latest.find(({ code }) => code === '85354-9');
    expect(pressure).toMatchObject({ value: null, text: '148/90', display: '148/90 mm[Hg]', flag: 'high' });
    expect(pressure?.components.map(({ value }) => value)).toEqual([148, 90]);
    expect(latest.some(({ component }) => component)).toBe(false);
    expect(
      reads.readObservations(elena(), { category: 'vital-signs' }).every(({ category }) => category === 'vital-signs'),
    ).toBe(true);
  });

  test('observations: the history of one type by code or by name, oldest first', () => {
    const history = reads.readObservationHistory(elena(), { type: '4548-4' });
    expect(history).toHaveLength(16);
    expect(history.slice(-2).map(({ value, flag }) => [value, flag])).toEqual([
      [7.1, 'high'],
      [6.9, 'high'],
    ]);
    const systolic = reads.readObservationHistory(elena(), {
      type: 'systolic',
      from: '2026-01-01',
      to: '2026-10',
      limit: 2,
    });
    expect(systolic.map(({ value }) => value)).toEqual([146, 148]);
  });

  test('encounters: past, scheduled, the last three months', () => {
    expect(reads.readEncounters(elena())).toHaveLength(31);
    expect(reads.readEncounters(elena(), 'past')).toHaveLength(29);
    expect(reads.readEncounters(elena(), 'scheduled').map(({ start }) => start?.slice(0, 10))).toEqual([
      '2026-12-08',
      '2027-03-16',
    ]);
    expect(reads.readEncounters(elena(), 'recent').map(({ start }) => start?.slice(0, 10))).toEqual([
      '2026-10-27',
      '2026-09-15',
    ]);
    expect(reads.readEncounters(elena(), 'past')[0]).toMatchObject({
      reason: 'Right knee worse after a fall',
      practitioners: [{ name: 'Owen Lindley' }],
      organization: { name: 'Harbourside Surgery' },
    });
    expect(threeMonthsBefore('2026-05-31T00:00:00Z')).toBe('2026-02-28T00:00:00Z');
  });

  test('allergies, procedures, immunizations, documents', () => {
    expect(reads.readAllergies(reader('Mia Lindqvist')).map(({ name, criticality }) => [name, criticality])).toEqual([
      ['Peanut', 'high'],
      ['Cat dander', 'low'],
    ]);
    expect(reads.readAllergies(elena())[0]).toMatchObject({ name: 'Penicillin', reactions: ['Urticaria', 'Itching'] });
    expect(reads.readProcedures(reader('Samuel Okoro')).map(({ name }) => name)).toContain(
      'Percutaneous coronary intervention',
    );
    expect(reads.readImmunizations(elena())[0]).toMatchObject({ time: '2026-10-06', status: 'completed' });
    const [letter] = reads.readDocuments(elena());
    expect(letter).toMatchObject({ name: 'Letter', mime: 'text/plain' });
    expect(reads.readEntry(elena(), letter!.uuid).properties.text).toContain('HbA1c is 6.9 %');
  });

  test('summary: one page', () => {
    const summary = reads.readSummary(elena());
    expect(summary.patient).toMatchObject({ name: 'Elena Marsh', age: 58, gender: 'female', city: 'Bristol' });
    expect(summary.counts).toMatchObject({
      conditions_active: 6,
      medications_current: 4,
      allergies: 1,
      encounters: 31,
    });
    expect(summary.next_encounter?.start).toBe('2026-12-08T09:00:00Z');
    expect(summary.flagged.map(({ name }) => name)).toContain('Cholesterol in LDL');
  });

  test('summary: what was measured years ago is not how somebody is now', () => {
    const later = reads.readSummary({ ...elena(), now: '2036-11-15T12:00:00Z' });
    expect(reads.readSummary(elena()).flagged).not.toEqual([]);
    expect(later.flagged).toEqual([]);
  });

  test('timeline: pages that join without a gap or a double', () => {
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const page: reads.TimelinePage = reads.readTimeline(elena(), { limit: 37, ...(cursor ? { cursor } : {}) });
      seen.push(...page.items.map(({ time, uuid }) => `${time ?? ''} ${uuid}`));
      cursor = page.next_cursor;
    } while (cursor);
    expect(new Set(seen).size).toBe(seen.length);
    const days = seen.map((line) => line.split(' ')[0]!);
    expect(days).toEqual([...days].sort().reverse());
    const { counts } = reads.readSummary(elena());
    const total = Object.entries(counts).reduce(
      (sum, [name, n]) => (name.includes('_') && name !== 'care_plans' ? sum : sum + n),
      0,
    );
    expect(seen).toHaveLength(total);
    expect(reads.readTimeline(elena()).items[0]).toMatchObject({ label: 'Encounter', scheduled: true });
    expect(() => reads.readTimeline(elena(), { cursor: 'nonsense' })).toThrow(/cursor/);
  });

  test('timeline: one kind, with what is worth saying', () => {
    const { items } = reads.readTimeline(elena(), { labels: ['IntakeRegimen'], limit: 1 });
    expect(items).toMatchObject([
      { name: 'Empagliflozin 10 mg tablet', detail: '10 mg, once daily', time: '2025-03-11' },
    ]);
  });

  test('search: names before texts, accents and case aside', () => {
    expect(reads.searchRecord(elena(), 'HYPERTENSION')[0]).toMatchObject({ label: 'ConditionCase', snippet: null });
    const [letter] = reads.searchRecord(elena(), 'retinopathy background');
    expect(letter).toMatchObject({ label: 'DocumentReference' });
    expect(letter?.snippet).toContain('retinopathy');
    expect(reads.searchRecord(elena(), 'priya')[0]).toMatchObject({ label: 'Practitioner' });
    expect(reads.searchRecord(reader('Mia Lindqvist'), 'vastra')[0]?.name).toBe('Västra Universitetssjukhuset');
    expect(reads.searchRecord(elena(), 'peanut')).toEqual([]);
    expect(reads.searchRecord(elena(), '  ')).toEqual([]);
  });

  test('an entry of another patient does not exist', () => {
    const [theirs] = reads.readConditions(reader('Samuel Okoro'));
    expect(() => reads.readEntry(elena(), theirs!.uuid)).toThrow(expect.objectContaining({ code: 'ENTRY_NOT_FOUND' }));
  });
});

describe('sections by name', () => {
  test('read what their functions read, with query parameters as text', () => {
    const read = (name: string, query = {}) => reads.readSection(elena(), name, query);
    expect(read('conditions', { scope: 'active' })).toEqual({ items: reads.readConditions(elena(), 'active') });
    expect(read('observations', { type: '4548-4', limit: '2' })).toMatchObject({
      items: [{ value: 7.1 }, { value: 6.9 }],
    });
    expect(read('timeline', { labels: 'Immunization,Procedure', limit: '3' })).toMatchObject({ items: [{}, {}, {}] });
    expect(read('search', { q: 'knee' })).toMatchObject({ items: expect.arrayContaining([]) });
    for (const name of reads.SECTION_NAMES.filter((section) => !['search', 'entry'].includes(section)))
      expect(read(name)).toBeTypeOf('object');
  });

  test('say what is wrong with a name or a query', () => {
    expect(() => reads.readSection(elena(), 'secrets')).toThrow(expect.objectContaining({ code: 'UNKNOWN_SECTION' }));
    expect(() => reads.readSection(elena(), 'constructor')).toThrow(
      expect.objectContaining({ code: 'UNKNOWN_SECTION' }),
    );
    const wrong = () => reads.readSection(elena(), 'conditions', { scope: 'everything' });
    expect(wrong).toThrow(expect.objectContaining({ code: 'INVALID_QUERY' }));
    expect(() => reads.readSection(elena(), 'observations', { type: 'x', from: "' OR 1" })).toThrow(/from/);
  });
});

describe('judging a value', () => {
  const judged = async (fields: object, more: Partial<reads.Reader> = {}) => {
    const own = openDatabase();
    await importJson(own, bundle(patient('p1'), observation('o1', 'urn:uuid:p1', { ...fields })));
    return reads.readObservations({ ...reader('p1'), data: new DataFile(own), ...more })[0]!;
  };

  test('by the range of the source', async () => {
    const range = { referenceRange: [{ low: { value: 4 }, high: { value: 6 } }] };
    expect(await judged(range)).toMatchObject({ flag: 'high', ref_source: 'source' });
    expect(await judged({ ...range, interpretation: [{ coding: [{ code: 'HH' }] }] })).toMatchObject({
      flag: 'critical',
    });
  });

  test('else by the catalogue, if the unit is the same', async () => {
    expect(await judged({})).toMatchObject({ flag: 'high', ref_source: 'catalogue' });
    const other = await judged({ valueQuantity: { value: 54, code: 'mmol/mol' } });
    expect(other).toMatchObject({ flag: null, ref_high: null, ref_source: null });
  });

  test('by whoever knows ranges by sex and age, when given', async () => {
    const assess: reads.Assess = (measured, person) => ({
      flag: person.sex === 'female' && person.age === 58 && measured.value > 7 ? 'critical' : 'normal',
      ref_high: 7,
    });
    expect(await judged({}, { assess })).toMatchObject({ flag: 'critical', ref_high: 7, ref_source: 'catalogue' });
  });

  test('by a goal that is met before the range of the source, but never past what is critical', async () => {
    const range = { referenceRange: [{ low: { value: 4 }, high: { value: 6 } }] };
    const meets = { low: null, high: 9, text: 'goal usual with diabetes' };
    const assess: reads.Assess = () => ({ flag: 'high', meets });
    expect(await judged(range, { assess })).toMatchObject({ flag: 'normal', ref_high: 9, ref_text: meets.text });
    const critical = { ...range, interpretation: [{ coding: [{ code: 'HH' }] }] };
    expect(await judged(critical, { assess })).toMatchObject({ flag: 'critical', ref_high: 6 });
  });

  test('not at all when nobody knows', async () => {
    const code = { coding: [{ system: 'http://loinc.org', code: '99999-9' }], text: 'Rare thing' };
    expect(await judged({ code })).toMatchObject({ flag: null, ref_source: null });
  });
});

describe('what was entered in error', () => {
  test('is not read', async () => {
    const own = openDatabase();
    const wrong = { verificationStatus: { coding: [{ code: 'entered-in-error' }] } };
    await importJson(
      own,
      bundle(
        patient('p1'),
        condition('c1', 'urn:uuid:p1', wrong),
        observation('o1', 'urn:uuid:p1', { status: 'entered-in-error' }),
      ),
    );
    addToPatient(own, 'p1', {
      nodes: [{ label: 'SymptomEpisode', uuid: 's1', properties: { status: 'entered-in-error', name: 'Cough' } }],
      edges: [],
    });
    const mine = { ...reader('p1'), data: new DataFile(own) };
    expect(reads.readConditions(mine)).toEqual([]);
    expect(reads.readObservations(mine)).toEqual([]);
    expect(reads.readSymptoms(mine)).toEqual([]);
    expect(reads.searchRecord(mine, 'cough')).toEqual([]);
    expect(reads.readTimeline(mine).items).toEqual([]);
    expect(reads.readSummary(mine).counts).toMatchObject({ conditions: 0, observations: 0, symptoms: 0 });
  });
});
