import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { handleOf, openTokens } from '../storage/handle.ts';
import { type Fixture, listen, openGateway, openSilentModel } from './fixture.ts';
import { createGateway } from './index.ts';

const TEXT = 'Gout is a kind of arthritis. Uric acid forms crystals in the joint, and the crystals cause pain.';

type Era = 'legacy' | 'auto';

async function connect(url: string, headers: Record<string, string> = {}, mode: Era = 'legacy'): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } });
  await client.connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp`), { requestInit: { headers } }));
  return client;
}

interface Answered {
  isError?: boolean;
  content: { type: string; text?: string }[];
  structuredContent?: Record<string, unknown>;
}

describe.each<Era>(['legacy', 'auto'])('the house as an MCP server, for clients of the kind %s', (era) => {
  let house: Fixture;
  let door: Awaited<ReturnType<typeof listen>>;
  let client: Client;
  let elena: string;
  beforeAll(async () => {
    house = openGateway();
    door = await listen(house);
    client = await connect(door.url, {}, era);
    const bundle = readFileSync(join(import.meta.dirname, '../../demo/elena-marsh.json'), 'utf8');
    elena = (await house.post('/v1/patients/import', JSON.parse(bundle))).json.patients[0].id;
  });
  afterAll(async () => {
    await client.close();
    await door.close();
    await house.close();
  });
  const call = async (name: string, args: Record<string, unknown>) =>
    (await client.callTool({ name, arguments: args })) as Answered;
  const errorOf = ({ isError, content }: Answered) => isError && JSON.parse(content[0]!.text!).error;

  test('offers the functions, search and record queries with their schemas', async () => {
    const { tools } = await client.listTools();
    const functions = (await house.get('/v1/functions')).json.functions.map(({ name }: { name: string }) => name);
    const names = tools.map(({ name }) => name);
    expect(names).toEqual(
      expect.arrayContaining([...functions, 'search', 'query_graph', 'ask_health', 'ask_front_desk']),
    );
    expect(tools.find(({ name }) => name === 'extract_structure')).toMatchObject({
      inputSchema: { type: 'object', required: ['content', 'extraction_type'] },
      outputSchema: { properties: { meta: { type: 'object' } } },
    });
    expect(tools.find(({ name }) => name === 'query_graph')!.inputSchema.required).toEqual(['patient_id', 'query']);
  });

  test('runs a function as HTTP does', async () => {
    const input = { content: TEXT, extraction_type: 'keywords' };
    const { structuredContent, content } = await call('extract_structure', input);
    const { meta, ...output } = structuredContent!;
    expect(meta).toMatchObject({ function: 'extract_structure', speakers: ['offline'] });
    const overHttp = (await house.post('/v1/functions/extract-structure/run', input)).json;
    expect({ ...output, meta: undefined }).toEqual({ ...overHttp, meta: undefined });
    expect(JSON.parse(content[0]!.text!)).toEqual(structuredContent);
  });

  test('tells what is wrong with a call as an answer', async () => {
    expect(errorOf(await call('extract_structure', { content: TEXT }))).toMatchObject({
      code: 'INPUT_INVALID',
      path: 'extraction_type',
    });
    expect(errorOf(await call('search', { query: 'gout', scopes: ['nothing'] }))).toMatchObject({
      code: 'SCOPE_UNKNOWN',
    });
    expect(errorOf(await call('search', {}))).toMatchObject({ code: 'INPUT_INVALID', path: 'query' });
    await expect(call('write_poem', {})).rejects.toThrow('write_poem');
  });

  test('searches', async () => {
    const { structuredContent } = await call('search', { query: 'asthma', match: 'keyword', top: 2 });
    expect(structuredContent).toMatchObject({ total: expect.any(Number), hits: expect.any(Array) });
  });

  test("asks one patient's record, and the look is on the audit trail", async () => {
    const query = 'MATCH (p:Patient) RETURN p.name';
    const { structuredContent } = await call('query_graph', { patient_id: elena, query });
    expect(structuredContent).toMatchObject({ columns: ['p.name'], rows: [['Elena Marsh']] });
    const { audit } = (await house.get(`/v1/audit?patient_id=${elena}&action=query:graph`)).json;
    expect(audit.map(({ actor }: { actor: string }) => actor)).toEqual(['mcp']);
    const written = await call('query_graph', { patient_id: elena, query: 'CREATE (x:Thing) RETURN x' });
    expect(errorOf(written)).toMatchObject({ code: 'CYPHER_REJECTED' });
    expect(errorOf(await call('query_graph', { query }))).toMatchObject({ path: 'patient_id' });
  });

  test('answers neither a page of another site nor a name that is not its own', async () => {
    const post = (headers: Record<string, string>) => house.post('/mcp', {}, headers);
    expect((await post({ origin: 'https://evil.example' })).status).toBe(403);
    const elsewhere = await house.gateway.request('http://evil.example/mcp', { method: 'POST', body: '{}' });
    expect(elsewhere.status).toBe(403);
  });

  test('asks for a token where the gateway does', async () => {
    const tokens = openTokens(handleOf(house.app.home.data));
    const log = { debug() {}, info() {}, warn() {} };
    const locked = await listen({ gateway: createGateway(house.app, log, { door: { host: '127.0.0.1', tokens } }) });
    await expect(connect(locked.url, {}, era)).rejects.toThrow();
    const known = await connect(locked.url, { authorization: `Bearer ${tokens.issue('agent').token}` }, era);
    expect((await known.listTools()).tools.length).toBeGreaterThan(2);
    await known.close();
    await locked.close();
  });

  test('shows and lets call what the token allows, with the patients that it is for, under its name', async () => {
    const tokens = openTokens(handleOf(house.app.home.data));
    const log = { debug() {}, info() {}, warn() {} };
    const locked = await listen({ gateway: createGateway(house.app, log, { door: { host: '127.0.0.1', tokens } }) });
    const wish = { scopes: ['read'], patients: [elena] };
    const { token } = tokens.issue('bedside tablet', wish);
    const reader = await connect(locked.url, { authorization: `Bearer ${token}` }, era);
    expect((await reader.listTools()).tools.map(({ name }) => name)).toEqual(['query_graph']);
    const call = async (name: string, args: Record<string, unknown>) =>
      (await reader.callTool({ name, arguments: args })) as Answered;
    const query = 'MATCH (p:Patient) RETURN p.name';
    expect((await call('query_graph', { patient_id: elena, query })).isError).toBeFalsy();
    const [last] = house.app.home.audit.list({ patientId: elena, limit: 1 });
    expect(last).toMatchObject({ action: 'query:graph', actor: 'mcp', user: 'bedside-tablet' });
    const refusals = [
      await call('query_graph', { patient_id: 'other', query }),
      await call('search', { query: 'gout' }),
    ];
    expect(refusals.map(({ isError, content }) => [isError, JSON.parse(content[0]!.text!).error.code])).toEqual([
      [true, 'PATIENT_FORBIDDEN'],
      [true, 'SCOPE_MISSING'],
    ]);
    await reader.close();
    await locked.close();
  });
});

test("a session is its caller's own, and one that is not there is begun anew", async () => {
  const house = openGateway();
  const initialize = {
    jsonrpc: '2.0',
    id: 1,
    method: 'initialize',
    params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
  };
  const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
  const opened = await house.post('/mcp', initialize, headers);
  const session = opened.headers.get('mcp-session-id')!;
  const list = { jsonrpc: '2.0', id: 2, method: 'tools/list', params: {} };
  const ask = async (id: string) => (await house.post('/mcp', list, { ...headers, 'mcp-session-id': id })).status;
  expect([await ask(session), await ask('nobody')]).toEqual([200, 404]);
  const tokens = openTokens(handleOf(house.app.home.data));
  const locked = createGateway(
    house.app,
    { debug() {}, info() {}, warn() {} },
    { door: { host: '127.0.0.1', tokens } },
  );
  const as = (token: string, id?: string) =>
    locked.request('http://localhost/mcp', {
      method: 'POST',
      headers: { ...headers, authorization: `Bearer ${token}`, ...(id && { 'mcp-session-id': id }) },
      body: JSON.stringify(id ? list : initialize),
    });
  const [ana, ben] = [tokens.issue('ana').token, tokens.issue('ben').token];
  const hers = (await as(ana)).headers.get('mcp-session-id')!;
  expect([(await as(ana, hers)).status, (await as(ben, hers)).status]).toEqual([200, 404]);
  expect((await house.get('/mcp')).status).toBe(405);
  await house.close();
});

test('whoever opens sessions without end pushes out their own, and nobody else’s', async () => {
  const house = openGateway();
  const tokens = openTokens(handleOf(house.app.home.data));
  const log = { debug() {}, info() {}, warn() {} };
  const gateway = createGateway(house.app, log, { door: { host: '127.0.0.1', tokens } });
  const rpc = (method: string, params: object) => JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
  const hello = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } };
  const as = (token: string) => async (session?: string) => {
    const headers = {
      ...{ 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
      ...{ authorization: `Bearer ${token}`, ...(session && { 'mcp-session-id': session }) },
    };
    const body = session === undefined ? rpc('initialize', hello) : rpc('tools/list', {});
    const answer = await gateway.request('http://localhost/mcp', { method: 'POST', headers, body });
    await answer.text();
    return { status: answer.status, session: answer.headers.get('mcp-session-id')! };
  };
  const [ana, ben] = [as(tokens.issue('ana').token), as(tokens.issue('ben').token)];
  const hers = (await ana()).session;
  const first = (await ben()).session;
  for (let more = 0; more < 1_000; more++) await ben();
  expect([(await ana(hers)).status, (await ben(first)).status]).toEqual([200, 404]);
  await house.close();
}, 60_000);

test.each<Era>(['legacy', 'auto'])('a call can be called off, and the model hears of it: %s', async (era) => {
  const model = await openSilentModel();
  const house = openGateway({ env: model.env });
  const door = await listen(house);
  const client = await connect(door.url, {}, era);
  const stop = new AbortController();
  const args = { content: TEXT, extraction_type: 'keywords' };
  const calling = client.callTool({ name: 'extract_structure', arguments: args }, { signal: stop.signal });
  calling.catch(() => {});
  await model.asked();
  stop.abort();
  await expect(calling).rejects.toThrow();
  await model.left();
  const { functions } = await house.app.workshop();
  await functions.idle();
  const [run] = await house.app.home.store.sessions({ app: 'functions' });
  const events = await house.app.home.store.events(run!.id);
  expect(events.at(-1)).toMatchObject({ type: 'invocation_finished', outcome: 'cancelled' });
  await client.close();
  await door.close();
  await house.close();
  await model.close();
});
