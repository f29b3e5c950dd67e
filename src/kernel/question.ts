/**
 * A question to a person: a turn that needs a word before it goes on. It is an event and a row of its own, so that it
 * outlives the process; whoever asked is run again from its start and finds the answer in its place.
 */
import type { Json } from './event.ts';

export interface Question {
  /** What is to be done, as a sentence that can be answered with yes or no. */
  readonly what: string;
  readonly why: string;
  /** What happens if the answer is yes. */
  readonly effect: string;
  /** How that can be taken back, if it can. */
  readonly undo?: string | undefined;
  /** When it is too late to answer, in ms since the epoch. */
  readonly until?: number | undefined;
  readonly choices?: readonly string[] | undefined;
  /** Any words are an answer, not yes and no alone. */
  readonly free?: boolean | undefined;
  /** It is about several things: "yes, but not the first" is an answer, and whoever asked reads which are left out. */
  readonly part?: boolean | undefined;
  /** The users who may answer. Without it, the session's own. */
  readonly who?: readonly string[] | undefined;
  /** Asked by an agent elsewhere: somebody may answer it there as well, and it is taken back there when it is here. */
  readonly far?: FarQuestion | undefined;
}

/** What an agent elsewhere knows its question by, and for whom it had been asked. */
export interface FarQuestion {
  readonly token: Json;
  readonly user: string;
}

export interface Reply {
  /** `elsewhere`: settled where the agent is that asked it, which knows what came of it. No other agent gets that. */
  readonly kind: 'yes' | 'no' | 'text' | 'expired' | 'elsewhere';
  readonly text?: string | undefined;
  /** The user who answered; `clock` where the time ran out, the agent where it was settled there. */
  readonly by: string;
  readonly at: number;
}

/** What a person answers, before it is known when and as whom. */
export type GivenReply = Pick<Reply, 'kind' | 'text'>;

/** A message as an answer. */
export interface ReadReply extends GivenReply {
  /** An order too ("undo"): an answer only to what was said last, and a message of its own anywhere else. */
  readonly orders?: boolean | undefined;
}

export type PendingStatus = 'open' | 'answered' | 'expired' | 'cancelled';

/** A question as stores keep it. */
export interface Pending extends Question {
  readonly id: string;
  readonly app: string;
  readonly session: string;
  /** The session's user. */
  readonly user: string;
  readonly invocation: string;
  /** Where the invocation begins on the log. */
  readonly seq: number;
  readonly agent: string;
  readonly asked: number;
  readonly status: PendingStatus;
}

/** A question as a turn's result shows it. */
export interface PendingView {
  readonly id: string;
  readonly what: string;
  readonly why: string;
  readonly effect: string;
  readonly undo?: string;
  readonly until?: number;
  readonly choices?: readonly string[];
  readonly free?: boolean;
}
