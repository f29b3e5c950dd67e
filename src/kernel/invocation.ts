/**
 * An invocation is one turn: a deterministic run over a journal. Whatever is not deterministic (a model's reply, a
 * tool's output, a callback's writes, the clock) is recorded as an event under a key that names its place in the run.
 * After a crash the same run is done again; a place that is already in the journal is read from it instead.
 *
 * Events are stored before they are shown. `record` queues, `flush` stores and then shows: it is called before every
 * wait for the outside world, so that nothing is done twice and nothing is shown that could be lost. Before what this
 * process can do again by itself, `flushBefore('inside')` leaves it for the end of the round of the event loop.
 */
import type { Agent } from './agent.ts';
import type { Clock } from './clock.ts';
import type { Log, Services } from './context.ts';
import { ConsiliumError } from './errors.ts';
import { type Event, type EventBody, isPromise, type MaybePromise, type RunResult, type Signal } from './event.ts';
import type { Frame } from './frame.ts';
import type { Lanes } from './lanes.ts';
import type { LiveSession } from './live.ts';
import type { ModelSource } from './model.ts';
import type { Place } from './place.ts';
import type { Principal } from './principal.ts';
import { makeEntry, State, type StateRules, scopeOf } from './state.ts';
import type { Batch, SessionRow, StateChange, Store } from './store.ts';
import type { AgentTree } from './tree.ts';

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
  #show: (signal: Signal) => void;
  #queue: Event[] = [];
  #gathering: Promise<void> | undefined;
  #storing: Promise<void> | undefined;
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
    this.#show = given.show;
    if (given.journal !== undefined) this.#journal = new Map(given.journal.map((event) => [event.key, event]));
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
  record(frame: Frame, step: string, body: EventBody, state: State = frame.state): Event {
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
    this.#queue.push(event);
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
      frame.state.apply(event.delta, event.ttl, event.time);
    // What was said inside an agent tool (below a '>') is not part of the conversation around it.
    if (!event.key.slice(frame.path.length).includes('>')) frame.conversation.append(event);
    this.#count(event);
  }

  /** Stores before a step that needs it to be stored; before others, soon. */
  flushBefore(step: 'inside' | 'outside'): MaybePromise<void> {
    if (step === 'outside') this.#wentOut = true;
    if (this.#wentOut) return this.flush();
    if (this.#storesSoon) return;
    this.#storesSoon = true;
    setImmediate(() => {
      this.#storesSoon = false;
      this.#storeForShow();
    });
  }

  /** Stores what is queued, then shows it. Branches that run side by side come here together and are stored at once. */
  flush(): MaybePromise<void> {
    if (this.#queue.length === 0) return this.#storing;
    this.#gathering ??= Promise.resolve().then(() => {
      this.#gathering = undefined;
      return this.#storeQueue();
    });
    return this.#gathering;
  }

  #storeQueue(): MaybePromise<void> {
    const events = this.#queue;
    this.#queue = [];
    const { row } = this.session;
    const batch = { session: row, events, changes: changesOf(events, row) };
    if (this.#storing !== undefined)
      return this.#chain(
        this.#storing.then(() => this.house.store.append(batch)),
        events,
      );
    const stored = this.#append(batch);
    if (isPromise(stored)) return this.#chain(stored, events);
    for (const event of events) this.#show(event);
  }

  #append(batch: Batch): MaybePromise<void> {
    try {
      return this.house.store.append(batch);
    } catch (thrown) {
      // Whatever is stored later must not leave a hole here.
      this.#queue = [...batch.events, ...this.#queue];
      throw thrown;
    }
  }

  #chain(stored: Promise<void>, events: readonly Event[]): Promise<void> {
    const shown = stored.then(() => {
      for (const event of events) this.#show(event);
      if (this.#storing === shown) this.#storing = undefined;
    });
    this.#storing = shown;
    return shown;
  }

  /** Shows words that are not yet an event, after everything that is. */
  show(signal: Signal): void {
    if (signal.type === 'text_delta') this.#hasSpoken = true;
    if (!this.#storeForShow()) return;
    if (this.#storing === undefined) this.#show(signal);
    else void this.#storing.then(() => this.#show(signal)).catch(() => {});
  }

  /** Whether it could: if not, the next flush fails in its place, and nothing is shown that is not stored. */
  #storeForShow(): boolean {
    try {
      if (this.#queue.length > 0) Promise.resolve(this.#storeQueue()).catch(() => {});
      return true;
    } catch {
      return false;
    }
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
    const { limits } = this.house;
    await this.admitStep();
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
    if (event.type !== 'model_replied' && event.type !== 'step_done' && event.type !== 'said') return;
    if (event.usage === undefined) return;
    if (event.type !== 'said') this.usage.modelCalls++;
    this.usage.inputTokens += event.usage.inputTokens;
    this.usage.outputTokens += event.usage.outputTokens;
    if (event.type === 'model_replied' && event.finish !== 'interrupted') this.speakers.add(event.speaker);
  }
}

const REASONS = {
  model_calls: (n: number) => `The turn was stopped after ${n} model calls.`,
  remote_calls: (n: number) => `The turn was stopped after ${n} calls of remote agents.`,
  tokens: (n: number) => `The turn was stopped after ${n} tokens.`,
  transfers: (n: number) => `The agents handed the request on ${n} times without an answer; the turn was stopped.`,
} as const;

function changesOf(events: readonly Event[], row: SessionRow): StateChange[] {
  const changes: StateChange[] = [];
  for (const event of events) {
    if (event.delta === undefined || event.branch !== '') continue;
    for (const [key, value] of Object.entries(event.delta)) {
      const scope = scopeOf(key);
      if (scope === 'temp') continue;
      const owner = scope === 'session' ? row.id : scope === 'user' ? `${row.app}/${row.user}` : row.app;
      changes.push({ scope, owner, key, entry: value === null ? null : makeEntry(key, value, event.ttl, event.time) });
    }
  }
  return changes;
}

function changedSince(event: Event): ConsiliumError {
  return new ConsiliumError(
    'RESUME_MISMATCH',
    `The interrupted turn cannot be resumed: at ${event.key} the log has ${event.type}, the team now does something else.`,
    { hint: 'The team was changed since. Send the message again.' },
  );
}
