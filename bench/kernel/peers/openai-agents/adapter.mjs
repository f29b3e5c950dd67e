import { Agent, MemorySession, Runner, setTracingDisabled, tool, Usage } from '@openai/agents';
import { z } from 'zod';

setTracingDisabled(true);

let ids = 0;
const say = (text) => [
  {
    type: 'message',
    id: `m${ids++}`,
    role: 'assistant',
    status: 'completed',
    content: [{ type: 'output_text', text }],
  },
];
const call = (name, input) => [
  {
    type: 'function_call',
    id: `f${ids}`,
    callId: `c${ids++}`,
    name,
    status: 'completed',
    arguments: JSON.stringify(input),
  },
];
const counts = { requests: 1, inputTokens: 1, outputTokens: 1, totalTokens: 2 };

export function open(mock) {
  let tokens = 0;
  const model = (script) => ({
    async getResponse(request) {
      await mock.hit(Array.isArray(request.input) ? request.input.length : 1);
      return { usage: new Usage(counts), output: script(request), responseId: `r${ids++}` };
    },
    async *getStreamedResponse() {
      await mock.hit(1);
      yield { type: 'response_started' };
      let all = '';
      for (let i = 0; i < tokens; i++) {
        all += 'tok ';
        yield { type: 'output_text_delta', delta: 'tok ' };
      }
      yield { type: 'response_done', response: { id: `r${ids++}`, usage: counts, output: say(all) } };
    },
  });
  const reply = () => say('ok');
  const agent = (name, script, extra = {}) =>
    new Agent({ name, instructions: 'You are a test agent.', model: model(script), ...extra });
  const runner = new Runner({ tracingDisabled: true });
  const once = (root) => async (i) => (await runner.run(root, `hi ${i}`, { session: new MemorySession() })).finalOutput;

  const solo = agent('solo', reply);
  const weather = tool({
    name: 'weather',
    description: 'The weather in a city.',
    parameters: z.object({ city: z.string() }),
    execute: async ({ city }) => {
      mock.toolRuns++;
      return JSON.stringify({ t: 20, city });
    },
  });
  const sawResult = ({ input }) => Array.isArray(input) && input.at(-1).type === 'function_call_result';
  const toolie = agent('toolie', (request) => (sawResult(request) ? say('ok') : call('weather', { city: 'x' })), {
    tools: [weather],
  });
  const root = agent('root', () => call('transfer_to_helper', {}), { handoffs: [agent('helper', reply)] });
  const four = [0, 1, 2, 3].map((i) => once(agent(`p${i}`, reply)));

  return {
    simple: once(solo),
    tool: once(toolie),
    transfer: once(root),
    fanout: (i) => Promise.all(four.map((one) => one(i))),
    session: () => {
      const session = new MemorySession();
      return async (i) => (await runner.run(solo, `message number ${i}`, { session })).finalOutput;
    },
    stream: async (n) => {
      tokens = n;
      let seen = 0;
      for await (const event of await runner.run(solo, 'hi', { stream: true, session: new MemorySession() }))
        if (event.type === 'raw_model_stream_event' && event.data.type === 'output_text_delta') seen++;
      return seen;
    },
  };
}
