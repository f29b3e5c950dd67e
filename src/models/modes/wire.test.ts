import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Json } from '../../kernel/event.ts';
import { BUILT_IN, type Env, readCatalogue } from '../catalogue.ts';
import { isSameModel } from '../discovery.ts';
import { findPreset } from '../presets.ts';
import { createModels } from '../source.ts';
import { chat } from '../wire/chat.ts';
import type { Heard } from '../wire/dialect.ts';
import { type Act, type Loopback, openLoopback } from '../wire/loopback.ts';
import { type ModeDesk, runPreset, type Task } from './index.ts';

const catalogue = readCatalogue([BUILT_IN]);
const retry = { attempts: 2, initialDelayMs: 1, maxDelayMs: 5 };
const TASK: Task = { system: 'Answer briefly.', prompt: 'What is asthma?' };
const SERVED = ['/models/Qwen2.5-7B-Instruct-Q4_K_M.gguf', 'deepseek-ai/DeepSeek-R1-Distill-Qwen-7B', 'phi-4'];

let server: Loopback;
const open = async (models?: string[]) => {
  server = await openLoopback(chat, models);
};
beforeEach(() => open(SERVED));
afterEach(() => server.close());

const models = (env: Env = {}) =>
  createModels({
    env: { AI_PROVIDER: 'openai-compatible', CONSILIUM_MODEL_BASE_URL: server.url, ...env },
    catalogue,
    retry,
  });

function desk(): ModeDesk & { steps: Map<string, Json> } {
  const steps = new Map<string, Json>();
  return {
    steps,
    signal: new AbortController().signal,
    step: async (name, work) => {
      const value = await work();
      steps.set(name, value);
      return value;
    },
  };
}

const modelOf = ({ body }: Heard) => (body as { model: string }).model;
const play = (times: number, act: (model: string, request: Heard) => Act) =>
  server.play(...Array.from({ length: times }, () => (request: Heard) => act(modelOf(request), request)));

describe('presets over HTTP', () => {
  test('each model is called by the name that the server has for it', async () => {
    server.play({ say: 'A draft.' }, { say: '{"objections":[{"problem":"Too short."}]}' }, { say: 'Longer.' });
    const result = await runPreset(findPreset('D4'), TASK, desk(), models());
    expect(result.text).toBe('Longer.');
    expect(server.heard.map(modelOf)).toEqual([SERVED[0], SERVED[1], SERVED[0]]);
    expect(result.speakers).toEqual([`openai-compatible:${SERVED[0]}`, `openai-compatible:${SERVED[1]}`]);
    expect(result.usage).toEqual({ inputTokens: 33, outputTokens: 21, modelCalls: 3 });
    expect(chat.schema(server.heard[1]!.body)).toMatchObject({ required: ['objections'] });
  });

  test('a debate, side by side', async () => {
    play(5, (model) => ({ say: `${model} speaks` }));
    const result = await runPreset(findPreset('D3'), TASK, desk(), models());
    expect(result.steps.map(({ role, speaker }) => `${role} ${speaker}`)).toEqual([
      'opening openai-compatible:phi-4',
      `opening openai-compatible:${SERVED[1]}`,
      'argument openai-compatible:phi-4',
      `argument openai-compatible:${SERVED[1]}`,
      'conclusion openai-compatible:phi-4',
    ]);
  });

  test('what the server does not have is spoken by what it has, and that is seen', async () => {
    server.play({ say: 'Short.' });
    const result = await runPreset(findPreset('S4'), TASK, desk(), models());
    expect(result.steps[0]).toMatchObject({ model: 'llama-3.2-3b', speaker: `openai-compatible:${SERVED[0]}` });
    server.play({ say: 'Short.' });
    const named = await runPreset(findPreset('S4'), TASK, desk(), models({ CONSILIUM_MODEL: 'house' }));
    expect(named.speakers).toEqual(['openai-compatible:house']);
  });

  test('a server that keeps no list is asked by the model’s own name', async () => {
    await server.close();
    await open();
    server.play({ say: 'Short.' });
    expect((await runPreset(findPreset('S1'), TASK, desk(), models())).speakers).toEqual(['openai-compatible:phi-4']);
  });

  test('a server without a model says what to do', async () => {
    await server.close();
    await open([]);
    await expect(runPreset(findPreset('S1'), TASK, desk(), models())).rejects.toMatchObject({
      code: 'MODEL_FAILED',
      hint: expect.stringContaining('ollama pull'),
    });
  });

  test('a server that knows no schemas is asked once more without', async () => {
    server.play({ status: 400, message: 'response_format is not supported' }, { say: '{"dose":5}' });
    const table = desk();
    const task = { ...TASK, schema: { type: 'object', required: ['dose'] } };
    const result = await runPreset(findPreset('S1'), task, table, models());
    expect(result.text).toBe('{"dose":5}');
    expect(chat.schema(server.heard[0]!.body)).toBeDefined();
    expect(chat.schema(server.heard[1]!.body)).toBeUndefined();
    expect(table.steps.get('S1.answer')).toMatchObject({ hops: [{ code: 'MODEL_ERROR' }] });
  });

  test('a hiccup is retried, and the hop is in the step and in the warnings', async () => {
    server.play({ status: 503 }, { say: 'Back again.' });
    const table = desk();
    const result = await runPreset(findPreset('S1'), TASK, table, models());
    expect(result.text).toBe('Back again.');
    expect(table.steps.get('S1.answer')).toMatchObject({
      hops: [{ speaker: 'openai-compatible:phi-4', code: 'MODEL_ERROR', next: 'openai-compatible:phi-4' }],
    });
    expect(result.warnings).toEqual([
      'openai-compatible:phi-4 spoke for phi-4 after openai-compatible:phi-4 MODEL_ERROR.',
    ]);
  });

  test('a call that hangs ends when the desk is closed', async () => {
    const closing = new AbortController();
    play(1, () => {
      queueMicrotask(() => closing.abort(new Error('closed')));
      return { hang: true };
    });
    const running = runPreset(findPreset('S1'), TASK, { ...desk(), signal: closing.signal }, models());
    await expect(running).rejects.toThrow('closed');
  });

  test('Ollama by the names of its library', async () => {
    await server.close();
    await open(['llama3.2:latest', 'phi4:14b']);
    const ollama = models({ AI_PROVIDER: 'ollama' });
    server.play({ say: 'One.' }, { say: 'Two.' });
    expect((await runPreset(findPreset('S4'), TASK, desk(), ollama)).speakers).toEqual(['ollama:llama3.2:latest']);
    expect((await runPreset(findPreset('S1'), TASK, desk(), ollama)).speakers).toEqual(['ollama:phi4:14b']);
  });
});

test.each([
  ['phi-4', 'microsoft/phi-4', true],
  ['phi-4', 'Phi-4-Q4_K_M.gguf', true],
  ['phi-4', 'phi-4-mini-instruct', false],
  ['phi-4', 'phi-40', false],
  ['llama-3.2-3b', 'meta-llama/Llama-3.2-3B-Instruct', true],
  ['llama3.2', 'llama3.2:latest', true],
  ['llama3.2', 'llama3.2:1b', false],
  ['phi3:14b-medium-128k', 'phi3:14b-medium-128k-instruct-q4_K_M', true],
  ['qwen2.5-7b', 'Qwen/Qwen2.5-7B-Instruct-AWQ', true],
  ['mistral-nemo:12b', 'mistral-nemo:12b', true],
])('%s is served as %s: %s', (name, served, same) => expect(isSameModel(name, served)).toBe(same));
