/** What all turns of a runner share: the parts that the application puts in. */
import type { Agent } from './agent.ts';
import type { Clock } from './clock.ts';
import type { Env, Log, Services } from './context.ts';
import type { MaybePromise, RunResult, Signal } from './event.ts';
import type { Frame } from './frame.ts';
import type { Lanes } from './lanes.ts';
import type { Limits } from './limits.ts';
import type { ModelSource } from './model.ts';
import type { Place } from './place.ts';
import type { Principal } from './principal.ts';
import type { Pending } from './question.ts';
import type { StateRules } from './state.ts';
import type { Store } from './store.ts';
import type { AgentTree } from './tree.ts';

/** How long an open turn is believed to be run by its holder, who renews it meanwhile. */
export const LEASE_MS = 30_000;

export interface House {
  readonly tree: AgentTree;
  readonly store: Store;
  readonly models: ModelSource;
  readonly services: Services;
  readonly limits: Limits;
  readonly lanes: Lanes;
  readonly log: Log;
  readonly clock: Clock;
  /** For deadlines and leases. */
  readonly work: Clock;
  /** Whose leases these are: of open turns, one process at a time has one. */
  readonly node: string;
  /** Where people are who have not said. */
  readonly place: Place;
  readonly env: Env;
  readonly stateRules: StateRules;
  /** Asked before each step: whoever may no longer act (a token was revoked) is stopped by what it throws. */
  readonly admit: ((principal: Principal) => MaybePromise<void>) | undefined;
  /** Told when a turn begins to wait, and for what. */
  readonly onWaiting: ((open: readonly Pending[]) => void) | undefined;
  /** Told of questions that are open no more, as they are then. */
  readonly onSettled: ((settled: readonly Pending[]) => void) | undefined;
  /** Is shown what happens in every turn. */
  readonly see: ((signal: Signal) => void) | undefined;
  /** Runs an agent below a frame: run.ts, handed in because agents can stand behind tools of agents. */
  readonly runScope: (parent: Frame, agent: Agent, over?: Partial<Frame>) => Promise<RunResult>;
}
