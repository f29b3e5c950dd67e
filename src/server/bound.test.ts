/** A token for certain patients reaches what is about them and nothing that is its user's own, whichever door it comes to. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { tempDir } from '../../test/house.ts';
import { writeTeamFile } from '../teams/fixture.ts';
import { type Fixture, openGateway } from './fixture.ts';
import { createGateway } from './index.ts';

const SECRET = 'Zanzibar';
/** One that works with a person's own things and asks before it acts, and one that only asks. */
const ASKING = (name: string, services: string) => ({
  [`${name}/team.yml`]: `name: ${name}\ndescription: Asks before it acts.\nroot: Doer\nservices: [${services}]\n`,
  [`${name}/Doer/config.yml`]: 'name: Doer\ndescription: Does things.\ninstruction: Do it.\ntools: [do_it]\n',
  [`${name}/Doer/tools.ts`]: `import { tool } from 'consilium/kernel';
import { z } from 'zod';
export const do_it = tool({
  name: 'do_it', description: 'Does it.', input: z.strictObject({}),
  execute: async (_, { ask }) => (await ask({ what: 'Shall I, in ${SECRET}?', why: 'So.', effect: 'Done.', until: 4102444800000 })).kind,
});`,
  [`${name}/Doer/offline.ts`]: `export default ({ results }) => results.length === 0 ? { call: 'do_it', input: {} } : { say: 'Done.' };`,
});

let house: Fixture;
let tokens: ReturnType<Fixture['app']['home']['tokens']>;
let gateway: ReturnType<typeof createGateway>;
let [ada, ben] = ['', ''];
let una: ReturnType<typeof callerWith>;
let phone: ReturnType<typeof callerWith>;

function callerWith(name: string, patients?: string[]) {
  const { token } = tokens.issue(name, { user: 'una', scopes: ['read', 'chat', 'work', 'a2a'], patients });
  return async (method: string, path: string, body?: unknown) => {
    const headers = {
      authorization: `Bearer ${token}`,
      accept: path === '/mcp' ? 'application/json, text/event-stream' : 'application/json',
      'content-type': 'application/json',
    };
    const init = { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) };
    const response = await gateway.request(`http://localhost${path}`, init);
    const text = await response.text();
    return { status: response.status, text, json: text.startsWith('{') ? JSON.parse(text) : undefined };
  };
}

beforeAll(async () => {
  const teams = tempDir('bound-teams');
  const files = { ...ASKING('own-asking', 'assistant'), ...ASKING('asking', '') };
  for (const [name, text] of Object.entries(files)) writeTeamFile(teams, name, text);
  house = openGateway({ env: { CONSILIUM_TEAMS: teams } });
  await house.app.records.loadDemo();
  tokens = house.app.home.tokens();
  [ada, ben] = (await house.get('/v1/patients')).json.patients.map(({ id }: { id: string }) => id);
  gateway = createGateway(house.app, { debug() {}, info() {}, warn() {} }, { door: { host: '127.0.0.1', tokens } });
  una = callerWith('laptop');
  phone = callerWith('phone', [ada]);
  for (const [path, body] of [
    ['/v1/assistant/notes', { text: `I was born in ${SECRET}` }],
    ['/v1/assistant/todos', { title: `Fly to ${SECRET}`, due: '2020-01-01' }],
    ['/v1/agents', { name: `${SECRET} watch`, description: `Fevers of ${SECRET}.` }],
    ['/v1/study/cards', { front: `Where is ${SECRET}?`, back: 'East.' }],
  ] as const)
    expect([path, (await una('POST', path, body)).status < 300]).toEqual([path, true]);
});
afterAll(async () => {
  tokens.close();
  await house.close();
});

const rpc = (method: string, params: unknown) => ({ jsonrpc: '2.0', id: 1, method, params });
const message = 'What do you know about me?';
const DOORS: readonly [door: string, path: (team: string) => string, body: (team: string) => unknown][] = [
  ['chat', () => '/v1/chat', (team) => ({ team, patient_id: ada, message })],
  [
    'OpenAI',
    () => '/v1/chat/completions',
    (model) => ({ model, messages: [{ role: 'user', content: message }], metadata: { patient_id: ada } }),
  ],
  ['MCP', () => '/mcp', (team) => rpc('tools/call', { name: `ask_${team}`, arguments: { patient_id: ada, message } })],
  [
    'the envelope',
    () => '/a2a',
    (agent_name) => ({
      ...{ agent_name, conversation_id: 'c', context: { patient_id: ada } },
      input: { action: 'ask', parameters: { message } },
    }),
  ],
  [
    'A2A',
    (agent) => `/a2a/agents/${agent}`,
    () =>
      rpc('SendMessage', {
        message: { messageId: crypto.randomUUID(), role: 'ROLE_USER', parts: [{ text: message }] },
        metadata: { context: { patient_id: ada } },
      }),
  ],
];

test.each(
  DOORS,
)('no team that works with what is somebody’s own answers it, at the door %s', async (door, path, body) => {
  for (const team of ['assistant', 'research', 'mentor']) {
    const { text } = await phone('POST', path(team), body(team));
    expect([door, team, text]).toEqual([door, team, expect.stringMatching(/PATIENT_FORBIDDEN|for certain patients/)]);
    expect(text).not.toContain(SECRET);
  }
  const refused = house.app.home.audit.list({ limit: 3, user: 'una' });
  expect(refused).toMatchObject(Array(3).fill({ patientId: ada, outcome: 'denied', why: 'PATIENT_FORBIDDEN' }));
});

test('the page of today shows what is about the patient, and lets nothing else be done', async () => {
  const rooms = async (asker: typeof una) =>
    (await asker('GET', `/v1/today?patient_id=${ada}`)).json.groups.map(({ room }: { room: string }) => room);
  expect(await rooms(phone)).toEqual(['health']);
  expect(await rooms(una)).toEqual(expect.arrayContaining(['health', 'assistant', 'study']));
  const { text, json } = await una('GET', `/v1/today?patient_id=${ada}`);
  expect(text).toContain(SECRET);
  const [{ id }] = json.groups.find(({ room }: { room: string }) => room === 'assistant').items;
  const done = await phone('POST', '/v1/today', { patient_id: ada, id, mark: 'done' });
  expect(done.json.error.code).toBe('TODAY_UNKNOWN');
});

test('what was said to the assistant is its user’s, also in a session about the patient', async () => {
  const { json } = await una('POST', '/v1/chat', { team: 'assistant', patient_id: ada, message: 'What are my todos?' });
  expect(json.text).toContain(SECRET);
  const id = json.session_id as string;
  const listed = async (asker: typeof una) =>
    (await asker('GET', '/v1/sessions')).json.sessions.map((one: { id: string }) => one.id);
  expect(await listed(una)).toContain(id);
  expect(await listed(phone)).not.toContain(id);
  for (const [method, path] of [
    ['GET', `/v1/sessions/${id}`],
    ['GET', `/v1/sessions/${id}/events`],
    ['POST', `/v1/sessions/${id}/stop`],
    ['DELETE', `/v1/sessions/${id}`],
    ['GET', `/v1/audit?kind=citations&conversation=${id}`],
  ] as const)
    expect([path, (await phone(method, path)).status]).toEqual([path, 404]);
});

test('of what waits for its user it sees and answers what is about the patient alone', async () => {
  const ask = async (team: string, patient_id?: string) =>
    (await una('POST', '/v1/chat', { team, patient_id, message: 'Do it.' })).json.pending.id as string;
  const theirs = await ask('asking', ada);
  const others = [await ask('asking', ben), await ask('asking'), await ask('own-asking', ada)];
  const seen = async (asker: typeof una) =>
    (await asker('GET', '/v1/pending')).json.pending.map(({ id }: { id: string }) => id);
  expect(await seen(una)).toEqual([theirs, ...others]);
  expect(await seen(phone)).toEqual([theirs]);
  for (const id of others)
    expect((await phone('POST', `/v1/pending/${id}`, { answer: 'yes' })).json.error.code).toBe('PENDING_UNKNOWN');
  expect((await phone('POST', `/v1/pending/${theirs}`, { answer: 'yes' })).json).toMatchObject({ outcome: 'answered' });
});

test('nobody guesses for it that the assistant is meant', async () => {
  const guess = async (asker: typeof una) =>
    (await asker('POST', '/v1/guess', { message: 'Add milk to my todo list' })).text;
  expect(await guess(una)).toContain('assistant');
  expect(await guess(phone)).not.toContain('assistant');
});

test('a request names one patient, however many places it has for it', async () => {
  const words = { messageId: crypto.randomUUID(), role: 'ROLE_USER', parts: [{ text: message }] };
  const send = (inner: unknown, outer: unknown) => ({
    message: { ...words, metadata: { context: { patient_id: inner } } },
    metadata: { context: { patient_id: outer } },
  });
  const envelope = (own: unknown, about: unknown) => ({
    ...{ agent_name: 'asking', conversation_id: 'two', context: { patient_id: about } },
    input: { action: 'ask', parameters: { message, patient_id: own } },
  });
  for (const [own, about] of [
    [ada, ben],
    [ada, 7],
    [{ id: 7 }, undefined],
  ]) {
    const told = typeof about === 'string' ? /parameters\.patient_id and context\.patient_id/ : /is no id of a patient/;
    const refused = await una('POST', '/a2a', envelope(own, about));
    expect([refused.status, refused.json.error.message]).toEqual([400, expect.stringMatching(told)]);
    const rest = await una('POST', '/a2a/agents/asking/rest/message:send', send(own, about));
    expect([rest.status, rest.text]).toEqual([400, expect.stringMatching(/metadata\.context\.patient_id/)]);
    const { json } = await una('POST', '/a2a/agents/asking', rpc('SendMessage', send(own, about)));
    expect(json.error).toMatchObject({ code: -32602, message: expect.stringContaining('metadata.context.patient_id') });
  }
  for (const beside of [{ patient_id: ben }, { metadata: { patient_id: ben } }, { patientId: ben }]) {
    const { status, json } = await una('POST', '/a2a', { ...envelope(ada, undefined), ...beside });
    expect([status, json.error.message]).toEqual([400, expect.stringMatching(/name two patients/)]);
  }
  expect((await una('POST', '/a2a', envelope(ada, ada))).status).toBe(200);
  expect((await una('POST', '/a2a', envelope({ id: ada }, ada))).status).toBe(200);
  const other = await una('POST', '/a2a', envelope(undefined, ben));
  expect([other.status, other.json.error.code]).toEqual([409, 'STATE_PROTECTED']);
});
