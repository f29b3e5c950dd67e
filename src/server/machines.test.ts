/** What other programs ask stands in sessions of its own: found by its words, and not in a person's list of chats. */

import { PassThrough } from 'node:stream';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { writeTeam } from '../../test/a2a/teams.ts';
import { tempDir } from '../../test/house.ts';
import { type Fixture, openGateway } from './fixture.ts';
import { serveMcpStream } from './mcp.ts';

let house: Fixture;
beforeAll(() => {
  const teams = writeTeam({
    'booker/team.yml': 'name: booker\nroot: Booker\n',
    'booker/Booker/config.yml': 'kind: code\ndescription: Books.\n',
    'booker/Booker/agent.ts': `export default async ({ message, ask }) => {
      const question = { what: 'Book it?', why: 'It costs.', effect: 'It is booked.' };
      const choices = message.includes('day') ? ['Monday', 'Friday'] : undefined;
      const { kind, text } = await ask(choices ? { ...question, what: 'Which day?', choices } : question);
      return 'answered: ' + (text ?? kind);
    };\n`,
  });
  house = openGateway({ home: tempDir('machines'), env: { CONSILIUM_TEAMS: teams } });
});
afterAll(() => house.close());

const WORDS = 'When are you open on Zwetschgendienstag?';

test('a call of A2A, of a chat front end or of MCP is in no list of chats, and is found by its words', async () => {
  const input = { action: 'ask', parameters: { message: WORDS } };
  await house.post('/a2a', { agent_name: 'front-desk', conversation_id: 'c', input });
  await house.post('/v1/chat/completions', { model: 'front-desk', messages: [{ role: 'user', content: WORDS }] });
  const call = { name: 'ask_front_desk', arguments: { message: WORDS } };
  await overStdio([{ jsonrpc: '2.0', id: 2, method: 'tools/call', params: call }]);
  const { session_id } = (await house.post('/v1/chat', { team: 'front-desk', message: WORDS })).json;
  const ids = async (query: string) =>
    (await house.get(`/v1/sessions${query}`)).json.sessions.map(({ id }: { id: string }) => id) as string[];
  expect(await ids('')).toEqual([session_id]);
  expect(await ids('?team=front-desk')).toEqual([session_id]);
  for (const query of ['?q=Zwetschgendienstag', '?from=all'])
    expect(
      (await ids(query))
        .map((id) => id.split(/[.-]/)[0])
        .filter((start) => ['a2a', 'talk', 'mcp'].includes(start!))
        .toSorted(),
    ).toEqual(['a2a', 'mcp', 'talk']);
});

/** Says these, and hangs up at once: what was answered. */
async function overStdio(requests: object[]): Promise<Map<number, object>> {
  const [input, output] = [new PassThrough(), new PassThrough()];
  let told = '';
  output.on('data', (chunk) => {
    told += chunk;
  });
  const clientInfo = { name: 'test', version: '1' };
  const first = {
    jsonrpc: '2.0',
    id: 1,
    method: 'initialize',
    params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo },
  };
  const ready = { jsonrpc: '2.0', method: 'notifications/initialized' };
  for (const each of [first, ready, ...requests]) input.write(`${JSON.stringify(each)}\n`);
  input.end();
  await serveMcpStream(house.app, input, output);
  const answers = told
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as { id: number });
  return new Map(answers.map((answer) => [answer.id, answer]));
}

test('what was asked before the line ended is answered', async () => {
  const ask = (id: number) => ({
    ...{ jsonrpc: '2.0', id, method: 'tools/call' },
    params: { name: 'ask_front_desk', arguments: { message: 'When are you open?' } },
  });
  const answers = await overStdio([ask(2), ask(3)]);
  for (const id of [1, 2, 3]) expect(answers.get(id)).toMatchObject({ result: expect.any(Object) });
  expect(answers.get(3)).toMatchObject({ result: { structuredContent: { outcome: 'answered' } } });
});

const tell = async (text: string, taskId?: string) => {
  const message = { messageId: crypto.randomUUID(), role: 'ROLE_USER', parts: [{ text }], ...(taskId && { taskId }) };
  const body = { jsonrpc: '2.0', id: 1, method: 'SendMessage', params: { tenant: 'booker', message } };
  const { task } = (await house.post('/a2a', body, { 'a2a-version': '1.0' })).json.result;
  const words = (parts: { text?: string }[] = []) => parts.map(({ text: said }) => said).join('');
  const said = task.artifacts ? words(task.artifacts[0].parts) : words(task.status.message?.parts);
  return { id: task.id as string, state: task.status.state as string, said };
};

test('a yes with a condition does nothing: the task goes on waiting, and a plain one is taken', async () => {
  const asked = await tell('book');
  expect(asked.state).toBe('TASK_STATE_INPUT_REQUIRED');
  const unclear = await tell('Yes, but only if it is cheap', asked.id);
  expect(unclear).toMatchObject({ id: asked.id, state: 'TASK_STATE_INPUT_REQUIRED' });
  expect(unclear.said).toMatch(/not acted on that answer.*Book it\?/);
  expect(await tell('yes please', asked.id)).toMatchObject({ state: 'TASK_STATE_COMPLETED', said: 'answered: yes' });
});

test('choices are told in words, and one of them is the answer', async () => {
  const asked = await tell('which day');
  expect(asked.said).toMatch(/Which day\?.*Answer with one of: Monday, Friday\./);
  expect((await tell('Sunday', asked.id)).state).toBe('TASK_STATE_INPUT_REQUIRED');
  expect(await tell('friday', asked.id)).toMatchObject({ state: 'TASK_STATE_COMPLETED', said: 'answered: Friday' });
});

test('a session that never had an event says which was its last', async () => {
  const { session_id } = (await house.post('/v1/chat', { team: 'front-desk', message: 'When are you open?' })).json;
  for (const last of ['99999', 'abc']) {
    const { status, json } = await house.get(`/v1/sessions/${session_id}/events`, { 'last-event-id': last });
    expect([status, json.error.code, json.error.hint]).toEqual([
      400,
      'REQUEST_INVALID',
      expect.stringContaining('begin with the first'),
    ]);
  }
});
