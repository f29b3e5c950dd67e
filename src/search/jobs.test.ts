import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ConsiliumError } from '../kernel/index.ts';
import { openIndexJobs } from './jobs.ts';
import type { IndexReport, IndexRequest } from './search.ts';

let dir: string;
let file: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'index-jobs-'));
  file = join(dir, 'jobs.json');
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

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
  const first = openIndexJobs({ index: slow.index, file });
  const { id } = first.start('ada', request);
  await slow.begun;
  await first.close();
  const done = Promise.withResolvers<void>();
  const second = openIndexJobs({
    file,
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
  expect(openIndexJobs({ index: slow.index, file }).list('ada')).toMatchObject([{ id, state: 'done' }]);
});

test('is called off, begun anew and put away by its owner alone', async () => {
  const slow = slowIndex();
  const jobs = openIndexJobs({ index: slow.index, file });
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
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual([]);
});

test('a file that holds something else holds no jobs', () => {
  writeFileSync(file, '{"jobs":');
  expect(openIndexJobs({ index: async () => report, file }).list('ada')).toEqual([]);
});
