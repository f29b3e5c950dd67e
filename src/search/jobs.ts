/**
 * Indexing as a job: begun, looked at, called off. A job belongs to who began it; others do not see it. What it has read is
 * in the index whatever becomes of the job, and indexing the same paths again goes on from there.
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

export interface IndexJobs {
  /** Throws INDEX_BUSY where so many are under way. */
  start(owner: string, request: IndexRequest): IndexJob;
  find(owner: string, id: string): IndexJob | undefined;
  list(owner: string): IndexJob[];
  /** False if it has ended, or is nobody's. */
  cancel(owner: string, id: string): boolean;
  /** Calls off what is under way and waits for it. */
  close(): Promise<void>;
}

interface Kept {
  readonly owner: string;
  readonly stop: AbortController;
  readonly ended: Promise<void>;
  job: IndexJob;
}

const MOST_AT_ONCE = 8;
const MOST_KEPT = 200;

export function openIndexJobs(
  index: (request: IndexRequest) => Promise<IndexReport>,
  now: () => number = systemClock.now,
): IndexJobs {
  const kept = new Map<string, Kept>();
  const own = (owner: string, id: string) => {
    const found = kept.get(id);
    return found?.owner === owner ? found : undefined;
  };
  return {
    start(owner, request) {
      const running = [...kept.values()].filter(({ job }) => job.state === 'running').length;
      if (running >= MOST_AT_ONCE)
        throw new ConsiliumError('INDEX_BUSY', `${running} jobs of indexing are under way.`, { retryable: true });
      const id = newId();
      const stop = new AbortController();
      const change = (more: Partial<IndexJob>) => {
        const one = kept.get(id);
        if (one !== undefined) one.job = { ...one.job, ...more };
      };
      const work = async () => {
        try {
          const report = await index({
            ...request,
            signal: stop.signal,
            onProgress: ({ phase, done, total }) => change({ progress: { phase, done, total } }),
          });
          change({ state: 'done', report, ended_at: now() });
        } catch (thrown) {
          const { code, message } = toConsiliumError(thrown);
          const failed = stop.signal.aborted
            ? { state: 'cancelled' as const }
            : { state: 'failed' as const, error: { code, message } };
          change({ ...failed, ended_at: now() });
        }
      };
      const job: IndexJob = { id, scope: request.scope, state: 'running', started_at: now() };
      // The map has it before the work begins.
      const ended = Promise.resolve().then(work);
      kept.set(id, { owner, stop, ended, job });
      forgetOldest(kept);
      return job;
    },
    find: (owner, id) => own(owner, id)?.job,
    list: (owner) =>
      [...kept.values()]
        .filter((one) => one.owner === owner)
        .map(({ job }) => job)
        .sort((a, b) => b.started_at - a.started_at),
    cancel(owner, id) {
      const found = own(owner, id);
      if (found === undefined || found.job.state !== 'running') return false;
      found.stop.abort();
      return true;
    },
    async close() {
      for (const { stop } of kept.values()) stop.abort();
      await Promise.all([...kept.values()].map(({ ended }) => ended));
    },
  };
}

function forgetOldest(kept: Map<string, Kept>): void {
  for (const [id, { job }] of kept) {
    if (kept.size <= MOST_KEPT) return;
    if (job.state !== 'running') kept.delete(id);
  }
}
