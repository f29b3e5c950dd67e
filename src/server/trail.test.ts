/** What the trail says of requests: whose data, by whom, for whom, why; at every door, whether it was allowed or not. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { tempDir } from '../../test/house.ts';
import type { GrantWish, TokenFile } from '../storage/index.ts';
import { openTokenFile } from '../storage/index.ts';
import { type Fixture, openGateway } from './fixture.ts';
import { createGateway } from './index.ts';
import { RULES } from './routes.ts';

let house: Fixture;
let tokens: TokenFile;
let gateway: ReturnType<typeof createGateway>;
let ada: string;
let ben: string;
const docs = tempDir('trail-docs');
writeFileSync(join(docs, 'gout.md'), '# Gout\n\nUric acid.\n');

beforeAll(async () => {
  house = openGateway();
  await house.app.records.loadDemo();
  tokens = openTokenFile(house.dir);
  [ada, ben] = (await house.get('/v1/patients')).json.patients.map(({ id }: { id: string }) => id);
  gateway = createGateway(
    house.app,
    { debug() {}, info() {}, warn() {} },
    {
      ...{ door: { host: '127.0.0.1', tokens }, indexRoots: [docs] },
    },
  );
});
afterAll(async () => {
  tokens.close();
  await house.close();
});

/** Asks as the holder of a token; `rows`: what the trail says since, the oldest first. */
function callerWith(name: string, wish: GrantWish) {
  const { token, id } = tokens.issue(name, wish);
  const ask = async (method: string, path: string, body?: unknown) => {
    const [last] = house.app.home.audit.list({ limit: 1 });
    const headers = {
      authorization: `Bearer ${token}`,
      accept: path === '/mcp' ? 'application/json, text/event-stream' : 'application/json',
      'content-type': 'application/json',
    };
    const init = { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) };
    const response = await gateway.request(`http://localhost${path}`, init);
    const text = await response.text();
    const since = house.app.home.audit.list({ limit: 100 }).filter((row) => row.id > (last?.id ?? 0));
    return {
      status: response.status,
      json: text.startsWith('{') ? JSON.parse(text) : undefined,
      rows: since.toReversed(),
    };
  };
  return Object.assign(ask, { id });
}
const one = async (...asked: Parameters<ReturnType<typeof callerWith>>) =>
  callerWith('one', { scopes: ['read', 'chat', 'a2a', 'audit'], user: 'una', patients: [ada] })(...asked);
const rpc = (method: string, params: unknown) => ({ jsonrpc: '2.0', id: 1, method, params });
const callTool = (name: string, given: object) => rpc('tools/call', { name, arguments: given });

describe('what is read', () => {
  test('the list of patients is one row, with how many', async () => {
    const { rows } = await callerWith('lister', { scopes: ['read'] })('GET', '/v1/patients');
    expect(rows).toMatchObject([
      { action: 'read:patients', object: '3 patients', user: 'lister', why: 'GET /v1/patients', outcome: 'done' },
    ]);
  });

  test('a conversation, its log and the list of them are rows of the patient that they are about', async () => {
    const ward = callerWith('ward', { scopes: ['read', 'chat'], user: 'una' });
    const chat = await ward('POST', '/v1/chat', { team: 'front-desk', patient_id: ada, message: 'When are you open?' });
    const session = chat.json.session_id;
    expect(chat.rows).toMatchObject([
      {
        ...{ action: 'chat', actor: 'app', patientId: ada, object: session, why: `turn ${chat.json.invocation_id}` },
        ...{ user: 'una', via: ward.id, onBehalfOf: 'una' },
      },
    ]);
    for (const [path, action] of [
      [`/v1/sessions/${session}`, 'read:sessions'],
      [`/v1/sessions/${session}/events`, 'read:sessions/events'],
    ] as const)
      expect((await ward('GET', path)).rows).toMatchObject([{ action, patientId: ada, object: session, user: 'una' }]);
    const list = await ward('GET', `/v1/sessions?patient_id=${ada}`);
    expect(list.rows).toMatchObject([{ action: 'read:sessions', patientId: ada, object: '1 sessions' }]);
  });

  test('nothing to see is no row: a page that asks every few seconds fills no trail', async () => {
    const idle = callerWith('idle', { scopes: ['read', 'chat'] });
    for (const path of ['/v1/pending', '/v1/sessions', '/v1/teams'])
      expect([path, (await idle('GET', path)).rows]).toEqual([path, []]);
  });
});

describe('what is done', () => {
  test('a chat without a patient is on the trail too', async () => {
    const { rows, json } = await callerWith('somebody', { scopes: ['chat'] })('POST', '/v1/chat', {
      ...{ team: 'front-desk', message: 'When are you open?' },
    });
    expect(rows).toMatchObject([{ action: 'chat', patientId: '', object: json.session_id, user: 'somebody' }]);
  });

  test("a person's own notes: written, read, exported, forgotten", async () => {
    const own = callerWith('own', { scopes: ['read', 'chat'] });
    const noted = await own('POST', '/v1/assistant/notes', { text: 'I take lithium', subject: 'health' });
    const id = noted.json.id;
    expect(noted.rows).toMatchObject([{ action: expect.stringMatching(/^write:/), user: 'own', object: id }]);
    expect(JSON.stringify(noted.rows)).not.toContain('lithium');
    expect((await own('GET', '/v1/assistant/notes')).rows).toMatchObject([{ action: 'read:assistant/notes' }]);
    expect((await own('GET', '/v1/assistant/export')).rows).toMatchObject([{ action: 'read:assistant/export' }]);
    const forgotten = await own('DELETE', `/v1/assistant/notes/${id}?good=true`);
    expect(forgotten.rows).toMatchObject([{ action: expect.stringMatching(/^forget:/), object: id, user: 'own' }]);
  });

  test('tokens: listed, and what could not be done to one', async () => {
    const admin = callerWith('admin', { scopes: ['admin'] });
    const { id } = tokens.issue('gone');
    tokens.revoke(id);
    expect((await admin('GET', '/v1/tokens')).rows).toMatchObject([{ action: 'read:tokens', user: 'admin' }]);
    for (const [method, path, status, object, why] of [
      ['POST', `/v1/tokens/${id}/rotate`, 409, id, 'TOKEN_REVOKED'],
      ['DELETE', '/v1/tokens/abc', 404, 'abc', 'TOKEN_UNKNOWN'],
    ] as const) {
      const refused = await admin(method, path);
      expect([refused.status, refused.rows]).toMatchObject([status, [{ object, why, outcome: 'denied' }]]);
    }
  });

  test('every deed says where it is told: none is told by the door before it is done', () => {
    const silent = RULES.filter(({ method, told }) => method !== 'get' && told === undefined);
    expect(silent.map(({ method, path }) => `${method} ${path}`)).toEqual([]);
  });

  test('an index is told of where it was ordered, and nonsense is no order', async () => {
    const maker = callerWith('maker', { scopes: ['work'] });
    expect(await maker('POST', '/v1/search/index', { nonsense: true })).toMatchObject({ status: 400, rows: [] });
    const order = { paths: [docs], scope: 'docs', embeddings: false };
    expect(await maker('POST', '/v1/search/index', order)).toMatchObject({
      status: 200,
      rows: [{ action: 'write:search/index', object: 'docs', user: 'maker', why: 'POST /v1/search/index' }],
    });
    const later = await maker('POST', '/v1/search/index', { ...order, background: true });
    expect(later.rows).toMatchObject([{ action: 'write:search/index', object: 'docs' }]);
    const job = `/v1/search/jobs/${later.json.id}`;
    while ((await maker('GET', job)).json.state === 'running') await new Promise(setImmediate);
    expect((await maker('DELETE', job)).rows).toMatchObject([{ action: 'delete:indexing', user: 'maker' }]);
  });

  test('agents, what they are told and what they do later: by whom, with which token, at which door', async () => {
    const desk = callerWith('desk', { scopes: ['read', 'chat'], user: 'dora' });
    const who = { user: 'dora', via: desk.id, actor: 'app', outcome: 'done' };
    const made = await desk('POST', '/v1/agents', { name: 'Gout watch', description: 'New papers on gout.' });
    const agent = made.json.agent_id;
    expect(made.rows).toMatchObject([{ action: 'write:agent', object: agent, why: 'POST /v1/agents', ...who }]);
    const wish = { agent_id: agent, schedule: 'every Monday at 8', instruction: 'Look again for pegloticase.' };
    const set = await desk('POST', '/v1/triggers', wish);
    const { id } = set.json.triggers[0];
    expect(set.rows).toMatchObject([{ action: 'write:trigger', object: id, why: 'POST /v1/triggers', ...who }]);
    expect(JSON.stringify(set.rows)).not.toContain('pegloticase');
    expect((await desk('POST', `/v1/triggers/${id}`, { schedule: 'every Friday at 8' })).rows).toMatchObject([
      { action: 'write:trigger', object: id, ...who },
    ]);
    expect((await desk('DELETE', `/v1/triggers/${id}`)).rows).toMatchObject([{ action: 'cancel:trigger', ...who }]);
    expect((await desk('POST', '/v1/triggers', { nonsense: true })).rows).toEqual([]);
    const reported = await desk('POST', '/relay', { agent_id: agent, message: 'A trial ended.' });
    expect(reported.rows[0]).toMatchObject({ action: 'write:report', object: reported.json.id, ...who });
    const gone = (await desk('DELETE', `/v1/agents/${agent}`)).rows;
    expect(gone.map(({ action }) => action)).toEqual(['forget:trigger', 'forget:files', 'delete:agent']);
    for (const row of gone) expect(row).toMatchObject(who);
  });

  test('what is learned: cards, marks and plans are written, read and forgotten as the learner’s own', async () => {
    const learner = callerWith('learner', { scopes: ['read', 'chat'] });
    const who = { user: 'learner', via: learner.id, actor: 'app' };
    expect((await learner('GET', '/v1/study/cards')).rows).toEqual([]);
    const made = await learner('POST', '/v1/study/cards', { front: 'Where is renin made?', back: 'In the kidney.' });
    expect(made.rows).toMatchObject([{ action: 'write:card', object: made.json.id, ...who }]);
    expect((await learner('GET', '/v1/study/cards')).rows).toMatchObject([
      { action: 'read:study/cards', object: '1 cards', ...who },
    ]);
    const anki = await learner('POST', '/v1/study/anki', { text: 'a\tb\nc\td\ne\tf\n' });
    expect(anki.rows).toMatchObject([{ action: 'write:cards', object: '3 cards', ...who }]);
    const review = { card: made.json.id, rating: 'good', key: 'only-once' };
    expect((await learner('POST', '/v1/study/reviews', review)).rows).toMatchObject([
      { action: 'write:review', ...who },
    ]);
    expect((await learner('POST', '/v1/study/reviews', review)).rows).toEqual([]);
    for (const [path, action] of [
      ['progress', 'read:study/progress'],
      ['export', 'read:study/export'],
      ['anki', 'read:study/anki'],
    ] as const)
      expect((await learner('GET', `/v1/study/${path}`)).rows).toMatchObject([{ action, ...who }]);
    expect((await learner('DELETE', `/v1/study/cards/${made.json.id}`)).rows).toMatchObject([
      { action: 'delete:card', object: made.json.id, ...who },
    ]);
    expect((await learner('DELETE', '/v1/study')).rows).toMatchObject([{ action: 'forget:study', ...who }]);
  });

  test('a function is told of with its run, and not where it did not begin', async () => {
    const worker = callerWith('worker', { scopes: ['work'] });
    const path = '/v1/functions/extract-structure/run';
    const { rows, json } = await worker('POST', path, {
      content: 'Gout is common. It hurts.',
      extraction_type: 'keywords',
    });
    expect(rows).toMatchObject([
      {
        action: 'run:function',
        object: json.meta.run,
        user: 'worker',
        via: worker.id,
        actor: 'app',
        why: `POST ${path}`,
      },
    ]);
    expect((await worker('POST', path, { nonsense: true })).rows).toEqual([]);
  });

  test('a call of CDS Hooks says who sat before the calling system', async () => {
    const hook = { hook: 'patient-view', hookInstance: 'h-1', context: { patientId: ada, userId: 'Practitioner/7' } };
    const { rows } = await callerWith('ehr', { scopes: ['read'] })(
      'POST',
      '/cds-services/consilium-patient-view',
      hook,
    );
    const who = { patientId: ada, user: 'ehr', onBehalfOf: 'Practitioner/7', why: 'hook h-1' };
    expect(rows.length).toBeGreaterThan(1);
    for (const row of rows) expect(row).toMatchObject(who);
  });
});

describe('whoever is refused', () => {
  const cypher = 'MATCH (p:Patient) RETURN p.name';
  test.each([
    ['the graph', 'POST', '/v1/graph/query', () => ({ patient_id: ben, query: cypher })],
    ['a chat', 'POST', '/v1/chat', () => ({ patient_id: ben, message: 'What do they take?' })],
    [
      'the OpenAI door',
      'POST',
      '/v1/chat/completions',
      () => ({
        ...{ model: 'front-desk', messages: [{ role: 'user', content: 'hello' }], metadata: { patient_id: ben } },
      }),
    ],
    ['today', 'GET', () => `/v1/today?patient_id=${ben}`],
    ['the trail', 'GET', () => `/v1/audit?patient_id=${ben}`],
    ['a section', 'GET', () => `/v1/patients/${ben}/summary`],
    ['a query over MCP', 'POST', '/mcp', () => callTool('query_graph', { patient_id: ben, query: cypher })],
    ['a team over MCP', 'POST', '/mcp', () => callTool('ask_front_desk', { patient_id: ben, message: 'hello' })],
    [
      'an agent, by envelope',
      'POST',
      '/a2a',
      () => ({
        ...{ agent_name: 'front-desk', conversation_id: 'c', context: { patient_id: ben } },
        input: { action: 'ask', parameters: { message: 'hello' } },
      }),
    ],
    [
      'an agent, by A2A',
      'POST',
      '/a2a/agents/front-desk',
      () =>
        rpc('SendMessage', {
          message: { messageId: 'm', role: 'ROLE_USER', parts: [{ text: 'hello' }] },
          metadata: { context: { patient_id: ben } },
        }),
    ],
  ] as const)('at %s is told with whose record was tried, once', async (_, method, path, body?: () => unknown) => {
    const { rows } = await one(method, typeof path === 'function' ? path() : path, body?.());
    expect(rows).toMatchObject([
      { patientId: ben, user: 'una', onBehalfOf: 'una', outcome: 'denied', why: 'PATIENT_FORBIDDEN' },
    ]);
  });

  test('for want of a scope, too', async () => {
    const { rows } = await callerWith('mute', { scopes: ['chat'] })('POST', '/v1/graph/query', {
      ...{ patient_id: ben, query: cypher },
    });
    expect(rows).toMatchObject([{ patientId: ben, outcome: 'denied', why: 'SCOPE_MISSING' }]);
  });

  test("from somebody else's conversation is told with its id and whom it is about", async () => {
    const other = callerWith('other', { scopes: ['read', 'chat'], user: 'bob' });
    const { json } = await other('POST', '/v1/chat', { team: 'front-desk', patient_id: ben, message: 'Open today?' });
    const { rows, status } = await one('GET', `/v1/sessions/${json.session_id}/events`);
    expect(status).toBe(404);
    expect(rows).toMatchObject([
      { patientId: ben, object: json.session_id, outcome: 'denied', why: 'SESSION_UNKNOWN' },
    ]);
  });
});

test('who may audit needs no other right', async () => {
  const auditor = callerWith('auditor', { scopes: ['audit'] });
  const seen = await auditor('GET', `/v1/audit?patient_id=${ada}&limit=2`);
  expect(seen.status).toBe(200);
  expect(seen.json.audit[0]).toMatchObject({ patientId: ada, hash: expect.stringMatching(/^[0-9a-f]{64}$/) });
  expect(seen.rows).toMatchObject([{ action: 'read:audit', patientId: ada, object: '2 rows', user: 'auditor' }]);
  expect((await auditor('GET', '/v1/audit?kind=citations')).rows).toMatchObject([{ action: 'read:citations' }]);
  expect((await auditor('GET', '/v1/patients')).status).toBe(403);
});

test('whatever was told is a chain that fits', () => {
  expect(house.app.home.audit.verify()).toMatchObject({ ok: true });
});
