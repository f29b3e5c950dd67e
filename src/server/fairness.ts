/**
 * Whose request is begun next, where many come at the same moment: one of each caller in turn, in one round of the loop so
 * many as fit in a piece of time. Whoever sends hundreds waits behind their own; another is begun after one of them, not
 * after all. A round has room for more than one because long work takes its own piece of every round: were each round one
 * request, whoever indexes a folder would leave room for a hundred requests a second.
 */
import type { Context } from 'hono';
import { measuredOf } from './caller.ts';

export function takeTurns(): (context: Context, next: () => Promise<void>) => Promise<void> {
  const line = createLine();
  return (context, next) => {
    const turn = line.turnOf(measuredOf(context));
    return turn === undefined ? next() : turn.then(next);
  };
}

export interface Line {
  /** A promise for when it is this caller's turn; undefined where nobody else has begun in this round. */
  turnOf(caller: string): Promise<void> | undefined;
}

export interface Rounds {
  /** Calls it in the next round of the loop. */
  next(step: () => void): void;
  /** Calls it in this round, when what was begun waits for something. */
  after(step: () => void): void;
  now(): number;
}

/** Milliseconds of a round in which requests are begun. */
const ROUND_MS = 4;

const OF_THE_LOOP: Rounds = {
  next: setImmediate,
  // A tick that is asked for by a promise's job comes after all such jobs.
  after: (step) => queueMicrotask(() => process.nextTick(step)),
  now: () => performance.now(),
};

export function createLine({ next, after, now }: Rounds = OF_THE_LOOP): Line {
  /** In the order in which they have their next turn. */
  const waiting = new Map<string, (() => void)[]>();
  let isRound = false;
  let until = 0;
  const open = (): void => {
    isRound = true;
    next(() => {
      isRound = waiting.size > 0;
      until = now() + ROUND_MS;
      if (isRound) begin();
    });
  };
  const begin = (): void => {
    const [first] = waiting;
    if (first === undefined || now() >= until) {
      open();
      return;
    }
    const [caller, requests] = first;
    waiting.delete(caller);
    const start = requests.shift()!;
    if (requests.length > 0) waiting.set(caller, requests);
    start();
    after(begin);
  };
  return {
    turnOf: (caller) => {
      if (!isRound) {
        open();
        return undefined;
      }
      return new Promise((resolve) => {
        const own = waiting.get(caller);
        if (own === undefined) waiting.set(caller, [resolve]);
        else own.push(resolve);
      });
    },
  };
}
