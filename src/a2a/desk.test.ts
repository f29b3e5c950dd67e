import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, test } from 'vitest';
import { ConsiliumError } from '../kernel/index.ts';
import { createAddresses } from './address.ts';
import { Desk } from './desk.ts';
import { createDoor } from './door.ts';
import { caller, eventsOf, openPuppet, puppet, say } from './fixture.ts';
import { createPushSender } from './push.ts';

const json = async (response: Promise<Response> | Response) => JSON.parse(await (await response).text());

interface Receiver {
  readonly url: string;
  readonly heard: { body: object; headers: Record<string, unknown> }[];
  readonly server: Server;
}

async function receiver({ refusals = 0, port = 0 }): Promise<Receiver> {
  const heard: Receiver['heard'] = [];
  let left = refusals;
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => {
      if (left-- > 0) return void response.writeHead(503).end();
      heard.push({ body: JSON.parse(body), headers: request.headers });
      response.writeHead(204).end();
    });
  });
  await new Promise<void>((done) => server.listen(port, '127.0.0.1', done));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`, heard, server };
}

describe('a task', () => {
  test('is begun, kept with what was made, found again, and nobody else’s', async () => {
    const { rpc } = openPuppet();
    const { task } = (await json(rpc('SendMessage', say('say hello')))).result;
    expect(task).toMatchObject({
      status: { state: 'TASK_STATE_COMPLETED' },
      artifacts: [{ artifactId: 'answer', parts: [{ text: 'hello' }] }],
    });
    expect((await json(rpc('GetTask', { id: task.id }))).result).toEqual(task);
    expect((await json(rpc('ListTasks', {}))).result).toMatchObject({ totalSize: 1, nextPageToken: '' });
    const other = { ...caller, owner: 'bob' };
    const refused = await json(rpc('GetTask', { id: task.id }, { 'a2a-version': '1.0' }, other));
    expect(refused.error).toMatchObject({
      code: -32001,
      data: [{ reason: 'TASK_NOT_FOUND', domain: 'a2a-protocol.org' }],
    });
    expect((await json(rpc('ListTasks', {}, { 'a2a-version': '1.0' }, other))).result.totalSize).toBe(0);
  });

  test('has few fields outside of what it carries for others, and may carry much', async () => {
    const { rpc } = openPuppet();
    const refused = (given: object) => json(rpc('SendMessage', { message: { ...say('say hello').message, ...given } }));
    for (const given of [{ parts: Array(50_000).fill({ text: 'x' }) }, { extensions: Array(30_000).fill('x') }]) {
      const { error } = await refused(given);
      expect([error.code, error.message]).toEqual([-32602, expect.stringContaining('20000 fields')]);
    }
    expect((await refused({ extensions: Array(101).fill('x') })).error.code).toBe(-32602);
    const log = Array.from({ length: 20_000 }, (_, at) => ({ at, correct: true }));
    const told = await json(rpc('SendMessage', { message: { ...say('say hello').message, metadata: { log } } }));
    expect(told.result.task).toMatchObject({ status: { state: 'TASK_STATE_COMPLETED' } });
    const { result } = await json(rpc('GetTask', { id: told.result.task.id }));
    expect(result.history[0].metadata.log).toEqual(log);
  });

  test('is for those who may call its agent', async () => {
    const { rpc } = openPuppet();
    const { task } = (await json(rpc('SendMessage', say('ask Really?')))).result;
    const version = { 'a2a-version': '1.0' };
    for (const method of ['GetTask', 'CancelTask', 'SubscribeToTask', 'ListTasks']) {
      const elsewhere = { ...caller, agents: ['Other'] };
      expect((await json(rpc(method, { id: task.id }, version, elsewhere))).error.code).toBe(-32011);
    }
    const partly = { ...caller, agents: ['Puppet:add'] };
    expect((await json(rpc('GetTask', { id: task.id }, version, partly))).result.id).toBe(task.id);
  });

  test('tells so many receivers and no more, in words that a header can hold', async () => {
    const push = createPushSender({ addresses: createAddresses([]) });
    const { rpc } = openPuppet({ push });
    const { task } = (await json(rpc('SendMessage', say('ask Really?')))).result;
    const save = (more: object) =>
      json(rpc('CreateTaskPushNotificationConfig', { taskId: task.id, url: 'https://example.com/', ...more }));
    for (let at = 0; at < 16; at++) expect((await save({ id: `r${at}` })).result.id).toBe(`r${at}`);
    expect((await save({ id: 'r16' })).error.message).toMatch(/16 receivers/);
    expect((await save({ id: 'r0', token: 'new' })).result.token).toBe('new');
    expect((await save({ id: 'r0', token: 'a\r\nX: y' })).error.code).toBe(-32602);
    const configuration = { taskPushNotificationConfig: { url: 'https://example.com/' } };
    const reply = { ...say('yes', { taskId: task.id }), configuration };
    expect((await json(rpc('SendMessage', reply))).error.message).toMatch(/16 receivers/);
    push.close();
  });

  test('a private host that is named with its port is reached there only', () => {
    const { require } = createAddresses(['Inner:1234', 'web:80', 'all'], ['inner', 'web', 'all']);
    for (const url of ['http://inner:1234/x', 'http://web/', 'http://all:9/', 'https://example.com:9/'])
      expect(require(url).href).toBe(url);
    for (const url of ['http://inner/', 'http://inner:22/', 'https://web/'])
      expect(() => require(url)).toThrow(expect.objectContaining({ code: 'ADDRESS_FORBIDDEN' }));
  });

  test('notifications go out over https; plain only to this machine and where it was said', () => {
    const { require } = createAddresses(['127.0.0.1:1', 'inner'], ['old.example']);
    for (const url of ['https://old.example/', 'http://old.example/', 'http://127.0.0.1:1/', 'https://inner/'])
      expect(require(url).href).toBe(url);
    for (const url of ['http://new.example/', 'http://inner/', 'http://8.8.8.8/'])
      expect(() => require(url)).toThrow(
        expect.objectContaining({ hint: expect.stringContaining(`CONSILIUM_A2A_PLAIN=${new URL(url).hostname}`) }),
      );
  });

  test('streams what happens; a reader that lost the line gets the rest, nothing twice', async () => {
    const { rpc } = openPuppet();
    const events = await eventsOf(await rpc('SendStreamingMessage', say('stream one |two |three')));
    const { task } = events[0]!.data.result;
    expect(events.map(({ id }) => id)).toEqual(events.map((_, at) => at + 1));
    expect(events.at(-1)!.data.result.statusUpdate.status.state).toBe('TASK_STATE_COMPLETED');
    for (const seen of [1, 2, 3, events.length - 1]) {
      const rest = await eventsOf(
        await rpc('SubscribeToTask', { id: task.id }, { 'a2a-version': '1.0', 'last-event-id': String(seen) }),
      );
      expect(rest.map(({ id }) => id)).toEqual(events.slice(seen).map(({ id }) => id));
      expect(rest.map(({ data }) => data.result)).toEqual(events.slice(seen).map(({ data }) => data.result));
    }
    const whole = (await json(rpc('GetTask', { id: task.id }))).result;
    expect(whole.artifacts[0].parts).toEqual([{ text: 'one two three', mediaType: 'text/plain' }]);
  });

  test('waits for a word, and goes on with it', async () => {
    const { rpc } = openPuppet();
    const { task } = (await json(rpc('SendMessage', say('ask Really?')))).result;
    expect(task.status).toMatchObject({
      state: 'TASK_STATE_INPUT_REQUIRED',
      message: { parts: [{ text: 'Really?' }] },
    });
    const next = (await json(rpc('SendMessage', say('yes', { taskId: task.id })))).result.task;
    expect(next).toMatchObject({ id: task.id, status: { state: 'TASK_STATE_COMPLETED' } });
    expect(next.artifacts[0].parts[0].text).toBe('So: yes');
    const late = await json(rpc('SendMessage', say('and?', { taskId: task.id })));
    expect(late.error.code).toBe(-32004);
  });

  test('can be cancelled while it works, and only then', async () => {
    const { rpc } = openPuppet();
    const given = { ...say('wait 60000'), configuration: { returnImmediately: true } };
    const { task } = (await json(rpc('SendMessage', given))).result;
    expect((await json(rpc('CancelTask', { id: task.id }))).result.status.state).toBe('TASK_STATE_CANCELED');
    expect((await json(rpc('CancelTask', { id: task.id }))).error.code).toBe(-32002);
  });

  test('goes on where its cancelling cannot be told', async () => {
    const { tasks } = openPuppet();
    let isFull = true;
    const note = () => {
      if (isFull) throw new ConsiliumError('STORAGE_FULL', 'No room.');
    };
    const desk = new Desk({ agent: { ...puppet, note }, tasks });
    const given = { ...say('wait 60000'), configuration: { returnImmediately: true } };
    const sent = await desk.send(given as Parameters<Desk['send']>[0], caller, { stream: false });
    const { id } = (sent as { task: { id: string } }).task;
    await expect(desk.cancel(id, caller)).rejects.toThrow('No room.');
    expect(tasks.find(id, caller.owner, puppet.name)?.task.status.state).not.toBe('TASK_STATE_CANCELED');
    isFull = false;
    expect((await desk.cancel(id, caller)).status.state).toBe('TASK_STATE_CANCELED');
  });

  test('that a dead process left at work goes on: no word is told twice', async () => {
    const first = openPuppet();
    const given = { ...say('stream a|b|c'), configuration: { returnImmediately: true } };
    const { task } = (await json(first.rpc('SendMessage', given))).result;
    // As a crash leaves it: one piece of three is on the log, and nobody works on it.
    const { db } = first;
    await json(first.rpc('CancelTask', { id: task.id }));
    db.exec(`DELETE FROM a2a_event WHERE seq > 2; UPDATE a2a_task SET open = 1, seq = 2, folded = 2,
             task = json_set(task, '$.status.state', 'TASK_STATE_WORKING'), request = json_set(request, '$.stream', json('true'))`);
    const second = openPuppet({ db });
    const artifact = {
      artifactUpdate: {
        taskId: task.id,
        contextId: task.contextId,
        artifact: { artifactId: 'answer', parts: [{ text: 'a' }] },
      },
    };
    second.tasks.append({ ...second.tasks.find(task.id, 'ada', 'Puppet')!, seq: 3 }, [{ seq: 3, event: artifact }]);
    expect(second.desk.resume()).toBe(1);
    const rest = await eventsOf(
      await second.rpc('SubscribeToTask', { id: task.id }, { 'a2a-version': '1.0', 'last-event-id': '2' }),
    );
    const words = rest.flatMap(({ data }) => data.result.artifactUpdate?.artifact.parts[0].text ?? []);
    expect(words.join('')).toBe('abc');
    expect((await json(second.rpc('GetTask', { id: task.id }))).result.status.state).toBe('TASK_STATE_COMPLETED');
  });

  test('tells a receiver after a crash what it was not told before', async () => {
    const { url, heard, server } = await receiver({ refusals: 1 });
    const addresses = createAddresses([new URL(url).host]);
    const dying = createPushSender({ addresses, waitMs: 60_000 });
    const first = openPuppet({ push: dying });
    const configuration = { taskPushNotificationConfig: { url } };
    await json(first.rpc('SendMessage', { ...say('say hello'), configuration }));
    dying.close();
    await dying.idle();
    expect(heard).toEqual([]);
    const push = createPushSender({ addresses, waitMs: 1 });
    const second = openPuppet({ db: first.db, push });
    expect(second.tasks.agentsAtWork()).toEqual(['Puppet']);
    second.desk.resume();
    await push.idle();
    expect(heard.map(({ body }) => Object.keys(body)[0])).toEqual(['statusUpdate', 'artifactUpdate', 'statusUpdate']);
    expect(second.tasks.agentsAtWork()).toEqual([]);
    push.close();
    server.close();
  });

  test('tells nobody whose token was taken back meanwhile, and leaves nothing to be told later', async () => {
    const { url, heard, server } = await receiver({ refusals: 1 });
    let isIn = true;
    const push = createPushSender({
      ...{ addresses: createAddresses([new URL(url).host]), waitMs: 30 },
      mayTell: () => isIn,
    });
    const { rpc, tasks } = openPuppet({ push });
    const configuration = { taskPushNotificationConfig: { url } };
    await json(rpc('SendMessage', { ...say('say hello'), configuration }));
    isIn = false; // while the receiver is waited for
    await push.idle();
    expect(heard).toEqual([]);
    expect(tasks.agentsAtWork()).toEqual([]);
    push.close();
    server.close();
  });

  test('tells a receiver of itself: in order, signed, again until it listens; never at a private address unasked', async () => {
    const { url, heard, server } = await receiver({ refusals: 2 });
    const sign = async (body: string) => `signed ${body.length}`;
    const push = createPushSender({ addresses: createAddresses([new URL(url).host]), sign, waitMs: 1 });
    const { rpc } = openPuppet({ push });
    const configuration = { taskPushNotificationConfig: { url, token: 'mine' } };
    await json(rpc('SendMessage', { ...say('say hello'), configuration }));
    await push.idle();
    expect(heard.map(({ body }) => Object.keys(body)[0])).toEqual(['statusUpdate', 'artifactUpdate', 'statusUpdate']);
    expect(heard.map(({ headers }) => headers['x-a2a-event-id'])).toEqual(['2', '3', '4']);
    expect(heard[0]!.headers).toMatchObject({
      'x-a2a-notification-token': 'mine',
      'x-a2a-signature': expect.stringMatching(/^signed \d+$/),
    });
    for (const wrong of [
      'http://127.0.0.1:1/x',
      'http://169.254.169.254/',
      'http://[::1]/',
      'http://localhost/',
      'http://10.0.0.1/',
    ]) {
      const refused = await json(
        rpc('SendMessage', { ...say('say x'), configuration: { taskPushNotificationConfig: { url: wrong } } }),
      );
      expect(refused.error.data[0].reason).toBe('ADDRESS_FORBIDDEN');
    }
    push.close();
    server.close();
  });
});

describe('A2A 0.3', () => {
  test.each([
    ['GetTask', '0.3', /no method of A2A 0\.3/],
    ['tasks/get', '1.0', /no method of A2A 1\.0/],
    ['GetTask', '9.9', /9\.9 is not spoken/],
  ])('and %s with the header %s: it is said what does not fit', async (method, version, said) => {
    const { rpc } = openPuppet();
    const { error } = await json(rpc(method, { id: 'x' }, { 'a2a-version': version }));
    expect(error).toMatchObject({ code: -32009, message: expect.stringMatching(said) });
  });

  test('is spoken by its own names and shapes', async () => {
    const { rpc } = openPuppet();
    const message = { kind: 'message', messageId: 'm', role: 'user', parts: [{ kind: 'text', text: 'say hello' }] };
    const { result } = await json(rpc('message/send', { message }, {}));
    expect(result).toMatchObject({
      kind: 'task',
      status: { state: 'completed' },
      artifacts: [{ parts: [{ kind: 'text', text: 'hello' }] }],
      history: [{ kind: 'message', role: 'user' }],
    });
    expect((await json(rpc('tasks/get', { id: result.id }, {}))).result.kind).toBe('task');
    const events = await eventsOf(await rpc('message/stream', { message: { ...message, messageId: 'n' } }, {}));
    expect(events.map(({ data }) => data.result.kind)).toEqual([
      'task',
      'status-update',
      'artifact-update',
      'artifact-update',
      'status-update',
    ]);
    expect(events.at(-1)!.data.result.final).toBe(true);
  });
});

describe('the envelope', () => {
  const ask = (input: object, more: object = {}) => ({ agent_name: 'Puppet', conversation_id: 'c', input, ...more });

  test('is answered with output, status and time', async () => {
    const { post } = openPuppet();
    const answer = await json(post(ask({ action: 'ask', user_id: 'u', parameters: { message: 'say hello' } })));
    expect(answer).toEqual({
      ...{ agent_name: 'Puppet', conversation_id: 'c', status: 'success' },
      ...{ output: { text: 'hello' }, execution_time_ms: expect.any(Number) },
    });
    expect((await json(post(ask({ action: 'add', parameters: { a: 1, b: 2 } })))).output).toEqual({ sum: 3 });
  });

  test.each([
    [{ agent_name: 'Nobody', input: { action: 'ask' } }, 404, 'AGENT_UNKNOWN'],
    [ask({ action: 'fly' }), 400, 'ACTION_UNKNOWN'],
    [ask({ action: 'add', parameters: { a: 'one' } }), 400, 'PARAMETERS_INVALID'],
    [ask({ action: 'ask', parameters: { message: ' ' } }), 400, 'PARAMETERS_INVALID'],
    [ask({ action: 'ask', parameters: { message: 'say x' } }, { agent_version: '1.3.0' }), 400, 'VERSION_UNSUPPORTED'],
    [ask({ action: 'ask', parameters: { message: 'say x' } }, { agent_version: '2.0.0' }), 400, 'VERSION_UNSUPPORTED'],
    [{ input: 3 }, 400, 'REQUEST_INVALID'],
  ])('that asks for what cannot be had is refused by name, with a hint (%#)', async (body, status, code) => {
    const { post } = openPuppet();
    const response = await post(body);
    expect(response.status).toBe(status);
    expect(await json(response)).toMatchObject({
      status: 'error',
      error: { code, retryable: false, hint: expect.any(String) },
    });
  });

  test('of an older version of the same kind is served', async () => {
    const { post } = openPuppet();
    const body = ask({ action: 'ask', parameters: { message: 'say x' } }, { agent_version: '1.0.0' });
    expect((await json(post(body))).status).toBe('success');
  });

  test('ends in time: TIMEOUT, which may be tried again where that is no second deed', async () => {
    const { post } = openPuppet();
    const late = (headers: Record<string, string>) =>
      post(ask({ parameters: { message: 'wait 60000' } }), { 'a2a-timeout-ms': '30', ...headers });
    const response = await late({});
    expect(response.status).toBe(504);
    expect(await json(response)).toMatchObject({ status: 'error', error: { code: 'TIMEOUT', retryable: false } });
    expect(await json(late({ 'idempotency-key': 'once' }))).toMatchObject({
      error: { code: 'TIMEOUT', retryable: true },
    });
  });

  test('says what goes wrong in the agent as the agent said it', async () => {
    const { post } = openPuppet();
    expect(await json(post(ask({ parameters: { message: 'fail MODEL_FAILED' } })))).toMatchObject({
      error: { code: 'MODEL_FAILED', message: 'as told', retryable: true },
    });
  });

  test('waits for a word, and takes it', async () => {
    const { post } = openPuppet();
    const asked = await json(post(ask({ parameters: { message: 'ask Really?' } })));
    expect(asked).toMatchObject({ status: 'input_required', pending: { id: 'q1', what: 'Really?' } });
    const answered = await json(post(ask({ action: 'answer', parameters: { pending: 'q1', reply: 'yes' } })));
    expect(answered).toMatchObject({ status: 'success', output: { text: 'So: yes' } });
  });

  test('comes in batches, each answered by itself', async () => {
    const { post } = openPuppet();
    const answers = await json(post([ask({ action: 'add', parameters: { a: 1, b: 1 } }), ask({ action: 'fly' })]));
    expect(answers.map(({ status }: { status: string }) => status)).toEqual(['success', 'error']);
    expect((await json(post([]))).error.code).toBe('REQUEST_INVALID');
  });

  test.each(['{', '[1', 'agent', ''])('that is no JSON is refused (%#)', async (body) => {
    const { post } = openPuppet();
    expect((await post(body)).status).toBe(400);
    const spoken = await json(post(body, { 'a2a-version': '1.0' }));
    expect(spoken.error.code).toBe(-32700);
  });

  test('cannot name a user that its token is not for', async () => {
    const { post } = openPuppet();
    const body = ask({ action: 'ask', user_id: 'eve', parameters: { message: 'say x' } });
    const response = await post(body, {}, { ...caller, user: 'ada' });
    expect(response.status).toBe(403);
    expect(await json(response)).toMatchObject({ error: { code: 'USER_FORBIDDEN', hint: expect.any(String) } });
  });

  test('reaches only the agents and actions that its token allows', async () => {
    const { post } = openPuppet();
    const add = ask({ action: 'add', parameters: { a: 1, b: 1 } });
    expect((await json(post(add, {}, { ...caller, agents: ['Puppet:add'] }))).status).toBe('success');
    expect((await json(post(add, {}, { ...caller, agents: ['Puppet:ask'] }))).error.code).toBe('ACTION_FORBIDDEN');
    expect((await json(post(add, {}, { ...caller, agents: ['Other'] }))).error.code).toBe('AGENT_FORBIDDEN');
  });
});

test('whoever sends a body drop by drop is not waited for: 408, and it may come again', async () => {
  const { door } = openPuppet({ bodyTimeoutMs: 100 });
  const body = new ReadableStream({ start: (stream) => stream.enqueue(new TextEncoder().encode('{"agent_name":')) });
  const init = { method: 'POST', body, duplex: 'half', headers: { 'content-type': 'application/json' } };
  const answer = await door.post(new Request('http://localhost/a2a', init as RequestInit), caller);
  expect(answer.status).toBe(408);
  expect(await answer.json()).toMatchObject({ error: { code: 'BODY_TIMEOUT', retryable: true } });
});

test('an action of words in a data part is those words', async () => {
  const { rpc } = openPuppet();
  const parts = [{ data: { action: 'ask', parameters: { message: 'say hello' } } }];
  const answer = await (await rpc('SendMessage', { message: { messageId: 'd', role: 'ROLE_USER', parts } })).json();
  expect(answer.result.task.artifacts[0].parts).toMatchObject([{ text: 'hello' }]);
});

test('where signatures are asked for, every binding asks for them', async () => {
  const { desk } = openPuppet();
  const door = createDoor({
    ...{ find: async () => puppet, list: async () => [puppet], usual: async () => puppet.name },
    ...{ deskOf: () => desk, auth: false },
    checkBody: async ({ headers: given }) => {
      if (!given.has('x-a2a-signature')) throw new ConsiliumError('SIGNATURE_INVALID', 'Signed requests only.');
    },
  });
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify(say('say hi'));
  const sent = new Request('http://localhost/a2a/rest/message:send', { method: 'POST', headers, body });
  expect((await door.rest(sent, caller, '/message:send')).status).toBe(401);
  const read = new Request('http://localhost/a2a/rest/tasks');
  expect((await door.rest(read, caller, '/tasks')).status).toBe(401);
});
