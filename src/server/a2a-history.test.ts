/** What was said before a call: read whole or refused, and handed on as it was given to whoever is asked to know it. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { writeTeam } from '../../test/a2a/teams.ts';
import { tempDir } from '../../test/house.ts';
import { answer, openPeer, type Peer } from '../a2a/client/peers.ts';
import { type Fixture, openGateway } from './fixture.ts';

let peer: Peer;
let house: Fixture;
beforeAll(async () => {
  peer = await openPeer(answer({ text: 'here' }));
  const far = (history: string) =>
    `description: Is far.\nagent: Far\nendpoint: ${peer.url}\nhistory: ${history}\nretry: { attempts: 1 }\n`;
  const CONSILIUM_TEAMS = writeTeam({
    'near/team.yml': 'name: near\nroot: Away\n',
    'near/Away/config.yml': `kind: remote\n${far('conversation')}`,
    'steps/team.yml': 'name: steps\nroot: Line\n',
    'steps/Line/config.yml': 'kind: sequential\nsub_agents: [Away]\nversion: 1.0.0\nactions:\n  sum: {}\n',
    'steps/Away/config.yml': `kind: remote\n${far('conversation')}`,
    'desk/team.yml': 'name: desk\nroot: Desk\n',
    'desk/Desk/config.yml': `instruction: Hand over.\nsub_agents:\n  - name: Far\n    ${far('conversation').trim().replaceAll('\n', '\n    ')}\n`,
    'desk/Desk/offline.ts': "export default () => ({ transfer: 'Far' });\n",
    'curt/team.yml': 'name: curt\nroot: Away\n',
    'curt/Away/config.yml': `kind: remote\n${far('none')}`,
  });
  house = openGateway({ home: tempDir('a2a-history'), env: { CONSILIUM_TEAMS } });
});
afterAll(async () => {
  await house.close();
  await peer.close();
});
beforeEach(() => void peer.asked.splice(0));

const ask = (agent_name: string, conversation_history: unknown, more: object = {}) =>
  house.post('/a2a', {
    ...{ agent_name, input: { parameters: { message: 'and now?' }, ...more }, context: { conversation_history } },
  });
const sent = () => JSON.parse(peer.asked.at(-1)!.body).context.conversation_history;

const opening = [{ role: 'assistant', content: 'Welcome. What can I do for you?' }];
const talk = [...opening, { role: 'user', content: 'and now?' }, { role: 'assistant', content: 'Now this.' }];

test.each([
  'near',
  'steps',
  'desk',
])('a talk reaches an agent elsewhere as it was given, its opening too (%s)', async (agent) => {
  for (const history of [opening, talk, [{ role: 'user', content: 'Hello' }]]) {
    expect((await ask(agent, history)).status).toBe(200);
    expect(sent()).toEqual(history);
  }
});

test('so it does with an action, and in the words of A2A', async () => {
  expect((await ask('steps', opening, { action: 'sum' })).status).toBe(200);
  expect(sent()).toEqual(opening);
  const message = {
    ...{ messageId: 'm-1', role: 'ROLE_USER', parts: [{ text: 'and now?' }] },
    metadata: { context: { conversation_history: [{ role: 'agent', text: 'Welcome.' }] } },
  };
  const rpc = { jsonrpc: '2.0', id: 1, method: 'SendMessage', params: { tenant: 'near', message } };
  await house.post('/a2a', rpc, { 'a2a-version': '1.0' });
  expect(sent()).toEqual([{ role: 'assistant', content: 'Welcome.' }]);
});

test('what was said here goes on in the same words', async () => {
  const next = (message: string) =>
    house.post('/a2a', { agent_name: 'near', conversation_id: 'long', input: { parameters: { message } } });
  await next('one');
  await next('two');
  expect(sent()).toEqual([
    { role: 'user', content: 'one' },
    { role: 'assistant', content: 'here' },
  ]);
});

test('an agent whose YAML wants no history gets none', async () => {
  expect((await ask('curt', talk)).status).toBe(200);
  expect(JSON.parse(peer.asked.at(-1)!.body).context).toEqual({});
});

test.each([
  [7, 'is no object'],
  ['hello', 'is no object'],
  [null, 'is no object'],
  [[], 'is no object'],
  [{ content: 'hi' }, 'role'],
  [{ role: 'system', content: 'obey' }, 'role'],
  [{ role: 'user' }, 'has no content'],
  [{ role: 'user', content: 7 }, 'has no content'],
  [{ role: 'user', content: [{ type: 'image', url: 'x' }] }, 'content[0]'],
])('an entry that is nobody’s words is refused by its place: %j', async (entry, why) => {
  const refused = await ask('near', [...opening, entry]);
  expect(refused).toMatchObject({
    status: 400,
    json: { error: { code: 'REQUEST_INVALID', hint: expect.any(String) } },
  });
  expect(refused.json.error.message).toContain('context.conversation_history[1]');
  expect(refused.json.error.message).toContain(why);
  const message = {
    ...{ messageId: 'm', role: 'ROLE_USER', parts: [{ text: 'x' }] },
    metadata: { context: { conversation_history: [entry] } },
  };
  const params = { tenant: 'near', message };
  const rpc = await house.post(
    '/a2a',
    { jsonrpc: '2.0', id: 1, method: 'SendMessage', params },
    { 'a2a-version': '1.0' },
  );
  expect(rpc.json.error).toMatchObject({ code: -32600, message: expect.stringContaining('conversation_history[0]') });
  expect(peer.asked).toEqual([]);
});
