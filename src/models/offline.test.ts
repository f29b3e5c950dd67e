import type { LanguageModelV4Prompt } from '@ai-sdk/provider';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { llmAgent } from '../kernel/agent.ts';
import { currentAgent } from '../kernel/context.ts';
import { ConsiliumError } from '../kernel/errors.ts';
import type { ModelSource } from '../kernel/model.ts';
import { callsOf, functionTool, hear, textOf, transferTool } from './fixtures.ts';
import { chunk, offlineModel } from './offline.ts';
import type { OfflineCall, OfflinePolicy, OfflineStep, OfflineTurn } from './policy.ts';
import { type Lack, modelRequired, UNANSWERED } from './refusal.ts';

const agent = llmAgent({ name: 'Guide', description: 'Shows people round.' });

function running(policy: OfflinePolicy, engine?: { lack: Lack }): ModelSource {
  return { candidates: () => [{ label: 'offline', model: offlineModel(policy, engine) }] };
}

const step = (given: OfflineStep) => running(() => given);

describe('a step becomes a reply', () => {
  test.each([true, false])('words (streaming: %s)', async (streaming) => {
    const { reply, streamed } = await hear(step({ say: 'Hello, and welcome to the house.' }), agent, 'hi', {
      streaming,
    });
    expect(textOf(reply)).toBe('Hello, and welcome to the house.');
    expect(streamed).toBe(streaming ? 'Hello, and welcome to the house.' : '');
    expect(reply).toMatchObject({ finish: 'stop', speaker: 'offline', usage: { inputTokens: 1, outputTokens: 8 } });
  });

  test.each([true, false])('words as they come (streaming: %s)', async (streaming) => {
    async function* say() {
      yield 'one ';
      yield '';
      yield `two for ${currentAgent().agent.name}`;
    }
    const { reply } = await hear(step({ say: say() }), agent, 'hi', { streaming });
    expect(textOf(reply)).toBe('one two for Guide');
  });

  test('a tool call', async () => {
    const { reply } = await hear(step({ call: 'look', input: { at: 'door' } }), agent, 'hi', {
      tools: [functionTool('look', 'Looks.')],
    });
    expect(callsOf(reply)).toEqual([{ tool: 'look', input: { at: 'door' } }]);
    expect(reply.finish).toBe('tool-calls');
  });

  test('several tool calls at once, each with an id of its own', async () => {
    const calls: OfflineCall[] = [
      { call: 'look', input: {} },
      { call: 'look', input: { at: 'x' } },
    ];
    const { reply } = await hear(step({ calls }), agent, 'hi', { tools: [functionTool('look', 'Looks.')] });
    const ids = reply.content.map((part) => (part.type === 'tool-call' ? part.toolCallId : ''));
    expect(new Set(ids).size).toBe(2);
  });

  test('a transfer', async () => {
    const { reply } = await hear(step({ transfer: 'Cook', reason: 'food' }), agent, 'hi', {
      tools: [transferTool(['Cook'])],
    });
    expect(callsOf(reply)).toEqual([{ tool: 'transfer_to_agent', input: { agent_name: 'Cook', reason: 'food' } }]);
  });

  test('an object', async () => {
    const { reply } = await hear(step({ object: { rooms: 3 } }), agent, 'hi', { responseFormat: { type: 'json' } });
    expect(JSON.parse(textOf(reply))).toEqual({ rooms: 3 });
  });

  test('the same turn gives the same reply', async () => {
    const once = () =>
      hear(step({ call: 'look', input: {} }), agent, 'hi', { tools: [functionTool('look', 'Looks.')] });
    expect((await once()).reply).toEqual((await once()).reply);
  });
});

describe('what a policy sees', () => {
  const prompt: LanguageModelV4Prompt = [
    { role: 'system', content: 'Be kind.' },
    { role: 'user', content: [{ type: 'text', text: 'earlier' }] },
    { role: 'assistant', content: [{ type: 'tool-call', toolCallId: '0', toolName: 'look', input: { at: 'past' } }] },
    {
      role: 'tool',
      content: [{ type: 'tool-result', toolCallId: '0', toolName: 'look', output: { type: 'text', value: 'old' } }],
    },
    { role: 'user', content: [{ type: 'text', text: 'where is the key' }] },
    { role: 'user', content: [{ type: 'text', text: '[Porter] on the way' }] },
    {
      role: 'assistant',
      content: [
        { type: 'tool-call', toolCallId: '1', toolName: 'look', input: { at: 'door' } },
        { type: 'tool-call', toolCallId: '2', toolName: 'look', input: { at: 'roof' } },
        { type: 'tool-call', toolCallId: '3', toolName: 'transfer_to_agent', input: { agent_name: 'Cook' } },
      ],
    },
    {
      role: 'tool',
      content: [
        { type: 'tool-result', toolCallId: '1', toolName: 'look', output: { type: 'json', value: { key: true } } },
        {
          type: 'tool-result',
          toolCallId: '2',
          toolName: 'look',
          output: { type: 'error-json', value: { code: 'TOOL_TIMEOUT', message: 'Too far up.', retryable: true } },
        },
        {
          type: 'tool-result',
          toolCallId: '3',
          toolName: 'transfer_to_agent',
          output: { type: 'error-text', value: 'No.' },
        },
      ],
    },
  ];

  async function seen(more: Parameters<typeof hear>[3] = {}): Promise<OfflineTurn> {
    let turn: OfflineTurn | undefined;
    const watching = running((given) => {
      turn = given;
      return { say: 'ok' };
    });
    await hear(watching, agent, 'where is the key', { prompt, ...more });
    return turn!;
  }

  test('the message it works on, not what the kernel wrote beside it', async () => {
    expect((await seen()).message).toBe('where is the key');
  });

  test('what tools returned since that message, errors and refused transfers included', async () => {
    expect((await seen()).results).toEqual([
      { tool: 'look', input: { at: 'door' }, output: { key: true } },
      {
        tool: 'look',
        input: { at: 'roof' },
        output: null,
        error: { code: 'TOOL_TIMEOUT', message: 'Too far up.', retryable: true },
      },
      {
        tool: 'transfer_to_agent',
        input: { agent_name: 'Cook' },
        output: null,
        error: { code: 'TOOL_FAILED', message: 'No.', retryable: false },
      },
    ]);
  });

  test('its tools without the transfer tool, and targets only where it may transfer', async () => {
    const cook = llmAgent({ name: 'Cook', description: 'Cooks.' });
    const look = functionTool('look', 'Looks.');
    const tools = [look, transferTool(['Cook'])];
    const turn = await seen({ tools, context: { targets: [cook] } });
    expect(turn.tools).toEqual([{ name: 'look', description: 'Looks.', schema: look.inputSchema }]);
    expect(turn.targets).toEqual([{ name: 'Cook', description: 'Cooks.' }]);
    expect((await seen({ tools: [look], context: { targets: [cook] } })).targets).toEqual([]);
  });

  test('the wanted schema and its agent', async () => {
    const turn = await seen({ responseFormat: { type: 'json', schema: { type: 'object' } } });
    expect(turn.schema).toEqual({ type: 'object' });
    expect(turn.context.agent.name).toBe('Guide');
    expect((await seen()).schema).toBeUndefined();
  });
});

describe('when a policy cannot', () => {
  const failing = (error: unknown) =>
    running(() => {
      throw error;
    });
  const failure = (models: ModelSource, more: Parameters<typeof hear>[3] = {}) =>
    hear(models, agent, 'hi', more).then(
      () => expect.unreachable(),
      (thrown: ConsiliumError) => thrown,
    );

  test('a refusal is said as words, marked with its code', async () => {
    const { reply } = await hear(failing(modelRequired('Writing code')), agent, 'hi');
    expect(textOf(reply)).toMatch(/^Writing code needs a language model, and none is configured\. Set one of GOOGLE_/);
    expect(reply.content[0]).toMatchObject({ providerMetadata: { consilium: { code: 'MODEL_REQUIRED' } } });
  });

  test('a refusal says so when providers are there but did not answer', async () => {
    const models = running(
      () => {
        throw modelRequired();
      },
      { lack: UNANSWERED },
    );
    expect(textOf((await hear(models, agent, 'hi')).reply)).toMatch(/none of those configured answered/);
  });

  test('a refusal fails where an object was wanted', async () => {
    const error = await failure(failing(modelRequired()), {
      responseFormat: { type: 'json', schema: { type: 'object' } },
    });
    expect(error).toMatchObject({ code: 'MODEL_REQUIRED' });
    expect(error.hint).toContain('ANTHROPIC_API_KEY');
  });

  test('an error of its own names the agent', async () => {
    const error = await failure(failing(new TypeError('x is undefined')));
    expect(error.message).toContain('The offline policy of Guide failed: x is undefined');
  });

  test.each([
    ['no step', undefined],
    ['an empty list of calls', { calls: [] }],
    ['something else', { shout: 'hi' }],
    ['words that are none', { say: 7 }],
  ])('%s is an error that says what a step is', async (_name, given) => {
    const error = await failure(running(() => given as unknown as OfflineStep));
    expect(error.message).toContain('The offline policy of Guide returned no step');
    expect(error.hint).toContain('{say}');
  });

  test('a tool it does not have is an error that lists those it has', async () => {
    const error = await failure(step({ call: 'fly', input: {} }), { tools: [functionTool('look', 'Looks.')] });
    expect(error.message).toContain('called "fly", which it does not have');
    expect(error.hint).toContain('look');
  });

  test('cancelling stops it between words and closes what it read from', async () => {
    const cancel = new AbortController();
    let closed = false;
    async function* forever() {
      try {
        for (let i = 0; ; i++) {
          if (i === 3) cancel.abort(new ConsiliumError('CANCELLED', 'Stopped.'));
          yield `${i} `;
        }
      } finally {
        closed = true;
      }
    }
    await expect(hear(step({ say: forever() }), agent, 'hi', { signal: cancel.signal })).rejects.toMatchObject({
      code: 'CANCELLED',
    });
    await expect.poll(() => closed).toBe(true);
  });
});

describe('chunks', () => {
  test('begin with the first word', () => {
    expect([...chunk('Hello there, all of you who came.')][0]).toBe('Hello');
  });

  test('are always the whole text, cut nowhere inside a word', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('a', 'b', ' ', '\n', '.', 'ü'), maxLength: 200 }), (text) => {
        const pieces = [...chunk(text)];
        expect(pieces.join('')).toBe(text);
        for (const piece of pieces.slice(1)) expect(piece).toMatch(/^\s/);
      }),
    );
  });
});
