/** Long work on the thread that everybody shares, in pieces: between two of them others have their turn. */

/** Milliseconds at one go. */
const PIECE_MS = 8;

const line: (() => void)[] = [];

/**
 * Resolves when it is one's turn. Of all who wait, one goes at a time, and between two of them whoever asks anew is heard:
 * a hundred who work side by side keep others waiting no longer than one does.
 */
export function takeTurn(): Promise<void> {
  return new Promise((resolve) => {
    if (line.push(resolve) === 1) setImmediate(next);
  });
}

function next(): void {
  line.shift()?.();
  if (line.length > 0) setImmediate(next);
}

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
