/** A team whose MCP server is away, hangs or talks nonsense: it is there, without those tools, and says so. */
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { tempDir } from '../../test/house.ts';
import { openGateway } from '../server/fixture.ts';
import { writeTeam } from '../teams/fixture.ts';
import { openApp } from './index.ts';

const open: { close(): unknown }[] = [];
afterEach(async () => {
  for (const each of open.splice(0).reverse()) await each.close();
});

interface Server {
  readonly url: string;
  listener: RequestListener;
}

async function openServer(listener: RequestListener): Promise<Server> {
  const given: { listener: RequestListener } = { listener };
  const server = createServer((request, response) => given.listener(request, response));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  open.push({
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  });
  return Object.assign(given, { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp` });
}

/** MCP over HTTP, as little of it as is needed. */
const speaking =
  (tools: object[]): RequestListener =>
  (request, response) => {
    let body = '';
    request.on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => {
      if (request.method !== 'POST') return void response.writeHead(405).end();
      const { id, method, params } = JSON.parse(body);
      if (id === undefined) return void response.writeHead(202).end();
      const hello = { protocolVersion: params?.protocolVersion, serverInfo: { name: 'x', version: '1' } };
      const result =
        method === 'initialize'
          ? { ...hello, capabilities: { tools: {} } }
          : method === 'tools/list'
            ? { tools }
            : { content: [{ type: 'text', text: `looked up ${JSON.stringify(params.arguments)}` }] };
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ jsonrpc: '2.0', id, result }));
    });
  };
const hanging: RequestListener = () => {};
const broken: RequestListener = (_, response) => void response.writeHead(500).end('no');
const LOOKUP = { name: 'look_up', inputSchema: { type: 'object', properties: { word: { type: 'string' } } } };

const borrower = (url: string, more = '') =>
  writeTeam({
    'team.yml': 'name: borrower\nroot: Borrower\n',
    'Borrower/config.yml': `description: Borrows.\ninstruction: Look it up.\nactions:\n  define: { parameters: { properties: { word: { type: string } } } }\ntools:\n  - mcp: { url: '${url}' }\n${more}`,
    'Borrower/offline.ts': `export default ({ results, message }) => message === 'hello' ? { say: 'Hello.' }
      : results.length === 0 ? { call: 'look_up', input: { word: message } }
      : { say: results[0].error ? 'It failed: ' + results[0].error.code : String(results[0].output) };`,
  });

async function ask(url: string, message: string, more?: string) {
  const app = openApp({ home: tempDir('app'), env: { AI_PROVIDER: 'offline', CONSILIUM_EMBEDDINGS: 'off' } });
  open.push(app);
  const team = await app.teamOrFolder(borrower(url, more));
  const send = (text: string) => team.send({ message: text, stream: false }).result;
  return { team, send, result: await send(message) };
}

test('whose server is broken answers what it can, and says what it is without', async () => {
  const { url } = await openServer(broken);
  const { team, result } = await ask(url, 'hello');
  expect(result).toMatchObject({ outcome: 'completed', text: 'Hello.' });
  expect(result.notes['missing']).toEqual([expect.stringContaining('cannot be had at the moment')]);
  expect(team.team.lacks).toMatchObject([{ agent: 'Borrower', problem: { code: 'MCP_UNAVAILABLE' } }]);
});

test('a tool of it that is called fails in words, by whatever name the team knows it', async () => {
  const { url } = await openServer(broken);
  for (const more of ['', '    only: [look_up]\n'])
    expect((await ask(url, 'gout', more)).result).toMatchObject({ text: 'It failed: MCP_UNAVAILABLE' });
});

test('a server that is back is used by the tool at once, and by the team soon', async () => {
  const server = await openServer(broken);
  const { team, send, result } = await ask(server.url, 'gout');
  expect(result.text).toBe('It failed: MCP_UNAVAILABLE');
  server.listener = speaking([LOOKUP]);
  const back = await send('gout');
  expect(back.text).toBe('looked up {"word":"gout"}');
  // Its tool was used: nobody is told that it could not be.
  expect(back.notes['missing'] ?? []).toEqual([]);
  await expect.poll(() => team.team.lacks, { timeout: 15_000 }).toEqual([]);
  expect((await send('gout')).notes['missing']).toBeUndefined();
});

test('a tool of that name is the team’s own, and one that it asks for and that is not there is only missing', async () => {
  const { url } = await openServer(speaking([LOOKUP, { ...LOOKUP, name: 'transfer_to_agent' }]));
  const { result } = await ask(url, 'gout', '    only: [look_up, gone, transfer_to_agent]\n  - exit_loop\n');
  expect(result.text).toBe('looked up {"word":"gout"}');
});

test('one that hangs keeps nobody else waiting: agents of other teams, the list, and its own', async () => {
  const { url } = await openServer(hanging);
  const teams = tempDir('teams');
  const { cpSync } = await import('node:fs');
  cpSync(borrower(url), `${teams}/borrower`, { recursive: true });
  const house = openGateway({
    home: tempDir('house'),
    env: { CONSILIUM_TEAMS: teams, CONSILIUM_MCP_PATIENCE_MS: '50' },
  });
  open.push(house);
  const envelope = (agent_name: string, input: object) => ({ agent_name, conversation_id: 'c', input });
  const { json } = await house.get('/a2a/agents');
  expect(json.agents.map(({ name }: { name: string }) => name)).toContain('borrower');
  const spoken = await house.post('/a2a', envelope('borrower', { parameters: { message: 'hello' } }));
  expect(spoken.json).toMatchObject({
    status: 'success',
    output: { text: 'Hello.', warnings: [expect.stringContaining('cannot be had')] },
  });
  const { json: seen } = await house.get('/v1/remotes');
  const lack = { team: 'borrower', agent: 'Borrower', code: 'MCP_UNAVAILABLE' };
  expect(seen.problems).toContainEqual(expect.objectContaining(lack));
});

test('an action that needs it is refused with 503 and a hint', async () => {
  const { url } = await openServer(broken);
  const teams = tempDir('teams');
  const { cpSync } = await import('node:fs');
  cpSync(borrower(url), `${teams}/borrower`, { recursive: true });
  const house = openGateway({ home: tempDir('house'), env: { CONSILIUM_TEAMS: teams } });
  open.push(house);
  const input = { action: 'define', parameters: { word: 'gout' } };
  const refused = await house.post('/a2a', { agent_name: 'borrower', conversation_id: 'c', input });
  expect(refused.status).toBe(503);
  expect(refused.json.error).toMatchObject({
    ...{ code: 'MCP_UNAVAILABLE', retryable: true, hint: expect.any(String) },
    message: expect.stringContaining('"define" needs look_up'),
  });
});
