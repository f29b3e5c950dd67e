/** A peer whose task is not done when it answers: followed to its end, and called off when nobody waits any more. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { ConsiliumError } from '../../kernel/index.ts';
import { callOf, type Handle, openPeer, remoteAt } from './peers.ts';

const open: { close(): unknown }[] = [];
afterEach(async () => {
  for (const each of open.splice(0)) await each.close();
});

interface Script {
  /** How often it says that it is still at work. */
  readonly rounds: number;
  readonly streaming?: boolean;
  readonly version?: '1.0' | '0.3';
  /** What it does instead of answering the first GetTask. */
  readonly trip?: Handle;
}

async function workWith({ rounds, streaming = false, version = '1.0', trip }: Script) {
  const methods: string[] = [];
  let asked = 0;
  let tripped = trip === undefined;
  const isOld = version === '0.3';
  const taskOf = (state: string) => {
    const parts = [isOld ? { kind: 'text', text: 'ready' } : { text: 'ready' }];
    const artifacts = state === 'completed' ? [{ artifactId: 'a', parts }] : [];
    const told = isOld ? state : `TASK_STATE_${state.toUpperCase()}`;
    return { ...(isOld && { kind: 'task' }), id: 't1', contextId: 'c', status: { state: told }, artifacts };
  };
  const handle: Handle = (body, request, response) => {
    if (request.method === 'GET') {
      const url = `http://${request.headers.host}/a2a`;
      const card = isOld
        ? { url, protocolVersion: '0.3.0', capabilities: { streaming } }
        : {
            capabilities: { streaming },
            supportedInterfaces: [{ url, protocolBinding: 'JSONRPC', protocolVersion: '1.0' }],
          };
      return void response.end(JSON.stringify(card));
    }
    const { id, method } = JSON.parse(body);
    methods.push(method);
    const answer = (result: object) => JSON.stringify({ jsonrpc: '2.0', id, result });
    const isGet = /get/i.test(method);
    if (isGet && !tripped) {
      tripped = true;
      return trip!(body, request, response);
    }
    if (/cancel/i.test(method)) return void response.end(answer(taskOf('canceled')));
    if (isGet) return void response.end(answer(taskOf(++asked >= rounds ? 'completed' : 'working')));
    if (/subscribe/i.test(method)) {
      const error = { code: -32004, message: 'not here' };
      return void response.end(JSON.stringify({ jsonrpc: '2.0', id, error }));
    }
    const begun = isOld ? taskOf('submitted') : { task: taskOf('submitted') };
    if (!streaming) return void response.end(answer(begun));
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.end(`data: ${answer(begun)}\n\n`);
  };
  const peer = await openPeer(handle);
  const remote = remoteAt(peer.url, { protocol: 'a2a' });
  open.push(peer, remote);
  return { remote, methods };
}

test.each(['1.0', '0.3'] as const)('it is asked how it is until it is done (%s)', async (version) => {
  const { remote, methods } = await workWith({ rounds: 3, version });
  expect(await remote.call(callOf())).toMatchObject({ output: { text: 'ready' }, attempts: 1 });
  expect(methods.slice(1)).toEqual(Array(3).fill(version === '1.0' ? 'GetTask' : 'tasks/get'));
});

test('so too where its stream ends before it does, and it cannot be subscribed to', async () => {
  const { remote, methods } = await workWith({ rounds: 3, streaming: true });
  expect(await remote.call(callOf())).toMatchObject({ output: { text: 'ready' } });
  expect(methods.filter((method) => method === 'SendStreamingMessage')).toHaveLength(1);
});

test('a line that breaks while it is asked how it is does not end the work', async () => {
  const { remote } = await workWith({ rounds: 1, trip: (_, request) => request.socket.resetAndDestroy() });
  expect(await remote.call(callOf())).toMatchObject({ output: { text: 'ready' } });
});

test.each([
  false,
  true,
])('when the time is over it is called off, and that is a time-out (streaming %s)', async (streaming) => {
  const { remote, methods } = await workWith({ rounds: Number.POSITIVE_INFINITY, streaming });
  const call = callOf({ deadline: Date.now() + 250 });
  await expect(remote.call(call)).rejects.toMatchObject({ code: 'TIMEOUT' });
  await expect.poll(() => methods.at(-1)).toBe('CancelTask');
  expect(remote.breaker.failures).toBe(1);
});

test('when whoever asked has gone it is called off, and nobody is blamed', async () => {
  const { remote, methods } = await workWith({ rounds: Number.POSITIVE_INFINITY });
  const gone = new AbortController();
  const called = remote.call(callOf({ signal: gone.signal }));
  called.catch(() => {});
  await expect.poll(() => methods.length).toBeGreaterThan(1);
  gone.abort(new ConsiliumError('CANCELLED', 'no more'));
  await expect(called).rejects.toMatchObject({ code: 'CANCELLED' });
  await expect.poll(() => methods.at(-1)).toBe('CancelTask');
  expect(remote.breaker.failures).toBe(0);
});

test('who closes the house has told it before', async () => {
  const { remote, methods } = await workWith({ rounds: Number.POSITIVE_INFINITY });
  const call = callOf({ deadline: Date.now() + 150 });
  await expect(remote.call(call)).rejects.toMatchObject({ code: 'TIMEOUT' });
  await remote.close();
  await sleep(0);
  expect(methods).toContain('CancelTask');
});
