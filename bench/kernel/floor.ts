/** The floor: a hand-written loop on the same mock model. It stores, checks and resumes nothing; no ratio counts it. */
import type { LanguageModelV4, LanguageModelV4Message, LanguageModelV4ToolResultPart } from '@ai-sdk/provider';
import type { Mock, Scenarios } from './contender.ts';
import { afterTool, call, mockModel, type Script, say } from './mock-model.ts';

type Act = (input: { city?: string; agent?: string }) => { transfer?: LanguageModelV4; t?: number };

export function open(mock: Mock): Scenarios {
  let tokens = 0;
  const model = (script: Script) => mockModel(mock, script, () => tokens);
  const solo = model(say);
  const helper = model(say);
  const root = model(() => call('transfer', { agent: 'helper' }));
  const toolie = model(afterTool(() => call('weather', { city: 'x' })));
  const four = [0, 1, 2, 3].map(() => model(say));
  const weather: Act = () => {
    mock.toolRuns++;
    return { t: 20 };
  };
  return {
    simple: (i) => takeTurn(solo, [], `hi ${i}`),
    tool: (i) => takeTurn(toolie, [], `hi ${i}`, weather),
    transfer: (i) => takeTurn(root, [], `hi ${i}`, () => ({ transfer: helper })),
    fanout: (i) => Promise.all(four.map((one) => takeTurn(one, [], `hi ${i}`))),
    session: () => {
      const messages: LanguageModelV4Message[] = [];
      return (i) => takeTurn(solo, messages, `message number ${i}`);
    },
    stream: async (n) => {
      tokens = n;
      let seen = 0;
      const { stream } = await solo.doStream({ prompt: [] });
      for await (const part of stream) if (part.type === 'text-delta') seen++;
      return seen;
    },
  };
}

async function takeTurn(
  first: LanguageModelV4,
  messages: LanguageModelV4Message[],
  text: string,
  act?: Act,
): Promise<string> {
  let model = first;
  messages.push({ role: 'user', content: [{ type: 'text', text }] });
  for (;;) {
    const system: LanguageModelV4Message = { role: 'system', content: 'You are a test agent.' };
    const { content } = await model.doGenerate({ prompt: [system, ...messages] });
    const [part] = content;
    if (part?.type === 'text') {
      messages.push({ role: 'assistant', content: [part] });
      return part.text;
    }
    if (part?.type !== 'tool-call' || act === undefined) throw new Error('The mock said something unexpected.');
    const { transfer, ...value } = act(JSON.parse(part.input));
    model = transfer ?? model;
    const { toolCallId, toolName } = part;
    const result: LanguageModelV4ToolResultPart = {
      type: 'tool-result',
      toolCallId,
      toolName,
      output: { type: 'json', value },
    };
    messages.push({ role: 'assistant', content: [part] }, { role: 'tool', content: [result] });
  }
}
