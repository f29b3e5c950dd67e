/** Streams by the thousand: each caller has their measure, others are answered beside them, and what ends is let go. */
import { once } from 'node:events';
import { type ClientRequest, get, type IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, onTestFinished, test, vi } from 'vitest';
import { listen, openGateway, openSilentModel } from './fixture.ts';
import { createGateway } from './index.ts';

const USERS = 16;
const EACH = 64;

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;
async function heapMb(): Promise<number> {
  for (let round = 0; round < 3; round++) {
    collect();
    await sleep(20);
  }
  return process.memoryUsage().heapUsed / 1e6;
}

test('a thousand that follow turns without end: one more of a caller is refused, others are heard, and all is let go', async () => {
  const model = await openSilentModel();
  const house = openGateway({ env: model.env });
  const tokens = house.app.home.tokens();
  const door = { host: '127.0.0.1', tokens };
  const gateway = createGateway(house.app, { debug() {}, info() {}, warn() {} }, { door });
  const served = await listen({ gateway });
  onTestFinished(async () => {
    await served.close();
    await house.close(100);
    await model.close();
    tokens.close();
  });
  const bearer = (user: string) => ({
    authorization: `Bearer ${tokens.issue(user, { scopes: ['read', 'chat'], user }).token}`,
    'content-type': 'application/json',
  });
  const users = Array.from({ length: USERS }, (_, at) => ({ name: `user-${at}`, headers: bearer(`user-${at}`) }));
  const talks = users.map(({ name, headers }) => {
    const body = JSON.stringify({ team: 'front-desk', session_id: `s-${name}`, message: 'What of poetry?' });
    return fetch(`${served.url}/v1/chat`, { method: 'POST', headers, body }).then(
      (answer) => answer.text(),
      () => '',
    );
  });
  const open: ClientRequest[] = [];
  const follow = async ({ name, headers }: (typeof users)[number]): Promise<number> => {
    const asked = get(`${served.url}/v1/sessions/s-${name}/events`, {
      ...{ agent: false, headers: { ...headers, accept: 'text/event-stream' } },
    });
    open.push(asked.on('error', () => {}));
    const [answer] = (await once(asked, 'response')) as [IncomingMessage];
    answer.on('error', () => {}).resume();
    return answer.statusCode!;
  };
  for (const { name, headers } of users)
    await vi.waitFor(
      async () => expect((await fetch(`${served.url}/v1/sessions/s-${name}`, { headers })).status).toBe(200),
      30_000,
    );
  // What is loaded at the first use is no stream's.
  const bystander = bearer('bystander');
  expect((await fetch(`${served.url}/v1/teams`, { headers: bystander })).status).toBe(200);
  expect(await follow(users[0]!)).toBe(200);
  for (const asked of open.splice(0)) asked.destroy();
  await sleep(500);
  const before = await heapMb();
  for (const user of users) {
    expect(await Promise.all(Array.from({ length: EACH }, () => follow(user)))).toEqual(Array(EACH).fill(200));
    expect(await follow(user)).toBe(429);
  }
  const waits: number[] = [];
  for (let asked = 0; asked < 20; asked++) {
    const began = performance.now();
    expect((await fetch(`${served.url}/v1/teams`, { headers: bystander })).status).toBe(200);
    waits.push(performance.now() - began);
  }
  expect(waits.sort((a, b) => a - b)[10]).toBeLessThan(100);
  for (const asked of open.splice(0)) asked.destroy();
  // What has ended makes room, soon.
  await vi.waitFor(async () => expect(await follow(users[0]!)).toBe(200), 10_000);
  for (const asked of open.splice(0)) asked.destroy();
  await vi.waitFor(async () => expect((await heapMb()) - before).toBeLessThan(10), { timeout: 20_000, interval: 500 });
  for (const { name, headers } of users)
    await fetch(`${served.url}/v1/sessions/s-${name}/stop`, { method: 'POST', headers });
  await Promise.all(talks);
}, 240_000);
