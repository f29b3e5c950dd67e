import { beforeAll, describe, expect, test } from 'vitest';
import { queryGraph, recordLabels, relationshipTypes } from '../graph/index.ts';
import { loadDemoPatients } from './demo/load.ts';
import { bundle, condition, encounter, graphOf, importJson, makeFolder, openDatabase, patient } from './fixtures.ts';
import { importFhir } from './import.ts';

/** Where each relationship may lead, as GRAPH.md lists them. */
const PATTERNS: Record<string, [from: string[], to: string[]]> = {
  HAS_CONDITION: [['Patient'], ['ConditionCase']],
  HAS_SYMPTOM: [['Patient'], ['SymptomEpisode']],
  HAS_ALLERGY: [['Patient'], ['AllergyRecord']],
  HAS_OBSERVATION: [['Patient'], ['Observation']],
  HAS_ENCOUNTER: [['Patient'], ['Encounter']],
  HAS_REGIMEN: [['Patient'], ['IntakeRegimen']],
  HAS_PROCEDURE: [['Patient'], ['Procedure']],
  HAS_DOCUMENT: [['Patient'], ['DocumentReference']],
  HAS_IMMUNIZATION: [['Patient'], ['Immunization']],
  HAS_REPORT: [['Patient'], ['DiagnosticReport']],
  HAS_CARE_PLAN: [['Patient'], ['CarePlan']],
  IS_A: [
    ['ConditionCase', 'SymptomEpisode', 'Observation'],
    ['ConditionType', 'SymptomType', 'ObservationType'],
  ],
  OF_MEDICATION: [['IntakeRegimen'], ['Medication']],
  RECORDED_IN: [
    [
      'ConditionCase',
      'AllergyRecord',
      'Observation',
      'IntakeRegimen',
      'Procedure',
      'DocumentReference',
      'Immunization',
      'DiagnosticReport',
      'CarePlan',
    ],
    ['Encounter'],
  ],
  PERFORMED_BY: [['Encounter', 'IntakeRegimen', 'Procedure'], ['Practitioner']],
  AT_ORGANIZATION: [['Encounter'], ['Organization']],
  HAS_COMPONENT: [['Observation'], ['Observation']],
  HAS_RESULT: [['DiagnosticReport'], ['Observation']],
};

describe('what an import writes keeps to GRAPH.md', () => {
  const db = openDatabase();
  let elena = '';
  const ask = (query: string, params = {}) => queryGraph(db, { patientId: elena, query, params }).rows;
  beforeAll(async () => {
    elena = (await loadDemoPatients(db))!.patients[0]!.id;
  });

  test('labels, relationship types and what they join', () => {
    const rows = db
      .prepare(
        'SELECT DISTINCT e.type, s.label AS f, d.label AS t FROM graph_edge e JOIN graph_node s ON s.id = e.src JOIN graph_node d ON d.id = e.dst',
      )
      .all();
    for (const { type, f, t } of rows) {
      const [from, to] = PATTERNS[type as string]!;
      expect(from).toContain(f);
      expect(to).toContain(t);
      expect(relationshipTypes).toContain(type);
      expect(recordLabels).toEqual(expect.arrayContaining([f, t]));
    }
    expect(new Set(rows.map(({ type }) => type))).toEqual(new Set(Object.keys(PATTERNS)));
  });

  test('the trend of a laboratory value, with the range of the source or the catalogue', () => {
    const rows = ask(
      `MATCH (p:Patient)-[:HAS_OBSERVATION]->(o:Observation)-[:IS_A]->(t:ObservationType)
       WHERE t.code = '4548-4' RETURN o.value, coalesce(o.ref_high, t.ref_high) ORDER BY o.time DESC LIMIT 2`,
    );
    expect(rows).toEqual([
      [6.9, 6],
      [7.1, 6],
    ]);
  });

  test('what is taken, prescribed by whom, seen where', () => {
    const rows = ask(
      `MATCH (r:IntakeRegimen)-[:OF_MEDICATION]->(m:Medication), (r)-[:PERFORMED_BY]->(d:Practitioner),
         (r)-[:RECORDED_IN]->(e:Encounter)-[:AT_ORGANIZATION]->(o:Organization)
       WHERE r.status = 'active' AND toLower(m.name) CONTAINS toLower($term) RETURN r.dose, r.unit, d.name, o.name`,
      { term: 'empagliflozin' },
    );
    expect(rows).toEqual([[10, 'mg', 'Priya Shaw', 'Harbourside Surgery']]);
  });

  test('a systolic pressure is found like any measurement', () => {
    const rows = ask(
      `MATCH (p:Patient)-[:HAS_OBSERVATION]->(o:Observation)-[:IS_A]->(t:ObservationType)
       WHERE t.code = '8480-6' AND o.component = true RETURN o.value, o.unit ORDER BY o.time DESC LIMIT 1`,
    );
    expect(rows).toEqual([[148, 'mm[Hg]']]);
  });
});

describe('two patients', () => {
  test('whose sources use the same ids stay two records', async () => {
    const person = (id: string, reason: string) =>
      JSON.stringify(
        bundle(
          patient(id),
          { resourceType: 'Practitioner', id: 'd1', name: [{ text: `Doctor of ${id}` }] },
          encounter('e1', `urn:uuid:${id}`, {
            reasonCode: [{ text: reason }],
            participant: [{ individual: { reference: 'urn:uuid:d1' } }],
          }),
          condition('c1', `urn:uuid:${id}`, { encounter: { reference: 'urn:uuid:e1' } }),
        ),
      );
    const db = openDatabase();
    const folder = makeFolder({ 'a.json': person('p1', 'cough'), 'b.json': person('p2', 'fever') });
    const result = await importFhir(db, [folder]);
    expect(result).toMatchObject({
      dangling: 0,
      duplicates: 0,
      nodes: { Encounter: 2, Practitioner: 2, ConditionType: 1 },
    });
    for (const [id, reason] of [
      ['p1', 'cough'],
      ['p2', 'fever'],
    ] as const) {
      const { nodes, edges } = graphOf(db, id);
      expect(nodes.find(({ uuid }) => uuid === 'e1')?.properties).toMatchObject({ reason });
      expect(nodes.find(({ uuid }) => uuid === 'd1')?.properties).toMatchObject({ name: `Doctor of ${id}` });
      expect(edges).toEqual(expect.arrayContaining(['c1 -RECORDED_IN-> e1', 'e1 -PERFORMED_BY-> d1']));
    }
    const [[count]] = queryGraph(db, { patientId: 'p1', query: 'MATCH (c:ConditionCase)-[:IS_A]->(t) RETURN count(*)' })
      .rows as [[number]];
    expect(count).toBe(1);
    await importJson(db, JSON.parse(person('p2', 'fever again')));
    expect(graphOf(db, 'p1').nodes.find(({ uuid }) => uuid === 'e1')?.properties).toMatchObject({ reason: 'cough' });
  });
});
