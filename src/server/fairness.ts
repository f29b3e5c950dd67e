/**
 * Whose request is begun next, where many come at the same moment: one of each caller in turn, one in a round of the loop.
 * Whoever sends hundreds waits behind their own; another is begun after one of them, not after all.
 */
import type { Context } from 'hono';
import { callerOf, keyOf } from './caller.ts';

export function takeTurns(): (context: Context, next: () => Promise<void>) => Promise<void> {
  const line = createLine();
  return async (context, next) => {
    await line.turnOf(keyOf(callerOf(context)));
    await next();
  };
}

export interface Line {
  /** A promise for when it is this caller's turn; undefined where nobody else has begun in this round. */
  turnOf(caller: string): Promise<void> | undefined;
}

export function createLine(eachRound: (step: () => void) => void = setImmediate): Line {
  /** In the order in which they have their next turn. */
  const waiting = new Map<string, (() => void)[]>();
  let isRound = false;
  const step = (): void => {
    isRound = false;
    const [first] = waiting;
    if (first === undefined) return;
    const [caller, requests] = first;
    waiting.delete(caller);
    const begin = requests.shift()!;
    if (requests.length > 0) waiting.set(caller, requests);
    openRound();
    begin();
  };
  const openRound = (): void => {
    isRound = true;
    eachRound(step);
  };
  return {
    turnOf: (caller) => {
      if (!isRound) {
        openRound();
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
