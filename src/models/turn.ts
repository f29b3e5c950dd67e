/** A prompt, read back into what a policy needs to know: the message, what tools have returned since, what is open. */
import type {
  LanguageModelV4CallOptions,
  LanguageModelV4Prompt,
  LanguageModelV4ToolResultOutput,
} from '@ai-sdk/provider';
import type { AgentContext } from '../kernel/context.ts';
import type { ErrorShape } from '../kernel/errors.ts';
import type { Json } from '../kernel/event.ts';
import { TRANSFER_TOOL } from '../kernel/tree.ts';
import type { OfflineResult, OfflineTurn } from './policy.ts';

export function readTurn(context: AgentContext, options: LanguageModelV4CallOptions): OfflineTurn {
  const { prompt, tools = [], responseFormat } = options;
  const start = findMessage(prompt, context.message);
  const wanted = responseFormat?.type === 'json' ? (responseFormat.schema as Json | undefined) : undefined;
  const functions = tools.filter((tool) => tool.type === 'function');
  const mayTransfer = functions.some(({ name }) => name === TRANSFER_TOOL);
  return {
    context,
    message: start < 0 ? context.message : textOf(prompt[start]!),
    prompt,
    results: readResults(prompt.slice(start + 1)),
    tools: functions
      .filter(({ name }) => name !== TRANSFER_TOOL)
      .map(({ name, description = '', inputSchema }) => ({ name, description, schema: inputSchema as Json })),
    targets: mayTransfer ? context.targets.map(({ name, description }) => ({ name, description })) : [],
    ...(wanted !== undefined && { schema: wanted }),
  };
}

/** The kernel also writes user messages of its own (what others said, a request to repair): not those. */
function findMessage(prompt: LanguageModelV4Prompt, message: string): number {
  const exact = prompt.findLastIndex((entry) => entry.role === 'user' && textOf(entry) === message);
  return exact >= 0 ? exact : prompt.findLastIndex(({ role }) => role === 'user');
}

function textOf(message: LanguageModelV4Prompt[number]): string {
  if (message.role === 'system') return message.content;
  return message.content.map((part) => (part.type === 'text' ? part.text : '')).join('');
}

function readResults(prompt: LanguageModelV4Prompt): OfflineResult[] {
  const inputs = new Map<string, Json>();
  const results: OfflineResult[] = [];
  for (const { content } of prompt) {
    if (typeof content === 'string') continue;
    for (const part of content) {
      if (part.type === 'tool-call') inputs.set(part.toolCallId, part.input as Json);
      if (part.type === 'tool-result')
        results.push({ tool: part.toolName, input: inputs.get(part.toolCallId) ?? null, ...readOutput(part.output) });
    }
  }
  return results;
}

function readOutput(output: LanguageModelV4ToolResultOutput): { output: Json; error?: ErrorShape } {
  switch (output.type) {
    case 'text':
    case 'json':
      return { output: output.value as Json };
    case 'content':
      return { output: output.value.map((part) => (part.type === 'text' ? part.text : '')).join('') };
    case 'execution-denied':
      return {
        output: null,
        error: { code: 'TOOL_DENIED', message: output.reason ?? 'Not allowed.', retryable: false },
      };
    case 'error-text':
      return { output: null, error: { code: 'TOOL_FAILED', message: output.value, retryable: false } };
    case 'error-json': {
      const shape = output.value as Partial<ErrorShape> | null;
      return {
        output: null,
        error: { code: 'TOOL_FAILED', retryable: false, ...shape, message: shape?.message ?? JSON.stringify(shape) },
      };
    }
  }
}
