import { beforeAll, expect, test, vi } from 'vitest';
import { addToPatient } from '../../graph/index.ts';
import { loadDemoPatients } from '../demo/load.ts';
import { openDatabase } from '../fixtures.ts';
import { uuidV5 } from '../identity.ts';
import { loadNodes } from '../patient.ts';
import { writeGathered } from '../writing.ts';
import { loadAlike } from './alike.ts';
import { duplicateOf } from './duplicates.ts';
import { factSchema } from './fact.ts';
import { lookAlike } from './looking.ts';
import { storeFacts } from './store.ts';

const now = '2026-11-15T09:12:00Z';
const db = openDatabase();
let id = '';
const ICD = 'http://hl7.org/fhir/sid/icd-10';

beforeAll(async () => {
  id = (await loadDemoPatients(db))!.patients[0]!.id;
  const nodes = Array.from({ length: 4_800 }, (_, n) => ({
    label: 'ConditionCase',
    uuid: uuidV5(`case ${n}`),
    properties: {
      name: [`Gouty ${n}`, `Gout ${n}`, `Lupus ${n}`, `Überbein ${n}`][n % 4]!,
      ...(n % 4 === 1 && { code: 'M10', system: n < 2_000 ? 'http://example.org/other' : ICD }),
      status: n < 3_000 ? 'resolved' : 'active',
      verification: n < 3_600 ? 'refuted' : 'confirmed',
    },
  }));
  addToPatient(db, id, { nodes, edges: [] });
});

const facts = [
  { kind: 'condition', name: 'gout' },
  { kind: 'condition', name: 'GOUT 4001' },
  { kind: 'condition', name: 'podagra', code: { code: 'M10', system: ICD } },
  { kind: 'condition', name: 'podagra', code: { code: 'M10', system: 'http://example.org/none' } },
  { kind: 'condition', name: 'lupus' },
  { kind: 'condition', name: 'überbein' },
  { kind: 'condition', name: 'Überbein 4003' },
  { kind: 'condition', name: 'öde' },
  { kind: 'symptom', name: 'gout' },
  { kind: 'allergy', name: 'lupus' },
  { kind: 'encounter', name: 'visit' },
].map((fact) => factSchema.parse(fact));

test('of a condition held thousands of times few are loaded, and they judge as the whole record would', () => {
  const known = loadNodes(db, id);
  for (const fact of facts) {
    const alike = loadAlike(db, id, [fact], []);
    expect(duplicateOf(fact, alike, now)).toEqual(duplicateOf(fact, known, now));
    if (fact.kind === 'condition') expect(alike.length).toBeLessThanOrEqual(2);
  }
  const together = loadAlike(db, id, facts, []);
  for (const fact of facts) expect(duplicateOf(fact, together, now)).toEqual(duplicateOf(fact, known, now));
});

test('they are looked for in the index of names alone: no entry is read to say that it is another', () => {
  const prepare = vi.spyOn(db, 'prepare');
  loadAlike(db, id, facts, [uuidV5('case 1')]);
  const asked = prepare.mock.calls.map(([sql]) => sql);
  prepare.mockRestore();
  const plans = asked.flatMap((sql) =>
    db
      .prepare(`EXPLAIN QUERY PLAN ${sql}`)
      .all()
      .map(({ detail }) => String(detail)),
  );
  const looked = plans.filter((plan) => plan.includes('graph_node'));
  expect(looked.length).toBeGreaterThan(3);
  for (const plan of looked)
    expect(plan).toMatch(/COVERING INDEX graph_node_named|INDEX graph_node_uuid|INTEGER PRIMARY KEY/);
});

test('told twice it is stored once', () => {
  const fact = { kind: 'condition', name: 'psoriasis', start: 0, end: 9 };
  const tell = (message: string) =>
    storeFacts(db, id, [fact], { session: 's', message, agent: 'a' }, { now })[0]!.status;
  expect([tell('one'), tell('one'), tell('two')]).toEqual(['stored', 'duplicate', 'duplicate']);
});

test('beforehand and in pieces, few are found too, and they judge as the whole record would', async () => {
  const known = loadNodes(db, id);
  const turns = vi.spyOn(globalThis, 'setImmediate');
  const looked = (await lookAlike(db, id, facts, now))!;
  expect(turns.mock.calls.length).toBeGreaterThan(3);
  turns.mockRestore();
  const alike = loadAlike(db, id, facts, [], looked);
  expect(alike.length).toBeLessThan(2 * facts.length + 1);
  for (const fact of facts) expect(duplicateOf(fact, alike, now)?.uuid).toBe(duplicateOf(fact, known, now)?.uuid);
  looked.close();
});

test('what was told after it was looked for is found all the same', async () => {
  const fact = { kind: 'condition', name: 'vitiligo', start: 0, end: 8 };
  const looked = (await lookAlike(db, id, [fact], now))!;
  const tell = (message: string) =>
    storeFacts(db, id, [fact], { session: 's', message, agent: 'a' }, { now, looked })[0];
  expect([tell('one')?.status, looked.isOld(), tell('two')?.status]).toEqual(['stored', true, 'duplicate']);
  looked.close();
});

test('a day of many visits is one entry to look at', async () => {
  const visits = openDatabase();
  const nodes = Array.from({ length: 4_000 }, (_, at) => ({
    label: 'Encounter',
    uuid: uuidV5(`visit ${at}`),
    properties: { name: `Visit ${at}`, start: `2025-0${1 + (at % 9)}-01T08:00:00Z` },
  }));
  await writeGathered(visits, {
    ...{ patient: 'p', name: null, dangling: 0, duplicates: 0 },
    content: { nodes: [{ label: 'Patient', uuid: 'p', properties: {} }, ...nodes], edges: [] },
  });
  const told = factSchema.parse({ kind: 'encounter', name: 'visit', time: '2025-03-01' });
  const looked = (await lookAlike(visits, 'p', [told], now))!;
  expect(looked.ids).toHaveLength(1);
  const [held] = loadAlike(visits, 'p', [told], [], looked);
  expect(held?.uuid).toBe(duplicateOf(told, loadNodes(visits, 'p'), now)?.uuid);
  looked.close();
  visits.close();
});
