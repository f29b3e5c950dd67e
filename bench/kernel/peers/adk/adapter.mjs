import {
  BaseLlm,
  FunctionTool,
  InMemorySessionService,
  LlmAgent,
  LogLevel,
  ParallelAgent,
  Runner,
  StreamingMode,
  setLogLevel,
} from '@google/adk';
import { z } from 'zod';

setLogLevel(LogLevel.ERROR);

const say = (text) => ({ content: { role: 'model', parts: [{ text }] } });
const call = (name, args) => ({ content: { role: 'model', parts: [{ functionCall: { name, args } }] } });
const textOf = (event) => (event.content?.parts ?? []).map((part) => part.text ?? '').join('');

export function open(mock) {
  class Mock extends BaseLlm {
    tokens = 0;
    constructor(script) {
      super({ model: 'mock' });
      this.script = script;
    }
    async *generateContentAsync(request, stream) {
      await mock.hit(request.contents.length);
      if (!stream || this.tokens === 0) {
        yield this.script(request);
        return;
      }
      let all = '';
      for (let i = 0; i < this.tokens; i++) {
        all += 'tok ';
        yield { ...say('tok '), partial: true };
      }
      yield { ...say(all), turnComplete: true };
    }
    async connect() {
      throw new Error('The mock has no live connection.');
    }
  }
  const reply = () => say('ok');
  const agent = (name, script, extra = {}) =>
    new LlmAgent({ name, model: new Mock(script), instruction: 'You are a test agent.', ...extra });
  const runnerOf = (root) => {
    const sessionService = new InMemorySessionService();
    return { sessionService, runner: new Runner({ appName: 'bench', agent: root, sessionService }) };
  };
  const create = (sessionService) => sessionService.createSession({ appName: 'bench', userId: 'u' });
  const events = (runner, sessionId, text, runConfig) =>
    runner.runAsync({ userId: 'u', sessionId, newMessage: { role: 'user', parts: [{ text }] }, runConfig });

  /** A session of its own for each turn. Dropped by hand: deleteSession() would clone it first. */
  const once = (root) => {
    const { sessionService, runner } = runnerOf(root);
    return async (i) => {
      const { id } = await create(sessionService);
      const said = [];
      for await (const event of events(runner, id, `hi ${i}`)) {
        const text = textOf(event);
        if (text !== '') said.push(text);
      }
      delete sessionService.sessions.bench.u[id];
      return said;
    };
  };
  const last = (turn) => async (i) => (await turn(i)).at(-1);

  const weather = new FunctionTool({
    name: 'weather',
    description: 'The weather in a city.',
    parameters: z.object({ city: z.string() }),
    execute: ({ city }) => {
      mock.toolRuns++;
      return { t: 20, city };
    },
  });
  const sawResult = (request) => request.contents.at(-1)?.parts?.some((part) => part.functionResponse !== undefined);
  const toolie = agent('toolie', (request) => (sawResult(request) ? say('ok') : call('weather', { city: 'x' })), {
    tools: [weather],
  });
  const root = agent('root', () => call('transfer_to_agent', { agentName: 'helper' }), {
    subAgents: [agent('helper', reply, { description: 'Helps.' })],
  });
  const four = [0, 1, 2, 3].map((i) => agent(`p${i}`, reply, { description: 'One of four.' }));
  const kept = runnerOf(agent('solo', reply));
  const streaming = agent('streaming', reply);
  const streamed = runnerOf(streaming);

  return {
    simple: last(once(agent('single', reply))),
    tool: last(once(toolie)),
    transfer: last(once(root)),
    fanout: once(new ParallelAgent({ name: 'four', subAgents: four })),
    session: async () => {
      const { id } = await create(kept.sessionService);
      return async (i) => {
        let text = '';
        for await (const event of events(kept.runner, id, `message number ${i}`)) text = textOf(event) || text;
        return text;
      };
    },
    stream: async (n) => {
      streaming.model.tokens = n;
      const { id } = await create(streamed.sessionService);
      let seen = 0;
      for await (const event of events(streamed.runner, id, 'hi', { streamingMode: StreamingMode.SSE }))
        if (event.partial) seen++;
      delete streamed.sessionService.sessions.bench.u[id];
      return seen;
    },
  };
}
