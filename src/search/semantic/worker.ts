/** One thread with the model: texts in, vectors out. */
import { parentPort } from 'node:worker_threads';
import type { Reply, Request } from './embedder.ts';
import { openModel } from './model.ts';
import { DIMENSIONS, toSigned } from './vectors.ts';

const model = openModel();

parentPort?.on('message', ({ job, texts, exact }: Request) => {
  parentPort?.postMessage(answer(job, texts, exact));
});

function answer(job: number, texts: readonly string[], exact: boolean): Reply {
  try {
    const vectors = model.embed(texts);
    if (exact) return { job, kind: 'exact', vector: vectors[0] as Float32Array };
    const bytes = new Int8Array(texts.length * DIMENSIONS);
    for (const [i, vector] of vectors.entries()) bytes.set(toSigned(vector), i * DIMENSIONS);
    return { job, kind: 'bytes', bytes };
  } catch (thrown) {
    return { job, kind: 'failed', why: (thrown as Error).message };
  }
}
