/** One thread: work in, what came of it out. */
import { parentPort } from 'node:worker_threads';
import { type Json, toConsiliumError } from '../../kernel/index.ts';
import { analyse } from '../analysis/analysis.ts';
import { findFunction } from '../registry.ts';
import { countTokens } from '../tokens.ts';
import type { Done, Reply, Work } from './index.ts';

parentPort?.on('message', async (work: Work) => {
  parentPort?.postMessage(await answer(work));
});

async function answer(work: Work): Promise<Reply> {
  try {
    if (work.kind === 'count') return { done: { value: countTokens(work.text, work.stopAfter), warnings: [] } };
    return { done: work.kind === 'offline' ? await runOffline(work) : await runAnalysis(work) };
  } catch (thrown) {
    return { failed: toConsiliumError(thrown).toJSON() };
  }
}

async function runOffline({ name, input, gathered }: Extract<Work, { kind: 'offline' }>): Promise<Done> {
  const fn = findFunction(name);
  const warnings: string[] = [];
  const output = await fn.offline!(input, gathered, { warn: (message) => void warnings.push(message) });
  return { value: JSON.parse(JSON.stringify(fn.output.parse(output))) as Json, warnings };
}

async function runAnalysis({ request }: Extract<Work, { kind: 'analyse' }>): Promise<Done> {
  const { warnings, ...value } = await analyse(request);
  return { value: JSON.parse(JSON.stringify(value)) as Json, warnings };
}
