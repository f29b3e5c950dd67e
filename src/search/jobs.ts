/**
 * Indexing as a job: begun, looked at, called off, begun again, put away. A job belongs to who began it; others do not see it.
 * What it has read is in the index whatever becomes of the job, and indexing the same paths again goes on from there. With a
 * file to keep them in, jobs outlive the process, and those that it left open are gone on with.
 */
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { z } from 'zod';
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

export interface IndexJobs {
  /** Throws INDEX_BUSY where so many are under way. */
  start(owner: string, request: IndexRequest): IndexJob;
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
  /** Where they are kept. Without it they end with the process. */
  readonly file?: string | undefined;
}

type Asked = Pick<IndexRequest, 'paths' | 'scope' | 'embeddings'>;

interface Kept {
  readonly owner: string;
  readonly request: Asked;
  job: IndexJob;
  /** Of one that is under way here. */
  running?: { readonly stop: AbortController; readonly ended: Promise<void> } | undefined;
}

const MOST_AT_ONCE = 8;
const MOST_KEPT = 200;

export function openIndexJobs({ index, now = systemClock.now, file }: IndexJobsOptions): IndexJobs {
  const kept = readKept(file);
  let closing = false;
  const save = () => writeKept(file, kept);
  const own = (owner: string, id: string) => {
    const found = kept.get(id);
    return found?.owner === owner ? found : undefined;
  };

  const work = async (one: Kept, signal: AbortSignal): Promise<void> => {
    const end = (more: Partial<IndexJob>) => {
      one.job = { ...one.job, ...more, ended_at: now() };
      one.running = undefined;
      save();
    };
    try {
      const onProgress = ({ phase, done, total }: IndexProgress) => {
        one.job = { ...one.job, progress: { phase, done, total } };
      };
      end({ state: 'done', report: await index({ ...one.request, signal, onProgress }) });
    } catch (thrown) {
      const { code, message } = toConsiliumError(thrown);
      // The house closes: the job stays open, and the next process takes it up.
      if (closing || (code === CLOSED && !signal.aborted)) return;
      end(signal.aborted ? { state: 'cancelled' } : { state: 'failed', error: { code, message } });
    }
  };
  const begin = (one: Kept): IndexJob => {
    const stop = new AbortController();
    // The map has it before the work begins.
    one.running = { stop, ended: Promise.resolve().then(() => work(one, stop.signal)) };
    return one.job;
  };
  const refuseMore = () => {
    const running = [...kept.values()].filter(({ job }) => job.state === 'running').length;
    if (running >= MOST_AT_ONCE)
      throw new ConsiliumError('INDEX_BUSY', `${running} jobs of indexing are under way.`, { retryable: true });
  };

  for (const one of kept.values()) if (one.job.state === 'running') begin(one);
  return {
    start(owner, { paths, scope, embeddings }) {
      refuseMore();
      const job: IndexJob = { id: newId(), scope, state: 'running', started_at: now() };
      const one: Kept = { owner, request: { paths, scope, embeddings }, job };
      kept.set(job.id, one);
      forgetOldest(kept);
      save();
      return begin(one);
    },
    find: (owner, id) => own(owner, id)?.job,
    list: (owner) =>
      [...kept.values()]
        .filter((one) => one.owner === owner)
        .map(({ job }) => job)
        .sort((a, b) => b.started_at - a.started_at),
    cancel(owner, id) {
      const found = own(owner, id);
      found?.running?.stop.abort();
      return found?.running !== undefined;
    },
    restart(owner, id) {
      const found = own(owner, id);
      if (found === undefined || found.job.state === 'running') return undefined;
      refuseMore();
      found.job = { id, scope: found.job.scope, state: 'running', started_at: now() };
      save();
      return begin(found);
    },
    hide(owner, id) {
      const found = own(owner, id);
      if (found === undefined || found.job.state === 'running') return false;
      kept.delete(id);
      save();
      return true;
    },
    async close() {
      closing = true;
      const running = [...kept.values()].flatMap((one) => one.running ?? []);
      for (const { stop } of running) stop.abort();
      await Promise.all(running.map(({ ended }) => ended));
    },
  };
}

/** What the desk says when it is closed under a job. */
const CLOSED = 'SEARCH_CLOSED';

const stored = z.array(
  z.object({
    owner: z.string(),
    request: z.object({ paths: z.array(z.string()), scope: z.string(), embeddings: z.boolean().optional() }),
    job: z.looseObject({
      id: z.string(),
      scope: z.string(),
      state: z.enum(['running', 'done', 'failed', 'cancelled']),
      started_at: z.number(),
    }),
  }),
);

/** A file that cannot be read holds no jobs: what was indexed is in the index all the same. */
function readKept(file: string | undefined): Map<string, Kept> {
  let text = '[]';
  try {
    if (file !== undefined) text = readFileSync(file, 'utf8');
  } catch {}
  try {
    const jobs = stored.parse(JSON.parse(text)) as unknown as Kept[];
    return new Map(jobs.map((one) => [one.job.id, one]));
  } catch {
    return new Map();
  }
}

function writeKept(file: string | undefined, kept: ReadonlyMap<string, Kept>): void {
  if (file === undefined) return;
  const jobs = [...kept.values()].map(({ owner, request, job }) => ({ owner, request, job }));
  writeFileSync(`${file}.new`, JSON.stringify(jobs), { mode: 0o600 });
  renameSync(`${file}.new`, file);
}

function forgetOldest(kept: Map<string, Kept>): void {
  for (const [id, { job }] of kept) {
    if (kept.size <= MOST_KEPT) return;
    if (job.state !== 'running') kept.delete(id);
  }
}
