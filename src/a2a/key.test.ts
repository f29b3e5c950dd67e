import { DatabaseSync } from 'node:sqlite';
import { describe, expect, test } from 'vitest';
import { openStores } from '../storage/stores.ts';
import { Desk } from './desk.ts';
import { createDoor } from './door.ts';
import { caller, eventsOf, puppet } from './fixture.ts';
import type { Call, Caller, ServedAgent, ServedPart } from './served.ts';
import { openTasks } from './tasks.ts';

/** An agent that keeps the keys of what it did, asks where it is told to, and works until it is let go. */
function openHouse(db = new DatabaseSync(':memory:')) {
  const done: string[] = [];
  const gate = Promise.withResolvers<void>();
  async function* run({ key, message, answers }: Call): AsyncGenerator<ServedPart> {
    done.push(key);
    if (message === 'work') await gate.promise;
    if (message === 'ask' && answers === undefined)
      return yield { type: 'input_required', pending: { id: 'q', what: 'Sure?' } };
    yield { type: 'text', text: `did ${message} (${done.length})` };
  }
  const agent: ServedAgent = { ...puppet, run };
  const desk = new Desk({ agent, tasks: openTasks(openStores(db).tasks()) });
  const door = createDoor({
    ...{ find: async () => agent, list: async () => [agent], usual: async () => agent.name },
    ...{ deskOf: () => desk, auth: false },
  });
  const init = (body: unknown, headers: object) => ({
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json', 'a2a-version': '1.0', ...headers },
  });
  const rpc = (method: string, params: unknown, headers = {}, as: Caller = caller) =>
    door.post(new Request('http://localhost/a2a', init({ jsonrpc: '2.0', id: 1, method, params }, headers)), as);
  const send = async (params: unknown, headers = {}, as?: Caller) => {
    const { result, error } = JSON.parse(await (await rpc('SendMessage', params, headers, as)).text());
    return result?.task ?? error;
  };
  const rest = (params: unknown, headers = {}) =>
    door.rest(new Request('http://localhost/a2a/rest/message:send', init(params, headers)), caller, '/message:send');
  return { db, desk, done, gate, door, init, rpc, send, rest };
}

const say = (text: string, more: object = {}) => ({
  message: { messageId: 'm1', contextId: 'c1', role: 'ROLE_USER', parts: [{ text }], ...more },
});
const NOWHERE = { contextId: undefined };
const KEY = { 'idempotency-key': 'k1' };

describe('a message sent twice', () => {
  test('is one task and one deed by its id, in every binding', async () => {
    const { send, rpc, rest, done } = openHouse();
    const task = await send(say('tidy'));
    expect(await send(say('tidy'))).toEqual(task);
    expect(JSON.parse(await (await rest(say('tidy'))).text()).task).toEqual(task);
    const parts = [{ kind: 'text', text: 'tidy' }];
    const message = { kind: 'message', messageId: 'm1', contextId: 'c1', role: 'user', parts };
    const legacy = await (await rpc('message/send', { message }, { 'a2a-version': '0.3' })).text();
    expect(JSON.parse(legacy).result).toMatchObject({ kind: 'task', id: task.id, status: { state: 'completed' } });
    expect(done).toHaveLength(1);
  });

  test('is another where its words, conversation or sender are', async () => {
    const { send, done } = openHouse();
    const first = await send(say('tidy'));
    const others = [
      await send(say('sweep')),
      await send(say('tidy', { contextId: 'c2' })),
      await send(say('tidy'), {}, { ...caller, owner: 'bob' }),
      await send(say('tidy', NOWHERE)),
      await send(say('tidy', NOWHERE)),
    ];
    expect(new Set([first, ...others].map(({ id }) => id)).size).toBe(6);
    expect(done).toHaveLength(6);
  });

  test('is one by the header, which goes before its id, and stands for nothing else', async () => {
    const { send, rest, done } = openHouse();
    const task = await send(say('tidy', NOWHERE), KEY);
    expect(await send(say('tidy', { ...NOWHERE, messageId: 'm2' }), KEY)).toEqual(task);
    expect(await send(say('sweep', NOWHERE), KEY)).toMatchObject({ data: [{ reason: 'KEY_REUSED' }, {}] });
    expect((await rest(say('sweep', NOWHERE), KEY)).status).toBe(409);
    expect(done).toHaveLength(1);
  });

  test('waits for the first while that is at work, streaming too', async () => {
    const { send, rpc, gate, done } = openHouse();
    const sent = [send(say('work')), send(say('work'))];
    const streams = [await rpc('SendStreamingMessage', say('work')), await rpc('SendStreamingMessage', say('work'))];
    gate.resolve();
    const [first, second] = await Promise.all(sent);
    expect(second).toEqual(first);
    for (const stream of streams) {
      const events = (await eventsOf(stream)).map(({ data }) => data.result);
      expect(events[0].task.id).toBe(first.id);
      expect(events.at(-1).statusUpdate.status).toEqual(first.status);
    }
    const late = await eventsOf(await rpc('SendStreamingMessage', say('work')));
    expect(late[0]!.data.result.task).toEqual(first);
    expect(late.at(-1)!.data.result.statusUpdate.status).toEqual(first.status);
    expect(done).toHaveLength(1);
  });

  test('goes on under its key where a dead process left it', async () => {
    const dead = openHouse();
    const left = await dead.send({ ...say('work'), configuration: { returnImmediately: true } });
    const { send, gate, done, desk } = openHouse(dead.db);
    const again = send(say('work'));
    gate.resolve();
    expect(await again).toMatchObject({ id: left.id, status: { state: 'TASK_STATE_COMPLETED' } });
    expect([desk.resume(), done]).toEqual([0, dead.done]);
    expect(await openHouse(dead.db).send(say('work'))).toEqual(await again);
  });

  test('to a task that had asked is heard once', async () => {
    const { send, done } = openHouse();
    const { id } = await send(say('ask'));
    expect((await send(say('ask'))).status.state).toBe('TASK_STATE_INPUT_REQUIRED');
    const yes = say('yes', { messageId: 'm2', taskId: id });
    const answered = await send(yes);
    expect(answered.status.state).toBe('TASK_STATE_COMPLETED');
    expect(await send(yes)).toEqual(answered);
    const more = await send(say('yes', { messageId: 'm3', taskId: id }));
    expect(more.data[0].reason).toBe('UNSUPPORTED_OPERATION');
    expect(done).toEqual([`${id}.1`, `${id}.2`]);
  });
});

test('calls of a batch have keys of their own', async () => {
  const { door, init, done } = openHouse();
  const call = { jsonrpc: '2.0', id: 1, method: 'SendMessage', params: say('tidy', NOWHERE) };
  const post = async () =>
    JSON.parse(await (await door.post(new Request('http://localhost/a2a', init([call, call], KEY)), caller)).text());
  expect(await post()).toEqual(await post());
  expect(done).toHaveLength(2);
});

test('an envelope that names no conversation is in the same one under the same key', async () => {
  const { door, init, done } = openHouse();
  const body = { agent_name: puppet.name, input: { parameters: { message: 'tidy' } } };
  const post = async () => (await door.post(new Request('http://localhost/a2a', init(body, KEY)), caller)).json();
  expect((await post()).conversation_id).toBe((await post()).conversation_id);
  expect(new Set(done).size).toBe(1);
});
