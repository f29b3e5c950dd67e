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
