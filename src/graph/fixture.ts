import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { EdgeInput, NodeInput, PatientContent } from './schema.ts';
import { replacePatient } from './write.ts';

/** Small made-up records for the tests of this room. */
export function openGraph(...patients: string[]): DatabaseSync {
  const db = new DatabaseSync(join(mkdtempSync(join(tmpdir(), 'graph-')), 'graph.db'));
  db.exec('PRAGMA journal_mode = WAL');
  for (const patient of patients) replacePatient(db, patient, recordOf(patient));
  return db;
}

const snomed = 'http://snomed.info/sct';
const loinc = 'http://loinc.org';

/** Every text of a record names its patient, save what is terminology. Records of different patients differ in size. */
export function recordOf(patient: string): PatientContent {
  const size = 3 + (patient.charCodeAt(0) % 4);
  const nodes: NodeInput[] = [
    {
      label: 'Patient',
      uuid: patient,
      properties: { name: `Name of ${patient}`, birth_date: '1970-05-04', gender: 'female' },
    },
    { label: 'Practitioner', uuid: 'practitioner-1', properties: { name: 'Dr Who', city: `City of ${patient}` } },
    type('ConditionType', 'type-diabetes', 'Diabetes mellitus type 2', '44054006', snomed),
    type('ObservationType', 'type-glucose', 'Glucose', '2345-7', loinc),
    type('ObservationType', `type-own-${patient}`, `Own test of ${patient}`, 'X-1', loinc),
    type('Medication', 'type-metformin', 'Metformin', '6809', 'http://www.nlm.nih.gov/research/umls/rxnorm'),
    { label: 'SymptomType', uuid: `free-${patient}`, properties: { name: `Free text of ${patient}` } },
    {
      label: 'SymptomEpisode',
      uuid: `symptom-${patient}`,
      properties: { text: `It hurts ${patient}`, severity: 'mild' },
    },
    { label: 'IntakeRegimen', uuid: `regimen-${patient}`, properties: { status: 'active', dose: 500, unit: 'mg' } },
  ];
  const edges: EdgeInput[] = [
    { type: 'HAS_SYMPTOM', from: patient, to: `symptom-${patient}` },
    { type: 'IS_A', from: `symptom-${patient}`, to: `free-${patient}` },
    { type: 'HAS_REGIMEN', from: patient, to: `regimen-${patient}` },
    { type: 'OF_MEDICATION', from: `regimen-${patient}`, to: 'type-metformin' },
    { type: 'PERFORMED_BY', from: `regimen-${patient}`, to: 'practitioner-1' },
  ];
  for (let i = 0; i < size; i++) addRecords(patient, i, nodes, edges);
  return { nodes, edges };
}

function type(label: string, uuid: string, name: string, code: string, system: string): NodeInput {
  return { label, uuid, properties: { name, code, system }, shared: true };
}

function addRecords(patient: string, i: number, nodes: NodeInput[], edges: EdgeInput[]): void {
  const [condition, observation, encounter] = [
    `condition-${i}-${patient}`,
    `observation-${i}-${patient}`,
    `encounter-${i}-${patient}`,
  ];
  nodes.push(
    {
      label: 'ConditionCase',
      uuid: condition,
      properties: {
        name: 'Diabetes mellitus type 2',
        code: '44054006',
        status: i % 2 ? 'active' : 'resolved',
        onset_date: `20${10 + i}-01-01`,
      },
    },
    {
      label: 'Observation',
      uuid: observation,
      properties: {
        name: 'Glucose',
        value: 80 + i * 10,
        unit: 'mg/dL',
        time: `2020-0${1 + i}-01T08:00:00Z`,
        component: false,
      },
    },
    {
      label: 'Encounter',
      uuid: encounter,
      properties: { class: 'AMB', start: `2020-0${1 + i}-01T08:00:00Z`, reason: `Reason ${patient}` },
    },
  );
  edges.push(
    { type: 'HAS_CONDITION', from: patient, to: condition },
    { type: 'IS_A', from: condition, to: 'type-diabetes' },
    { type: 'HAS_OBSERVATION', from: patient, to: observation },
    { type: 'IS_A', from: observation, to: i === 0 ? `type-own-${patient}` : 'type-glucose' },
    { type: 'HAS_ENCOUNTER', from: patient, to: encounter },
    { type: 'RECORDED_IN', from: condition, to: encounter },
    { type: 'RECORDED_IN', from: observation, to: encounter },
    { type: 'PERFORMED_BY', from: encounter, to: 'practitioner-1' },
  );
}
