/** Long work in small pieces: whoever calls this between them lets others have their turn. */
import { takeTurn } from '../kernel/breath.ts';

const LONGEST_MS = 15;

export function openBreath(): () => Promise<void> {
  let last = performance.now();
  return async () => {
    if (performance.now() - last < LONGEST_MS) return;
    await takeTurn();
    last = performance.now();
  };
}
