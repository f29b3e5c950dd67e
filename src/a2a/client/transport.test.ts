/** What a peer's output is to whoever is told of it. */
import { afterEach, expect, test } from 'vitest';
import { runnerFor } from '../../../test/house.ts';
import { codeAgent, remoteAgent } from '../../kernel/agent.ts';
import type { Delta } from '../../kernel/index.ts';
import type { RemoteConfig } from './kind.ts';
import { answer, type Handle, openPeer, remoteAt } from './peers.ts';
import { createTransport } from './transport.ts';

const open: { close(): unknown }[] = [];
afterEach(async () => {
  for (const each of open.splice(0)) await each.close();
});

async function ask(handle: Handle, config: Partial<RemoteConfig> = {}, state: Delta = {}) {
  const peer = await openPeer(handle);
  const remote = remoteAt(peer.url, { timeoutMs: 30_000 });
  open.push(peer, remote);
  const { action } = config;
  const here = codeAgent({ name: 'Here', run: () => 'from here' });
  const agent = remoteAgent({
    ...{ name: 'Far', description: 'far away', subAgents: config.fallback ? [here] : [] },
    transport: createTransport(config as RemoteConfig, () => remote),
    ...(action && { action }),
  });
  return runnerFor(agent).ask({ message: 'How am I?', state });
}

test('data without words is told in lines, and goes on as data', async () => {
  const output = { risk_level: 'low', score: 3, tips: ['walk', 'sleep'] };
  expect(await ask(answer(output))).toMatchObject({
    text: '- risk level: low\n- score: 3\n- tips: walk, sleep',
    notes: { output },
  });
});

test('one plain value is that in words', async () => {
  const plain: Handle = (body, _, response) => {
    const { conversation_id } = JSON.parse(body);
    response.end(JSON.stringify({ agent_name: 'Far', conversation_id, status: 'success', output: 'All is well.' }));
  };
  expect((await ask(plain)).text).toBe('All is well.');
});

test.each([
  {},
  { text: '' },
  { text: '  ', source_agents: ['Far'] },
  { value: null },
])('nothing is no answer to a question (%#): another stands in, where there is one', async (output) => {
  expect(await ask(answer(output))).toMatchObject({ outcome: 'failed', error: { code: 'REMOTE_EMPTY' } });
  expect(await ask(answer(output), { fallback: 'Here' })).toMatchObject({ text: 'from here' });
});

test('nothing is enough where something was to be done', async () => {
  expect(await ask(answer({}), { action: 'clear_log' })).toMatchObject({
    outcome: 'completed',
    text: 'Far has done it (clear_log) and says nothing more.',
  });
});

test.each([
  [{ id: 'q', what: 'Which day?' }, { free: true }],
  [{ id: 'q', what: 'Which day?', choices: ['Monday', 'Friday'] }, { choices: ['Monday', 'Friday'] }],
  [{ id: 'q', what: 'Book it?', effect: 'It is booked.' }, {}],
])('a question is asked with what may be answered to it (%#)', async (pending, asked) => {
  const asking: Handle = (body, _, response) => {
    const { conversation_id } = JSON.parse(body);
    response.end(JSON.stringify({ agent_name: 'Far', conversation_id, status: 'input_required', output: {}, pending }));
  };
  const { free, choices } = (await ask(asking)).pending!;
  expect({ ...(free && { free }), ...(choices && { choices }) }).toEqual(asked);
});

test('what its user likes goes along to whom an agent asks, and of the rest what the YAML names', async () => {
  const sent: object[] = [];
  const noting: Handle = (body, request, response) => {
    sent.push(JSON.parse(body).context);
    answer({ text: 'yes' })(body, request, response);
  };
  const likes = { language: 'de' };
  const given = { user_preferences: likes, study_log: [1], private_note: 'x' };
  const state = { 'temp:context': given, 'temp:user_preferences': likes, study_log: [1] };
  await ask(noting, {}, state);
  await ask(noting, { context: ['study_log'] }, state);
  await ask(noting, {});
  expect(sent).toEqual([{ user_preferences: likes }, { user_preferences: likes, study_log: [1] }, {}]);
});
