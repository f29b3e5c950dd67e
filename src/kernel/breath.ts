/** Long work on the thread that everybody shares, in pieces: between two of them others have their turn. */

/** Milliseconds at one go. */
const PIECE_MS = 8;

/** Called between steps: after a piece, a promise that resolves when others have had their turn; else nothing. */
export function openBreath(pieceMs = PIECE_MS): () => Promise<void> | undefined {
  let until = performance.now() + pieceMs;
  return () => {
    if (performance.now() < until) return undefined;
    return new Promise((resolve) =>
      setImmediate(() => {
        until = performance.now() + pieceMs;
        resolve();
      }),
    );
  };
}
