/** Peers that answer nonsense in JSON-RPC: each is refused by what is wrong with it, and nothing of it is believed. */
import { afterEach, expect, test } from 'vitest';
import { callOf, openPeer, remoteAt } from './peers.ts';

const open: { close(): unknown }[] = [];
afterEach(async () => {
  for (const each of open.splice(0)) await each.close();
});

interface Request {
  readonly id: string;
  readonly params: { readonly message: { readonly contextId: string } };
}

const done = ({ params }: Request, over: object = {}) => ({
  task: {
    ...{ id: 't', contextId: params.message.contextId },
    status: { state: 'TASK_STATE_COMPLETED', message: { role: 'ROLE_AGENT', parts: [{ text: 'said' }] } },
    ...over,
  },
});

/** One that has a card, and then this. */
async function answering(answer: (request: Request) => unknown, more: { streams?: boolean } = {}) {
  const { streams = false } = more;
  const peer = await openPeer((body, request, response) => {
    const url = `http://${request.headers.host}/`;
    const spoken = [{ url, protocolBinding: 'JSONRPC', protocolVersion: '1.0' }];
    const card = { name: 'x', version: '1', capabilities: { streaming: streams }, supportedInterfaces: spoken };
    if (request.method === 'GET') return void response.writeHead(200).end(JSON.stringify(card));
    const said = [answer(JSON.parse(body))].flat();
    response.writeHead(200, { 'content-type': streams ? 'text/event-stream' : 'application/json' });
    const words = said.map((each) => (typeof each === 'string' ? each : JSON.stringify(each)));
    response.end(streams ? words.map((each) => `data: ${each}\n\n`).join('') : words[0]);
  });
  const remote = remoteAt(peer.url, { protocol: 'a2a' });
  open.push(remote, peer);
  return remote.call(callOf({ parameters: { message: 'hi' } }));
}

const reply = (result: (request: Request) => unknown) => (request: Request) => ({
  ...{ jsonrpc: '2.0', id: request.id, result: result(request) },
});

test('what fits is taken, also where absent fields are null', async () => {
  const given = await answering(reply((request) => done(request, { artifacts: null, history: null })));
  expect(given).toMatchObject({ output: { text: 'said' } });
});

test.each<[string, (request: Request) => unknown, RegExp]>([
  ['to another request', (request) => ({ ...reply(done)(request), id: 'other' }), /another request/],
  ['to nobody', (request) => ({ ...reply(done)(request), id: null }), /another request/],
  ['of another conversation', reply((request) => done(request, { contextId: 'theirs' })), /another conversation/],
  ['of wrong types', reply((request) => done(request, { artifacts: 'none', status: 'done' })), /as the protocol has/],
  ['with words that are none', reply(() => ({ message: { parts: [{ text: 7 }] } })), /as the protocol has/],
  ['with artifacts of no parts', reply((request) => done(request, { artifacts: [{}] })), /as the protocol has/],
  ['of nothing', reply(() => ({})), /neither a task nor a message/],
  ['without end', () => `{"result":${'['.repeat(100_000)}${']'.repeat(100_000)}}`, /not one of the protocol/],
  ['of a page', () => '<!doctype html><h1>Log in</h1>', /not one of the protocol/],
])('an answer %s is none', async (_, answer, why) => {
  await expect(answering(answer)).rejects.toMatchObject({
    code: 'REMOTE_INVALID',
    retryable: false,
    message: expect.stringMatching(why),
    hint: expect.any(String),
  });
});

test('a stream that changes over to another task, or to another request, is none', async () => {
  const working = (request: Request) => reply((of) => done(of, { status: { state: 'TASK_STATE_WORKING' } }))(request);
  const others = reply(() => ({ statusUpdate: { taskId: 'u', status: { state: 'TASK_STATE_COMPLETED' } } }));
  const streams = { streams: true };
  await expect(answering((request) => [working(request), others(request)], streams)).rejects.toMatchObject({
    code: 'REMOTE_INVALID',
    message: expect.stringContaining('another task'),
  });
  await expect(
    answering((request) => [working(request), { ...reply(done)(request), id: 'v' }], streams),
  ).rejects.toMatchObject({ code: 'REMOTE_INVALID', message: expect.stringContaining('another request') });
});

test('what a peer lets slip in an error is not passed on', async () => {
  const message = 'no postgres://admin:hunter2@db/x for Bearer abc.def\u001b[31m';
  const failed = (request: Request) => ({ jsonrpc: '2.0', id: request.id, error: { code: -32603, message } });
  const error = await answering(failed).catch((thrown: Error) => thrown);
  expect(error).toMatchObject({ message: expect.stringMatching(/no postgres:\/\/…@db\/x for Bearer …$/) });
});

test.each([
  [-32603, true],
  [-32602, undefined],
])('the number %d says whether the peer failed by itself', async (code, outage) => {
  const failed = (request: Request) => ({ jsonrpc: '2.0', id: request.id, error: { code, message: 'no' } });
  const error = await answering(failed).catch((thrown: { details: object }) => thrown.details);
  expect((error as { outage?: boolean }).outage).toBe(outage);
});
