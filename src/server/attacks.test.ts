/** What was tried against a server with tokens, and what stands on the trail of it. */

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { Hono } from 'hono';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { ConsiliumError } from '../kernel/index.ts';
import { handleOf } from '../storage/handle.ts';
import { openTokenFile, type Tokens } from '../storage/index.ts';
import { type Fixture, listen, openGateway } from './fixture.ts';
import { createGateway } from './index.ts';
import { limitStreams } from './limits.ts';

let house: Fixture;
let tokens: Tokens;
let patient: string;
const bearers: Record<string, Record<string, string>> = {};

beforeAll(async () => {
  house = openGateway();
  await house.app.records.loadDemo();
  tokens = openTokenFile(house.dir);
  const { json } = await house.get('/v1/patients');
  patient = json.patients[0].id;
  const issue = (name: string, wish: Parameters<Tokens['issue']>[1]) => {
    bearers[name] = { authorization: `Bearer ${tokens.issue(name, wish).token}` };
  };
  issue('all', { scopes: ['read', 'chat', 'work', 'a2a'], user: 'ada' });
  issue('chat', { scopes: ['chat'], user: 'ada' });
  issue('one', { scopes: ['read', 'chat'], user: 'ada', patients: [patient] });
  const silent = { debug() {}, info() {}, warn() {} };
  const gateway = createGateway(house.app, silent, { door: { host: '127.0.0.1', tokens } });
  house = { ...house, gateway };
});
afterAll(() => house.close());

const ask = async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
  const init = { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) };
  const response = await house.gateway.request(`http://localhost${path}`, init);
  const text = await response.text();
  return { status: response.status, json: text.startsWith('{') ? JSON.parse(text) : text };
};
const denials = () => house.app.home.audit.list({ limit: 50 }).filter(({ outcome }) => outcome === 'denied');

describe('on the trail', () => {
  test('is who came without a token or with a wrong one', async () => {
    expect((await ask('GET', '/v1/patients')).status).toBe(401);
    expect((await ask('GET', `/v1/patients/${patient}/summary`, undefined, { authorization: 'Bearer x' })).status).toBe(
      401,
    );
    expect(denials().map(({ action, user, why }) => [action, user, why])).toEqual([
      [`GET /v1/patients/${patient}/summary`, '(nobody)', 'TOKEN_INVALID'],
      ['GET /v1/patients', '(nobody)', 'TOKEN_REQUIRED'],
    ]);
  });

  test('is who came with a signed token that nobody here believes', async () => {
    const forged = ['{"alg":"ES256","kid":"mine"}', '{"sub":"ward","iat":1,"exp":2}', 'signature']
      .map((part) => Buffer.from(part).toString('base64url'))
      .join('.');
    expect((await ask('POST', '/a2a', {}, { authorization: `Bearer ${forged}` })).status).toBe(401);
    expect(denials()[0]).toMatchObject({ action: 'POST /a2a', user: '(nobody)', why: 'TOKEN_INVALID' });
  });

  test('is a call over MCP that the token does not allow', async () => {
    const call = { name: 'query_graph', arguments: { patient_id: patient, query: 'MATCH (p:Patient) RETURN p.name' } };
    const body = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: call };
    const accept = { accept: 'application/json, text/event-stream', 'content-type': 'application/json' };
    await ask('POST', '/mcp', body, { ...bearers['chat'], ...accept });
    expect(denials()[0]).toMatchObject({ action: 'call:query_graph', actor: 'mcp', user: 'ada', why: 'SCOPE_MISSING' });
  });

  test('a token is not issued where that cannot be told', async () => {
    const db = handleOf(house.app.home.data);
    db.exec(`CREATE TEMP TRIGGER full BEFORE INSERT ON audit WHEN NEW.action = 'token:issue'
      BEGIN SELECT RAISE(ABORT, 'no room'); END`);
    const admin = {
      authorization: `Bearer ${tokens.issue('admin', { scopes: ['admin', 'read', 'chat', 'work', 'a2a'] }).token}`,
    };
    try {
      expect((await ask('POST', '/v1/tokens', { name: 'unseen' }, admin)).status).toBe(500);
    } finally {
      db.exec('DROP TRIGGER full');
    }
    expect(tokens.list().map(({ name }) => name)).not.toContain('unseen');
    expect((await ask('POST', '/v1/tokens', { name: 'seen' }, admin)).status).toBe(200);
    expect(house.app.home.audit.list({ action: 'token:issue' })).toHaveLength(1);
  });
});

describe('a deleted conversation', () => {
  const say = async (message: string) =>
    (await ask('POST', '/v1/chat', { message, patient_id: patient }, bearers['all'])).json;

  test('is there as long as its row is not', async () => {
    const { session_id } = await say('What is asthma?');
    const db = handleOf(house.app.home.data);
    db.exec(`CREATE TEMP TRIGGER full BEFORE INSERT ON audit WHEN NEW.action = 'delete:session'
      BEGIN SELECT RAISE(ABORT, 'no room'); END`);
    try {
      expect((await ask('DELETE', `/v1/sessions/${session_id}`, undefined, bearers['all'])).status).toBe(500);
    } finally {
      db.exec('DROP TRIGGER full');
    }
    expect((await ask('GET', `/v1/sessions/${session_id}/events`, undefined, bearers['all'])).json.events).not.toEqual(
      [],
    );
  });

  test('takes what it told with it where that is wished, and no file holds a word of it', async () => {
    const word = 'Zebrawaldheim';
    const said = await say(`My weight was 77.7 kg today, said ${word}.`);
    expect(said.facts).toMatchObject([{ name: 'body weight', value: 77.7 }]);
    const { uuid } = said.facts[0];
    const held = () => ask('GET', `/v1/patients/${patient}/facts?uuids=${uuid}`, undefined, bearers['all']);
    expect((await held()).json).toEqual({ uuids: [uuid] });
    expect(filesWith(word)).not.toEqual([]);
    const about = await ask('GET', `/v1/sessions/${said.session_id}`, undefined, bearers['all']);
    expect(about.json).toMatchObject({ told_facts: 1 });
    const gone = await ask('DELETE', `/v1/sessions/${said.session_id}?facts=true`, undefined, bearers['all']);
    expect(gone.json).toEqual({ deleted: said.session_id, undone: 1, left: 0 });
    expect((await held()).json).toEqual({ uuids: [] });
    expect(filesWith(word)).toEqual([]);
    const [row] = house.app.home.audit.list({ action: 'delete:session' });
    expect(row).toMatchObject({ object: said.session_id, patientId: patient, user: 'ada' });
  });

  test('says how many facts it leaves in the record, a panel being one', async () => {
    const said = await say('My blood pressure was 131/79 and my pulse 62 this morning.');
    const gone = await ask('DELETE', `/v1/sessions/${said.session_id}`, undefined, bearers['all']);
    expect(gone.json).toEqual({ deleted: said.session_id, undone: 0, left: 2 });
  });
});

describe('what a person deletes', () => {
  const own = (method: string, path: string, body?: unknown) =>
    ask(method, `/v1/assistant/${path}`, body, bearers['all']);
  const remind = async (what: string) =>
    (await own('POST', 'reminders', { what, when: 'tomorrow at 8', zone: 'UTC' })).json;
  const todoOf = async (title: string) =>
    (await own('GET', 'todos')).json.todos.find((one: { title: string }) => one.title === title).id;

  test('can be brought back for a while, or is forgotten at once: no file holds a word of it', async () => {
    const word = 'Quaggafontein';
    await remind(`Call Dr ${word}`);
    const id = await todoOf(`Call Dr ${word}`);
    const { change } = (await own('DELETE', `todos/${id}`)).json;
    expect(filesWith(word)).not.toEqual([]);
    expect((await own('POST', `changes/${change}/undo`)).status).toBe(200);
    expect((await own('DELETE', `changes/${change}`)).json.error).toMatchObject({ code: 'THING_THERE' });
    expect((await own('DELETE', `todos/${id}?good=true`)).json).toEqual({ forgotten: true });
    expect(filesWith(word)).toEqual([]);
    expect((await own('DELETE', `todos/${id}?good=true`)).json).toEqual({ forgotten: false });
    const actions = house.app.home.audit.list({ limit: 4 }).map(({ action }) => action);
    expect(actions).toContain('forget:todo');
    expect(actions).toContain('forget:trigger');
  });

  test('a card and a course too', async () => {
    const word = 'Quaggabosch';
    const study = (method: string, path: string, body?: unknown) =>
      ask(method, `/v1/study/${path}`, body, bearers['all']);
    const card = (await study('POST', 'cards', { front: `What is ${word}?`, back: 'Rare.' })).json;
    const body = `# Fever\n\n${word} is a disease of the liver. ${word} is caused by zinc.\n`;
    const brought = { method: 'POST', headers: bearers['all']!, body };
    const path = 'http://localhost/v1/study/files?title=Fever&name=fever.md';
    const { material } = (await (await house.gateway.request(path, brought)).json()) as { material: { id: string } };
    expect(filesWith(word)).not.toEqual([]);
    expect((await study('DELETE', `cards/${card.id}`)).status).toBe(200);
    expect((await study('DELETE', `materials/${material.id}`)).status).toBe(200);
    expect(filesWith(word)).toEqual([]);
  });

  test('and what was deleted before: by the change that deleted it, an event and a note too', async () => {
    const word = 'Kiwitragopan';
    await remind(`Buy ${word}`);
    const { change } = (await own('DELETE', `todos/${await todoOf(`Buy ${word}`)}`)).json;
    expect((await own('DELETE', `changes/${change}`)).json).toEqual({ forgotten: true });
    const event = { title: `Visit ${word}`, start: '2030-01-01T10:00', end: '2030-01-01T11:00', zone: 'UTC' };
    const { id } = (await own('POST', 'events', event)).json;
    await own('DELETE', `events/${id}?good=true`);
    const note = (await own('POST', 'notes', { text: `${word} is mine` })).json;
    await own('DELETE', `notes/${note.id}?good=true`);
    expect(filesWith(word)).toEqual([]);
  });
});

function filesWith(word: string): string[] {
  return readdirSync(house.dir).filter((name) => {
    try {
      return readFileSync(join(house.dir, name)).includes(word);
    } catch {
      return false; // a folder, a socket
    }
  });
}

describe('whose it is', () => {
  test('a session that began without a patient never gets one, at any door', async () => {
    const { session_id } = (await ask('POST', '/v1/chat', { message: 'Hello' }, bearers['all'])).json;
    const chat = { message: 'And my weight?', patient_id: patient, session_id };
    expect((await ask('POST', '/v1/chat', chat, bearers['all'])).json.error).toMatchObject({ code: 'STATE_PROTECTED' });
    const first = { model: 'health', messages: [{ role: 'user', content: 'What is gout?' }] };
    const { choices } = (await ask('POST', '/v1/chat/completions', first, bearers['all'])).json;
    const talk = [...first.messages, choices[0].message, { role: 'user', content: 'And mine?' }];
    const later = { model: 'health', messages: talk, metadata: { patient_id: patient } };
    await ask('POST', '/v1/chat/completions', later, bearers['all']);
    // Such a talk goes on in a session of its own: what was said before is not for this patient's token.
    expect((await ask('GET', '/v1/sessions?q=gout', undefined, bearers['all'])).json.sessions).toHaveLength(1);
    expect((await ask('GET', '/v1/sessions?q=gout', undefined, bearers['one'])).json.sessions).toEqual([]);
  });

  test('a token of one patient asks for the day of that one, said or not', async () => {
    const said = await ask('GET', `/v1/today?patient_id=${patient}`, undefined, bearers['one']);
    const unsaid = await ask('GET', '/v1/today', undefined, bearers['one']);
    expect([unsaid.status, unsaid.json]).toEqual([200, said.json]);
  });
});

describe('bodies', () => {
  const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
  const wide = `[${'1,'.repeat(300_000)}1]`;

  test.each(['/mcp', '/a2a', '/v1/chat'])('that are too deep or too wide are refused at %s', async (path) => {
    for (const body of [deep, wide]) {
      const init = { method: 'POST', headers: bearers['all']!, body };
      const response = await house.gateway.request(`http://localhost${path}`, init);
      expect((await response.json()).error.message).toMatch(/levels deep|more than (?:10000|150000) values/);
    }
  });
});

test.each([
  ['gzip', gzipSync],
  ['br', brotliCompressSync],
  ['deflate', deflateSync],
] as const)('a body that is packed (%s) is refused at every door, and never unpacked', async (encoding, pack) => {
  const body = pack(Buffer.alloc(20e6, 0x20));
  for (const path of ['/v1/chat', '/v1/patients/import', '/v1/functions/batch', '/a2a', '/mcp', '/v1/study/files']) {
    const headers = { ...bearers['all']!, 'content-encoding': encoding };
    const response = await house.gateway.request(`http://localhost${path}`, { method: 'POST', headers, body });
    expect([path, response.status, await response.text()]).toEqual([path, 415, expect.stringContaining('is packed')]);
  }
});

test('one caller has so many streams open and no more; what ends makes room', async () => {
  const app = new Hono();
  const ends: (() => void)[] = [];
  app.use(limitStreams(2));
  app.onError((thrown, context) => context.text(thrown.message, 429));
  app.get('/', () => {
    const body = new ReadableStream({ start: (controller) => void ends.push(() => controller.close()) });
    return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
  });
  const [first] = [await app.request('/'), await app.request('/')];
  expect(first!.status).toBe(200);
  expect((await app.request('/')).status).toBe(429);
  const over = first!.text();
  ends[0]!();
  await over;
  expect((await app.request('/')).status).toBe(200);
});

test('who has many tokens is one caller all the same', async () => {
  const app = new Hono();
  app.use(async (context, next) => {
    const [user, id] = context.req.query('as')!.split(':');
    context.set('token' as never, { id, user, scopes: ['chat'], patients: null } as never);
    await next();
  });
  app.use(limitStreams(2));
  app.onError((thrown, context) => context.text(thrown.message, 429));
  app.get('/', () => new Response(new ReadableStream(), { headers: { 'content-type': 'text/event-stream' } }));
  const open = async (as: string) => (await app.request(`/?as=${as}`)).status;
  expect([await open('ada:1'), await open('ada:2'), await open('ada:3'), await open('ben:4')]).toEqual([
    ...[200, 200],
    429,
    200,
  ]);
});

test('a full disk: what cannot be stored is refused, what was stored is there, and it goes on when there is room', async () => {
  const db = handleOf(house.app.home.data);
  const served = await listen(house);
  try {
    const say = (message: string) => ask('POST', '/v1/chat', { message, patient_id: patient }, bearers['all']);
    const before = (await say('My weight was 81.25 kg today.')).json;
    const { page_count } = db.prepare('PRAGMA page_count').get() as { page_count: number };
    db.exec(`PRAGMA max_page_count = ${page_count + 1}`);
    const refusals = [];
    for (let i = 0; i < 4; i++)
      refusals.push(await say(`My weight was 8${i}.75 kg today. ${'And so on. '.repeat(400)}`));
    expect(refusals.at(-1)).toMatchObject({ status: 507, json: { error: { code: 'STORAGE_FULL' } } });
    const cry = await say(`I have crushing chest pain and cannot breathe. ${'And so on. '.repeat(800)}`);
    expect(cry).toMatchObject({
      status: 507,
      json: { error: { code: 'STORAGE_FULL', message: expect.stringMatching(/call 112.* now\. The disk is full/) } },
    });
    // Where the file lies is nobody's business at a door.
    expect(JSON.stringify(refusals)).not.toContain(house.dir);
    const told = await ask('GET', `/v1/sessions/${before.session_id}/events`, undefined, bearers['all']);
    expect(told.json.answers).toHaveLength(1);
    db.exec('PRAGMA max_page_count = 1000000');
    expect((await say('My weight was 81.5 kg today.')).json.facts).toMatchObject([{ value: 81.5 }]);
    expect((await fetch(`${served.url}/readyz`)).status).toBe(200);
    for (const { json } of refusals.filter(({ status }) => status === 200))
      expect((await ask('GET', `/v1/sessions/${json.session_id}/events`, undefined, bearers['all'])).status).toBe(200);
  } finally {
    await served.close();
  }
});

test('a conversation that began about nobody is about nobody over A2A too: what was said in it is no patient’s', async () => {
  const one = tokens.issue('one over a2a', { scopes: ['read', 'a2a'], user: 'ada', patients: [patient] });
  const bearer = { authorization: `Bearer ${one.token}`, 'content-type': 'application/json' };
  const call = (context: object, message = 'Zorblex is my secret.') => ({
    ...{ agent_name: 'health', conversation_id: 'began-about-nobody', context },
    input: { action: 'ask', parameters: { message } },
  });
  const json = { 'content-type': 'application/json' };
  expect((await ask('POST', '/a2a', call({}), { ...bearers['all']!, ...json })).json.status).toBe('success');
  const later = await ask('POST', '/a2a', call({ patient_id: patient }), { ...bearers['all']!, ...json });
  expect(later.json).toMatchObject({ status: 'error', error: { code: 'STATE_PROTECTED' } });
  await ask('POST', '/a2a', call({ patient_id: patient }, 'Hello.'), bearer);
  expect((await ask('GET', '/v1/sessions?q=Zorblex', undefined, bearer)).json).toEqual({ sessions: [] });
});

test.each([
  ['the disk', new ConsiliumError('STORAGE_IO', 'the disk failed')],
  ['the database', undefined],
  ['a fault of ours', new TypeError('the trail cannot be written')],
])('who talks about a patient is on the trail with the message, or neither is there: %s', async (what, thrown) => {
  const { audit, data } = house.app.home;
  const db = handleOf(data);
  const session_id = `untold-${what.replaceAll(' ', '-')}`;
  const write = thrown && vi.spyOn(audit, 'write');
  write?.mockImplementation((row) => {
    if (row.action === 'chat') throw thrown;
  });
  if (write === undefined)
    db.exec(`CREATE TEMP TRIGGER full BEFORE INSERT ON audit WHEN NEW.action = 'chat'
      BEGIN SELECT RAISE(ABORT, 'no room'); END`);
  try {
    const message = { message: 'Which medicines do I take?', patient_id: patient, session_id };
    const refused = await ask('POST', '/v1/chat', message, bearers['all']);
    expect(refused.status).toBeGreaterThanOrEqual(500);
    expect(refused.json).toMatchObject({ error: { code: expect.stringMatching(/^(?:STORAGE_|INTERNAL)/) } });
  } finally {
    write?.mockRestore();
    if (write === undefined) db.exec('DROP TRIGGER full');
  }
  expect((await ask('GET', `/v1/sessions/${session_id}`, undefined, bearers['all'])).status).toBe(404);
});
