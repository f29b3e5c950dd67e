/**
 * The writer of a turn: events wait here, are stored together, and only then shown. A store that answers at once is
 * written to at once; where it takes time, what comes meanwhile is the next batch. What could not be stored stays in
 * line, in its place, and the next flush fails in its turn: nothing is lost without a word. Once another process was
 * first (STORAGE_CONFLICT), this writer writes nothing more.
 */
import { ConsiliumError } from './errors.ts';
import { type Event, isPromise, type MaybePromise, type Signal } from './event.ts';
import type { LiveSession } from './live.ts';
import type { Pending } from './question.ts';
import { makeEntry, scopeOf } from './state.ts';
import {
  type Batch,
  type KeyedTurn,
  ownerOf,
  type SessionRow,
  type StateChange,
  type Store,
  type Transaction,
} from './store.ts';

/** What is stored in the transaction of an event beside it. */
export interface Along {
  readonly key?: KeyedTurn | undefined;
  readonly unkeyed?: string | undefined;
  readonly pending?: readonly Pending[] | undefined;
  readonly work?: Work | undefined;
  /** What is written of the event elsewhere: both or neither, and a disk that fails, fails both. */
  readonly also?: ((transaction: Transaction) => MaybePromise<void>) | undefined;
}

export interface Work {
  run(transaction: Transaction): MaybePromise<void>;
  /** It threw: its event is taken out, the others are stored. */
  fail(thrown: unknown): void;
}

interface Queued extends Along {
  readonly event: Event;
}

export class Writer {
  readonly #store: Store;
  readonly #session: LiveSession;
  readonly #lease: () => { holder: string; until: number };
  readonly #show: (signal: Signal) => void;
  readonly #mayWait: boolean;
  #queue: Queued[] = [];
  #gathering: Promise<void> | undefined;
  #storing: Promise<void> | undefined;
  #fenced: ConsiliumError | undefined;
  #hasStored: boolean;
  /** Whose work failed, while a batch is undone. */
  #failing: { queued: Queued; thrown: unknown } | undefined;

  constructor(given: {
    store: Store;
    session: LiveSession;
    lease: () => { holder: string; until: number };
    show: (signal: Signal) => void;
    hasStored: boolean;
    mayWait: boolean;
  }) {
    this.#store = given.store;
    this.#session = given.session;
    this.#lease = given.lease;
    this.#show = given.show;
    this.#hasStored = given.hasStored;
    this.#mayWait = given.mayWait;
  }

  get isFenced(): boolean {
    return this.#fenced !== undefined;
  }

  get hasStored(): boolean {
    return this.#hasStored;
  }

  push(event: Event, along?: Along): void {
    this.#queue.push(along === undefined ? { event } : { event, ...along });
  }

  /** Stores what is queued, then shows it. Branches that run side by side come here together and are stored at once. */
  flush(): MaybePromise<void> {
    if (this.#fenced !== undefined) throw this.#fenced;
    if (this.#queue.length === 0) return this.#storing;
    this.#gathering ??= Promise.resolve().then(() => {
      this.#gathering = undefined;
      return this.#storeQueue();
    });
    return this.#gathering;
  }

  /** Shows words that are not yet an event, after everything that is. */
  show(signal: Signal): void {
    if (!this.storeSoon()) return;
    if (this.#storing === undefined) this.#show(signal);
    else void this.#storing.then(() => this.#show(signal)).catch(() => {});
  }

  /** Whether it could: if not, the next flush fails in its place, and nothing is shown that is not stored. */
  storeSoon(): boolean {
    try {
      if (this.#queue.length > 0) Promise.resolve(this.#storeQueue()).catch(() => {});
      return true;
    } catch {
      return false;
    }
  }

  /** The next batch is put together when its turn has come: it must begin where the one before ended. */
  #storeQueue(): MaybePromise<void> {
    if (this.#fenced !== undefined) throw this.#fenced;
    if (this.#storing !== undefined) return this.#storing.then(() => this.#storeQueue());
    if (this.#queue.length === 0) return;
    const taken = this.#queue;
    this.#queue = [];
    let stored: MaybePromise<void>;
    try {
      stored = this.#store.append(this.#batch(taken));
    } catch (thrown) {
      return this.#putBack(taken, thrown);
    }
    if (!isPromise(stored)) return this.#showAll(taken);
    const shown: Promise<void> = stored
      .then(
        () => this.#showAll(taken),
        (thrown: unknown) => {
          this.#storing = undefined;
          return this.#putBack(taken, thrown);
        },
      )
      .finally(() => {
        if (this.#storing === shown) this.#storing = undefined;
      });
    this.#storing = shown;
    shown.catch(() => {}); // whoever flushes is told
    return shown;
  }

  #showAll(taken: readonly Queued[]): void {
    this.#hasStored = true;
    for (const { event } of taken) this.#show(event);
  }

  /** Whatever is stored later must not leave a hole here. */
  #putBack(taken: readonly Queued[], thrown: unknown): MaybePromise<void> {
    this.#queue = [...taken, ...this.#queue];
    const failing = this.#failing;
    this.#failing = undefined;
    if (failing !== undefined) {
      this.#takeOut(failing.queued);
      failing.queued.work!.fail(failing.thrown);
      return this.#storeQueue();
    }
    if (thrown instanceof ConsiliumError && thrown.code === 'STORAGE_CONFLICT') {
      this.#fenced = thrown;
      this.#queue = [];
    }
    throw thrown;
  }

  /** Those after it move up: none of them is stored or shown yet. */
  #takeOut(failed: Queued): void {
    const at = this.#queue.indexOf(failed);
    this.#queue.splice(at, 1);
    for (const { event } of this.#queue.slice(at)) (event as { seq: number }).seq--;
    this.#session.row = { ...this.#session.row, lastSeq: this.#session.row.lastSeq - 1 };
  }

  #batch(taken: readonly Queued[]): Batch {
    const { row } = this.#session;
    const lease = this.#lease();
    const events = taken.map(({ event }) => event);
    const session = row.open === null ? row : { ...row, open: { ...row.open, lease } };
    const batch: { -readonly [Key in keyof Batch]: Batch[Key] } = {
      session,
      events,
      changes: changesOf(events, row),
      holder: lease.holder,
      ...(this.#mayWait && { mayWait: true }),
    };
    for (const { key, unkeyed, pending, work, also } of taken) {
      if (key !== undefined) batch.key = key;
      if (unkeyed !== undefined) batch.unkeyed = unkeyed;
      if (pending !== undefined) batch.pending = [...(batch.pending ?? []), ...pending];
      if (work !== undefined || also !== undefined) batch.within ??= (transaction) => this.#within(taken, transaction);
    }
    return batch;
  }

  #within(taken: readonly Queued[], transaction: Transaction): MaybePromise<void> {
    let before: MaybePromise<void> | undefined;
    for (const queued of taken) {
      const { work, also } = queued;
      if (work === undefined && also === undefined) continue;
      const fail = (thrown: unknown) => {
        this.#failing = { queued, thrown };
        throw thrown;
      };
      const run = (): MaybePromise<void> => {
        if (work === undefined) return also!(transaction);
        try {
          const done = work.run(transaction);
          return isPromise(done) ? done.catch(fail) : done;
        } catch (thrown) {
          return fail(thrown);
        }
      };
      before = before !== undefined && isPromise(before) ? before.then(run) : run();
    }
    return before;
  }
}

function changesOf(events: readonly Event[], row: SessionRow): StateChange[] {
  const changes: StateChange[] = [];
  for (const event of events) {
    if (event.delta === undefined || event.branch !== '') continue;
    for (const [key, value] of Object.entries(event.delta)) {
      const scope = scopeOf(key);
      if (scope === 'temp') continue;
      const owner = scope === 'session' ? row.id : scope === 'user' ? ownerOf(row) : row.app;
      changes.push({ scope, owner, key, entry: value === null ? null : makeEntry(key, value, event.ttl, event.time) });
    }
  }
  return changes;
}
