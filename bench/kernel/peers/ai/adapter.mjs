import { ToolLoopAgent, tool } from 'ai';
import { MockLanguageModelV4 } from 'ai/test';
import { z } from 'zod';

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
    const made = new MockLanguageModelV4({
      doGenerate: async (options) => {
        made.doGenerateCalls.length = 0;
        await mock.hit(options.prompt.length);
        return script(options);
      },
    });
    return made;
  };
  const reply = () => say('ok');
  const agent = (script, extra = {}) =>
    new ToolLoopAgent({ model: model(script), instructions: 'You are a test agent.', ...extra });
  const user = (content) => ({ role: 'user', content });

  const solo = agent(reply);
  const weather = tool({
    description: 'The weather in a city.',
    inputSchema: z.object({ city: z.string() }),
    execute: async ({ city }) => {
      mock.toolRuns++;
      return { t: 20, city };
    },
  });
  const toolie = agent(({ prompt }) => (prompt.at(-1).role === 'tool' ? say('ok') : call('weather', { city: 'x' })), {
    tools: { weather },
  });
  // The SDK has no transfer: a tool without execute stops the loop and the host goes on with the other agent.
  const transfer = tool({ description: 'Hands over.', inputSchema: z.object({ agent: z.string() }) });
  const agents = {
    root: agent(() => call('transfer', { agent: 'helper' }), { tools: { transfer } }),
    helper: agent(reply),
  };
  const four = [0, 1, 2, 3].map(() => agent(reply));
  let tokens = 0;
  const streaming = new MockLanguageModelV4({
    doStream: async (options) => {
      streaming.doStreamCalls.length = 0;
      await mock.hit(options.prompt.length);
      return { stream: streamTokens(tokens) };
    },
  });
  const streamer = new ToolLoopAgent({ model: streaming, instructions: 'You are a test agent.' });

  return {
    simple: async (i) => {
      const messages = [user(`hi ${i}`)];
      const result = await solo.generate({ messages });
      messages.push(...result.responseMessages);
      return result.text;
    },
    tool: async (i) => (await toolie.generate({ messages: [user(`hi ${i}`)] })).text,
    transfer: async (i) => {
      const messages = [user(`hi ${i}`)];
      let current = agents.root;
      for (;;) {
        const result = await current.generate({ messages });
        messages.push(...result.responseMessages);
        const handing = result.toolCalls.find((made) => made.toolName === 'transfer');
        if (handing === undefined) return result.text;
        const { toolCallId, toolName } = handing;
        const output = { type: 'text', value: 'done' };
        messages.push({ role: 'tool', content: [{ type: 'tool-result', toolCallId, toolName, output }] });
        current = agents[handing.input.agent];
      }
    },
    fanout: (i) => Promise.all(four.map(async (one) => (await one.generate({ prompt: `hi ${i}` })).text)),
    session: () => {
      const messages = [];
      return async (i) => {
        messages.push(user(`message number ${i}`));
        const result = await solo.generate({ messages });
        messages.push(...result.responseMessages);
        return result.text;
      };
    },
    stream: async (n) => {
      tokens = n;
      let seen = 0;
      const { textStream } = await streamer.stream({ prompt: 'hi' });
      for await (const text of textStream) if (text === 'tok ') seen++;
      return seen;
    },
  };
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
