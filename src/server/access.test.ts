import { writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { tempDir } from '../../test/house.ts';
import { bindingOf } from '../a2a/fault.ts';
import { loadDemoPatients } from '../record/index.ts';
import { handleOf } from '../storage/handle.ts';
import { type GrantWish, openTokenFile, SCOPES, type Scope, type TokenFile } from '../storage/index.ts';
import { SOUND, writeTeam } from '../teams/fixture.ts';
import { type Fixture, openGateway } from './fixture.ts';
import { createGateway } from './index.ts';
import { ROUTES, RULES } from './routes.ts';

let house: Fixture;
let tokens: TokenFile;
let gateway: ReturnType<typeof createGateway>;
let elena: string;
let other: string;
const clock = { now: Date.UTC(2026, 10, 15) };

beforeAll(async () => {
  house = openGateway();
  tokens = openTokenFile(house.dir, { former: handleOf(house.app.home.data), now: () => clock.now });
  const loaded = await loadDemoPatients(handleOf(house.app.home.data));
  [elena, other] = loaded!.patients.map(({ id }) => id) as [string, string];
  gateway = createGateway(house.app, { debug() {}, info() {}, warn() {} }, { door: { host: '127.0.0.1', tokens } });
});
afterAll(async () => {
  tokens.close();
  await house.close();
});

/** Asks as the holder of a token that allows this. */
function callerWith(wish: GrantWish, name = 'test') {
  const { token } = tokens.issue(name, wish);
  return (method: string, path: string, body?: unknown) => ask(token, method, path, body);
}

async function ask(token: string, method: string, path: string, body?: unknown) {
  const headers = { authorization: `Bearer ${token}` };
  const init = { method: method.toUpperCase(), headers, ...(body !== undefined && { body: JSON.stringify(body) }) };
  const response = await gateway.request(`http://localhost${path}`, init);
  const text = await response.text();
  const json = text.startsWith('{') ? JSON.parse(text) : undefined;
  return { status: response.status, code: json?.error?.code as string | undefined, json, headers: response.headers };
}

const fill = (path: string) => path.replace(/:\w+/g, 'x');

describe('a name from outside', () => {
  test('is never a path: the code of a folder is not run, and which folders there are is not told', async () => {
    const dir = writeTeam({
      ...SOUND,
      'Hours/tools.ts': `globalThis.ranFromOutside = true;\n${SOUND['Hours/tools.ts']}`,
    });
    const chat = callerWith({ scopes: ['chat'] });
    for (const folder of [dir, `${dir}/`, `${dir}/Hours`, relative(process.cwd(), dir), '/nowhere/at/all', '..']) {
      const { status, code, json } = await chat('POST', '/v1/chat', { team: folder, message: 'hello' });
      expect([folder, status, code]).toEqual([folder, 404, 'TEAM_UNKNOWN']);
      expect(json.error.message.replace(folder, '')).toBe('There is no team "".');
    }
    expect('ranFromOutside' in globalThis).toBe(false);
  });
});

describe('scopes', () => {
  test('every route that there is states one', () => {
    const stated = new Set(RULES.map(({ method, path }) => `${method.toUpperCase()} ${path}`));
    const there = gateway.routes.filter(({ path }) => path !== '/*').map(({ method, path }) => `${method} ${path}`);
    expect(there.length).toBeGreaterThan(ROUTES.length);
    expect([...new Set(there)].filter((route) => !stated.has(route))).toEqual([]);
    const known = ['open', 'any', ...Object.keys(SCOPES)];
    expect(RULES.filter(({ scope }) => !known.includes(scope))).toEqual([]);
  });

  test('a route that states none is refused, whatever the token may', async () => {
    const { token } = tokens.issue('all', { scopes: Object.keys(SCOPES) });
    const careless = createGateway(
      house.app,
      { debug() {}, info() {}, warn() {} },
      { door: { host: '127.0.0.1', tokens } },
    );
    careless.get('/v1/careless', (context) => context.text('secret'));
    careless.get('/v1/patients/:id/careless', (context) => context.text('secret'));
    for (const path of ['/v1/careless', '/v1/patients/x/careless']) {
      const response = await careless.request(`http://localhost${path}`, {
        headers: { authorization: `Bearer ${token}` },
      });
      expect([path, response.status, await response.json()]).toMatchObject([
        path,
        403,
        { error: { code: 'FORBIDDEN' } },
      ]);
    }
  });

  test('each is needed at its routes: with all others, the request is refused and told which one is missing', async () => {
    for (const { method, path, scope } of RULES) {
      if (scope === 'open' || scope === 'any') continue;
      const others = Object.keys(SCOPES).filter((each) => each !== scope);
      const verb = method === 'all' ? 'post' : method;
      const { status, json } = await callerWith({ scopes: others })(verb, fill(path), verb === 'post' ? {} : undefined);
      expect([path, status]).toEqual([path, 403]);
      const hint = expect.stringContaining(`${others.join(',')},${scope}`);
      const binding = bindingOf(fill(path), new Headers());
      if (binding === 'rest') {
        const details = [{ reason: 'SCOPE_MISSING' }, { links: [{ description: hint }] }];
        expect(json).toMatchObject({ error: { status: 'PERMISSION_DENIED', details } });
      } else expect(json).toMatchObject({ error: { code: 'SCOPE_MISSING', hint } });
      if (binding === undefined) expect(json).toMatchObject({ error: { details: { scope, has: others } } });
    }
  });

  test('each is enough at its routes', async () => {
    for (const { method, path, scope } of RULES) {
      if (scope === 'open' || scope === 'any' || method === 'all') continue;
      const { code } = await callerWith({ scopes: [scope] })(method, fill(path), method === 'post' ? {} : undefined);
      expect(['SCOPE_MISSING', 'FORBIDDEN'], path).not.toContain(code);
    }
  });

  test('who looked at whose record is for those who may audit; what answers rested on for those who read', async () => {
    const reader = callerWith({ scopes: ['read'] });
    expect(await reader('get', '/v1/audit?kind=citations')).toMatchObject({ status: 200 });
    expect(await reader('get', '/v1/audit')).toMatchObject({
      status: 403,
      json: { error: { details: { scope: 'audit' } } },
    });
    const auditor = callerWith({ scopes: ['read', 'audit'] });
    expect(await auditor('get', '/v1/audit')).toMatchObject({ status: 200 });
  });

  test('an expired token is told so, and a revoked one is not known', async () => {
    const { id, token } = tokens.issue('short', { expires: '1h' });
    expect((await ask(token, 'get', '/v1/teams')).status).toBe(200);
    clock.now += 3_600_000;
    const late = await ask(token, 'get', '/v1/teams');
    expect(late).toMatchObject({
      status: 401,
      code: 'TOKEN_EXPIRED',
      json: { error: { hint: expect.stringContaining(id) } },
    });
    expect(late.headers.get('www-authenticate')).toContain('error="invalid_token"');
    tokens.revoke(id);
    expect(await ask(token, 'get', '/v1/teams')).toMatchObject({ status: 401, code: 'TOKEN_INVALID' });
  });
});

describe('a token for one patient', () => {
  const all: Scope[] = ['read', 'chat', 'work', 'audit'];
  let bound: ReturnType<typeof callerWith>;
  let open: ReturnType<typeof callerWith>;
  beforeAll(() => {
    bound = callerWith({ scopes: all, patients: [elena] }, "Elena's phone");
    open = callerWith({ scopes: all }, 'ward laptop');
  });

  test('every route says how it names the patient, and no route lets it out', async () => {
    for (const { method, path, scope, about } of RULES) {
      const isChecked = (all as string[]).includes(scope) || typeof about === 'function';
      if (scope === 'open' || about === 'nobody' || !isChecked) continue;
      const { status, json } = await bound(
        method,
        fill(path) + asked(path),
        method === 'post' ? named(path, other) : undefined,
      );
      if (about === 'listed') expect([path, status]).toEqual([path, 200]);
      else
        expect([path, status, json?.error.code]).toEqual([path, ...REFUSED[typeof about === 'string' ? about : path]!]);
    }
  });

  const REFUSED: Record<string, [number, string]> = {
    everybody: [403, 'PATIENT_FORBIDDEN'],
    own: [403, 'PATIENT_FORBIDDEN'],
    patient: [403, 'PATIENT_FORBIDDEN'],
    session: [404, 'SESSION_UNKNOWN'],
    '/v1/chat': [403, 'PATIENT_FORBIDDEN'],
    '/v1/pending/:id': [404, 'PENDING_UNKNOWN'],
    '/v1/graph/query': [403, 'PATIENT_FORBIDDEN'],
    '/v1/audit': [403, 'PATIENT_FORBIDDEN'],
    '/cds-services/:id': [403, 'PATIENT_FORBIDDEN'],
    '/v1/today': [403, 'PATIENT_FORBIDDEN'],
    '/v1/chat/completions': [403, 'PATIENT_FORBIDDEN'],
  };
  /** Where the patient is named in the query. */
  const asked = (path: string) => (['/v1/today', '/v1/audit'].includes(path) ? `?patient_id=${other}` : '');
  const named = (path: string, patient_id: string) => {
    if (path === '/v1/chat') return { patient_id, message: 'hello' };
    if (path === '/v1/chat/completions')
      return { model: 'health', messages: [{ role: 'user', content: 'hello' }], metadata: { patient_id } };
    if (path === '/v1/today') return { patient_id, id: 'health:x', mark: 'later' };
    if (path.startsWith('/cds-services'))
      return { hook: 'patient-view', hookInstance: 'x', context: { patientId: patient_id } };
    return { patient_id, query: 'MATCH (p:Patient) RETURN p.name' };
  };

  test('reads its own record and no other, however the other is written', async () => {
    expect((await bound('get', `/v1/patients/${elena}/summary`)).status).toBe(200);
    for (const id of [
      other,
      encodeURIComponent(other),
      `${elena}%2F..%2F${other}`,
      `%${other.charCodeAt(0).toString(16)}${other.slice(1)}`,
      'nobody',
    ])
      expect([id, (await bound('get', `/v1/patients/${id}/summary`)).code]).toEqual([id, 'PATIENT_FORBIDDEN']);
    expect((await bound('head', `/v1/patients/${other}/summary`)).status).toBe(403);
    expect((await bound('post', '/v1/graph/query', named('/v1/graph/query', elena))).status).toBe(200);
    expect((await bound('post', `/v1/patients/${other}/facts/undo`, { uuid: 'x' })).code).toBe('PATIENT_FORBIDDEN');
  });

  test('sees itself alone among the patients', async () => {
    expect((await bound('get', '/v1/patients')).json.patients.map(({ id }: { id: string }) => id)).toEqual([elena]);
    expect((await open('get', '/v1/patients')).json.patients.length).toBeGreaterThan(1);
  });

  test('talks about itself only, and says so', async () => {
    const message = 'What was my last HbA1c?';
    const own = await bound('post', '/v1/chat', { patient_id: elena, message });
    expect(own.status).toBe(200);
    const session_id = own.json.session_id as string;
    expect((await bound('post', '/v1/chat', { session_id, message })).status).toBe(200);
    // Nobody has to say whose it is where it can be but one.
    for (const unsaid of [{ message }, { session_id: 'new', message }]) {
      const { status, json } = await bound('post', '/v1/chat', unsaid);
      expect([status, json.text]).toEqual([200, own.json.text]);
    }
    expect((await bound('post', '/v1/chat', { session_id, patient_id: other, message })).code).toBe(
      'PATIENT_FORBIDDEN',
    );
  });

  test('finds no session of another patient, or of none', async () => {
    const message = 'How am I?';
    const [own, theirs, nobodys] = await Promise.all([
      bound('post', '/v1/chat', { patient_id: elena, message }),
      open('post', '/v1/chat', { patient_id: other, message }),
      open('post', '/v1/chat', { team: 'front-desk', message: 'When are you open?' }),
    ]).then((answers) => answers.map(({ json }) => json.session_id as string));
    const list = (await bound('get', '/v1/sessions')).json.sessions as { id: string; patient_id: string }[];
    expect(list.map(({ id }) => id)).toContain(own);
    expect(list.every(({ patient_id }) => patient_id === elena)).toBe(true);
    expect((await bound('get', `/v1/sessions?patient_id=${other}`)).json.sessions).toEqual([]);
    for (const id of [theirs, nobodys]) {
      for (const [method, path] of [
        ['get', `/v1/sessions/${id}`],
        ['get', `/v1/sessions/${id}/events`],
        ['post', `/v1/sessions/${id}/stop`],
        ['delete', `/v1/sessions/${id}`],
        ['get', `/v1/audit?kind=citations&conversation=${id}`],
      ] as const)
        expect([method, path, (await bound(method, path)).code]).toEqual([method, path, 'SESSION_UNKNOWN']);
      const intruding = { session_id: id, patient_id: elena, message };
      expect((await bound('post', '/v1/chat', intruding)).code).toBe('SESSION_UNKNOWN');
    }
    expect((await bound('get', `/v1/sessions/${own}/events`)).status).toBe(200);
    expect((await bound('get', `/v1/audit?kind=citations&conversation=${own}`)).status).toBe(200);
  });

  test('sees who looked at its own record, and at no other', async () => {
    expect((await bound('get', `/v1/audit?patient_id=${elena}`)).status).toBe(200);
    expect((await bound('get', `/v1/audit?patient_id=${other}`)).code).toBe('PATIENT_FORBIDDEN');
    const { audit } = (await bound('get', '/v1/audit?limit=1000')).json as { audit: { patientId: string }[] };
    expect(new Set(audit.map(({ patientId }) => patientId))).toEqual(new Set([elena]));
    // The patient does not narrow the other trail.
    expect((await bound('get', `/v1/audit?kind=citations&patient_id=${elena}`)).code).toBe('PATIENT_REQUIRED');
  });

  test('stands on the audit trail by its name, in chats too', async () => {
    await bound('get', `/v1/patients/${elena}/conditions`);
    await bound('post', '/v1/chat', { patient_id: elena, message: 'What is my blood type?' });
    const { audit } = (await open('get', `/v1/audit?patient_id=${elena}&limit=1000`)).json as {
      audit: { action: string; user: string }[];
    };
    const actions = audit.filter(({ user }) => user === 'elena-s-phone').map(({ action }) => action);
    expect(actions).toEqual(expect.arrayContaining(['read:conditions', 'chat', 'query:graph']));
    expect(JSON.stringify(audit)).not.toContain('consilium_');
  });
});

describe('users', () => {
  test('have sessions, runs and artifacts of their own, whatever their tokens may', async () => {
    const wish: GrantWish = { scopes: ['read', 'chat', 'work'] };
    const ada = callerWith(wish, 'ada');
    const adasPhone = callerWith({ ...wish, user: 'ada' }, 'phone');
    const ben = callerWith(wish, 'ben');
    const { json } = await ada('post', '/v1/chat', { team: 'front-desk', message: 'When are you open?' });
    const id = json.session_id as string;
    const ids = async (asker: typeof ada) =>
      ((await asker('get', '/v1/sessions')).json.sessions as { id: string }[]).map((row) => row.id);
    expect(await ids(ada)).toEqual([id]);
    expect(await ids(adasPhone)).toEqual([id]);
    expect(await ids(ben)).toEqual([]);
    for (const [method, path] of [
      ['get', ''],
      ['get', '/events'],
      ['post', '/stop'],
      ['delete', ''],
    ] as const)
      expect([path, (await ben(method, `/v1/sessions/${id}${path}`)).code]).toEqual([path, 'SESSION_UNKNOWN']);
    expect((await ben('post', '/v1/chat', { session_id: id, message: 'hello' })).code).toBe('SESSION_UNKNOWN');
    const chapter_text = '# Gout\n\nGout is caused by crystals of uric acid in the joints.';
    const started = await ada('post', '/v1/pipelines/chapter-summarization/run?wait=true', { chapter_text });
    const run = `/v1/pipelines/runs/${started.json.run_id}`;
    expect((await adasPhone('get', run)).json.state).toBe('completed');
    expect((await ben('get', run)).code).toBe('RUN_UNKNOWN');
    expect((await ben('post', `${run}/cancel`)).code).toBe('RUN_UNKNOWN');
    expect((await ben('get', '/v1/pipelines/runs')).json.runs).toEqual([]);
    expect((await ada('get', '/v1/artifacts')).json.total).toBeGreaterThan(0);
    expect((await ben('get', '/v1/artifacts')).json.total).toBe(0);
    const [{ namespace, name }] = (await ada('get', '/v1/artifacts')).json.artifacts;
    const artifact = `/v1/artifacts/${encodeURIComponent(namespace)}/${encodeURIComponent(name)}`;
    expect((await adasPhone('get', artifact)).status).toBe(200);
    expect((await ben('get', artifact)).code).toBe('ARTIFACT_UNKNOWN');
  });

  test('are named as they are, never as the machine’s own user by chance', () => {
    expect(tokens.issue('Jürgen’s Laptop').user).toBe('jurgen-s-laptop');
    for (const name of ['local', 'LOCAL', '日本']) expect(tokens.issue(name).user).toMatch(/^token-/);
    expect(() => tokens.issue('x', { user: '../etc' })).toThrow(expect.objectContaining({ code: 'USER_INVALID' }));
  });
});

describe('what is work is work at every door', () => {
  const content = { content: '# Secret plan\n\nNobody knows.', extraction_type: 'outline' };

  test('inputs of functions and pipelines are not read, and runs not deleted, as if they were chats', async () => {
    const worker = callerWith({ scopes: ['work'], user: 'eve' }, 'worker');
    const reader = callerWith({ scopes: ['read', 'chat'], user: 'eve' }, 'reader');
    const { json } = await worker('post', '/v1/functions/extract-structure/run', content);
    const run = json.meta.run as string;
    expect((await reader('get', '/v1/sessions?team=functions')).json.sessions).toEqual([]);
    for (const [method, path] of [
      ['get', ''],
      ['get', '/events'],
      ['delete', ''],
    ] as const)
      expect([path, (await reader(method, `/v1/sessions/${run}${path}`)).code]).toEqual([path, 'SESSION_UNKNOWN']);
  });

  test('a team that searches does not search for who may not', async () => {
    const talker = callerWith({ scopes: ['chat'] }, 'talker');
    const worker = callerWith({ scopes: ['chat', 'work'] }, 'talks and works');
    const message = 'Find what we have on gout.';
    const asked = await worker('post', '/v1/chat', { team: 'kitchen', message });
    expect(asked.json.citations.length).toBeGreaterThan(0);
    const refused = await talker('post', '/v1/chat', { team: 'kitchen', message });
    expect([refused.status, refused.code]).toEqual([403, 'SCOPE_MISSING']);
  });

  test('the assistant looks into the knowledge base for everybody, into documents only for who may work with them', async () => {
    const docs = tempDir('docs');
    writeFileSync(
      join(docs, 'pump.md'),
      '# Zorbulin pump\n\nThe zorbulin pump in room seven is started with code 4711.\n',
    );
    await (await house.app.service('search')).index({ paths: [docs], scope: 'ward', embeddings: false });
    const look = async (scopes: Scope[]) =>
      (
        await callerWith({ scopes }, scopes.join())('post', '/v1/chat', {
          team: 'assistant',
          message: 'Research the zorbulin pump.',
        })
      ).json.text;
    expect(await look(['chat', 'work'])).toContain('4711');
    expect(await look(['chat'])).not.toContain('4711');
  });
});

test('a session that began without a patient does not get one: what was said before is not theirs', async () => {
  const asker = callerWith({ scopes: ['read', 'chat'], user: 'una' }, 'asker');
  const bound = callerWith({ scopes: ['read', 'chat'], user: 'una', patients: [elena] }, 'bound to elena');
  const { json } = await asker('post', '/v1/chat', { team: 'front-desk', message: 'When are you open?' });
  const late = { session_id: json.session_id, team: 'front-desk', patient_id: elena, message: 'And for me?' };
  expect((await asker('post', '/v1/chat', late)).code).toBe('STATE_PROTECTED');
  expect((await bound('get', `/v1/sessions/${json.session_id}/events`)).code).toBe('SESSION_UNKNOWN');
});

test('a token that was revoked is not renewed', () => {
  const { id } = tokens.issue('gone');
  tokens.revoke(id);
  expect(() => tokens.rotate(id)).toThrow(expect.objectContaining({ code: 'TOKEN_REVOKED' }));
});

test('whoever is turned away is on the audit trail', async () => {
  const nosy = callerWith({ scopes: ['chat'] }, 'nosy');
  await nosy('get', `/v1/patients/${elena}/summary`);
  expect(house.app.home.audit.list({ user: 'nosy' })).toMatchObject([
    { patientId: elena, action: 'GET /v1/patients/:id/:section', outcome: 'denied', why: 'SCOPE_MISSING' },
  ]);
});

test('nonsense in a body turns nobody away, and fills no trail', async () => {
  const { token } = tokens.issue('babbler', { scopes: ['read', 'chat'], patients: [elena] });
  const headers = { authorization: `Bearer ${token}` };
  const sent = await gateway.request('http://127.0.0.1/v1/chat', { method: 'POST', headers, body: '{{{' });
  expect(sent.status).toBe(400);
  expect(house.app.home.audit.list({ user: 'babbler' })).toEqual([]);
});

test('where no token is asked for, nothing is refused for want of one', async () => {
  expect((await house.get('/v1/patients')).status).toBe(200);
  expect((await house.get(`/v1/audit?patient_id=${other}`)).status).toBe(200);
});
