import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { analyticsTeam } from '../../test/a2a/teams.ts';
import { tempDir } from '../../test/house.ts';
import { audienceFor, openKeys } from '../a2a/auth/index.ts';
import { machineUser } from '../kernel/index.ts';
import { openTokens } from '../storage/handle.ts';
import type { Tokens } from '../storage/index.ts';
import { stillValid } from './auth.ts';
import { type Fixture, openGateway } from './fixture.ts';

const LOG = [{ correct: true }, { correct: false }];
const envelope = (more: { input?: object; [key: string]: unknown } = {}) => ({
  ...{ agent_name: 'AnalyticsAgent', agent_version: '1.0.0', conversation_id: 'conv_abc123' },
  ...{ context: { study_log: LOG } },
  ...more,
  input: { action: 'get_progress_insights', user_id: 'user_123', parameters: { timeframe: '7d' }, ...more.input },
});

describe('an agent as a service of its own', { timeout: 60_000 }, () => {
  let house: Fixture;
  let tokens: Tokens;
  beforeAll(() => {
    const team = analyticsTeam();
    tokens = openTokens(new DatabaseSync(':memory:'));
    house = openGateway({
      home: tempDir('a2a'),
      agent: 'AnalyticsAgent',
      team,
      door: { host: '127.0.0.1', tokens },
      limits: { token: 60, loopback: 0 },
    });
  });
  afterAll(async () => {
    await house.close();
  });
  const post = (body: unknown, token?: string, headers: Record<string, string> = {}) =>
    house.post('/a2a', body, {
      'content-type': 'application/json',
      ...(token && { authorization: `Bearer ${token}` }),
      ...headers,
    });

  test('answers as the spec writes it', async () => {
    const { token } = tokens.issue('mentor', { agents: ['AnalyticsAgent'], forAnyone: true });
    const { status, json } = await post(
      envelope({ input: { parameters: { timeframe: '7d', include_recommendations: true } } }),
      token,
    );
    expect(status).toBe(200);
    expect(json).toMatchObject({
      ...{
        agent_name: 'AnalyticsAgent',
        conversation_id: 'conv_abc123',
        status: 'success',
        execution_time_ms: expect.any(Number),
      },
      output: {
        ...{ insights: ['You answered 1 of 2 right.'], recommendations: [expect.any(String)] },
        ...{ metrics: { accuracy: 0.5, answers: 2 }, user: 'user_123', source_agents: ['AnalyticsAgent'] },
      },
    });
  });

  test('does the same request once: the same key is the same answer', async () => {
    const { token } = tokens.issue('once', { agents: ['AnalyticsAgent'], forAnyone: true });
    const key = { 'idempotency-key': 'k-1' };
    const first = await post(envelope({ conversation_id: 'once' }), token, key);
    const second = await post(envelope({ conversation_id: 'once' }), token, key);
    expect(second.json.output).toEqual(first.json.output);
    const rows = await house.app.home.store.sessions({ limit: 100 });
    const ours = rows.filter(({ app }) => app.endsWith('AnalyticsAgent'));
    const turns = await Promise.all(
      ours.map(
        async ({ id }) =>
          (await house.app.home.store.events(id)).filter(({ type }) => type === 'invocation_started').length,
      ),
    );
    expect(Math.max(...turns)).toBe(1);
  });

  test('asks for a token before it looks at anything', async () => {
    const { status, json } = await post('not even JSON');
    expect(status).toBe(401);
    expect(json.error).toMatchObject({ code: 'TOKEN_REQUIRED', hint: expect.any(String) });
    expect((await house.get('/.well-known/agent-card.json')).status).toBe(200);
  });

  test('keeps to what a token is for: agents, actions, the user', async () => {
    const one = tokens.issue('one', { agents: ['AnalyticsAgent:ask'], forAnyone: true }).token;
    expect(await post(envelope(), one)).toMatchObject({
      status: 403,
      json: { error: { code: 'ACTION_FORBIDDEN', hint: expect.any(String) } },
    });
    const other = tokens.issue('other', { agents: ['SchedulerAgent'] }).token;
    expect(await post(envelope(), other)).toMatchObject({ status: 403, json: { error: { code: 'AGENT_FORBIDDEN' } } });
    const bound = tokens.issue('bound', { agents: ['AnalyticsAgent'], user: 'user_9' }).token;
    expect(await post(envelope(), bound)).toMatchObject({ status: 403, json: { error: { code: 'USER_FORBIDDEN' } } });
    expect((await post(envelope({ input: { user_id: 'user_9' } }), bound)).json.output.user).toBe('user_9');
    const reader = tokens.issue('reader', { scopes: ['read'] }).token;
    expect(await post(envelope(), reader)).toMatchObject({ status: 403, json: { error: { code: 'SCOPE_MISSING' } } });
  });

  test('lets a person be nobody else, and a service say whom it serves', async () => {
    const { token } = tokens.issue('ada');
    const other = await post(envelope({ input: { user_id: 'alice' } }), token);
    expect([other.status, other.json.error.code]).toEqual([403, 'USER_FORBIDDEN']);
    const message = { messageId: 'm', role: 'ROLE_USER', parts: [{ text: 'hi' }], metadata: { user_id: 'alice' } };
    const params = { message };
    const rpc = await post({ jsonrpc: '2.0', id: 1, method: 'SendMessage', params }, token, { 'a2a-version': '1.0' });
    expect(rpc.json.error).toMatchObject({ code: -32011 });
    expect((await post(envelope({ input: { user_id: 'ada' } }), token)).status).toBe(200);
    // A service too acts as itself, unless it was issued to say whom it serves.
    const own = tokens.issue('desk', { scopes: ['a2a'] }).token;
    const named = await post(envelope({ input: { user_id: 'alice' } }), own);
    expect(named).toMatchObject({ status: 403, json: { error: { code: 'USER_FORBIDDEN' } } });
    expect(named.json.error.hint).toContain('--for-anyone');
    const service = tokens.issue('desk', { scopes: ['a2a'], forAnyone: true }).token;
    const served = await post(envelope({ input: { user_id: 'alice' } }), service);
    expect(served.json.output.user).toBe('alice');
    for (const wish of [{ forAnyone: true }, { scopes: ['a2a'], user: 'ada', forAnyone: true }])
      expect(() => tokens.issue('wide', wish)).toThrow(/Only a token of a service/);
    const keys = openKeys(house.dir);
    const signed = async (claims: object) =>
      keys.signToken({ sub: 'desk', ...claims }, audienceFor(await keys.house(), 'AnalyticsAgent'), 60);
    expect((await post(envelope({ input: { user_id: 'alice' } }), await signed({}))).status).toBe(403);
    expect((await post(envelope({ input: { user_id: 'alice' } }), await signed({ for_anyone: true }))).status).toBe(
      200,
    );
  });

  test('refuses a signed token from the moment that it is taken back, wherever it was signed', async () => {
    const keys = openKeys(house.dir);
    const sign = async (jti: string) =>
      keys.signToken({ sub: 'desk', user: 'user_123', jti }, audienceFor(await keys.house(), 'AnalyticsAgent'), 60);
    const [known, stranger] = [await sign('known'), await sign('stranger')];
    const row = { name: 'desk', user: 'user_123', scopes: ['a2a'], patients: null, agents: null, bound: true };
    tokens.noteSigned({ ...row, jti: 'known', audience: 'here', expires: Date.now() + 60_000 });
    for (const token of [known, stranger]) expect((await post(envelope(), token)).status).toBe(200);
    expect(tokens.revoke('known')).toMatchObject({ id: 'signed:known', revoked: expect.any(Number) });
    tokens.revoke('signed:stranger');
    for (const token of [known, stranger]) {
      const refused = await post(envelope(), token);
      expect(refused).toMatchObject({ status: 401, json: { error: { code: 'TOKEN_INVALID' } } });
      expect(refused.json.error.message).toContain('revoked');
    }
    expect((await post(envelope(), await sign('another'))).status).toBe(200);
    // A turn that runs meanwhile has no further step done.
    const admit = stillValid(tokens);
    const bearerOf = (via: string) => ({ ...machineUser(), how: 'peer' as const, via, until: Date.now() + 60_000 });
    expect(() => admit(bearerOf('signed:another'))).not.toThrow();
    expect(() => admit(bearerOf('signed:known'))).toThrow(/no longer valid/);
  });

  test('vouches for no name that a request brings along, and hears an envelope only at its own address', async () => {
    const card = async (host: string) =>
      (await house.gateway.request(`http://${host}/.well-known/agent-card.json`)).json() as Promise<object>;
    expect(await card('localhost')).toHaveProperty('signatures');
    const everywhere = openGateway({
      ...{ home: tempDir('a2a-any'), agent: 'AnalyticsAgent', team: analyticsTeam() },
      door: { host: '0.0.0.0', tokens },
    });
    const evil = await everywhere.gateway.request('http://evil.example/.well-known/agent-card.json');
    expect(await evil.json()).not.toHaveProperty('signatures');
    await everywhere.close();
    const { token } = tokens.issue('astray', { agents: ['AnalyticsAgent'], forAnyone: true });
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
    const astray = await house.post('/a2a/agents/Other', envelope(), headers);
    expect([astray.status, astray.json.error.code]).toEqual([400, 'REQUEST_INVALID']);
  });

  test('knows a token by another after a rotation: the conversation and its tasks go on', async () => {
    const old = tokens.issue('turning', { agents: ['AnalyticsAgent'], forAnyone: true });
    const rpc = (method: string, params: object, token: string) =>
      post({ jsonrpc: '2.0', id: 1, method, params }, token, { 'a2a-version': '1.0' });
    const parts = [{ data: { action: 'get_progress_insights', parameters: { timeframe: '7d' } } }];
    const sent = await rpc('SendMessage', { message: { messageId: 'm', role: 'ROLE_USER', parts } }, old.token);
    const { id } = sent.json.result.task;
    const renewed = tokens.rotate(old.id, { overlap: '1h' });
    for (const { token } of [old, renewed]) expect((await rpc('GetTask', { id }, token)).json.result.id).toBe(id);
    const last = tokens.rotate(renewed.id);
    expect((await rpc('GetTask', { id }, renewed.token)).status).toBe(401);
    expect((await rpc('GetTask', { id }, last.token)).json.result.id).toBe(id);
  });

  test('believes a signed token for itself, for a while, and the user that it names', async () => {
    const keys = openKeys(house.dir);
    const sign = async (claims: object, agent = 'AnalyticsAgent', seconds = 60) =>
      keys.signToken({ sub: 'mentor', ...claims }, audienceFor(await keys.house(), agent), seconds);
    expect((await post(envelope(), await sign({ user: 'user_123' }))).json.output.user).toBe('user_123');
    expect(await post(envelope(), await sign({ user: 'user_9' }))).toMatchObject({
      status: 403,
      json: { error: { code: 'USER_FORBIDDEN' } },
    });
    expect(await post(envelope(), await sign({}, 'SchedulerAgent'))).toMatchObject({
      status: 403,
      json: { error: { code: 'AGENT_FORBIDDEN' } },
    });
    expect(await post(envelope(), await sign({ agents: ['AnalyticsAgent:ask'] }))).toMatchObject({ status: 403 });
    const [head, body] = (await sign({ user: 'user_123' })).split('.');
    expect(await post(envelope(), `${head}.${body}.${'A'.repeat(86)}`)).toMatchObject({
      status: 401,
      json: { error: { code: 'TOKEN_INVALID' } },
    });
    const here = audienceFor(await keys.house(), 'AnalyticsAgent');
    const foreign = await openKeys(tempDir('keys')).signToken({ sub: 'mentor' }, here, 60);
    expect(await post(envelope(), foreign)).toMatchObject({
      status: 401,
      json: { error: { hint: expect.stringContaining('trusted-keys.json') } },
    });
  });

  test.each([-5, 5])('refuses what was signed by a clock %i minutes off, and says so', async (minutes) => {
    const keys = openKeys(house.dir, () => Date.now() + minutes * 60_000);
    const token = await keys.signToken({ sub: 'mentor' }, audienceFor(await keys.house(), 'AnalyticsAgent'), 60);
    const { status, json } = await post(envelope(), token);
    expect([status, json.error.code]).toEqual([401, minutes < 0 ? 'TOKEN_EXPIRED' : 'TOKEN_NOT_YET_VALID']);
    expect(json.error.hint).toMatch(/clocks/);
    const early = { sub: 'mentor', nbf: Math.floor(Date.now() / 1000) + 300 };
    const own = openKeys(house.dir);
    const soon = await own.signToken(early, audienceFor(await own.house(), 'AnalyticsAgent'), 60);
    expect((await post(envelope(), soon)).json.error).toMatchObject({
      ...{ code: 'TOKEN_NOT_YET_VALID', hint: expect.stringMatching(/clocks/) },
    });
  });

  test('goes on believing a key that was rotated away, for as long as was said', async () => {
    let now = Date.now();
    const keys = openKeys(tempDir('keys'), () => now);
    const token = await keys.signToken({ sub: 'a' }, 'X', 3600);
    await keys.rotate(60_000);
    expect(await keys.verify(token)).toMatchObject({ sub: 'a' });
    expect((await keys.jwks()).keys).toHaveLength(2);
    now += 61_000;
    await expect(keys.verify(token)).rejects.toMatchObject({ code: 'TOKEN_INVALID' });
  });

  test('believes no other house under the id of a key of its own, retired or not, and shows its own', async () => {
    let now = Date.now();
    const [dir, other] = [tempDir('keys'), tempDir('keys')];
    const keys = openKeys(dir, () => now);
    const [own] = (await keys.jwks()).keys;
    await keys.rotate(60_000);
    const posing = openKeys(other, () => now);
    await posing.jwks();
    const file = join(other, 'a2a-keys.json');
    writeFileSync(file, JSON.stringify([{ ...JSON.parse(readFileSync(file, 'utf8'))[0], kid: own!.kid }]));
    writeFileSync(join(dir, 'trusted-keys.json'), JSON.stringify(await posing.jwks()));
    expect((await keys.jwks()).keys.map(({ kid }) => kid)).toContain(own!.kid);
    now += 61_000;
    const token = await posing.signToken({ sub: 'a' }, 'X', 60);
    await expect(keys.verify(token)).rejects.toMatchObject({ code: 'TOKEN_INVALID' });
  });

  test('takes a signed body once, and only as it was signed', async () => {
    const { token } = tokens.issue('signer', { agents: ['AnalyticsAgent'], forAnyone: true });
    const keys = openKeys(house.dir);
    const body = JSON.stringify(envelope());
    const send = (text: string, signature: string) =>
      house.gateway.request('http://localhost/a2a', {
        method: 'POST',
        body: text,
        headers: { 'content-type': 'application/json', authorization: `Bearer ${token}`, 'x-a2a-signature': signature },
      });
    const sign = async (agent: string, of = keys) => keys.signBody(body, audienceFor(await of.house(), agent));
    const signature = await sign('AnalyticsAgent');
    expect((await send(body, signature)).status).toBe(200);
    const again = await send(body, signature);
    expect([again.status, (await again.json()).error.code]).toEqual([401, 'REPLAYED']);
    const altered = await send(body.replace('7d', '9d'), await sign('AnalyticsAgent'));
    expect([altered.status, (await altered.json()).error.code]).toEqual([401, 'SIGNATURE_INVALID']);
    const elsewhere = await send(body, await sign('SchedulerAgent'));
    expect((await elsewhere.json()).error.code).toBe('SIGNATURE_INVALID');
    const another = await send(body, await sign('AnalyticsAgent', openKeys(tempDir('keys'))));
    expect((await another.json()).error).toMatchObject({
      code: 'SIGNATURE_INVALID',
      message: expect.stringContaining('another house'),
    });
  });

  test('refuses what is too large, and who asks too often', async () => {
    const { token } = tokens.issue('much', { agents: ['AnalyticsAgent'], forAnyone: true });
    const large = await post(envelope({ context: { study_log: 'x'.repeat(17 * 1024 * 1024) } }), token);
    expect(large).toMatchObject({ status: 413, json: { error: { code: 'BODY_TOO_LARGE', hint: expect.any(String) } } });
    let last = await post(envelope(), token);
    for (let asked = 0; asked < 70 && last.status === 200; asked++) last = await post(envelope(), token);
    expect(last).toMatchObject({
      status: 429,
      json: { error: { code: 'RATE_LIMITED', retryable: true, hint: expect.any(String) } },
    });
    expect(last.headers.get('retry-after')).toMatch(/^\d+$/);
  });

  test('is all that is served', async () => {
    const { token } = tokens.issue('looker');
    for (const path of ['/v1/teams', '/v1/patients', '/mcp'])
      expect((await house.get(path, { authorization: `Bearer ${token}` })).status).not.toBe(200);
  });

  test('a call is logged with whom it asked for what, its sizes and why it was refused, before it was read too', async () => {
    const { token } = tokens.issue('logged', { agents: ['AnalyticsAgent:ask'], forAnyone: true });
    const body = (more: Parameters<typeof envelope>[0] = {}) => ({ ...envelope(more), conversation_id: 'logged-1' });
    const length = (sent: unknown) => ({ 'content-length': String(Buffer.byteLength(JSON.stringify(sent))) });
    const last = () => house.logged.findLast((facts) => 'route' in facts) as Record<string, unknown>;
    const asked = body({ input: { action: 'ask', parameters: { message: 'my secret' } } });
    const answered = await post(asked, token, length(asked));
    expect(last()).toMatchObject({
      ...{ route: '/a2a', status: 200, agent: 'analytics/AnalyticsAgent', action: 'ask', conversation: 'logged-1' },
      ...{ received: Buffer.byteLength(JSON.stringify(asked)), sent: Buffer.byteLength(answered.text) },
    });
    await post(body(), token);
    expect(last()).toMatchObject({
      ...{ status: 403, agent: 'analytics/AnalyticsAgent', action: 'get_progress_insights', conversation: 'logged-1' },
      ...{ code: 'ACTION_FORBIDDEN', sent: expect.any(Number) },
    });
    const parts = [{ data: { action: 'get_progress_insights', parameters: {} } }];
    const message = { messageId: 'm', contextId: 'logged-2', role: 'ROLE_USER', parts };
    await post({ jsonrpc: '2.0', id: 1, method: 'SendMessage', params: { message } }, token, { 'a2a-version': '1.0' });
    expect(last()).toMatchObject({
      ...{ status: 200, agent: 'analytics/AnalyticsAgent', action: 'get_progress_insights', conversation: 'logged-2' },
      code: 'ACTION_FORBIDDEN',
    });
    // What stands where a name should may be what somebody meant to say.
    await post(body({ input: { action: 'Why is my skin so red?' } }), token);
    expect(last()).toMatchObject({ action: '(no name)', code: expect.any(String) });
    await post(asked, 'consilium_wrong');
    expect(last()).toMatchObject({ route: '/a2a', status: 401 });
    await house.post('/a2a/agents/AnalyticsAgent', asked, { 'content-length': String(9 * 1024 * 1024) });
    expect(last()).toMatchObject({ route: '/a2a/agents/:agent', status: 401 });
    const large = { ...length('x'), 'content-length': String(9 * 1024 * 1024) };
    await post(asked, token, large);
    expect(last()).toMatchObject({ route: '/a2a', status: 413, received: 9 * 1024 * 1024 });
    expect(JSON.stringify(house.logged)).not.toMatch(/secret|skin/);
    const meter = tokens.issue('meter', { scopes: ['metrics'] }).token;
    const { text } = await house.get('/metrics', { authorization: `Bearer ${meter}` });
    expect(text).toContain('route="/a2a",status="401"');
    expect(text).not.toMatch(/route="\/\*",status="4(?:01|13)"/);
  });

  test('is logged by ids, never by what was said', () => {
    const calls = house.logged.filter((facts) => 'agent' in facts && 'conversation' in facts && 'invocation' in facts);
    expect(calls.length).toBeGreaterThan(0);
    expect(calls[0]).toMatchObject({
      action: 'get_progress_insights',
      conversation: 'conv_abc123',
      outcome: 'completed',
      ms: expect.any(Number),
    });
    expect(JSON.stringify(house.logged)).not.toContain('timeframe');
  });
});

describe('a house', { timeout: 60_000 }, () => {
  let house: Fixture;
  beforeAll(() => {
    house = openGateway({ home: tempDir('a2a') });
  });
  afterAll(async () => {
    await house.close();
  });

  test('offers its teams to other machines', async () => {
    const { json } = await house.get('/a2a/agents');
    expect(json.agents.map(({ name }: { name: string }) => name)).toEqual(
      expect.arrayContaining(['health', 'kitchen', 'front-desk']),
    );
    const asked = {
      agent_name: 'front-desk',
      conversation_id: 'c',
      input: { action: 'ask', parameters: { message: 'When are you open?' } },
    };
    const { json: answer } = await house.post('/a2a', asked);
    expect(answer).toMatchObject({
      status: 'success',
      output: { text: expect.stringMatching(/\d/), source_agents: expect.any(Array) },
    });
    const parts = [{ text: 'When are you open?' }];
    const message = { messageId: 'm', role: 'ROLE_USER', parts };
    const { json: rpc } = await house.post(
      '/a2a/agents/front-desk',
      { jsonrpc: '2.0', id: 1, method: 'SendMessage', params: { message } },
      { 'a2a-version': '1.0' },
    );
    expect(rpc.result.task.status.state).toBe('TASK_STATE_COMPLETED');
    const rest = await house.post(
      '/a2a/agents/front-desk/rest/message:send',
      { message: { ...message, messageId: 'n' } },
      { 'a2a-version': '1.0', 'content-type': 'application/json' },
    );
    expect(rest.json.task.status.state).toBe('TASK_STATE_COMPLETED');
  });

  test('dates tasks by its own clock', async () => {
    const early = openGateway({ home: tempDir('a2a-clock'), env: { CONSILIUM_CLOCK: '2031-05-01T08:00:00Z' } });
    const message = { messageId: 'm', role: 'ROLE_USER', parts: [{ text: 'When are you open?' }] };
    const { json } = await early.post(
      '/a2a/agents/front-desk',
      { jsonrpc: '2.0', id: 1, method: 'SendMessage', params: { message } },
      { 'a2a-version': '1.0' },
    );
    await early.close();
    expect(json.result.task.status).toMatchObject({
      ...{ state: 'TASK_STATE_COMPLETED', timestamp: expect.stringMatching(/^2031-05-01T08:/) },
    });
  });

  test('says what it knows of agents elsewhere, also to Prometheus', async () => {
    const { status, json } = await house.get('/v1/remotes');
    expect([status, Array.isArray(json.remotes)]).toEqual([200, true]);
    expect((await house.post('/v1/remotes/Nobody/try', {})).status).toBe(404);
    expect((await house.get('/metrics')).text).toContain('consilium_remote_call_duration_seconds');
  });
});
