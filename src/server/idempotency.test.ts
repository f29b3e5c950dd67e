import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { handleOf } from '../storage/handle.ts';
import { type Fixture, openGateway } from './fixture.ts';

const EXTRACT = '/v1/functions/extract-structure/run';
const input = { content: 'Gout is a kind of arthritis of the joints.', extraction_type: 'keywords' };
const other = { ...input, extraction_type: 'outline' };
const key = { 'idempotency-key': 'order-66' };

let house: Fixture;
beforeEach(() => {
  house = openGateway();
});
afterEach(() => house.close());
const runs = async () => (await house.app.home.store.sessions({ app: 'functions' })).length;

describe('an Idempotency-Key', () => {
  test('makes the same request one run with one answer', async () => {
    const first = await house.post(EXTRACT, input, key);
    const second = await house.post(EXTRACT, input, key);
    expect([first.status, second.status, second.text]).toEqual([200, 200, first.text]);
    expect([first, second].map(({ headers }) => headers.get('idempotency-replayed'))).toEqual([null, 'true']);
    expect(await runs()).toBe(1);
    expect((await house.post(EXTRACT, input)).json.meta.run).not.toBe(first.json.meta.run);
  });

  test('is refused with another request', async () => {
    await house.post(EXTRACT, input, key);
    const { status, json } = await house.post(EXTRACT, other, key);
    expect([status, json.error.code]).toEqual([409, 'IDEMPOTENCY_CONFLICT']);
    expect((await house.post('/v1/functions/batch', [{ function: 'extract_structure', input }], key)).status).toBe(200);
  });

  test('lets those who come meanwhile wait for the first', async () => {
    const all = await Promise.all(Array.from({ length: 10 }, () => house.post(EXTRACT, input, key)));
    expect(new Set(all.map(({ text }) => text)).size).toBe(1);
    expect(await runs()).toBe(1);
    const [conflict] = await Promise.all([house.post(EXTRACT, other, key), house.post(EXTRACT, input, key)]);
    expect(conflict.status).toBe(409);
  });

  test('holds after a restart', async () => {
    const first = await house.post(EXTRACT, input, key);
    await house.close();
    house = openGateway({ home: house.dir });
    expect((await house.post(EXTRACT, input, key)).text).toBe(first.text);
  });

  test('of a request that failed may be used again', async () => {
    expect((await house.post(EXTRACT, { content: 'x' }, key)).status).toBe(400);
    expect((await house.post(EXTRACT, input, key)).status).toBe(200);
  });

  test('is forgotten after a day', async () => {
    const first = await house.post(EXTRACT, input, key);
    handleOf(house.app.home.data).exec(`UPDATE idempotency SET created = created - ${24 * 60 * 60 * 1000}`);
    const next = await house.post(EXTRACT, other, key);
    expect(next.status).toBe(200);
    expect(next.json.meta.run).not.toBe(first.json.meta.run);
  });

  test('has visible characters', async () => {
    expect((await house.post(EXTRACT, input, { 'idempotency-key': 'a b' })).json.error.code).toBe('REQUEST_INVALID');
    expect((await house.post(EXTRACT, input, { 'idempotency-key': 'x'.repeat(256) })).status).toBe(400);
  });
});

describe('what is made under a key is made once, though its answer was lost in a crash', () => {
  const agentOf = async () =>
    (await house.post('/v1/agents', { name: 'Gout', description: 'Follows gout.' })).json.agent_id as string;
  const trigger = async () => ({ agent_id: await agentOf(), schedule: 'every Monday at 8', instruction: 'Look.' });
  test.each([
    ['/v1/triggers', trigger, { instruction: 'Look again.' }, '/v1/triggers', 'triggers'],
    ['/v1/assistant/todos', async () => ({ title: 'Milk' }), undefined, '/v1/assistant/todos', 'todos'],
    ['/v1/assistant/notes', async () => ({ text: 'Parks in B2.' }), undefined, '/v1/assistant/notes', 'notes'],
    [
      '/v1/assistant/reminders',
      async () => ({ what: 'Stretch', when: 'every day at 8', zone: 'UTC' }),
      undefined,
      '/v1/assistant/reminders',
      'reminders',
    ],
    ['/v1/patients', async () => ({ name: 'Ada Keyed' }), { name: 'Bo Keyed' }, '/v1/patients', 'patients'],
  ])('%s', async (path, wish, other, list, rows) => {
    const body = await wish();
    const count = async () => (await house.get(list)).json[rows].length as number;
    const before = await count();
    const ids = ({ json }: { json: Record<string, unknown> }) => JSON.stringify(json).match(/"id":"([^"]+)"/)?.[1];
    const both = await Promise.all([house.post(path, body, key), house.post(path, body, key)]);
    await house.close();
    house = openGateway({ home: house.dir });
    const third = await house.post(path, body, key);
    expect([...both, third].map(({ status }) => status < 300)).toEqual([true, true, true]);
    expect(new Set([...both, third].map(ids)).size).toBe(1);
    expect(await count()).toBe(before + 1);
    if (other === undefined) return;
    const refused = await house.post(path, { ...body, ...other }, key);
    expect([refused.status, refused.json.error.code]).toEqual([409, 'IDEMPOTENCY_CONFLICT']);
  });
});
