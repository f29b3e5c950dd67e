import { Agent, createTool, InMemoryStorageAdapter, Memory } from '@voltagent/core';
import { MockLanguageModelV3 } from 'ai/test';
import { z } from 'zod';

globalThis.AI_SDK_LOG_WARNINGS = false;
console.warn = () => {};

const usage = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
};
const finish = (unified) => ({ unified, raw: unified });
const say = (text) => ({ content: [{ type: 'text', text }], finishReason: finish('stop'), usage, warnings: [] });
let calls = 0;
const call = (toolName, input) => ({
  content: [{ type: 'tool-call', toolCallId: `c${calls++}`, toolName, input: JSON.stringify(input) }],
  finishReason: finish('tool-calls'),
  usage,
  warnings: [],
});

export function open(mock) {
  // The SDK's mock keeps every call it got; emptied each time so that this does not count against the peer.
  const model = (script) => {
    const made = new MockLanguageModelV3({
      doGenerate: async (options) => {
        made.doGenerateCalls.length = 0;
        await mock.hit(options.prompt.length);
        return script(options);
      },
      doStream: async (options) => {
        made.doStreamCalls.length = 0;
        await mock.hit(options.prompt.length);
        return { stream: streamReply(script(options)) };
      },
    });
    return made;
  };
  const reply = () => say('ok');
  const memory = () => new Memory({ storage: new InMemoryStorageAdapter() });
  const agent = (name, script, extra = {}) =>
    new Agent({
      name,
      instructions: 'You are a test agent.',
      purpose: name,
      model: model(script),
      memory: memory(),
      ...extra,
    });
  const sawResult = ({ prompt }) => prompt.at(-1).role === 'tool';
  let threads = 0;
  const once = (root) => async (i) =>
    (await root.generateText(`hi ${i}`, { userId: 'u', conversationId: `c${threads++}` })).text;

  const weather = createTool({
    name: 'weather',
    description: 'The weather in a city.',
    parameters: z.object({ city: z.string() }),
    execute: async ({ city }) => {
      mock.toolRuns++;
      return { t: 20, city };
    },
  });
  const toolie = agent('toolie', (options) => (sawResult(options) ? say('ok') : call('weather', { city: 'x' })), {
    tools: [weather],
  });
  // No transfer here: the nearest is a supervisor that delegates, and then answers.
  const delegate = () => call('delegate_task', { task: 'Go on.', targetAgents: ['helper'] });
  const root = agent('root', (options) => (sawResult(options) ? say('ok') : delegate()), {
    subAgents: [agent('helper', reply)],
  });
  const four = [0, 1, 2, 3].map((i) => agent(`p${i}`, reply, { memory: false }));
  const kept = agent('kept', reply);
  let tokens = 0;
  const streamingModel = new MockLanguageModelV3({
    doStream: async () => {
      streamingModel.doStreamCalls.length = 0;
      await mock.hit(1);
      return { stream: streamTokens(tokens) };
    },
  });
  const instructions = 'You are a test agent.';
  const streaming = new Agent({ name: 's', instructions, model: streamingModel, memory: false });

  return {
    simple: once(agent('solo', reply)),
    tool: once(toolie),
    transfer: once(root),
    fanout: (i) => Promise.all(four.map(async (one) => (await one.generateText(`hi ${i}`)).text)),
    session: () => {
      const options = { userId: 'u', conversationId: `kept${threads++}` };
      return async (i) => (await kept.generateText(`message number ${i}`, options)).text;
    },
    stream: async (n) => {
      tokens = n;
      let seen = 0;
      for await (const text of (await streaming.streamText('hi')).textStream) if (text === 'tok ') seen++;
      return seen;
    },
  };
}

function streamReply({ content: [part], finishReason }) {
  return new ReadableStream({
    start(controller) {
      controller.enqueue({ type: 'stream-start', warnings: [] });
      if (part.type === 'text') {
        controller.enqueue({ type: 'text-start', id: '1' });
        controller.enqueue({ type: 'text-delta', id: '1', delta: part.text });
        controller.enqueue({ type: 'text-end', id: '1' });
      } else controller.enqueue(part);
      controller.enqueue({ type: 'finish', finishReason, usage });
      controller.close();
    },
  });
}

function streamTokens(tokens) {
  let i = -1;
  return new ReadableStream({
    pull(controller) {
      if (i === -1) {
        controller.enqueue({ type: 'stream-start', warnings: [] });
        controller.enqueue({ type: 'text-start', id: '1' });
      } else if (i < tokens) controller.enqueue({ type: 'text-delta', id: '1', delta: 'tok ' });
      else {
        controller.enqueue({ type: 'text-end', id: '1' });
        controller.enqueue({ type: 'finish', finishReason: finish('stop'), usage });
        controller.close();
      }
      i++;
    },
  });
}
