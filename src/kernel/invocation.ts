/**
 * An invocation is one turn: a deterministic run over a journal. Whatever is not deterministic (a model's reply, a
 * tool's output, a callback's writes, the clock) is recorded as an event under a key that names its place in the run.
 * After a crash the same run is done again; a place that is already in the journal is read from it instead.
 *
 * Events are stored before they are shown (writer.ts). `record` queues, `flush` stores and then shows: it is called
 * before every wait for the outside world, so that nothing is done twice and nothing is shown that could be lost. Before what this
 * process can do again by itself, `flushBefore('inside')` leaves it for the end of the round of the event loop.
 */
import type { Agent } from './agent.ts';
import type { Clock } from './clock.ts';
import type { Commit, Log, Services } from './context.ts';
import { ConsiliumError } from './errors.ts';
import {
  type Delta,
  type Event,
  type EventBody,
  isPromise,
  type Json,
  type MaybePromise,
  type RunResult,
  type Signal,
} from './event.ts';
import type { Frame } from './frame.ts';
import type { Lanes } from './lanes.ts';
import type { LiveSession } from './live.ts';
import type { ModelSource } from './model.ts';
import type { Place } from './place.ts';
import type { Principal } from './principal.ts';
import type { Reply } from './question.ts';
import { State, type StateRules, scopeOf } from './state.ts';
import type { Store } from './store.ts';
import type { AgentTree } from './tree.ts';
import { type Along, Writer } from './writer.ts';

/** What one turn may use up. */
export interface Limits {
  readonly modelCalls: number;
  readonly tokens: number;
  readonly transfers: number;
  readonly remoteCalls: number;
  readonly wallMs: number;
}

export const DEFAULT_LIMITS: Limits = {
  modelCalls: 64,
  tokens: 2_000_000,
  transfers: 12,
  remoteCalls: 32,
  wallMs: 15 * 60_000,
};

/** How long an open turn is believed to be run by its holder, who renews it meanwhile. */
export const LEASE_MS = 30_000;

/** What all turns of a runner share. */
export interface House {
  readonly tree: AgentTree;
  readonly store: Store;
  readonly models: ModelSource;
  readonly services: Services;
  readonly limits: Limits;
  readonly lanes: Lanes;
  readonly log: Log;
  readonly clock: Clock;
  /** Whose leases these are: of open turns, one process at a time has one. */
  readonly node: string;
  /** Where people are who have not said. */
  readonly place: Place;
  readonly stateRules: StateRules;
  /** Asked before each step: whoever may no longer act (a token was revoked) is stopped by what it throws. */
  readonly admit: ((principal: Principal) => MaybePromise<void>) | undefined;
  /** Runs an agent below a frame: run.ts, handed in because agents can stand behind tools of agents. */
  readonly runScope: (parent: Frame, agent: Agent, over?: Partial<Frame>) => Promise<RunResult>;
}

export class Invocation {
  readonly id: string;
  readonly house: House;
  readonly session: LiveSession;
  readonly message: string;
  readonly principal: Principal;
  readonly signal: AbortSignal;
  readonly started = performance.now();
  /** When its time is over, by the clock. */
  readonly deadline: number;
  readonly usage = { modelCalls: 0, inputTokens: 0, outputTokens: 0 };
  readonly speakers = new Set<string>();
  /** Somebody watches the words as they come. */
  readonly streaming: boolean;
  #hasSpoken = false;
  readonly #waiting = new Map<'speak' | 'tidy', Promise<void>>();
  /** Somebody outside was asked: what came of it costs something and is stored at once. */
  #wentOut = false;
  #storesSoon = false;
  #transfers = 0;
  #remoteCalls = 0;
  readonly #writer: Writer;
  readonly #replies = new Map<string, Reply>();
  #journal: Map<string, Event> | undefined;

  constructor(given: {
    id: string;
    house: House;
    session: LiveSession;
    message: string;
    principal: Principal;
    signal: AbortSignal;
    streaming: boolean;
    show: (signal: Signal) => void;
    journal?: readonly Event[];
  }) {
    this.id = given.id;
    this.house = given.house;
    this.session = given.session;
    this.message = given.message;
    this.principal = given.principal;
    this.deadline = given.house.clock.now() + given.house.limits.wallMs;
    this.signal = given.signal;
    this.streaming = given.streaming;
    const { store, node, clock } = given.house;
    const lease = () => ({ holder: node, until: clock.now() + LEASE_MS });
    const hasStored = given.journal !== undefined;
    this.#writer = new Writer({ store, session: given.session, lease, show: given.show, hasStored });
    if (given.journal === undefined) return;
    this.#journal = new Map(given.journal.map((event) => [event.key, event]));
    for (const event of given.journal) if (event.type === 'answered') this.#replies.set(event.id, event.reply);
  }

  /** The frame above the root agent: it has no events of its own. */
  trunk(): Frame {
    const { shelves, conversation } = this.session;
    const state = new State({ ...shelves, temp: new Map() }, this.house.stateRules);
    const { root } = this.house.tree;
    return {
      turn: this,
      agent: root,
      path: '',
      branch: '',
      state,
      conversation,
      message: this.message,
      inner: false,
      runs: new Map(),
      context: undefined,
    };
  }

  /** What the journal holds for this place, if the run has been here before. */
  recorded<T extends EventBody['type']>(frame: Frame, step: string, type: T): Extract<Event, { type: T }> | undefined {
    const event = this.#journal?.get(`${frame.path}#${step}`);
    if (event === undefined) return undefined;
    if (event.type !== type) throw changedSince(event);
    return event as Extract<Event, { type: T }>;
  }

  /** Puts an event on the log with what `state` has written since its last one; or takes it from the journal. */
  record(frame: Frame, step: string, body: EventBody, state: Writes = frame.state, along?: Along): Event {
    const key = `${frame.path}#${step}`;
    const past = this.#journal?.get(key);
    if (past !== undefined) {
      if (past.type !== body.type) throw changedSince(past);
      state.takeDelta();
      this.#replay(past, frame);
      return past;
    }
    const { session } = this;
    const seq = session.row.lastSeq + 1;
    // A clock that was set back does not turn the log around.
    const time = Math.max(this.house.clock.now(), session.row.updated);
    session.row = { ...session.row, lastSeq: seq, updated: time };
    const place = { seq, time, invocation: this.id, key, agent: frame.agent.name, branch: frame.branch };
    const event: Event = { ...place, ...body, ...state.takeDelta() };
    this.#writer.push(event, along);
    frame.conversation.append(event);
    this.#count(event);
    return event;
  }

  /**
   * Takes a whole ended run from the journal, its inner runs included. Returns what it came to (or throws what it
   * failed with), or undefined if it had not ended.
   */
  absorb(frame: Frame): RunResult | undefined {
    const end = this.#journal?.get(`${frame.path}#end`);
    if (end === undefined) return undefined;
    this.absorbBelow(frame, `${frame.path}#`);
    this.absorbBelow(frame, `${frame.path}/`);
    if (end.type === 'agent_finished') return end.result;
    if (end.type !== 'agent_failed') throw changedSince(end);
    const { code, message, retryable } = end.error;
    throw new ConsiliumError(code, message, { retryable });
  }

  /** Takes everything from the journal whose key begins so. */
  absorbBelow(frame: Frame, prefix: string): void {
    for (const event of [...(this.#journal?.values() ?? [])])
      if (event.key.startsWith(prefix)) this.#replay(event, frame);
  }

  #replay(event: Event, frame: Frame): void {
    this.#journal!.delete(event.key);
    if (event.delta !== undefined && event.branch === frame.branch)
      frame.state.apply(frame.branch === '' ? onlyTemp(event.delta) : event.delta, event.ttl, event.time);
    // What was said inside an agent tool (below a '>') is not part of the conversation around it.
    if (!event.key.slice(frame.path.length).includes('>')) frame.conversation.append(event);
    this.#count(event);
  }

  /** Stores before a step that needs it to be stored; before others, soon. Before the first step of all, the message. */
  flushBefore(step: 'inside' | 'outside'): MaybePromise<void> {
    if (step === 'outside') this.#wentOut = true;
    if (this.#wentOut || !this.isAccepted) return this.flush();
    if (this.#storesSoon) return;
    this.#storesSoon = true;
    setImmediate(() => {
      this.#storesSoon = false;
      this.#writer.storeSoon();
    });
  }

  flush(): MaybePromise<void> {
    return this.#writer.flush();
  }

  /** The message is stored. */
  get isAccepted(): boolean {
    return this.#writer.hasStored;
  }

  /** Stores the message before the first thing is done with it. */
  accept(): MaybePromise<void> {
    return this.isAccepted ? undefined : this.flush();
  }

  /** Another process was first: nothing of this turn is written any more. */
  get isFenced(): boolean {
    return this.#writer.isFenced;
  }

  /** Shows words that are not yet an event, after everything that is. */
  show(signal: Signal): void {
    if (signal.type === 'text_delta') this.#hasSpoken = true;
    this.#writer.show(signal);
  }

  /** Does something once, in the transaction of the event that tells it; after a crash both are there or neither. */
  async commit<T extends Json>(frame: Frame, step: string, name: string, work: Commit<T>): Promise<T> {
    const past = this.recorded(frame, step, 'committed');
    if (past !== undefined) {
      this.record(frame, step, past, NOTHING_WRITTEN);
      return past.value as T;
    }
    if (this.house.admit !== undefined) await this.admitStep();
    const body = { type: 'committed' as const, name, value: null as Json };
    let failure: { thrown: unknown } | undefined;
    const event = this.record(frame, step, body, NOTHING_WRITTEN, {
      work: {
        run: (transaction) => {
          const keep = (value: T) => {
            (event as { value: Json }).value = value;
          };
          const value = work(transaction);
          return isPromise(value) ? value.then(keep) : keep(value);
        },
        fail: (thrown) => {
          failure = { thrown };
        },
      },
    }) as Event & { value: Json };
    await this.flush();
    if (failure !== undefined) throw (failure as { thrown: unknown }).thrown;
    return event.value as T;
  }

  replyTo(question: string): Reply | undefined {
    return this.#replies.get(question);
  }

  /** Once the person reads: lets those go first who are still waiting for their first words. */
  giveWay(lane: 'speak' | 'tidy'): MaybePromise<void> {
    return this.#hasSpoken ? this.wait(lane) : undefined;
  }

  /** Branches of the turn that wait go on together. What has happened so far is shown, not held back. */
  wait(lane: 'speak' | 'tidy'): Promise<void> {
    let waiting = this.#waiting.get(lane);
    if (waiting === undefined) {
      waiting = Promise.all([this.flushBefore('inside'), this.house.lanes[lane](this.started)])
        .then(() => {})
        .finally(() => this.#waiting.delete(lane));
      this.#waiting.set(lane, waiting);
    }
    return waiting;
  }

  /** Throws where the principal may no longer act. */
  admitStep(): MaybePromise<void> {
    return this.house.admit?.(this.principal);
  }

  /** Throws once the turn has used up its model calls or tokens. */
  async admitModelCall(frame: Frame, step: string): Promise<void> {
    const { limits, admit } = this.house;
    if (admit !== undefined) await this.admitStep();
    if (this.usage.modelCalls >= limits.modelCalls) await this.#stop(frame, step, 'model_calls', limits.modelCalls);
    const tokens = this.usage.inputTokens + this.usage.outputTokens;
    if (tokens >= limits.tokens) await this.#stop(frame, step, 'tokens', limits.tokens);
  }

  /** Throws once the agents have handed the turn around too often. */
  async admitTransfer(frame: Frame, step: string): Promise<void> {
    const { transfers } = this.house.limits;
    if (this.#transfers >= transfers) await this.#stop(frame, step, 'transfers', transfers);
  }

  /** Throws once other machines were asked too often, or too much was used up there. */
  async admitRemoteCall(frame: Frame, step: string): Promise<void> {
    const { remoteCalls, tokens } = this.house.limits;
    await this.admitStep();
    if (this.#remoteCalls >= remoteCalls) await this.#stop(frame, step, 'remote_calls', remoteCalls);
    if (this.usage.inputTokens + this.usage.outputTokens >= tokens) await this.#stop(frame, step, 'tokens', tokens);
  }

  async #stop(frame: Frame, step: string, limit: keyof typeof REASONS, value: number): Promise<never> {
    const message = REASONS[limit](value);
    this.record(frame, `${step}.limit`, { type: 'limit_reached', limit, value, message });
    await this.flush();
    throw new ConsiliumError(`LIMIT_${limit.toUpperCase()}`, message, {
      hint: 'Raise the limit in team.yml (limits) if the task really needs it.',
    });
  }

  #count(event: Event): void {
    if (event.type === 'transferred') this.#transfers++;
    if (event.type === 'remote_called') this.#remoteCalls++;
    if (!('usage' in event) || event.usage === undefined) return;
    // What a remote agent used up counts by its tokens; its calls have a limit of their own.
    if (event.type !== 'said' && event.type !== 'remote_paused') this.usage.modelCalls++;
    this.usage.inputTokens += event.usage.inputTokens;
    this.usage.outputTokens += event.usage.outputTokens;
    if (event.type === 'model_replied' && event.finish !== 'interrupted') this.speakers.add(event.speaker);
  }
}

type Writes = Pick<State, 'takeDelta'>;

/** What the code around a commit wrote goes with its own event: where that is in the journal, it does not run again. */
const NOTHING_WRITTEN: Writes = { takeDelta: () => ({}) };

const REASONS = {
  model_calls: (n: number) => `The turn was stopped after ${n} model calls.`,
  remote_calls: (n: number) => `The turn was stopped after ${n} calls of remote agents.`,
  tokens: (n: number) => `The turn was stopped after ${n} tokens.`,
  transfers: (n: number) => `The agents handed the request on ${n} times without an answer; the turn was stopped.`,
} as const;

/** What lives longer than the turn is in the state already, and may have changed since. */
function onlyTemp(delta: Delta): Delta {
  return Object.fromEntries(Object.entries(delta).filter(([key]) => scopeOf(key) === 'temp'));
}

function changedSince(event: Event): ConsiliumError {
  return new ConsiliumError(
    'RESUME_MISMATCH',
    `The interrupted turn cannot be resumed: at ${event.key} the log has ${event.type}, the team now does something else.`,
    { hint: 'The team was changed since. Send the message again.' },
  );
}
