import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { ConsiliumError, type ErrorShape, fromShape } from '../kernel/errors.ts';
import type { MaybePromise } from '../kernel/event.ts';

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
  /** `load` may take its time: it is waited for. */
  readonly held?: { readonly key: string; readonly load: () => MaybePromise<unknown> };
  /** Work on so much that it may take a while: never on the last free thread. */
  readonly long?: boolean;
  /** Whose long work it is: one at a time. */
  readonly owner?: string;
  readonly limitMs?: number;
  /** Memory among the arguments that goes over to the thread instead of being copied: nobody here reads it any more. */
  readonly transfer?: readonly ArrayBuffer[];
}

export type Reply = { readonly ready: true } | { readonly done: unknown } | { readonly failed: ErrorShape };

export interface PoolOptions {
  readonly most?: number;
  readonly heapMb?: number;
  /** How long a call may take once its thread has begun it. */
  readonly limitMs?: number;
  /** How long a thread stays for which there is nothing to do; the last one stays. */
  readonly idleMs?: number;
}

export interface Pool {
  /** Throws what the call throws, or WORK_TIMEOUT, WORK_TOO_LARGE, WORK_STOPPED. */
  run<T>(job: Job): Promise<T>;
  /** From now on a thread does `works.warm` of this module before it takes work; the first is started. */
  warm(module: string): Promise<void>;
  close(): Promise<void>;
}

/** What a thread needs to start on a busy machine. */
const START_MS = 60_000;
const LIMIT_MS = 10_000;
const HEAP_MB = 768;
/** Garbage of calls: more of it at a time costs memory in every thread and saves little. */
const YOUNG_MB = 16;
const IDLE_MS = 120_000;
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
  /** While it loads what it will need. */
  starting?: Promise<void> | undefined;
  job?: Waiting | undefined;
  clock?: NodeJS.Timeout | undefined;
}

export function createPool(options: PoolOptions = {}): Pool {
  const { most = Math.max(2, availableParallelism()), heapMb = HEAP_MB, limitMs = LIMIT_MS } = options;
  const { idleMs = IDLE_MS } = options;
  const threads = new Set<Thread>();
  const waiting: Waiting[] = [];
  let warming: string | undefined;
  let isClosed = false;

  const start = (): Thread => {
    const worker = new Worker(new URL('./worker.ts', import.meta.url), {
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: heapMb, maxYoungGenerationSizeMb: YOUNG_MB },
    });
    const thread: Thread = { worker, holds: [] };
    threads.add(thread);
    if (warming !== undefined) thread.starting = prepare(thread, warming);
    worker.on('message', (reply: Reply) => hear(thread, reply));
    worker.once('error', (error: NodeJS.ErrnoException) => lose(thread, failureOf(error)));
    worker.once('exit', () => lose(thread, stopped()));
    return thread;
  };

  /** Whoever waits is served by whichever thread is free first: one that has to load everything may not be that. */
  const prepare = (thread: Thread, module: string): Promise<void> =>
    new Promise((resolve) => {
      const over = () => {
        thread.starting = undefined;
        resolve();
        dispatch();
      };
      give(thread, { module, name: 'warm', args: [], limitMs: START_MS, resolve: over, reject: over });
    });

  const hear = (thread: Thread, reply: Reply): void => {
    const { job } = thread;
    clearTimeout(thread.clock);
    if ('ready' in reply) {
      if (job !== undefined) watch(thread, job.limitMs ?? limitMs);
      return;
    }
    rest(thread);
    if ('failed' in reply) job?.reject(fromShape(reply.failed));
    else job?.resolve(reply.done as never);
    dispatch();
  };

  /** Nothing to do: it keeps nobody from ending, and leaves after a while if there are others. */
  const rest = (thread: Thread): void => {
    thread.job = undefined;
    thread.worker.unref();
    thread.clock = setTimeout(() => threads.size > 1 && lose(thread, stopped()), idleMs).unref();
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
    clearTimeout(thread.clock);
    thread.job = job;
    thread.worker.ref();
    // The clock of the work begins when the thread says that it is there.
    watch(thread, START_MS);
    void send(thread, job).catch((thrown) => {
      if (thread.job !== job) return;
      clearTimeout(thread.clock);
      rest(thread);
      job.reject(thrown);
      dispatch();
    });
  };

  const send = async (thread: Thread, job: Waiting): Promise<void> => {
    const { module, name, args, held, transfer = [] } = job;
    const key = held?.key ?? '';
    const isNew = held !== undefined && !thread.holds.includes(key);
    const value = isNew ? await held.load() : undefined;
    if (thread.job !== job) return;
    if (held !== undefined) noteHeld(thread, key);
    const call: Call = { module, name, args, ...(held && { held: isNew ? { key, value } : { key } }) };
    thread.worker.postMessage(call, [...transfer]);
  };

  const mayBegin = (job: Waiting): boolean => {
    if (!job.long) return true;
    const long = [...threads].filter((thread) => thread.job?.long);
    return long.length < Math.max(1, most - 1) && !long.some((thread) => thread.job?.owner === job.owner);
  };

  /** One more, if there may be one and none is coming already. */
  const more = (): Thread | undefined => {
    const isComing = [...threads].some(({ starting }) => starting !== undefined);
    return threads.size < most && !isComing ? start() : undefined;
  };

  /**
   * Whether a thread that is ready stays for the others when long work takes one: who comes meanwhile would wait for a new
   * one to load all that it needs, which takes as long as the work. Until there is one, it is started and waited for.
   */
  const leavesOne = (): boolean => {
    const isLeft = () => [...threads].filter(({ starting, job }) => starting === undefined && !job?.long).length > 1;
    while (!isLeft() && more() !== undefined);
    return isLeft() || most < 2;
  };

  const dispatch = (): void => {
    if (isClosed) return;
    for (let at = 0; at < waiting.length; ) {
      const job = waiting[at]!;
      if (!mayBegin(job)) {
        at++;
        continue;
      }
      if (job.long && !leavesOne()) {
        at++;
        continue;
      }
      const idle = [...threads].filter((thread) => thread.job === undefined && thread.starting === undefined);
      const knows = idle.find(({ holds }) => job.held !== undefined && holds.includes(job.held.key));
      const thread = knows ?? idle[0] ?? more();
      if (thread === undefined || thread.starting !== undefined) return;
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
    warm: async (module) => {
      warming = module;
      if (threads.size === 0) await start().starting;
    },
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

/** As the thread itself keeps them: the newest few. */
function noteHeld({ holds }: Thread, key: string): void {
  const at = holds.indexOf(key);
  if (at >= 0) holds.splice(at, 1);
  holds.push(key);
  if (holds.length > MOST_HELD) holds.shift();
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
