/**
 * The conversation as models see it: the events since the last compaction, turned into prompt messages once each.
 * Every agent has its own view, kept up to date incrementally, so that a turn costs the same whether it is the tenth
 * or the five-thousandth.
 */
import type { LanguageModelV4Message } from '@ai-sdk/provider';
import type { Earlier, Event, EventOf, ToolOutput } from './event.ts';
import { userText, View, type Viewer } from './view.ts';

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

  /** What the person said before this turn. */
  earlierThan(invocation: string): Earlier[] {
    return this.#events.flatMap((event): Earlier[] => {
      if (event.type !== 'invocation_started') return [];
      const before = (event.before ?? []).filter(({ role }) => role === 'user');
      const own = event.invocation === invocation ? [] : [{ text: event.message, elsewhere: false }];
      return [...before.map(({ text }) => ({ text, elsewhere: true })), ...own];
    });
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
