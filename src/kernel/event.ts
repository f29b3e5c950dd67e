/**
 * Events: the one append-only log of a session. Whatever happened is here, written before it was shown;
 * state, conversation, traces and crash recovery are all read from it.
 *
 * Contract: an event is never changed after it was appended. `key` is unique within an invocation and depends only on
 * the place in the run (frame and step), never on time, so that a resumed run finds what it had already done.
 */
import type { LanguageModelV4Content } from '@ai-sdk/provider';
import type { ErrorShape } from './errors.ts';
import type { Principal } from './principal.ts';
import type { Question, Reply } from './question.ts';

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
export type MaybePromise<T> = T | Promise<T>;

/** Changes of state that become true with an event. `null` removes the key. */
export type Delta = Record<string, Json>;

export interface Usage {
  inputTokens: number;
  outputTokens: number;
}

interface EventBase {
  readonly seq: number;
  /** Milliseconds since the epoch. */
  readonly time: number;
  readonly invocation: string;
  readonly key: string;
  /** The acting agent; the session itself for `compacted`. */
  readonly agent: string;
  /** Which parallel branch it belongs to: '' for the trunk, else dotted names, stable from turn to turn. */
  readonly branch: string;
  readonly delta?: Delta;
  /** Lifetimes in ms of the `user:` keys in `delta` that do not use the default. */
  readonly ttl?: Record<string, number>;
}

/** What the person said in an earlier turn. */
export interface Earlier {
  readonly text: string;
  /** Said before the session began, to somebody else: nobody here has acted on it. */
  readonly elsewhere: boolean;
}

/** Words of a talk that somebody else has kept. */
export interface Utterance {
  readonly role: 'user' | 'assistant';
  readonly text: string;
}

export type EventBody =
  /** `replaces`: the turn that the person took back with this one, and all after it. They stay on the log. */
  | {
      type: 'invocation_started';
      root: string;
      message: string;
      /** Absent in logs from before there were principals: the machine's user. */
      principal?: Principal;
      user: string;
      replaces?: string;
      /** What was said elsewhere before this session began. */
      before?: readonly Utterance[];
    }
  | { type: 'agent_started'; kind: string }
  | { type: 'agent_finished'; ms: number; result: RunResult }
  | { type: 'agent_failed'; ms: number; error: ErrorShape }
  | {
      type: 'model_replied';
      content: LanguageModelV4Content[];
      finish: string;
      usage: Usage;
      speaker: string;
      ms: number;
    }
  | { type: 'model_failed'; speaker: string; attempt: number; error: ErrorShape; next: string; waitMs: number }
  | { type: 'output_invalid'; problem: string; final: boolean }
  | { type: 'tool_called'; call: string; tool: string; input: Json }
  | { type: 'tool_returned'; call: string; tool: string; output: ToolOutput; ms: number; escalate?: boolean }
  | { type: 'transferred'; call: string; to: string; reason?: string }
  | { type: 'transfer_refused'; call: string; to: string; why: string; legal: string[] }
  /** `usage`: of a remote agent, for the words that it said. */
  | { type: 'said'; text: string; usage?: Usage }
  | { type: 'remote_called'; action?: string }
  /** The remote end needs a word from a person; with `token` it goes on. */
  | { type: 'remote_paused'; question: Question; token: Json; usage?: Usage }
  /** `usage`: of the model that the step asked. */
  | { type: 'step_done'; name: string; value: Json; usage?: Usage }
  /** Written in one transaction with what it tells of, in a room's own tables. */
  | { type: 'committed'; name: string; value: Json }
  /** A person is asked; `call`: the tool call that waits for it. */
  | { type: 'asked'; id: string; question: Question; call?: string }
  /** `through`: the credential of the turn's own user who answered; the turn goes on by that one. */
  | { type: 'answered'; id: string; reply: Reply; through?: Pick<Principal, 'how' | 'via'> }
  /** Whoever asked has got the reply and goes on. */
  | { type: 'reply_taken'; id: string }
  | { type: 'branches_merged'; conflicts: { key: string; branches: string[] }[]; failed: string[] }
  | { type: 'artifact_saved'; name: string; namespace: string; version: number; mimeType: string; checksum: string }
  | { type: 'limit_reached'; limit: string; value: number; message: string }
  | { type: 'warning'; code: string; message: string }
  | { type: 'compacted'; upTo: number; summary: string; dropped: number }
  /** The turn waits for answers; the session is free meanwhile. */
  | { type: 'invocation_waiting'; pending: string[] }
  | { type: 'invocation_finished'; outcome: Exclude<Outcome, 'waiting'>; error?: ErrorShape; ms: number };

export type Event = EventBase & EventBody;
export type EventOf<T extends EventBody['type']> = Extract<Event, { type: T }>;

/** What one run of an agent came to. */
export interface RunResult {
  /** Its final words. */
  readonly text: string;
  /** They are for whoever called it, not for the person. */
  readonly silent?: boolean;
  /** Who acted for that, in order. */
  readonly route: readonly string[];
  /** Control goes on to this agent. */
  readonly transfer?: string;
  /** The surrounding loop ends. */
  readonly escalate?: boolean;
}

/** How a turn ended, from the log's point of view. */
export type Outcome = 'completed' | 'failed' | 'cancelled' | 'waiting';

/** What a tool gave back, as the model will see it. */
export type ToolOutput =
  | { kind: 'value'; value: Json }
  | { kind: 'truncated'; head: string; bytes: number; artifact: string }
  | { kind: 'error'; error: ErrorShape };

/** Words on their way: shown but not logged; the `model_replied` event with the same key holds the whole. */
export interface TextDelta {
  readonly type: 'text_delta';
  readonly invocation: string;
  readonly agent: string;
  readonly branch: string;
  readonly key: string;
  /** Where `text` begins in the whole: a reader that reconnects neither loses nor doubles a word. */
  readonly offset: number;
  readonly text: string;
}

/** The words streamed under this key did not become a reply (the model broke off); forget them. */
export interface TextRetracted {
  readonly type: 'text_retracted';
  readonly invocation: string;
  readonly agent: string;
  readonly branch: string;
  readonly key: string;
}

/** What an agent is doing meanwhile: shown, not logged. */
export interface Progress {
  readonly type: 'progress';
  readonly invocation: string;
  readonly agent: string;
  readonly branch: string;
  readonly key: string;
  readonly text: string;
}

export type Signal = Event | TextDelta | TextRetracted | Progress;

/** The frame (one run of one agent) that an event belongs to: the part of its key before the step. */
export function frameOf(key: string): string {
  const cut = key.indexOf('#');
  return cut < 0 ? key : key.slice(0, cut);
}

export function isPromise<T>(value: MaybePromise<T>): value is Promise<T> {
  return typeof (value as { then?: unknown } | null | undefined)?.then === 'function';
}
