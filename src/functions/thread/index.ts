/**
 * Long work of functions in a thread of its own, so that whoever else talks to this process is not kept waiting, and so
 * that no input can keep a function busy for good: after a while the thread is ended and that is said. Only what needs
 * nothing but its input can be done here. Threads start when they are needed and leave when nothing comes for a while.
 */
import { Worker } from 'node:worker_threads';
import { ConsiliumError, type ErrorShape, fromShape, type Json } from '../../kernel/index.ts';
import { keepsThreads } from '../../threads/index.ts';
import type { Request as AnalysisRequest } from '../analysis/analysis.ts';
import type { FunctionName } from '../function.ts';

/** What a thread can do: a function's offline method, the analysers of analyze_artifact, or counting tokens. */
export type Work =
  | { readonly kind: 'offline'; readonly name: FunctionName; readonly input: unknown; readonly gathered: Json }
  | { readonly kind: 'analyse'; readonly request: AnalysisRequest }
  | { readonly kind: 'count'; readonly text: string; readonly stopAfter: number };

export interface Done {
  readonly value: Json;
  readonly warnings: readonly string[];
}

export type Reply = { readonly done: Done } | { readonly failed: ErrorShape };

/** Work on less than this many characters is over before a thread would have begun. */
const SHORT = 20_000;
/** Where others would wait for it, it is done aside much sooner. */
const SHORT_AMONG_OTHERS = 2_000;

/** Whether work on so many characters is better done apart. */
export function isLong(characters: number): boolean {
  return characters > (keepsThreads() ? SHORT_AMONG_OTHERS : SHORT);
}

const MOST_THREADS = 2;
const LONGEST_MS = 120_000;
const IDLE_MS = 60_000;

interface Job {
  readonly work: Work;
  readonly limit: number;
  readonly finish: (reply: Reply) => void;
  readonly fail: (error: unknown) => void;
}

interface Thread {
  readonly worker: Worker;
  job?: Job | undefined;
  timer?: NodeJS.Timeout | undefined;
}

const waiting: Job[] = [];
const threads: Thread[] = [];

/** Throws what the work throws, the signal's reason, or METHOD_TIMEOUT after `limit` milliseconds of work. */
export async function doApart(work: Work, signal: AbortSignal, limit = LONGEST_MS): Promise<Done> {
  signal.throwIfAborted();
  const reply = await new Promise<Reply>((resolve, reject) => {
    const job: Job = { work, limit, finish: settle(resolve), fail: settle(reject) };
    const stop = () => {
      const at = waiting.indexOf(job);
      if (at >= 0) waiting.splice(at, 1);
      job.fail(signal.reason);
      end(threads.find((thread) => thread.job === job));
    };
    function settle<T>(then: (value: T) => void): (value: T) => void {
      return (value) => {
        signal.removeEventListener('abort', stop);
        then(value);
      };
    }
    signal.addEventListener('abort', stop, { once: true });
    waiting.push(job);
    dispatch();
  });
  if ('failed' in reply) throw fromShape(reply.failed);
  return reply.done;
}

function dispatch(): void {
  while (waiting.length > 0) {
    const idle = threads.find(({ job }) => job === undefined) ?? (threads.length < MOST_THREADS ? start() : undefined);
    if (idle === undefined) return;
    give(idle, waiting.shift()!);
  }
}

function start(): Thread {
  const thread: Thread = { worker: new Worker(new URL('./worker.ts', import.meta.url)) };
  threads.push(thread);
  thread.worker.on('message', (reply: Reply) => {
    const { job } = thread;
    rest(thread);
    job?.finish(reply);
    dispatch();
  });
  const lose = (why: string) => {
    const { job } = thread;
    thread.job = undefined;
    end(thread);
    job?.fail(new ConsiliumError('METHOD_FAILED', `The method could not be carried out: ${why}`));
  };
  thread.worker.on('error', (error: Error & { code?: string }) => lose(error.code ?? error.name));
  thread.worker.on('exit', () => lose('its thread ended.'));
  return thread;
}

function give(thread: Thread, job: Job): void {
  clearTimeout(thread.timer);
  thread.job = job;
  thread.worker.ref();
  thread.timer = setTimeout(() => {
    job.fail(tooLong(job));
    end(thread);
  }, job.limit);
  thread.worker.postMessage(job.work);
}

/** Nothing to do: the thread keeps nobody from ending, and leaves after a while. */
function rest(thread: Thread): void {
  clearTimeout(thread.timer);
  thread.job = undefined;
  thread.worker.unref();
  thread.timer = setTimeout(() => end(thread), IDLE_MS).unref();
}

function end(thread: Thread | undefined): void {
  const at = thread === undefined ? -1 : threads.indexOf(thread);
  if (thread === undefined || at < 0) return;
  threads.splice(at, 1);
  clearTimeout(thread.timer);
  void thread.worker.terminate();
  dispatch();
}

function tooLong({ work, limit }: Job): ConsiliumError {
  const name = { offline: 'name' in work ? work.name : '', analyse: 'analyze_artifact', count: 'counting' }[work.kind];
  return new ConsiliumError(
    'METHOD_TIMEOUT',
    `The method of ${name} did not end within ${limit / 1000} seconds on this input.`,
    { hint: 'Send less of it, or leave out what is not text or code.', details: { seconds: limit / 1000 } },
  );
}
