/**
 * The runner: takes a message for a session, runs the team on it, and gives back what happened while it happens.
 * One turn at a time per session; sessions side by side.
 */
import type { Agent } from './agent.ts';
import { type Clock, systemClock } from './clock.ts';
import { type CompactionPolicy, compact, extractiveCompaction } from './compaction.ts';
import { type Log, type Services, silentLog } from './context.ts';
import { ConsiliumError, toConsiliumError } from './errors.ts';
import type { Delta, Event, Json, MaybePromise, Outcome, RunResult, Signal } from './event.ts';
import { type Frame, since } from './frame.ts';
import { newId } from './id.ts';
import { DEFAULT_LIMITS, type House, Invocation, type Limits } from './invocation.ts';
import { Lanes } from './lanes.ts';
import { type LiveSession, LiveSessions } from './live.ts';
import type { ModelSource } from './model.ts';
import { PLACE_KEY, type Place, readPlace } from './place.ts';
import { checkPrincipal, machineUser, type Principal } from './principal.ts';
import { runScope } from './run.ts';
import { type StateKeys, stateRules } from './state.ts';
import type { Store } from './store.ts';
import { type AgentTree, buildTree } from './tree.ts';
import { Turn, type TurnResult } from './turn.ts';

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
  /** Typed keys of the state, as the team and the rooms declare them. */
  readonly stateKeys?: StateKeys;
  /** Asked between the steps of a turn; throws where the principal may no longer act. */
  readonly admit?: ((principal: Principal) => MaybePromise<void>) | undefined;
  /** How many idle sessions stay in memory. */
  readonly keepSessions?: number;
}

export interface RunInput {
  readonly message: string;
  /** Goes on with this session; created under this id if it is new. */
  readonly session?: string | undefined;
  /** Who is acting. Without it, the machine's own user. */
  readonly principal?: Principal | undefined;
  /** Where the person is; kept with the session. */
  readonly place?: Place | undefined;
  /** A turn of this session that the message stands in for: it and all after it are no longer part of the talk. */
  readonly replaces?: string | undefined;
  /** Written to state with the message. */
  readonly state?: Delta | undefined;
  /** Written to state with the first message of a session, where this is it. */
  readonly initialState?: Delta | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Whether words are shown as they come. Default: yes. */
  readonly stream?: boolean | undefined;
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
    place: options.place ?? {},
    stateRules: stateRules(clock, options.stateKeys),
    admit: options.admit,
    runScope,
  };
  return new SessionRunner(house, options);
}

class SessionRunner implements Runner {
  readonly tree: AgentTree;
  readonly #house: House;
  readonly #app: string;
  readonly #compaction: CompactionPolicy;
  readonly #sessions: LiveSessions;
  /** The end of each session's queue. */
  readonly #tails = new Map<string, Promise<unknown>>();

  constructor(house: House, options: RunnerOptions) {
    this.#house = house;
    this.tree = house.tree;
    this.#app = options.app;
    this.#compaction = options.compaction ?? extractiveCompaction;
    this.#sessions = new LiveSessions({
      app: options.app,
      store: house.store,
      clock: house.clock,
      keep: options.keepSessions ?? 200,
      isBusy: (session) => this.#tails.has(session),
    });
  }

  run(input: RunInput): Turn {
    const session = input.session ?? newId();
    checkInput(input, session);
    const turn = new Turn(session, { signal: input.signal, watched: input.stream ?? true });
    this.#inLine(turn, () => this.#runTurn(turn, input));
    return turn;
  }

  ask(input: RunInput): Promise<TurnResult> {
    return this.run({ stream: false, ...input }).result;
  }

  resume(session: string, options: { signal?: AbortSignal } = {}): Turn {
    const turn = new Turn(session, { signal: options.signal, watched: true });
    this.#inLine(turn, () => this.#resumeTurn(turn));
    return turn;
  }

  async resumeAll(): Promise<TurnResult[]> {
    const results: TurnResult[] = [];
    for (const row of await this.#house.store.unfinished())
      if (row.app === this.#app) results.push(await this.resume(row.id).result);
    return results;
  }

  forget(session: string): void {
    this.#sessions.forget(session);
  }

  async idle(): Promise<void> {
    while (this.#tails.size > 0) await Promise.allSettled([...this.#tails.values()]);
  }

  /** Turns of one session run one after another, in the order in which they came. */
  #inLine(turn: Turn, work: () => Promise<LiveSession>): void {
    const before = this.#tails.get(turn.session);
    const run = async () => {
      try {
        const live = await work();
        // The turn has been answered; tidying up only delays the next one.
        if (this.#isCompactionDue(live)) await this.#compact(live);
      } catch (thrown) {
        turn.fail(thrown);
      }
    };
    const tail = before === undefined ? run() : before.then(run);
    this.#tails.set(turn.session, tail);
    tail.then(() => {
      if (this.#tails.get(turn.session) === tail) this.#tails.delete(turn.session);
    });
  }

  async #runTurn(turn: Turn, input: RunInput): Promise<LiveSession> {
    const principal = input.principal ?? LOCAL;
    const { user } = principal;
    let live = await this.#sessions.open(turn.session, user, input.message);
    if (live.row.open !== null) {
      await this.#resumeTurn(new Turn(turn.session, { watched: false }));
      live = await this.#sessions.open(turn.session, user, input.message);
    }
    const { message, replaces } = input;
    if (replaces !== undefined) await this.#demandTurn(turn.session, replaces);
    const invocation = this.#begin(turn, live, { message, principal, streaming: input.stream ?? true });
    const trunk = invocation.trunk();
    try {
      if (live.row.lastSeq === 0) trunk.state.update(input.initialState ?? {});
      trunk.state.update(input.state ?? {});
      if (input.place !== undefined) movePlace(trunk, input.place);
    } catch (thrown) {
      this.#sessions.forget(turn.session);
      throw thrown;
    }
    live.row = { ...live.row, open: { invocation: turn.invocation, seq: live.row.lastSeq + 1 } };
    invocation.record(trunk, 'message', {
      type: 'invocation_started',
      root: this.tree.root.name,
      message,
      user,
      ...(principal.how !== 'machine' && { principal }),
      ...(replaces !== undefined && { replaces }),
    });
    return this.#complete(turn, invocation, live, trunk);
  }

  async #demandTurn(session: string, invocation: string): Promise<void> {
    const [found] = await this.#house.store.events(session, { invocation, limit: 1 });
    if (found === undefined) throw new ConsiliumError('TURN_UNKNOWN', 'This session has no such turn to replace.');
  }

  async #resumeTurn(turn: Turn): Promise<LiveSession> {
    const { store } = this.#house;
    this.#sessions.forget(turn.session);
    const row = await store.session(turn.session);
    if (row?.open == null) throw new ConsiliumError('NOTHING_TO_RESUME', `Session ${turn.session} has no open turn.`);
    const journal = await store.events(row.id, { after: row.open.seq - 1 });
    const [first] = journal;
    if (first?.type !== 'invocation_started')
      throw new ConsiliumError('SESSION_CORRUPT', `Session ${row.id}: its open turn has no beginning on the log.`);
    const live = await this.#sessions.load(row, row.open.seq);
    turn.invocation = row.open.invocation;
    const invocation = this.#begin(turn, live, {
      message: first.message,
      principal: first.principal ?? machineUser(first.user),
      streaming: true,
      journal,
    });
    const trunk = invocation.trunk();
    invocation.record(trunk, 'message', first);
    return this.#complete(turn, invocation, live, trunk);
  }

  #begin(
    turn: Turn,
    session: LiveSession,
    given: { message: string; principal: Principal; streaming: boolean; journal?: readonly Event[] },
  ): Invocation {
    const { clock, limits } = this.#house;
    const { wallMs } = limits;
    turn.abortAfter(
      clock,
      wallMs,
      () => new ConsiliumError('LIMIT_WALL_TIME', `The turn was stopped after ${wallMs} ms.`),
    );
    return new Invocation({
      id: turn.invocation,
      house: this.#house,
      session,
      signal: turn.signal,
      show: (signal: Signal) => turn.push(signal),
      ...given,
    });
  }

  /** Runs the team and puts the end on the log, however it ended. */
  async #complete(turn: Turn, invocation: Invocation, live: LiveSession, trunk: Frame): Promise<LiveSession> {
    let result: RunResult = { text: '', route: [] };
    let failure: ConsiliumError | undefined;
    try {
      result = await runScope(trunk, this.tree.root);
      await invocation.giveWay('tidy');
    } catch (thrown) {
      failure = toConsiliumError(thrown);
    }
    const ms = since(invocation.started);
    try {
      live.row = { ...live.row, open: null };
      if (failure?.code === 'LIMIT_WALL_TIME')
        invocation.record(trunk, 'limit', {
          type: 'limit_reached',
          limit: 'wall_time',
          value: ms,
          message: failure.message,
        });
      const error = failure && { error: failure.toJSON() };
      invocation.record(trunk, 'end', { type: 'invocation_finished', outcome: outcomeOf(failure), ms, ...error });
      await invocation.flush();
    } catch (thrown) {
      this.#sessions.forgetAll();
      failure = toConsiliumError(thrown);
    }
    const { id, usage, speakers } = invocation;
    turn.finish({
      session: live.row.id,
      invocation: id,
      text: result.silent ? '' : result.text,
      route: result.route.filter((name, index) => name !== result.route[index - 1]),
      outcome: outcomeOf(failure),
      ...(failure && { error: failure.toJSON() }),
      notes: trunk.state.notes(),
      usage: { ...usage },
      speakers: [...speakers],
      ms,
    });
    return live;
  }

  #isCompactionDue({ conversation }: LiveSession): boolean {
    return this.#compaction.isDue({ tokens: conversation.tokens, events: conversation.events.length });
  }

  async #compact(live: LiveSession): Promise<void> {
    const { log, store } = this.#house;
    const compaction = await compact(live.conversation, this.#compaction, (thrown) =>
      log.warn({ session: live.row.id, code: toConsiliumError(thrown).code }, 'summary failed; the default was used'),
    );
    if (compaction === undefined) return;
    const seq = live.row.lastSeq + 1;
    const time = Math.max(this.#house.clock.now(), live.row.updated);
    const event: Event = {
      type: 'compacted',
      seq,
      time,
      invocation: '',
      key: `compacted:${seq}`,
      agent: '',
      branch: '',
      ...compaction,
    };
    const row = { ...live.row, lastSeq: seq, updated: time, compactedAt: seq };
    try {
      await store.append({ session: row, events: [event], changes: [] });
    } catch (thrown) {
      log.warn({ session: row.id, code: toConsiliumError(thrown).code }, 'compaction could not be stored');
      return;
    }
    live.row = row;
    live.conversation.append(event);
  }
}

function outcomeOf(failure: ConsiliumError | undefined): Outcome {
  if (failure === undefined) return 'completed';
  return failure.code === 'CANCELLED' ? 'cancelled' : 'failed';
}

const LOCAL = machineUser();

/** What is told later adds to what was told before: a time zone does not forget the country. */
function movePlace({ state }: Frame, place: Place): void {
  const told = readPlace(place);
  const before = (state.get(PLACE_KEY) ?? {}) as Place;
  const next = { ...before, ...told };
  if (Object.keys(told).some((part) => before[part as keyof Place] !== told[part as keyof Place]))
    state.set(PLACE_KEY, next as Json);
}

const MAX_MESSAGE = 1_000_000;

function checkInput(input: RunInput, session: string): void {
  if (input.principal !== undefined) checkPrincipal(input.principal);
  if (!/^[\w.:-]{1,128}$/.test(session))
    throw new ConsiliumError('SESSION_INVALID', 'A session id has 1 to 128 letters, digits and . : _ -');
  if (typeof input.message !== 'string' || input.message.trim() === '')
    throw new ConsiliumError('MESSAGE_EMPTY', 'There is no message.');
  if (input.message.length > MAX_MESSAGE)
    throw new ConsiliumError(
      'MESSAGE_TOO_LONG',
      `A message has at most ${MAX_MESSAGE} characters; this one has ${input.message.length}.`,
    );
}
