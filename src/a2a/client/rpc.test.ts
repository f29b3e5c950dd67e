/** A2A from the calling side, against our own door on the wire, whose line is cut, whose card lies, whose task asks. */
import type { ServerResponse } from 'node:http';
import { afterEach, describe, expect, test } from 'vitest';
import { toLegacyCard } from '../card.ts';
import { caller, openPuppet } from '../fixture.ts';
import { type CallRecord, DEFAULTS, Remote } from './index.ts';
import { callOf, type Handle, openPeer, remoteAt } from './peers.ts';

const open: { close(): unknown }[] = [];
afterEach(async () => {
  for (const each of open.splice(0)) await each.close();
});

interface Faults {
  /** How many events of the first stream come through. */
  readonly cutAfter?: number;
  readonly card?: (card: Record<string, unknown>) => Record<string, unknown>;
}

async function speakWith({ cutAfter, card = (given) => given }: Faults = {}) {
  const { door } = openPuppet();
  const methods: string[] = [];
  let isCut = cutAfter === undefined;
  const handle: Handle = async (body, request, response) => {
    const headers = request.headers as Record<string, string>;
    if (request.method === 'GET') {
      if (request.url !== '/.well-known/agent-card.json') return void response.writeHead(404).end();
      const given = await door.card(new Request(`http://${headers['host']}${request.url}`));
      return void response.writeHead(200).end(JSON.stringify(card(await given.json())));
    }
    methods.push(JSON.parse(body).method);
    const answer = await door.post(new Request('http://localhost/a2a', { method: 'POST', body, headers }), caller);
    const isStream = answer.headers.get('content-type')?.startsWith('text/event-stream');
    response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type')! });
    if (!isStream || isCut) return void response.end(await answer.text());
    isCut = true;
    const events = (await answer.text()).split('\n\n').slice(0, cutAfter);
    response.write(`${events.join('\n\n')}\n\n`, () => request.socket.destroy());
  };
  const peer = await openPeer(handle);
  const remote = remoteAt(peer.url, { protocol: 'a2a' });
  open.push(remote, peer);
  return { remote, methods, peer };
}

const say = (message: string) => callOf({ parameters: { message } });

describe('a stream', () => {
  test('is followed to its end', async () => {
    const { remote, methods } = await speakWith();
    expect(await remote.call(say('stream a|b|c'))).toMatchObject({ output: { text: 'abc' } });
    expect(methods).toEqual(['SendStreamingMessage']);
  });

  test.each([
    2, 3, 4,
  ])('that is cut after %i events is taken up there: the work is asked for once', async (cutAfter) => {
    const { remote, methods } = await speakWith({ cutAfter });
    expect(await remote.call(say('stream a|b|c'))).toMatchObject({ output: { text: 'abc' } });
    expect(methods.filter((method) => method === 'SendStreamingMessage')).toHaveLength(1);
    expect(methods.slice(1)).not.toHaveLength(0);
  });
});

test('a refusal before a stream begins is the peer’s own, by its code and words, and none against it', async () => {
  const { remote } = await speakWith();
  const wrong = callOf({ action: 'fly', parameters: {} });
  await expect(remote.call(wrong)).rejects.toMatchObject({
    code: 'ACTION_UNKNOWN',
    message: expect.stringContaining('has no action'),
  });
  expect(remote.breaker.failures).toBe(0);
});

test('what a peer says of itself in place of a stream is told on; the whole answer at once is one', async () => {
  const { remote, peer } = await speakWith();
  const { handle } = peer;
  const instead = (told: object) => {
    peer.handle = (body, request, response) => {
      if (request.method === 'GET') return handle(body, request, response);
      const { id } = JSON.parse(body) as { id: string };
      response.writeHead(200, { 'content-type': 'application/json; charset=utf-8' });
      return void response.end(JSON.stringify({ jsonrpc: '2.0', id, ...told }));
    };
  };
  instead({ error: { code: -32603, message: 'The ward is over capacity, come back later.' } });
  await expect(remote.call(say('hi'))).rejects.toMatchObject({ message: expect.stringContaining('over capacity') });
  const message = { messageId: 'm', role: 'ROLE_AGENT', contextId: 'c', parts: [{ text: 'at once' }] };
  instead({ result: { message } });
  expect(await remote.call(say('hi'))).toMatchObject({ output: { text: 'at once' } });
});

describe('an agent of a house that serves several', () => {
  const cardOf = (host: string, path: string, name: string) => ({
    ...{ name, description: 'x', version: '1', capabilities: { streaming: false }, skills: [] },
    supportedInterfaces: [{ url: `http://${host}${path}`, protocolBinding: 'JSONRPC', protocolVersion: '1.0' }],
  });
  async function openHouse(served: readonly string[]) {
    const heard: string[] = [];
    const peer = await openPeer((body, request, response) => {
      const { host } = request.headers;
      const own = /^\/a2a\/agents\/([^/]+)\/\.well-known\/agent-card\.json$/.exec(request.url!)?.[1];
      const name = own === undefined ? undefined : decodeURIComponent(own);
      if (request.method === 'POST') {
        heard.push(request.url!);
        const { id } = JSON.parse(body) as { id: string };
        const message = { messageId: 'm', role: 'ROLE_AGENT', contextId: 'c', parts: [{ text: request.url! }] };
        return void response.end(JSON.stringify({ jsonrpc: '2.0', id, result: { message } }));
      }
      if (name !== undefined && served.includes(name))
        return void response.end(JSON.stringify(cardOf(host!, `/a2a/agents/${encodeURIComponent(name)}`, name)));
      if (request.url === '/.well-known/agent-card.json')
        return void response.end(JSON.stringify(cardOf(host!, '/a2a', 'usual')));
      return void response.writeHead(404).end();
    });
    open.push(peer);
    const reach = (more: object) => {
      const remote = remoteAt(peer.url, { protocol: 'a2a', ...more });
      open.push(remote);
      return remote;
    };
    return { reach, heard };
  }

  test('is reached by its own card, named in the YAML or called like it', async () => {
    const { reach, heard } = await openHouse(['Worker', 'ward/Far']);
    await reach({ remoteName: 'Worker', isNamedThere: true }).call(say('hi'));
    await reach({ name: 'Worker', remoteName: 'Worker' }).call(say('hi'));
    await reach({ remoteName: 'ward/Far', isNamedThere: true }).call(say('hi'));
    expect(heard).toEqual(['/a2a/agents/Worker', '/a2a/agents/Worker', '/a2a/agents/ward%2FFar']);
  });

  test('who is not there is not stood in for by another: it is told nothing', async () => {
    const { reach, heard } = await openHouse([]);
    await expect(reach({ remoteName: 'Worker', isNamedThere: true }).call(say('hi'))).rejects.toMatchObject({
      code: 'REMOTE_OTHER_AGENT',
      hint: expect.stringContaining('usual'),
    });
    expect(heard).toEqual([]);
    // Without agent in the YAML whoever is at the address is meant; and by the name of its card, the usual one.
    await reach({}).call(say('hi'));
    await reach({ remoteName: 'usual', isNamedThere: true }).call(say('hi'));
    expect(heard).toEqual(['/a2a', '/a2a']);
  });
});

test('a stream that comes byte by byte says the same', async () => {
  const { remote, peer } = await speakWith();
  const { handle } = peer;
  peer.handle = (body, request, response) => {
    const end = response.end.bind(response) as (text?: string) => typeof response;
    const drip = (text = '') => {
      for (const byte of Buffer.from(text.replaceAll('\n', '\r\n'))) response.write(Buffer.of(byte));
      return end();
    };
    if (request.method === 'POST') response.end = drip as typeof response.end;
    handle(body, request, response);
  };
  expect(await remote.call(say('stream a|ü|c'))).toMatchObject({ output: { text: 'aüc' } });
});

test.each([
  true,
  false,
])('bodies are signed, and a token that was rotated is asked for anew (streams: %s)', async (streaming) => {
  const { peer } = await speakWith({ card: (given) => ({ ...given, capabilities: { streaming } }) });
  const { handle } = peer;
  peer.handle = (body, request, response) => {
    const isOld = request.method === 'POST' && request.headers.authorization !== 'Bearer new';
    if (isOld) response.writeHead(401).end();
    else handle(body, request, response);
  };
  const signed: string[] = [];
  const remote = remoteAt(peer.url, {
    protocol: 'a2a',
    remoteName: 'Puppet',
    token: async (why) => (why === 'refused' ? 'new' : 'old'),
    sign: async (body, audience) => {
      signed.push(body);
      return `${audience} ${signed.length}`;
    },
  });
  open.push(remote);
  expect(await remote.call(say('say hello'))).toMatchObject({ output: { text: 'hello' }, attempts: 1 });
  const posts = peer.asked.filter(({ body }) => body !== '');
  expect(posts.map(({ headers }) => headers['x-a2a-signature'])).toEqual(
    [1, 2].map((at) => `${new URL(peer.url).origin}/a2a/agents/Puppet ${at}`),
  );
  expect(signed).toEqual(posts.map(({ body }) => body));
});

test('what went over the line is counted, whichever way it goes', async () => {
  const { peer } = await speakWith();
  const seen: CallRecord[] = [];
  const settings = {
    ...DEFAULTS,
    name: 'Puppet',
    remoteName: 'Puppet',
    endpoints: [peer.url],
    protocol: 'a2a' as const,
  };
  const remote = new Remote(settings, { onCall: (record) => void seen.push(record) });
  open.push(remote);
  await remote.call(say(`say ${'x'.repeat(500)}`));
  const sent = peer.asked.reduce((sum, { body }) => sum + Buffer.byteLength(body), 0);
  expect(seen).toMatchObject([{ outcome: 'ok', sent, received: expect.any(Number) }]);
  expect(seen[0]!.received).toBeGreaterThan(500);
});

test('an agent of 0.3 is spoken to in 0.3, as its card says', async () => {
  const { remote, methods } = await speakWith({ card: (given) => toLegacyCard(given as never) });
  expect(await remote.call(say('say hello'))).toMatchObject({ output: { text: 'hello' } });
  expect(methods).toEqual(['message/stream']);
});

test('a card that names another host does not send us there', async () => {
  const elsewhere = 'http://169.254.169.254/a2a';
  const { remote } = await speakWith({
    card: (given) => ({
      ...given,
      supportedInterfaces: [{ url: elsewhere, protocolBinding: 'JSONRPC', protocolVersion: '1.0' }],
    }),
  });
  expect(await remote.call(say('say here'))).toMatchObject({ output: { text: 'here' } });
});

test('a card that offers nothing we speak, and no card at all, are said', async () => {
  const { remote } = await speakWith({ card: () => ({ supportedInterfaces: [] }) });
  await expect(remote.call(say('say x'))).rejects.toMatchObject({ code: 'REMOTE_INVALID' });
  const nobody = await speakWith();
  nobody.peer.handle = (_, __, response) => void response.writeHead(404).end();
  await expect(nobody.remote.call(say('say x'))).rejects.toMatchObject({ code: 'REMOTE_NOT_FOUND' });
});

test('what goes wrong there keeps its name; a question is handed on with the task that waits', async () => {
  const { remote } = await speakWith();
  await expect(remote.call(say('fail RECORD_LOCKED'))).rejects.toMatchObject({
    code: 'RECORD_LOCKED',
    retryable: true,
  });
  for (const code of ['STORAGE_CONFLICT', 'lower case'])
    await expect(remote.call(say(`fail ${code}`))).rejects.toMatchObject({ code: 'REMOTE_FAILED' });
  const asked = await remote.call(say('ask Which one?'));
  expect(asked.pending).toMatchObject({ what: 'Which one?' });
  const answered = callOf({ parameters: { message: 'the left' }, answers: { pending: asked.pending!.id } as never });
  expect(await remote.call(answered)).toMatchObject({ output: { text: 'So: the left' } });
  const again = (await remote.call(say('ask Which one?'))).pending!;
  const other = { action: 'add', parameters: { message: 'no' }, answers: { pending: again.id } as never };
  expect(await remote.call(callOf(other))).toMatchObject({ output: { text: 'So: no' } });
});

test.each([
  ['hangs', () => {}, 'TIMEOUT'],
  [
    'is behind a gateway that gives up',
    (_: string, __: unknown, response: ServerResponse) => void response.writeHead(504).end(),
    'TIMEOUT',
  ],
] as const)('of a peer whose card %s it is known that nothing was asked of it', async (_, handle, code) => {
  const peer = await openPeer(handle as Handle);
  const once = { attempts: 1, initialDelayMs: 1, maxDelayMs: 1 };
  const remote = remoteAt(peer.url, { protocol: 'a2a', timeoutMs: 300, retry: once, isIdempotent: () => false });
  await expect(remote.call(callOf())).rejects.toMatchObject({ code, retryable: true, details: { sent: false } });
  await remote.close();
  await peer.close();
});
