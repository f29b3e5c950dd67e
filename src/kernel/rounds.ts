/**
 * Rounds of the loop on the thread that everybody shares, and who has them. What may hold it long is done in strides: after
 * each, whoever else has something to do goes first, for as long as the stride took. A round apiece would not be
 * enough: a request takes several, and twenty that came during one stride begin a few in each; each of those
 * would be as long as the next stride.
 */
import { AsyncLocalStorage } from 'node:async_hooks';

export interface Rounds {
  /** Calls it in the next round of the loop. */
  next(step: () => void): void;
  /** Calls it in this round, when what was begun waits for something. */
  after(step: () => void): void;
  now(): number;
}

export const OF_THE_LOOP: Rounds = {
  next: (step) => void setImmediate(step),
  // A tick that is asked for by a promise's job comes after all such jobs.
  after: (step) => queueMicrotask(() => process.nextTick(step)),
  now: () => performance.now(),
};

/** A round that is shorter, in milliseconds, was nobody's; after so many of them one upon another nobody has anything to do. */
const EMPTY_MS = 0.1;
const MANY_EMPTY = 4;

export interface Strides {
  /** Calls it when its turn has come, in a round of its own. */
  next(step: () => void): void;
}

export function createStrides({ next, after, now }: Rounds = OF_THE_LOOP): Strides {
  const line: (() => void)[] = [];
  let isAwake = false;
  const stride = (): void => {
    const step = line.shift();
    isAwake = step !== undefined;
    if (step === undefined) return;
    const began = now();
    after(() => rest(now() - began));
    step();
  };
  /** Others go, for so long at most. */
  const rest = (took: number): void => {
    let last = now();
    const until = last + took;
    let empty = 0;
    const look = (): void => {
      const at = now();
      empty = at - last < EMPTY_MS ? empty + 1 : 0;
      last = at;
      if (at >= until || empty === MANY_EMPTY) stride();
      else next(look);
    };
    next(look);
  };
  return {
    next: (step) => {
      line.push(step);
      if (isAwake) return;
      isAwake = true;
      next(stride);
    },
  };
}

/** All that is long in this process. */
export const STRIDES = createStrides();

/** A line in which one of each caller has a turn before anybody has a second one. */
export class CallersLine<T> {
  /** In the order in which they have their next turn. */
  readonly #waiting = new Map<string, T[]>();

  get isEmpty(): boolean {
    return this.#waiting.size === 0;
  }

  put(caller: string, one: T): void {
    const own = this.#waiting.get(caller);
    if (own === undefined) this.#waiting.set(caller, [one]);
    else own.push(one);
  }

  take(): T | undefined {
    const [first] = this.#waiting;
    if (first === undefined) return undefined;
    const [caller, own] = first;
    this.#waiting.delete(caller);
    const one = own.shift();
    if (own.length > 0) this.#waiting.set(caller, own);
    return one;
  }
}

const callers = new AsyncLocalStorage<string>();

/** What this begins is counted as that caller's, in whichever room it is done. */
export function countAs<T>(caller: string, work: () => T): T {
  return callers.run(caller, work);
}

/** Whose work this is; the house's own where nobody asked for it. */
export function countedAs(): string {
  return callers.getStore() ?? '';
}
