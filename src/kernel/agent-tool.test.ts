import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { collect, only, openTempStore, runnerFor } from '../../test/house.ts';
import { lastText, scripted } from '../../test/scripted-model.ts';
import { llmAgent } from './agent.ts';
import { agentTool, safeAgentTool } from './agent-tool.ts';
import type { Log } from './context.ts';
import { tool } from './tool.ts';

const FALLBACK = 'I was unable to retrieve that URL. Please try again or provide a different URL.';
const keys = { resultKey: 'url_result', statusKey: 'url_status', errorKey: 'url_error' };

function setUp(
  inner: Parameters<typeof scripted>[0],
  over: Partial<Parameters<typeof safeAgentTool>[0]> = {},
  request = 'read https://example.org/a',
) {
  const innerModel = scripted(inner);
  const outerModel = scripted((options, turn) =>
    turn === 0 ? { call: 'UrlHandler', input: { request } } : lastText(options, 'tool'),
  );
  const handler = llmAgent({
    name: 'UrlHandler',
    description: 'Reads pages',
    model: innerModel,
    instruction: 'User said: {last_user_message?}',
    ...(over.agent as object),
  });
  const logged: { level: string; facts: object; message: string }[] = [];
  const log = Object.fromEntries(
    ['debug', 'info', 'warn'].map((level) => [
      level,
      (facts: object, message: string) => logged.push({ level, facts, message }),
    ]),
  ) as unknown as Log;
  const root = llmAgent({
    name: 'Triage',
    model: outerModel,
    tools: [safeAgentTool({ fallbackResponse: FALLBACK, ...keys, ...over, agent: handler })],
  });
  const store = openTempStore();
  const runner = runnerFor(root, { store, log, models: { candidates: () => [] } });
  const run = async (message = 'please read https://example.org/a for me') => {
    const turn = runner.run({ session: 's', message });
    const events = await collect(turn);
    const state = Object.fromEntries(
      [...(await store.state('session', 's'))].map(([key, entry]) => [key, entry.value]),
    );
    return { events, result: await turn.result, state };
  };
  return { run, innerModel, outerModel, logged };
}

describe('an agent as a tool', () => {
  test('gets the request, has a conversation of its own, and its words come back as the result', async () => {
    const inner = scripted(['the page says hello']);
    const outer = scripted((_o, turn) =>
      turn === 0 ? { call: 'reader', input: { request: 'read it' } } : 'it says hello',
    );
    const root = llmAgent({
      name: 'root',
      model: outer,
      tools: [agentTool({ agent: llmAgent({ name: 'reader', description: 'reads', model: inner }) })],
    });
    const result = await runnerFor(root).ask({ message: 'what does it say?' });
    expect(result).toMatchObject({ text: 'it says hello', route: ['root', 'reader'] });
    expect(inner.seen[0]!.prompt).toEqual([{ role: 'user', content: [{ type: 'text', text: 'read it' }] }]);
    expect(JSON.stringify(outer.seen[1]!.prompt)).not.toContain('"reader says');
    expect(outer.seen[0]!.tools![0]).toMatchObject({ name: 'reader', description: 'reads' });
  });

  test('with an output schema gives its caller the output, and none of its words reach the person', async () => {
    const inner = llmAgent({
      name: 'judge',
      model: scripted(['{"urgent": true}']),
      outputSchema: z.object({ urgent: z.boolean() }),
    });
    const outer = scripted((options, turn) =>
      turn === 0 ? { call: 'judge', input: { request: 'x' } } : `it said ${lastText(options, 'tool')}`,
    );
    const plain = llmAgent({ name: 'plain', model: scripted(['inner words']) });
    const root = llmAgent({
      name: 'root',
      model: outer,
      tools: [agentTool({ agent: inner }), agentTool({ agent: plain })],
    });
    const turn = runnerFor(root).run({ message: 'go' });
    const signals = await collect(turn);
    expect((await turn.result).text).toBe('it said {"urgent": true}');
    expect(new Set(signals.filter((s) => s.type === 'text_delta').map((s) => s.agent))).toEqual(new Set(['root']));
  });

  test('may take typed input', async () => {
    const inner = scripted(['ok']);
    const outer = scripted((_o, turn) => (turn === 0 ? { call: 'reader', input: { url: 'x', depth: 2 } } : 'done'));
    const input = z.object({ url: z.string(), depth: z.number() });
    await runnerFor(
      llmAgent({
        name: 'root',
        model: outer,
        tools: [agentTool({ agent: llmAgent({ name: 'reader', model: inner }), input })],
      }),
    ).ask({ message: 'go' });
    expect(lastText(inner.seen[0]!)).toBe('{"url":"x","depth":2}');
  });
});

describe('a SafeAgentTool', () => {
  test('success: result and status in state, inner events on the log, deltas carried out', async () => {
    const note = tool({
      name: 'note',
      description: 'n',
      input: z.object({}),
      execute: (_i, { state }) => {
        state.set('noted', true);
        return 'ok';
      },
    });
    const { run } = setUp((_o, turn) => (turn === 0 ? { call: 'note' } : 'the summary'), {
      agent: { tools: [note] } as never,
    });
    const { events, result, state } = await run();
    expect(result).toMatchObject({ text: 'the summary', route: ['Triage', 'UrlHandler'] });
    expect(state).toMatchObject({ url_status: 'success', url_result: 'the summary', url_error: '', noted: true });
    expect(only(events, 'model_replied').map((e) => e.agent)).toEqual(['Triage', 'UrlHandler', 'UrlHandler', 'Triage']);
  });

  test('primes the person’s message for the inner agent, unless told not to', async () => {
    const primed = setUp(['ok']);
    await primed.run('please read https://example.org/a for me');
    expect(lastText(primed.innerModel.seen[0]!, 'system')).toBe('User said: please read https://example.org/a for me');
    const plain = setUp(['ok'], { preserveRequest: false });
    await plain.run();
    expect(lastText(plain.innerModel.seen[0]!, 'system')).toBe('User said: ');
  });

  test('the status is running while the agent runs', async () => {
    const seen: unknown[] = [];
    const look = tool({
      name: 'look',
      description: 'l',
      input: z.object({}),
      execute: (_i, { state }) => {
        seen.push(state.get('url_status'), state.get('url_result'));
        return 1;
      },
    });
    const { run, outerModel } = setUp((_o, turn) => (turn % 2 === 0 ? { call: 'look' } : 'done'), {
      agent: { tools: [look] } as never,
    });
    await run();
    outerModel.seen.length = 0;
    await run();
    expect(seen).toEqual(['running', '', 'running', '']);
  });

  test('without reset, the last result stays until there is a new one', async () => {
    const seen: unknown[] = [];
    const look = tool({
      name: 'look',
      description: 'l',
      input: z.object({}),
      execute: (_i, { state }) => {
        seen.push(state.get('url_result'));
        return 1;
      },
    });
    const { run, outerModel } = setUp((_o, turn) => (turn % 2 === 0 ? { call: 'look' } : 'done'), {
      resetState: false,
      agent: { tools: [look] } as never,
    });
    await run();
    outerModel.seen.length = 0;
    await run();
    expect(seen).toEqual([undefined, 'done']);
  });

  test('a model that fails gives the fallback, the status error and a warning without what was said', async () => {
    const { run, logged } = setUp([Object.assign(new Error('overloaded: private words'), { statusCode: 400 })]);
    const { result, state } = await run();
    expect(result).toMatchObject({ text: FALLBACK, outcome: 'completed' });
    expect(state).toMatchObject({
      url_status: 'error',
      url_result: FALLBACK,
      url_error: expect.stringContaining('MODEL_FAILED'),
    });
    const warning = logged.find((line) => line.level === 'warn')!;
    expect(warning.facts).toMatchObject({ agent: 'UrlHandler', code: 'MODEL_FAILED', hosts: ['example.org'] });
    expect(JSON.stringify(logged)).not.toContain('please read');
    expect(JSON.stringify(logged)).not.toContain('private words');
  });

  test('an empty result gives its own sentence and is logged as information', async () => {
    const { run, logged } = setUp([''], { emptyResponse: 'The page was empty.' });
    const { result, state } = await run();
    expect(result.text).toBe('The page was empty.');
    expect(state).toMatchObject({ url_status: 'empty', url_result: 'The page was empty.' });
    expect(logged).toContainEqual(expect.objectContaining({ level: 'info', message: 'agent tool gave nothing' }));
  });

  test('a fault of our own is not hidden behind the fallback', async () => {
    const { run } = setUp(['x'], {
      agent: {
        beforeAgent: [
          () => {
            throw new TypeError('bug');
          },
        ],
      } as never,
    });
    const { events, state } = await run();
    expect(only(events, 'agent_failed')[0]!.error.code).toBe('CALLBACK_FAILED');
    expect(state['url_status']).toBe('error');
  });

  test('a hook may answer instead, sees the addresses, and is passed over when it fails', async () => {
    const vimeo = 'Vimeo videos are not currently supported. Please provide a YouTube video URL for video analysis.';
    const { run, innerModel } = setUp(
      ['from the agent'],
      { intercept: ({ urls }) => (urls.some((url) => new URL(url).host === 'vimeo.com') ? vimeo : undefined) },
      'watch https://vimeo.com/1',
    );
    expect((await run()).result.text).toBe(vimeo);
    expect(innerModel.seen).toHaveLength(0);
    const failing = setUp(['from the agent'], {
      intercept: () => {
        throw new Error('video tool down');
      },
    });
    expect((await failing.run()).result.text).toBe('from the agent');
    expect(failing.logged).toContainEqual(
      expect.objectContaining({ level: 'warn', message: expect.stringContaining('interception failed') }),
    );
  });

  test('log levels: debug for calls and results, info for status, warn for failures', async () => {
    const { run, logged } = setUp(['fine']);
    await run();
    expect(logged.map((line) => `${line.level}: ${line.message}`)).toEqual([
      'debug: agent tool called',
      'info: agent tool status',
      'info: agent tool status',
      'debug: agent tool done',
    ]);
  });
});
