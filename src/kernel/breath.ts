/** Long work on the thread that everybody shares, in pieces: between two of them others have their turn. */
import { CallersLine, countedAs, STRIDES } from './rounds.ts';

/** Milliseconds at one go. */
const PIECE_MS = 8;

/**
 * Pieces of long work: of all who wait, one goes at a time, and between two of them whoever asks anew is heard. A hundred who
 * work side by side keep others waiting no longer than one does, and a caller's hundred keep another's one waiting for one.
 */
export function createPieces(strides = STRIDES): (caller?: string) => Promise<void> {
  const line = new CallersLine<() => void>();
  let isAwake = false;
  const wake = (): void =>
    strides.next(() => {
      line.take()?.();
      isAwake = !line.isEmpty;
      if (isAwake) wake();
    });
  return (caller = countedAs()) =>
    new Promise((resolve) => {
      line.put(caller, resolve);
      if (isAwake) return;
      isAwake = true;
      wake();
    });
}

/** Resolves when it is one's turn. */
export const takeTurn = createPieces();

/** Called between steps: after a piece, a promise that resolves when others have had their turn; else nothing. */
export function openBreath(pieceMs = PIECE_MS): () => Promise<void> | undefined {
  let until = performance.now() + pieceMs;
  return () => {
    if (performance.now() < until) return undefined;
    return takeTurn().then(() => {
      until = performance.now() + pieceMs;
    });
  };
}

/** Each in its turn, in order, letting others have theirs in between. */
export async function mapGently<T, R>(all: Iterable<T>, make: (one: T) => R): Promise<R[]> {
  const breathe = openBreath();
  const made: R[] = [];
  for (const one of all) {
    made.push(make(one));
    await breathe();
  }
  return made;
}
