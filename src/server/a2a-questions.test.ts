/**
 * A question that an agent asks somebody on another machine: answered or taken back at either end, at whichever door, it is
 * settled at both, and what it is about is done once or not at all.
 */
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { writeTeam } from '../../test/a2a/teams.ts';
import { tempDir } from '../../test/house.ts';
import { openPeer } from '../a2a/client/peers.ts';
import { openApp } from '../app/index.ts';
import { machineUser } from '../kernel/index.ts';
import { handleOf } from '../storage/handle.ts';
import { type Fixture, listen, openGateway } from './fixture.ts';

let house: Fixture;
const home = tempDir('a2a-questions');
const env = {
  CONSILIUM_EMBEDDINGS: 'off',
  CONSILIUM_A2A_PRIVATE: '127.0.0.1',
  CONSILIUM_TEAMS: writeTeam({
    'ward/team.yml': 'name: ward\nroot: Giver\n',
    'ward/Giver/config.yml': 'kind: code\ndescription: Gives what it is told to, after asking.\nversion: 1.0.0\n',
    'ward/Giver/agent.ts': `export default async (context) => {
      if (context.message.startsWith('by the way')) return 'I see.';
      const ask = (what) => context.ask({ what, why: 'It is a medicine.', effect: 'It is given.' });
      const reply = await ask('Give it?');
      if (reply.kind !== 'yes') return 'Not given.';
      if (context.message.includes('twice') && (await ask('And once more?')).kind !== 'yes') return 'Given once.';
      if (context.message.includes('slowly')) await globalThis.gate?.promise;
      globalThis.given?.push(context.message);
      return 'Given.';
    };\n`,
  }),
};
const given: string[] = [];
beforeAll(() => {
  vi.stubGlobal('given', given);
  house = openGateway({ home, env });
});
afterAll(async () => {
  await house.close();
  vi.unstubAllGlobals();
});

const reopen = () => {
  house = openGateway({ home, env });
};
const rpc = async (method: string, params: object) => {
  const body = { jsonrpc: '2.0', id: 1, method, params: { tenant: 'Giver', ...params } };
  return (await house.post('/a2a', body, { 'a2a-version': '1.0' })).json;
};
const say = (text: string, more: object = {}) => ({
  message: { messageId: crypto.randomUUID(), role: 'ROLE_USER', parts: [{ text }], ...more },
});
const begin = async (text = 'give 5 mg') => {
  const { task } = (await rpc('SendMessage', say(text))).result;
  expect(task.status.state).toBe('TASK_STATE_INPUT_REQUIRED');
  return { id: task.id as string, pending: task.status.message.metadata.pending.id as string };
};
const open = async (at = house) => ((await at.get('/v1/pending')).json.pending as { id: string }[]).map(({ id }) => id);
const answer = (pending: string, word = 'yes') => house.post(`/v1/pending/${pending}`, { answer: word });
const stateOf = async (id: string) => (await rpc('GetTask', { id })).result.status.state as string;
const ended = (id: string) => expect.poll(() => stateOf(id), { timeout: 30_000 });

describe('a task that is called off while it waits', () => {
  test.each(['at once', 'after a restart'])('its question is withdrawn with it (%s)', async (when) => {
    const { id, pending } = await begin();
    if (when === 'after a restart') {
      await house.close();
      reopen();
    }
    expect(await open()).toContain(pending);
    expect((await rpc('CancelTask', { id })).result.status.state).toBe('TASK_STATE_CANCELED');
    expect(await open()).not.toContain(pending);
    expect(await answer(pending)).toMatchObject({ status: 409, json: { error: { code: 'PENDING_CANCELLED' } } });
    expect(given).toEqual([]);
    expect(await stateOf(id)).toBe('TASK_STATE_CANCELED');
    expect((await rpc('CancelTask', { id })).error).toMatchObject({ code: -32002 });
  });

  test('where the one cannot be written, neither is: the task waits, and so does its question', async () => {
    const { id, pending } = await begin();
    const db = handleOf(house.app.home.data);
    db.exec("CREATE TEMP TRIGGER full BEFORE UPDATE ON a2a_task BEGIN SELECT RAISE(ABORT, 'no room'); END");
    expect((await rpc('CancelTask', { id })).error).toBeDefined();
    db.exec('DROP TRIGGER full');
    expect(await stateOf(id)).toBe('TASK_STATE_INPUT_REQUIRED');
    expect(await open()).toContain(pending);
    expect((await rpc('CancelTask', { id })).result.status.state).toBe('TASK_STATE_CANCELED');
    expect(await open()).not.toContain(pending);
  });
});

describe('a task whose question is answered at another door', () => {
  test.each([
    ['yes', 'Given.'],
    ['no', 'Not given.'],
  ])('goes on with it and ends: seen by who asks, who follows and who is told (%s)', async (word, said) => {
    given.length = 0;
    const receiver = await openPeer((_, __, response) => void response.end());
    const { id, pending } = await begin();
    await rpc('CreateTaskPushNotificationConfig', { taskId: id, url: receiver.url });
    const told = await follow(id);
    expect((await answer(pending, word)).status).toBe(200);
    expect(await told()).toEqual(['TASK_STATE_WORKING', 'TASK_STATE_COMPLETED']);
    const { result } = await rpc('GetTask', { id });
    expect(result).toMatchObject({
      status: { state: 'TASK_STATE_COMPLETED' },
      artifacts: [{ parts: [{ text: said }] }],
    });
    expect(result.history.map(({ role }: { role: string }) => role)).toEqual(['ROLE_USER', 'ROLE_AGENT']);
    const pushed = () => receiver.asked.map(({ body }) => JSON.parse(body).statusUpdate?.status.state).filter(Boolean);
    await expect.poll(pushed, { timeout: 30_000 }).toEqual(['TASK_STATE_WORKING', 'TASK_STATE_COMPLETED']);
    expect(given).toEqual(word === 'yes' ? ['give 5 mg'] : []);
    expect((await rpc('CancelTask', { id })).error).toMatchObject({ code: -32002 });
    await receiver.close();
  });

  test('waits again where more is asked, and a word for the first question is none for the second', async () => {
    given.length = 0;
    const { id, pending } = await begin('give it twice');
    await answer(pending);
    await ended(id).toBe('TASK_STATE_INPUT_REQUIRED');
    const { pending: next } = (await rpc('GetTask', { id })).result.status.message.metadata;
    expect(next).toMatchObject({ what: 'And once more?' });
    const late = await rpc('SendMessage', say('yes', { taskId: id, metadata: { pending } }));
    expect(late.error.data[0].metadata.code).toBe('ANSWERED_ALREADY');
    expect(given).toEqual([]);
    const done = await rpc('SendMessage', say('yes', { taskId: id, metadata: { pending: next.id } }));
    expect(done.result.task.status.state).toBe('TASK_STATE_COMPLETED');
    expect(given).toEqual(['give it twice']);
  });

  test('cannot be called off while what was answered is done', async () => {
    given.length = 0;
    const gate = Promise.withResolvers<void>();
    vi.stubGlobal('gate', gate);
    const { id, pending } = await begin('give it slowly');
    const answering = answer(pending);
    await ended(id).toBe('TASK_STATE_WORKING');
    const refused = await rpc('CancelTask', { id });
    expect(refused.error).toMatchObject({ code: -32002, message: expect.stringContaining('answered') });
    gate.resolve();
    expect((await answering).json.text).toBe('Given.');
    await ended(id).toBe('TASK_STATE_COMPLETED');
    expect(given).toEqual(['give it slowly']);
  });

  test.each([
    'by a person',
    'by a message to the task',
  ])('and whose process dies meanwhile: the next goes on (%s)', async (by) => {
    given.length = 0;
    vi.stubGlobal('gate', Promise.withResolvers());
    const { id, pending } = await begin('give it slowly');
    if (by === 'by a person') void answer(pending);
    else void rpc('SendMessage', say('yes', { taskId: id }));
    await expect.poll(async () => (await house.app.home.store.pending({ id: pending }))[0]?.status).toBe('answered');
    await house.app.close(0);
    vi.stubGlobal('gate', undefined);
    reopen();
    await ended(id).toBe('TASK_STATE_COMPLETED');
    expect(given).toEqual(['give it slowly']);
    expect(await open()).not.toContain(pending);
  });

  test('while nobody served it: the next who does, sees', async () => {
    given.length = 0;
    const { id, pending } = await begin();
    await house.close();
    const app = openApp({ home, env });
    await (await app.answer(pending, { kind: 'no' }, machineUser())).turn.result;
    await app.close();
    reopen();
    await ended(id).toBe('TASK_STATE_COMPLETED');
    expect(given).toEqual([]);
  });

  test('or stopped is called off; deleted with its conversation it is gone, and who follows it hears that it is off', async () => {
    const stopped = await begin();
    const [asked] = await house.app.home.store.pending({ id: stopped.pending });
    await house.post(`/v1/sessions/${asked!.session}/stop`, {});
    await ended(stopped.id).toBe('TASK_STATE_CANCELED');
    const deleted = await begin();
    const [other] = await house.app.home.store.pending({ id: deleted.pending });
    const follow = { jsonrpc: '2.0', id: 1, method: 'SubscribeToTask', params: { tenant: 'Giver', id: deleted.id } };
    const init = { method: 'POST', body: JSON.stringify(follow), headers: { 'a2a-version': '1.0' } };
    const stream = await house.gateway.request('http://localhost/a2a', init);
    expect((await house.delete(`/v1/sessions/${other!.session}`)).status).toBe(200);
    expect(await stream.text()).toContain('TASK_STATE_CANCELED');
    expect((await rpc('GetTask', { id: deleted.id })).error).toMatchObject({ code: -32001 });
  });
});

describe('a plain word after something else was said', () => {
  const tell = async (message: string, conversation_id: string, key?: string) => {
    const body = { agent_name: 'Giver', conversation_id, input: { parameters: { message } } };
    return (await house.post('/a2a', body, key === undefined ? {} : { 'idempotency-key': key })).json;
  };

  test.each([
    ['yes', 'Given.', 1],
    ['no', 'Not given.', 0],
  ])('is asked for once more, by the question and why; the next counts, and once (%s)', async (word, said, times) => {
    given.length = 0;
    const talk = crypto.randomUUID();
    const { pending } = await tell('give 5 mg', talk);
    expect(pending).toMatchObject({
      what: 'Give it?',
      actions: ['pending.look', 'pending.follow', 'pending.withdraw'],
    });
    expect(await tell('by the way, it rains', talk)).toMatchObject({ status: 'success', output: { text: 'I see.' } });
    const again = await tell(word, talk);
    expect(again).toMatchObject({ status: 'input_required', pending: { id: pending.id, effect: 'It is given.' } });
    expect(again.pending.what).toMatch(/not taken that for the answer\. Give it\?$/);
    expect(given).toEqual([]);
    for (let time = 0; time < 2; time++)
      expect(await tell(word, talk, 'the-same')).toMatchObject({ status: 'success', output: { text: said } });
    expect(given).toHaveLength(times);
    expect(await open()).not.toContain(pending.id);
  });
});

/** Follows a task from now on: resolves when it is followed, with a way to wait for all states that it has had then. */
async function follow(id: string): Promise<() => Promise<string[]>> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'SubscribeToTask', params: { tenant: 'Giver', id } });
  const headers = { 'a2a-version': '1.0' };
  const response = await house.gateway.request('http://localhost/a2a', { method: 'POST', headers, body });
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  await reader.read();
  return async () => {
    let text = '';
    for (let next = await reader.read(); !next.done; next = await reader.read()) text += next.value;
    return [...text.matchAll(/"statusUpdate":.*?"state":"(\w+)"/g)].map(([, state]) => state!);
  };
}

describe.each(['envelope', 'a2a'])('a turn here that waits for a question from there (%s)', (protocol) => {
  let near: Fixture;
  let line: Awaited<ReturnType<typeof listen>>;
  beforeAll(async () => {
    line = await listen(house);
    const teams = writeTeam({
      'near/team.yml': 'name: near\nroot: Far\n',
      'near/Far/config.yml': `kind: remote\ndescription: Is far.\nagent: Giver\nprotocol: ${protocol}\nendpoint: ${line.url}/a2a\n`,
    });
    near = openGateway({ env: { CONSILIUM_TEAMS: teams } });
  });
  afterAll(async () => {
    await near.close();
    await line.close();
  });

  const wait = async (message = 'give 5 mg') => {
    given.length = 0;
    const before = new Set(await open());
    const { json } = await near.post('/v1/chat', { team: 'near', message });
    expect(json).toMatchObject({ outcome: 'waiting', pending: { what: 'Give it?' } });
    const [there, ...others] = (await open()).filter((id) => !before.has(id));
    expect(others).toEqual([]);
    return { session: json.session_id as string, here: json.pending.id as string, there: there! };
  };
  const turnOf = async (session: string) => {
    const { events, answers } = (await near.get(`/v1/sessions/${session}/events`)).json;
    return [events.at(-1).outcome ?? events.at(-1).type, answers.at(-1)?.text];
  };

  test('an answer that comes after another’s is not counted, and that is said', async () => {
    const { here, there } = await wait();
    await answer(there, 'yes');
    const { json } = await near.post(`/v1/pending/${here}`, { answer: 'no' });
    expect(json).toMatchObject({
      text: 'Given.',
      warnings: [expect.stringMatching(/settled there before.*not counted/)],
    });
    expect(given).toEqual(['give 5 mg']);
  });

  test('stopped here, it is withdrawn there: nobody’s yes does it, and whoever looks is told', async () => {
    const { session, there } = await wait();
    expect((await near.post(`/v1/sessions/${session}/stop`, {})).json).toEqual({ stopped: 1 });
    expect(await open()).not.toContain(there);
    const refused = await answer(there);
    expect(refused).toMatchObject({ status: 409, json: { error: { code: 'PENDING_CANCELLED' } } });
    expect(refused.json.error.message).toMatch(/withdrawn/);
    expect(given).toEqual([]);
    const [asked] = await house.app.home.store.pending({ id: there });
    const { events } = (await house.get(`/v1/sessions/${asked!.session}/events`)).json;
    expect(events.at(-1)).toMatchObject({ type: 'invocation_finished', outcome: 'cancelled' });
    const { recent } = (await near.get('/v1/remotes')).json.remotes[0] as {
      recent: { action: string; outcome: string }[];
    };
    expect(recent.filter(({ action }) => action === 'pending.withdraw')).toMatchObject([{ outcome: 'ok' }]);
  });

  test('stopped here after it was answered there, it is not said to be off: the turn goes on', async () => {
    const { session, there } = await wait();
    await answer(there);
    const refused = await near.post(`/v1/sessions/${session}/stop`, {});
    expect(refused).toMatchObject({ status: 409, json: { error: { code: 'ANSWERED_ALREADY' } } });
    await expect.poll(() => turnOf(session), { timeout: 30_000 }).toEqual(['completed', 'Given.']);
  });

  test('answered there, it goes on here and ends; what is asked next is asked here; deleted here, it is withdrawn', async () => {
    const [one, two, three] = [await wait(), await wait('give it twice'), await wait()];
    // As after a restart: what waits is looked up.
    await near.app.resume();
    await answer(one.there);
    await expect.poll(() => turnOf(one.session), { timeout: 30_000 }).toEqual(['completed', 'Given.']);
    const { answers } = (await near.get(`/v1/sessions/${one.session}/events`)).json;
    expect(answers.at(-1).warnings).toEqual(['What Far had asked was settled there.']);
    expect(await near.post(`/v1/pending/${one.here}`, { answer: 'no' })).toMatchObject({ status: 409 });
    await answer(two.there);
    const asked = async () => (await near.get('/v1/pending')).json.pending.map(({ what }: { what: string }) => what);
    await expect.poll(asked, { timeout: 30_000 }).toContain('And once more?');
    await near.delete(`/v1/sessions/${three.session}`);
    await expect.poll(() => open(), { timeout: 30_000 }).not.toContain(three.there);
    expect(given).toEqual(['give 5 mg']);
  });
});
