/** A patient who is named where a door does not look: nobody else's record is the answer. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isPatientName, patientIdIn } from '../kernel/index.ts';
import { type Fixture, openGateway } from './fixture.ts';
import { createGateway } from './index.ts';
import { RULES } from './routes.ts';

let house: Fixture;
let gateway: ReturnType<typeof createGateway>;
let [ada, ben] = ['', ''];
let token = '';

beforeAll(async () => {
  house = openGateway();
  await house.app.records.loadDemo();
  const tokens = house.app.home.tokens();
  [ada, ben] = (await house.get('/v1/patients')).json.patients.map(({ id }: { id: string }) => id);
  gateway = createGateway(house.app, { debug() {}, info() {}, warn() {} }, { door: { host: '127.0.0.1', tokens } });
  token = tokens.issue('phone', { scopes: ['read', 'chat', 'a2a'], patients: [ada] }).token;
});
afterAll(() => house.close());

async function ask(method: string, path: string, body?: unknown, more: Record<string, string> = {}) {
  const headers = {
    ...{ authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...{ accept: 'application/json, text/event-stream', ...more },
  };
  const init = { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) };
  const response = await gateway.request(`http://localhost${path}`, init);
  return { status: response.status, text: await response.text() };
}

const WORDS = 'What are my conditions?';
const chat = { team: 'health', message: WORDS };
const completion = { model: 'health', messages: [{ role: 'user', content: WORDS }] };
const sent = (parts: unknown, more: object = {}) => ({
  ...{ jsonrpc: '2.0', id: 1, method: 'message/send' },
  params: { message: { kind: 'message', messageId: crypto.randomUUID(), role: 'user', parts }, ...more },
});
const TEXT = [{ kind: 'text', text: WORDS }];
const tool = (more: object) => ({
  ...{ jsonrpc: '2.0', id: 1, method: 'tools/call' },
  params: { name: 'ask_health', arguments: { message: WORDS }, ...more },
});
const hook = () => ({
  ...{ hook: 'patient-view', hookInstance: crypto.randomUUID(), context: { userId: 'Practitioner/1', patientId: ada } },
});

const STRAY: Record<string, () => ReturnType<typeof ask>> = {
  'chat, in the address': () => ask('POST', `/v1/chat?patient_id=${ben}`, chat),
  'chat, in the address, in other letters': () => ask('POST', `/v1/chat?PatientId=${ben}`, chat),
  'chat, in a header': () => ask('POST', '/v1/chat', chat, { 'x-patient-id': ben }),
  'a section of a record': () => ask('GET', `/v1/patients/${ada}/conditions?patient=${ben}`),
  'CDS Hooks': () => ask('POST', `/cds-services/consilium-patient-view?patientId=${ben}`, hook()),
  'A2A, in the address': () => ask('POST', `/a2a?patient_id=${ben}`, sent(TEXT)),
  'A2A, in a data part': () =>
    ask('POST', '/a2a', sent([{ kind: 'data', data: { patient: { id: ben }, question: WORDS } }])),
  'A2A, as a reference': () => ask('POST', '/a2a', sent(TEXT, { metadata: { patient: `Patient/${ben}` } })),
  'MCP, in the address': () => ask('POST', `/mcp?patient_id=${ben}`, tool({})),
  'MCP, in _meta': () => ask('POST', '/mcp', tool({ _meta: { patient_id: ben } })),
  'completions, in other letters': () =>
    ask('POST', '/v1/chat/completions', { ...completion, metadata: { PATIENT_ID: ben } }),
  'completions, as a reference': () =>
    ask('POST', '/v1/chat/completions', { ...completion, metadata: { patient: `Patient/${ben}` } }),
  'completions, in the address': () => ask('POST', `/v1/chat/completions?patient_id=${ben}`, completion),
};

test.each(Object.keys(STRAY))('%s', async (name) => {
  const { text } = await STRAY[name]!();
  expect(text).toMatch(/REQUEST_INVALID|PATIENT_FORBIDDEN|"code":-32602/);
  expect(text).not.toContain('Hypertension');
});

test('no route passes over a patient in its address', async () => {
  const passed: string[] = [];
  const stated = RULES.filter(({ scope, query }) => scope !== 'open' && !('patient_id' in (query?.shape ?? {})));
  expect(stated.length).toBeGreaterThan(80);
  for (const { method, path } of stated) {
    const at = path.replace(':id', ada).replace(':section', 'conditions').replace(/:\w+/g, 'x').replace('/*', '/x');
    const verb = method === 'all' ? 'POST' : method.toUpperCase();
    const { status } = await ask(verb, `${at}?patient_id=${ben}`, verb === 'POST' ? {} : undefined);
    if (status < 400) passed.push(`${verb} ${at}`);
  }
  expect(passed).toEqual([]);
});

test('where a door has a place for it, it is taken there', async () => {
  expect((await ask('GET', `/v1/today?patient_id=${ada}`)).status).toBe(200);
  expect((await ask('GET', `/v1/today?patient_id=${ben}`)).status).toBe(403);
  expect((await ask('POST', '/v1/chat/completions', completion, { 'x-patient-id': ada })).status).toBe(200);
  const named = await ask('POST', '/a2a', sent(TEXT, { metadata: { patient: { reference: `Patient/${ada}` } } }));
  expect(named.text).toContain('Hypertension');
});

test('names and what stands under them', () => {
  for (const name of ['patient_id', 'patientId', 'PATIENT-ID', 'x-patient-id', 'patient', 'patientUuid'])
    expect(isPatientName(name)).toBe(true);
  for (const name of ['patients', 'outpatient', 'inpatient_id', 'patient_name', 'id'])
    expect(isPatientName(name)).toBe(false);
  expect(patientIdIn('https://ehr.example/fhir/Patient/7')).toBe('7');
  expect(patientIdIn({ name: 'Ada', age: 7 })).toBeUndefined();
});
