import { afterEach, expect, test } from 'vitest';
import { audienceFor, openKeys } from '../a2a/auth/index.ts';
import { handleOf, openTokens } from '../storage/handle.ts';
import { type Fixture, openGateway } from './fixture.ts';
import { createGateway } from './index.ts';
import { DEFAULT_LIMITS, readRateLimits } from './limits.ts';

let house: Fixture | undefined;
afterEach(async () => {
  await house?.close();
  house = undefined;
});

test('who asks for too much is told when to come back; signs of life are always given', async () => {
  house = openGateway({ limits: { token: 2, loopback: 2 } });
  const first = await house.get('/v1/sessions');
  expect([first.status, first.headers.get('ratelimit-limit'), first.headers.get('ratelimit-remaining')]).toEqual([
    200,
    '2',
    '1',
  ]);
  expect((await house.get('/v1/nothing')).status).toBe(404);
  const third = await house.get('/v1/sessions');
  expect([third.status, third.json.error.code, third.json.error.retryable]).toEqual([429, 'RATE_LIMITED', true]);
  const wait = Number(third.headers.get('retry-after'));
  expect(wait).toBeGreaterThan(0);
  expect(wait).toBeLessThanOrEqual(60);
  expect(third.headers.get('ratelimit-remaining')).toBe('0');
  expect((await house.post('/mcp', {})).status).toBe(429);
  expect((await house.get('/healthz')).status).toBe(200);
});

test('each token has a measure of its own', async () => {
  house = openGateway();
  const tokens = openTokens(handleOf(house.app.home.data));
  const log = { debug() {}, info() {}, warn() {} };
  const gateway = createGateway(house.app, log, {
    door: { host: '127.0.0.1', tokens },
    limits: { token: 1, loopback: 9 },
  });
  const ask = async (token: string) =>
    (await gateway.request('http://localhost/v1/sessions', { headers: { authorization: `Bearer ${token}` } })).status;
  const [ana, ben] = [tokens.issue('ana').token, tokens.issue('ben').token];
  expect([await ask(ana), await ask(ana), await ask(ben), await ask('nobody')]).toEqual([200, 429, 200, 401]);
});

test('what one caller has signed is measured together, however often it is signed anew', async () => {
  house = openGateway();
  const keys = openKeys(house.dir);
  const sign = async (sub: string) => keys.signToken({ sub }, audienceFor(await keys.house(), 'HealthAgent'), 60);
  const tokens = openTokens(handleOf(house.app.home.data));
  const log = { debug() {}, info() {}, warn() {} };
  const gateway = createGateway(house.app, log, {
    door: { host: '127.0.0.1', tokens },
    limits: { token: 2, loopback: 9 },
  });
  const ask = async (sub: string) => {
    const headers = { authorization: `Bearer ${await sign(sub)}` };
    return (await gateway.request('http://localhost/v1/sessions', { headers })).status;
  };
  expect([await ask('ward'), await ask('ward'), await ask('ward'), await ask('desk')]).toEqual([403, 403, 429, 403]);
});

test('the calls of a batch count one by one, at MCP and at the functions', async () => {
  const input = { content: '# A\n\nB.', extraction_type: 'outline' };
  const ping = { jsonrpc: '2.0', id: 1, method: 'ping' };
  const accept = { accept: 'application/json, text/event-stream', 'mcp-protocol-version': '2025-03-26' };
  const batches: [path: string, one: object, headers: Record<string, string>][] = [
    ['/v1/functions/batch', { function: 'extract_structure', input }, {}],
    ['/mcp', ping, { ...accept, 'content-type': 'application/json' }],
  ];
  for (const [path, one, headers] of batches) {
    const counted = openGateway({ limits: { token: 5, loopback: 5 } });
    const [first, second] = [
      await counted.post(path, [one, one, one], headers),
      await counted.post(path, [one, one, one], headers),
    ];
    await counted.close();
    expect([path, first.status, second.status]).toEqual([path, 200, 429]);
    expect(second.json.error.hint).toContain('smaller batch');
  }
});

test('the measure is set with CONSILIUM_RATE_LIMIT', () => {
  expect(readRateLimits({})).toEqual(DEFAULT_LIMITS);
  expect(readRateLimits({ CONSILIUM_RATE_LIMIT: '30' })).toEqual({ token: 30, loopback: 30 });
  expect(readRateLimits({ CONSILIUM_RATE_LIMIT: 'off' })).toEqual({ token: 0, loopback: 0 });
  for (const wrong of ['0', '-1', 'many', '1.5'])
    expect(() => readRateLimits({ CONSILIUM_RATE_LIMIT: wrong })).toThrow(
      expect.objectContaining({ code: 'LIMIT_INVALID' }),
    );
});
