/** Agents of one name in several teams: each is reached, nobody stands in for another, and every place says which one it was. */
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { writeTeam } from '../../test/a2a/teams.ts';
import { tempDir } from '../../test/house.ts';
import { findOwner } from '../app/roll.ts';
import { doubtsAbout } from '../app/token-doubts.ts';
import { handleOf, openTokens } from '../storage/handle.ts';
import type { Tokens } from '../storage/index.ts';
import { type Fixture, openGateway } from './fixture.ts';

const echo = (says: string) => ({
  'Echo/config.yml':
    'kind: code\ndescription: Says who it is.\nversion: 1.0.0\nactions:\n  who: { idempotent: true }\n',
  'Echo/agent.ts': `export default (context) => '${says}: ' + (context.state.get('temp:parameters')?.message ?? '');\n`,
});
const under = (team: string, files: Record<string, string>) =>
  Object.fromEntries(Object.entries(files).map(([name, text]) => [`${team}/${name}`, text]));
const team = (name: string, more: Record<string, string>) =>
  under(name, {
    'team.yml': `name: ${name}\nroot: Desk\n`,
    'Desk/config.yml': 'instruction: Hand over.\nsub_agents: [Echo]\n',
    ...more,
  });

let house: Fixture;
let tokens: Tokens;
const CONSILIUM_TEAMS = writeTeam({
  ...team('alpha', echo('alpha here')),
  ...team('beta', echo('beta here')),
  ...under('gamma', {
    'team.yml': 'name: gamma\nroot: Lone\n',
    'Lone/config.yml': 'kind: code\ndescription: Alone.\nversion: 2.0.0\n',
    'Lone/agent.ts': "export default () => 'alone';\n",
  }),
});
beforeAll(() => {
  tokens = openTokens(new DatabaseSync(':memory:'));
  house = openGateway({ home: tempDir('a2a-names'), env: { CONSILIUM_TEAMS }, door: { host: '127.0.0.1', tokens } });
});
afterAll(() => house.close());

const holding = (...agents: string[]) => ({
  authorization: `Bearer ${tokens.issue(crypto.randomUUID(), { scopes: ['a2a'], ...(agents.length > 0 && { agents }) }).token}`,
});
const envelope = (agent_name: string, action = 'ask') => ({
  ...{ agent_name, conversation_id: 'c-1' },
  input: { action, parameters: { message: 'hello' } },
});
const message = () => ({ messageId: crypto.randomUUID(), role: 'ROLE_USER', parts: [{ text: 'hello' }] });
const V1 = { 'a2a-version': '1.0', 'content-type': 'application/json' };

describe('two teams that each serve an Echo', () => {
  test.each([
    'alpha',
    'beta',
  ])('the one of %s answers by its id, in every binding, and says so everywhere', async (name) => {
    const id = `${name}/Echo`;
    const at = `/a2a/agents/${encodeURIComponent(id)}`;
    const headers = holding(id);
    const said = `${name} here: hello`;
    const enveloped = await house.post('/a2a', envelope(id), headers);
    expect(enveloped).toMatchObject({ status: 200, json: { agent_name: id, output: { text: said } } });
    expect((await house.post(at, envelope(id), headers)).json).toMatchObject({ output: { text: said } });
    const rpc = { jsonrpc: '2.0', id: 1, method: 'SendMessage', params: { message: message() } };
    expect((await house.post(at, rpc, { ...headers, ...V1 })).text).toContain(said);
    const tenant = { ...rpc, params: { tenant: id, message: message() } };
    expect((await house.post('/a2a', tenant, { ...headers, ...V1 })).text).toContain(said);
    const { json } = await house.post(`${at}/rest/message:send`, { message: message() }, { ...headers, ...V1 });
    expect(JSON.stringify(json)).toContain(said);
    const task = `${at}/rest/tasks/${json.task.id}`;
    expect((await house.get(task, { ...headers, ...V1 })).json).toMatchObject({ id: json.task.id });
    // Its tasks are its own: under the other's address there is no such task.
    const other = task.replace(name, name === 'alpha' ? 'beta' : 'alpha');
    expect((await house.get(other, { ...holding(), ...V1 })).status).toBe(404);

    const card = (await house.get(`${at}/.well-known/agent-card.json?A2A-Version=1.0`)).json;
    expect(card).toMatchObject({ name: id, supportedInterfaces: [{ url: expect.stringContaining(at) }, {}, {}] });
    const calls = house.logged.filter((line) => (line as { agent?: string }).agent === id);
    expect(calls.length).toBeGreaterThanOrEqual(8);
    expect(house.logged.some((line) => (line as { agent?: string }).agent === 'Echo')).toBe(false);
    const metrics = (await house.get('/metrics', scraping())).text;
    expect(metrics).toContain(`consilium_agent_calls_total{agent="${id}",outcome="answered"} 5`);
  });

  test('the name alone is refused with the choices, in every binding', async () => {
    const headers = holding();
    const choices = 'alpha/Echo, beta/Echo';
    const told = await house.post('/a2a', envelope('Echo'), headers);
    expect(told).toMatchObject({ status: 409, json: { agent_name: 'Echo', error: { code: 'AGENT_AMBIGUOUS' } } });
    expect(told.json.error.hint).toContain(choices);
    const rpc = { jsonrpc: '2.0', id: 1, method: 'SendMessage', params: { message: message() } };
    expect((await house.post('/a2a/agents/Echo', rpc, { ...headers, ...V1 })).text).toContain(choices);
    const rest = await house.post('/a2a/agents/Echo/rest/message:send', { message: message() }, { ...headers, ...V1 });
    expect([rest.status, rest.text.includes(choices)]).toEqual([409, true]);
    const card = await house.get('/a2a/agents/Echo/.well-known/agent-card.json');
    expect([card.status, card.text.includes(choices)]).toEqual([409, true]);
    // In a batch it is one answer of several.
    const batch = await house.post('/a2a', [envelope('Echo'), envelope('Lone')], headers);
    expect(batch.json).toMatchObject([{ error: { code: 'AGENT_AMBIGUOUS' } }, { output: { text: 'alone' } }]);
    expect((await house.post('/a2a', envelope('Desk'), headers)).json.error.hint).toContain('alpha/Desk, beta/Desk');
  });

  test('a token for one is none for the other; for the name alone, for neither', async () => {
    const [one, vague] = [holding('alpha/Echo:who'), holding('Echo')];
    expect((await house.post('/a2a', envelope('alpha/Echo', 'who'), one)).status).toBe(200);
    expect(await house.post('/a2a', envelope('alpha/Echo'), one)).toMatchObject({
      status: 403,
      json: { error: { code: 'ACTION_FORBIDDEN', hint: 'Ask for a token with --agent alpha/Echo:ask.' } },
    });
    expect((await house.post('/a2a', envelope('beta/Echo', 'who'), one)).json.error).toMatchObject({
      code: 'AGENT_FORBIDDEN',
      hint: 'Ask for a token with --agent beta/Echo.',
    });
    const { error } = (await house.post('/a2a', envelope('beta/Echo'), vague)).json;
    expect(error).toMatchObject({ code: 'AGENT_FORBIDDEN', hint: expect.stringContaining('several agents have') });
    const { json } = await house.get('/a2a/agents', one);
    expect(json.agents).toMatchObject([{ id: 'alpha/Echo', name: 'alpha/Echo', actions: ['who'] }]);
    expect(await doubtsAbout(house.app, { agents: ['Echo', 'beta/Echo', 'Lone:ask'], patients: null })).toEqual([
      expect.stringContaining('Say which: alpha/Echo, beta/Echo.'),
    ]);
  });

  test('neither is served alone unless its team is named', async () => {
    await expect(findOwner(house.app, 'Echo')).rejects.toThrow(expect.objectContaining({ code: 'AGENT_AMBIGUOUS' }));
    expect(await findOwner(house.app, 'Lone')).toBe('gamma');
    const only = openGateway({ home: tempDir('a2a-only'), env: { CONSILIUM_TEAMS }, agent: 'beta/Echo' });
    for (const name of ['Echo', 'beta/Echo'])
      expect((await only.post('/a2a', envelope(name))).json.output.text).toBe('beta here: hello');
    expect((await only.post('/a2a', envelope('alpha/Echo'))).status).toBe(404);
    await only.close();
  });
});

test('each request of a batch in JSON-RPC is for whom it names, and fails by itself', async () => {
  const request = (id: number, tenant: string, method = 'SendMessage') => ({
    ...{ jsonrpc: '2.0', id, method, params: { tenant, message: message() } },
  });
  const batch = [request(1, 'alpha/Echo'), request(2, 'Echo'), request(3, 'beta/Echo'), request(4, 'Lone', 'Nope')];
  const { json } = await house.post('/a2a', batch, { ...holding(), ...V1 });
  expect(json.map(({ id }: { id: number }) => id)).toEqual([1, 2, 3, 4]);
  expect(JSON.stringify(json[0].result)).toContain('alpha here: hello');
  expect(JSON.stringify(json[1].error)).toContain('alpha/Echo, beta/Echo');
  expect(JSON.stringify(json[2].result)).toContain('beta here: hello');
  expect(json[3].error).toMatchObject({ code: -32601 });
});

test('who has a name alone goes by it and by its id, and is one', async () => {
  const headers = holding('Lone');
  for (const name of ['Lone', 'gamma/Lone'])
    expect((await house.post('/a2a', envelope(name), headers)).json).toMatchObject({
      agent_name: name,
      status: 'success',
    });
  const sent = await house.post('/a2a/agents/Lone/rest/message:send', { message: message() }, { ...headers, ...V1 });
  const found = await house.get(`/a2a/agents/gamma%2FLone/rest/tasks/${sent.json.task.id}`, { ...headers, ...V1 });
  expect(found.status).toBe(200);
  const { json } = await house.get('/a2a/agents', headers);
  expect(json.agents).toMatchObject([{ id: 'gamma/Lone', name: 'Lone', url: 'http://localhost/a2a/agents/Lone' }]);
});

test('tasks from before agents had ids are those of who has the name alone', async () => {
  const home = tempDir('a2a-before');
  const env = { CONSILIUM_TEAMS };
  const before = openGateway({ home, env });
  const { json } = await before.post('/a2a/agents/Lone/rest/message:send', { message: message() }, V1);
  handleOf(before.app.home.data).exec("UPDATE a2a_task SET agent = 'Lone'");
  await before.close();
  const after = openGateway({ home, env });
  expect((await after.get(`/a2a/agents/Lone/rest/tasks/${json.task.id}`, V1)).status).toBe(200);
  await after.close();
});

function scraping() {
  return { authorization: `Bearer ${tokens.issue('scraper', { scopes: ['metrics'] }).token}` };
}
