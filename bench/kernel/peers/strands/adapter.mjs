import { Agent, Graph, Model, Swarm, tool } from '@strands-agents/sdk';
import { z } from 'zod';

let ids = 0;
const say = (text, tokens = 1) => ({ text, tokens });
const call = (name, input) => ({ name, input });

export function open(mock) {
  class Mock extends Model {
    config = { modelId: 'mock' };
    constructor(script) {
      super();
      this.script = script;
    }
    updateConfig(config) {
      Object.assign(this.config, config);
    }
    getConfig() {
      return this.config;
    }
    async *stream(messages, options) {
      await mock.hit(messages.length);
      const made = this.script(messages, options);
      yield { type: 'modelMessageStartEvent', role: 'assistant' };
      if (made.name !== undefined) {
        const start = { type: 'toolUseStart', name: made.name, toolUseId: `t${ids++}` };
        yield { type: 'modelContentBlockStartEvent', start };
        const delta = { type: 'toolUseInputDelta', input: JSON.stringify(made.input) };
        yield { type: 'modelContentBlockDeltaEvent', delta };
      } else {
        yield { type: 'modelContentBlockStartEvent' };
        for (let i = 0; i < made.tokens; i++)
          yield { type: 'modelContentBlockDeltaEvent', delta: { type: 'textDelta', text: made.text } };
      }
      yield { type: 'modelContentBlockStopEvent' };
      yield { type: 'modelMessageStopEvent', stopReason: made.name === undefined ? 'endTurn' : 'toolUse' };
      yield { type: 'modelMetadataEvent', usage: { inputTokens: 1, outputTokens: 1, totalTokens: 2 } };
    }
  }
  const reply = () => say('ok');
  // An agent is its session: it holds the messages, in a window of its own making. A new session is a new agent.
  const agent = (name, script, extra = {}) =>
    new Agent({
      id: name,
      name,
      description: name,
      model: new Mock(script),
      systemPrompt: 'You are a test agent.',
      printer: false,
      ...extra,
    });
  const textOf = (result) => result.lastMessage.content.map((block) => block.text ?? '').join('');

  const weather = tool({
    name: 'weather',
    description: 'The weather in a city.',
    inputSchema: z.object({ city: z.string() }),
    callback: ({ city }) => {
      mock.toolRuns++;
      return { t: 20, city };
    },
  });
  const sawResult = (messages) => messages.at(-1).content.some((block) => block.type === 'toolResultBlock');
  const useWeather = (messages) => (sawResult(messages) ? say('ok') : call('weather', { city: 'x' }));
  // In a swarm, agents hand over through a structured output.
  const handOver = (_, { toolSpecs }) => call(toolSpecs[0].name, { agentId: 'helper', message: 'Go on.' });
  const answer = (_, { toolSpecs }) => call(toolSpecs[0].name, { message: 'ok' });

  return {
    simple: async (i) => textOf(await agent('solo', reply).invoke(`hi ${i}`)),
    tool: async (i) => textOf(await agent('toolie', useWeather, { tools: [weather] }).invoke(`hi ${i}`)),
    transfer: async (i) => {
      const swarm = new Swarm({ nodes: [agent('root', handOver), agent('helper', answer)], start: 'root' });
      const result = await swarm.invoke(`hi ${i}`);
      if (result.results.length !== 2) throw new Error(`The swarm took ${result.results.length} steps.`);
      return JSON.stringify(result.content ?? result.results.at(-1).content);
    },
    fanout: async (i) => {
      const graph = new Graph({ nodes: [0, 1, 2, 3].map((k) => agent(`p${k}`, reply)), edges: [] });
      const { results } = await graph.invoke(`hi ${i}`);
      return results.map((result) => JSON.stringify(result.content));
    },
    session: () => {
      const kept = agent('kept', reply);
      return async (i) => textOf(await kept.invoke(`message number ${i}`));
    },
    stream: async (n) => {
      let seen = 0;
      for await (const event of agent('streaming', () => say('tok ', n)).stream('hi'))
        if (event.type === 'modelStreamUpdateEvent' && event.event.type === 'modelContentBlockDeltaEvent') seen++;
      return seen;
    },
  };
}
