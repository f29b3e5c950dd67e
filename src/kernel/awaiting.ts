/**
 * Code that is written as if everything were at hand throws `Awaiting` where something is not: whoever called it waits
 * until it is there, and calls it again from its start. Callbacks, offline policies and tools are called so.
 */
import { untilAborted } from './abort.ts';
import type { MaybePromise } from './event.ts';

/** Not a failure: let it pass. */
export class Awaiting extends Error {
  readonly ready: Promise<unknown>;

  constructor(ready: Promise<unknown>) {
    super('Something that is needed is not there yet: let this pass, and call again.');
    this.ready = ready;
    ready.catch(() => {});
  }
}

export async function untilReady<T>(work: () => MaybePromise<T>, signal?: AbortSignal): Promise<T> {
  for (;;)
    try {
      return await work();
    } catch (thrown) {
      if (!(thrown instanceof Awaiting)) throw thrown;
      const ready = thrown.ready.catch(() => {}); // the code itself meets the failure, in its place
      await (signal === undefined ? ready : untilAborted(ready, signal));
    }
}
