/** What is deleted is deleted with every copy that other doors and rooms keep of it: nobody reads it, and it is on no disk. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { writeTeam } from '../../test/a2a/teams.ts';
import { tempDir } from '../../test/house.ts';
import { handleOf } from '../storage/handle.ts';
import { type Fixture, openGateway } from './fixture.ts';

const WORD = 'zorbulin';

let house: Fixture;
beforeEach(() => {
  house = openGateway({ home: tempDir('copies') });
});
afterEach(() => house.close());

const isOnDisk = () =>
  readdirSync(house.dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .some((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1').includes(WORD));
const rows = (table: string) =>
  Number(handleOf(house.app.home.data).prepare(`SELECT count(*) AS n FROM ${table}`).get()!['n']);
const begin = async () => (await house.post('/v1/patients', { name: 'Ada Byron' })).json.id as string;

describe('a task of another machine', () => {
  const rpc = async (method: string, params: object) =>
    (await house.post('/a2a', { jsonrpc: '2.0', id: 1, method, params }, { 'a2a-version': '1.0' })).json;
  const send = async (patient: string, text = `I am allergic to ${WORD}.`) => {
    const message = { messageId: crypto.randomUUID(), role: 'ROLE_USER', parts: [{ text }] };
    const metadata = { context: { patient_id: patient } };
    return (await rpc('SendMessage', { message: { ...message, metadata } })).result.task as { id: string };
  };
  const isGone = async (id: string) => {
    expect((await rpc('GetTask', { id })).error).toMatchObject({ code: -32001 });
    expect((await rpc('ListTasks', {})).result.tasks).toEqual([]);
    expect(['a2a_task', 'a2a_event', 'a2a_push'].map(rows)).toEqual([0, 0, 0]);
    expect(isOnDisk()).toBe(false);
  };

  test('goes with the patient that it is about', async () => {
    const patient = await begin();
    const { id } = await send(patient);
    expect(JSON.stringify((await rpc('GetTask', { id })).result)).toContain(WORD);
    expect((await house.delete(`/v1/patients/${patient}`)).status).toBe(200);
    await isGone(id);
  });

  test('goes with its conversation', async () => {
    const { id } = await send(await begin());
    const [session] = await house.app.home.store.sessions({ app: 'health' });
    expect((await house.delete(`/v1/sessions/${session!.id}?facts=true`)).status).toBe(200);
    await isGone(id);
  });

  test('goes with the patient where it came to no conversation', async () => {
    const patient = await begin();
    const { id } = await send(patient, `${WORD} `.repeat(3000));
    expect(await house.app.home.store.sessions({})).toEqual([]);
    expect((await house.delete(`/v1/patients/${patient}`)).status).toBe(200);
    await isGone(id);
  });
});

describe('a run that a chat has made', () => {
  const wishes = [
    `summarize this: The ${WORD} is given once a day. It is taken with water. It helps against the pain in the joint.`,
    `plan: build a register of patients who take ${WORD} and then check it`,
  ];
  test('goes with the chat', async () => {
    for (const message of wishes) {
      const { json } = await house.post('/v1/chat', { message, team: 'kitchen' });
      const runs = await house.app.home.store.sessions({ app: 'functions' });
      expect(runs.length, message).toBeGreaterThan(0);
      expect(runs.map(({ outer }) => outer)).toEqual(runs.map(() => json.session_id));
      expect((await house.delete(`/v1/sessions/${json.session_id}`)).status).toBe(200);
      expect(await house.app.home.store.sessions({ app: 'functions' })).toEqual([]);
      expect(isOnDisk()).toBe(false);
    }
  });
});

describe('the answer to a request with a key', () => {
  const key = { 'idempotency-key': 'order-67' };
  const input = { content: `Gout is treated with ${WORD}, and ${WORD} helps.`, extraction_type: 'keywords' };
  const again = [
    ['/v1/functions/extract-structure/run', input],
    ['/v1/functions/batch', [{ function: 'extract_structure', input }]],
    ['/v1/pipelines/chapter-summarization/run?wait=true', { chapter_text: `# Gout\n\n${input.content}\n` }],
  ] as const;
  test.each(again)('goes with the run that it tells of: %s', async (path, body) => {
    const first = await house.post(path, body, key);
    expect(first.status).toBe(200);
    expect((await house.post(path, body, key)).headers.get('idempotency-replayed')).toBe('true');
    const runs = await house.app.home.store.sessions({});
    expect(runs).toHaveLength(1);
    for (const { id } of runs) expect((await house.delete(`/v1/sessions/${id}`)).status).toBe(200);
    expect([rows('idempotency'), rows('idempotency_run'), isOnDisk()]).toEqual([0, 0, false]);
    const next = await house.post(path, body, key);
    expect([next.status, next.headers.get('idempotency-replayed')]).toEqual([200, null]);
    expect((await house.app.home.store.sessions({})).length).toBe(1);
  });
});

test('a talk that is known by what was said in it is known no more', async () => {
  const messages = [{ role: 'user', content: `Is ${WORD} safe?` }];
  await house.post('/v1/chat/completions', { model: 'health', messages });
  const [session] = await house.app.home.store.sessions({ app: 'health' });
  expect(rows('openai_thread')).toBe(1);
  expect((await house.delete(`/v1/sessions/${session!.id}`)).status).toBe(200);
  expect([rows('openai_thread'), isOnDisk()]).toEqual([0, false]);
});

test('what a run made stands in for no later one, and is no artifact any more', async () => {
  const content = `Gout is treated with ${WORD}, and ${WORD} helps.`;
  const cached = { input: { content, extraction_type: 'keywords' }, cache: true };
  const first = await house.post('/v1/functions/extract-structure/run', cached);
  expect((await house.post('/v1/functions/extract-structure/run', cached)).json.meta.cached).toBe(first.json.meta.run);
  const read = '/v1/pipelines/chapter-summarization/run?wait=true';
  const made = await house.post(read, { chapter_text: `# Gout\n\n${content}\n` });
  expect(made.json.state).toBe('completed');
  expect((await house.app.home.store.artifacts()).length).toBeGreaterThan(0);
  for (const { id } of await house.app.home.store.sessions({}))
    expect((await house.delete(`/v1/sessions/${id}`)).status).toBe(200);
  expect(await house.app.home.store.artifacts()).toEqual([]);
  expect(isOnDisk()).toBe(false);
  const again = (await house.post('/v1/functions/extract-structure/run', cached)).json;
  expect([again.meta.run, again.meta.cached]).toEqual([expect.any(String), undefined]);
});

test('a task that is at work when its conversation is deleted leaves nothing behind', async () => {
  await house.close();
  const gate = { begun: Promise.withResolvers<void>(), end: Promise.withResolvers<void>() };
  vi.stubGlobal('copies', gate);
  const CONSILIUM_TEAMS = writeTeam({
    'slow/team.yml': 'name: slow\nroot: Slow\n',
    'slow/Slow/config.yml': 'kind: code\ndescription: Takes its time.\n',
    'slow/Slow/agent.ts': `export default async ({ message, ask }) => {
      if (message.startsWith('ask')) return (await ask({ what: message, why: 'So.', effect: 'That.' })).kind;
      globalThis.copies.begun.resolve();
      await globalThis.copies.end.promise;
      return 'You said: ' + message;
    };\n`,
  });
  house = openGateway({ home: tempDir('copies'), env: { CONSILIUM_TEAMS } });
  const send = async (text: string) => {
    const message = { messageId: crypto.randomUUID(), role: 'ROLE_USER', parts: [{ text }] };
    const body = { jsonrpc: '2.0', id: 1, method: 'SendMessage', params: { tenant: 'Slow', message } };
    return (await house.post('/a2a', body, { 'a2a-version': '1.0' })).json;
  };
  const drop = async () => {
    const [session] = await house.app.home.store.sessions({ app: 'slow' });
    const { deleted } = (await house.delete(`/v1/sessions/${session!.id}`)).json;
    return deleted === session!.id;
  };
  const waiting = await send(`ask for ${WORD}`);
  expect(waiting.result.task.status.state).toBe('TASK_STATE_INPUT_REQUIRED');
  expect(await drop()).toBe(true);
  expect(rows('a2a_task')).toBe(0);

  const answer = send(`take ${WORD}`);
  await gate.begun.promise;
  expect(await drop()).toBe(true);
  gate.end.resolve();
  await answer;
  expect(await house.app.home.store.sessions({ app: 'slow' })).toEqual([]);
  expect([...['a2a_task', 'a2a_event', 'pending', 'event'].map(rows), isOnDisk()]).toEqual([0, 0, 0, 0, false]);
  vi.unstubAllGlobals();
});
