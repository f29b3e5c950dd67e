/** The thread of a query that takes long. */
import { parentPort, workerData } from 'node:worker_threads';
import { toConsiliumError } from '../../kernel/errors.ts';
import { handleOf } from '../../storage/data-file.ts';
import { queryGraph } from '../query.ts';
import { withCopy } from './copy.ts';
import type { AsideAnswer, AsideTask } from './query.ts';

const { request, rows } = workerData as AsideTask;

function answer(): AsideAnswer {
  try {
    return { result: withCopy(rows, (copy) => queryGraph(handleOf(copy), request)) };
  } catch (thrown) {
    return { error: toConsiliumError(thrown).toJSON() };
  }
}

const ready: AsideAnswer = { ready: true };
parentPort!.postMessage(ready);
parentPort!.postMessage(answer());
