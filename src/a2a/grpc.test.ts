/** A2A in gRPC, on the wire: the protocol's own client against our door. */
import { once } from 'node:events';
import { connect, constants } from 'node:http2';
import { deflateSync, gzipSync } from 'node:zlib';
import { type AgentCard, AgentCard as CardCodec, type StreamResponse } from '@a2a-js/sdk';
import type { Transport } from '@a2a-js/sdk/client';
import { GrpcTransportFactory } from '@a2a-js/sdk/client/grpc';
import { A2AService } from '@a2a-js/sdk/server/grpc';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { keepThreads } from '../threads/index.ts';
import { caller, openPuppet, say } from './fixture.ts';
import { type GrpcDoor, openGrpc } from './grpc.ts';
import * as methods from './grpc-methods.ts';

const { door, desk } = openPuppet();
let grpc: GrpcDoor;
let client: Transport;
const seen: { headers: Headers; from: unknown }[] = [];

beforeAll(async () => {
  grpc = await openGrpc({
    ...{ host: '127.0.0.1', port: 0 },
    fetch: (request, from) => {
      seen.push({ headers: request.headers, from });
      if (request.headers.get('authorization') === 'Bearer wrong')
        return Response.json({ error: { code: 'TOKEN_INVALID', message: 'Not this one.' } }, { status: 401 });
      return door.post(request, caller);
    },
  });
  const card = CardCodec.fromJSON({ name: 'Puppet' }) as AgentCard;
  client = await new GrpcTransportFactory().create(`127.0.0.1:${grpc.port}`, card);
});
afterAll(async () => {
  await grpc?.close();
});

const ask = (text: string, more: object = {}) =>
  ({ tenant: '', configuration: undefined, metadata: undefined, ...asked(text, more) }) as never;
const asked = (text: string, more: object) => {
  const { message } = say(text);
  const parts = [{ content: { $case: 'text', value: text }, metadata: undefined, filename: '', mediaType: '' }];
  return {
    message: { ...message, role: 1, parts, contextId: '', taskId: '', extensions: [], referenceTaskIds: [], ...more },
  };
};

test('a message is answered as over JSON-RPC, and the task is kept', async () => {
  const answer = (await client.sendMessage(ask('say hello'), {})) as { id: string; artifacts: { parts: unknown[] }[] };
  expect(desk.get(answer.id, caller).artifacts?.[0]?.parts).toMatchObject([{ text: 'hello' }]);
  expect(answer.artifacts[0]!.parts).toMatchObject([{ content: { $case: 'text', value: 'hello' } }]);
  const found = await client.getTask({ tenant: '', id: answer.id, historyLength: undefined }, {});
  expect(found.id).toBe(answer.id);
});

test('a message of more fields than any has is refused before it is written out', async () => {
  const many = ask('say hello', { extensions: Array(30_000).fill('x') });
  await expect(client.sendMessage(many, {})).rejects.toThrow(/20000 fields/);
});

test('a large message is read in a thread where some are kept, and one that is none is refused', async () => {
  const here = vi.spyOn(methods.works, 'read');
  const close = keepThreads({ most: 2 });
  try {
    const many = ask('say hello', { extensions: Array(200_000).fill('x') });
    await expect(client.sendMessage(many, {})).rejects.toThrow(/20000 fields/);
    const long = (await client.sendMessage(ask(`say ${'long '.repeat(10_000)}`), {})) as { id: string };
    expect(desk.get(long.id, caller).status.state).toBe('TASK_STATE_COMPLETED');
    expect(here).not.toHaveBeenCalled();
  } finally {
    await close();
    vi.restoreAllMocks();
  }
  const message = Buffer.concat([Buffer.from([0, 0, 0, 0, 4]), Buffer.from([0x0a, 0xff, 0x01, 0x07])]);
  expect(await knock(grpc.port, { ':authority': 'localhost' }, message)).toBe('3');
});

test('who does not read what is streamed to them is let go, and the task goes on', async () => {
  const short = await openGrpc({
    ...{ host: '127.0.0.1', port: 0, stallMs: 100 },
    fetch: (request) => door.post(request, caller),
  });
  const session = connect(`http://127.0.0.1:${short.port}`, { settings: { initialWindowSize: 0 } });
  const call = session.request({
    ...{ ':method': 'POST', ':path': '/lf.a2a.v1.A2AService/SendStreamingMessage', ':authority': 'localhost' },
    ...{ 'content-type': 'application/grpc', te: 'trailers' },
  });
  const bytes = A2AService.sendStreamingMessage.requestSerialize(ask(`stream ${'x|'.repeat(20)}x`));
  const head = Buffer.alloc(5);
  head.writeUInt32BE(bytes.length, 1);
  call.on('error', () => {});
  call.end(Buffer.concat([head, bytes]));
  await once(call, 'close');
  expect(call.rstCode).toBe(constants.NGHTTP2_CANCEL);
  session.destroy();
  await short.close();
});

test('a stream comes event by event to its end', async () => {
  const events: StreamResponse[] = [];
  for await (const event of client.sendMessageStream(ask('stream a|b|c'), {})) events.push(event as StreamResponse);
  const kinds = events.map(({ payload }) => payload?.$case);
  expect(kinds[0]).toBe('task');
  expect(kinds).toContain('artifactUpdate');
  expect(kinds.at(-1)).toBe('statusUpdate');
});

test('what is refused says so with its status and reason', async () => {
  const unknown = client.getTask({ tenant: '', id: 'nowhere', historyLength: undefined }, {});
  await expect(unknown).rejects.toMatchObject({ status: 5, reason: 'TASK_NOT_FOUND' });
  const other = client.sendMessage({ ...(ask('say hi') as object), tenant: 'Nobody' } as never, {});
  await expect(other).rejects.toMatchObject({ status: 5 });
  const late = client.sendMessage(ask('say hi'), { serviceParameters: { 'a2a-version': '9.0' } });
  await expect(late).rejects.toMatchObject({ status: 12, reason: 'VERSION_NOT_SUPPORTED' });
});

test('the door learns who calls, and what it refuses before the body is UNAUTHENTICATED here', async () => {
  const call = client.sendMessage(ask('say hi'), { serviceParameters: { authorization: 'Bearer wrong' } });
  await expect(call).rejects.toMatchObject({ status: 16 });
  expect(seen.at(-1)).toMatchObject({ from: { incoming: { socket: { remoteAddress: '127.0.0.1' } } } });
});

test('who calls is asked before how much they send', async () => {
  const large = ask('x'.repeat(1_500_000));
  const stranger = client.sendMessage(large, { serviceParameters: { authorization: 'Bearer wrong' } });
  await expect(stranger).rejects.toMatchObject({ status: 16 });
  await expect(client.sendMessage(large, {})).rejects.toMatchObject({ status: 8 });
});

test.each([
  ['gzip', gzipSync],
  ['deflate', deflateSync],
] as const)('a message that is packed (%s) is unpacked no further than a message may be long', async (encoding, pack) => {
  const head = { ':authority': 'localhost', 'grpc-encoding': encoding };
  const framed = (bytes: Buffer) => {
    const length = Buffer.alloc(5, 1);
    length.writeUInt32BE(bytes.length, 1);
    return Buffer.concat([length, bytes]);
  };
  const before = process.memoryUsage().rss;
  const bomb = framed(pack(Buffer.alloc(100e6), { level: 9 }));
  expect(bomb.length).toBeLessThan(200_000);
  expect(await Promise.all(Array.from({ length: 20 }, () => knock(grpc.port, head, bomb)))).toEqual(
    Array(20).fill('8'),
  );
  expect(process.memoryUsage().rss - before).toBeLessThan(400e6);
  expect(await knock(grpc.port, head, framed(Buffer.from('no such stream')))).toBe('13');
});

/** One call by hand: its head, and its message where there is one. */
function knock(port: number, head: Record<string, string>, message?: Buffer): Promise<string> {
  const session = connect(`http://127.0.0.1:${port}`);
  const { promise, resolve } = Promise.withResolvers<string>();
  session.on('error', (error) => resolve(String(error)));
  const call = session.request({
    ...{
      ':method': 'POST',
      ':path': '/lf.a2a.v1.A2AService/GetTask',
      'content-type': 'application/grpc',
      te: 'trailers',
    },
    ...head,
  });
  let status = '';
  for (const event of ['response', 'trailers'] as const)
    call.on(event, (headers: Record<string, unknown>) => {
      status = String(headers['grpc-status'] ?? status);
      if (status !== '') resolve(status);
    });
  call.on('error', (error) => resolve(String(error)));
  call.on('close', () => resolve(status));
  call.resume();
  if (message !== undefined) call.end(message);
  return promise.finally(() => session.destroy());
}

test.each([
  ['half an address', '[::'],
  ['signs', '%00'],
  ['a port that there is not', 'localhost:99999'],
  ['a long one', 'x'.repeat(5000)],
])('a call to what is no address (%s) is refused, and the house stands', async (_, authority) => {
  expect(await knock(grpc.port, { ':authority': authority }, Buffer.alloc(5))).toBe('3');
  expect(await client.sendMessage(ask('say hello'), {})).toBeDefined();
});

test('who sends a head and no message is not waited for', async () => {
  const short = await openGrpc({
    ...{ host: '127.0.0.1', port: 0, patienceMs: 50 },
    fetch: (request) => door.post(request, caller),
  });
  const session = connect(`http://127.0.0.1:${short.port}`);
  const call = session.request({
    ...{ ':method': 'POST', ':path': '/lf.a2a.v1.A2AService/GetTask', ':authority': 'localhost' },
    ...{ 'content-type': 'application/grpc', te: 'trailers' },
  });
  const [told] = (await once(call, 'response')) as [Record<string, unknown>];
  expect(told['grpc-status']).toBe('4');
  call.resume();
  await once(call, 'close'); // though nothing was ended here
  session.destroy();
  await short.close();
});

test('thousands of heads at once are begun one in a round', async () => {
  let inRound = 0;
  let most = 0;
  const slow = await openGrpc({
    ...{ host: '127.0.0.1', port: 0 },
    fetch: async (request) => {
      most = Math.max(most, ++inRound);
      setImmediate(() => {
        inRound = 0;
      });
      return door.post(request, caller);
    },
  });
  const session = connect(`http://127.0.0.1:${slow.port}`);
  const calls = Array.from({ length: 80 }, () => {
    const call = session.request({
      ...{ ':method': 'POST', ':path': '/lf.a2a.v1.A2AService/GetTask', ':authority': 'localhost' },
      ...{ 'content-type': 'application/grpc', te: 'trailers' },
    });
    call.resume();
    call.end(Buffer.alloc(5));
    return once(call, 'close');
  });
  await Promise.all(calls);
  expect(most).toBeLessThanOrEqual(2);
  session.destroy();
  await slow.close();
});

test('connections are handed to whoever counts them', async () => {
  const seenSockets: unknown[] = [];
  const counted = await openGrpc({
    ...{ host: '127.0.0.1', port: 0, fetch: (request: Request) => door.post(request, caller) },
    guard: (listener) => void listener.on('connection', (socket) => seenSockets.push(socket)),
  });
  await knock(counted.port, { ':authority': 'localhost' }, Buffer.alloc(5));
  expect(seenSockets).toHaveLength(1);
  await counted.close();
});
