/** What a trigger is, what a firing is, and who acts when one comes due. Plain data: every store keeps the same. */
import type { ErrorShape, Json } from '../kernel/index.ts';
import type { Schedule } from './schedule/schedule.ts';

/** What becomes of occasions that came while nobody was there: one firing for all, one for each, or none. */
export type Missed = 'once' | 'all' | 'skip';
export type TriggerStatus = 'pending' | 'completed' | 'cancelled';

export interface Trigger {
  readonly id: string;
  /** Whose handler acts: `research`, `assistant`, `mentor`. */
  readonly room: string;
  /** The user for whom it was made. */
  readonly owner: string;
  /** The agent that made it and is woken by it. One thing at a time happens to an agent. */
  readonly agent: string;
  /** As it was written. */
  readonly schedule: string;
  /** As it was understood. */
  readonly plan: Schedule;
  readonly instruction: string;
  readonly payload: Json;
  readonly missed: Missed;
  readonly status: TriggerStatus;
  /** The next occasion; after the last one, that one. */
  readonly fireAt: number;
  /** How many occasions there have been, fired or missed. */
  readonly occasions: number;
  readonly created: number;
  /** Why it ended, if somebody said so. */
  readonly ended?: string | undefined;
}

export type FiringState = 'waiting' | 'running' | 'done' | 'dead' | 'cancelled';

/** One occasion of a trigger. */
export interface Firing {
  readonly id: string;
  readonly trigger: string;
  readonly room: string;
  readonly agent: string;
  /** The occasion. A trigger has at most one firing for each. */
  readonly due: number;
  readonly manual: boolean;
  readonly state: FiringState;
  /** How often it was tried and failed. A crash is no failure: the same try is taken up again. */
  readonly tries: number;
  /** When it is tried next. */
  readonly nextTry: number;
  /** Earlier occasions that this one stands for. */
  readonly missed: number;
  readonly started?: number | undefined;
  readonly finished?: number | undefined;
  readonly error?: ErrorShape | undefined;
  readonly report?: Json | undefined;
}

/** What a handler gets. */
export interface Occasion {
  readonly firing: Firing;
  readonly trigger: Trigger;
  /** The same when a crash makes this try run again: give it to whatever is done outside, a turn for example. */
  readonly key: string;
  readonly signal: AbortSignal;
}

/** Does what the trigger says and returns what is worth keeping about it. Throws to be tried again. */
/** Is told what failed for good, once it is on the list for a person. */
export type OnLost = (lost: { readonly trigger: Trigger; readonly firing: Firing }) => Promise<void>;

export type Handler = (occasion: Occasion) => Promise<Json | undefined | void>;

export interface TriggerWish {
  readonly room: string;
  readonly owner: string;
  readonly agent: string;
  readonly schedule: string;
  readonly zone?: string | undefined;
  readonly instruction: string;
  readonly payload?: Json | undefined;
  readonly missed?: Missed | undefined;
  /** The same twice is one trigger. */
  readonly key?: string | undefined;
  /** Done once and soon, for what has happened already: it has its place however much its agent has pending. */
  readonly isErrand?: boolean | undefined;
}

export interface TriggerFilter {
  readonly room?: string | undefined;
  readonly owner?: string | undefined;
  readonly agent?: string | undefined;
  readonly status?: TriggerStatus | undefined;
  readonly limit?: number | undefined;
}

export interface FiringFilter {
  readonly owner?: string | undefined;
  readonly trigger?: string | undefined;
  readonly room?: string | undefined;
  readonly agent?: string | undefined;
  readonly state?: FiringState | undefined;
  readonly limit?: number | undefined;
}
