/** A team that asks for a right of its own gets it asked for at every door. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { tempDir } from '../../test/house.ts';
import { audienceFor, type Keys, openKeys } from '../a2a/auth/index.ts';
import { handleOf } from '../storage/handle.ts';
import { openTokenFile } from '../storage/index.ts';
import { writeTeam } from '../teams/fixture.ts';
import { teamDirs, teamScopes } from '../teams/index.ts';
import { openGateway } from './fixture.ts';
import { createGateway } from './index.ts';

const VAULT = {
  'vault/team.yml': 'name: vault\ndescription: Keeps things.\nroot: Keeper\nscopes: { vault: open the vault }\n',
  'vault/Keeper/config.yml': 'kind: code\ndescription: Keeps.\n',
  'vault/Keeper/agent.ts': `export default async ({ message, step }) => {
    if (message !== 'slowly') return 'It is open.';
    const { begun, gate, done } = globalThis.vault;
    await step('first', async () => { done.push('first'); begun.resolve(); await gate.promise; return 1; });
    await step('second', () => done.push('second'));
    return 'Done.';
  };\n`,
};

async function openVault() {
  const teams = writeTeam(VAULT);
  vi.stubEnv('CONSILIUM_TEAMS', teams);
  onTestFinished(() => void vi.unstubAllEnvs());
  const house = openGateway({ env: { CONSILIUM_TEAMS: teams } });
  const tokens = openTokenFile(house.dir, {
    former: handleOf(house.app.home.data),
    scopes: await teamScopes(teamDirs(process.env)),
  });
  onTestFinished(async () => {
    tokens.close();
    await house.close();
  });
  const gateway = createGateway(
    house.app,
    { debug() {}, info() {}, warn() {} },
    { door: { host: '127.0.0.1', tokens } },
  );
  const ask = async (token: string, path: string, body: unknown, more: Record<string, string> = {}) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...more };
    const init = { method: body === undefined ? 'GET' : 'POST', headers, body: JSON.stringify(body) };
    const response = await gateway.request(`http://localhost${path}`, init);
    return { status: response.status, text: await response.text() };
  };
  return { house, tokens, ask };
}

const MCP = { accept: 'application/json, text/event-stream', 'mcp-protocol-version': '2025-06-18' };
const ENVELOPE = {
  agent_name: 'vault',
  conversation_id: 'c',
  input: { action: 'ask', parameters: { message: 'open' } },
};
const DOORS: [path: string, body: unknown, headers?: Record<string, string>][] = [
  ['/v1/chat', { team: 'vault', message: 'open' }],
  ['/v1/chat/completions', { model: 'vault', messages: [{ role: 'user', content: 'open' }] }],
  ['/a2a', ENVELOPE],
  [
    '/mcp',
    { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'ask_vault', arguments: { message: 'open' } } },
    MCP,
  ],
];

test('who lacks it is refused at the chat, the OpenAI door, A2A and MCP, and the trail says so; who has it is let in', async () => {
  const { house, tokens, ask } = await openVault();
  const { token: without } = tokens.issue('without', { scopes: ['read', 'chat', 'a2a'] });
  const { token: having } = tokens.issue('having', { scopes: ['read', 'chat', 'a2a', 'vault'] });
  for (const [path, body, headers] of DOORS) {
    expect([path, (await ask(without, path, body, headers)).text]).toEqual([
      path,
      expect.stringContaining('asks for the scope vault'),
    ]);
    expect([path, (await ask(having, path, body, headers)).text]).toEqual([
      path,
      expect.stringContaining('It is open.'),
    ]);
  }
  const denied = house.app.home.audit.list({ action: 'chat' }).filter(({ outcome }) => outcome === 'denied');
  expect(denied.map(({ actor, user, why }) => [actor, user, why])).toEqual(
    DOORS.map(() => ['vault', 'without', 'SCOPE_MISSING']),
  );
  expect((await ask(without, '/v1/chat', { team: 'vault', message: 'open' })).status).toBe(403);
});

test('a token that is revoked while its turn runs has no further step done for it, at a team and in the workshop', async () => {
  const { house, tokens, ask } = await openVault();
  const begun = Promise.withResolvers<void>();
  const gate = Promise.withResolvers<void>();
  const done: string[] = [];
  vi.stubGlobal('vault', { begun, gate, done });
  onTestFinished(() => void vi.unstubAllGlobals());
  const { id, token } = tokens.issue('gone', { scopes: ['read', 'chat', 'work', 'vault'] });
  const turn = ask(token, '/v1/chat', { team: 'vault', session_id: 'cut', message: 'slowly' });
  await begun.promise;
  tokens.revoke(id);
  gate.resolve();
  const { status, text } = await turn;
  expect(status).toBe(401);
  expect(JSON.parse(text)).toMatchObject({ error: { code: 'TOKEN_INVALID' } });
  expect(done).toEqual(['first']);
  expect((await house.app.home.store.session('cut'))?.open).toBeNull();
  const { functions } = await house.app.workshop();
  const principal = { user: 'gone', how: 'token' as const, via: id, scopes: ['work'], patients: null };
  const run = functions.run('extract_structure', { content: '# A\n\nB.', extraction_type: 'outline' }, { principal });
  await expect(run).rejects.toMatchObject({ code: 'TOKEN_INVALID' });
});

test('a signed token that ends while its turn runs has no further step done for it, and no further call', async () => {
  const { house, ask } = await openVault();
  const begun = Promise.withResolvers<void>();
  const gate = Promise.withResolvers<void>();
  const done: string[] = [];
  vi.stubGlobal('vault', { begun, gate, done });
  onTestFinished(() => void vi.unstubAllGlobals());
  const keys = openKeys(house.dir);
  const token = await keys.signToken({ sub: 'ward', scopes: ['vault'] }, audienceFor(await keys.house()), 60);
  const slowly = { ...ENVELOPE, input: { action: 'ask', parameters: { message: 'slowly' } } };
  const turn = ask(token, '/a2a', slowly);
  await begun.promise;
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 120_000 });
  onTestFinished(() => void vi.useRealTimers());
  gate.resolve();
  const { status, text } = await turn;
  expect([status, JSON.parse(text)]).toEqual([
    401,
    expect.objectContaining({ error: expect.objectContaining({ code: 'TOKEN_INVALID', retryable: false }) }),
  ]);
  expect(done).toEqual(['first']);
  expect((await ask(token, '/a2a', ENVELOPE)).status).toBe(401);
});

test('whoever is at the machine needs none, and a token is issued only with scopes that are there', async () => {
  const { house, tokens } = await openVault();
  expect((await house.post('/v1/chat', { team: 'vault', message: 'open' })).json.text).toBe('It is open.');
  const { json } = await house.get('/v1/teams');
  expect(json.teams[0]).toMatchObject({ name: 'vault', scopes: ['vault'] });
  expect(() => tokens.issue('x', { scopes: ['valut'] })).toThrow(/no scope "valut"/);
});

test('a signed token carries what teams ask for; what the house guards itself, only where the house has signed', async () => {
  const { house, ask } = await openVault();
  const own = openKeys(house.dir);
  const peer = openKeys(tempDir('peer'));
  writeFileSync(join(house.dir, 'trusted-keys.json'), JSON.stringify(await peer.jwks()));
  const call = async (keys: Keys, scopes?: string[]) => {
    const token = await keys.signToken({ sub: 'ward', ...(scopes && { scopes }) }, audienceFor(await own.house()), 60);
    return ask(token, '/a2a', ENVELOPE);
  };
  expect((await call(own)).text).toContain('asks for the scope vault');
  for (const keys of [own, peer]) expect((await call(keys, ['vault'])).text).toContain('It is open.');
  expect(await call(own, ['vault', 'admin'])).toMatchObject({
    status: 401,
    text: expect.stringContaining('"admin\\"'),
  });
  vi.stubEnv(
    'CONSILIUM_TEAMS',
    writeTeam({ ...VAULT, 'vault/team.yml': VAULT['vault/team.yml'].replace('vault: open', 'work: open') }),
  );
  expect((await call(own, ['work'])).status).not.toBe(401);
  expect((await call(peer, ['work'])).status).toBe(401);
});
