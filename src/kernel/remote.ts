/**
 * The remote seam: what an agent elsewhere is given and what it may give back. Nobody but the transport knows that it is
 * not here: it may be a root, a sub-agent, a branch, a transfer's target or stand behind a tool.
 */
import type { ArtifactInput } from './artifact.ts';
import { ConsiliumError } from './errors.ts';
import type { Delta, Json, Usage } from './event.ts';
import type { Principal } from './principal.ts';
import type { FarQuestion, Question, Reply } from './question.ts';

/**
 * How a remote agent is reached (A2A, or anything else). Fails by throwing a ConsiliumError, `retryable` where another
 * try may help. `idempotencyKey` is the same when a crashed turn sends the request again, which `again` says: a transport
 * that cannot know it to be harmless throws `callInterrupted`, which nobody stands in for.
 */
export interface RemoteTransport {
  send(request: RemoteRequest): AsyncIterable<RemotePart>;
  /** Whether what it asked still waits for a word there. Undefined: it cannot be asked after. Absent: nobody of this kind can. */
  isAsking?(asked: AskedThere): Promise<boolean | undefined>;
  /** Takes its question back, there. Throws ANSWERED_ALREADY where somebody there has answered it; again does no harm. */
  withdraw?(asked: AskedThere): Promise<void>;
}

/** A question of an agent elsewhere, and the session here that it was asked in. */
export interface AskedThere extends FarQuestion {
  readonly session: string;
}

export interface RemoteRequest {
  readonly principal: Principal;
  /** What was said before, as far as the agent's `history` allows; oldest first, without the message. */
  readonly history: readonly RemoteWords[];
  readonly action?: string | undefined;
  /** What a tool call filled in, where it is more than a request in words. */
  readonly input?: Json | undefined;
  readonly message: string;
  readonly session: string;
  /** When the answer comes too late, in ms since the epoch. */
  readonly deadline: number;
  /** A W3C `traceparent`: the turn is the trace, the agent's run the span. */
  readonly trace: string;
  readonly idempotencyKey: string;
  /** A process died after it may have sent this, and before an answer was stored: the remote end may have acted on it. */
  readonly again?: boolean | undefined;
  readonly signal: AbortSignal;
  /**
   * Goes on after `input_required`: the word that the remote end gave then, and what the person answered. Of one that was
   * settled `elsewhere` nothing is sent: what came of it is asked for.
   */
  readonly resume?: { readonly token: Json; readonly reply: Reply } | undefined;
}

export interface RemoteWords {
  readonly role: 'user' | 'assistant';
  readonly text: string;
}

export type RemotePart =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'data'; readonly data: Json }
  | { readonly type: 'artifact'; readonly artifact: Omit<ArtifactInput, 'namespace'> }
  | { readonly type: 'state'; readonly delta: Delta }
  | { readonly type: 'progress'; readonly text: string }
  /** The person is asked, and the turn waits. `token`: what the remote end needs to go on (its task, say). */
  | { readonly type: 'input_required'; readonly question: Question; readonly token: Json }
  | { readonly type: 'usage'; readonly usage: Usage };

/** What was asked of an agent elsewhere when the process died, and may not be asked twice. */
export function callInterrupted(agent: string, action: string | undefined): ConsiliumError {
  const what = action === undefined ? 'it was asked for' : `"${action}"`;
  return new ConsiliumError(
    'CALL_INTERRUPTED',
    `${agent} had been asked when this program was interrupted. Whether it did ${what} is not known, and it was not asked again.`,
    {
      hint: 'Look there whether it was done before you ask again. What may be done twice is declared idempotent: true.',
    },
  );
}
