/**
 * Texts to vectors, off the main thread: a worker for each core, started when there is work for it. Queries go before
 * passages, and the vectors of recent queries are kept.
 */
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { ConsiliumError } from '../../kernel/errors.ts';
import { DIMENSIONS } from './vectors.ts';

export interface Embedder {
  /** The vector of a query, of length one. */
  query(text: string, signal?: AbortSignal): Promise<Float32Array>;
  /** Calls back with the vectors as they come, in no given order. */
  passages(
    texts: readonly string[],
    onVector: (index: number, vector: Int8Array) => void,
    signal?: AbortSignal,
  ): Promise<void>;
  close(): Promise<void>;
}

export interface Request {
  readonly job: number;
  readonly texts: readonly string[];
  /** As floats, or else as bytes. */
  readonly exact: boolean;
}

export type Reply =
  | { readonly job: number; readonly kind: 'exact'; readonly vector: Float32Array }
  | { readonly job: number; readonly kind: 'bytes'; readonly bytes: Int8Array }
  | { readonly job: number; readonly kind: 'failed'; readonly why: string };

interface Job extends Request {
  done(reply: Reply): void;
  fail(thrown: unknown): void;
}

interface Thread {
  readonly worker: Worker;
  job: Job | undefined;
}

/** Texts a message: few, so that a query does not wait long behind them. */
const AT_ONCE = 8;
const KEPT_QUERIES = 512;

export function openEmbedder(threads = availableParallelism()): Embedder {
  const urgent: Job[] = [];
  const waiting: Job[] = [];
  const pool: Thread[] = [];
  const kept = new Map<string, Promise<Float32Array>>();
  let jobs = 0;
  let closed = false;

  return {
    async query(text, signal) {
      signal?.throwIfAborted();
      const known = kept.get(text);
      if (known !== undefined) kept.delete(text);
      const vector = known ?? ask(text);
      kept.set(text, vector);
      if (kept.size > KEPT_QUERIES) kept.delete(kept.keys().next().value as string);
      return await vector;
    },
    async passages(texts, onVector, signal) {
      const slices = Array.from({ length: Math.ceil(texts.length / AT_ONCE) }, (_, i) => i * AT_ONCE);
      await Promise.all(
        slices.map(async (from) => {
          const reply = await enqueue(waiting, texts.slice(from, from + AT_ONCE), false, signal);
          if (reply.kind !== 'bytes') throw failed(reply);
          for (let i = 0; i * DIMENSIONS < reply.bytes.length; i++)
            onVector(from + i, reply.bytes.slice(i * DIMENSIONS, (i + 1) * DIMENSIONS));
        }),
      );
    },
    async close() {
      closed = true;
      const ended = new ConsiliumError('SEARCH_CLOSED', 'The search index has been closed.');
      for (const job of [...urgent.splice(0), ...waiting.splice(0)]) job.fail(ended);
      await Promise.all(pool.map(({ worker }) => worker.terminate()));
    },
  };

  function ask(text: string): Promise<Float32Array> {
    const vector = enqueue(urgent, [text], true).then((reply) => {
      if (reply.kind !== 'exact') throw failed(reply);
      return reply.vector;
    });
    // A failure is told to who asked, not kept for who asks next.
    vector.catch(() => kept.delete(text));
    return vector;
  }

  function enqueue(line: Job[], texts: readonly string[], exact: boolean, signal?: AbortSignal): Promise<Reply> {
    return new Promise((resolve, reject) => {
      if (closed) return reject(new ConsiliumError('SEARCH_CLOSED', 'The search index has been closed.'));
      if (signal?.aborted) return reject(signal.reason);
      const job: Job = { job: ++jobs, texts, exact, done: resolve, fail: reject };
      line.push(job);
      signal?.addEventListener(
        'abort',
        () => {
          const at = line.indexOf(job);
          if (at >= 0) line.splice(at, 1);
          reject(signal.reason);
        },
        { once: true },
      );
      dispatch();
    });
  }

  /** Gives work to whoever is idle; starts another thread where all are busy and one more is allowed. */
  function dispatch(): void {
    for (;;) {
      if (urgent.length + waiting.length === 0) return;
      const idle = pool.find(({ job }) => job === undefined) ?? (pool.length < threads ? start() : undefined);
      if (idle === undefined) return;
      const job = (urgent.shift() ?? waiting.shift()) as Job;
      idle.job = job;
      idle.worker.ref();
      idle.worker.postMessage({ job: job.job, texts: job.texts, exact: job.exact } satisfies Request);
    }
  }

  function start(): Thread {
    const thread: Thread = { worker: new Worker(new URL('./worker.ts', import.meta.url)), job: undefined };
    pool.push(thread);
    thread.worker.unref();
    thread.worker.on('message', (reply: Reply) => {
      const { job } = thread;
      thread.job = undefined;
      thread.worker.unref();
      job?.done(reply);
      dispatch();
    });
    thread.worker.on('error', (error) => leave(thread, error));
    thread.worker.on('exit', () => leave(thread, new Error('The thread ended.')));
    return thread;
  }

  /** A thread that died takes its job along; the next job gets a new one. */
  function leave(thread: Thread, error: Error): void {
    const at = pool.indexOf(thread);
    if (at >= 0) pool.splice(at, 1);
    thread.job?.fail(new ConsiliumError('EMBEDDING_FAILED', `The embedding model stopped: ${error.message}`));
    thread.job = undefined;
    if (!closed && at >= 0) dispatch();
  }
}

function failed(reply: Reply): ConsiliumError {
  const why = reply.kind === 'failed' ? reply.why : 'it answered out of turn';
  return new ConsiliumError('EMBEDDING_FAILED', `The embedding model failed: ${why}`);
}
