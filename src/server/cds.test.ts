import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cdsCards, cdsServices } from '../reasoning/cds/requests.ts';
import { openTokenFile } from '../storage/index.ts';
import { openGateway } from './fixture.ts';
import { createGateway } from './index.ts';

const house = openGateway();
afterAll(() => house.close());

const RXNORM = 'http://www.nlm.nih.gov/research/umls/rxnorm';
const subject = { reference: 'Patient/p1' };
const medicine = (id: string, text: string, more = {}) => ({
  resourceType: 'MedicationRequest',
  id,
  status: 'active',
  intent: 'order',
  subject,
  authoredOn: '2024-01-01',
  medicationCodeableConcept: { text },
  ...more,
});
const bundle = (...resources: object[]) => ({
  resourceType: 'Bundle',
  type: 'searchset',
  entry: resources.map((resource) => ({ resource })),
});
const prefetch = {
  patient: { resourceType: 'Patient', id: 'p1', gender: 'female', birthDate: '1948-05-05' },
  medications: bundle(medicine('m1', 'Apixaban 5 MG Oral Tablet')),
  allergies: bundle({
    resourceType: 'AllergyIntolerance',
    id: 'a1',
    patient: subject,
    clinicalStatus: { coding: [{ code: 'active' }] },
    code: { text: 'Penicillin G' },
    reaction: [{ manifestation: [{ text: 'Anaphylaxis' }] }],
  }),
  statements: null,
};
const draft = (id: string, text: string) => medicine(id, text, { status: 'draft' });
const ask = (id: string, body: object, headers?: Record<string, string>) =>
  house.post(`/cds-services/${id}`, body, headers);
const select = (...orders: object[]) => ({
  hook: 'order-select',
  hookInstance: 'i1',
  context: {
    userId: 'Practitioner/1',
    patientId: 'p1',
    selections: orders.map((order) => `MedicationRequest/${(order as { id: string }).id}`),
    draftOrders: bundle(...orders),
  },
  prefetch,
});

describe('CDS Hooks', () => {
  test('what is brought or ordered for another patient is refused, and not weighed for this one or passed over', async () => {
    const other = { subject: { reference: 'Patient/p2' } };
    const service = { resourceType: 'ServiceRequest', id: 's1', status: 'draft', intent: 'order', ...other };
    const wrong = [
      select({ ...draft('d1', 'Ibuprofen 400 MG Oral Tablet'), ...other }),
      select({ ...service, code: { text: 'Colonoscopy' } }),
      { ...select(), prefetch: { patient: { ...prefetch.patient, id: 'p2' } } },
    ];
    for (const body of wrong) {
      const { status, json } = await ask('consilium-order-select', body);
      expect([status, json.error]).toMatchObject([
        400,
        { code: 'REQUEST_INVALID', message: expect.stringContaining('another') },
      ]);
    }
  });

  test('what became of cards is counted by service and outcome, and nothing else of it is kept', async () => {
    const outcomeTimestamp = '2026-11-10T09:00:00Z';
    const tell = (id: string, feedback: object[]) => house.post(`/cds-services/${id}/feedback`, { feedback });
    const { json: listed } = await house.get('/cds-services');
    const { id } = cdsServices.parse(listed).services[0]!;
    const overridden = {
      card: 'c1',
      outcome: 'overridden',
      overrideReason: { userComment: 'Mrs Doe agreed' },
      outcomeTimestamp,
    };
    const accepted = { card: 'c2', outcome: 'accepted', acceptedSuggestions: [{ id: 's1' }], outcomeTimestamp };
    expect(await tell(id, [overridden, accepted])).toMatchObject({ status: 200, json: { received: 2 } });
    expect(await tell('unknown', [overridden])).toMatchObject({ status: 404 });
    expect(await tell(id, [{ ...accepted, acceptedSuggestions: [] }])).toMatchObject({ status: 400 });
    expect(await tell(id, [{ ...overridden, outcome: 'shrugged' }])).toMatchObject({ status: 400 });
  });
  test('services are there for whoever looks, each with hook and prefetch', async () => {
    const { json } = await house.get('/cds-services');
    const { services } = cdsServices.parse(json);
    expect(services.map(({ hook }) => hook)).toEqual(['patient-view', 'order-select', 'order-sign']);
    for (const { prefetch: templates } of services) expect(templates.patient).toBe('Patient/{{context.patientId}}');
  });

  test('a selected painkiller on an anticoagulant is a critical card with a suggestion to remove it', async () => {
    const { status, json } = await ask('consilium-order-select', select(draft('d1', 'Ibuprofen 400 MG Oral Tablet')));
    expect(status).toBe(200);
    const { cards } = cdsCards.parse(json);
    expect(cards[0]).toMatchObject({
      indicator: 'critical',
      source: { topic: { code: 'nsaid-with-anticoagulant' } },
      suggestions: [{ actions: [{ type: 'delete', resourceId: 'MedicationRequest/d1' }] }],
    });
    expect(cards[0]!.summary).toMatch(/ibuprofen.*apixaban/i);
    expect(cards[0]!.detail).toMatch(/\*\*To do:\*\*/);
    expect(cards.every(({ summary }) => summary.length <= 140)).toBe(true);
  });

  test('only what is selected counts; a sign takes them all', async () => {
    const orders = [draft('d1', 'Ibuprofen 400 MG'), draft('d2', 'Amoxicillin 500 MG')];
    const request = select(...orders);
    const one = await ask('consilium-order-select', {
      ...request,
      context: { ...request.context, selections: ['MedicationRequest/d2'] },
    });
    const codes = (json: unknown) => cdsCards.parse(json).cards.map(({ source }) => source.topic.code);
    expect(codes(one.json)).toContain('allergy-same');
    expect(codes(one.json)).not.toContain('nsaid-with-anticoagulant');
    const all = await ask('consilium-order-sign', { ...request, hook: 'order-sign' });
    expect(codes(all.json)).toEqual(expect.arrayContaining(['allergy-same', 'nsaid-with-anticoagulant']));
  });

  test('an order that is safe gets no card', async () => {
    const { json } = await ask('consilium-order-select', select(draft('d1', 'Acetaminophen 500 MG')));
    expect(json).toEqual({ cards: [] });
  });

  test('a medicine by reference and a coded one are understood', async () => {
    const order = {
      ...draft('d1', ''),
      medicationCodeableConcept: undefined,
      medicationReference: { reference: '#med' },
      contained: [
        {
          resourceType: 'Medication',
          id: 'med',
          code: { coding: [{ system: RXNORM, code: '5640', display: 'ibuprofen' }] },
        },
      ],
    };
    const { json } = await ask('consilium-order-select', select(order));
    expect(cdsCards.parse(json).cards[0]?.indicator).toBe('critical');
  });

  test('a view of the chart shows what stands on record, and what another patient has is left out', async () => {
    const request = {
      hook: 'patient-view',
      hookInstance: 'i2',
      context: { userId: 'Practitioner/1', patientId: 'p1' },
      prefetch: {
        ...prefetch,
        medications: bundle(medicine('m1', 'Warfarin 5 MG'), {
          ...medicine('m2', 'Naproxen 500 MG'),
          subject: { reference: 'Patient/other' },
        }),
      },
    };
    const { cards } = cdsCards.parse((await ask('consilium-patient-view', request)).json);
    const codes = cards.map(({ source }) => source.topic.code);
    expect(codes).toContain('monitoring-due-high-risk');
    expect(codes).not.toContain('nsaid-with-anticoagulant');
    expect(cards.filter(({ indicator }) => indicator === 'info').length).toBeLessThanOrEqual(5);
  });

  test('nothing of a call is stored', async () => {
    await ask('consilium-order-select', select(draft('d1', 'Ibuprofen 400 MG')));
    expect((await house.get('/v1/patients')).json).toEqual({ patients: [] });
  });

  describe('bad input', () => {
    const view = { hook: 'patient-view', hookInstance: 'i', context: { patientId: 'nobody' } };

    test.each([
      ['an unknown service', 'consilium-nothing', view, 404, 'CDS_SERVICE_UNKNOWN'],
      ['no prefetch and a patient nobody knows', 'consilium-patient-view', view, 412, 'PREFETCH_MISSING'],
      [
        'another hook than the service is for',
        'consilium-order-sign',
        { ...view, context: { patientId: 'p1' }, prefetch },
        400,
        'REQUEST_INVALID',
      ],
      ['no context', 'consilium-patient-view', { hook: 'patient-view', hookInstance: 'i' }, 400, 'REQUEST_INVALID'],
      ['a hook nobody knows', 'consilium-patient-view', { ...view, hook: 'appointment-book' }, 400, 'REQUEST_INVALID'],
    ])('%s', async (_, id, body, status, code) => {
      expect(await ask(id, body)).toMatchObject({ status, json: { error: { code } } });
    });

    test('prefetch and orders that are no FHIR give no card and no fault', async () => {
      const odd = {
        ...select(),
        prefetch: {
          ...prefetch,
          medications: { entry: 'x' },
          allergies: [1, 'a'],
          more: { resourceType: 'Bundle', entry: [null, {}] },
        },
      };
      const request = {
        ...odd,
        context: {
          ...odd.context,
          draftOrders: {
            resourceType: 'Bundle',
            entry: [{ resource: { resourceType: 'MedicationRequest', id: 'x', dosageInstruction: 7 } }],
          },
          selections: ['x'],
        },
      };
      expect(await ask('consilium-order-select', request)).toMatchObject({ status: 200, json: { cards: [] } });
    });

    test('a body that is not JSON', async () => {
      const response = await house.gateway.request('http://localhost/cds-services/consilium-patient-view', {
        method: 'POST',
        body: '{',
      });
      expect(response.status).toBe(400);
    });
  });

  describe('a patient of this record', () => {
    let id = '';
    beforeAll(async () => {
      const imported = await house.post(
        '/v1/patients/import',
        bundle(
          {
            resourceType: 'Patient',
            id: 'local-1',
            gender: 'male',
            birthDate: '1950-01-01',
            name: [{ family: 'Own' }],
          },
          medicine('lm1', 'Warfarin 5 MG', { subject: { reference: 'Patient/local-1' } }),
        ),
      );
      id = imported.json.patients[0].id;
    });
    const own = () => ({
      hook: 'order-select',
      hookInstance: 'i3',
      context: {
        patientId: id,
        selections: ['d1'],
        draftOrders: bundle({ ...draft('d1', 'Ibuprofen 400 MG'), subject: { reference: `Patient/${id}` } }),
      },
    });

    test('is read without prefetch, and the read is audited', async () => {
      const { json } = await ask('consilium-order-select', own());
      expect(cdsCards.parse(json).cards[0]?.source.topic.code).toBe('nsaid-with-anticoagulant');
      const { json: audit } = await house.get('/v1/audit');
      expect(JSON.stringify(audit)).toContain('read:patient');
    });

    test('only for whom a token is for', async () => {
      const tokens = openTokenFile(house.dir);
      const locked = createGateway(
        house.app,
        { debug() {}, info() {}, warn() {} },
        { door: { host: '127.0.0.1', tokens } },
      );
      const call = async (headers: Record<string, string>) =>
        (
          await locked.request('http://localhost/cds-services/consilium-order-select', {
            method: 'POST',
            headers,
            body: JSON.stringify(own()),
          })
        ).status;
      const bearer = (options: { scopes?: readonly ('read' | 'chat')[]; patients?: readonly string[] }) => ({
        authorization: `Bearer ${tokens.issue('someone', options as never).token}`,
      });
      expect(await call({})).toBe(401);
      expect(await call(bearer({ scopes: ['read'], patients: ['another'] }))).toBe(403);
      expect(await call(bearer({ scopes: ['chat'] }))).toBe(403);
      expect(await call(bearer({ scopes: ['read'], patients: [id] }))).toBe(200);
      expect((await locked.request('http://localhost/cds-services')).status).toBe(200);
      tokens.close();
    });
  });
});
