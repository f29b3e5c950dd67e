import { Agent } from '@mastra/core/agent';
import { Mastra } from '@mastra/core/mastra';
import { InMemoryStore } from '@mastra/core/storage';
import { createTool } from '@mastra/core/tools';
import { Memory } from '@mastra/memory';
import { MockLanguageModelV3 } from 'ai/test';
import { z } from 'zod';

globalThis.AI_SDK_LOG_WARNINGS = false;

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
  const memory = () => new Memory({ options: { semanticRecall: false, workingMemory: { enabled: false } } });
  const agent = (name, script, extra = {}) =>
    new Agent({
      id: name,
      name,
      description: name,
      instructions: 'You are a test agent.',
      model: model(script),
      ...extra,
    });
  const sawResult = ({ prompt }) => prompt.at(-1).role === 'tool';
  let threads = 0;
  const once = (root) => async (i) =>
    (await root.generate(`hi ${i}`, { memory: { thread: `t${threads++}`, resource: 'u' } })).text;

  const weather = createTool({
    id: 'weather',
    description: 'The weather in a city.',
    inputSchema: z.object({ city: z.string() }),
    outputSchema: z.object({ t: z.number(), city: z.string() }),
    execute: async (input) => {
      mock.toolRuns++;
      return { t: 20, city: (input.context ?? input).city };
    },
  });
  const solo = agent('solo', reply, { memory: memory() });
  const toolie = agent('toolie', (options) => (sawResult(options) ? say('ok') : call('weather', { city: 'x' })), {
    tools: { weather },
    memory: memory(),
  });
  const helper = agent('helper', reply);
  // No transfer here: the nearest is a supervisor that delegates to a sub-agent as a tool, and then answers.
  const root = agent(
    'root',
    (options) => (sawResult(options) ? say('ok') : call('agent-helper', { prompt: 'Go on.' })),
    {
      agents: { helper },
      memory: memory(),
    },
  );
  const [p0, p1, p2, p3] = [0, 1, 2, 3].map((i) => agent(`p${i}`, reply));
  const kept = agent('kept', reply, { memory: memory() });
  let tokens = 0;
  const streamingModel = new MockLanguageModelV3({
    doStream: async () => {
      streamingModel.doStreamCalls.length = 0;
      await mock.hit(1);
      return { stream: streamTokens(tokens) };
    },
  });
  const streaming = new Agent({ id: 's', name: 's', instructions: 'You are a test agent.', model: streamingModel });
  const agents = { solo, toolie, helper, root, kept, streaming, p0, p1, p2, p3 };
  new Mastra({ logger: false, storage: new InMemoryStore(), agents });

  return {
    simple: once(solo),
    tool: once(toolie),
    transfer: once(root),
    fanout: (i) => Promise.all([p0, p1, p2, p3].map(async (one) => (await one.generate(`hi ${i}`)).text)),
    session: () => {
      const options = { memory: { thread: `kept${threads++}`, resource: 'u' } };
      return async (i) => (await kept.generate(`message number ${i}`, options)).text;
    },
    stream: async (n) => {
      tokens = n;
      let seen = 0;
      for await (const text of (await streaming.stream('hi')).textStream) if (text === 'tok ') seen++;
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
