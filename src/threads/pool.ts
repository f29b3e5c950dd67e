import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { ConsiliumError, type ErrorShape, fromShape } from '../kernel/errors.ts';

/** A function that a module exports in its `works`, and what it is called with: values that can be cloned. */
export interface Call {
  readonly module: string;
  readonly name: string;
  readonly args: readonly unknown[];
  /** Values that a thread keeps for a while, by key: what it does not hold yet comes along. */
  readonly held?: { readonly key: string; readonly value?: unknown };
}

export interface Job {
  readonly module: string;
  readonly name: string;
  readonly args: readonly unknown[];
  readonly held?: { readonly key: string; readonly load: () => unknown };
  /** Work on so much that it may take a while: never on the last free thread. */
  readonly long?: boolean;
  /** Whose long work it is: one at a time. */
  readonly owner?: string;
  readonly limitMs?: number;
}

export type Reply = { readonly ready: true } | { readonly done: unknown } | { readonly failed: ErrorShape };

export interface PoolOptions {
  readonly most?: number;
  readonly heapMb?: number;
  /** How long a call may take once its thread has begun it. */
  readonly limitMs?: number;
}

export interface Pool {
  /** Throws what the call throws, or WORK_TIMEOUT, WORK_TOO_LARGE, WORK_STOPPED. */
  run<T>(job: Job): Promise<T>;
  close(): Promise<void>;
}

/** What a thread needs to start on a busy machine. */
const START_MS = 60_000;
const LIMIT_MS = 10_000;
const HEAP_MB = 768;
/** As many as a thread keeps, too (worker.ts). */
export const MOST_HELD = 8;

interface Waiting extends Job {
  readonly resolve: (value: never) => void;
  readonly reject: (error: unknown) => void;
}

interface Thread {
  readonly worker: Worker;
  /** In the order in which they were used, as the thread itself keeps them. */
  readonly holds: string[];
  job?: Waiting | undefined;
  clock?: NodeJS.Timeout | undefined;
}

export function createPool(options: PoolOptions = {}): Pool {
  const { most = Math.max(3, availableParallelism() + 1), heapMb = HEAP_MB, limitMs = LIMIT_MS } = options;
  const threads = new Set<Thread>();
  const waiting: Waiting[] = [];
  let isClosed = false;

  const start = (): Thread => {
    const worker = new Worker(new URL('./worker.ts', import.meta.url), {
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: heapMb, maxYoungGenerationSizeMb: 64 },
    });
    const thread: Thread = { worker, holds: [] };
    threads.add(thread);
    worker.on('message', (reply: Reply) => hear(thread, reply));
    worker.once('error', (error: NodeJS.ErrnoException) => lose(thread, failureOf(error)));
    worker.once('exit', () => lose(thread, stopped()));
    return thread;
  };

  const hear = (thread: Thread, reply: Reply): void => {
    const { job } = thread;
    clearTimeout(thread.clock);
    if ('ready' in reply) {
      if (job !== undefined) watch(thread, job.limitMs ?? limitMs);
      return;
    }
    thread.job = undefined;
    thread.worker.unref();
    if ('failed' in reply) job?.reject(fromShape(reply.failed));
    else job?.resolve(reply.done as never);
    dispatch();
  };

  const lose = (thread: Thread, why: ConsiliumError): void => {
    if (!threads.delete(thread)) return;
    clearTimeout(thread.clock);
    thread.job?.reject(why);
    void thread.worker.terminate();
    dispatch();
  };

  const watch = (thread: Thread, ms: number): void => {
    thread.clock = setTimeout(() => lose(thread, tooLong(ms)), ms);
  };

  const give = (thread: Thread, job: Waiting): void => {
    thread.job = job;
    thread.worker.ref();
    const { module, name, args } = job;
    let call: Call = { module, name, args };
    try {
      if (job.held !== undefined) call = { ...call, held: hold(thread, job.held) };
      thread.worker.postMessage(call);
    } catch (thrown) {
      thread.job = undefined;
      thread.worker.unref();
      job.reject(thrown);
      return;
    }
    // The clock of the work begins when the thread says that it is there.
    watch(thread, START_MS);
  };

  const mayBegin = (job: Waiting): boolean => {
    if (!job.long) return true;
    const long = [...threads].filter((thread) => thread.job?.long);
    return long.length < Math.max(1, most - 1) && !long.some((thread) => thread.job?.owner === job.owner);
  };

  const dispatch = (): void => {
    if (isClosed) return;
    for (let at = 0; at < waiting.length; ) {
      const job = waiting[at]!;
      if (!mayBegin(job)) {
        at++;
        continue;
      }
      const idle = [...threads].filter((thread) => thread.job === undefined);
      const knows = idle.find(({ holds }) => job.held !== undefined && holds.includes(job.held.key));
      const thread = knows ?? idle[0] ?? (threads.size < most ? start() : undefined);
      if (thread === undefined) return;
      waiting.splice(at, 1);
      give(thread, job);
    }
  };

  return {
    run: <T>(job: Job) =>
      new Promise<T>((resolve, reject) => {
        if (isClosed) return reject(stopped());
        waiting.push({ ...job, resolve, reject });
        dispatch();
      }),
    close: async () => {
      isClosed = true;
      for (const job of waiting.splice(0)) job.reject(stopped());
      await Promise.all(
        [...threads].map((thread) => {
          threads.delete(thread);
          clearTimeout(thread.clock);
          thread.job?.reject(stopped());
          return thread.worker.terminate();
        }),
      );
    },
  };
}

function hold(thread: Thread, { key, load }: NonNullable<Job['held']>): NonNullable<Call['held']> {
  const at = thread.holds.indexOf(key);
  const value = at < 0 ? load() : undefined;
  if (at >= 0) thread.holds.splice(at, 1);
  thread.holds.push(key);
  if (thread.holds.length > MOST_HELD) thread.holds.shift();
  return at < 0 ? { key, value } : { key };
}

function failureOf(error: NodeJS.ErrnoException): ConsiliumError {
  if (error.code !== 'ERR_WORKER_OUT_OF_MEMORY') return new ConsiliumError('WORK_STOPPED', error.message);
  return new ConsiliumError('WORK_TOO_LARGE', 'That is more than can be read at once.', { hint: 'Send less of it.' });
}

function tooLong(ms: number): ConsiliumError {
  return new ConsiliumError('WORK_TIMEOUT', `That could not be read within ${ms / 1000} seconds.`, {
    hint: 'Send less of it.',
  });
}

function stopped(): ConsiliumError {
  return new ConsiliumError('WORK_STOPPED', 'The thread that did this work stopped.', { retryable: true });
}
