import { describe, expect, test } from 'vitest';
import {
  bundle,
  concept,
  condition,
  encounter,
  graphOf,
  importJson,
  importText,
  type Json,
  makeFolder,
  observation,
  openDatabase,
  patient,
  propertiesOf,
} from './fixtures.ts';
import { componentUuid, typeUuid } from './identity.ts';
import { type ImportProgress, importFhir, importSources } from './import.ts';

const bloodPressure = (id: string, subject: string): Json =>
  observation(id, subject, {
    category: [{ coding: [{ code: 'vital-signs' }] }],
    code: concept('http://loinc.org', '85354-9', 'Blood pressure'),
    valueQuantity: undefined,
    component: [
      { code: concept('http://loinc.org', '8480-6', 'Systolic'), valueQuantity: { value: 152, code: 'mm[Hg]' } },
      { code: concept('http://loinc.org', '8462-4', 'Diastolic'), valueQuantity: { value: 94, code: 'mm[Hg]' } },
    ],
  });

describe('importing a bundle', () => {
  test('reports what was read, written and skipped', async () => {
    const db = openDatabase();
    const result = await importJson(
      db,
      bundle(patient('p1'), encounter('e1', 'urn:uuid:p1'), condition('c1', 'urn:uuid:p1'), {
        resourceType: 'Claim',
        id: 'x1',
        patient: { reference: 'urn:uuid:p1' },
      }),
    );
    expect(result.patients).toEqual([{ id: 'p1', name: 'Ada Byron' }]);
    expect(result.resources).toEqual({ Patient: 1, Encounter: 1, Condition: 1, Claim: 1 });
    expect(result.skipped).toEqual({ Claim: 1 });
    expect(result.nodes).toEqual({ Patient: 1, Encounter: 1, ConditionCase: 1, ConditionType: 1 });
    expect(result.edges).toEqual({ HAS_ENCOUNTER: 1, HAS_CONDITION: 1, IS_A: 1 });
    expect(result.dangling).toBe(0);
  });

  test('goals and relatives are kept beside the patient, a reason for stopping with its medicine', async () => {
    const db = openDatabase();
    const of = { reference: 'urn:uuid:p1' };
    const result = await importJson(
      db,
      bundle(
        patient('p1'),
        {
          resourceType: 'Goal',
          id: 'g1',
          lifecycleStatus: 'active',
          description: { text: 'INR between 2 and 3' },
          subject: of,
          startDate: '2022-11-30',
        },
        { resourceType: 'Goal', id: 'g2', lifecycleStatus: 'rejected', description: { text: 'None' }, subject: of },
        {
          resourceType: 'FamilyMemberHistory',
          id: 'f1',
          status: 'completed',
          patient: of,
          relationship: { text: 'Mother' },
          condition: [{ code: { text: 'Ovarian cancer' }, onsetAge: { value: 52 } }],
        },
        {
          resourceType: 'MedicationRequest',
          id: 'm1',
          status: 'stopped',
          intent: 'order',
          medicationCodeableConcept: { text: 'Letrozole' },
          subject: of,
          statusReason: { text: 'Joint pain' },
        },
      ),
    );
    expect(result.skipped).toEqual({ Goal: 2 });
    const held = (label: string) =>
      db
        .prepare('SELECT props FROM graph_node WHERE label = ?')
        .all(label)
        .map(({ props }) => JSON.parse(String(props)));
    expect(held('Patient')[0]).toMatchObject({
      goals: ['INR between 2 and 3 (since 2022-11-30)'],
      family_history: ['Mother: Ovarian cancer at 52'],
    });
    expect(held('IntakeRegimen')[0]).toMatchObject({ status_reason: 'Joint pain' });
  });

  test('an appointment is a visit to come; remarks, findings and people known by name alone are kept', async () => {
    const db = openDatabase();
    const subject = { reference: 'urn:uuid:p1' };
    await importJson(
      db,
      bundle(
        patient('p1'),
        {
          resourceType: 'Appointment',
          id: 'a1',
          status: 'booked',
          description: 'Cardiology review',
          start: '2026-12-09T09:00:00Z',
          participant: [{ actor: subject }, { actor: { display: 'Dr Karin Ek' } }],
        },
        {
          resourceType: 'Procedure',
          id: 'r1',
          status: 'completed',
          code: { text: 'Gastroscopy' },
          subject,
          performedDateTime: '2022-04-05',
          note: [{ text: 'Small hiatus hernia' }],
        },
        {
          resourceType: 'MedicationRequest',
          id: 'm1',
          status: 'stopped',
          medicationCodeableConcept: { text: 'Simvastatin 40 mg' },
          subject,
          requester: { display: 'Dr Nils Berg' },
          dosageInstruction: [{ text: 'one at night' }],
          note: [{ text: 'Stopped 15 Jan 2024 because of amiodarone' }],
        },
      ),
    );
    expect(propertiesOf(db, 'p1', 'a1')).toMatchObject({ status: 'planned', start: '2026-12-09T09:00:00Z' });
    expect(propertiesOf(db, 'p1', 'r1')).toMatchObject({ text: 'Small hiatus hernia' });
    expect(propertiesOf(db, 'p1', 'm1')).toMatchObject({
      text: 'one at night',
      note: 'Stopped 15 Jan 2024 because of amiodarone',
    });
    const { nodes, edges } = graphOf(db, 'p1');
    expect(JSON.stringify(nodes)).toContain('Dr Karin Ek');
    expect(edges.filter((edge) => JSON.stringify(edge).includes('PERFORMED_BY'))).toHaveLength(2);
  });

  test('the same file twice adds nothing', async () => {
    const db = openDatabase();
    const content = bundle(patient('p1'), encounter('e1', 'urn:uuid:p1'), bloodPressure('o1', 'urn:uuid:p1'));
    const first = await importJson(db, content);
    const before = graphOf(db, 'p1');
    const second = await importJson(db, content);
    expect(first.added.nodes).toBeGreaterThan(0);
    expect(second.added).toEqual({ nodes: 0, edges: 0 });
    expect(second.nodes).toEqual(first.nodes);
    expect(graphOf(db, 'p1')).toEqual(before);
  });

  test('a later file adds to the patient and loses nothing', async () => {
    const db = openDatabase();
    await importJson(db, bundle(patient('p1'), encounter('e1', 'urn:uuid:p1')));
    const later = observation('o1', 'Patient/p1', { encounter: { reference: 'Encounter/e1' } });
    const result = await importJson(db, later);
    expect(result).toMatchObject({ dangling: 0, patients: [{ id: 'p1', name: 'Ada Byron' }] });
    expect(graphOf(db, 'p1').edges).toContain('o1 -RECORDED_IN-> e1');
    expect(graphOf(db, 'p1').nodes.map((node) => node.uuid)).toContain('e1');
  });

  test('what a file says nothing of stays known: a Patient with only a name wipes no birth date, and it is said', async () => {
    const db = openDatabase();
    const whole = { ...patient('p1'), birthDate: '1971-03-02', gender: 'female', deceasedDateTime: '2026-01-01' };
    await importJson(db, bundle(whole));
    const bare = { resourceType: 'Patient', id: 'p1', name: [{ text: 'Ada King' }] };
    const result = await importJson(db, bare);
    expect(propertiesOf(db, 'p1', 'p1')).toMatchObject({
      name: 'Ada King',
      birth_date: '1971-03-02',
      gender: 'female',
      deceased_date: '2026-01-01',
    });
    expect(result.kept[0]).toMatchObject({
      id: 'p1',
      fields: expect.arrayContaining(['birth_date', 'gender', 'deceased_date']),
    });
    // What is said counts: another date, another town without the old code, and that somebody lives.
    await importJson(db, { ...bare, birthDate: '1972-03-02', deceasedBoolean: false, address: [{ city: 'Ockham' }] });
    const corrected = propertiesOf(db, 'p1', 'p1');
    expect(corrected).toMatchObject({ birth_date: '1972-03-02', city: 'Ockham', gender: 'female' });
    expect([corrected?.deceased_date ?? null, corrected?.postal_code ?? null]).toEqual([null, null]);
  });

  test('a corrected resource replaces its old self, old type and lost components included', async () => {
    const db = openDatabase();
    const wrong = condition('c1', 'urn:uuid:p1');
    await importJson(db, bundle(patient('p1'), wrong, bloodPressure('o1', 'urn:uuid:p1')));
    const right = { ...wrong, code: concept('http://snomed.info/sct', '44054006', 'Type 2 diabetes') };
    const lean = { ...bloodPressure('o1', 'urn:uuid:p1'), component: undefined };
    await importJson(db, bundle(patient('p1'), right, lean));
    const { edges, nodes } = graphOf(db, 'p1');
    expect(edges.filter((edge) => edge.startsWith('c1 -IS_A->'))).toEqual([
      `c1 -IS_A-> ${typeUuid('ConditionType', 'http://snomed.info/sct', '44054006', 'Type 2 diabetes')}`,
    ]);
    expect(nodes.filter((node) => node.label === 'Observation')).toHaveLength(1);
  });

  test('far more than people have is written in slices: others have their turn, the trail has one row, nothing is lost', async () => {
    const db = openDatabase();
    const many = Array.from({ length: 2_300 }, (_, n) =>
      n % 3 === 0 ? encounter(`e${n}`, 'urn:uuid:p1') : observation(`o${n}`, 'urn:uuid:p1'),
    );
    const written: string[] = [];
    let turns = 0;
    let isOver = false;
    const others = async () => {
      for (; !isOver; turns++) {
        if (written.length > 0) expect(db.isTransaction).toBe(false);
        await new Promise(setImmediate);
      }
    };
    const watching = others();
    const result = await importJson(db, bundle(...many, patient('p1')), { onWritten: (id) => void written.push(id) });
    isOver = true;
    await watching;
    expect(written).toEqual(['p1']);
    expect(turns).toBeGreaterThan(1);
    expect(result.nodes).toMatchObject({ Patient: 1, Encounter: 767, Observation: 1_533 });
    const { nodes, edges } = graphOf(db, 'p1');
    expect(result.added.edges).toBe(edges.length);
    expect(nodes.filter(({ label }) => label === 'Observation')).toHaveLength(1_533);
    const again = await importJson(db, bundle(...many, patient('p1')));
    expect(again.added).toEqual({ nodes: 0, edges: 0 });
    expect(graphOf(db, 'p1').edges).toHaveLength(edges.length);
  });

  test('several patients in one bundle are several records', async () => {
    const db = openDatabase();
    const doctor = { resourceType: 'Practitioner', id: 'd1', name: [{ family: 'Osei', given: ['Kofi'] }] };
    const seen = { participant: [{ individual: { reference: 'urn:uuid:d1' } }] };
    const result = await importJson(
      db,
      bundle(
        patient('p1'),
        patient('p2', 'Bela', 'Bartok'),
        doctor,
        encounter('e1', 'urn:uuid:p1', seen),
        condition('c2', 'urn:uuid:p2'),
      ),
    );
    expect(result.patients.map(({ name }) => name)).toEqual(['Ada Byron', 'Bela Bartok']);
    expect(graphOf(db, 'p1').edges).toContain('e1 -PERFORMED_BY-> d1');
    expect(graphOf(db, 'p2').nodes.map((node) => node.label)).toEqual(['ConditionCase', 'Patient']);
  });

  test('a reference into another patient makes no edge', async () => {
    const db = openDatabase();
    await importJson(
      db,
      bundle(patient('p1'), patient('p2'), encounter('e2', 'urn:uuid:p2'), {
        ...condition('c1', 'urn:uuid:p1'),
        encounter: { reference: 'urn:uuid:e2' },
      }),
    );
    expect(graphOf(db, 'p1').edges.some((edge) => edge.includes('e2'))).toBe(false);
  });

  test('components are observations of their own', async () => {
    const db = openDatabase();
    await importJson(
      db,
      bundle(patient('p1'), encounter('e1', 'urn:uuid:p1'), {
        ...bloodPressure('o1', 'urn:uuid:p1'),
        encounter: { reference: 'urn:uuid:e1' },
      }),
    );
    const systolic = componentUuid('o1', 'http://loinc.org', '8480-6');
    expect(propertiesOf(db, 'p1', 'o1')).toMatchObject({ component: false, time: '2026-03-03T07:30:00Z' });
    expect(propertiesOf(db, 'p1', 'o1')).not.toHaveProperty('value');
    expect(propertiesOf(db, 'p1', systolic)).toMatchObject({
      component: true,
      value: 152,
      unit: 'mm[Hg]',
      category: 'vital-signs',
      status: 'final',
      time: '2026-03-03T07:30:00Z',
    });
    expect(graphOf(db, 'p1').edges).toEqual(
      expect.arrayContaining([
        `o1 -HAS_COMPONENT-> ${systolic}`,
        `p1 -HAS_OBSERVATION-> ${systolic}`,
        `${systolic} -RECORDED_IN-> e1`,
      ]),
    );
  });

  test('free text without a code makes a Type that only this patient has', async () => {
    const db = openDatabase();
    await importJson(
      db,
      bundle(patient('p1'), condition('c1', 'urn:uuid:p1', { code: { text: 'bad knee since the fall' } })),
    );
    const own = graphOf(db, 'p1').nodes.find((node) => node.label === 'ConditionType');
    expect(own?.properties).toMatchObject({ name: 'bad knee since the fall' });
  });

  test('a resource without an id takes that of its fullUrl, or one of its content', async () => {
    const db = openDatabase();
    const urn = 'urn:uuid:0b6de8a6-58a3-4a8e-9b1c-93d9d8a5f001';
    const { id: _, ...nameless } = condition('x', 'urn:uuid:p1');
    const content = {
      ...bundle(patient('p1')),
      entry: [
        { fullUrl: 'urn:uuid:p1', resource: patient('p1') },
        { fullUrl: urn, resource: nameless },
        { resource: { ...nameless, onsetDateTime: '2020' } },
      ],
    };
    const result = await importJson(db, content);
    expect(result.nodes.ConditionCase).toBe(2);
    expect(propertiesOf(db, 'p1', urn.slice(9))).toMatchObject({ onset_date: '2016-05-10' });
    expect((await importJson(db, content)).added).toEqual({ nodes: 0, edges: 0 });
  });

  test('one id used by two types stays two entries', async () => {
    const db = openDatabase();
    const content = bundle(
      observation('1', 'Patient/1'),
      encounter('2', 'Patient/1'),
      condition('2', 'Patient/1'),
      patient('1'),
    );
    const result = await importJson(db, {
      ...content,
      entry: (content.entry as Json[]).map(({ resource }) => ({ resource })),
    });
    expect(result.nodes).toMatchObject({ Patient: 1, Observation: 1, Encounter: 1, ConditionCase: 1 });
    expect(propertiesOf(db, '1', '1')).toMatchObject({ name: 'Ada Byron' });
    expect((await importJson(db, content)).added.nodes).toBe(0);
  });
});

describe('identity of Types', () => {
  test('one code as two kinds of thing is two Types, and neither import can rename the other', async () => {
    const db = openDatabase();
    const creatinine = concept('http://loinc.org', '2160-0', 'Creatinine');
    await importJson(db, bundle(patient('p1'), observation('o1', 'urn:uuid:p1', { code: creatinine })));
    const before = graphOf(db, 'p1');
    await importJson(db, bundle(patient('p2'), condition('c2', 'urn:uuid:p2', { code: creatinine })));
    const type = typeUuid('ObservationType', 'http://loinc.org', '2160-0', 'Creatinine');
    expect(graphOf(db, 'p1')).toEqual(before);
    expect(before.edges).toContain(`o1 -IS_A-> ${type}`);
    expect(graphOf(db, 'p2').edges).not.toContain(`c2 -IS_A-> ${type}`);
  });
});

describe('references', () => {
  const recordedIn = async (reference: string, fullUrl: string) => {
    const db = openDatabase();
    const result = await importJson(db, {
      resourceType: 'Bundle',
      type: 'searchset',
      entry: [
        { fullUrl: 'https://ehr.example/fhir/Patient/p1', resource: patient('p1') },
        { fullUrl, resource: encounter('e1', 'Patient/p1') },
        { resource: condition('c1', 'https://ehr.example/fhir/Patient/p1', { encounter: { reference } }) },
      ],
    });
    return [result.dangling, graphOf(db, 'p1').edges.includes('c1 -RECORDED_IN-> e1')];
  };

  test.each([
    ['urn:uuid:61ebe359-bfdc-4613-8bf2-c5e300945f0a', 'urn:uuid:61ebe359-bfdc-4613-8bf2-c5e300945f0a'],
    ['Encounter/e1', 'https://ehr.example/fhir/Encounter/e1'],
    ['https://ehr.example/fhir/Encounter/e1', 'https://ehr.example/fhir/Encounter/e1'],
    ['https://ehr.example/fhir/Encounter/e1/_history/3', 'https://ehr.example/fhir/Encounter/e1'],
  ])('%s is found', async (reference, fullUrl) => {
    expect(await recordedIn(reference, fullUrl)).toEqual([0, true]);
  });

  test('one to nothing is counted and makes no edge', async () => {
    expect(await recordedIn('Encounter/e9', 'urn:uuid:e1')).toEqual([1, false]);
  });

  test('a conditional one makes the practitioner from identifier and display', async () => {
    const db = openDatabase();
    const individual = {
      reference: 'Practitioner?identifier=http://hl7.org/fhir/sid/us-npi|9999',
      display: 'Dr. Kofi Osei',
    };
    const result = await importJson(
      db,
      bundle(patient('p1'), encounter('e1', 'urn:uuid:p1', { participant: [{ individual }] })),
    );
    expect(result.dangling).toBe(0);
    expect(graphOf(db, 'p1').nodes.find((node) => node.label === 'Practitioner')?.properties).toMatchObject({
      name: 'Kofi Osei',
      npi: '9999',
    });
    expect(result.edges.PERFORMED_BY).toBe(1);
  });

  test('contained resources are reached, missing ones dangle', async () => {
    const db = openDatabase();
    const request: Json = {
      resourceType: 'MedicationRequest',
      id: 'm1',
      status: 'active',
      subject: { reference: 'urn:uuid:p1' },
      contained: [{ resourceType: 'Medication', id: 'med', code: concept('rxnorm', '860975', 'Metformin 500 MG') }],
      medicationReference: { reference: '#med' },
      requester: { reference: '#nobody' },
    };
    const result = await importJson(db, bundle(patient('p1'), request));
    expect(propertiesOf(db, 'p1', 'm1')).toMatchObject({ name: 'Metformin 500 MG', code: '860975' });
    expect(result.edges.OF_MEDICATION).toBe(1);
    expect(result.dangling).toBe(1);
    expect(result.resources).toEqual({ Patient: 1, MedicationRequest: 1 });
  });

  test('a role leads to the practitioner who holds it', async () => {
    const db = openDatabase();
    const result = await importJson(
      db,
      bundle(
        patient('p1'),
        { resourceType: 'Practitioner', id: 'd1', name: [{ text: 'Kofi Osei' }] },
        { resourceType: 'PractitionerRole', id: 'r1', practitioner: { reference: 'urn:uuid:d1' } },
        encounter('e1', 'urn:uuid:p1', { participant: [{ individual: { reference: 'urn:uuid:r1' } }] }),
      ),
    );
    expect(graphOf(db, 'p1').edges).toContain('e1 -PERFORMED_BY-> d1');
    expect(result.skipped).toEqual({ PractitionerRole: 1 });
  });
});

describe('files and folders', () => {
  const lines = (...resources: Json[]) => resources.map((resource) => JSON.stringify(resource)).join('\n');

  test('a bulk export, one file a type, becomes whole patients', async () => {
    const folder = makeFolder({
      'Condition.ndjson': lines(condition('c1', 'Patient/p1'), condition('c2', 'Patient/p2')),
      'Observation.ndjson': `${lines(observation('o1', 'Patient/p1', { encounter: { reference: 'Encounter/e1' } }))}\n\n`,
      'Encounter.ndjson': lines(encounter('e1', 'Patient/p1')),
      'Immunization.ndjson': '',
      'Patient.ndjson': lines(patient('p1'), patient('p2')),
    });
    const db = openDatabase();
    const result = await importFhir(db, [folder]);
    expect(result.patients).toHaveLength(2);
    expect(result.dangling).toBe(0);
    expect(graphOf(db, 'p1').edges).toContain('o1 -RECORDED_IN-> e1');
    expect(graphOf(db, 'p2').nodes).toHaveLength(2);
  });

  test('a broken file among bundles is named and left out; the others are imported', async () => {
    const folder = makeFolder({
      'a.json': JSON.stringify(bundle(patient('p1'), condition('c1', 'urn:uuid:p1'))),
      'b.json': JSON.stringify(bundle(patient('p2'), condition('c2', 'urn:uuid:p2'))).slice(0, 400),
    });
    const db = openDatabase();
    const result = await importFhir(db, [folder]);
    expect(result.patients.map(({ id }) => id)).toEqual(['p1']);
    expect(result.failed).toMatchObject([{ file: 'b.json', error: { code: 'FHIR_INVALID' } }]);
    expect(result.resources).toEqual({ Patient: 1, Condition: 1 });
  });

  test('a broken slice of a bulk export stops the import before anything is written', async () => {
    const folder = makeFolder({
      'Condition.ndjson': lines(condition('c1', 'Patient/p1')).slice(0, -20),
      'Patient.ndjson': lines(patient('p1')),
    });
    const db = openDatabase();
    await expect(importFhir(db, [folder])).rejects.toMatchObject({ code: 'FHIR_INVALID' });
    expect(() => graphOf(db, 'p1')).toThrow(/no patient/);
  });

  test('progress goes from bytes read to patients written', async () => {
    const folder = makeFolder({ 'a.json': JSON.stringify(bundle(patient('p1'), condition('c1', 'urn:uuid:p1'))) });
    const seen: ImportProgress[] = [];
    await importFhir(openDatabase(), [folder], { onProgress: (progress) => seen.push(progress) });
    expect(seen[0]).toMatchObject({ phase: 'reading', bytes: 0 });
    expect(seen.at(-1)).toMatchObject({ phase: 'writing', patients: 1, patients_done: 1, resources: 2 });
    expect(seen.at(-1)?.bytes).toBe(seen.at(-1)?.total_bytes);
  });

  test('a path that is not there is said to be so', async () => {
    await expect(importFhir(openDatabase(), ['/nowhere/at/all.json'])).rejects.toMatchObject({
      code: 'FILE_NOT_FOUND',
    });
  });

  test('an import that is called off leaves no trace', async () => {
    const stop = new AbortController();
    const db = openDatabase();
    const onProgress = () => stop.abort();
    const text = JSON.stringify(bundle(patient('p1')));
    await expect(importText(db, text, { onProgress, signal: stop.signal })).rejects.toThrow();
    expect(() => graphOf(db, 'p1')).toThrow(/no patient/);
  });
});

test('others have their turn while it is read, also where all of it has come already', async () => {
  const notes = Array.from({ length: 2_000 }, (_, at) => observation(`o${at}`, 'urn:uuid:p1'));
  const whole = Buffer.from(JSON.stringify(bundle(patient('p1'), ...notes)));
  let turns = 0;
  let isOver = false;
  const count = () => {
    turns++;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  let whileReading = 0;
  const open = async function* () {
    yield whole;
  };
  await importSources(openDatabase(), [{ name: 'body', size: whole.length, open }], {
    onProgress: ({ phase }) => {
      if (phase === 'reading') whileReading = turns;
    },
  });
  isOver = true;
  expect(whileReading).toBeGreaterThan(1);
});
