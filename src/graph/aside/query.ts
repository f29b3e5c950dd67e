/**
 * Queries that take long run aside: what is not answered at once is begun anew in a thread of its own, on a copy of that
 * one patient's rows, with limits of time and memory. So nobody else waits for a query, and a query that never ends is
 * ended with its thread.
 */
import type { DatabaseSync } from 'node:sqlite';
import { Worker } from 'node:worker_threads';
import { takeTurn } from '../../kernel/breath.ts';
import { ConsiliumError, type ErrorShape, fromShape, toConsiliumError } from '../../kernel/errors.ts';
import { reject } from '../cypher/reject.ts';
import { type GraphQuery, type GraphResult, type Limits, queryGraph, USUAL_LIMITS } from '../query.ts';
import { copyPatient, type PatientRows } from './copy.ts';

/** How long, in milliseconds, a query may keep the thread that everybody shares. */
const AT_ONCE = 25;
/** A longer query is written by no person: understanding it alone may take a while. */
const SHORT = 4_000;
const HEAP_MB = 256;
/** What a thread needs to start on a busy machine, and to say in better words than ours that the time is over. */
const START = 60_000;
const GRACE = 1_000;
const MOST_THREADS = 2;

export interface AsideTask {
  readonly request: GraphQuery;
  readonly rows: PatientRows;
}

export type AsideAnswer = { readonly ready: true } | { readonly result: GraphResult } | { readonly error: ErrorShape };

let running = 0;
const waiting: (() => void)[] = [];

export async function queryAside(db: DatabaseSync, request: GraphQuery): Promise<GraphResult> {
  const limits = { ...USUAL_LIMITS, ...request.limits };
  if (request.query.length > SHORT) return askThread(db, { ...request, limits });
  // Several at the same moment are tried one in a round, with others in between.
  await takeTurn();
  const began = performance.now();
  try {
    return queryGraph(db, { ...request, limits: { ...limits, timeoutMs: Math.min(AT_ONCE, limits.timeoutMs) } });
  } catch (thrown) {
    const wasSlow = toConsiliumError(thrown).details?.['rule'] === 'limit' && performance.now() - began >= AT_ONCE;
    if (!wasSlow || limits.timeoutMs <= AT_ONCE) throw thrown;
  }
  return askThread(db, { ...request, limits });
}

async function askThread(db: DatabaseSync, request: GraphQuery & { limits: Limits }): Promise<GraphResult> {
  const { limits } = request;
  if (running >= MOST_THREADS) await new Promise<void>((free) => waiting.push(free));
  running++;
  try {
    return await runAside({ request, rows: await copyPatient(db, request.patientId) }, limits.timeoutMs);
  } finally {
    running--;
    waiting.shift()?.();
  }
}

function runAside(task: AsideTask, timeoutMs: number): Promise<GraphResult> {
  const { promise, resolve, reject: fail } = Promise.withResolvers<GraphResult>();
  const worker = new Worker(new URL('./worker.ts', import.meta.url), {
    workerData: task,
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB, maxYoungGenerationSizeMb: 32 },
  });
  const tooLong = () => fail(reject('limit', `The query ran longer than ${timeoutMs} ms.`));
  let clock = setTimeout(tooLong, START);
  worker.on('message', (answer: AsideAnswer) => {
    if ('ready' in answer) {
      clearTimeout(clock);
      clock = setTimeout(tooLong, timeoutMs + GRACE);
    } else if ('result' in answer) resolve(answer.result);
    else fail(fromShape(answer.error));
  });
  worker.once('error', (error: NodeJS.ErrnoException) =>
    fail(
      error.code === 'ERR_WORKER_OUT_OF_MEMORY'
        ? reject('limit', 'The query needs too much memory.', { hint: 'Add LIMIT, filter, or aggregate.' })
        : new ConsiliumError('INTERNAL', error.message),
    ),
  );
  worker.once('exit', () => fail(new ConsiliumError('INTERNAL', 'The thread of a query stopped.')));
  return promise.finally(() => {
    clearTimeout(clock);
    void worker.terminate();
  });
}
