import type { Commit } from './context.ts';
import { ConsiliumError, toConsiliumError } from './errors.ts';
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
import { type House, LEASE_MS } from './house.ts';
import { changedSince, Journal } from './journal.ts';
import { limitError, type Reached, Tally } from './limits.ts';
import type { LiveSession } from './live.ts';
import type { Principal } from './principal.ts';
import type { Reply } from './question.ts';
import { State, scopeOf } from './state.ts';
import { type Along, Writer } from './writer.ts';

export class Invocation {
  readonly id: string;
  readonly house: House;
  readonly session: LiveSession;
  readonly message: string;
  readonly principal: Principal;
  readonly signal: AbortSignal;
  readonly started = performance.now();
  /** When its time is over, by the clock of work. */
  readonly deadline: number;
  /** Somebody watches the words as they come. */
  readonly streaming: boolean;
  /** See RunInput. */
  readonly #isRepeatable: boolean;
  #hasSpoken = false;
  readonly #waiting = new Map<'speak' | 'tidy', Promise<void>>();
  /** Somebody outside was asked: what came of it costs something and is stored at once. */
  #wentOut = false;
  #storesSoon = false;
  readonly #abort: (reason: ConsiliumError) => void;
  #refusal: ConsiliumError | undefined;
  readonly #tally: Tally;
  readonly #writer: Writer;
  readonly #journal: Journal | undefined;
  /** What this run has committed, by the place: code that is called again from its start does it once. */
  readonly #committed = new Map<string, Json>();

  constructor(given: {
    id: string;
    house: House;
    session: LiveSession;
    message: string;
    principal: Principal;
    signal: AbortSignal;
    deadline: number;
    streaming: boolean;
    repeatable?: boolean;
    show: (signal: Signal) => void;
    abort: (reason: ConsiliumError) => void;
    journal?: readonly Event[];
  }) {
    this.id = given.id;
    this.#abort = given.abort;
    this.house = given.house;
    this.session = given.session;
    this.message = given.message;
    this.principal = given.principal;
    this.deadline = given.deadline;
    this.signal = given.signal;
    this.streaming = given.streaming;
    this.#isRepeatable = given.repeatable ?? false;
    const { store, node, work, limits } = given.house;
    this.#tally = new Tally(limits);
    const lease = () => ({ holder: node, until: work.now() + LEASE_MS });
    const hasStored = given.journal !== undefined;
    const mayWait = !given.streaming;
    this.#writer = new Writer({ store, session: given.session, lease, show: given.show, hasStored, mayWait });
    this.#journal = given.journal && new Journal(given.journal);
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
    return this.#journal?.expect(`${frame.path}#${step}`, type);
  }

  /** Puts an event on the log with what `state` has written since its last one; or takes it from the journal. */
  record(frame: Frame, step: string, body: EventBody, state: Writes = frame.state, along?: Along): Event {
    const key = `${frame.path}#${step}`;
    const past = this.#journal?.expect(key, body.type);
    if (past !== undefined) {
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
    this.#tally.count(event);
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
    for (const event of this.#journal?.below(prefix) ?? []) this.#replay(event, frame);
  }

  #replay(event: Event, frame: Frame): void {
    this.#journal!.pass(event);
    if (event.delta !== undefined && event.branch === frame.branch)
      frame.state.apply(frame.branch === '' ? onlyTemp(event.delta) : event.delta, event.ttl, event.time);
    // What was said inside an agent tool (below a '>') is not part of the conversation around it.
    if (!event.key.slice(frame.path.length).includes('>')) frame.conversation.append(event);
    this.#tally.count(event);
  }

  /** Stores before a step that needs it to be stored; before others, soon. Before the first step of all, the message. */
  flushBefore(step: 'inside' | 'outside'): MaybePromise<void> {
    if (step === 'outside') this.#wentOut = true;
    if (this.#wentOut || !(this.isAccepted || this.#isRepeatable)) return this.flush();
    if (this.#storesSoon) return;
    this.#storesSoon = true;
    setImmediate(() => {
      this.#storesSoon = false;
      this.#writer.storeSoon();
    });
  }

  /** Before code that may do anything. */
  flushBeforeCode(): MaybePromise<void> {
    return this.#isRepeatable ? this.flushBefore('inside') : this.flush();
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
    const key = `${frame.path}#${step}`;
    if (this.#committed.has(key)) return this.#committed.get(key) as T;
    const past = this.recorded(frame, step, 'committed');
    if (past !== undefined) {
      this.record(frame, step, past, NOTHING_WRITTEN);
      this.#committed.set(key, past.value);
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
    this.#committed.set(key, event.value);
    return event.value as T;
  }

  replyTo(question: string): Reply | undefined {
    return this.#journal?.replies.get(question);
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

  /** Throws where the principal may no longer act, and stops the whole turn: no agent goes on in the place of another. */
  admitStep(): MaybePromise<void> {
    const refuse = (thrown: unknown): never => {
      this.#refusal ??= toConsiliumError(thrown);
      this.#abort(this.#refusal);
      throw this.#refusal;
    };
    try {
      const admitted = this.house.admit?.(this.principal);
      return isPromise(admitted) ? admitted.catch(refuse) : admitted;
    } catch (thrown) {
      return refuse(thrown);
    }
  }

  /** Why the turn was stopped, where its principal may no longer act. */
  get refusal(): ConsiliumError | undefined {
    return this.#refusal;
  }

  /** Throws once the turn has used up its model calls or tokens. */
  async admitModelCall(frame: Frame, step: string): Promise<void> {
    if (this.house.admit !== undefined) await this.admitStep();
    await this.#check(frame, step, 'model_call');
  }

  /** Throws once the agents have handed the turn around too often. */
  async admitTransfer(frame: Frame, step: string): Promise<void> {
    await this.#check(frame, step, 'transfer');
  }

  /** Throws once other machines were asked too often, or too much was used up there. */
  async admitRemoteCall(frame: Frame, step: string): Promise<void> {
    await this.admitStep();
    await this.#check(frame, step, 'remote_call');
  }

  #check(frame: Frame, step: string, next: Parameters<Tally['forbids']>[0]): MaybePromise<void> {
    const reached = this.#tally.forbids(next);
    return reached === undefined ? undefined : this.#stop(frame, step, reached);
  }

  async #stop(frame: Frame, step: string, reached: Reached): Promise<never> {
    this.record(frame, `${step}.limit`, { type: 'limit_reached', ...reached });
    await this.flush();
    throw limitError(reached);
  }

  get usage(): Tally['usage'] {
    return this.#tally.usage;
  }

  /** The models and engines that spoke. */
  get speakers(): ReadonlySet<string> {
    return this.#tally.speakers;
  }
}

type Writes = Pick<State, 'takeDelta'>;

/** What the code around a commit wrote goes with its own event: where that is in the journal, it does not run again. */
const NOTHING_WRITTEN: Writes = { takeDelta: () => ({}) };

/** What lives longer than the turn is in the state already, and may have changed since. */
function onlyTemp(delta: Delta): Delta {
  return Object.fromEntries(Object.entries(delta).filter(([key]) => scopeOf(key) === 'temp'));
}
