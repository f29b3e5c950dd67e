/** Calls that a process may have sent before it died: sent again only where the peer does them once all the same. */
import { afterEach, expect, test } from 'vitest';
import { answer, callOf, type Handle, openPeer, type Peer, remoteAt } from './peers.ts';
import type { RemoteSettings } from './settings.ts';

const open: { close(): unknown }[] = [];
afterEach(async () => {
  for (const each of open.splice(0)) await each.close();
});

async function openPeers(handle: Handle, count = 1): Promise<Peer[]> {
  const peers = await Promise.all(Array.from({ length: count }, () => openPeer(handle)));
  open.push(...peers);
  return peers;
}

function callAgain(peers: readonly Peer[], more: Partial<RemoteSettings> = {}) {
  const remote = remoteAt(
    peers.map(({ url }) => url),
    more,
  );
  open.push(remote);
  return remote.call(callOf({ action: 'book', key: 'of then', again: true }));
}

/** The keys of what it was asked to do; looking is none. */
const done = (peers: readonly Peer[]) =>
  peers.flatMap(({ asked }) =>
    asked.flatMap(({ body, headers }) => (body.includes('"book"') ? headers['idempotency-key'] : [])),
  );

const unknown = { code: 'CALL_INTERRUPTED', retryable: false, message: expect.stringContaining('"book" is not known') };
const keeping: Handle = (body, request, response) => {
  response.setHeader('x-idempotency', 'kept');
  const { action } = JSON.parse(body).input as { action: string };
  if (action === 'book') return answer({ text: 'booked' })(body, request, response);
  const error = { code: 'ACTION_UNKNOWN', message: 'no' };
  response.writeHead(400).end(JSON.stringify({ agent_name: 'Far', status: 'error', error }));
};

test('a peer that says nothing of keys is not asked again', async () => {
  const peers = await openPeers(answer({ text: 'booked' }));
  await expect(callAgain(peers)).rejects.toMatchObject(unknown);
  expect(done(peers)).toEqual([]);
});

test('one that keeps keys is, with the key of then, though nobody here remembers that it does', async () => {
  const peers = await openPeers(keeping);
  expect((await callAgain(peers)).output).toEqual({ text: 'booked' });
  expect(done(peers)).toEqual(['of then']);
});

test('of several instances none is: which of them was asked is not known', async () => {
  const peers = await openPeers(keeping, 2);
  await expect(callAgain(peers)).rejects.toMatchObject(unknown);
  expect(done(peers)).toEqual([]);
});

test('what the YAML says of the action counts before what the peer says', async () => {
  const [simple, kept] = [await openPeers(answer({ text: 'booked' }), 2), await openPeers(keeping)];
  expect((await callAgain(simple, { isIdempotent: () => true })).output).toEqual({ text: 'booked' });
  await expect(callAgain(kept, { isIdempotent: () => false })).rejects.toMatchObject(unknown);
  expect([done(simple), done(kept)]).toEqual([['of then'], []]);
});

test('one that is away is neither asked nor blamed: what is not known is said', async () => {
  const peers = await openPeers(answer({}));
  await peers[0]!.close();
  const remote = remoteAt(peers[0]!.url, { circuit: { failures: 1, resetMs: 60_000 } });
  open.push(remote);
  await expect(remote.call(callOf({ action: 'book', again: true }))).rejects.toMatchObject(unknown);
  expect(remote.breaker.circuit).toBe('closed');
});
