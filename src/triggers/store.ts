/**
 * What the engine asks of storage. The embedded implementation is storage/rooms/triggers.ts; a shared one (Postgres) keeps the same
 * promises:
 * - each method is one transaction, all or nothing, and survives the death of the process once it returned;
 * - a trigger has at most one firing per occasion, whoever enqueues it;
 * - an agent has at most one running firing; a firing is running for one holder at a time, as long as its lease lasts.
 */
import type { ErrorShape, Json, MaybePromise } from '../kernel/index.ts';
import type { Firing, FiringFilter, Trigger, TriggerFilter } from './trigger.ts';

export interface TriggerStore {
  insert(trigger: Trigger): MaybePromise<void>;
  trigger(id: string): MaybePromise<Trigger | undefined>;
  /** By next occasion; of whatever status, first those that are to come, then those that ended, the newest first. */
  triggers(filter: TriggerFilter): MaybePromise<Trigger[]>;
  /** Pending ones of an agent, and how many it made since then. */
  count(room: string, agent: string, since: number): MaybePromise<{ pending: number; made: number }>;
  change(
    id: string,
    change: Partial<Pick<Trigger, 'schedule' | 'plan' | 'instruction' | 'fireAt'>>,
  ): MaybePromise<void>;
  /** Ends a pending trigger; what it had waiting is cancelled with it. False if it was not pending. */
  end(id: string, status: 'completed' | 'cancelled', because: string): MaybePromise<boolean>;

  /** Deletes a trigger with its firings, for good: what it said is nowhere any more. False if there was none. */
  forget(id: string): MaybePromise<boolean>;

  /** Puts what the triggers of a room say, and what came of them, in other words; says of how many. */
  reword(room: string, reword: (owner: string, text: string) => string): MaybePromise<number>;

  /** Turns what is due into firings, a batch at a time, and says how many triggers it looked at. */
  enqueueDue(now: number, batch: number, plan: (trigger: Trigger) => Due): MaybePromise<number>;
  /** Says which firing stands: to fire by hand what is being fired by hand is one occasion. */
  addFiring(firing: Firing): MaybePromise<Firing>;
  /** Takes firings to run, oldest first, at most one per agent and none of an agent that is busy. */
  claim(wish: ClaimWish): MaybePromise<Firing[]>;
  renew(holder: string, until: number): MaybePromise<void>;
  /** Puts back what was running for holders that are gone, and what nobody renewed. */
  release(now: number, isGone: (holder: string) => boolean): MaybePromise<number>;
  /** False if the holder no longer has it. */
  settle(id: string, holder: string, outcome: FiringOutcome): MaybePromise<boolean>;
  firing(id: string): MaybePromise<Firing | undefined>;
  /** Newest first. */
  firings(filter: FiringFilter): MaybePromise<Firing[]>;
  /** A dead firing waits again. False if it was not dead. */
  revive(id: string, now: number): MaybePromise<boolean>;
  /** When there is something to do next. */
  nextAt(rooms: readonly string[]): MaybePromise<number | undefined>;
}

export interface Due {
  readonly firings: readonly { readonly id: string; readonly due: number; readonly missed: number }[];
  /** `undefined`: that was the last occasion. */
  readonly next: number | undefined;
  readonly occasions: number;
}

export interface ClaimWish {
  readonly now: number;
  readonly holder: string;
  readonly until: number;
  readonly limit: number;
  readonly rooms: readonly string[];
}

export type FiringOutcome =
  | { readonly kind: 'done'; readonly at: number; readonly report: Json }
  | { readonly kind: 'retry'; readonly at: number; readonly error: ErrorShape; readonly nextTry: number }
  | { readonly kind: 'dead'; readonly at: number; readonly error: ErrorShape };
