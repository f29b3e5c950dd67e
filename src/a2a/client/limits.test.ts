import { afterEach, describe, expect, test } from 'vitest';
import { Rate } from './limits.ts';
import { answer, callOf, type Handle, openPeer, type Peer, remoteAt } from './peers.ts';
import type { Remote } from './remote.ts';
import { createRemotes } from './remotes.ts';
import { DEFAULTS, type RemoteSettings } from './settings.ts';

const open: { close(): unknown }[] = [];
afterEach(async () => {
  for (const each of open.splice(0)) await each.close();
});
const peerWith = async (handle: Handle): Promise<Peer> => {
  const peer = await openPeer(handle);
  open.push(peer);
  return peer;
};
const remoteWith = (endpoint: string, more?: Partial<RemoteSettings>): Remote => {
  const remote = remoteAt(endpoint, more);
  open.push(remote);
  return remote;
};

describe('limits', () => {
  test('let so many calls run, and so many wait', async () => {
    const waiting: (() => void)[] = [];
    const peer = await peerWith(
      (body, request, response) => void waiting.push(() => answer({})(body, request, response)),
    );
    const remote = remoteWith(peer.url, { bulkhead: { concurrent: 2, waiting: 1 } });
    const calls = [remote.call(callOf()), remote.call(callOf()), remote.call(callOf())];
    await expect(remote.call(callOf())).rejects.toMatchObject({ code: 'REMOTE_BUSY', retryable: true });
    await expect.poll(() => peer.asked.length).toBe(2);
    for (const go of waiting.splice(0)) go();
    await expect.poll(() => peer.asked.length).toBe(3);
    for (const go of waiting.splice(0)) go();
    await Promise.all(calls);
  });

  test('let so many go out in a minute', async () => {
    const peer = await peerWith(answer({}));
    const remote = remoteWith(peer.url, { ratePerMinute: 2 });
    await remote.call(callOf());
    await remote.call(callOf());
    await expect(remote.call(callOf())).rejects.toMatchObject({
      ...{ code: 'RATE_LIMITED', hint: expect.any(String) },
      details: { retryAfterMs: expect.any(Number) },
    });
    let now = 0;
    const rate = new Rate(2, () => now);
    const take = () => rate.take('Far');
    take();
    take();
    expect(take).toThrow(expect.objectContaining({ details: { retryAfterMs: 30_000 } }));
    now = 15_000;
    expect(take).toThrow(expect.objectContaining({ details: { retryAfterMs: 15_000 } }));
    now = 30_000;
    expect(take).not.toThrow();
  });

  test('let nobody wait longer than they have time, or after they went', async () => {
    const gate = Promise.withResolvers<void>();
    const peer = await peerWith(async (body, request, response) => {
      await gate.promise;
      answer({ text: 'here' })(body, request, response);
    });
    const remote = remoteWith(peer.url, { bulkhead: { concurrent: 1, waiting: 9 }, timeoutMs: 60_000 });
    const first = remote.call(callOf());
    const gone = new AbortController();
    const late = remote.call(callOf({ deadline: Date.now() + 30 }));
    const called = remote.call(callOf({ signal: gone.signal }));
    const last = remote.call(callOf());
    gone.abort();
    await expect(called).rejects.toMatchObject({ code: 'CANCELLED' });
    await expect(late).rejects.toMatchObject({ code: 'TIMEOUT', details: { sent: false } });
    gate.resolve();
    expect([(await first).output, (await last).output]).toEqual([{ text: 'here' }, { text: 'here' }]);
    expect(peer.asked).toHaveLength(2);
    expect(remote.running).toBe(0);
  });
});

describe('a circuit', () => {
  const once = { retry: { attempts: 1, initialDelayMs: 1, maxDelayMs: 1 } };

  test('is not opened by those who came too late to ask', async () => {
    const peer = await peerWith(answer({}));
    const remote = remoteWith(peer.url, once);
    for (let call = 0; call < 7; call++)
      await expect(remote.call(callOf({ deadline: Date.now() - 1 }))).rejects.toMatchObject({ code: 'TIMEOUT' });
    expect([remote.breaker.circuit, remote.breaker.failures]).toEqual(['closed', 0]);
  });

  test('that is half open lets the next try where the first one found no place', async () => {
    const gate = Promise.withResolvers<void>();
    const peer = await peerWith(async (body, request, response) => {
      if (peer.asked.length > 1) return void response.writeHead(500).end();
      await gate.promise;
      answer({})(body, request, response);
    });
    const remote = remoteWith(peer.url, { ...once, bulkhead: { concurrent: 1, waiting: 0 } });
    const slow = remote.call(callOf());
    await expect.poll(() => peer.asked.length).toBe(1);
    for (let failures = 1; failures <= 5; failures++) remote.breaker.fail();
    await expect.poll(() => remote.breaker.circuit).toBe('half_open');
    for (let call = 0; call < 2; call++)
      await expect(remote.call(callOf())).rejects.toMatchObject({ code: 'REMOTE_BUSY' });
    gate.resolve();
    await slow;
    expect(remote.breaker.circuit).toBe('closed');
  });
});

test('a peer names its failures as names are written, and however many it names, they are told in so many', async () => {
  const codes = ['RECORD_LOCKED', 'STORAGE_CONFLICT', 'CANCELLED', 'x"} 1\nup 0', 'A'.repeat(1000), 7];
  let at = 0;
  const peer = await peerWith((_, __, response) => {
    const code = codes[at++] ?? `CODE_${at}`;
    response.end(JSON.stringify({ agent_name: 'Far', status: 'error', error: { code, message: 'no', hint: 'wait' } }));
  });
  const remotes = createRemotes();
  open.push(remotes);
  const settings = {
    ...DEFAULTS,
    name: 'Far',
    remoteName: 'Far',
    endpoints: [peer.url],
    circuit: { failures: 999, resetMs: 1 },
  };
  const remote = remotes.open({ name: 'Far', team: 'near', path: ['Far'] }, 'far', () => settings);
  const said: string[] = [];
  for (let call = 0; call < 60; call++)
    said.push(await remote.call(callOf()).then(String, (error: { code: string }) => error.code));
  expect(said.slice(0, 6)).toEqual([
    'RECORD_LOCKED',
    ...['REMOTE_FAILED', 'REMOTE_FAILED', 'REMOTE_FAILED', 'REMOTE_FAILED', 'REMOTE_INVALID'],
  ]);
  const [{ outcomes, calls, errors }] = remotes.list() as [ReturnType<typeof remotes.list>[number]];
  expect([Object.keys(outcomes).length, outcomes['other'], calls, errors]).toEqual([41, 17, 60, 60]);
});
