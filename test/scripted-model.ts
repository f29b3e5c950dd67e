/**
 * A model for tests: it says what the script says. The model is the one part that is outside the machine; everything
 * else in the tests is real.
 */
import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4Content,
  LanguageModelV4StreamPart,
} from '@ai-sdk/provider';

export type Line = string | { call: string; input?: unknown; text?: string } | { calls: [string, unknown][] } | Error;
/** One line per model call, the last repeated; or a function of the call. */
export type Script = readonly Line[] | ((options: LanguageModelV4CallOptions, turn: number) => Line | Promise<Line>);

export interface ScriptedModel extends LanguageModelV4 {
  readonly seen: LanguageModelV4CallOptions[];
}

export function scripted(script: Script): ScriptedModel {
  const seen: LanguageModelV4CallOptions[] = [];
  const next = async (options: LanguageModelV4CallOptions) => {
    options.abortSignal?.throwIfAborted();
    seen.push(options);
    const turn = seen.length - 1;
    const line =
      typeof script === 'function' ? await script(options, turn) : script[Math.min(turn, script.length - 1)]!;
    options.abortSignal?.throwIfAborted();
    if (line instanceof Error) throw line;
    return toContent(line, turn);
  };
  return {
    specificationVersion: 'v4',
    provider: 'scripted',
    modelId: 'test',
    supportedUrls: {},
    seen,
    doGenerate: async (options) => ({ content: await next(options), finishReason: STOP, usage: USAGE, warnings: [] }),
    doStream: async (options) => ({ stream: toStream(await next(options)) }),
  };
}

/** The text of the last message of a call, or of the given role. */
export function lastText(options: LanguageModelV4CallOptions, role?: string): string {
  const message = options.prompt.filter((m) => role === undefined || m.role === role).at(-1);
  if (message === undefined) return '';
  if (typeof message.content === 'string') return message.content;
  return message.content
    .map((part) => {
      if ('text' in part) return part.text;
      if (part.type === 'tool-result' && part.output.type === 'text') return part.output.value;
      return JSON.stringify(part);
    })
    .join('');
}

export const transferTo = (agent: string) => ({ call: 'transfer_to_agent', input: { agent_name: agent } });

const STOP = { unified: 'stop', raw: undefined } as const;
const USAGE = {
  inputTokens: { total: 10, noCache: undefined, cacheRead: undefined, cacheWrite: undefined },
  outputTokens: { total: 5, text: undefined, reasoning: undefined },
};

function toContent(line: Exclude<Line, Error>, turn: number): LanguageModelV4Content[] {
  if (typeof line === 'string') return [{ type: 'text', text: line }];
  const calls = 'calls' in line ? line.calls : [[line.call, line.input ?? {}] as [string, unknown]];
  const text = 'text' in line && line.text !== undefined ? [{ type: 'text' as const, text: line.text }] : [];
  return [
    ...text,
    ...calls.map(([toolName, input], index) => ({
      type: 'tool-call' as const,
      toolCallId: `call-${turn}-${index}`,
      toolName,
      input: typeof input === 'string' ? input : JSON.stringify(input),
    })),
  ];
}

function toStream(content: LanguageModelV4Content[]): ReadableStream<LanguageModelV4StreamPart> {
  const parts = toParts(content);
  return new ReadableStream({
    pull(controller) {
      const { done, value } = parts.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
  });
}

function* toParts(content: LanguageModelV4Content[]): Generator<LanguageModelV4StreamPart> {
  yield { type: 'stream-start', warnings: [] };
  for (const [index, part] of content.entries()) {
    if (part.type !== 'text') {
      yield part as LanguageModelV4StreamPart;
      continue;
    }
    const id = String(index);
    yield { type: 'text-start', id };
    for (const word of part.text.match(/\S+\s*/g) ?? []) yield { type: 'text-delta', id, delta: word };
    yield { type: 'text-end', id };
  }
  yield { type: 'finish', usage: USAGE, finishReason: STOP };
}
