import { afterEach, beforeEach, expect, test } from 'vitest';
import { ConsiliumError } from '../kernel/index.ts';
import { openDatabase } from '../storage/handle.ts';
import { openIndexJobStore } from '../storage/rooms/indexing.ts';
import { type IndexJobStore, openIndexJobs } from './jobs.ts';
import type { IndexReport, IndexRequest } from './search.ts';

let db: ReturnType<typeof openDatabase>;
let store: IndexJobStore;
beforeEach(() => {
  db = openDatabase(':memory:');
  store = openIndexJobStore(db);
});
afterEach(() => db.close());

const report = { scope: 'docs', files: 1 } as IndexReport;
const request: IndexRequest = { paths: ['/docs'], scope: 'docs' };

/** An index that waits until it is told to go on, or is called off. */
function slowIndex() {
  const asked: IndexRequest[] = [];
  const begun = Promise.withResolvers<void>();
  const index = (one: IndexRequest) => {
    asked.push(one);
    begun.resolve();
    return new Promise<IndexReport>((_, reject) => {
      const stop = () => reject(new ConsiliumError('ABORTED', 'Called off.'));
      if (one.signal?.aborted) stop();
      else one.signal?.addEventListener('abort', stop);
    });
  };
  return { asked, begun: begun.promise, index };
}

test('a job that the process left open is gone on with by the next, for its owner', async () => {
  const slow = slowIndex();
  const first = openIndexJobs({ index: slow.index, store });
  const { id } = first.start('ada', request);
  await slow.begun;
  await first.close();
  const done = Promise.withResolvers<void>();
  const second = openIndexJobs({
    store,
    index: async (asked) => {
      expect(asked).toMatchObject(request);
      setImmediate(done.resolve);
      return report;
    },
  });
  expect(second.find('ada', id)).toMatchObject({ state: 'running' });
  expect(second.find('eve', id)).toBeUndefined();
  await done.promise;
  expect(second.find('ada', id)).toMatchObject({ state: 'done', report });
  expect(openIndexJobs({ index: slow.index, store }).list('ada')).toMatchObject([{ id, state: 'done' }]);
});

test('is called off, begun anew and put away by its owner alone', async () => {
  const slow = slowIndex();
  const jobs = openIndexJobs({ index: slow.index, store });
  const { id } = jobs.start('ada', request);
  await slow.begun;
  expect([jobs.cancel('eve', id), jobs.hide('ada', id), jobs.restart('ada', id)]).toEqual([false, false, undefined]);
  expect(jobs.cancel('ada', id)).toBe(true);
  await new Promise(setImmediate);
  expect(jobs.find('ada', id)).toMatchObject({ state: 'cancelled' });
  expect(jobs.restart('eve', id)).toBeUndefined();
  expect(jobs.restart('ada', id)).toMatchObject({ id, state: 'running' });
  jobs.cancel('ada', id);
  await new Promise(setImmediate);
  expect([jobs.hide('eve', id), jobs.hide('ada', id)]).toEqual([false, true]);
  expect(store.all()).toEqual([]);
});

test('is begun anew only when it has let go of its last file', async () => {
  const last = Promise.withResolvers<IndexReport>();
  const jobs = openIndexJobs({ index: () => last.promise, store });
  const { id } = jobs.start('ada', request);
  expect(jobs.cancel('ada', id)).toBe(true);
  expect([jobs.find('ada', id)!.state, jobs.restart('ada', id)]).toEqual(['cancelled', undefined]);
  last.resolve(report);
  await new Promise(setImmediate);
  // Whoever called it off has said how it ended.
  expect(jobs.find('ada', id)).toMatchObject({ state: 'cancelled' });
  expect(jobs.restart('ada', id)).toMatchObject({ state: 'running' });
});

test('whoever waits for it hears how it ended, and it is listed no more; left by a killed process it is gone on with', async () => {
  const jobs = openIndexJobs({ index: async () => report, store });
  await expect(jobs.run('ada', request)).resolves.toEqual(report);
  expect([jobs.list('ada'), store.all()]).toEqual([[], []]);
  const failing = openIndexJobs({ index: async () => Promise.reject(new ConsiliumError('NO', 'No.')), store });
  await expect(failing.run('ada', request)).rejects.toMatchObject({ code: 'NO' });
  const slow = slowIndex();
  const killed = openIndexJobs({ index: slow.index, store });
  void killed.run('ada', request);
  await slow.begun;
  const next = slowIndex();
  openIndexJobs({ index: next.index, store });
  await next.begun;
  expect(next.asked).toMatchObject([request]);
});

test('an end that cannot be stored ends no process', async () => {
  const jobs = openIndexJobs({ index: async () => report, store });
  const { id } = jobs.start('ada', request);
  db.exec("CREATE TEMP TRIGGER full BEFORE UPDATE ON index_job BEGIN SELECT RAISE(ABORT, 'no room'); END");
  await new Promise(setImmediate);
  expect(jobs.find('ada', id)).toMatchObject({ state: 'done' });
  expect(store.all()).toMatchObject([{ job: { state: 'running' } }]);
});
