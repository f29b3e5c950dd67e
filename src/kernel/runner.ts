/**
 * The runner: takes a message for a session, runs the team on it, and gives back what happened while it happens.
 * One turn at a time per session; sessions side by side. A turn that waits for a person is in nobody's way.
 */
import type { Agent } from './agent.ts';
import { type Clock, systemClock, workClock } from './clock.ts';
import type { CompactionPolicy } from './compaction.ts';
import { type Env, type Log, type Services, silentLog } from './context.ts';
import type { MaybePromise, Signal } from './event.ts';
import type { House } from './house.ts';
import type { RunInput } from './input.ts';
import { Lanes } from './lanes.ts';
import { DEFAULT_LIMITS, type Limits } from './limits.ts';
import type { ModelSource } from './model.ts';
import type { Place } from './place.ts';
import type { Principal } from './principal.ts';
import type { GivenReply, Pending, ReadReply } from './question.ts';
import { runScope } from './run.ts';
import { SessionRunner } from './session-runner.ts';
import { type StateKeys, stateRules } from './state.ts';
import type { SessionRow, Store } from './store.ts';
import { type AgentTree, buildTree } from './tree.ts';
import type { Turn, TurnResult } from './turn.ts';

export interface RunnerOptions {
  /** Names the application: `app:` and `user:` state belong to it. */
  readonly app: string;
  readonly root: Agent;
  readonly store: Store;
  readonly models: ModelSource;
  readonly services?: Services;
  readonly limits?: Partial<Limits>;
  readonly compaction?: CompactionPolicy;
  /** Shared by all runners of a process; without it, a runner has its own. */
  readonly lanes?: Lanes;
  readonly log?: Log;
  readonly clock?: Clock;
  /** Where people are who have not said: the machine's time zone, say. */
  readonly place?: Place;
  /** Settings of the house, for tools and policies. */
  readonly env?: Env;
  /** Typed keys of the state, as the team and the rooms declare them. */
  readonly stateKeys?: StateKeys;
  /** Asked between the steps of a turn; throws where the principal may no longer act. */
  readonly admit?: ((principal: Principal) => MaybePromise<void>) | undefined;
  /** Told when a turn begins to wait, and for what: somebody has to notice when its time is over. */
  readonly onWaiting?: ((open: readonly Pending[]) => void) | undefined;
  /** Told of questions that are open no more: answered, out of date, or taken back with their turns. */
  readonly onSettled?: ((settled: readonly Pending[]) => void) | undefined;
  /** Is shown what happens in every turn, whoever began it and whether or not somebody watches. */
  readonly see?: ((signal: Signal) => void) | undefined;
  /** Whoever has a message run here is told of by what this gives, in the transaction that stores the message. */
  readonly note?: ((principal: Principal) => RunInput['also']) | undefined;
  /** Names this process among those that share a store; an embedded store has one, and takes up at once what it left. */
  readonly node?: string;
  /** Reads a message as the plain answer to a question, where it is one. */
  readonly readAnswer?: ((message: string) => ReadReply | undefined) | undefined;
  /** Whether a message begins with an answer and says more: nothing is agreed by it, and that is said. */
  readonly beginsAnswer?: ((message: string) => boolean) | undefined;
  /** How many idle sessions stay in memory. */
  readonly keepSessions?: number;
}

export interface Runner {
  readonly tree: AgentTree;
  run(input: RunInput): Turn;
  /** Runs a turn and waits for its end, without streaming. */
  ask(input: RunInput): Promise<TurnResult>;
  /** Finishes the turn of a session that a dead process left open; its result rejects if there is none. */
  resume(session: string, options?: { signal?: AbortSignal }): Turn;
  /** Finishes all of them, one after another. Call it when the process starts. */
  resumeAll(): Promise<TurnResult[]>;
  /** The sessions of this app with a turn that nobody runs. */
  unfinished(): Promise<SessionRow[]>;
  /**
   * Answers a question, and goes on with the turn that waits for it. Throws where it may not, or cannot, be answered. `also`
   * is done in the transaction that stores the answer.
   */
  answer(
    question: string,
    reply: GivenReply,
    principal: Principal,
    options?: { signal?: AbortSignal; stream?: boolean; also?: () => void },
  ): Promise<Turn>;
  /**
   * Ends the turn that waits for this question; what it did before stays. What an agent elsewhere asks is taken back there
   * first: where somebody has answered it there, that is what the turn goes on with, and this throws ANSWERED_ALREADY.
   */
  cancel(question: string, principal: Principal, also?: () => void): Promise<TurnResult>;
  /** The turn that asked this, once nobody is at work on it: how it ended, or what it asks now. */
  follow(question: string): Promise<Turn>;
  /**
   * Asks the agent elsewhere that asked this whether it still waits there. Where it does not, the turn goes on with what came
   * of it. `nowhere`: it is open no more, was asked here, or there by somebody who cannot be asked after it.
   */
  lookElsewhere(question: string): Promise<'waits' | 'settled' | 'nowhere'>;
  /** Takes back, where an agent elsewhere had asked it, what is open here no more. */
  withdrawElsewhere(question: Pending): Promise<void>;
  /** Goes on with the turns whose questions nobody answered in time, one after another. */
  expire(): Promise<TurnResult[]>;
  /** Drops what is held in memory of a session: it was deleted, or changed by somebody else. Its turns must have ended. */
  forget(session: string): void;
  /** Waits until no turn is running. */
  idle(): Promise<void>;
}

export function createRunner(options: RunnerOptions): Runner {
  const clock = options.clock ?? systemClock;
  const house: House = {
    tree: buildTree(options.root),
    store: options.store,
    models: options.models,
    services: options.services ?? {},
    limits: { ...DEFAULT_LIMITS, ...options.limits },
    lanes: options.lanes ?? new Lanes(),
    log: options.log ?? silentLog,
    clock,
    work: workClock(clock),
    node: options.node ?? 'local',
    place: options.place ?? {},
    env: options.env ?? {},
    stateRules: stateRules(clock, options.stateKeys),
    admit: options.admit,
    onWaiting: options.onWaiting,
    onSettled: options.onSettled,
    see: options.see,
    runScope,
  };
  return new SessionRunner(house, options);
}
