import { randomBytes } from 'node:crypto';
import { getEventListeners } from 'node:events';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { collect, only, openTempStore, runnerFor, tempDir } from '../../test/house.ts';
import { scripted } from '../../test/scripted-model.ts';
import { openDatabase, openSqliteStore } from '../storage/handle.ts';
import { codeAgent, llmAgent, parallelAgent } from './agent.ts';
import { machineUser } from './principal.ts';
import { foldState } from './state.ts';
import { tool } from './tool.ts';

const wait = (ms: number) => new Promise((done) => setTimeout(done, ms));

describe('a turn', () => {
  test('streams words as they come and stores events before it shows them', async () => {
    const store = openTempStore();
    const runner = runnerFor(llmAgent({ name: 'a', model: scripted(['one two three']) }), { store });
    const turn = runner.run({ session: 's', message: 'count' });
    let stored = 0;
    const words: [number, string][] = [];
    for await (const signal of turn) {
      if (signal.type === 'text_delta') words.push([signal.offset, signal.text]);
      else if ('seq' in signal) {
        expect((await store.events('s')).at(-1)!.seq).toBeGreaterThanOrEqual(signal.seq);
        stored++;
      }
    }
    expect(words).toEqual([
      [0, 'one '],
      [4, 'two '],
      [8, 'three'],
    ]);
    expect(stored).toBe((await store.events('s')).length);
    expect((await store.events('s')).map((e) => e.type)).toEqual([
      'invocation_started',
      'agent_started',
      'model_replied',
      'agent_finished',
      'invocation_finished',
    ]);
  });

  test('words of an agent that does not speak are not shown', async () => {
    const root = parallelAgent({
      name: 'both',
      subAgents: [
        llmAgent({ name: 'a', model: scripted(['hello']) }),
        llmAgent({ name: 'b', model: scripted(['{"x":1}']), outputSchema: z.object({ x: z.number() }) }),
      ],
    });
    const turn = runnerFor(root).run({ message: 'hi' });
    const signals = await collect(turn);
    expect(new Set(signals.filter((s) => s.type === 'text_delta').map((s) => s.agent))).toEqual(new Set(['a']));
    expect((await turn.result).text).toBe('hello');
  });

  test('turns of one session wait for each other; sessions do not', async () => {
    const order: string[] = [];
    const root = codeAgent({
      name: 'a',
      run: async ({ message, session, state }) => {
        order.push(`${session.id} ${message} starts`);
        await wait(15);
        const n = Number(state.get('n') ?? 0) + 1;
        state.set('n', n);
        order.push(`${session.id} ${message} ends`);
        return String(n);
      },
    });
    const runner = runnerFor(root);
    const results = await Promise.all(
      ['one', 'two', 'three']
        .map((message) => runner.ask({ session: 's', message }))
        .concat(runner.ask({ session: 't', message: 'other' })),
    );
    expect(results.map((r) => r.text)).toEqual(['1', '2', '3', '1']);
    expect(order.filter((line) => line.startsWith('s '))).toEqual([
      's one starts',
      's one ends',
      's two starts',
      's two ends',
      's three starts',
      's three ends',
    ]);
    expect(order.indexOf('t other starts')).toBeLessThan(order.indexOf('s one ends'));
    await runner.idle();
  });

  test('a turn that fails does not block the next one', async () => {
    let first = true;
    const root = codeAgent({
      name: 'a',
      run: () => {
        if (first) {
          first = false;
          throw new Error('no');
        }
        return 'yes';
      },
    });
    const runner = runnerFor(root);
    const [a, b] = await Promise.all([
      runner.ask({ session: 's', message: '1' }),
      runner.ask({ session: 's', message: '2' }),
    ]);
    expect([a!.outcome, b!.text]).toEqual(['failed', 'yes']);
  });

  test('shows the application every turn, whether or not somebody watches it', async () => {
    const seen: string[] = [];
    const root = codeAgent({ name: 'a', run: () => 'x' });
    await runnerFor(root, { see: ({ type }) => seen.push(type) }).ask({ message: 'hi' });
    expect(seen.at(0)).toBe('invocation_started');
    expect(seen.filter((type) => type === 'agent_finished')).toHaveLength(1);
    expect(seen.at(-1)).toBe('invocation_finished');
  });

  test('refuses a message that is none, and a session id that could be a path', async () => {
    const runner = runnerFor(codeAgent({ name: 'a', run: () => 'x' }));
    expect(() => runner.run({ message: '  ' })).toThrow(expect.objectContaining({ code: 'MESSAGE_EMPTY' }));
    expect(() => runner.run({ message: 'x'.repeat(1_000_001) })).toThrow(
      expect.objectContaining({ code: 'MESSAGE_TOO_LONG' }),
    );
    expect(() => runner.run({ message: 'x', session: '../etc' })).toThrow(
      expect.objectContaining({ code: 'SESSION_INVALID' }),
    );
  });

  test('a session of somebody else does not exist', async () => {
    const runner = runnerFor(codeAgent({ name: 'a', run: () => 'x' }), { store: openTempStore() });
    await runner.ask({ session: 's', principal: machineUser('ada'), message: 'hi' });
    await expect(runner.ask({ session: 's', principal: machineUser('bob'), message: 'hi' })).rejects.toMatchObject({
      code: 'SESSION_UNKNOWN',
    });
  });

  test('sessions that are not in memory any more are read back', async () => {
    const model = scripted(['ok']);
    const runner = runnerFor(llmAgent({ name: 'a', model }), { store: openTempStore(), keepSessions: 1 });
    await runner.ask({ session: 's', message: 'remember me', state: { k: 'v' } });
    for (const other of ['x', 'y', 'z']) await runner.ask({ session: other, message: 'hi' });
    await runner.ask({ session: 's', message: 'again' });
    expect(model.seen.at(-1)!.prompt).toHaveLength(3);
    const events = await runner.store.events('s');
    expect(foldState(events, 'session', Date.now())).toEqual({ k: 'v' });
  });
});

test('a long turn does not keep idle sessions in memory, and turns leave no listener behind', async () => {
  const hold = Promise.withResolvers<void>();
  const store = openTempStore();
  const root = codeAgent({
    name: 'a',
    run: async ({ message }) => {
      if (message === 'wait') await hold.promise;
      return 'x';
    },
  });
  const runner = runnerFor(root, { store, keepSessions: 2 });
  const waiting = runner.ask({ session: 'busy', message: 'wait' });
  for (let i = 0; i < 5; i++) await runner.ask({ session: `s${i}`, message: 'hi' });
  const reads: string[] = [];
  const session = store.session;
  store.session = (id) => {
    reads.push(id);
    return session(id);
  };
  await runner.ask({ session: 's0', message: 'again' });
  expect(reads).toEqual(['s0']);
  hold.resolve();
  await waiting;
  const signal = new AbortController().signal;
  for (let i = 0; i < 3; i++) await runner.ask({ message: 'hi', signal });
  expect(getEventListeners(signal, 'abort')).toHaveLength(0);
});

describe('cancelling', () => {
  const hang = tool({
    name: 'hang',
    description: 'h',
    input: z.object({}),
    execute: (_i, { signal }) =>
      new Promise((_r, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
  });
  const deaf = tool({ name: 'deaf', description: 'd', input: z.object({}), execute: () => new Promise(() => {}) });

  test.each([
    ['that listens', hang],
    ['that does not', deaf],
  ])('in the middle of a tool %s leaves a consistent log', async (_w, slow) => {
    const model = scripted((_o, turn) => (turn === 0 ? { call: slow.name } : 'after'));
    const runner = runnerFor(llmAgent({ name: 'a', model, tools: [slow] }), { store: openTempStore() });
    const turn = runner.run({ session: 's', message: 'go' });
    for await (const signal of turn) if (signal.type === 'tool_called') turn.cancel();
    expect(await turn.result).toMatchObject({ outcome: 'cancelled', error: { code: 'CANCELLED' } });
    const events = await runner.store.events('s');
    expect(only(events, 'tool_returned')[0]!.output).toMatchObject({ error: { code: 'CANCELLED' } });
    expect(events.at(-1)).toMatchObject({ type: 'invocation_finished', outcome: 'cancelled' });
    expect((await runner.store.session('s'))!.open).toBeNull();
    expect((await runner.ask({ session: 's', message: 'and now?' })).text).toBe('after');
    const roles = model.seen.at(-1)!.prompt.map((m) => m.role);
    expect(roles).toEqual(['user', 'assistant', 'tool', 'user']);
  });

  test('in the middle of a model call keeps the words that were shown', async () => {
    const model = scripted(['x']);
    const slow = {
      ...model,
      doStream: async () => ({
        stream: new ReadableStream({
          async pull(controller) {
            controller.enqueue({ type: 'text-delta', id: '1', delta: 'half a ' });
            await wait(5);
          },
        }),
      }),
    };
    const runner = runnerFor(llmAgent({ name: 'a', model: slow as never }));
    const abort = new AbortController();
    const turn = runner.run({ session: 's', message: 'go', signal: abort.signal });
    let shown = '';
    for await (const signal of turn)
      if (signal.type === 'text_delta') {
        shown += signal.text;
        if (shown.length > 20) abort.abort();
      }
    expect((await turn.result).outcome).toBe('cancelled');
    const [kept] = only(await runner.store.events('s'), 'model_replied');
    expect(kept).toMatchObject({ finish: 'interrupted' });
    expect(shown.startsWith((kept!.content[0] as { text: string }).text)).toBe(true);
  });

  test('stops parallel branches and plain code that does not listen', async () => {
    const stuck = codeAgent({ name: 'stuck', run: () => new Promise(() => {}) });
    const turn = runnerFor(
      parallelAgent({
        name: 'all',
        subAgents: [stuck, llmAgent({ name: 'b', model: scripted(() => new Promise(() => {})) })],
      }),
    ).run({ message: 'go' });
    setTimeout(() => turn.cancel(), 10);
    expect((await turn.result).outcome).toBe('cancelled');
  });

  test('before it began, nothing runs', async () => {
    const model = scripted(['x']);
    expect(
      (await runnerFor(llmAgent({ name: 'a', model })).ask({ message: 'go', signal: AbortSignal.abort() })).outcome,
    ).toBe('cancelled');
    expect(model.seen).toHaveLength(0);
  });

  test('leaving the loop of events does not stop the turn', async () => {
    const turn = runnerFor(llmAgent({ name: 'a', model: scripted(['still here']) })).run({ message: 'go' });
    for await (const _signal of turn) break;
    expect((await turn.result).text).toBe('still here');
  });
});

test('artifacts saved in a turn are versioned and on the log', async () => {
  const root = codeAgent({
    name: 'a',
    run: async ({ artifacts, session }) => {
      const save = (text: string) =>
        artifacts.save({ namespace: session.id, name: 'note', mimeType: 'text/plain', data: Buffer.from(text) });
      const [first, second] = [await save('one'), await save('two')];
      const loaded = await artifacts.load(session.id, 'note', first.version);
      return `${first.version} ${second.version} ${Buffer.from(loaded!.data).toString()}`;
    },
  });
  const turn = runnerFor(root, { store: openTempStore() }).run({ message: 'go' });
  expect(only(await collect(turn), 'artifact_saved').map((e) => [e.name, e.version, e.mimeType])).toEqual([
    ['note', 1, 'text/plain'],
    ['note', 2, 'text/plain'],
  ]);
  expect((await turn.result).text).toBe('1 2 one');
});

test('a damaged session is refused by name; the others go on', async () => {
  const db = openDatabase(`${tempDir()}/bad.db`);
  const runner = () => runnerFor(llmAgent({ name: 'a', model: scripted(['ok']) }), { store: openSqliteStore(db) });
  for (const session of ['bad', 'good']) await runner().ask({ session, message: 'hi' });
  db.exec(`UPDATE event SET body = substr(body, 1, 40) WHERE id < 2 * 4194304`); // the first session's
  await expect(runner().ask({ session: 'bad', message: 'again' })).rejects.toMatchObject({ code: 'SESSION_CORRUPT' });
  expect((await runner().ask({ session: 'good', message: 'again' })).text).toBe('ok');
  db.close();
});

describe('when the disk fails', () => {
  test('in the middle of a turn, what comes after leaves no hole in the log', async () => {
    const db = openDatabase(`${tempDir()}/full.db`);
    const store = openSqliteStore(db);
    const noop = tool({ name: 'noop', description: 'n', input: z.object({}), idempotent: true, execute: () => 1 });
    const model = scripted((_o, turn) =>
      turn === 0 ? { call: 'noop', text: randomBytes(150_000).toString('base64') } : 'fine',
    );
    const runner = runnerFor(llmAgent({ name: 'a', model, tools: [noop] }), { store });
    const { page_count } = db.prepare('PRAGMA page_count').get() as { page_count: number };
    db.exec(`PRAGMA max_page_count = ${page_count + 4}`);
    expect((await runner.ask({ session: 's', message: 'first' })).error?.code).toBe('STORAGE_FULL');
    db.exec('PRAGMA max_page_count = 1000000');
    expect((await runner.ask({ session: 's', message: 'second' })).text).toBe('fine');
    const log = await store.events('s');
    expect(only(log, 'invocation_finished').map((e) => e.outcome)).toEqual(['completed', 'completed']);
    db.close();
  });

  test('the turn says so, shows nothing that was not stored, and the session goes on afterwards', async () => {
    const db = openDatabase(`${tempDir()}/full.db`);
    const store = openSqliteStore(db);
    const model = scripted((_o, turn) => (turn === 1 ? randomBytes(150_000).toString('base64') : 'fine'));
    const runner = runnerFor(llmAgent({ name: 'a', model }), { store });
    await runner.ask({ session: 's', message: 'first' });
    const { page_count } = db.prepare('PRAGMA page_count').get() as { page_count: number };
    db.exec(`PRAGMA max_page_count = ${page_count + 4}`);
    const turn = runner.run({ session: 's', message: 'second', stream: true });
    const events = await collect(turn);
    expect(await turn.result).toMatchObject({
      outcome: 'failed',
      error: { code: 'STORAGE_FULL', hint: expect.stringContaining('Free some space') },
    });
    expect(only(events, 'model_replied')).toEqual([]);
    db.exec('PRAGMA max_page_count = 1000000');
    const third = await runner.ask({ session: 's', message: 'third' });
    expect(third.text).toBe('fine');
    const log = await store.events('s');
    expect(log.map((e) => e.seq)).toEqual(log.map((_e, index) => index + 1));
    expect(only(log, 'invocation_finished').map((e) => e.outcome)).toEqual(['completed', 'completed', 'completed']);
    await store.close();
  });
});
