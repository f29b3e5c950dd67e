/** The mock as an AI SDK model: answers at once (or after the mock's delay) and says what a script tells it to say. */
import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4Content,
  LanguageModelV4FinishReason,
  LanguageModelV4StreamPart,
  LanguageModelV4Usage,
} from '@ai-sdk/provider';
import type { Mock } from './contender.ts';

export type Script = (options: LanguageModelV4CallOptions) => LanguageModelV4Content;

const usage: LanguageModelV4Usage = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
};
let calls = 0;

export const say: Script = () => ({ type: 'text', text: 'ok' });

export function call(toolName: string, input: object): LanguageModelV4Content {
  return { type: 'tool-call', toolCallId: `c${calls++}`, toolName, input: JSON.stringify(input) };
}

export function afterTool(first: Script): Script {
  return (options) => (options.prompt.at(-1)?.role === 'tool' ? say(options) : first(options));
}

/** `tokens` is read at each streamed call. */
export function mockModel(mock: Mock, script: Script, tokens: () => number = () => 1): LanguageModelV4 {
  return {
    specificationVersion: 'v4',
    provider: 'mock',
    modelId: 'mock',
    supportedUrls: {},
    doGenerate: async (options) => {
      await mock.hit(options.prompt.length);
      const part = script(options);
      return { content: [part], finishReason: finish(part), usage, warnings: [] };
    },
    doStream: async (options) => {
      await mock.hit(options.prompt.length);
      return { stream: streamTokens(tokens()) };
    },
  };
}

function streamTokens(tokens: number): ReadableStream<LanguageModelV4StreamPart> {
  let i = -1;
  return new ReadableStream({
    pull(controller) {
      if (i === -1) {
        controller.enqueue({ type: 'stream-start', warnings: [] });
        controller.enqueue({ type: 'text-start', id: '1' });
      } else if (i < tokens) controller.enqueue({ type: 'text-delta', id: '1', delta: 'tok ' });
      else {
        controller.enqueue({ type: 'text-end', id: '1' });
        controller.enqueue({ type: 'finish', finishReason: { unified: 'stop', raw: 'stop' }, usage });
        controller.close();
      }
      i++;
    },
  });
}

function finish(part: LanguageModelV4Content): LanguageModelV4FinishReason {
  const unified = part.type === 'tool-call' ? 'tool-calls' : 'stop';
  return { unified, raw: unified };
}
