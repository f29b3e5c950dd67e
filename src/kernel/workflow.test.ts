import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { collect, only, openTempStore, runnerFor } from '../../test/house.ts';
import { lastText, scripted } from '../../test/scripted-model.ts';
import { codeAgent, llmAgent, loopAgent, parallelAgent, remoteAgent, sequentialAgent } from './agent.ts';
import { exitLoop, tool } from './tool.ts';

const says = (name: string, text: string, over: Partial<Parameters<typeof llmAgent>[0]> = {}) =>
  llmAgent({ name, model: scripted([text]), ...over });

describe('a sequential agent', () => {
  test('runs one after another; each sees what came before and reads what was put into state', async () => {
    const writer = llmAgent({ name: 'writer', model: scripted(['a draft']), outputKey: 'draft' });
    const model = scripted(['a better text']);
    const editor = llmAgent({ name: 'editor', model, instruction: 'Improve: {draft}' });
    const result = await runnerFor(sequentialAgent({ name: 'desk', subAgents: [writer, editor] })).ask({
      message: 'write',
    });
    expect(result).toMatchObject({ text: 'a better text', route: ['writer', 'editor'] });
    expect(model.seen[0]!.prompt.map((m) => m.role)).toEqual(['system', 'user', 'assistant', 'user']);
    expect(lastText(model.seen[0]!, 'system')).toBe('Improve: a draft');
  });

  test('stops where one of them fails', async () => {
    const last = scripted(['never']);
    const broken = codeAgent({
      name: 'broken',
      run: () => {
        throw new Error('no');
      },
    });
    const root = sequentialAgent({
      name: 'desk',
      subAgents: [says('a', 'first'), broken, llmAgent({ name: 'c', model: last })],
    });
    const turn = runnerFor(root).run({ message: 'go' });
    const events = await collect(turn);
    expect(await turn.result).toMatchObject({ outcome: 'failed', error: { message: 'no' } });
    expect(only(events, 'agent_failed').map((e) => e.agent)).toEqual(['broken', 'desk']);
    expect(last.seen).toHaveLength(0);
  });
});

describe('a loop agent', () => {
  test('goes round until somebody says that it is done', async () => {
    const critic = llmAgent({
      name: 'critic',
      model: scripted((_o, turn) => (turn < 4 ? (turn % 2 === 0 ? 'not yet' : 'hm') : { call: 'exit_loop' })),
      tools: [exitLoop],
      speaks: false,
    });
    const writer = says('writer', 'a text');
    const turn = runnerFor(loopAgent({ name: 'loop', subAgents: [writer, critic], maxIterations: 9 })).run({
      message: 'write',
    });
    const events = await collect(turn);
    expect(only(events, 'agent_finished').filter((e) => e.agent === 'writer')).toHaveLength(5);
    expect(await turn.result).toMatchObject({ text: 'a text', outcome: 'completed' });
    expect(only(events, 'limit_reached')).toEqual([]);
  });

  test('ends at its maximum, and the log says so', async () => {
    const turn = runnerFor(loopAgent({ name: 'loop', subAgents: [says('a', 'again')], maxIterations: 3 })).run({
      message: 'go',
    });
    const events = await collect(turn);
    expect(only(events, 'model_replied')).toHaveLength(3);
    expect(only(events, 'limit_reached')[0]).toMatchObject({ limit: 'iterations', value: 3 });
    expect((await turn.result).outcome).toBe('completed');
    expect(() => loopAgent({ name: 'x', subAgents: [], maxIterations: 0 })).toThrow(/max_iterations/);
  });

  test('ends from within a sequence by escalation of plain code', async () => {
    let rounds = 0;
    const code = codeAgent({
      name: 'code',
      run: (context) => {
        if (++rounds === 2) context.escalate();
        return undefined;
      },
    });
    const after = scripted(['after']);
    const steps = sequentialAgent({ name: 'steps', subAgents: [code, llmAgent({ name: 'later', model: after })] });
    await runnerFor(loopAgent({ name: 'loop', subAgents: [steps], maxIterations: 5 })).ask({ message: 'go' });
    expect(rounds).toBe(2);
    expect(after.seen).toHaveLength(1);
  });
});

describe('a parallel agent', () => {
  const writes = (name: string, values: Record<string, string>, ms = 0) =>
    codeAgent({
      name,
      speaks: false,
      run: async ({ state }) => {
        await new Promise((done) => setTimeout(done, ms));
        state.update(values);
        return undefined;
      },
    });

  test('runs its branches side by side', async () => {
    let inside = 0;
    let most = 0;
    const branch = (name: string) =>
      codeAgent({
        name,
        run: async () => {
          most = Math.max(most, ++inside);
          await new Promise((d) => setTimeout(d, 20));
          inside--;
          return name;
        },
      });
    const result = await runnerFor(
      parallelAgent({ name: 'all', subAgents: [branch('a'), branch('b'), branch('c')] }),
    ).ask({ message: 'go' });
    expect(most).toBe(3);
    expect(result.text).toBe('a\n\nb\n\nc');
  });

  test('gives each branch the state as of the fork, and merges in declared order', async () => {
    const sees = codeAgent({
      name: 'sees',
      run: async ({ state }) => {
        await new Promise((d) => setTimeout(d, 25));
        return `sees ${state.get('x')}`;
      },
    });
    const root = parallelAgent({
      name: 'all',
      subAgents: [writes('late', { x: 'late' }, 15), writes('early', { x: 'early', y: '1' }), sees],
    });
    const store = openTempStore();
    const turn = runnerFor(root, { store }).run({ session: 's', message: 'go', state: { x: 'before' } });
    const events = await collect(turn);
    expect((await turn.result).text).toBe('sees before');
    const [merged] = only(events, 'branches_merged');
    expect(merged).toMatchObject({
      delta: { x: 'early', y: '1' },
      conflicts: [{ key: 'x', branches: ['late', 'early'] }],
      failed: [],
    });
    expect((await store.state('session', 's')).get('x')?.value).toBe('early');
  });

  test('a branch that fails does not fail its siblings, and what it wrote is not merged', async () => {
    const broken = codeAgent({
      name: 'broken',
      run: ({ state }) => {
        state.set('half', 'done');
        throw new Error('no');
      },
    });
    const turn = runnerFor(
      parallelAgent({
        name: 'all',
        subAgents: [broken, writes('fine', { whole: 'yes' }), says('voice', 'still here')],
      }),
    ).run({ message: 'go' });
    const events = await collect(turn);
    expect(await turn.result).toMatchObject({ outcome: 'completed', text: 'still here' });
    expect(only(events, 'branches_merged')[0]).toMatchObject({ delta: { whole: 'yes' }, failed: ['broken'] });
    const alone = await runnerFor(parallelAgent({ name: 'all', subAgents: [broken] })).ask({ message: 'go' });
    expect(alone).toMatchObject({ outcome: 'failed', error: { message: 'no' } });
  });

  test('keeps conversations apart: a branch remembers its own words, not its siblings’', async () => {
    const one = scripted(['from one']);
    const two = scripted(['from two']);
    const runner = runnerFor(
      parallelAgent({
        name: 'all',
        subAgents: [llmAgent({ name: 'one', model: one }), llmAgent({ name: 'two', model: two })],
      }),
    );
    await runner.ask({ session: 's', message: 'first' });
    await runner.ask({ session: 's', message: 'second' });
    const words = one.seen[1]!.prompt.map((m) =>
      typeof m.content === 'string' ? m.content : m.content.map((p) => ('text' in p ? p.text : '')).join(''),
    );
    expect(words).toEqual(['first', 'from one', 'second']);
  });

  test('joins: whoever comes after sees all branches', async () => {
    const judge = scripted(['both are fine']);
    const both = parallelAgent({ name: 'both', subAgents: [says('a', 'idea A'), says('b', 'idea B')] });
    await runnerFor(sequentialAgent({ name: 'all', subAgents: [both, llmAgent({ name: 'judge', model: judge })] })).ask(
      { message: 'go' },
    );
    expect(JSON.stringify(judge.seen[0]!.prompt)).toMatch(/idea A.*idea B|idea B.*idea A/);
  });

  test('nests: an inner merge stays inside the outer branch until that joins', async () => {
    const inner = parallelAgent({ name: 'inner', subAgents: [writes('x', { a: 'x' }), writes('y', { b: 'y' })] });
    const store = openTempStore();
    const turn = runnerFor(parallelAgent({ name: 'outer', subAgents: [inner, writes('z', { c: 'z' })] }), {
      store,
    }).run({ session: 's', message: 'go' });
    const merges = only(await collect(turn), 'branches_merged');
    expect(
      merges.map((e) => [
        e.agent,
        e.branch,
        Object.keys(e.delta ?? {})
          .sort()
          .join(),
      ]),
    ).toEqual([
      ['inner', 'outer.inner', 'a,b'],
      ['outer', '', 'a,b,c'],
    ]);
    expect([...(await store.state('session', 's')).keys()].sort()).toEqual(['a', 'b', 'c']);
  });
});

describe('plain code in the tree', () => {
  test('speaks, runs sub-agents, does steps once, and calls its own tools by hand', async () => {
    const lookup = tool({ name: 'x', description: 'x', input: z.object({}), execute: () => 1 });
    expect(lookup.kind).toBe('function');
    const root = codeAgent({
      name: 'plan',
      subAgents: [says('helper', 'sunny')],
      run: async (context) => {
        const value = await context.step('roll', () => 4);
        const weather = await context.runAgent('helper');
        return `${weather} and ${value}`;
      },
    });
    const turn = runnerFor(root).run({ message: 'go' });
    const events = await collect(turn);
    expect(await turn.result).toMatchObject({ text: 'sunny and 4', route: ['plan', 'helper'] });
    expect(only(events, 'step_done')).toEqual([expect.objectContaining({ name: 'roll', value: 4 })]);
  });

  test('is told when it asks for a sub-agent that it does not have', async () => {
    const root = codeAgent({ name: 'plan', run: async (context) => context.runAgent('ghost') });
    expect((await runnerFor(root).ask({ message: 'go' })).error).toMatchObject({ code: 'AGENT_UNKNOWN' });
  });
});

describe('a remote agent', () => {
  test('is reached through its transport: words stream, state comes back, the request has a key', async () => {
    const requests: object[] = [];
    const root = remoteAgent({
      name: 'far',
      transport: {
        async *send(request) {
          requests.push(request);
          yield { type: 'text', text: 'from ' };
          yield { type: 'state', delta: { mark: 1 } };
          yield { type: 'text', text: 'afar' };
        },
      },
    });
    const turn = runnerFor(root).run({ message: 'hello' });
    const signals = await collect(turn);
    expect(await turn.result).toMatchObject({ text: 'from afar', route: ['far'] });
    expect(signals.filter((s) => s.type === 'text_delta').map((s) => [s.offset, s.text])).toEqual([
      [0, 'from '],
      [5, 'afar'],
    ]);
    expect(requests[0]).toMatchObject({ message: 'hello', idempotencyKey: `${turn.invocation}:far` });
    expect(only(signals, 'said')[0]).toMatchObject({ text: 'from afar', delta: { mark: 1 } });
  });

  test('that hangs is left when the turn is cancelled', async () => {
    const root = remoteAgent({
      name: 'far',
      transport: {
        async *send() {
          await new Promise(() => {});
          yield { type: 'text', text: '' };
        },
      },
    });
    const turn = runnerFor(root).run({ message: 'hello' });
    setTimeout(() => turn.cancel(), 10);
    expect((await turn.result).outcome).toBe('cancelled');
  });
});
