/**
 * Jobs of indexing: begun, looked at, called off, begun again, put away. A job belongs to who began it; others do not see it.
 * What it has read is in the index whatever becomes of the job, and indexing the same paths again goes on from there. Jobs
 * outlive the process, and those that it left open are gone on with.
 */
import { systemClock } from '../kernel/clock.ts';
import { ConsiliumError, newId, toConsiliumError } from '../kernel/index.ts';
import type { IndexProgress, IndexReport, IndexRequest } from './search.ts';

export interface IndexJob {
  readonly id: string;
  readonly scope: string;
  readonly state: 'running' | 'done' | 'failed' | 'cancelled';
  readonly progress?: Omit<IndexProgress, 'file'> | undefined;
  readonly report?: IndexReport | undefined;
  readonly error?: { readonly code: string; readonly message: string } | undefined;
  readonly started_at: number;
  readonly ended_at?: number | undefined;
}

/** A job as it is stored. */
export interface KeptJob {
  readonly owner: string;
  readonly request: Pick<IndexRequest, 'paths' | 'scope' | 'embeddings'>;
  readonly job: IndexJob;
}

/** What jobs ask of storage. `deed`: what somebody did, told in the same transaction. */
export interface IndexJobStore {
  all(): KeptJob[];
  put(kept: KeptJob, deed?: string): void;
  remove(kept: KeptJob, deed?: string): void;
}

export interface IndexJobs {
  /** Throws INDEX_BUSY where so many are under way. */
  start(owner: string, request: IndexRequest): IndexJob;
  /** Begins one that somebody waits for, and forgets it with its end. */
  run(owner: string, request: IndexRequest): Promise<IndexReport>;
  find(owner: string, id: string): IndexJob | undefined;
  list(owner: string): IndexJob[];
  /** False if it has ended, or is nobody's. */
  cancel(owner: string, id: string): boolean;
  /** Begins one anew that has ended; undefined if it is nobody's or still under way. */
  restart(owner: string, id: string): IndexJob | undefined;
  /** Puts one away that has ended: it is listed no more. */
  hide(owner: string, id: string): boolean;
  /** Calls off what is under way and waits for it; it goes on when the jobs are opened again. */
  close(): Promise<void>;
}

export interface IndexJobsOptions {
  readonly index: (request: IndexRequest) => Promise<IndexReport>;
  readonly now?: (() => number) | undefined;
  readonly store: IndexJobStore;
}

interface Held {
  kept: KeptJob;
  /** Of one that is under way here. */
  running?: { readonly stop: AbortController; readonly ended: Promise<IndexReport> } | undefined;
}

const MOST_AT_ONCE = 8;
const MOST_KEPT = 200;

export function openIndexJobs(options: IndexJobsOptions): IndexJobs {
  return new StoredJobs(options);
}

class StoredJobs implements IndexJobs {
  readonly #index: IndexJobsOptions['index'];
  readonly #now: () => number;
  readonly #store: IndexJobStore;
  readonly #held: Map<string, Held>;
  #closing = false;

  constructor({ index, now = systemClock.now, store }: IndexJobsOptions) {
    this.#index = index;
    this.#now = now;
    this.#store = store;
    this.#held = new Map(store.all().map((kept) => [kept.job.id, { kept }]));
    for (const one of this.#held.values()) if (one.kept.job.state === 'running') this.#begin(one);
  }

  start(owner: string, request: IndexRequest): IndexJob {
    return this.#add(owner, request).kept.job;
  }

  async run(owner: string, { signal, ...request }: IndexRequest): Promise<IndexReport> {
    signal?.throwIfAborted();
    const one = this.#add(owner, request);
    const { stop, ended } = one.running!;
    const leave = () => stop.abort(signal?.reason);
    signal?.addEventListener('abort', leave, { once: true });
    try {
      return await ended;
    } finally {
      signal?.removeEventListener('abort', leave);
      if (!this.#closing) this.#forget(one);
    }
  }

  find(owner: string, id: string): IndexJob | undefined {
    return this.#own(owner, id)?.kept.job;
  }

  list(owner: string): IndexJob[] {
    const own = [...this.#held.values()].filter(({ kept }) => kept.owner === owner);
    return own.map(({ kept }) => kept.job).sort((a, b) => b.started_at - a.started_at);
  }

  cancel(owner: string, id: string): boolean {
    const found = this.#own(owner, id);
    if (found === undefined || found.kept.job.state !== 'running') return false;
    this.#keep(found, { ...found.kept.job, state: 'cancelled', ended_at: this.#now() }, 'cancel:indexing');
    found.running?.stop.abort();
    return true;
  }

  restart(owner: string, id: string): IndexJob | undefined {
    const found = this.#own(owner, id);
    // One that was called off a moment ago may still be at its last file.
    if (found === undefined || found.running !== undefined) return undefined;
    this.#refuseMore();
    const { scope } = found.kept.job;
    this.#keep(found, { id, scope, state: 'running', started_at: this.#now() }, 'run:indexing');
    return this.#begin(found);
  }

  hide(owner: string, id: string): boolean {
    const found = this.#own(owner, id);
    if (found === undefined || found.kept.job.state === 'running') return false;
    this.#store.remove(found.kept, 'delete:indexing');
    this.#held.delete(id);
    return true;
  }

  async close(): Promise<void> {
    this.#closing = true;
    const running = [...this.#held.values()].flatMap((one) => one.running ?? []);
    for (const { stop } of running) stop.abort();
    await Promise.allSettled(running.map(({ ended }) => ended));
  }

  #own(owner: string, id: string): Held | undefined {
    const found = this.#held.get(id);
    return found?.kept.owner === owner ? found : undefined;
  }

  #add(owner: string, { paths, scope, embeddings }: IndexRequest): Held {
    this.#refuseMore();
    const job: IndexJob = { id: newId(), scope, state: 'running', started_at: this.#now() };
    const one: Held = { kept: { owner, request: { paths, scope, embeddings }, job } };
    this.#keep(one, job, 'write:search/index');
    this.#held.set(job.id, one);
    this.#forgetOldest();
    this.#begin(one);
    return one;
  }

  /** On the disk first: what could not be stored is not so. */
  #keep(one: Held, job: IndexJob, deed?: string): void {
    const kept = { ...one.kept, job };
    this.#store.put(kept, deed);
    one.kept = kept;
  }

  #begin(one: Held): IndexJob {
    const stop = new AbortController();
    // The map has it before the work begins.
    const ended = Promise.resolve().then(() => this.#work(one, stop.signal));
    ended.catch(() => {}); // its job says so
    one.running = { stop, ended };
    return one.kept.job;
  }

  async #work(one: Held, signal: AbortSignal): Promise<IndexReport> {
    try {
      const onProgress = ({ phase, done, total }: IndexProgress) => {
        one.kept = { ...one.kept, job: { ...one.kept.job, progress: { phase, done, total } } };
      };
      const report = await this.#index({ ...one.kept.request, signal, onProgress });
      this.#end(one, { state: 'done', report });
      return report;
    } catch (thrown) {
      const { code, message } = toConsiliumError(thrown);
      // The house closes: the job stays open, and the next process takes it up.
      if (!this.#closing && (code !== CLOSED || signal.aborted))
        this.#end(one, signal.aborted ? { state: 'cancelled' } : { state: 'failed', error: { code, message } });
      throw thrown;
    } finally {
      one.running = undefined;
    }
  }

  /** Whoever called it off has said how it ended. Where the end cannot be stored, it is known here, and the next process goes on with it. */
  #end(one: Held, more: Partial<IndexJob>): void {
    if (one.kept.job.state !== 'running') return;
    const job = { ...one.kept.job, ...more, ended_at: this.#now() };
    try {
      this.#keep(one, job);
    } catch {
      one.kept = { ...one.kept, job };
    }
  }

  #refuseMore(): void {
    const running = [...this.#held.values()].filter((one) => one.running !== undefined).length;
    if (running >= MOST_AT_ONCE)
      throw new ConsiliumError('INDEX_BUSY', `${running} jobs of indexing are under way.`, { retryable: true });
  }

  #forgetOldest(): void {
    for (const one of this.#held.values()) {
      if (this.#held.size <= MOST_KEPT) return;
      if (one.running === undefined) this.#forget(one);
    }
  }

  /** What nobody needs any more. Left behind on a full disk, it is done again at the next start, which changes nothing. */
  #forget(one: Held): void {
    this.#held.delete(one.kept.job.id);
    try {
      this.#store.remove(one.kept);
    } catch {}
  }
}

/** What the desk says when it is closed under a job. */
const CLOSED = 'SEARCH_CLOSED';
