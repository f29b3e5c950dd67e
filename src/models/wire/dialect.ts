/**
 * Wire formats, from the provider's side. There are four: Gemini, OpenAI Responses, Anthropic Messages, and the chat
 * completions that Workers AI, Ollama, vLLM and the llama.cpp server have in common. For tests.
 */
import type { Json } from '../../kernel/event.ts';

/** A whole reply: words, or a call of a tool. */
export type Spoken = { say: string } | { call: string; input: Json; signature?: string };

export interface Heard {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

export interface Dialect {
  streams(request: Heard): boolean;
  reply(spoken: Spoken): object;
  /** Server-sent events: `opening` holds all the words, without `closing` the reply is unfinished. */
  events(spoken: Spoken): { opening: string[]; closing: string[] };
  failure(message: string): string;
  error(status: number, message: string): object;
  /** What was said before the last message, in one notation for all. */
  history(body: unknown): string[];
  tools(body: unknown): string[];
  schema(body: unknown): unknown;
}

export const data = (value: object) => `data: ${JSON.stringify(value)}\n\n`;
export const named = (value: { type: string; [field: string]: unknown }) => `event: ${value.type}\n${data(value)}`;
export const halves = (text: string) => [text.slice(0, text.length / 2), text.slice(text.length / 2)];
export const tell = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));
