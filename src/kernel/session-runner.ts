/** The turns of an app's sessions: begun, resumed, continued after a pause, one at a time a session. */

import { demandOpen, mayAnswer, plainAnswer } from './answering.ts';
import { isWaiting, viewOf } from './ask.ts';
import { type CompactionPolicy, compact, extractiveCompaction } from './compaction.ts';
import { ConsiliumError, toConsiliumError } from './errors.ts';
import type { Event, EventBody, Json, Outcome, RunResult, Signal } from './event.ts';
import { type Frame, since } from './frame.ts';
import { newId } from './id.ts';
import { checkInput, digestOf, keyReused, type RunInput, sessionForKey } from './input.ts';
import { type House, Invocation } from './invocation.ts';
import { Leases } from './leases.ts';
import { type LiveSession, LiveSessions } from './live.ts';
import { PLACE_KEY, type Place, readPlace } from './place.ts';
import { machineUser, type Principal } from './principal.ts';
import type { GivenReply, Pending, PendingStatus, Reply } from './question.ts';
import { readResult } from './result.ts';
import { runScope } from './run.ts';
import type { Runner, RunnerOptions } from './runner.ts';
import { type KeyedTurn, ownerOf, type SessionRow } from './store.ts';
import type { AgentTree } from './tree.ts';
import { Turn, type TurnResult } from './turn.ts';

/** How often a turn that another process runs is looked at by whoever waits for it. */
const LOOK_MS = 250;

/** What a message stands in for: turns of the session, and the questions that they had. */
interface Replaced {
  readonly invocations: readonly string[];
  readonly pending: readonly Pending[];
}

const NOTHING_REPLACED: Replaced = { invocations: [], pending: [] };

export class SessionRunner implements Runner {
  readonly tree: AgentTree;
  readonly #house: House;
  readonly #app: string;
  readonly #compaction: CompactionPolicy;
  readonly #readAnswer: (message: string) => GivenReply | undefined;
  readonly #sessions: LiveSessions;
  readonly #leases: Leases;
  /** The end of each session's queue. */
  readonly #tails = new Map<string, Promise<unknown>>();

  constructor(house: House, options: RunnerOptions) {
    this.#house = house;
    this.tree = house.tree;
    this.#app = options.app;
    this.#compaction = options.compaction ?? extractiveCompaction;
    this.#readAnswer = options.readAnswer ?? plainAnswer;
    this.#leases = new Leases(house);
    this.#sessions = new LiveSessions({
      app: options.app,
      store: house.store,
      clock: house.clock,
      keep: options.keepSessions ?? 200,
      isBusy: (session) => this.#tails.has(session),
    });
  }

  run(input: RunInput): Turn {
    const principal = input.principal ?? LOCAL;
    const owner = { app: this.#app, user: principal.user };
    const session = input.session ?? (input.key === undefined ? newId() : sessionForKey(ownerOf(owner), input.key));
    checkInput(input, session);
    const turn = new Turn(session, { signal: input.signal, watched: input.stream ?? true });
    this.#inLine(turn, () => this.#start(turn, input, principal));
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

  async unfinished(): Promise<SessionRow[]> {
    const rows = await this.#house.store.unfinished(this.#house.node);
    return rows.filter(({ app, id }) => app === this.#app && !this.#tails.has(id));
  }

  async resumeAll(): Promise<TurnResult[]> {
    const results: TurnResult[] = [];
    for (const row of await this.unfinished()) results.push(await this.resume(row.id).result);
    return results;
  }

  async answer(
    id: string,
    { kind, text }: GivenReply,
    principal: Principal,
    options: { signal?: AbortSignal; stream?: boolean } = {},
  ): Promise<Turn> {
    const { session } = await this.#demand(id, principal);
    const turn = new Turn(session, { signal: options.signal, watched: options.stream ?? true });
    this.#inLine(turn, async () => {
      const pending = await this.#demand(id, principal);
      return this.#goOn(turn, pending, { kind, ...(text !== undefined && { text }), by: principal.user });
    });
    return turn;
  }

  async cancel(id: string, principal: Principal): Promise<TurnResult> {
    const { session } = await this.#demand(id, principal);
    const turn = new Turn(session, { watched: false });
    this.#inLine(turn, async () => this.#cancelWaiting(turn, await this.#demand(id, principal)));
    return turn.result;
  }

  async expire(): Promise<TurnResult[]> {
    const { store, clock } = this.#house;
    const results: TurnResult[] = [];
    for (const { id, session } of await store.pending({ app: this.#app, status: 'open', dueBy: clock.now() })) {
      const turn = new Turn(session, { watched: false });
      this.#inLine(turn, async () => {
        const [pending] = await store.pending({ id });
        return pending?.status === 'open' ? this.#goOn(turn, pending, { kind: 'expired', by: 'clock' }) : undefined;
      });
      results.push(await turn.result);
    }
    return results;
  }

  forget(session: string): void {
    this.#sessions.forget(session);
  }

  async idle(): Promise<void> {
    while (this.#tails.size > 0) await Promise.allSettled([...this.#tails.values()]);
  }

  /** Turns of one session run one after another, in the order in which they came. */
  #inLine(turn: Turn, work: () => Promise<LiveSession | undefined>): void {
    const before = this.#tails.get(turn.session);
    const run = async () => {
      try {
        const live = await work();
        if (live === undefined) turn.fail(new ConsiliumError('TURN_OVER', 'Somebody else was first.'));
        // The turn has been answered; tidying up only delays the next one.
        else if (this.#isCompactionDue(live)) await this.#compact(live);
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

  /** Where another process was first, the session is read anew, once; nothing of the turn has been shown then. */
  async #start(turn: Turn, input: RunInput, principal: Principal): Promise<LiveSession> {
    try {
      return await this.#tryStart(turn, input, principal);
    } catch (thrown) {
      this.#sessions.forget(turn.session);
      if (!isConflict(thrown)) throw thrown;
      return this.#tryStart(turn, input, principal);
    }
  }

  async #tryStart(turn: Turn, input: RunInput, principal: Principal): Promise<LiveSession> {
    const { user } = principal;
    const owner = ownerOf({ app: this.#app, user });
    if (input.key !== undefined) {
      const known = await this.#house.store.turn(owner, input.key);
      if (known !== undefined) return this.#again(turn, known, input);
    }
    let live = await this.#sessions.open(turn.session, user, input.message);
    if (live.row.open !== null) {
      await this.#resumeTurn(new Turn(turn.session, { watched: false }));
      live = await this.#sessions.open(turn.session, user, input.message);
    }
    const answered = live.hasPending ? await this.#findAnswered(turn.session, input.message, principal) : undefined;
    if (answered !== undefined) return this.#goOn(turn, answered.pending, answered.reply, keyOf(input, owner, turn));
    return this.#runTurn(turn, live, input, principal);
  }

  async #runTurn(turn: Turn, live: LiveSession, input: RunInput, principal: Principal): Promise<LiveSession> {
    const { message, replaces, commit } = input;
    const replaced = replaces === undefined ? NOTHING_REPLACED : await this.#findReplaced(live, replaces);
    const invocation = this.#begin(turn, live, { message, principal, streaming: input.stream ?? true });
    const trunk = invocation.trunk();
    if (live.row.lastSeq === 0) trunk.state.update(input.initialState ?? {});
    trunk.state.update(input.state ?? {});
    if (input.place !== undefined) movePlace(trunk, input.place);
    const seq = live.row.lastSeq + 1;
    const key = keyOf(input, ownerOf(live.row), turn);
    live.row = { ...live.row, open: { invocation: turn.invocation, seq } };
    const begun = {
      ...{ session: turn.session, invocation: turn.invocation },
      ...{ replaced: replaced.invocations, state: trunk.state },
    };
    let refusal: { thrown: unknown } | undefined;
    const along = {
      ...(key && { key: { ...key, seq } }),
      ...(replaced.pending.length > 0 && { pending: replaced.pending }),
      ...(commit && {
        work: {
          run: (transaction: Parameters<typeof commit>[0]) => commit(transaction, begun),
          fail: (thrown: unknown) => {
            refusal = { thrown };
          },
        },
      }),
    };
    const body = {
      type: 'invocation_started' as const,
      ...{ root: this.tree.root.name, message, user: principal.user },
      ...(principal.how !== 'machine' && { principal }),
      ...(replaces !== undefined && { replaces }),
    };
    invocation.record(trunk, 'message', body, trunk.state, along);
    const checkAccepted = () => {
      if (refusal !== undefined) throw refusal.thrown;
    };
    return this.#complete(turn, invocation, live, trunk, ...(commit === undefined ? [] : [checkAccepted]));
  }

  /** The turn must be there to be replaced; questions that it and those after it had are no longer asked. */
  async #findReplaced({ row }: LiveSession, invocation: string): Promise<Replaced> {
    const { store } = this.#house;
    const [found] = await store.events(row.id, { invocation, limit: 1 });
    if (found === undefined) throw new ConsiliumError('TURN_UNKNOWN', 'This session has no such turn to replace.');
    const later = await store.events(row.id, { after: found.seq - 1 });
    const open = await store.pending({ session: row.id, status: 'open' });
    return {
      invocations: [...new Set(later.map((event) => event.invocation))],
      pending: open.filter(({ seq }) => seq >= found.seq).map((pending) => ({ ...pending, status: 'cancelled' })),
    };
  }

  /** The same key again: what came of it, once it is there. */
  async #again(turn: Turn, known: KeyedTurn, input: RunInput): Promise<LiveSession> {
    const { store, clock, node } = this.#house;
    if (known.digest !== digestOf(input) || known.session !== turn.session) throw keyReused();
    turn.invocation = known.invocation;
    for (;;) {
      const row = await store.session(known.session);
      if (row === undefined) throw new ConsiliumError('SESSION_UNKNOWN', `There is no session ${known.session}.`);
      if (row.open?.invocation !== known.invocation) return this.#tell(turn, row, known);
      const lease = row.open.lease;
      if (lease === undefined || lease.holder === node || lease.until <= clock.now()) return this.#resumeTurn(turn);
      await clock.sleep(LOOK_MS, turn.signal);
    }
  }

  /** Tells a turn that was over, or waits, from its log. */
  async #tell(turn: Turn, row: SessionRow, { invocation, seq }: KeyedTurn): Promise<LiveSession> {
    const { store } = this.#house;
    const events = await store.events(row.id, { after: seq - 1, invocation });
    const [pending] = await store.pending({ session: row.id, invocation, status: 'open' });
    for (const event of events) turn.push(event);
    turn.finish({ ...readResult(row.id, events), ...(pending && { pending: viewOf(pending) }) });
    return this.#sessions.open(row.id, row.user, '');
  }

  async #resumeTurn(turn: Turn): Promise<LiveSession> {
    const { store } = this.#house;
    this.#sessions.forget(turn.session);
    if ((await store.session(turn.session))?.open == null)
      throw new ConsiliumError('NOTHING_TO_RESUME', `Session ${turn.session} has no open turn.`);
    if (!(await store.claim(turn.session, this.#leases.next())))
      throw new ConsiliumError('SESSION_BUSY', `Another process runs a turn of session ${turn.session}.`, {
        retryable: true,
        hint: 'Wait until it has ended.',
      });
    const row = (await store.session(turn.session))!;
    const { invocation: id, seq } = row.open!;
    const journal = await store.events(row.id, { after: seq - 1, invocation: id });
    const [first] = journal;
    if (first?.type !== 'invocation_started')
      throw new ConsiliumError('SESSION_CORRUPT', `Session ${row.id}: its open turn has no beginning on the log.`);
    const live = await this.#sessions.load(row, id);
    turn.invocation = id;
    const principal = first.principal ?? machineUser(first.user);
    const invocation = this.#begin(turn, live, { message: first.message, principal, streaming: true, journal });
    const trunk = invocation.trunk();
    invocation.record(trunk, 'message', first);
    return this.#complete(turn, invocation, live, trunk);
  }

  /** A question that this principal may answer now. */
  async #demand(id: string, principal: Principal): Promise<Pending> {
    const [pending] = await this.#house.store.pending({ id });
    return demandOpen(pending?.app === this.#app ? pending : undefined, principal, this.#house.clock.now());
  }

  /** A message that is nothing but an answer, and the newest question that it can be the answer to. */
  async #findAnswered(session: string, message: string, principal: Principal) {
    const { store, clock } = this.#house;
    const now = clock.now();
    const open = (await store.pending({ session, status: 'open' })).filter(
      (pending) => mayAnswer(pending, principal) && (pending.until === undefined || now < pending.until),
    );
    const pending = open.at(-1);
    if (pending === undefined) return undefined;
    const choice = pending.choices?.find((text) => text.toLowerCase() === message.trim().toLowerCase());
    const given = choice === undefined ? this.#readAnswer(message) : { kind: 'text' as const, text: choice };
    return given && { pending, reply: { ...given, by: principal.user } };
  }

  /** The answer, and that the turn is open again, are one append; then it is run over its journal. */
  async #goOn(turn: Turn, pending: Pending, given: Omit<Reply, 'at'>, key?: KeyedTurn): Promise<LiveSession> {
    const row = await this.#freeRow(pending.session);
    const reply: Reply = { ...given, at: this.#house.clock.now() };
    const status: PendingStatus = reply.kind === 'expired' ? 'expired' : 'answered';
    const lease = this.#leases.next();
    const open = { invocation: pending.invocation, seq: pending.seq, lease };
    const event = nextEvent(row, pending, `answered.${pending.id}`, reply.at, {
      type: 'answered',
      id: pending.id,
      reply,
    });
    const batch = {
      session: { ...row, lastSeq: event.seq, updated: event.time, open },
      ...{ events: [event], changes: [], holder: lease.holder, pending: [{ ...pending, status }] },
      ...(key && { key: { ...key, invocation: pending.invocation, seq: pending.seq } }),
    };
    await this.#house.store.append(batch);
    turn.push(event);
    return this.#resumeTurn(turn);
  }

  async #cancelWaiting(turn: Turn, pending: Pending): Promise<LiveSession> {
    const { store, clock } = this.#house;
    const row = await this.#freeRow(pending.session);
    const { session, invocation, seq } = pending;
    const asked = await store.pending({ session, invocation, status: 'open' });
    const error = new ConsiliumError('CANCELLED', 'The turn was cancelled while it waited.').toJSON();
    const body = { type: 'invocation_finished' as const, outcome: 'cancelled' as const, error, ms: 0 };
    const event = nextEvent(row, pending, 'end', clock.now(), body);
    await store.append({
      session: { ...row, lastSeq: event.seq, updated: event.time },
      ...{ events: [event], changes: [], holder: this.#house.node },
      pending: asked.map((each) => ({ ...each, status: 'cancelled' })),
    });
    this.#sessions.forget(session);
    turn.invocation = invocation;
    turn.push(event);
    turn.finish(readResult(session, await store.events(session, { after: seq - 1, invocation })));
    return this.#sessions.open(session, row.user, '');
  }

  /** The session's row with no turn open: one that a dead process left is finished first. */
  async #freeRow(session: string): Promise<SessionRow> {
    const { store } = this.#house;
    const row = await store.session(session);
    if (row === undefined) throw new ConsiliumError('SESSION_UNKNOWN', `There is no session ${session}.`);
    if (row.open === null) return row;
    await this.#resumeTurn(new Turn(session, { watched: false }));
    return (await store.session(session))!;
  }

  #begin(
    turn: Turn,
    session: LiveSession,
    given: { message: string; principal: Principal; streaming: boolean; journal?: readonly Event[] },
  ): Invocation {
    const { clock, limits } = this.#house;
    const { wallMs } = limits;
    const overtime = () => new ConsiliumError('LIMIT_WALL_TIME', `The turn was stopped after ${wallMs} ms.`);
    turn.abortAfter(clock, wallMs, overtime);
    return new Invocation({
      id: turn.invocation,
      house: this.#house,
      session,
      signal: turn.signal,
      show: (signal: Signal) => turn.push(signal),
      ...given,
    });
  }

  /** Stores the message, runs the team and puts the end on the log, however it ended. */
  async #complete(
    turn: Turn,
    invocation: Invocation,
    live: LiveSession,
    trunk: Frame,
    checkAccepted?: () => void,
  ): Promise<LiveSession> {
    let result: RunResult = { text: '', route: [] };
    let failure: ConsiliumError | undefined;
    let isRefused = false as boolean;
    this.#leases.hold(live.row.id, (lost) => turn.abort(lost));
    try {
      if (checkAccepted !== undefined) {
        isRefused = true;
        await invocation.accept();
        checkAccepted();
        isRefused = false;
      }
      result = await runScope(trunk, this.tree.root);
      await invocation.giveWay('tidy');
    } catch (thrown) {
      failure = toConsiliumError(thrown);
      // Another was first, or what goes with the message was refused: there is no turn. A full disk is told as later on.
      if (isConflict(thrown) ? !invocation.isAccepted : isRefused && !failure.code.startsWith('STORAGE_')) {
        this.#leases.release(live.row.id);
        this.#sessions.forgetAll();
        throw thrown;
      }
    }
    const ms = since(invocation.started);
    const outcome = outcomeOf(failure);
    let pending: Pending | undefined;
    try {
      if (outcome === 'waiting') pending = await this.#park(invocation, live, trunk);
      else await this.#end(invocation, live, trunk, { outcome, failure, ms });
    } catch (thrown) {
      this.#sessions.forgetAll();
      failure = toConsiliumError(thrown);
    } finally {
      this.#leases.release(live.row.id);
    }
    const { id, usage, speakers } = invocation;
    const ended = outcomeOf(failure);
    turn.finish({
      session: live.row.id,
      invocation: id,
      text: result.silent ? '' : result.text,
      route: result.route.filter((name, index) => name !== result.route[index - 1]),
      outcome: ended,
      ...(pending && { pending: viewOf(pending) }),
      ...(failure && ended !== 'waiting' && { error: failure.toJSON() }),
      notes: trunk.state.notes(),
      usage: { ...usage },
      speakers: [...speakers],
      ms,
    });
    return live;
  }

  async #end(
    invocation: Invocation,
    live: LiveSession,
    trunk: Frame,
    { outcome, failure, ms }: { outcome: Exclude<Outcome, 'waiting'>; failure: ConsiliumError | undefined; ms: number },
  ): Promise<void> {
    live.row = { ...live.row, open: null };
    if (invocation.isFenced) {
      this.#sessions.forget(live.row.id);
      return;
    }
    if (failure?.code === 'LIMIT_WALL_TIME') {
      const { message } = failure;
      invocation.record(trunk, 'limit', { type: 'limit_reached', limit: 'wall_time', value: ms, message });
    }
    const error = failure && { error: failure.toJSON() };
    invocation.record(trunk, 'end', { type: 'invocation_finished', outcome, ms, ...error });
    await invocation.flush();
  }

  /** The turn waits: the log says so, and the session is free. */
  async #park(invocation: Invocation, live: LiveSession, trunk: Frame): Promise<Pending | undefined> {
    const open = await this.#house.store.pending({ session: live.row.id, invocation: invocation.id, status: 'open' });
    let times = 0;
    while (invocation.recorded(trunk, `waiting.${times}`, 'invocation_waiting') !== undefined) times++;
    live.row = { ...live.row, open: null };
    live.hasPending = true;
    const pending = open.map(({ id }) => id);
    invocation.record(trunk, `waiting.${times}`, { type: 'invocation_waiting', pending });
    await invocation.flush();
    return open[0];
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

function keyOf(input: RunInput, owner: string, { session, invocation }: Turn): KeyedTurn | undefined {
  if (input.key === undefined) return undefined;
  return { owner, key: input.key, session, invocation, seq: 0, digest: digestOf(input) };
}

/** An event that the runner itself writes into a turn that waits. */
function nextEvent(row: SessionRow, pending: Pending, step: string, now: number, body: EventBody): Event {
  const { invocation, agent } = pending;
  const [seq, time] = [row.lastSeq + 1, Math.max(now, row.updated)];
  return { seq, time, invocation, key: `#${step}`, agent, branch: '', ...body };
}

function isConflict(thrown: unknown): boolean {
  return thrown instanceof ConsiliumError && thrown.code === 'STORAGE_CONFLICT';
}

function outcomeOf(failure: ConsiliumError | undefined): Outcome {
  if (failure === undefined) return 'completed';
  if (isWaiting(failure)) return 'waiting';
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
