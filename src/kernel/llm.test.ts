import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { collect, only, openTempStore, runnerFor } from '../../test/house.ts';
import { lastText, scripted } from '../../test/scripted-model.ts';
import { codeAgent, llmAgent, parallelAgent } from './agent.ts';
import { currentAgent } from './context.ts';
import type { Limits } from './limits.ts';
import { machineUser } from './principal.ts';
import { tool } from './tool.ts';

const weather = tool({
  name: 'weather',
  description: 'The weather in a city',
  input: z.object({ city: z.string() }),
  execute: ({ city }) => ({ city, degrees: 20 }),
});

describe('an LLM agent', () => {
  test('answers with its instruction, the conversation and its settings', async () => {
    const model = scripted(['good morning']);
    const root = llmAgent({
      name: 'a',
      model,
      instruction: 'Be kind to {name}.',
      generate: { temperature: 0.2, maxOutputTokens: 50 },
    });
    const result = await runnerFor(root).ask({ message: 'hello', state: { name: 'Ada' } });
    expect(result).toMatchObject({
      text: 'good morning',
      route: ['a'],
      outcome: 'completed',
      usage: { modelCalls: 1, inputTokens: 10, outputTokens: 5 },
      speakers: ['scripted:test'],
    });
    expect(model.seen[0]).toMatchObject({
      temperature: 0.2,
      maxOutputTokens: 50,
      prompt: [
        { role: 'system', content: 'Be kind to Ada.' },
        { role: 'user', content: [{ type: 'text', text: 'hello' }] },
      ],
    });
  });

  test('runs the tools it calls, side by side, and gives the model their results in order', async () => {
    const running: string[] = [];
    const slow = tool({
      name: 'slow',
      description: 's',
      input: z.object({ ms: z.number() }),
      execute: async ({ ms }) => {
        running.push(`start ${ms}`);
        await new Promise((done) => setTimeout(done, ms));
        running.push(`end ${ms}`);
        return ms;
      },
    });
    const model = scripted((_o, turn) =>
      turn === 0
        ? {
            calls: [
              ['slow', { ms: 40 }],
              ['slow', { ms: 5 }],
            ],
          }
        : 'done',
    );
    await runnerFor(llmAgent({ name: 'a', model, tools: [slow] })).ask({ message: 'go' });
    expect(running).toEqual(['start 40', 'start 5', 'end 5', 'end 40']);
    const results = model.seen[1]!.prompt.at(-1)!;
    expect(results.content).toMatchObject([
      { toolCallId: 'call-0-0', output: { value: 40 } },
      { toolCallId: 'call-0-1', output: { value: 5 } },
    ]);
  });

  test.each<[string, unknown, string, string]>([
    ['malformed JSON', '{"city": ', 'TOOL_INPUT_INVALID', 'not JSON'],
    ['the wrong type', { city: 7 }, 'TOOL_INPUT_INVALID', 'city'],
    ['a missing field', {}, 'TOOL_INPUT_INVALID', 'city'],
  ])('is told when its arguments are %s, and can correct them', async (_what, input, code, says) => {
    const model = scripted((options, turn) => {
      if (turn === 0) return { call: 'weather', input };
      return lastText(options, 'tool').includes(code) ? { call: 'weather', input: { city: 'Oslo' } } : 'twenty degrees';
    });
    const turn = runnerFor(llmAgent({ name: 'a', model, tools: [weather] })).run({ message: 'weather?' });
    const [bad, good] = only(await collect(turn), 'tool_returned');
    expect(bad!.output).toMatchObject({ kind: 'error', error: { code, message: expect.stringContaining(says) } });
    expect(good!.output).toEqual({ kind: 'value', value: { city: 'Oslo', degrees: 20 } });
    expect((await turn.result).text).toBe('twenty degrees');
  });

  test.each<[string, Parameters<typeof tool>[0]['execute'], string, string]>([
    [
      'throws',
      () => {
        throw new Error('no network');
      },
      'TOOL_FAILED',
      'no network',
    ],
    [
      'rejects',
      async () => {
        throw new Error('no network');
      },
      'TOOL_FAILED',
      'no network',
    ],
    ['hangs', () => new Promise(() => {}), 'TOOL_TIMEOUT', 'within 30 ms'],
    ['returns what is not JSON', () => 10n, 'TOOL_RESULT_INVALID', 'not JSON'],
  ])('is told when a tool %s', async (_what, execute, code, says) => {
    const broken = tool({ name: 'broken', description: 'b', input: z.object({}), execute, timeoutMs: 30 });
    const model = scripted((_o, turn) => (turn === 0 ? { call: 'broken' } : 'sorry'));
    const turn = runnerFor(llmAgent({ name: 'a', model, tools: [broken] })).run({ message: 'go' });
    const [returned] = only(await collect(turn), 'tool_returned');
    expect(returned!.output).toMatchObject({ kind: 'error', error: { code, message: expect.stringContaining(says) } });
    expect(await turn.result).toMatchObject({ text: 'sorry', outcome: 'completed' });
  });

  test('a tool of 10 MB keeps the log small: the whole is an artifact, the model gets the head', async () => {
    const big = tool({ name: 'big', description: 'b', input: z.object({}), execute: () => 'x'.repeat(10_000_000) });
    const model = scripted((_o, turn) => (turn === 0 ? { call: 'big' } : 'ok'));
    const runner = runnerFor(llmAgent({ name: 'a', model, tools: [big] }));
    const turn = runner.run({ message: 'go' });
    const [returned] = only(await collect(turn), 'tool_returned');
    expect(returned!.output).toMatchObject({
      kind: 'truncated',
      bytes: 10_000_000,
      artifact: `${turn.session}/big_output_v1`,
    });
    expect(JSON.stringify(returned).length).toBeLessThan(10_000);
    const artifact = await runner.store.artifact('local', turn.session, 'big_output');
    expect(artifact!.data.byteLength).toBe(10_000_000);
    expect(lastText(model.seen[1]!, 'tool')).toContain('10000000 bytes in all');
  });

  test('a tool it does not have is named back to it', async () => {
    const model = scripted((_o, turn) => (turn === 0 ? { call: 'teleport' } : 'ok'));
    const turn = runnerFor(llmAgent({ name: 'a', model, tools: [weather] })).run({ message: 'go' });
    const [returned] = only(await collect(turn), 'tool_returned');
    expect(returned!.output).toMatchObject({
      error: { code: 'TOOL_UNKNOWN', message: expect.stringContaining('weather') },
    });
  });

  test('tools find their agent, session and state through currentAgent()', async () => {
    const who = tool({
      name: 'who',
      description: 'w',
      input: z.object({}),
      execute: async () => {
        await Promise.resolve();
        const { agent, session, state, store } = currentAgent();
        state.set('seen', agent.name);
        return { agent: agent.name, user: session.user, hasStore: typeof store.append === 'function' };
      },
    });
    const model = scripted((_o, turn) => (turn === 0 ? { call: 'who' } : 'ok'));
    const runner = runnerFor(llmAgent({ name: 'a', model, tools: [who] }));
    const turn = runner.run({ message: 'go', principal: machineUser('ada') });
    const [returned] = only(await collect(turn), 'tool_returned');
    expect(returned).toMatchObject({
      output: { value: { agent: 'a', user: 'ada', hasStore: true } },
      delta: { seen: 'a' },
    });
    expect(() => currentAgent()).toThrow(expect.objectContaining({ code: 'NO_AGENT' }));
  });
});

describe('structured output', () => {
  const schema = z.object({ city: z.string(), degrees: z.number() });
  const agent = (lines: string[]) => {
    const model = scripted(lines);
    return { model, root: llmAgent({ name: 'a', model, outputSchema: schema, outputKey: 'weather' }) };
  };

  test('is asked for, validated, and kept under its key', async () => {
    const { model, root } = agent(['```json\n{"city": "Oslo", "degrees": 4}\n```']);
    const runner = runnerFor(root);
    const result = await runner.ask({ message: 'weather?', session: 's' });
    expect(result).toMatchObject({ outcome: 'completed', text: '' });
    expect((await runner.store.state('session', 's')).get('weather')?.value).toEqual({ city: 'Oslo', degrees: 4 });
    expect(model.seen[0]!.responseFormat).toMatchObject({ type: 'json', schema: { required: ['city', 'degrees'] } });
  });

  test.each([
    ['not json at all', 'not JSON'],
    ['{"city": "Oslo"}', 'degrees'],
  ])('gets one repair when it is %s', async (bad, says) => {
    const { model, root } = agent([bad, '{"city": "Oslo", "degrees": 4}']);
    const turn = runnerFor(root).run({ message: 'weather?' });
    expect(only(await collect(turn), 'output_invalid')).toEqual([
      expect.objectContaining({ final: false, problem: expect.stringContaining(says) }),
    ]);
    expect(lastText(model.seen[1]!)).toContain(says);
    expect((await turn.result).outcome).toBe('completed');
  });

  test('fails clearly when the repair does not help', async () => {
    const { model, root } = agent(['nope']);
    const turn = runnerFor(root).run({ message: 'weather?' });
    const events = await collect(turn);
    expect(await turn.result).toMatchObject({ outcome: 'failed', error: { code: 'OUTPUT_INVALID' } });
    expect(model.seen).toHaveLength(2);
    expect(only(events, 'output_invalid').map((e) => e.final)).toEqual([false, true]);
    expect(only(events, 'invocation_finished')).toHaveLength(1);
  });
});

describe('callbacks', () => {
  test('run around agent, model and tool, and what they write is on the log', async () => {
    const order: string[] = [];
    const note = (name: string) => () => void order.push(name);
    const model = scripted((_o, turn) => (turn === 0 ? { call: 'weather', input: { city: 'Oslo' } } : 'done'));
    const root = llmAgent({
      name: 'a',
      model,
      tools: [weather],
      beforeAgent: [
        (context) => {
          order.push('before agent');
          context.state.set('current_time', '2026-11-15');
        },
      ],
      afterAgent: [note('after agent')],
      beforeModel: [note('before model')],
      afterModel: [note('after model')],
      beforeTool: [note('before tool')],
      afterTool: [note('after tool')],
    });
    const turn = runnerFor(root).run({ message: 'go' });
    const events = await collect(turn);
    expect(order).toEqual([
      'before agent',
      'before model',
      'after model',
      'before tool',
      'after tool',
      'before model',
      'after model',
      'after agent',
    ]);
    expect(only(events, 'agent_started')[0]!.delta).toEqual({ current_time: '2026-11-15' });
  });

  test('may change or replace what they wrap', async () => {
    const model = scripted((_o, turn) => (turn === 0 ? { call: 'weather', input: { city: 'Oslo' } } : 'it is cold'));
    const root = llmAgent({
      name: 'a',
      model,
      tools: [weather],
      beforeModel: [(_c, request) => ({ request: { ...request, temperature: 0 } })],
      afterModel: [
        (_c, reply) => ({
          ...reply,
          content: reply.content.map((part) =>
            part.type === 'text' ? { ...part, text: part.text.toUpperCase() } : part,
          ),
        }),
      ],
      beforeTool: [() => ({ input: { city: 'Bergen' } })],
      afterTool: [
        (_c, _r, output) =>
          output.kind === 'value' ? { kind: 'value', value: { ...(output.value as object), checked: true } } : output,
      ],
      afterAgent: [(_c, text) => `${text}!`],
    });
    const turn = runnerFor(root).run({ message: 'go' });
    const events = await collect(turn);
    expect((await turn.result).text).toBe('IT IS COLD!');
    expect(model.seen[0]!.temperature).toBe(0);
    expect(only(events, 'tool_returned')[0]!.output).toEqual({
      kind: 'value',
      value: { city: 'Bergen', degrees: 20, checked: true },
    });
  });

  test('may answer in the place of tool, model or agent', async () => {
    const model = scripted((_o, turn) =>
      turn === 0 ? { call: 'weather', input: { city: 'Oslo' } } : 'from the model',
    );
    const cached = llmAgent({ name: 'a', model, tools: [weather], beforeTool: [() => ({ output: 'from the cache' })] });
    const turn = runnerFor(cached).run({ message: 'go' });
    expect(only(await collect(turn), 'tool_returned')[0]!.output).toEqual({ kind: 'value', value: 'from the cache' });
    const silent = scripted(['never']);
    expect(
      (
        await runnerFor(
          llmAgent({ name: 'a', model: silent, beforeModel: [() => ({ reply: 'no model needed' })] }),
        ).ask({ message: 'go' })
      ).text,
    ).toBe('no model needed');
    expect(
      (
        await runnerFor(llmAgent({ name: 'a', model: silent, beforeAgent: [() => 'no agent needed'] })).ask({
          message: 'go',
        })
      ).text,
    ).toBe('no agent needed');
    expect(silent.seen).toHaveLength(0);
  });

  test('may speak for a workflow in which nobody spoke', async () => {
    const quiet = llmAgent({ name: 'quiet', model: scripted(['{"x": 1}']), outputSchema: z.object({ x: z.number() }) });
    const root = parallelAgent({
      name: 'all',
      subAgents: [quiet],
      afterAgent: [(_c, text) => `Sorry, nobody could answer.${text}`],
    });
    expect((await runnerFor(root).ask({ message: 'go' })).text).toBe('Sorry, nobody could answer.');
  });

  test('that fail end the turn with their name', async () => {
    const root = llmAgent({
      name: 'a',
      model: scripted(['x']),
      beforeAgent: [
        () => {
          throw new Error('clock broken');
        },
      ],
    });
    expect(await runnerFor(root).ask({ message: 'go' })).toMatchObject({
      outcome: 'failed',
      error: { code: 'CALLBACK_FAILED', message: expect.stringMatching(/before_agent.*a.*clock broken/) },
    });
  });
});

describe('limits', () => {
  test('on model calls end a loop of tool calls', async () => {
    const root = llmAgent({
      name: 'a',
      model: scripted([{ call: 'weather', input: { city: 'x' } }]),
      tools: [weather],
    });
    const turn = runnerFor(root, { limits: { modelCalls: 3 } }).run({ message: 'go' });
    const events = await collect(turn);
    expect(only(events, 'model_replied')).toHaveLength(3);
    expect(only(events, 'limit_reached')[0]).toMatchObject({ limit: 'model_calls', value: 3 });
    expect((await turn.result).error?.code).toBe('LIMIT_MODEL_CALLS');
  });

  test('count the models that steps of code ask, also those that a resumed turn finds on its log', async () => {
    const usage = { inputTokens: 10, outputTokens: 5 };
    let asked = 0;
    const root = codeAgent({
      name: 'a',
      run: async ({ step }) => {
        await step('plain', () => 'costs nothing');
        for (let n = 1; n <= 4; n++)
          await step(
            `ask.${n}`,
            () => ++asked,
            () => usage,
          );
        return 'done';
      },
    });
    const result = await runnerFor(root, { limits: { modelCalls: 4 } }).ask({ message: 'go' });
    expect(result).toMatchObject({ text: 'done', usage: { modelCalls: 4, inputTokens: 40, outputTokens: 20 } });
    const limited = async (limits: Partial<Limits>) => {
      asked = 0;
      const { error } = await runnerFor(root, { limits }).ask({ message: 'go' });
      return [error?.code, asked];
    };
    expect(await limited({ modelCalls: 2 })).toEqual(['LIMIT_MODEL_CALLS', 2]);
    expect(await limited({ tokens: 40 })).toEqual(['LIMIT_TOKENS', 3]);

    const store = openTempStore();
    const dying = codeAgent({
      name: 'a',
      run: async ({ step }) => {
        await step(
          'ask.1',
          () => ++asked,
          () => usage,
        );
        return new Promise<string>(() => {});
      },
    });
    const begun = runnerFor(dying, { store }).run({ session: 's', message: 'go' });
    for await (const signal of begun) if (signal.type === 'step_done') break;
    asked = 1;
    const resumed = await runnerFor(root, { store, limits: { modelCalls: 2 } }).resume('s').result;
    expect([resumed.error?.code, asked]).toEqual(['LIMIT_MODEL_CALLS', 2]);
  });

  test('on tokens and on time hold as well', async () => {
    const calls = llmAgent({
      name: 'a',
      model: scripted([{ call: 'weather', input: { city: 'x' } }]),
      tools: [weather],
    });
    expect((await runnerFor(calls, { limits: { tokens: 30 } }).ask({ message: 'go' })).error?.code).toBe(
      'LIMIT_TOKENS',
    );
    const hanging = llmAgent({ name: 'a', model: scripted(() => new Promise(() => {})) });
    expect((await runnerFor(hanging, { limits: { wallMs: 30 } }).ask({ message: 'go' })).error?.code).toBe(
      'LIMIT_WALL_TIME',
    );
  });
});
