import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { tempDir } from '../../test/house.ts';
import { type App, openApp } from '../app/index.ts';
import { createGateway } from './index.ts';

const logged: object[] = [];
const log = {
  debug() {},
  info: (facts: object) => void logged.push(facts),
  warn: (facts: object) => void logged.push(facts),
};

let app: App;
let gateway: ReturnType<typeof createGateway>;
beforeAll(() => {
  app = openApp({ home: tempDir('gateway'), env: {} });
  gateway = createGateway(app, log);
});
afterAll(() => app.close());

const get = (path: string, headers: Record<string, string> = {}) =>
  gateway.request(`http://localhost${path}`, { headers });
const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  gateway.request(`http://localhost${path}`, {
    method: 'POST',
    body: typeof body === 'string' ? body : JSON.stringify(body),
    headers,
  });

describe('the gateway', () => {
  test('answers a message as one JSON document', async () => {
    const response = await post('/v1/chat', { team: 'front-desk', message: 'When are you open on Monday?' });
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({
      team: 'front-desk',
      route: ['Reception', 'Hours'],
      outcome: 'answered',
      text: expect.stringContaining('open'),
      facts: [],
      citations: [],
      usage: { model_calls: expect.any(Number), tokens: expect.any(Number) },
      speakers: ['offline'],
    });
  });

  test('streams the events of a turn, numbered, and its answer last', async () => {
    const response = await post(
      '/v1/chat',
      { team: 'front-desk', session_id: 'sse', message: 'When are you open on Monday?' },
      { accept: 'text/event-stream' },
    );
    const blocks = (await response.text())
      .trim()
      .split('\n\n')
      .map((block) =>
        Object.fromEntries(
          block.split('\n').map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]),
        ),
      );
    expect(blocks[0]).toMatchObject({ event: 'invocation_started', id: '1' });
    expect(blocks.at(-1)!['event']).toBe('answer');
    const words = blocks
      .filter((b) => b['event'] === 'text_delta')
      .map((b) => JSON.parse(b['data']!).text)
      .join('');
    expect(JSON.parse(blocks.at(-1)!['data']!).text).toBe(words);
    const log = (await (await get('/v1/sessions/sse/events', { 'last-event-id': '2' })).json()) as {
      events: { seq: number }[];
    };
    expect(log.events[0]!.seq).toBe(3);
  });

  test.each<[string, unknown, number, string]>([
    ['no JSON', '{oops', 400, 'REQUEST_INVALID'],
    ['no message', {}, 400, 'REQUEST_INVALID'],
    ['an empty message', { message: ' ' }, 400, 'MESSAGE_EMPTY'],
    ['an unknown field', { message: 'x', massage: 'y' }, 400, 'REQUEST_INVALID'],
    ['an unknown team', { message: 'x', team: 'nobody' }, 404, 'TEAM_UNKNOWN'],
    ['a hostile session id', { message: 'x', session_id: '../../etc/passwd' }, 400, 'SESSION_INVALID'],
    ['a huge body', 'x'.repeat(3_000_000), 413, 'BODY_TOO_LARGE'],
  ])('refuses %s with its code and no stack', async (_what, body, status, code) => {
    const response = await post('/v1/chat', body);
    expect(response.status).toBe(status);
    const text = await response.text();
    expect(JSON.parse(text)).toMatchObject({ error: { code, message: expect.any(String), retryable: false } });
    expect(text).not.toMatch(/ at .*\.ts:/);
  });

  test('answers neither a page of another site nor a name that is not its own', async () => {
    expect((await get('/healthz', { origin: 'https://evil.example' })).status).toBe(403);
    expect((await get('/healthz', { origin: 'http://localhost' })).status).toBe(200);
    expect((await gateway.request('http://evil.example/healthz')).status).toBe(403);
  });

  test('says how it is, and shows a page until the app is here', async () => {
    expect(await (await get('/healthz')).json()).toEqual({ status: 'ok' });
    expect(await (await get('/readyz')).json()).toMatchObject({ status: 'ready', models: ['offline'] });
    const page = await get('/');
    expect(page.headers.get('content-security-policy')).toContain("default-src 'self'");
    expect(await page.text()).toContain('front-desk');
    expect((await get('/nothing')).status).toBe(404);
    expect((await get('/v1/sessions/nobody/events')).status).toBe(404);
  });

  test('logs requests by id and route, never what was said', async () => {
    logged.length = 0;
    const response = await post('/v1/chat', { team: 'front-desk', session_id: 'quiet', message: 'my secret rash' });
    expect(response.headers.get('x-request-id')).toBe((logged[0] as { id: string }).id);
    expect(logged[0]).toMatchObject({ method: 'POST', route: '/v1/chat', status: 200 });
    expect(JSON.stringify(logged)).not.toMatch(/rash|quiet/);
  });
});

describe('the record over HTTP', () => {
  let elena: string;
  let samuel: string;
  beforeAll(async () => {
    const upload = async (name: string) => {
      const body = readFileSync(join(import.meta.dirname, '../../demo', name), 'utf8');
      const response = await post('/v1/patients/import', body);
      expect(response.status).toBe(200);
      return ((await response.json()) as { patients: { id: string }[] }).patients[0]!.id;
    };
    elena = await upload('elena-marsh.json');
    samuel = await upload('samuel-okoro.json');
  });
  const read = async (path: string) => (await get(path)).json() as Promise<Record<string, never[]>>;

  test('a session keeps its patient, and somebody unknown is nobody', async () => {
    const chat = (patient_id: string) =>
      post('/v1/chat', { team: 'front-desk', session_id: 'kept', patient_id, message: 'hello' });
    expect((await chat(elena)).status).toBe(200);
    const other = await chat(samuel);
    expect([other.status, await other.json()]).toMatchObject([409, { error: { code: 'STATE_PROTECTED' } }]);
    expect((await chat('nobody')).status).toBe(404);
  });

  test('lists patients and reads every part of a record', async () => {
    expect((await read('/v1/patients'))['patients']).toHaveLength(2);
    for (const what of [
      'conditions',
      'medications',
      'observations',
      'encounters',
      'allergies',
      'symptoms',
      'documents',
      'procedures',
      'immunizations',
    ]) {
      const response = await get(`/v1/patients/${elena}/${what}`);
      expect([what, response.status]).toEqual([what, 200]);
      expect(Array.isArray(((await response.json()) as { items: unknown[] }).items)).toBe(true);
    }
    expect((await get(`/v1/patients/${elena}/summary`)).status).toBe(200);
    expect((await get(`/v1/patients/${elena}/timeline?limit=5`)).status).toBe(200);
    expect((await read(`/v1/patients/${elena}/search?q=metformin`))['items']!.length).toBeGreaterThan(0);
  });

  test('judges values by range: a history with flags, newest first', async () => {
    const history = (await read(`/v1/patients/${elena}/observations?type=4548-4`))['items'] as unknown as {
      uuid: string;
      value: number;
      flag: string;
    }[];
    expect(history.length).toBeGreaterThan(3);
    expect(history.map((o) => o.flag)).toContain('high');
    expect((await get(`/v1/patients/${elena}/entry?uuid=${history[0]!.uuid}`)).status).toBe(200);
    expect((await get(`/v1/patients/${samuel}/entry?uuid=${history[0]!.uuid}`)).status).toBe(404);
  });

  test('answers Cypher for one patient, and a rejection is 400 with its rule', async () => {
    const ask = (patient_id: string, query: string) => post('/v1/graph/query', { patient_id, query });
    const names = await ask(elena, 'MATCH (p:Patient) RETURN p.name');
    expect(await names.json()).toMatchObject({ columns: ['p.name'], rows: [['Elena Marsh']] });
    const refused = await ask(elena, 'MATCH (n) SET n.name = 1');
    expect([refused.status, await refused.json()]).toMatchObject([
      400,
      { error: { code: 'CYPHER_REJECTED', rule: 'read_only' } },
    ]);
    expect((await ask(elena, 'MATCH (')).status).toBe(400);
    expect((await ask('nobody', 'MATCH (n) RETURN n')).status).toBe(404);
  });

  test('every look is on the audit trail', async () => {
    const { audit } = (await read(`/v1/audit?patient_id=${elena}`)) as unknown as {
      audit: { action: string; actor: string }[];
    };
    expect(audit.map((row) => row.action)).toEqual(
      expect.arrayContaining(['import', 'read:conditions', 'query:graph', 'read:entry']),
    );
  });

  test.each<[string, number, string]>([
    ['/v1/patients/nobody/summary', 404, 'PATIENT_NOT_FOUND'],
    ['/v1/patients/elena/constructor', 404, 'UNKNOWN_SECTION'],
    ['/v1/patients/elena/encounters?scope=sometimes', 400, 'INVALID_QUERY'],
    ['/v1/audit?limit=x', 400, 'REQUEST_INVALID'],
  ])('%s is %i %s', async (path, status, code) => {
    const response = await get(path.replace('/elena/', `/${elena}/`));
    expect([response.status, ((await response.json()) as { error: { code: string } }).error.code]).toEqual([
      status,
      code,
    ]);
  });

  test('a broken upload is refused and leaves the record as it was', async () => {
    const response = await post('/v1/patients/import', '{"resourceType": "Bundle", "entry": [');
    expect(response.status).toBe(400);
    expect((await read('/v1/patients'))['patients']).toHaveLength(2);
  });
});

test('a person without a file begins a record, on the audit trail', async () => {
  const response = await post('/v1/patients', { name: 'Ada Byron', birth_date: '1968-03-02' });
  const { id } = (await response.json()) as { id: string };
  expect(response.status).toBe(200);
  expect(app.home.audit.list({ patientId: id })).toMatchObject([{ action: 'create' }]);
  expect(await (await get('/v1/patients')).json()).toMatchObject({
    patients: expect.arrayContaining([expect.objectContaining({ id, name: 'Ada Byron' })]),
  });
  const wrong = await post('/v1/patients', { name: 'Ada', birth_date: 'May' });
  expect([wrong.status, await wrong.json()]).toMatchObject([
    400,
    { error: { code: 'REQUEST_INVALID', message: expect.stringMatching(/^birth_date: a day, like/) } },
  ]);
});
