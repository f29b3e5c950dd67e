/**
 * The conversation as models see it: the events since the last compaction, turned into prompt messages once each.
 * Every agent has its own view, kept up to date incrementally, so that a turn costs the same whether it is the tenth
 * or the five-thousandth.
 *
 * What an agent sees: the person's messages; its own words, tool calls and results; the words of others, but not their
 * tools: what agents want to share, they say or put into state. A branch sees the trunk and itself, not its siblings.
 */
import type { LanguageModelV4Content, LanguageModelV4Message } from '@ai-sdk/provider';
import type { Event, EventOf, Json, ToolOutput } from './event.ts';

type AssistantPart = Extract<LanguageModelV4Message, { role: 'assistant' }>['content'][number];
type ToolPart = Extract<LanguageModelV4Message, { role: 'tool' }>['content'][number];
type ResultOutput = Extract<ToolPart, { type: 'tool-result' }>['output'];

export interface Viewer {
  readonly agent: string;
  readonly branch: string;
  /** Only this turn, where the agent has no use for the past. */
  readonly invocation?: string | undefined;
}

export class Conversation {
  #events: Event[] = [];
  #views = new Map<string, View>();
  #summary = '';
  #chars = 0;

  /** Starts with a request instead of a person's turn: the conversation inside an agent tool. */
  static about(request: string): Conversation {
    const inner = new Conversation();
    inner.#opening = userText(request);
    return inner;
  }
  #opening: LanguageModelV4Message | undefined;

  append(event: Event): void {
    if (event.type === 'compacted') this.#compact(event);
    if (event.type === 'invocation_started' && event.replaces !== undefined) this.#takeBack(event.replaces);
    if (event.type === 'answered') this.#bringForward(event.invocation);
    const chars = spokenLength(event);
    if (chars === undefined) return;
    this.#chars += chars;
    this.#events.push(event);
  }

  /** The messages for one agent's next model call, oldest first. The array is the caller's. */
  messagesFor(viewer: Viewer): LanguageModelV4Message[] {
    const view =
      viewer.invocation === undefined ? this.#view(viewer) : new View(viewer, this.#turnStart(viewer.invocation));
    view.catchUp(this.#events);
    const head: LanguageModelV4Message[] = [];
    if (this.#opening !== undefined) head.push(this.#opening);
    if (this.#summary !== '' && viewer.invocation === undefined)
      head.push(userText(`[Summary of the conversation before this point]\n${this.#summary}`));
    return [...head, ...view.messages];
  }

  get summary(): string {
    return this.#summary;
  }

  get events(): readonly Event[] {
    return this.#events;
  }

  /** What a prompt of all of it would roughly cost, at four characters a token. */
  get tokens(): number {
    return Math.ceil(this.#chars / 4);
  }

  #view(viewer: Viewer): View {
    const key = `${viewer.branch}|${viewer.agent}`;
    let view = this.#views.get(key);
    if (view === undefined) {
      view = new View(viewer, 0);
      this.#views.set(key, view);
    }
    return view;
  }

  #turnStart(invocation: string): number {
    let start = this.#events.length;
    while (start > 0 && this.#events[start - 1]!.invocation === invocation) start--;
    return start;
  }

  /** What was taken back was never said; what a summary already holds cannot be taken out of it. */
  #takeBack(invocation: string): void {
    const from = this.#events.findIndex((event) => event.invocation === invocation);
    if (from >= 0) this.#keep(this.#events.slice(0, from));
  }

  /** A turn that goes on after a pause is told as a whole, after what was said meanwhile. */
  #bringForward(invocation: string): void {
    const own = this.#events.filter((event) => event.invocation === invocation);
    const others = this.#events.filter((event) => event.invocation !== invocation);
    if (this.#events.at(-own.length) !== own[0]) this.#keep([...others, ...own]);
  }

  #compact(event: EventOf<'compacted'>): void {
    this.#summary = event.summary;
    this.#keep(this.#events.filter((kept) => kept.seq > event.upTo));
  }

  #keep(events: Event[]): void {
    this.#events = events;
    this.#chars = this.#events.reduce((sum, kept) => sum + (spokenLength(kept) ?? 0), 0);
    this.#views.clear();
  }
}

/** One agent's reading of the events. */
class View {
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

function userText(text: string): LanguageModelV4Message {
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

/** How much an event adds to a prompt; undefined for events that no prompt shows. */
function spokenLength(event: Event): number | undefined {
  switch (event.type) {
    case 'invocation_started':
      return (event.before ?? []).reduce((sum, { text }) => sum + text.length, event.message.length);
    case 'said':
      return event.text.length;
    case 'model_replied':
      return event.content.reduce((n, part) => n + (part.type === 'text' ? part.text.length : 60), 0);
    case 'tool_returned':
      return event.output.kind === 'truncated' ? event.output.head.length : sizeOf(event.output);
    case 'transferred':
    case 'transfer_refused':
    case 'output_invalid':
    case 'asked':
      return 80;
    default:
      return undefined;
  }
}

function sizeOf(output: Exclude<ToolOutput, { kind: 'truncated' }>): number {
  if (output.kind === 'error') return output.error.message.length;
  return typeof output.value === 'string' ? output.value.length : JSON.stringify(output.value).length;
}
