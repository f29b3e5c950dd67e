/** One thread: calls in, what came of them out. */
import { flushCompileCache } from 'node:module';
import { parentPort } from 'node:worker_threads';
import { ConsiliumError, toConsiliumError } from '../kernel/errors.ts';
import { holdFor } from './holding.ts';
import type { Call, Reply } from './pool.ts';

/** Modules whose `works.load` was done: what a first call would load is no part of it either. */
const loaded = new Set<string>();

const say = (reply: Reply) => parentPort!.postMessage(reply);

parentPort!.on('message', async (call: Call) => {
  try {
    // Loading is not the work: its time is not the caller's.
    const { works } = (await import(call.module)) as {
      works: Record<string, (...args: readonly unknown[]) => unknown>;
    };
    if (!loaded.has(call.module)) {
      await works['load']?.();
      loaded.add(call.module);
      flushCompileCache(); // a thread is ended without a word, and the next one has it easier
    }
    if (call.held !== undefined) holdFor(call.held);
    say({ ready: true });
    say({ done: await works[call.name]!(...call.args) });
  } catch (thrown) {
    say({ failed: (isTooDeep(thrown) ? tooDeep() : toConsiliumError(thrown)).toJSON() });
  }
});

/** What is nested without end is followed until there is no more room for it. */
function isTooDeep(thrown: unknown): boolean {
  return thrown instanceof RangeError && thrown.message.includes('call stack');
}

function tooDeep(): ConsiliumError {
  return new ConsiliumError('WORK_TOO_DEEP', 'That is nested deeper than can be read.', { hint: 'Send less of it.' });
}
