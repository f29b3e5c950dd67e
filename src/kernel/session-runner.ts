/** The turns of an app's sessions: begun, resumed, continued after a pause, one at a time a session. */
import { beginsAnswer, plainAnswer } from './answering.ts';
import { viewOf } from './ask.ts';
import { type CompactionPolicy, compactSession, extractiveCompaction, isCompactionDue } from './compaction.ts';
import { ConsiliumError, toConsiliumError } from './errors.ts';
import { answeredThere, callBack, isAskingThere, withdrawThere } from './far.ts';
import type { House } from './house.ts';
import { newId } from './id.ts';
import { checkInput, type RunInput, sessionForKey } from './input.ts';
import { Leases } from './leases.ts';
import { type LiveSession, LiveSessions } from './live.ts';
import { keyOf, runMessage } from './message.ts';
import { machineUser, type Principal } from './principal.ts';
import type { GivenReply, Pending, ReadReply } from './question.ts';
import { again, resumeTurn, tellAgain } from './resuming.ts';
import type { Runner, RunnerOptions } from './runner.ts';
import { ownerOf, type SessionRow, type Transaction } from './store.ts';
import type { AgentTree } from './tree.ts';
import { Turn, type TurnResult } from './turn.ts';
import { type Desk, isConflict } from './turn-course.ts';
import { askAgain, cancelWaiting, demand, goOn, readPlainWord } from './waiting.ts';

export class SessionRunner implements Runner {
  readonly tree: AgentTree;
  readonly #desk: Desk;
  readonly #compaction: CompactionPolicy;
  readonly #readAnswer: (message: string) => ReadReply | undefined;
  readonly #beginsAnswer: (message: string) => boolean;
  readonly #note: RunnerOptions['note'];
  /** The end of each session's queue. */
  readonly #tails = new Map<string, Promise<unknown>>();

  constructor(house: House, options: RunnerOptions) {
    this.tree = house.tree;
    this.#compaction = options.compaction ?? extractiveCompaction;
    this.#readAnswer = options.readAnswer ?? plainAnswer;
    this.#beginsAnswer = options.beginsAnswer ?? beginsAnswer;
    this.#note = options.note;
    const sessions = new LiveSessions({
      app: options.app,
      store: house.store,
      clock: house.clock,
      keep: options.keepSessions ?? 200,
      isBusy: (session) => this.#tails.has(session),
    });
    this.#desk = { app: options.app, house, sessions, leases: new Leases(house) };
  }

  run(input: RunInput): Turn {
    const principal = input.principal ?? LOCAL;
    const owner = { app: this.#desk.app, user: principal.user };
    const session = input.session ?? (input.key === undefined ? newId() : sessionForKey(ownerOf(owner), input.key));
    checkInput(input, session);
    const { signal, stream = true, closing, wording, withinMs } = input;
    const until = withinMs === undefined ? undefined : this.#desk.house.work.now() + withinMs;
    const turn = new Turn(session, { signal, watched: stream, closing, wording, until });
    // Who it is for is known now; in line, somebody else may be at work.
    const also = input.commit === undefined ? (input.also ?? this.#note?.(principal)) : undefined;
    this.#inLine(turn, () => this.#start(turn, { ...input, also }, principal));
    return turn;
  }

  ask(input: RunInput): Promise<TurnResult> {
    return this.run({ stream: false, ...input }).result;
  }

  resume(session: string, options: { signal?: AbortSignal } = {}): Turn {
    const turn = new Turn(session, { signal: options.signal, watched: true });
    this.#inLine(turn, () => resumeTurn(this.#desk, turn));
    return turn;
  }

  async unfinished(): Promise<SessionRow[]> {
    const rows = await this.#desk.house.store.unfinished(this.#desk.house.node);
    return rows.filter(({ app, id }) => app === this.#desk.app && !this.#tails.has(id));
  }

  async resumeAll(): Promise<TurnResult[]> {
    const results: TurnResult[] = [];
    for (const { id } of await this.unfinished()) {
      const result = await this.resume(id).result.catch(passTaken);
      if (result !== undefined) results.push(result);
    }
    return results;
  }

  async answer(
    id: string,
    { kind, text }: GivenReply,
    principal: Principal,
    options: { signal?: AbortSignal; stream?: boolean; also?: () => void } = {},
  ): Promise<Turn> {
    const { session } = await demand(this.#desk, id, principal);
    const turn = new Turn(session, { signal: options.signal, watched: options.stream ?? true });
    this.#inLine(turn, async () => {
      const pending = await demand(this.#desk, id, principal);
      const said = { kind, ...(text !== undefined && { text }), by: principal.user, principal };
      return goOn(this.#desk, turn, pending, said, { also: options.also });
    });
    return turn;
  }

  async cancel(id: string, principal: Principal, also?: () => void): Promise<TurnResult> {
    const { session, invocation } = await demand(this.#desk, id, principal);
    const turn = new Turn(session, { watched: false });
    const heard = new Set<string>();
    for (const each of await this.#desk.house.store.pending({ session, invocation, status: 'open' })) {
      const told = await callBack(this.#desk, each);
      if (told === 'answered') {
        this.#goOnElsewhere(each);
        throw answeredThere(each);
      }
      if (told === 'heard') heard.add(each.id);
    }
    this.#inLine(turn, async () =>
      cancelWaiting(this.#desk, turn, await demand(this.#desk, id, principal), { heard, also }),
    );
    return turn.result;
  }

  async follow(id: string): Promise<Turn> {
    const [asked] = await this.#desk.house.store.pending({ id });
    if (asked?.app !== this.#desk.app) throw new ConsiliumError('PENDING_UNKNOWN', 'There is no such question.');
    const turn = new Turn(asked.session, { watched: true });
    this.#inLine(turn, () => tellAgain(this.#desk, turn, asked));
    return turn;
  }

  async lookElsewhere(id: string): Promise<'waits' | 'settled' | 'nowhere'> {
    const [asked] = await this.#desk.house.store.pending({ id });
    if (asked?.app !== this.#desk.app || asked.status !== 'open') return 'nowhere';
    const isAsking = await isAskingThere(this.#desk, asked);
    if (isAsking === undefined) return 'nowhere';
    if (isAsking) return 'waits';
    await this.#goOnElsewhere(asked).result;
    return 'settled';
  }

  async withdrawElsewhere(asked: Pending): Promise<void> {
    await withdrawThere(this.#desk, asked);
  }

  #goOnElsewhere({ id, session, agent }: Pending): Turn {
    const turn = new Turn(session, { watched: false });
    this.#inLine(turn, async () => {
      const [asked] = await this.#desk.house.store.pending({ id });
      return asked?.status === 'open' ? goOn(this.#desk, turn, asked, { kind: 'elsewhere', by: agent }) : undefined;
    });
    return turn;
  }

  async expire(): Promise<TurnResult[]> {
    const { store, clock } = this.#desk.house;
    const results: TurnResult[] = [];
    for (const { id, session } of await store.pending({ app: this.#desk.app, status: 'open', dueBy: clock.now() })) {
      const turn = new Turn(session, { watched: false });
      this.#inLine(turn, async () => {
        const [pending] = await store.pending({ id });
        return pending?.status === 'open'
          ? goOn(this.#desk, turn, pending, { kind: 'expired', by: 'clock' })
          : undefined;
      });
      results.push(await turn.result);
    }
    return results;
  }

  forget(): void {
    // What it left in state that others share went with it: they are read anew.
    this.#desk.sessions.forgetAll();
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
        else if (isCompactionDue(live.conversation, this.#compaction))
          await compactSession(this.#desk.house, live, this.#compaction);
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
      this.#desk.sessions.forget(turn.session);
      if (!isConflict(thrown)) throw thrown;
      return this.#tryStart(turn, input, principal);
    }
  }

  async #tryStart(turn: Turn, input: RunInput, principal: Principal): Promise<LiveSession> {
    const { user } = principal;
    const owner = ownerOf({ app: this.#desk.app, user });
    if (input.key !== undefined) {
      const known = await this.#desk.house.store.turn(owner, input.key);
      if (known !== undefined) return again(this.#desk, turn, known, input);
    }
    const isFresh = input.session === undefined && input.key === undefined;
    let live = await this.#desk.sessions.open(turn.session, user, input.message, isFresh);
    if (live.row.open !== null) {
      await resumeTurn(this.#desk, new Turn(turn.session, { watched: false }));
      live = await this.#desk.sessions.open(turn.session, user, input.message);
    }
    const word = live.hasPending
      ? await readPlainWord(this.#desk, turn.session, principal, {
          message: input.message,
          read: this.#readAnswer,
          begins: this.#beginsAnswer,
        })
      : undefined;
    const key = word === undefined ? undefined : keyOf(input, owner, turn);
    if (word?.kind === 'answer') {
      const state = { get: (name: string) => live.shelves.session.get(name)?.value };
      const begun = { session: turn.session, invocation: word.pending.invocation, replaced: [], state };
      const also = input.also && ((transaction: Transaction) => input.also?.(transaction, begun));
      return goOn(this.#desk, turn, word.pending, word.reply, { key, also });
    }
    if (word?.kind === 'unclear') return askAgain(this.#desk, turn, word.pending, key);
    if (word?.kind === 'elsewhere') turn.stillWaits = viewOf(word.pending);
    return runMessage(this.#desk, turn, live, input, principal);
  }
}

/** Whoever waits for a turn may have taken it up since it was listed: the others still have to be. */
function passTaken(thrown: unknown): undefined {
  const { code } = toConsiliumError(thrown);
  if (code !== 'NOTHING_TO_RESUME' && code !== 'SESSION_BUSY') throw thrown;
}

const LOCAL = machineUser();
