/**
 * Whose request is begun next, where many come at the same moment: one of each caller in turn, in one round of the loop so
 * many as fit in a piece of time. Whoever sends hundreds waits behind their own; another is begun after one of them, not
 * after all. A round has room for more than one because long work takes its own piece of every round: were each round one
 * request, whoever indexes a folder would leave room for a hundred requests a second.
 */
import type { Context } from 'hono';
import { CallersLine, countAs, OF_THE_LOOP, type Rounds } from '../kernel/rounds.ts';
import { measuredOf } from './caller.ts';

export function takeTurns(): (context: Context, next: () => Promise<void>) => Promise<void> {
  const line = createLine();
  return (context, next) => {
    const caller = measuredOf(context);
    const begin = () => countAs(caller, next);
    const turn = line.turnOf(caller);
    return turn === undefined ? begin() : turn.then(begin);
  };
}

export interface Line {
  /** A promise for when it is this caller's turn; undefined where nobody else has begun in this round. */
  turnOf(caller: string): Promise<void> | undefined;
}

/** Milliseconds of a round in which requests are begun. */
const ROUND_MS = 4;

export function createLine({ next, after, now }: Rounds = OF_THE_LOOP): Line {
  const waiting = new CallersLine<() => void>();
  let isRound = false;
  let until = 0;
  const open = (): void => {
    isRound = true;
    next(() => {
      isRound = !waiting.isEmpty;
      until = now() + ROUND_MS;
      if (isRound) begin();
    });
  };
  const begin = (): void => {
    const start = now() < until ? waiting.take() : undefined;
    if (start === undefined) open();
    else {
      start();
      after(begin);
    }
  };
  return {
    turnOf: (caller) => {
      if (!isRound) {
        open();
        return undefined;
      }
      return new Promise((resolve) => waiting.put(caller, resolve));
    },
  };
}
