/** What is put to a research agent, and what comes back. */
import type { Json, PendingView, Principal } from '../kernel/index.ts';

export interface DeskReply {
  readonly response: string;
  readonly citations: readonly Json[];
  /** What the agent waits for, if it does. */
  readonly pending?: PendingView | undefined;
}

export interface MessageOptions {
  readonly principal: Principal;
  /** The same message with the same key is worked on once. */
  readonly key?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

export function sessionOf(agentId: string): string {
  return `research-${agentId}`;
}
