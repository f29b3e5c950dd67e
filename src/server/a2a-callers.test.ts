/** What a token lets its bearer see, ask, answer and send at the agents' door. */
import { rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { serve } from '@hono/node-server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ANALYTICS, writeTeam } from '../../test/a2a/teams.ts';
import { tempDir } from '../../test/house.ts';
import { audienceFor } from '../a2a/auth/audience.ts';
import { openKeys } from '../a2a/auth/keys.ts';
import { DEFAULTS, Remote, type RemoteSettings } from '../a2a/client/index.ts';
import { openTokens } from '../storage/handle.ts';
import type { Tokens } from '../storage/index.ts';
import { endDrips } from './drips.ts';
import { type Fixture, listen, openGateway } from './fixture.ts';

const ASKING = {
  'AnalyticsAgent/agent.ts': `
export default async (context) => {
  const reply = await context.ask({ what: 'Share the log?', why: 'it was asked for', effect: 'It is read.' });
  return 'You said ' + reply.kind + '.';
};
`,
};

let house: Fixture;
let tokens: Tokens;
const home = tempDir('a2a-callers');
beforeAll(() => {
  tokens = openTokens(new DatabaseSync(':memory:'));
  const team = writeTeam({ 'team.yml': 'name: analytics\nroot: AnalyticsAgent\n', ...ANALYTICS, ...ASKING });
  house = openGateway({
    ...{ home, agent: 'AnalyticsAgent', team },
    ...{ door: { host: '127.0.0.1', tokens }, limits: { token: 20, loopback: 0 } },
  });
});
afterAll(() => house.close());

const issue = (name: string, agents: string[]) => tokens.issue(name, { agents, forAnyone: true }).token;
const bearer = (token: string) => ({ authorization: `Bearer ${token}`, 'content-type': 'application/json' });
const envelope = (action: string, parameters: object, conversation_id = 'c') => ({
  ...{ agent_name: 'AnalyticsAgent', conversation_id },
  input: { action, parameters },
});

test('the calls of a batch count one by one, in every language', async () => {
  for (const one of [envelope('none', {}), { jsonrpc: '2.0', id: 1, method: 'GetTask', params: { id: 'x' } }]) {
    const headers = bearer(issue('many', ['AnalyticsAgent']));
    const first = await house.post('/a2a', Array(15).fill(one), headers);
    expect([first.status, first.json.length]).toEqual([200, 15]);
    const second = await house.post('/a2a', Array(15).fill(one), headers);
    expect(second.status).toBe(429);
    expect(second.json.error).toMatchObject({ code: 'RATE_LIMITED', hint: expect.stringContaining('smaller batch') });
  }
});

test('a limited token sees the agents and actions that it may use', async () => {
  const listed = async (agents: string[]) =>
    (await house.get('/a2a/agents', bearer(issue('sees', agents)))).json.agents.map(
      ({ name, actions }: { name: string; actions: string[] }) => [name, ...actions],
    );
  expect(await listed(['AnalyticsAgent'])).toEqual([['AnalyticsAgent', 'ask', 'get_progress_insights']]);
  expect(await listed(['AnalyticsAgent:ask'])).toEqual([['AnalyticsAgent', 'ask']]);
  expect(await listed(['Other'])).toEqual([]);
});

test('a user who is named beside the action is the one who is checked', async () => {
  const { token } = tokens.issue('bound', { agents: ['AnalyticsAgent'], user: 'ada' });
  const send = (data: object, metadata?: object) => {
    const message = { messageId: 'm', role: 'ROLE_USER', parts: [{ data }], ...(metadata && { metadata }) };
    const body = { jsonrpc: '2.0', id: 1, method: 'SendMessage', params: { message } };
    return house.post('/a2a', body, { ...bearer(token), 'a2a-version': '1.0' });
  };
  const act = { action: 'ask', parameters: { message: 'hi' } };
  expect((await send({ ...act, user_id: 'eve' })).json.error.code).toBe(-32011);
  expect((await send({ ...act, user_id: 'ada' }, { user_id: 'eve' })).json.error.code).toBe(-32602);
  expect((await send({ ...act, user_id: 'ada' })).json.result.task.status.state).toBe('TASK_STATE_INPUT_REQUIRED');
});

test('tasks of a signed token are its user’s, and its patients’, not those of all for whom the same service signs', async () => {
  const keys = openKeys(home);
  const rpc = async (method: string, params: object, claims: object) => {
    const here = audienceFor(await keys.house(), 'AnalyticsAgent');
    const token = await keys.signToken({ sub: 'mentor', ...claims }, here, 60);
    const body = { jsonrpc: '2.0', id: 1, method, params };
    return (await house.post('/a2a', body, { ...bearer(token), 'a2a-version': '1.0' })).json;
  };
  const message = { messageId: 'm', contextId: 'same', role: 'ROLE_USER', parts: [{ text: 'hi' }] };
  const { id } = (await rpc('SendMessage', { message }, { user: 'bob' })).result.task;
  for (const other of [{ user: 'ada' }, {}, { user: 'bob', patients: ['p1'] }]) {
    expect((await rpc('GetTask', { id }, other)).error.code).toBe(-32001);
    expect((await rpc('ListTasks', {}, other)).result.totalSize).toBe(0);
    expect((await rpc('CancelTask', { id }, other)).error.code).toBe(-32001);
  }
  expect((await rpc('SendMessage', { message }, { user: 'ada' })).result.task.status.state).toBe(
    'TASK_STATE_INPUT_REQUIRED',
  );
  expect((await rpc('GetTask', { id }, { user: 'bob' })).result.id).toBe(id);
});

test('what another house signs is for the house that it names, and its tasks outlive its keys', async () => {
  const keys = openKeys(home);
  const peer = openKeys(tempDir('peer'));
  const believe = async () =>
    writeFileSync(join(home, 'trusted-keys.json'), JSON.stringify({ houses: { ward: await peer.jwks() } }));
  await believe();
  const rpc = async (method: string, params: object, house_: string, agent = 'AnalyticsAgent') => {
    const token = await peer.signToken({ sub: 'mentor', user: 'bob' }, audienceFor(house_, agent), 60);
    const body = { jsonrpc: '2.0', id: 1, method, params };
    return house.post('/a2a', body, { ...bearer(token), 'a2a-version': '1.0' });
  };
  const here = await keys.house();
  const message = { messageId: 'm', contextId: 'ward', role: 'ROLE_USER', parts: [{ text: 'hi' }] };
  const { id } = (await rpc('SendMessage', { message }, here)).json.result.task;
  for (const other of [
    await openKeys(tempDir('other')).house(),
    await peer.house(),
    'http://localhost',
    'https://b.example',
  ]) {
    const refused = await rpc('GetTask', { id }, other);
    expect(refused).toMatchObject({ status: 401, json: { jsonrpc: '2.0', error: { code: -32010 } } });
    expect(JSON.stringify(refused.json.error.data)).toMatch(/TOKEN_INVALID.*CONSILIUM_URL/);
  }
  await peer.rotate(0);
  expect((await rpc('GetTask', { id }, here)).status).toBe(401);
  await believe();
  expect((await rpc('GetTask', { id }, here)).json.result.id).toBe(id);
  await keys.rotate(0);
  expect(await keys.house()).toBe(here);
  expect((await rpc('GetTask', { id }, here)).json.result.id).toBe(id);
  rmSync(join(home, 'trusted-keys.json'));
});

test('a user who is named beside the message is checked too, and one who cannot be is the caller’s mistake', async () => {
  const { token } = tokens.issue('bound', { agents: ['AnalyticsAgent'], user: 'ada' });
  const message = { messageId: 'm', role: 'ROLE_USER', parts: [{ text: 'hi' }] };
  const params = { message, metadata: { user_id: 'eve' } };
  const body = { jsonrpc: '2.0', id: 1, method: 'SendMessage', params };
  const { json } = await house.post('/a2a', body, { ...bearer(token), 'a2a-version': '1.0' });
  expect(json.error.code).toBe(-32011);
  const wrong = envelope('ask', { message: 'hi' });
  const named = { ...wrong, input: { ...wrong.input, user_id: 'a/../b' } };
  const refused = await house.post('/a2a', named, bearer(issue('service', ['AnalyticsAgent'])));
  expect([refused.status, refused.json.error.code]).toEqual([400, 'USER_INVALID']);
});

test('who may call agents of this house may not for that reason have it call others', async () => {
  const whole = openGateway({ home: tempDir('a2a-whole'), door: { host: '127.0.0.1', tokens } });
  const attempt = async (token: string) => {
    const { status, json } = await whole.post('/v1/remotes/Far/try', {}, bearer(token));
    return [status, json.error.code];
  };
  expect(await attempt(issue('near', ['Far']))).toEqual([403, 'SCOPE_MISSING']);
  expect(await attempt(tokens.issue('all', { scopes: ['a2a'] }).token)).toEqual([403, 'SCOPE_MISSING']);
  expect(await attempt(tokens.issue('worker', { scopes: ['work'] }).token)).toEqual([404, 'REMOTE_UNKNOWN']);
  expect(await attempt(tokens.issue('one', { scopes: ['work'], patients: ['p1'] }).token)).toEqual([
    403,
    'PATIENT_FORBIDDEN',
  ]);
  await whole.close();
});

test('a token of several patients is told how to say whose it is', async () => {
  const { token } = tokens.issue('ward', { agents: ['AnalyticsAgent'], patients: ['p1', 'p3'] });
  const ask = async (context: object) => {
    const body = { ...envelope('ask', { message: 'hi' }), context };
    const { status, json } = await house.post('/a2a', body, bearer(token));
    return [status, json.error];
  };
  const hint = expect.stringContaining('context.patient_id');
  expect(await ask({})).toEqual([400, expect.objectContaining({ code: 'PATIENT_REQUIRED', hint })]);
  expect(await ask({ patient_id: 'p2' })).toEqual([403, expect.objectContaining({ code: 'PATIENT_FORBIDDEN', hint })]);
});

test('what was said elsewhere before is the beginning of a conversation, and of nothing else', async () => {
  const token = issue('teller', ['AnalyticsAgent']);
  const tell = (conversation_history: unknown, message: string) =>
    house.post(
      '/a2a',
      { ...envelope('ask', { message }, 'told'), context: { conversation_history } },
      { ...bearer(token), 'idempotency-key': message },
    );
  const said = [
    { role: 'user', content: 'I am Ada' },
    { role: 'agent', text: 'Hello, Ada' },
  ];
  expect((await tell(said, 'and now?')).json.status).toBe('input_required');
  expect((await tell([{ role: 'user', content: 'I am Eve' }], 'no')).status).toBe(200);
  const { store } = house.app.home;
  const [session] = (await store.sessions({ limit: 200 })).filter(({ title }) => title === 'and now?');
  const begun = (await store.events(session!.id)).filter(({ type }) => type === 'invocation_started');
  expect(begun[0]).toMatchObject({
    message: 'and now?',
    before: [
      { role: 'user', text: 'I am Ada' },
      { role: 'assistant', text: 'Hello, Ada' },
    ],
  });
  expect(JSON.stringify(begun.slice(1))).not.toContain('Eve');
});

test('a question is answered in its own conversation, by who may call the agent', async () => {
  const token = issue('asker', ['AnalyticsAgent']);
  const { json } = await house.post('/a2a', envelope('ask', { message: 'hi' }), bearer(token));
  const reply = envelope('answer', { pending: json.pending.id, reply: 'yes' });
  const stranger = await house.post('/a2a', reply, bearer(issue('stranger', ['Other'])));
  expect([stranger.status, stranger.json.error.code]).toEqual([403, 'AGENT_FORBIDDEN']);
  const elsewhere = await house.post('/a2a', { ...reply, conversation_id: 'd' }, bearer(token));
  expect(elsewhere.json.error).toMatchObject({ code: 'PENDING_UNKNOWN', hint: expect.any(String) });
  const answered = await house.post('/a2a', reply, bearer(token));
  expect(answered.json).toMatchObject({ status: 'success', output: { text: 'You said yes.' } });
});

test('a caller can look whether an endpoint would take its calls, and does nothing there', async () => {
  const { url, close } = await listen(house);
  const token = issue('looks', ['AnalyticsAgent:get_progress_insights']);
  const look = async (endpoint: string, more: Partial<RemoteSettings> = {}) => {
    const names = { name: 'AnalyticsAgent', remoteName: 'AnalyticsAgent', endpoints: [endpoint] };
    const remote = new Remote({ ...DEFAULTS, ...names, token: async () => token, ...more });
    const [found] = await remote.look().finally(() => remote.close());
    return found!.problem?.code;
  };
  expect(await look(`${url}/a2a`)).toBeUndefined();
  expect(await look(`${url}/a2a`, { protocol: 'a2a' })).toBeUndefined();
  expect(await look(`${url}/a2a`, { remoteName: 'Other' })).toBe('AGENT_UNKNOWN');
  for (const protocol of ['envelope', 'a2a'] as const) {
    expect(await look(`${url}/a2a`, { protocol, token: undefined })).toBe('REMOTE_UNAUTHORIZED');
    expect(await look(`${url}/elsewhere`, { protocol })).toBe(protocol === 'a2a' ? undefined : 'REMOTE_NOT_FOUND');
    expect(await look('http://127.0.0.1:9/a2a', { protocol })).toBe('REMOTE_UNAVAILABLE');
  }
  await close();
});

test('a body that drips is told why it is not waited for, and is logged as what it was', async () => {
  const server = serve({ fetch: house.gateway.fetch, hostname: '127.0.0.1', port: 0 });
  endDrips(server as Parameters<typeof endDrips>[0], { everyMs: 40, least: 100, slow: 0, mostSlow: 4 });
  await new Promise<void>((resolve) => server.once('listening', resolve));
  const { port } = server.address() as { port: number };
  const socket = connect(port, '127.0.0.1');
  const said = text(socket);
  const token = issue('slow', ['AnalyticsAgent']);
  socket.write(
    `POST /a2a HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\nauthorization: Bearer ${token}\r\ncontent-length: 900\r\n\r\n{`,
  );
  const [head, body] = (await said).split('\r\n\r\n');
  expect(head).toMatch(/^HTTP\/1.1 408 /);
  expect(JSON.parse(body!).error).toMatchObject({ code: 'BODY_TIMEOUT', retryable: true, hint: expect.any(String) });
  const isLogged = () => house.logged.some((facts) => (facts as { status?: number }).status === 408);
  for (let tries = 0; tries < 100 && !isLogged(); tries++) await sleep(20);
  expect(isLogged()).toBe(true);
  server.close();
});
