/**
 * What an agent's `offline.ts` exports. A policy is asked again after each tool result, exactly as a model would be,
 * and answers with one step. It must not invent: what it says comes from the record, a tool or an indexed source, and
 * for what only a model can do it throws `modelRequired()`.
 */
import type { LanguageModelV4Prompt } from '@ai-sdk/provider';
import type { AgentContext } from '../kernel/context.ts';
import type { ErrorShape } from '../kernel/errors.ts';
import type { Json, MaybePromise } from '../kernel/event.ts';

export type OfflinePolicy = (turn: OfflineTurn) => MaybePromise<OfflineStep>;

export interface OfflineTurn {
  /** The same as `currentAgent()`. */
  readonly context: AgentContext;
  /** The last user message in the prompt. */
  readonly message: string;
  readonly prompt: LanguageModelV4Prompt;
  /** What tools returned since that message, in order. Refused transfers are here too, as errors. */
  readonly results: readonly OfflineResult[];
  /** What may be called, without the transfer tool. */
  readonly tools: readonly OfflineTool[];
  /** Where the agent may transfer to. */
  readonly targets: readonly OfflineTarget[];
  /** The JSON Schema of the output that is wanted, if one is. */
  readonly schema?: Json;
}

export interface OfflineResult {
  readonly tool: string;
  readonly input: Json;
  readonly output: Json;
  readonly error?: ErrorShape;
}

export interface OfflineTool {
  readonly name: string;
  readonly description: string;
  readonly schema: Json;
}

export interface OfflineTarget {
  readonly name: string;
  readonly description: string;
}

export type OfflineStep =
  | { say: string | AsyncIterable<string> }
  | OfflineCall
  | { calls: OfflineCall[] }
  | { transfer: string; reason?: string }
  | { object: Json };

export interface OfflineCall {
  call: string;
  input: Json;
}

export function isOfflinePolicy(value: unknown): value is OfflinePolicy {
  return typeof value === 'function';
}
