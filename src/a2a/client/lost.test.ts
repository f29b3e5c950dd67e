/** What is told of a call whose answer did not come, and what counts against the agent. */
import { afterEach, describe, expect, test } from 'vitest';
import { ConsiliumError } from '../../kernel/index.ts';
import { answer, callOf, type Handle, openPeer, type Peer, remoteAt } from './peers.ts';
import type { Remote } from './remote.ts';
import type { RemoteSettings } from './settings.ts';

const open: { close(): unknown }[] = [];
afterEach(async () => {
  for (const each of open.splice(0)) await each.close();
});

const reset: Handle = (_, request) => request.socket.resetAndDestroy();
const hang: Handle = () => {};
const once = { attempts: 1, initialDelayMs: 1, maxDelayMs: 1 };

async function callFrom(handle: Handle, more: Partial<RemoteSettings> = {}): Promise<{ remote: Remote; peer: Peer }> {
  const peer = await openPeer(handle, { health: () => 500 });
  const remote = remoteAt(peer.url, { retry: once, ...more });
  open.push(peer, remote);
  return { remote, peer };
}

describe('an answer that was lost', () => {
  test('of an action that may not be done twice is told as not known, and is not to be tried again', async () => {
    const { remote, peer } = await callFrom(reset, { isIdempotent: () => false });
    await expect(remote.call(callOf({ action: 'book' }))).rejects.toMatchObject({
      code: 'ANSWER_LOST',
      retryable: false,
      message: 'Far was asked, and the answer was lost on the way: whether it did "book" is not known.',
      hint: expect.stringContaining('Look there'),
    });
    expect(peer.asked).toHaveLength(1);
    expect(remote.breaker.failures).toBe(1);
  });

  test('of one that says nothing of itself too; another agent may still answer in its place', async () => {
    const { remote } = await callFrom(reset);
    await expect(remote.call(callOf({ action: 'insights' }))).rejects.toMatchObject({
      code: 'REMOTE_UNAVAILABLE',
      retryable: false,
      message: expect.stringContaining('is not known'),
    });
  });

  test.each([502, 504])('on its way through a gateway (%i) is lost as well', async (status) => {
    const { remote } = await callFrom((_, __, response) => void response.writeHead(status).end(), {
      isIdempotent: () => false,
    });
    await expect(remote.call(callOf({ action: 'book' }))).rejects.toMatchObject({ retryable: false });
  });

  test('in time is a time-out, to be tried again only where that does no harm', async () => {
    const says = { book: false, read: true } as const;
    const { remote, peer } = await callFrom(hang, { isIdempotent: (action) => says[action as keyof typeof says] });
    /** Their time is over when they have been heard: what was not sent is another matter. */
    const late = async (begin: (signal: AbortSignal) => Promise<unknown>) => {
      const [clock, before] = [new AbortController(), peer.asked.length];
      const called = begin(clock.signal);
      called.catch(() => {});
      await expect.poll(() => peer.asked.length).toBe(before + 1);
      clock.abort(new ConsiliumError('TIMEOUT', 'Far gave no answer in time.'));
      return called;
    };
    const call = (action: string) => late((signal) => remote.call(callOf({ action, signal })));
    // Nobody says what doing it twice would be: it may have been done. Another may answer in its place.
    await expect(call('ask')).rejects.toMatchObject({
      ...{ code: 'TIMEOUT', retryable: false, details: { outage: true } },
    });
    const batch = late((signal) => remote.batch([callOf({ action: 'read', signal }), callOf({ action: 'book' })]));
    await expect(batch).rejects.toMatchObject({ code: 'TIMEOUT', retryable: false });
    await expect(call('book')).rejects.toMatchObject({ code: 'TIMEOUT', retryable: false });
    await expect(call('read')).rejects.toMatchObject({ code: 'TIMEOUT', retryable: true });
  });

  test('of an action that may be done twice, or that nobody heard, is tried again and told as before', async () => {
    const { remote, peer } = await callFrom(reset, { isIdempotent: () => true });
    await expect(remote.call(callOf())).rejects.toMatchObject({ code: 'REMOTE_UNAVAILABLE', retryable: true });
    await peer.close();
    const away = remoteAt(peer.url, { retry: once, isIdempotent: () => false });
    open.push(away);
    await expect(away.call(callOf({ action: 'book' }))).rejects.toMatchObject({
      code: 'REMOTE_UNAVAILABLE',
      retryable: true,
      message: 'Far could not be reached.',
    });
  });
});

test('a line that was kept, and closed there meanwhile, loses nothing: what was not said on it is said again', async () => {
  const { remote, peer } = await callFrom(answer({ text: 'here' }), {
    ...{ isIdempotent: () => false, retry: { attempts: 2, initialDelayMs: 1, maxDelayMs: 1 } },
  });
  await remote.call(callOf({ action: 'book' }));
  await peer.close();
  await expect(remote.call(callOf({ action: 'book' }))).rejects.toMatchObject({
    ...{ code: 'REMOTE_UNAVAILABLE', retryable: true, message: 'Far could not be reached.' },
  });
  expect(peer.asked).toHaveLength(1);
});

describe('whoever’s clock rings first', () => {
  const over = [
    new ConsiliumError('TIMEOUT', 'Far gave no answer in time.', { retryable: true }),
    new ConsiliumError('LIMIT_WALL_TIME', 'The turn was stopped.'),
  ];

  test.each(over)('an agent that hangs has let us down: $code', async (reason) => {
    const { remote, peer } = await callFrom(hang);
    for (let call = 1; call <= 5; call++) {
      expect(remote.breaker.circuit).toBe('closed');
      const clock = new AbortController();
      const called = remote.call(callOf({ signal: clock.signal }));
      called.catch(() => {});
      await expect.poll(() => peer.asked.length).toBe(call);
      clock.abort(reason);
      await expect(called).rejects.toMatchObject({ code: 'TIMEOUT' });
    }
    expect(remote.breaker.circuit).toBe('open');
  });

  test('one that was not asked yet has not', async () => {
    const { remote, peer } = await callFrom(hang, { bulkhead: { concurrent: 1, waiting: 1 } });
    const first = remote.call(callOf({ deadline: Date.now() + 5000 }));
    first.catch(() => {});
    await expect.poll(() => peer.asked.length).toBe(1);
    const clock = new AbortController();
    const second = remote.call(callOf({ signal: clock.signal }));
    second.catch(() => {});
    clock.abort(over[0]);
    await expect(second).rejects.toMatchObject({ code: 'TIMEOUT', message: expect.stringContaining('no time left') });
    expect(remote.breaker.failures).toBe(0);
  });
});

describe('a circuit', () => {
  const thrice = { attempts: 3, initialDelayMs: 1, maxDelayMs: 1 };

  test('counts calls, however often each was tried', async () => {
    const { remote, peer } = await callFrom((_, __, response) => void response.writeHead(503).end(), {
      ...{ retry: thrice, isIdempotent: () => true },
    });
    for (let call = 1; call <= 5; call++) {
      expect(remote.breaker).toMatchObject({ circuit: 'closed', failures: call - 1 });
      await expect(remote.call(callOf())).rejects.toMatchObject({ code: 'REMOTE_UNAVAILABLE' });
    }
    expect(remote.breaker.circuit).toBe('open');
    expect(peer.asked).toHaveLength(15);
  });

  test('that is half open lets the call that tries it try again, and others after it', async () => {
    let fails = 1;
    const health = { alive: false };
    const peer = await openPeer(
      (body, request, response) =>
        health.alive && fails-- <= 0
          ? answer({ text: 'back' })(body, request, response)
          : void response.writeHead(503).end(),
      { health: () => (health.alive ? 200 : 500) },
    );
    const remote = remoteAt(peer.url, {
      retry: thrice,
      isIdempotent: () => true,
      circuit: { failures: 1, resetMs: 5 },
    });
    open.push(peer, remote);
    await expect(remote.call(callOf())).rejects.toMatchObject({ code: 'REMOTE_UNAVAILABLE' });
    health.alive = true;
    await expect.poll(() => remote.breaker.circuit).toBe('half_open');
    expect(await remote.call(callOf())).toMatchObject({ output: { text: 'back' }, attempts: 2 });
    expect(remote.breaker.circuit).toBe('closed');
  });
});

test.each([
  [401, 'TOKEN_INVALID', 'REMOTE_UNAUTHORIZED'],
  [403, 'SCOPE_MISSING', 'REMOTE_FORBIDDEN'],
  [413, 'BODY_TOO_LARGE', 'REMOTE_BODY_TOO_LARGE'],
])('what a house says at its gate is about our call, and not told as if it were about who asked us (%i)', async (status, code, told) => {
  const error = { code, message: 'no', hint: 'Ask for another.' };
  const body = JSON.stringify({ agent_name: '', conversation_id: '', status: 'error', error });
  const { remote } = await callFrom((_, __, response) => void response.writeHead(status).end(body));
  await expect(remote.call(callOf())).rejects.toMatchObject({ code: told, hint: 'Ask for another.' });
});
