import { BaseChatModel } from '@langchain/core/language_models/chat_models';
import { AIMessage, AIMessageChunk, ToolMessage } from '@langchain/core/messages';
import { ChatGenerationChunk } from '@langchain/core/outputs';
import { tool } from '@langchain/core/tools';
import { Command, END, MemorySaver, MessagesAnnotation, START, StateGraph } from '@langchain/langgraph';
import { createReactAgent } from '@langchain/langgraph/prebuilt';
import { z } from 'zod';

let ids = 0;
const say = (content) => new AIMessage({ content, id: `m${ids++}` });
const call = (name, args) =>
  new AIMessage({ content: '', id: `m${ids}`, tool_calls: [{ name, args, id: `c${ids++}`, type: 'tool_call' }] });

export function open(mock) {
  let tokens = 0;
  class Mock extends BaseChatModel {
    constructor(script) {
      super({});
      this.script = script;
    }
    _llmType() {
      return 'mock';
    }
    bindTools() {
      return this;
    }
    async _generate(messages) {
      await mock.hit(messages.length);
      const message = this.script(messages);
      return { generations: [{ text: message.content, message }] };
    }
  }
  class StreamingMock extends Mock {
    async *_streamResponseChunks(_messages, _options, manager) {
      await mock.hit(1);
      for (let i = 0; i < tokens; i++) {
        const message = new AIMessageChunk({ content: 'tok ', id: 'x' });
        const chunk = new ChatGenerationChunk({ text: 'tok ', message });
        yield chunk;
        await manager?.handleLLMNewToken('tok ', undefined, undefined, undefined, undefined, { chunk });
      }
    }
  }
  const reply = () => say('ok');
  const agent = (name, script, extra = {}) =>
    createReactAgent({ name, llm: new Mock(script), tools: [], prompt: 'You are a test agent.', ...extra });
  const ask = (graph, content, thread_id) =>
    graph.invoke({ messages: [{ role: 'user', content }] }, { configurable: { thread_id } });
  let threads = 0;

  /** A thread of its own for each turn, dropped afterwards. */
  const once = (build) => {
    const checkpointer = new MemorySaver();
    const graph = build(checkpointer);
    return async (i) => {
      const thread = `t${threads++}`;
      const { messages } = await ask(graph, `hi ${i}`, thread);
      await checkpointer.deleteThread(thread);
      return messages;
    };
  };
  const last = (turn) => async (i) => (await turn(i)).at(-1).content;

  const weather = tool(
    async ({ city }) => {
      mock.toolRuns++;
      return JSON.stringify({ t: 20, city });
    },
    { name: 'weather', description: 'The weather in a city.', schema: z.object({ city: z.string() }) },
  );
  const useWeather = (messages) => (messages.at(-1).getType() === 'tool' ? say('ok') : call('weather', { city: 'x' }));
  // The documented hand-over: a tool that answers with a command for the graph around the agent.
  const name = 'transfer_to_helper';
  const transfer = tool(
    async (_, { toolCall }) => {
      const messages = [new ToolMessage({ content: 'done', tool_call_id: toolCall.id, name })];
      return new Command({ goto: 'helper', graph: Command.PARENT, update: { messages } });
    },
    { name, description: 'Hands over.', schema: z.object({}) },
  );
  const buildHandOver = (checkpointer) =>
    new StateGraph(MessagesAnnotation)
      .addNode(
        'root',
        agent('root', () => call(name, {}), { tools: [transfer] }),
        { ends: ['helper', END] },
      )
      .addNode('helper', agent('helper', reply))
      .addEdge(START, 'root')
      .compile({ checkpointer });
  const buildFanOut = (checkpointer) => {
    const graph = new StateGraph(MessagesAnnotation);
    for (const node of ['p0', 'p1', 'p2', 'p3'])
      graph.addNode(node, agent(node, reply)).addEdge(START, node).addEdge(node, END);
    return graph.compile({ checkpointer });
  };
  const fanout = once(buildFanOut);
  const kept = agent('kept', reply, { checkpointer: new MemorySaver() });
  const streaming = createReactAgent({
    name: 's',
    llm: new StreamingMock(reply),
    tools: [],
    prompt: 'You are a test agent.',
  });

  return {
    simple: last(once((checkpointer) => agent('solo', reply, { checkpointer }))),
    tool: last(once((checkpointer) => agent('toolie', useWeather, { tools: [weather], checkpointer }))),
    transfer: last(once(buildHandOver)),
    fanout: async (i) => (await fanout(i)).filter((m) => m.getType() === 'ai').map((m) => m.content),
    session: () => {
      const thread = `kept${threads++}`;
      return async (i) => (await ask(kept, `message number ${i}`, thread)).messages.at(-1).content;
    },
    stream: async (n) => {
      tokens = n;
      let seen = 0;
      const parts = await streaming.stream({ messages: [{ role: 'user', content: 'hi' }] }, { streamMode: 'messages' });
      for await (const [message] of parts) if (message.content === 'tok ') seen++;
      return seen;
    },
  };
}
