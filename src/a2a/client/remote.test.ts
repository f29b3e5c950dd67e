import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { tempDir } from '../../../test/house.ts';
import { configureRemote } from './configure.ts';
import { AUTHORITY, answer, CERTIFICATE, callOf, type Handle, openPeer, type Peer, remoteAt } from './peers.ts';
import type { Remote } from './remote.ts';
import type { RemoteSettings } from './settings.ts';

const open: { close(): unknown }[] = [];
afterEach(async () => {
  for (const each of open.splice(0)) await each.close();
});
const peerWith = async (handle: Handle, options?: Parameters<typeof openPeer>[1]): Promise<Peer> => {
  const peer = await openPeer(handle, options);
  open.push(peer);
  return peer;
};
const remoteWith = (endpoints: string | string[], more?: Partial<RemoteSettings>): Remote => {
  const remote = remoteAt(endpoints, more);
  open.push(remote);
  return remote;
};
const again = { isIdempotent: () => true };

describe('a peer that misbehaves', () => {
  test('by saying nothing is given up in time', async () => {
    const peer = await peerWith(() => {});
    const remote = remoteWith(peer.url, { timeoutMs: 500, retry: { attempts: 1, initialDelayMs: 1, maxDelayMs: 1 } });
    await expect(remote.call(callOf())).rejects.toMatchObject({
      code: 'TIMEOUT',
      // It was asked, and may have done it.
      retryable: false,
      hint: expect.any(String),
    });
  });

  test('again and again has no more time for that than the call', async () => {
    const peer = await peerWith((_, __, response) => void response.writeHead(503).end());
    const waits = { attempts: 50, initialDelayMs: 400, maxDelayMs: 400 };
    const remote = remoteWith(peer.url, { ...again, timeoutMs: 600, retry: waits });
    await expect(remote.call(callOf())).rejects.toMatchObject({
      code: expect.stringMatching(/^(?:REMOTE_UNAVAILABLE|TIMEOUT)$/),
    });
    // Who waits up to 400 ms between two of them has come no further than that in 600; each is told how much was left.
    const left = peer.asked.map(({ headers }) => Number(headers['a2a-timeout-ms']));
    expect(left.length).toBeLessThan(50);
    expect(left).toEqual(left.toSorted((a, b) => b - a));
    expect(left.at(-1)).toBeLessThanOrEqual(600);
  });

  test('by hanging leaves no try after it time of its own', async () => {
    const peer = await peerWith(() => {});
    const waits = { attempts: 50, initialDelayMs: 400, maxDelayMs: 400 };
    const remote = remoteWith(peer.url, { ...again, timeoutMs: 600, retry: waits });
    await expect(remote.call(callOf())).rejects.toMatchObject({ code: 'TIMEOUT' });
    // Where the machine is busy, not even the first has come in yet.
    expect(peer.asked.length).toBeLessThanOrEqual(1);
  });

  const right = { agent_name: 'Far', conversation_id: 'c', status: 'success', output: { text: 'yes' } };
  test.each([
    ['in the name of another agent', { agent_name: 'Near' }, 'REMOTE_OTHER_AGENT'],
    ['in nobody’s name', { agent_name: undefined }, 'REMOTE_INVALID'],
    ['to nothing that was asked', { conversation_id: undefined }, 'REMOTE_INVALID'],
    ['to another conversation', { conversation_id: 'd' }, 'REMOTE_INVALID'],
    ['without an output', { output: undefined }, 'REMOTE_INVALID'],
    ['with nothing as its output', { output: null }, 'REMOTE_INVALID'],
    ['without a status', { status: undefined }, 'REMOTE_INVALID'],
    ['with a question that it does not ask', { status: 'input_required' }, 'REMOTE_INVALID'],
  ])('by answering %s is not believed, and it counts against it', async (_, wrong, code) => {
    const peer = await peerWith((_body, _request, response) => response.end(JSON.stringify({ ...right, ...wrong })));
    const remote = remoteWith(peer.url);
    await expect(remote.call(callOf())).rejects.toMatchObject({ code, retryable: false, hint: expect.any(String) });
    expect(remote.breaker.failures).toBe(1);
    const [each] = await remote.batch([callOf()]).catch(() => []);
    expect(each).toBeUndefined();
    peer.handle = (_body, _request, response) => response.end(JSON.stringify([{ ...right, ...wrong }]));
    const [told] = await remote.batch([callOf()]).catch((thrown) => [thrown]);
    expect(told).toMatchObject({ code });
  });

  test('by dripping is given up in time all the same', async () => {
    const peer = await peerWith((_, __, response) => {
      response.writeHead(200);
      const drip = setInterval(() => response.write(' '), 5);
      response.once('close', () => clearInterval(drip));
    });
    const remote = remoteWith(peer.url, { timeoutMs: 80, retry: { attempts: 1, initialDelayMs: 1, maxDelayMs: 1 } });
    await expect(remote.call(callOf())).rejects.toMatchObject({ code: 'TIMEOUT' });
  });

  test('by resetting is asked again only where that is safe', async () => {
    let resets = 1;
    const reset: Handle = (body, request, response) =>
      resets-- > 0 ? request.socket.resetAndDestroy() : answer({ text: 'ok' })(body, request, response);
    const peer = await peerWith(reset);
    expect(await remoteWith(peer.url, again).call(callOf())).toMatchObject({ output: { text: 'ok' }, attempts: 2 });
    resets = 1;
    await expect(remoteWith(peer.url).call(callOf())).rejects.toMatchObject({ code: 'REMOTE_UNAVAILABLE' });
    expect(new Set(peer.asked.slice(0, 2).map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
  });

  test.each([
    ['<html>', 200, 'REMOTE_INVALID'],
    ['{"status":"great"}', 200, 'REMOTE_INVALID'],
    ['[]', 200, 'REMOTE_INVALID'],
    ['{"status":"success"}', 200, 'REMOTE_INVALID'],
    ['{"status":"input_required","output":{}}', 200, 'REMOTE_INVALID'],
    ['{"status":"success","conversation_id":"another","output":{"text":"of somebody else"}}', 200, 'REMOTE_INVALID'],
    ['\u0000\u0001', 200, 'REMOTE_INVALID'],
    ['', 401, 'REMOTE_UNAUTHORIZED'],
    ['', 403, 'REMOTE_FORBIDDEN'],
    ['nginx', 404, 'REMOTE_NOT_FOUND'],
    ['', 408, 'TIMEOUT'],
    ['', 504, 'TIMEOUT'],
    ['', 413, 'REMOTE_BODY_TOO_LARGE'],
    ['', 429, 'RATE_LIMITED'],
    ['', 302, 'REMOTE_REFUSED'],
    ['', 500, 'REMOTE_UNAVAILABLE'],
  ])('by answering %j with %i is an error with a hint', async (text, status, code) => {
    const peer = await peerWith((_, __, response) => void response.writeHead(status).end(text));
    await expect(remoteWith(peer.url).call(callOf())).rejects.toMatchObject({ code, hint: expect.any(String) });
  });

  test('by answering without end is cut off', async () => {
    const peer = await peerWith((_, __, response) => void response.end('x'.repeat(5000)));
    await expect(remoteWith(peer.url, { maxAnswerBytes: 1000 }).call(callOf())).rejects.toMatchObject({
      code: 'REMOTE_TOO_LARGE',
    });
  });

  test('by a certificate that nobody vouches for is not spoken to; with its authority it is', async () => {
    const peer = await peerWith(answer({ text: 'ok' }), { tls: true });
    await expect(remoteWith(peer.url).call(callOf())).rejects.toMatchObject({
      code: 'REMOTE_CERTIFICATE',
      retryable: false,
    });
    expect(peer.asked).toHaveLength(0);
    expect((await remoteWith(peer.url, { ca: CERTIFICATE }).call(callOf())).output).toEqual({ text: 'ok' });
  });

  test.each([
    ['expired', /has expired/, /renew/],
    ['other-host', /another host name/, /name/],
    [false, /does not speak TLS/, /port/],
  ])('by a certificate that does not hold (%s) is not spoken to, and it is said why', async (tls, said, hint) => {
    const peer = await peerWith(answer({ text: 'ok' }), { tls });
    const remote = remoteWith(peer.url.replace(/^http:/, 'https:'), { ca: AUTHORITY });
    await expect(remote.call(callOf())).rejects.toMatchObject({
      ...{ code: 'REMOTE_CERTIFICATE', retryable: false },
      ...{ message: expect.stringMatching(said), hint: expect.stringMatching(hint) },
    });
    expect(peer.asked).toHaveLength(0);
  });

  test('by one of an authority of its own is spoken to where that is named, in both languages', async () => {
    const peer = await peerWith(answer({ text: 'ok' }), { tls: 'issued' });
    expect((await remoteWith(peer.url, { ca: AUTHORITY }).call(callOf())).output).toEqual({ text: 'ok' });
    // In place of others: who names an authority means that one.
    const other = remoteWith(peer.url, { ca: CERTIFICATE, protocol: 'a2a' });
    await expect(other.call(callOf())).rejects.toMatchObject({ code: 'REMOTE_CERTIFICATE' });
  });

  test('by failing in words passes those on', async () => {
    const error = { code: 'TIMEOUT', message: 'Agent execution exceeded timeout', retryable: true };
    const peer = await peerWith(
      (_, __, response) => void response.end(JSON.stringify({ agent_name: 'Far', error, status: 'error' })),
    );
    const remote = remoteWith(peer.url, { retry: { attempts: 1, initialDelayMs: 1, maxDelayMs: 1 } });
    await expect(remote.call(callOf())).rejects.toMatchObject({
      code: 'TIMEOUT',
      retryable: false,
      message: 'Far: Agent execution exceeded timeout: whether it did "ask" is not known.',
    });
    const harmless = remoteWith(peer.url, { ...again, retry: { attempts: 1, initialDelayMs: 1, maxDelayMs: 1 } });
    await expect(harmless.call(callOf())).rejects.toMatchObject({
      code: 'TIMEOUT',
      retryable: true,
      message: 'Far: Agent execution exceeded timeout',
    });
  });
});

describe('time', () => {
  test('goes along as what is left of it, so that clocks need not agree', async () => {
    const peer = await peerWith(answer({}));
    await remoteWith(peer.url, { timeoutMs: 30_000 }).call(callOf({ deadline: Date.now() + 5000 }));
    const left = Number(peer.asked[0]!.headers['a2a-timeout-ms']);
    expect(left).toBeGreaterThan(1000);
    expect(left).toBeLessThanOrEqual(5000);
  });

  test('that is over is not spent', async () => {
    const peer = await peerWith(answer({}));
    await expect(remoteWith(peer.url).call(callOf({ deadline: Date.now() - 1 }))).rejects.toMatchObject({
      code: 'TIMEOUT',
    });
    expect(peer.asked).toHaveLength(0);
  });
});

describe('a circuit', () => {
  test('opens after five failures in a row, asks nobody, and closes once the peer lives and answers', async () => {
    let alive = false;
    const peer = await peerWith(
      (body, request, response) =>
        alive ? answer({ text: 'back' })(body, request, response) : void response.writeHead(500).end(),
      { health: () => (alive ? 200 : 500) },
    );
    const remote = remoteWith(peer.url, { retry: { attempts: 1, initialDelayMs: 1, maxDelayMs: 1 } });
    for (let failures = 1; failures <= 5; failures++) {
      expect(remote.breaker.circuit).toBe('closed');
      await expect(remote.call(callOf())).rejects.toMatchObject({ code: 'REMOTE_UNAVAILABLE' });
    }
    expect(remote.breaker.circuit).toBe('open');
    await expect(remote.call(callOf())).rejects.toMatchObject({ code: 'CIRCUIT_OPEN', retryable: true });
    expect(peer.asked).toHaveLength(5);
    alive = true;
    await expect.poll(() => remote.breaker.circuit).toBe('half_open');
    expect((await remote.call(callOf())).output).toEqual({ text: 'back' });
    expect(remote.breaker.circuit).toBe('closed');
  });

  const failing = (status: number, error: object): Handle => {
    const body = JSON.stringify({ agent_name: 'Far', status: 'error', error: { message: 'no', ...error } });
    return (_, __, response) => void response.writeHead(status).end(body);
  };

  test.each([
    [500, { code: 'INTERNAL' }, 'REMOTE_FAILED'],
    [502, { code: 'MODEL_FAILED' }, 'MODEL_FAILED'],
    [503, { code: 'SHED', retryable: true }, 'SHED'],
    [200, { code: 'INTERNAL' }, 'REMOTE_FAILED'],
    [200, { code: 'RECORD_LOCKED', retryable: true }, 'RECORD_LOCKED'],
  ])('is opened by a peer that says in words that it failed (%#)', async (status, error, code) => {
    const peer = await peerWith(failing(status, error), { health: () => 500 });
    const remote = remoteWith(peer.url, { retry: { attempts: 1, initialDelayMs: 1, maxDelayMs: 1 } });
    for (let call = 0; call < 5; call++) await expect(remote.call(callOf())).rejects.toMatchObject({ code });
    expect(remote.breaker.circuit).toBe('open');
  });

  test.each([
    [400, { code: 'PARAMETERS_INVALID' }],
    [409, { code: 'STATE_PROTECTED', retryable: true }],
    [429, { code: 'RATE_LIMITED', retryable: true }],
    [200, { code: 'ACTION_UNKNOWN' }],
  ])('is not opened by what is wrong with the request (%#)', async (status, error) => {
    const peer = await peerWith(failing(status, error));
    const remote = remoteWith(peer.url, { retry: { attempts: 1, initialDelayMs: 1, maxDelayMs: 1 } });
    for (let call = 0; call < 7; call++)
      await expect(remote.call(callOf())).rejects.toMatchObject({ code: error.code });
    expect(remote.breaker).toMatchObject({ circuit: 'closed', failures: 0 });
  });

  test('is opened by a peer that answers without end', async () => {
    const peer = await peerWith((_, __, response) => void response.end('x'.repeat(5000)), { health: () => 500 });
    const remote = remoteWith(peer.url, { maxAnswerBytes: 1000 });
    for (let call = 0; call < 5; call++)
      await expect(remote.call(callOf())).rejects.toMatchObject({ code: 'REMOTE_TOO_LARGE' });
    expect(remote.breaker.circuit).toBe('open');
    expect(peer.asked).toHaveLength(5);
  });

  test('is opened by batches of which nothing was done', async () => {
    const error = { code: 'INTERNAL', message: 'no' };
    const peer = await peerWith((_, __, response) => void response.end(JSON.stringify([{ status: 'error', error }])));
    const remote = remoteWith(peer.url);
    for (let call = 0; call < 5; call++) await remote.batch([callOf()]);
    expect(remote.breaker.circuit).toBe('open');
  });

  test('is not opened by refusals', async () => {
    const peer = await peerWith((_, __, response) => void response.writeHead(403).end());
    const remote = remoteWith(peer.url);
    for (let call = 0; call < 7; call++)
      await expect(remote.call(callOf())).rejects.toMatchObject({ code: 'REMOTE_FORBIDDEN' });
    expect(remote.breaker.circuit).toBe('closed');
  });
});

describe('several instances', () => {
  test('take turns, and keep a conversation', async () => {
    const peers = await Promise.all([1, 2, 3].map(() => peerWith(answer({}))));
    const remote = remoteWith(peers.map(({ url }) => url));
    for (let round = 0; round < 3; round++)
      for (const conversation of ['a', 'b', 'c', 'd', 'e', 'f']) await remote.call(callOf({ conversation }));
    expect(peers.map(({ asked }) => asked.length)).toEqual([6, 6, 6]);
    const places = peers.map(({ asked }) => new Set(asked.map(({ body }) => JSON.parse(body).conversation_id)));
    expect(places.map((place) => place.size)).toEqual([2, 2, 2]);
  });

  test('stand in for one that is gone: nobody’s request fails that can be sent again', async () => {
    const [one, two] = [await peerWith(answer({ from: 1 })), await peerWith(answer({ from: 2 }))];
    const remote = remoteWith([one.url, two.url], again);
    await remote.call(callOf({ conversation: 'a' }));
    await one.close();
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, at) => remote.call(callOf({ conversation: `x${at}` }))),
    );
    expect(new Set(answers.map(({ output }) => output['from']))).toEqual(new Set([2]));
    expect(remote.endpoints.all.map(({ healthy }) => healthy)).toEqual([false, true]);
  });

  test('of which there is one: it is told as down where it cannot be reached, and as well when it answers', async () => {
    let isCut = true;
    const peer = await peerWith((body, request, response) =>
      isCut ? void request.socket.destroy() : answer({})(body, request, response),
    );
    const remote = remoteWith(peer.url, { retry: { attempts: 1, initialDelayMs: 1, maxDelayMs: 1 } });
    const isWell = () => remote.endpoints.all[0]!.healthy;
    await expect(remote.call(callOf())).rejects.toMatchObject({ code: 'REMOTE_UNAVAILABLE' });
    expect(isWell()).toBe(false);
    isCut = false;
    await remote.call(callOf());
    expect(isWell()).toBe(true);
  });
});

describe('answers', () => {
  test('are kept while they are fresh, for the same question of the same user', async () => {
    const peer = await peerWith(answer({ n: 1 }));
    const remote = remoteWith(peer.url, { cacheMs: () => 60_000 });
    await remote.call(callOf({ user: 'a' }));
    expect(await remote.call(callOf({ user: 'a' }))).toMatchObject({ source: 'cache', output: { n: 1 } });
    expect((await remote.call(callOf({ user: 'b' }))).source).toBe('remote');
    expect(peer.asked).toHaveLength(2);
  });

  test('from before stand in where the agent is away, and are marked', async () => {
    const peer = await peerWith(answer({ n: 1 }));
    const remote = remoteWith(peer.url, { staleOnFailure: true });
    await remote.call(callOf());
    await peer.close();
    expect(await remote.call(callOf())).toMatchObject({ source: 'stale', output: { n: 1 }, ageMs: expect.any(Number) });
    await expect(remote.call(callOf({ parameters: { message: 'else' } }))).rejects.toMatchObject({
      code: 'REMOTE_UNAVAILABLE',
    });
  });

  test('from before stand in also where the agent answers that it failed', async () => {
    const peer = await peerWith(answer({ n: 1 }));
    const remote = remoteWith(peer.url, { staleOnFailure: true });
    await remote.call(callOf());
    const error = { code: 'INTERNAL', message: 'no' };
    peer.handle = (_, __, response) =>
      void response.writeHead(500).end(JSON.stringify({ agent_name: 'Far', status: 'error', error }));
    expect(await remote.call(callOf())).toMatchObject({ source: 'stale', output: { n: 1 } });
  });

  test('of a batch come in order, good and bad', async () => {
    const peer = await peerWith((body, _, response) => {
      const asked = JSON.parse(body) as { conversation_id: string; input: { action: string } }[];
      const answers = asked.map(({ conversation_id, input }) =>
        input.action === 'fly'
          ? { status: 'error', error: { code: 'ACTION_UNKNOWN', message: 'no' } }
          : { agent_name: 'Far', conversation_id, status: 'success', output: { did: input.action } },
      );
      response.end(JSON.stringify(answers));
    });
    const [good, bad] = await remoteWith(peer.url).batch([callOf({ action: 'add' }), callOf({ action: 'fly' })]);
    expect(good).toMatchObject({ output: { did: 'add' } });
    expect(bad).toMatchObject({ code: 'ACTION_UNKNOWN' });
    expect(peer.asked).toHaveLength(1);
  });
});

describe('a token', () => {
  test('that was rotated in mid-conversation is read anew from its file, once', async () => {
    const file = join(tempDir('token'), 'token');
    writeFileSync(file, 'old\n');
    let good = 'old';
    const peer = await peerWith((body, request, response) =>
      request.headers.authorization === `Bearer ${good}`
        ? answer({ ok: true })(body, request, response)
        : void response.writeHead(401).end(),
    );
    const { token } = configureRemote('Far', { endpoint: peer.url, auth_token_file: file }, { env: {} });
    const remote = remoteWith(peer.url, { token });
    await remote.call(callOf());
    good = 'new';
    writeFileSync(file, 'new\n');
    expect((await remote.call(callOf())).output).toEqual({ ok: true });
    good = 'newer';
    await expect(remote.call(callOf())).rejects.toMatchObject({
      code: 'REMOTE_UNAUTHORIZED',
      hint: expect.stringContaining('rotated'),
    });
  });
});

describe('the settings of a remote agent', () => {
  const configure =
    (config: Parameters<typeof configureRemote>[1], env = {}) =>
    () =>
      configureRemote('Far', config, { env });

  test('come from its YAML and the environment', () => {
    const env = { URLS: 'https://a.example/a2a, https://b.example/a2a' };
    expect(configure({ endpoint: '${URLS}', timeout_ms: 5, circuit: { failures: 2 } }, env)()).toMatchObject({
      endpoints: ['https://a.example/a2a', 'https://b.example/a2a'],
      timeoutMs: 5,
      circuit: { failures: 2, resetMs: 30_000 },
    });
  });

  test.each([
    [{ endpoint: '${NOWHERE}' }, {}, 'REMOTE_CONFIG'],
    [{ endpoint: 'ftp://x' }, {}, 'REMOTE_CONFIG'],
    [{ endpoint: 'http://far.example/a2a' }, {}, 'REMOTE_CONFIG'],
    [{ endpoint: 'https://far.example/a2a' }, { CONSILIUM_A2A_ALLOW: 'near.example' }, 'REMOTE_NOT_ALLOWED'],
    [{ endpoint: 'https://far.example/a2a', ca: '/nowhere.pem' }, {}, 'REMOTE_CONFIG'],
    [{ endpoint: 'https://far.example/a2a', signed: true }, {}, 'REMOTE_CONFIG'],
  ])('that cannot be are refused with a hint (%#)', (config, env, code) => {
    expect(configure(config, env)).toThrow(expect.objectContaining({ code, hint: expect.any(String) }));
  });

  test('let plain http go where it was named', () => {
    expect(
      configure({ endpoint: 'http://far.example/a2a' }, { CONSILIUM_A2A_PLAIN: 'far.example' })().endpoints,
    ).toHaveLength(1);
  });
});
