/** Records that are large, deep or wrong. */
import { fill } from './fill.ts';
import type { Attack, House } from './house.ts';
import { DEEP, raw } from './raw.ts';

const patient = (more: object) => ({
  ...{ resourceType: 'Bundle', type: 'collection' },
  entry: [{ resource: { resourceType: 'Patient', id: 'hostile', ...more } }],
});
const observations = (count: number) => ({
  resourceType: 'Bundle',
  type: 'collection',
  entry: [
    { fullUrl: 'urn:uuid:big', resource: { resourceType: 'Patient', id: 'big', name: [{ text: 'Big Record' }] } },
    ...Array.from({ length: count }, (_, i) => ({
      resource: {
        ...{ resourceType: 'Observation', id: `o${i}`, status: 'final', subject: { reference: 'urn:uuid:big' } },
        code: { coding: [{ system: 'http://loinc.org', code: '8867-4' }], text: 'Heart rate' },
        effectiveDateTime: `20${10 + (i % 15)}-0${1 + (i % 9)}-1${i % 10}T08:00:00Z`,
        valueQuantity: { value: 60 + (i % 40), unit: '/min', system: 'http://unitsofmeasure.org', code: '/min' },
      },
    })),
  ],
});

/** Each tells of something else, as letters do. */
const letters = (count: number) => ({
  resourceType: 'Bundle',
  type: 'collection',
  entry: [
    {
      fullUrl: 'urn:uuid:letters',
      resource: { resourceType: 'Patient', id: 'letters', name: [{ text: 'Many Letters' }] },
    },
    ...Array.from({ length: count }, (_, at) => ({
      resource: {
        ...{ resourceType: 'DocumentReference', id: `l${at}`, status: 'current', description: `Clinic letter ${at}` },
        ...{ subject: { reference: 'urn:uuid:letters' }, date: `20${10 + (at % 15)}-0${1 + (at % 9)}-1${at % 10}` },
        content: [{ attachment: { contentType: 'text/plain', data: Buffer.from(letter(at)).toString('base64') } }],
      },
    })),
  ],
});
const letter = (at: number) =>
  `Dear colleague,\n\nSeen in clinic ${at}. ${TOLD[at % TOLD.length]} ${TOLD[(at * 7 + 3) % TOLD.length]} Blood pressure ${110 + (at % 50)}/${70 + (at % 25)} mmHg, pulse ${60 + (at % 40)}.\n\nPlan: ${TOLD[(at * 5 + 1) % TOLD.length]} Review in ${1 + (at % 11)} months.\n`;
const TOLD = [
  'Started ramipril 5 mg once daily for hypertension.',
  'She has had less pain in the left knee since the injection.',
  'The echocardiogram showed a normal left ventricle.',
  'Metformin was stopped because of diarrhoea.',
  'No chest pain, no breathlessness; sleeps with one pillow.',
  'Allergic to penicillin: a rash as a child.',
  'The biopsy was benign and no further imaging is needed.',
  'Please repeat the potassium in two weeks.',
];

export const RECORDS: readonly Attack[] = [
  [
    'import: a name of 60 MB',
    ({ post }) => post('/v1/patients/import', patient({ name: [{ text: fill('a', 60e6) }] })),
  ],
  [
    'import: ten thousand names',
    ({ post }) => post('/v1/patients/import', patient({ name: Array(10_000).fill({ text: fill('a', 200) }) })),
  ],
  ['import: deeper than any stack', (house) => raw(house, '/v1/patients/import', DEEP)],
  ['import: no JSON at all', (house) => raw(house, '/v1/patients/import', fill('{"a":', 20e6))],
  ['import: 20,000 entries', ({ post }) => post('/v1/patients/import', observations(20_000))],
  ['a large record: its summary', ({ get, post }) => big(get, post, (id) => get(`/v1/patients/${id}/summary`))],
  ['a large record: its timeline', ({ get, post }) => big(get, post, (id) => get(`/v1/patients/${id}/timeline`))],
  [
    'a large record: its observations',
    ({ get, post }) => big(get, post, (id) => get(`/v1/patients/${id}/observations?limit=500`)),
  ],
  ['a large record: today', ({ get }) => get('/v1/today')],
  [
    'a large record: a question',
    ({ get, post }) =>
      big(get, post, (id) => post('/v1/chat', { message: 'Is my heart rate normal?', patient_id: id })),
  ],
  [
    'a large record: something told',
    ({ get, post }) => big(get, post, (id) => post('/v1/chat', { message: 'My pulse was 71 today.', patient_id: id })),
  ],
  [
    'a large record: all of it by Cypher',
    ({ get, post }) =>
      big(get, post, (id) =>
        post('/v1/graph/query', { patient_id: id, query: 'MATCH (p:Patient)-[r]->(n) RETURN n', params: {} }),
      ),
  ],
  [
    'a record of 4,000 letters: a question',
    ({ get, post }) =>
      named(
        'Many Letters',
        get,
        () => post('/v1/patients/import', letters(4_000)),
        (id) => post('/v1/chat', { message: 'Why was metformin stopped, and is my knee better?', patient_id: id }),
      ),
  ],
  ['CDS: 500 orders', ({ post, patient: id }) => post('/cds-services/consilium-order-sign', orders(id))],
  [
    'CDS: a record in the request',
    ({ post }) => {
      const bundle = observations(8_000);
      const prefetch = {
        patient: bundle.entry[0]!.resource,
        observations: { ...bundle, entry: bundle.entry.slice(1) },
      };
      const context = { patientId: 'big', userId: 'Practitioner/1' };
      return post('/cds-services/consilium-patient-view', {
        hook: 'patient-view',
        hookInstance: 'x',
        context,
        prefetch,
      });
    },
  ],
];

function big(get: House['get'], post: House['post'], ask: (id: string) => Promise<unknown>): Promise<unknown> {
  return named('Big Record', get, () => post('/v1/patients/import', observations(20_000)), ask);
}

/** Asks about who has this name, brought first where nobody has it. */
async function named(
  name: string,
  get: House['get'],
  bring: () => Promise<unknown>,
  ask: (id: string) => Promise<unknown>,
): Promise<unknown> {
  const find = async () => {
    const { patients } = (await (await get('/v1/patients')).json()) as { patients: { id: string; name: string }[] };
    return patients.find((each) => each.name === name)?.id;
  };
  return ask(((await find()) ?? (await bring().then(find)))!);
}

const ORDERED = ['warfarin', 'clarithromycin', 'simvastatin', 'ibuprofen', 'lithium', 'ramipril', 'spironolactone'];

function orders(id: string): object {
  const entry = Array.from({ length: 500 }, (_, at) => ({
    resource: {
      ...{ resourceType: 'MedicationRequest', id: `m${at}`, status: 'draft', intent: 'order' },
      subject: { reference: `Patient/${id}` },
      medicationCodeableConcept: { text: ORDERED[at % ORDERED.length] },
    },
  }));
  const context = { patientId: id, userId: 'Practitioner/1', draftOrders: { resourceType: 'Bundle', entry } };
  return { hook: 'order-sign', hookInstance: 'x', context };
}
