import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { builtinTool, createRunner, type LlmAgent, llmAgent, tool } from '../../kernel/index.ts';
import { openMemoryStore } from '../../storage/index.ts';
import { BUILT_IN, readCatalogue } from '../catalogue.ts';
import { hear, textOf } from '../fixtures.ts';
import { createModels } from '../source.ts';
import { anthropic } from './anthropic.ts';
import { chat } from './chat.ts';
import { gemini } from './gemini.ts';
import { openLoopback } from './loopback.ts';
import { responses } from './responses.ts';

const catalogue = readCatalogue([BUILT_IN]);
const retry = { attempts: 2, initialDelayMs: 1, maxDelayMs: 5 };
const agent = llmAgent({ name: 'Guide', instruction: 'Be brief.', model: 'fast' });

describe('what must go back with the history', () => {
  const look = tool({ name: 'look', description: 'Looks.', input: z.object({}), execute: () => 'a door' });
  const looking = llmAgent({ name: 'Guide', model: 'deep', tools: [look] });

  test.each([true, false])("Gemini's thoughtSignature does (streaming: %s)", async (stream) => {
    const server = await openLoopback(gemini);
    server.play({ call: 'look', input: {}, signature: 'c2lnbmVk' }, { say: 'A door.' });
    const env = { GEMINI_API_KEY: 'k', CONSILIUM_MODEL_BASE_URL: server.url };
    const result = await runnerFor(createModels({ env, catalogue, retry }), looking).run({ message: 'look', stream })
      .result;
    await server.close();
    expect(result.text).toBe('A door.');
    expect(server.heard[1]!.body).toMatchObject({
      contents: expect.arrayContaining([
        {
          role: 'model',
          parts: [{ functionCall: { name: 'look', args: {}, id: expect.anything() }, thoughtSignature: 'c2lnbmVk' }],
        },
      ]),
    });
  });

  test("Anthropic's signed thinking does", async () => {
    const thinking = (events: string[]) => [
      events[0]!,
      sse({ type: 'content_block_start', index: 1, content_block: { type: 'thinking', thinking: '', signature: '' } }),
      sse({ type: 'content_block_delta', index: 1, delta: { type: 'thinking_delta', thinking: 'A door?' } }),
      sse({ type: 'content_block_delta', index: 1, delta: { type: 'signature_delta', signature: 'signed' } }),
      sse({ type: 'content_block_stop', index: 1 }),
      ...events.slice(1),
    ];
    const server = await openLoopback({
      ...anthropic,
      events: (spoken) => {
        const { opening, closing } = anthropic.events(spoken);
        return { opening: 'call' in spoken ? thinking(opening) : opening, closing };
      },
    });
    server.play({ call: 'look', input: {} }, { say: 'A door.' });
    const env = { ANTHROPIC_API_KEY: 'k', CONSILIUM_MODEL_BASE_URL: server.url };
    const result = await runnerFor(createModels({ env, catalogue, retry }), looking).run({ message: 'look' }).result;
    await server.close();
    expect(result.text).toBe('A door.');
    expect(server.heard[1]!.body).toMatchObject({
      messages: [
        {},
        { content: expect.arrayContaining([{ type: 'thinking', thinking: 'A door?', signature: 'signed' }]) },
        {},
      ],
    });
  });

  test("OpenAI's encrypted reasoning does", async () => {
    const item = { type: 'reasoning', id: 'rs1', summary: [] };
    const server = await openLoopback({
      ...responses,
      events: (spoken) => {
        const { opening, closing } = responses.events(spoken);
        const thought = [
          sse({ type: 'response.output_item.added', output_index: 0, item: { ...item, encrypted_content: '' } }),
          sse({ type: 'response.output_item.done', output_index: 0, item: { ...item, encrypted_content: 'sealed' } }),
        ];
        return { opening: 'call' in spoken ? [opening[0]!, ...thought, ...opening.slice(1)] : opening, closing };
      },
    });
    server.play({ call: 'look', input: {} }, { say: 'A door.' });
    const env = { OPENAI_API_KEY: 'k', CONSILIUM_MODEL_BASE_URL: server.url };
    const result = await runnerFor(createModels({ env, catalogue, retry }), looking).run({ message: 'look' }).result;
    await server.close();
    expect(result.text).toBe('A door.');
    expect(server.heard[0]!.body).toMatchObject({ include: ['reasoning.encrypted_content'] });
    expect(server.heard[1]!.body).toMatchObject({
      input: expect.arrayContaining([expect.objectContaining({ type: 'reasoning', encrypted_content: 'sealed' })]),
    });
  });

  test('a history begun with one provider goes on with another', async () => {
    const first = await openLoopback(gemini);
    const second = await openLoopback(anthropic);
    first.play({ call: 'look', input: {}, signature: 'c2lnbmVk' }, { status: 500 }, { status: 500 });
    second.play({ say: 'A door.' });
    const providers = {
      ...catalogue.providers,
      anthropic: { ...catalogue.providers.anthropic!, base_url: second.url },
    };
    const env = { GEMINI_API_KEY: 'k', ANTHROPIC_API_KEY: 'k', CONSILIUM_MODEL_BASE_URL: first.url };
    const models = createModels({ env, catalogue: { ...catalogue, providers }, retry });
    const result = await runnerFor(models, looking).run({ message: 'look' }).result;
    await Promise.all([first.close(), second.close()]);
    expect(result).toMatchObject({
      text: 'A door.',
      speakers: ['google:gemini-2.5-pro', 'anthropic:claude-sonnet-4-6'],
    });
    expect(anthropic.history(second.heard[0]!.body)).toEqual(['user: look', 'call look {}', 'result a door']);
  });
});

describe('a local server whose model nobody named', () => {
  const env = (url: string) => ({ CONSILIUM_MODEL_BASE_URL: url });

  test('is called by any name, where it does not mind', async () => {
    const server = await openLoopback(chat, ['phi', 'other']);
    server.play({ say: 'Hello.' });
    await hear(createModels({ env: env(server.url), catalogue, retry }), agent, 'hello');
    await server.close();
    expect(server.heard.map(({ body }) => body)).toMatchObject([{ model: 'default' }]);
  });

  test.each([404, 400])('is asked what it has when it minds (%i), and then called by that', async (status) => {
    const server = await openLoopback(chat, ['phi', 'other']);
    server.play({ status, message: 'No such model.' }, { say: 'Hello.' }, { say: 'Again.' });
    const models = createModels({ env: env(server.url), catalogue, retry });
    const { reply, failures } = await hear(models, agent, 'hello');
    await hear(models, agent, 'and again', { streaming: false });
    await server.close();
    expect([textOf(reply), failures]).toEqual(['Hello.', []]);
    expect(server.heard.map(({ body }) => body)).toMatchObject([
      { model: 'default' },
      { model: 'phi' },
      { model: 'phi' },
    ]);
  });

  test('and that has none, says so', async () => {
    const server = await openLoopback(chat, []);
    server.play({ status: 404 });
    await expect(hear(createModels({ env: env(server.url), catalogue, retry }), agent, 'hello')).rejects.toMatchObject({
      message: expect.stringContaining('has no model'),
      hint: expect.stringContaining('CONSILIUM_MODEL'),
    });
    await server.close();
  });

  test('and that keeps no list, has its own complaint passed on', async () => {
    const server = await openLoopback(chat);
    server.play({ status: 404, message: 'No such model.' });
    const failing = hear(createModels({ env: env(server.url), catalogue, retry }), agent, 'hello');
    await expect(failing).rejects.toThrow(/No such model/);
    await server.close();
  });
});

describe("a provider's own tools", () => {
  const searching = llmAgent({ name: 'Guide', model: 'fast', tools: [builtinTool('google.google_search')] });

  test.each([
    ['GEMINI_API_KEY', gemini, { tools: [{ googleSearch: {} }] }],
    ['OPENAI_API_KEY', responses, { tools: [{ type: 'web_search' }] }],
    ['ANTHROPIC_API_KEY', anthropic, { tools: [{ type: 'web_search_20250305', name: 'web_search' }] }],
  ])('are called there as there they are called: %s', async (key, dialect, body) => {
    const server = await openLoopback(dialect);
    server.play({ say: 'Found.' });
    const models = createModels({ env: { [key]: 'k', CONSILIUM_MODEL_BASE_URL: server.url }, catalogue, retry });
    const result = await runnerFor(models, searching).run({ message: 'what is new?' }).result;
    await server.close();
    expect(result.text).toBe('Found.');
    expect(server.heard[0]!.body).toMatchObject(body);
  });

  test('are not pretended where no provider has them', async () => {
    const models = createModels({ env: { AI_PROVIDER: 'ollama' }, catalogue });
    const result = await runnerFor(models, searching).run({ message: 'what is new?' }).result;
    expect(result.text).toBe(
      'That needs a language model, and no configured provider has google.google_search. Set the key of a provider that has it.',
    );
  });
});

describe('what each provider is told besides', () => {
  test('OpenAI is not to keep the conversation', async () => {
    const server = await openLoopback(responses);
    server.play({ say: 'ok' });
    await hear(
      createModels({ env: { OPENAI_API_KEY: 'k', CONSILIUM_MODEL_BASE_URL: server.url }, catalogue }),
      agent,
      'hello',
    );
    await server.close();
    expect(server.heard[0]!.body).toMatchObject({ store: false });
  });

  test("Google's 400 for a wrong key is understood as that, and its delay in the body is kept to", async () => {
    const server = await openLoopback(gemini);
    const env = { GEMINI_API_KEY: 'k', CONSILIUM_MODEL_BASE_URL: server.url };
    server.play(
      {
        status: 429,
        body: {
          error: {
            code: 429,
            message: 'Slow down.',
            status: 'RESOURCE_EXHAUSTED',
            details: [{ retryDelay: '0.002s' }],
          },
        },
      },
      {
        status: 400,
        body: {
          error: {
            code: 400,
            message: 'API key not valid.',
            status: 'INVALID_ARGUMENT',
            details: [{ reason: 'API_KEY_INVALID' }],
          },
        },
      },
    );
    const policy = () => ({ say: 'From the engine.' });
    const { failures } = await hear(createModels({ env, catalogue, retry }), { ...agent, offline: policy }, 'hello');
    await server.close();
    expect(failures.map(({ error, waitMs }) => [error.code, waitMs])).toEqual([
      ['MODEL_RATE_LIMITED', 2],
      ['MODEL_UNAUTHORIZED', 0],
    ]);
  });
});

function runnerFor(models: ReturnType<typeof createModels>, root: LlmAgent) {
  return createRunner({ app: 'wire', root, store: openMemoryStore(), models });
}

function sse(event: { type: string } & Record<string, unknown>): string {
  return `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`;
}
