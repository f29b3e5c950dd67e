/**
 * One agent's reading of a conversation. What it sees: the person's messages; its own words, tool calls and results; the
 * words of others, but not their tools: what agents want to share, they say or put into state. A branch sees the trunk
 * and itself, not its siblings.
 */
import type { LanguageModelV4Content, LanguageModelV4Message } from '@ai-sdk/provider';
import type { Event, Json, ToolOutput } from './event.ts';

type AssistantPart = Extract<LanguageModelV4Message, { role: 'assistant' }>['content'][number];
type ToolPart = Extract<LanguageModelV4Message, { role: 'tool' }>['content'][number];
type ResultOutput = Extract<ToolPart, { type: 'tool-result' }>['output'];

export interface Viewer {
  readonly agent: string;
  readonly branch: string;
  /** Only this turn, where the agent has no use for the past. */
  readonly invocation?: string | undefined;
}

export class View {
  readonly messages: LanguageModelV4Message[] = [];
  readonly #viewer: Viewer;
  #cursor: number;
  /** The agent's last tool calls, until their results are all in. */
  #open: { calls: { id: string; tool: string }[]; results: Map<string, ResultOutput>; asked: Set<string> } | undefined;

  constructor(viewer: Viewer, cursor: number) {
    this.#viewer = viewer;
    this.#cursor = cursor;
  }

  catchUp(events: readonly Event[]): void {
    for (; this.#cursor < events.length; this.#cursor++) {
      const event = events[this.#cursor]!;
      if (isVisible(event.branch, this.#viewer.branch)) this.#read(event);
    }
    this.#closeCalls();
  }

  #read(event: Event): void {
    const own = event.agent === this.#viewer.agent;
    switch (event.type) {
      case 'invocation_started':
        this.#closeCalls();
        for (const { role, text } of this.#viewer.invocation === undefined ? (event.before ?? []) : [])
          this.messages.push(role === 'user' ? userText(text) : { role, content: [{ type: 'text', text }] });
        this.messages.push(userText(event.message));
        break;
      case 'model_replied':
        this.#closeCalls();
        if (own) this.#readOwnReply(event.content);
        else this.#readWords(event.agent, textOf(event.content), event.content.some(isCall));
        break;
      case 'said':
        this.#closeCalls();
        this.#readWords(event.agent, event.text, false);
        break;
      case 'tool_returned':
        if (own) this.#result(event.call, toResult(event.output));
        break;
      case 'asked':
        if (own && event.call !== undefined) this.#open?.asked.add(event.call);
        break;
      case 'transferred':
        if (own) this.#result(event.call, { type: 'text', value: `${event.to} goes on from here.` });
        break;
      case 'transfer_refused':
        if (own) this.#result(event.call, { type: 'error-text', value: event.why });
        break;
      case 'output_invalid':
        this.#closeCalls();
        if (own && !event.final) this.messages.push(userText(repairRequest(event.problem)));
        break;
    }
  }

  #readOwnReply(content: readonly LanguageModelV4Content[]): void {
    const parts = content.flatMap(toPromptPart);
    if (parts.length > 0) this.messages.push({ role: 'assistant', content: parts });
    const calls = content.filter(isCall).map((call) => ({ id: call.toolCallId, tool: call.toolName }));
    if (calls.length > 0) this.#open = { calls, results: new Map(), asked: new Set() };
  }

  /** Another agent's final words are the assistant's to the reader; words on the way to a tool are only context. */
  #readWords(agent: string, text: string, onTheWay: boolean): void {
    if (text === '') return;
    if (onTheWay) this.messages.push(userText(`[${agent}] ${text}`));
    else this.messages.push({ role: 'assistant', content: [{ type: 'text', text }] });
  }

  #result(call: string, output: ResultOutput): void {
    this.#open?.results.set(call, output);
    if (this.#open !== undefined && this.#open.results.size >= this.#open.calls.length) this.#closeCalls();
  }

  /** Providers reject a call without a result, so each gets one, in the order of the calls. */
  #closeCalls(): void {
    if (this.#open === undefined) return;
    const { calls, results, asked } = this.#open;
    this.#open = undefined;
    this.messages.push({
      role: 'tool',
      content: calls.map(({ id, tool }) => ({
        type: 'tool-result',
        toolCallId: id,
        toolName: tool,
        output: results.get(id) ?? { type: 'error-text', value: asked.has(id) ? WAITS : INTERRUPTED },
      })),
    });
  }
}

const INTERRUPTED = 'This call was interrupted and has no result.';
const WAITS = 'This call waits for the answer of a person and has no result yet.';

/** A branch sees its ancestors and, once they have joined, its descendants. */
function isVisible(event: string, viewer: string): boolean {
  return (
    event === viewer ||
    event === '' ||
    viewer === '' ||
    viewer.startsWith(`${event}.`) ||
    event.startsWith(`${viewer}.`)
  );
}

export function userText(text: string): LanguageModelV4Message {
  return { role: 'user', content: [{ type: 'text', text }] };
}

function repairRequest(problem: string): string {
  return `That reply does not fit the required format: ${problem}. Reply again, with nothing but JSON that fits.`;
}

export function isCall(part: LanguageModelV4Content): part is Extract<LanguageModelV4Content, { type: 'tool-call' }> {
  return part.type === 'tool-call' && part.providerExecuted !== true;
}

export function textOf(content: readonly LanguageModelV4Content[]): string {
  let text = '';
  for (const part of content) if (part.type === 'text') text += part.text;
  return text;
}

function toPromptPart(part: LanguageModelV4Content): AssistantPart[] {
  const metadata = 'providerMetadata' in part ? part.providerMetadata : undefined;
  const options = metadata === undefined ? {} : { providerOptions: metadata };
  switch (part.type) {
    case 'text':
    case 'reasoning':
      return part.text === '' && metadata === undefined ? [] : [{ type: part.type, text: part.text, ...options }];
    case 'tool-call': {
      const { toolCallId, toolName, providerExecuted } = part;
      const executed = providerExecuted === undefined ? {} : { providerExecuted };
      return [{ type: 'tool-call', toolCallId, toolName, input: parseOrKeep(part.input), ...executed, ...options }];
    }
    case 'tool-result': {
      const { toolCallId, toolName, result } = part;
      return [{ type: 'tool-result', toolCallId, toolName, output: { type: 'json', value: result }, ...options }];
    }
    default:
      return [];
  }
}

function parseOrKeep(written: string): unknown {
  try {
    return JSON.parse(written);
  } catch {
    return written === '' ? {} : { unreadable: written };
  }
}

function toResult(output: ToolOutput): ResultOutput {
  switch (output.kind) {
    case 'value':
      return typeof output.value === 'string'
        ? { type: 'text', value: output.value }
        : { type: 'json', value: output.value };
    case 'truncated':
      return {
        type: 'text',
        value: `${output.head}\n[${output.bytes} bytes in all; the rest is in the artifact ${output.artifact}]`,
      };
    case 'error':
      return { type: 'error-json', value: output.error as unknown as Json & object };
  }
}
