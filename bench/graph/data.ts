import type { EdgeInput, NodeInput, PatientContent } from '../../src/graph/index.ts';

export function patientId(i: number): string {
  return `00000000-0000-4000-8000-${String(i).padStart(12, '0')}`;
}

const snomed = 'http://snomed.info/sct';
const loinc = 'http://loinc.org';
const rxnorm = 'http://www.nlm.nih.gov/research/umls/rxnorm';

const conditions = [
  'Diabetes mellitus type 2',
  'Essential hypertension',
  'Asthma',
  'Acute bronchitis',
  'Osteoarthritis of knee',
  'Hyperlipidemia',
  'Anemia',
  'Migraine',
];
const measurements = [
  'Glucose',
  'Hemoglobin A1c',
  'Systolic blood pressure',
  'Diastolic blood pressure',
  'Body weight',
  'Body height',
  'Creatinine',
  'LDL cholesterol',
  'Potassium',
  'Heart rate',
];
const drugs = [
  'Metformin 500 MG Oral Tablet',
  'Lisinopril 10 MG Oral Tablet',
  'Simvastatin 20 MG Oral Tablet',
  'Albuterol inhaler',
  'Naproxen 220 MG',
];

/** A record of the size and shape that a primary-care patient has: encounters, and what was found and given in them. */
export function makePatient(i: number, records: number): PatientContent {
  const id = patientId(i);
  const nodes: NodeInput[] = [
    {
      label: 'Patient',
      uuid: id,
      properties: {
        name: `Given${i} Family${i}`,
        gender: i % 2 ? 'male' : 'female',
        birth_date: `19${40 + (i % 60)}-03-01`,
        city: 'Boston',
        country: 'US',
      },
    },
    {
      label: 'Practitioner',
      uuid: `practitioner-${i % 50}`,
      properties: { name: `Doctor ${i % 50}`, npi: String(i % 50) },
    },
    { label: 'Organization', uuid: `organization-${i % 20}`, properties: { name: `Clinic ${i % 20}`, city: 'Boston' } },
  ];
  const edges: EdgeInput[] = [];
  let encounter = '';
  for (let n = 0; n < records; n++) {
    if (n % 10 === 0) encounter = addEncounter(id, i, n, nodes, edges);
    else addRecord(id, i, n, encounter, nodes, edges);
  }
  return { nodes, edges };
}

function dayOf(n: number): string {
  return `20${String(10 + (Math.floor(n / 12) % 14)).padStart(2, '0')}-${String(1 + (n % 12)).padStart(2, '0')}-11`;
}

function addEncounter(id: string, i: number, n: number, nodes: NodeInput[], edges: EdgeInput[]): string {
  const uuid = `${id}-encounter-${n}`;
  const start = `${dayOf(n)}T09:00:00Z`;
  nodes.push({
    label: 'Encounter',
    uuid,
    properties: {
      name: 'Encounter for check up',
      code: '185349003',
      system: snomed,
      status: 'finished',
      class: 'AMB',
      start,
      end: start,
    },
  });
  edges.push(
    { type: 'HAS_ENCOUNTER', from: id, to: uuid },
    { type: 'PERFORMED_BY', from: uuid, to: `practitioner-${i % 50}` },
    { type: 'AT_ORGANIZATION', from: uuid, to: `organization-${i % 20}` },
  );
  return uuid;
}

function addRecord(id: string, i: number, n: number, encounter: string, nodes: NodeInput[], edges: EdgeInput[]): void {
  const uuid = `${id}-record-${n}`;
  const day = dayOf(n);
  if (n % 10 === 1) {
    const name = conditions[(n + i) % conditions.length]!;
    nodes.push({
      label: 'ConditionCase',
      uuid,
      properties: {
        name,
        code: `c-${name.length}`,
        system: snomed,
        status: n % 20 === 1 ? 'active' : 'resolved',
        verification: 'confirmed',
        onset_date: day,
        recorded_date: day,
      },
    });
    edges.push(
      { type: 'HAS_CONDITION', from: id, to: uuid },
      typed(uuid, 'IS_A', 'ConditionType', name, snomed, nodes),
    );
  } else if (n % 10 === 2) {
    const name = drugs[(n + i) % drugs.length]!;
    nodes.push({
      label: 'IntakeRegimen',
      uuid,
      properties: {
        name,
        code: `d-${name.length}`,
        system: rxnorm,
        status: n % 20 === 2 ? 'active' : 'stopped',
        start: `${day}T09:00:00Z`,
        dose: 1,
        frequency: 'daily',
      },
    });
    edges.push(
      { type: 'HAS_REGIMEN', from: id, to: uuid },
      typed(uuid, 'OF_MEDICATION', 'Medication', name, rxnorm, nodes),
    );
  } else {
    const name = measurements[(n + i) % measurements.length]!;
    nodes.push({
      label: 'Observation',
      uuid,
      properties: {
        name,
        code: `o-${name.length}`,
        system: loinc,
        status: 'final',
        category: 'laboratory',
        value: 50 + ((n * 13 + i) % 150),
        unit: 'mg/dL',
        time: `${day}T09:10:00Z`,
        component: false,
      },
    });
    edges.push(
      { type: 'HAS_OBSERVATION', from: id, to: uuid },
      typed(uuid, 'IS_A', 'ObservationType', name, loinc, nodes),
    );
  }
  edges.push({ type: 'RECORDED_IN', from: uuid, to: encounter });
}

function typed(from: string, type: string, label: string, name: string, system: string, nodes: NodeInput[]): EdgeInput {
  const uuid = `type-${name.toLowerCase().replaceAll(' ', '-')}`;
  nodes.push({ label, uuid, properties: { name, code: `t-${name.length}`, system }, shared: true });
  return { type, from, to: uuid };
}
