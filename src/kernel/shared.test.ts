/** Turns with keys, and stores that several processes write to: two runners on one store, each a node of its own. */
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { dyingAfter, openTempStore, runnerFor } from '../../test/house.ts';
import { scripted } from '../../test/scripted-model.ts';
import { codeAgent, llmAgent, parallelAgent } from './agent.ts';
import { playedClock } from './clock.ts';
import { currentAgent } from './context.ts';
import { ConsiliumError } from './errors.ts';
import { LEASE_MS } from './house.ts';
import { machineUser } from './principal.ts';
import type { Batch, Store } from './store.ts';
import { tool } from './tool.ts';

const START = Date.parse('2026-03-01T08:00:00Z');

/** Answers after a moment, as a shared store does. */
function slow(inner: Store, over: Partial<Store> = {}): Store {
  return {
    ...inner,
    append: async (batch: Batch) => {
      await new Promise((resolve) => setImmediate(resolve));
      await inner.append(batch);
    },
    ...over,
  };
}

function counter() {
  const runs: string[] = [];
  const root = codeAgent({
    name: 'Counter',
    run: ({ message, state }) => {
      runs.push(message);
      state.set('temp:rule', 'counted');
      return `${message} ${runs.length}`;
    },
  });
  return { runs, root };
}

async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await holds())) await new Promise((resolve) => setImmediate(resolve));
}

describe('a turn with a key', () => {
  test('is one turn and one answer, side by side, later, and after a restart', async () => {
    const { runs, root } = counter();
    const store = openTempStore();
    const runner = runnerFor(root, { store });
    const both = await Promise.all([runner.ask({ message: 'go', key: 'k' }), runner.ask({ message: 'go', key: 'k' })]);
    const later = await runnerFor(root, { store }).ask({ message: 'go', key: 'k' });
    for (const result of [both[1], later]) expect(result).toEqual({ ...both[0], ms: expect.any(Number) });
    expect(later).toMatchObject({ text: 'go 1', route: ['Counter'], notes: { rule: 'counted' } });
    expect(runs).toEqual(['go']);
    expect((await runner.ask({ message: 'go', key: 'k', session: later.session })).invocation).toBe(later.invocation);
  });

  test('means one message in one session, and is its user’s alone', async () => {
    const { runs, root } = counter();
    const runner = runnerFor(root, { store: openTempStore() });
    await runner.ask({ message: 'go', key: 'k' });
    await expect(runner.ask({ message: 'stop', key: 'k' })).rejects.toMatchObject({ code: 'KEY_REUSED' });
    await expect(runner.ask({ message: 'go', key: 'k', session: 's2' })).rejects.toMatchObject({ code: 'KEY_REUSED' });
    expect(() => runner.run({ message: 'go', key: 'k'.repeat(300) })).toThrow(
      expect.objectContaining({ code: 'KEY_INVALID' }),
    );
    expect((await runner.ask({ message: 'stop', key: 'k', principal: machineUser('ben') })).text).toBe('stop 2');
    expect(runs).toEqual(['go', 'stop']);
  });

  test('that a dead process left open is finished by whoever asks again', async () => {
    const store = openTempStore();
    let hangs = true;
    let ran = 0;
    const root = codeAgent({
      name: 'a',
      run: async ({ step }) => {
        const n = await step('count', () => ++ran);
        if (hangs) await new Promise(() => {});
        return `${n}`;
      },
    });
    void runnerFor(root, { store }).ask({ message: 'go', key: 'k' });
    await until(() => ran === 1);
    hangs = false;
    expect(await runnerFor(root, { store }).ask({ message: 'go', key: 'k' })).toMatchObject({ text: '1' });
    expect(ran).toBe(1);
  });

  test('that another process runs is waited for, and taken over when its lease has run out', async () => {
    const clock = playedClock(START);
    const store = openTempStore({ clock });
    let hangs = true;
    const root = codeAgent({ name: 'a', run: () => (hangs ? new Promise<string>(() => {}) : 'done') });
    const dead = deadAfterBeginning(store);
    void runnerFor(root, { store: dead, clock: playedClock(START), node: 'one' }).ask({ message: 'go', key: 'k' });
    await until(async () => (await store.unfinished('one')).length === 1);
    hangs = false;
    const other = runnerFor(root, { store, clock, node: 'two' });
    const asked = other.ask({ message: 'go', key: 'k' });
    let isDone = false;
    void asked.then(() => {
      isDone = true;
    });
    await clock.advance(LEASE_MS / 2);
    expect(isDone).toBe(false);
    await clock.advance(LEASE_MS);
    expect(await asked).toMatchObject({ text: 'done', outcome: 'completed' });
  });
});

/** A process that is gone once it has written the message: its clock stands still, so nothing is renewed. */
function deadAfterBeginning(store: Store): Store {
  let written = 0;
  return { ...store, append: (batch) => (written++ === 0 ? store.append(batch) : new Promise<void>(() => {})) };
}

describe('two processes on one session', () => {
  test('who comes second reads it anew and goes on from there', async () => {
    const { root } = counter();
    const store = openTempStore();
    const one = runnerFor(root, { store, node: 'one' });
    const two = runnerFor(root, { store, node: 'two' });
    await one.ask({ session: 's', message: 'a' });
    await two.ask({ session: 's', message: 'b' });
    expect(await one.ask({ session: 's', message: 'c' })).toMatchObject({ outcome: 'completed', text: 'c 3' });
    const started = (await store.events('s')).filter(({ type }) => type === 'invocation_started');
    expect(started.map((event) => 'message' in event && event.message)).toEqual(['a', 'b', 'c']);
  });

  test('while one runs a turn, the other is told that it is busy', async () => {
    const store = openTempStore();
    const gate = Promise.withResolvers<string>();
    const root = codeAgent({ name: 'a', run: ({ message }) => (message === 'slow' ? gate.promise : 'quick') });
    const running = runnerFor(root, { store, node: 'one' }).ask({ session: 's', message: 'slow' });
    await until(async () => (await store.session('s')) !== undefined);
    const two = runnerFor(root, { store, node: 'two' });
    await expect(two.ask({ session: 's', message: 'me too' })).rejects.toMatchObject({
      code: 'SESSION_BUSY',
      retryable: true,
    });
    expect(await two.resumeAll()).toEqual([]);
    gate.resolve('done');
    expect(await running).toMatchObject({ outcome: 'completed', text: 'done' });
    expect(await two.ask({ session: 's', message: 'me too' })).toMatchObject({ text: 'quick' });
  });

  test('a lease that runs out while a tool runs: the turn is taken over, and the first writes nothing more', async () => {
    const clock = playedClock(START);
    const store = openTempStore({ clock });
    const gate = Promise.withResolvers<string>();
    let calls = 0;
    const work = tool({
      name: 'work',
      description: 'w',
      input: z.strictObject({}),
      idempotent: true,
      execute: () => (++calls === 1 ? gate.promise : 'second'),
    });
    const root = () => llmAgent({ name: 'a', model: scripted([{ call: 'work' }, 'Done.']), tools: [work] });
    // The first process is stuck: it does not renew.
    const first = runnerFor(root(), { store, clock: playedClock(START), node: 'one' }).ask({
      session: 's',
      message: 'go',
    });
    await until(() => calls === 1);
    const two = runnerFor(llmAgent({ name: 'a', model: scripted(['Done.']), tools: [work] }), {
      store,
      clock,
      node: 'two',
    });
    expect(await two.resumeAll()).toEqual([]);
    clock.set(START + LEASE_MS + 1);
    expect(await two.resumeAll()).toMatchObject([{ outcome: 'completed', text: 'Done.' }]);
    gate.resolve('first');
    expect(await first).toMatchObject({ outcome: 'failed', error: { code: 'STORAGE_CONFLICT' } });
    expect((await store.events('s')).filter(({ type }) => type === 'tool_returned')).toHaveLength(1);
    expect(await store.session('s')).toMatchObject({ open: null });
  });

  test('a lease is renewed for as long as its turn runs', async () => {
    const clock = playedClock(START);
    const store = openTempStore({ clock });
    const gate = Promise.withResolvers<string>();
    const runner = runnerFor(codeAgent({ name: 'a', run: () => gate.promise }), {
      store,
      clock,
      node: 'one',
      limits: { wallMs: 1e9 },
    });
    const asked = runner.ask({ session: 's', message: 'go' });
    await until(async () => (await store.session('s')) !== undefined);
    await clock.advance(3 * LEASE_MS);
    expect(await store.unfinished('two')).toEqual([]);
    gate.resolve('done');
    expect((await asked).outcome).toBe('completed');
  });

  test('a turn whose lease another has taken ends by itself', async () => {
    const clock = playedClock(START);
    const store = openTempStore({ clock });
    const runner = runnerFor(codeAgent({ name: 'a', run: () => new Promise<string>(() => {}) }), {
      store,
      clock,
      node: 'one',
    });
    const asked = runner.ask({ session: 's', message: 'go' });
    await until(async () => (await store.session('s')) !== undefined);
    clock.set(START + 2 * LEASE_MS);
    expect(await store.claim('s', { holder: 'two', until: START + 9 * LEASE_MS })).toBe(true);
    await clock.advance(LEASE_MS);
    expect(await asked).toMatchObject({ outcome: 'failed', error: { code: 'STORAGE_CONFLICT' } });
  });
});

describe('a store that takes time', () => {
  test('gets every event once and in order, also from branches side by side', async () => {
    const store = slow(openTempStore());
    const branch = (name: string) =>
      codeAgent({
        name,
        run: async ({ step }) => {
          for (let n = 0; n < 5; n++) await step(`${n}`, async () => n);
          return name;
        },
      });
    const runner = runnerFor(parallelAgent({ name: 'All', subAgents: ['a', 'b', 'c'].map(branch) }), { store });
    expect(await runner.ask({ session: 's', message: 'go' })).toMatchObject({ text: 'a\n\nb\n\nc' });
    const events = await store.events('s');
    expect(events.map(({ seq }) => seq)).toEqual(events.map((_, at) => at + 1));
    expect(events.filter(({ type }) => type === 'step_done')).toHaveLength(15);
  });

  test('that fails later is told: the turn fails, and nothing was shown that is not stored', async () => {
    const inner = openTempStore();
    let appends = 0;
    const broken = () => new ConsiliumError('STORAGE_IO', 'The disk failed.');
    const store = slow(inner, {
      append: async (batch) => {
        await new Promise((resolve) => setImmediate(resolve));
        if (++appends >= 2) throw broken();
        await inner.append(batch);
      },
    });
    const runner = runnerFor(counter().root, { store });
    const turn = runner.run({ session: 's', message: 'go' });
    const shown: string[] = [];
    for await (const signal of turn) shown.push(signal.type);
    expect(await turn.result).toMatchObject({ outcome: 'failed', error: { code: 'STORAGE_IO' } });
    expect(shown).toEqual(['invocation_started', 'agent_started']);
    expect((await inner.unfinished('local')).map(({ id }) => id)).toEqual(['s']);
  });
});

describe('work in the transaction of an event', () => {
  test('is done once, with its event or not at all; what it throws is told, and the rest is stored', async () => {
    for (const wrap of [(store: Store) => store, slow]) {
      const store = wrap(openTempStore());
      const rows: string[] = [];
      const root = codeAgent({
        name: 'a',
        run: async ({ commit }) => {
          const kept = await commit('fact', () => rows.push('fact'));
          const refused = await commit('bad', () => {
            throw new ConsiliumError('FACT_INVALID', 'No.');
          }).catch((thrown: ConsiliumError) => thrown.code);
          return `${kept} ${refused} ${await commit('more', () => rows.push('more'))}`;
        },
      });
      const runner = runnerFor(root, { store });
      expect(await runner.ask({ session: 's', message: 'go' })).toMatchObject({ text: '1 FACT_INVALID 2' });
      const events = await store.events('s');
      expect(events.flatMap((event) => (event.type === 'committed' ? [[event.name, event.value]] : []))).toEqual([
        ['fact', 1],
        ['more', 2],
      ]);
      expect(events.map(({ seq }) => seq)).toEqual(events.map((_, at) => at + 1));
    }
  });

  test('has a place of its own each time, and what is written around it is not lost, wherever the process dies', async () => {
    const rows: string[] = [];
    const model = scripted(async (options) => {
      const { state, commit } = currentAgent();
      const call = options.prompt.filter(({ role }) => role === 'tool').length;
      if (call === 0) state.set('temp:first', 'kept');
      const put = (row: string) => commit('row', () => rows.push(row) && row);
      const told = [await put(`${call}a`), await put(`${call}b`)];
      return call === 0 ? { call: 'look', input: {} } : `${told.join(' ')} ${state.get('temp:first')}`;
    });
    const look = tool({
      name: 'look',
      description: 'looks',
      input: z.object({}),
      idempotent: true,
      execute: () => 'x',
    });
    const root = llmAgent({ name: 'a', model, tools: [look] });
    for (let batches = 1; ; batches++) {
      rows.length = 0;
      const store = openTempStore();
      const dead = await runnerFor(root, { store: dyingAfter(batches, store) }).ask({ session: 's', message: 'go' });
      const result = dead.outcome === 'completed' ? dead : (await runnerFor(root, { store }).resumeAll())[0];
      expect(result).toMatchObject({ outcome: 'completed', text: '1a 1b kept' });
      expect(rows).toEqual(['0a', '0b', '1a', '1b']);
      if (dead.outcome === 'completed') break;
    }
  });

  test('of a message refuses the turn when it throws: nothing is on the log', async () => {
    const { root, runs } = counter();
    const store = openTempStore();
    const runner = runnerFor(root, { store });
    await runner.ask({ session: 's', message: 'first' });
    const refuse = () => {
      throw new ConsiliumError('FACT_GONE', 'There is nothing to take back.');
    };
    await expect(runner.ask({ session: 's', message: 'second', commit: refuse })).rejects.toMatchObject({
      code: 'FACT_GONE',
    });
    const seen: string[] = [];
    const third = await runner.ask({
      session: 's',
      message: 'third',
      commit: (_tx, { invocation }) => void seen.push(invocation),
    });
    expect(seen).toEqual([third.invocation]);
    expect(runs).toEqual(['first', 'third']);
    expect((await store.events('s')).filter(({ type }) => type === 'invocation_started')).toHaveLength(2);
  });
});

describe('clock and principal', () => {
  test('a clock that is set back does not turn the log around, and ends no wait early', async () => {
    const clock = playedClock(START);
    const store = openTempStore({ clock });
    const runner = runnerFor(counter().root, { store, clock });
    await runner.ask({ session: 's', message: 'a' });
    clock.set(START - 86_400_000);
    await runner.ask({ session: 's', message: 'b' });
    const times = (await store.events('s')).map(({ time }) => time);
    expect(times).toEqual(times.toSorted((a, b) => a - b));
    expect(await store.session('s')).toMatchObject({ updated: START });
  });

  test('a year is played at once: what lives for a day is gone, what waits is woken in order', async () => {
    const clock = playedClock(START);
    const woken: number[] = [];
    const root = codeAgent({
      name: 'a',
      run: ({ state, message }) => {
        if (message === 'set') state.set('user:x', 1);
        return String(state.has('user:x'));
      },
    });
    const runner = runnerFor(root, { store: openTempStore({ clock }), clock });
    const ask = async (message: string) => (await runner.ask({ session: 's', message })).text;
    expect([await ask('set'), await ask('get')]).toEqual(['true', 'true']);
    void clock.sleep(86_400_000).then(() => woken.push(clock.now()));
    void clock.sleep(1_000).then(() => woken.push(clock.now()));
    await clock.advance(365 * 86_400_000);
    expect(woken).toEqual([START + 1_000, START + 86_400_000]);
    expect(await ask('get')).toBe('false');
  });

  test('a sleep ends with its signal', async () => {
    const clock = playedClock(START);
    const controller = new AbortController();
    const slept = clock.sleep(1_000, controller.signal);
    controller.abort(new Error('enough'));
    await expect(slept).rejects.toThrow('enough');
    await expect(clock.sleep(1, controller.signal)).rejects.toThrow('enough');
  });

  test('whoever may no longer act is stopped between two steps; what was done is on the log', async () => {
    let isRevoked = false;
    const did: string[] = [];
    const act = tool({
      name: 'act',
      description: 'a',
      input: z.strictObject({}),
      execute: () => {
        isRevoked = true;
        return did.push('acted');
      },
    });
    const root = llmAgent({ name: 'a', model: scripted([{ call: 'act' }, { call: 'act' }, 'Done.']), tools: [act] });
    const principal = { ...machineUser('ana'), how: 'token' as const, via: 't1' };
    const runner = runnerFor(root, {
      admit: ({ via }) => {
        if (isRevoked && via === 't1') throw new ConsiliumError('TOKEN_REVOKED', 'This token was revoked.');
      },
    });
    const result = await runner.ask({ session: 's', message: 'go', principal });
    expect(result).toMatchObject({ outcome: 'failed', error: { code: 'TOKEN_REVOKED' } });
    expect(did).toEqual(['acted']);
    expect((await runner.store.events('s')).filter(({ type }) => type === 'tool_returned')).toHaveLength(1);
    expect((await runner.store.events('s'))[0]).toMatchObject({ principal, user: 'ana' });
  });

  test('a refusal in one branch ends the whole turn, no callback speaks in its place, and its key is free again', async () => {
    let gone = '';
    const did: string[] = [];
    const branch = (name: string) =>
      codeAgent({
        name,
        run: async ({ step }) => {
          await step('look', () => name);
          if (did.length === 0) gone = 'old';
          await step('keep', () => did.push(name));
          return name;
        },
      });
    const root = parallelAgent({
      name: 'All',
      subAgents: [codeAgent({ name: 'Still', run: () => 'Still.' }), branch('A'), branch('B')],
      afterAgent: [(_, text) => (did.length === 0 ? 'Sorry, my fault.' : text)],
    });
    const by = (via: string) => ({ ...machineUser('ana'), how: 'token' as const, via });
    const runner = runnerFor(root, {
      admit: ({ via }) => {
        if (via === gone) throw new ConsiliumError('TOKEN_INVALID', 'Gone.');
      },
    });
    const ask = (via: string) => runner.ask({ message: 'go', key: 'k', principal: by(via) });
    expect(await ask('old')).toMatchObject({ outcome: 'failed', text: '', error: { code: 'TOKEN_INVALID' } });
    expect(did).toEqual([]);
    const again = await ask('new');
    expect(again).toMatchObject({ outcome: 'completed', text: 'Still.\n\nA\n\nB' });
    expect(await ask('new')).toMatchObject({ invocation: again.invocation, text: again.text });
    expect(did).toEqual(['A', 'B']);
  });

  test('a user is a name that can be part of a key', async () => {
    const runner = runnerFor(counter().root);
    for (const user of ['', 'a/b', '../x', 'x'.repeat(200)])
      expect(() => runner.run({ message: 'hi', principal: machineUser(user) })).toThrow(
        expect.objectContaining({ code: 'USER_INVALID' }),
      );
  });
});

test('agents made at run time are runners of their own, thousands of them beside each other', async () => {
  const store = openTempStore();
  const make = (n: number) =>
    runnerFor(
      llmAgent({
        name: `Researcher_${n}`,
        instruction: `You study topic ${n}.`,
        model: scripted((o) => JSON.stringify(o.prompt[0]!.content)),
      }),
      { store, app: `research:${n}` },
    );
  const runners = Array.from({ length: 2_000 }, (_, n) => make(n));
  const ask = (n: number, message: string) => runners[n]!.ask({ session: `agent-${n}`, message });
  for (const n of [7, 1_999]) {
    expect((await ask(n, 'first')).text).toContain(`topic ${n}.`);
    await ask(n, 'second');
  }
  expect((await store.sessions({ app: 'research:7' })).map(({ id }) => id)).toEqual(['agent-7']);
  await expect(runners[8]!.ask({ session: 'agent-7', message: 'hi' })).rejects.toMatchObject({
    code: 'SESSION_UNKNOWN',
  });
});
