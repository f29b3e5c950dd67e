import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addToPatient } from '../graph/index.ts';
import { exportPatient } from './export.ts';
import {
  bundle,
  concept,
  condition,
  encounter,
  graphOf,
  importJson,
  type Json,
  openDatabase,
  patient,
} from './fixtures.ts';

describe('exporting a patient', () => {
  test('gives a collection with relative references', async () => {
    const db = openDatabase();
    await importJson(
      db,
      bundle(
        patient('p1'),
        encounter('e1', 'urn:uuid:p1'),
        condition('c1', 'urn:uuid:p1', { encounter: { reference: 'urn:uuid:e1' } }),
      ),
    );
    const { type, entry } = exportPatient(db, 'p1');
    expect(type).toBe('collection');
    expect(entry.map(({ resource }) => `${resource.resourceType}/${resource.id}`).sort()).toEqual([
      'Condition/c1',
      'Encounter/e1',
      'Patient/p1',
    ]);
    expect(entry.find(({ resource }) => resource.id === 'c1')?.resource).toMatchObject({
      subject: { reference: 'Patient/p1' },
      encounter: { reference: 'Encounter/e1' },
      clinicalStatus: { coding: [{ code: 'active' }] },
    });
  });

  test('someone unknown is not found', () => {
    expect(() => exportPatient(openDatabase(), 'nobody')).toThrow(/no patient/);
  });

  test('a symptom from conversation comes back as a symptom', async () => {
    const db = openDatabase();
    await importJson(db, bundle(patient('p1')));
    addToPatient(db, 'p1', {
      nodes: [
        {
          label: 'SymptomEpisode',
          uuid: 's1',
          properties: { name: 'Headache', status: 'active', severity: 'mild', onset_date: '2026-03-01' },
        },
        { label: 'SymptomType', uuid: '6a1b62b7-52aa-5b2a-a5a2-f8a1ae7a2d6f', properties: { name: 'Headache' } },
      ],
      edges: [{ type: 'HAS_SYMPTOM', from: 'p1', to: 's1' }],
    });
    const again = openDatabase();
    await importJson(again, exportPatient(db, 'p1'));
    expect(graphOf(again, 'p1').nodes.find(({ uuid }) => uuid === 's1')).toEqual(
      graphOf(db, 'p1').nodes.find(({ uuid }) => uuid === 's1'),
    );
  });

  test('import → export → import gives the same graph', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyResource, { minLength: 1, maxLength: 12 }), async (resources) => {
        const db = openDatabase();
        await importJson(
          db,
          bundle(patient('p1'), doctor, clinic, encounter('e1', 'urn:uuid:p1', visited), ...withIds(resources)),
        );
        const again = openDatabase();
        const result = await importJson(again, exportPatient(db, 'p1'));
        expect(result.dangling).toBe(0);
        expect(graphOf(again, 'p1')).toEqual(graphOf(db, 'p1'));
        db.close();
        again.close();
      }),
      { numRuns: 60 },
    );
  });
});

const doctor: Json = {
  resourceType: 'Practitioner',
  id: 'd1',
  name: [{ family: 'Osei', given: ['Kofi'] }],
  gender: 'male',
};
const clinic: Json = { resourceType: 'Organization', id: 'g1', name: 'Harbour Clinic', address: [{ city: 'Bristol' }] };
const visited: Json = {
  participant: [{ individual: { reference: 'urn:uuid:d1' } }],
  serviceProvider: { reference: 'urn:uuid:g1' },
  reasonCode: [{ text: 'Review' }],
};

const words = fc.string({ unit: 'grapheme', maxLength: 30 });
const when = fc.oneof(
  fc
    .date({ min: new Date('1950-01-01'), max: new Date('2030-01-01'), noInvalidDate: true })
    .map((date) => date.toISOString()),
  fc.constantFrom('2011', '2012-05', '2016-02-29', 'not a date'),
);
const what = fc.oneof(
  fc.constant(concept('http://loinc.org', '2160-0', 'Creatinine')),
  fc.record({ text: words }),
  fc.record({ coding: fc.array(fc.record({ system: words, code: words, display: words }), { maxLength: 2 }) }),
);
const optional = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });
const quantity = fc.record({
  value: fc.double({ noNaN: true, noDefaultInfinity: true }),
  unit: optional(words),
  comparator: optional(fc.constantFrom('<', '>=')),
});
const visit = optional(fc.constantFrom({ reference: 'urn:uuid:e1' }, { reference: 'Encounter/none' }));
const status = optional(fc.constantFrom('active', 'completed', 'stopped', 'entered-in-error'));
const valued = {
  code: what,
  valueQuantity: optional(quantity),
  valueString: optional(words),
  referenceRange: optional(fc.array(fc.record({ low: quantity, text: words }), { maxLength: 1 })),
};

const anyResource: fc.Arbitrary<Json> = fc.oneof(
  fc.record({
    resourceType: fc.constant('Observation'),
    ...valued,
    status,
    effectiveDateTime: optional(when),
    encounter: visit,
    note: optional(fc.array(fc.record({ text: words }), { maxLength: 2 })),
    component: optional(fc.array(fc.record(valued), { maxLength: 3 })),
  }),
  fc.record({
    resourceType: fc.constant('Condition'),
    code: what,
    onsetDateTime: optional(when),
    abatementDateTime: optional(when),
    encounter: visit,
    category: optional(fc.array(what, { maxLength: 1 })),
  }),
  fc.record({
    resourceType: fc.constantFrom('MedicationRequest'),
    status,
    medicationCodeableConcept: what,
    authoredOn: optional(when),
    requester: optional(fc.constant({ reference: 'urn:uuid:d1' })),
    encounter: visit,
    reasonCode: optional(fc.array(what, { maxLength: 1 })),
    dosageInstruction: optional(
      fc.array(
        fc.record({
          text: words,
          asNeededBoolean: optional(fc.boolean()),
          route: optional(what),
          timing: optional(
            fc.record({
              repeat: fc.record({
                frequency: fc.nat(5),
                period: fc.nat(3),
                periodUnit: fc.constantFrom('d', 'h'),
                boundsPeriod: optional(fc.record({ end: when })),
              }),
            }),
          ),
          doseAndRate: optional(fc.array(fc.record({ doseQuantity: quantity }), { maxLength: 1 })),
        }),
        { maxLength: 1 },
      ),
    ),
  }),
  fc.record({
    resourceType: fc.constant('AllergyIntolerance'),
    code: what,
    type: optional(words),
    category: fc.array(words, { maxLength: 2 }),
    recordedDate: optional(when),
    reaction: optional(
      fc.array(fc.record({ manifestation: fc.array(what, { maxLength: 2 }), description: words }), { maxLength: 2 }),
    ),
  }),
  fc.record({
    resourceType: fc.constant('Procedure'),
    status,
    code: what,
    performedDateTime: optional(when),
    performedPeriod: optional(fc.record({ start: when, end: when })),
    performer: fc.constant([{ actor: { reference: 'urn:uuid:d1' } }]),
    encounter: visit,
  }),
  fc.record({
    resourceType: fc.constant('MedicationStatement'),
    status: fc.constantFrom('active', 'intended', 'not-taken'),
    medicationCodeableConcept: what,
    effectivePeriod: optional(fc.record({ start: when, end: when })),
    context: visit,
    dosage: optional(fc.array(fc.record({ text: words, asNeededBoolean: fc.boolean() }), { maxLength: 1 })),
  }),
  fc.record({
    resourceType: fc.constant('Immunization'),
    status,
    vaccineCode: what,
    occurrenceDateTime: when,
    encounter: visit,
  }),
  fc.record({
    resourceType: fc.constant('DiagnosticReport'),
    status,
    code: what,
    effectiveDateTime: when,
    result: fc.constant([{ reference: 'Observation/r0' }]),
  }),
  fc.record({
    resourceType: fc.constant('CarePlan'),
    status,
    category: fc.array(what, { maxLength: 1 }),
    title: words,
    period: optional(fc.record({ start: when })),
  }),
  fc.record({
    resourceType: fc.constant('DocumentReference'),
    status,
    type: optional(what),
    description: words,
    date: when,
    content: fc.array(
      fc.record({
        attachment: fc.record({
          contentType: fc.constantFrom('text/plain', 'text/html', 'application/pdf', undefined),
          data: words.map((text) => Buffer.from(text).toString('base64')),
        }),
      }),
      { maxLength: 2 },
    ),
  }),
);

function withIds(resources: Json[]): Json[] {
  const subject = { reference: 'urn:uuid:p1' };
  return resources.map((resource, n) => ({
    ...resource,
    id: `r${n}`,
    subject,
    patient: resource.resourceType === 'Condition' ? undefined : subject,
  }));
}
