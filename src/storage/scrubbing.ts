/** Emptying what SQLite has written ahead, after a deletion. */
import { systemClock } from '../kernel/clock.ts';
import { toConsiliumError } from '../kernel/index.ts';

const AGAIN_MS = 30_000;

export interface Scrubbing {
  begin(): void;
  end(): void;
}

/** Once now; where the disk has no room for it, again until it has: nobody is told that a deletion failed because of it. */
export function openScrubbing(work: () => void, againMs = AGAIN_MS): Scrubbing {
  let callOff: (() => void) | undefined;
  const end = (): void => {
    callOff?.();
    callOff = undefined;
  };
  const begin = (): void => {
    end();
    try {
      work();
    } catch (thrown) {
      if (!toConsiliumError(thrown).code.startsWith('STORAGE_')) throw thrown;
      callOff = systemClock.after(againMs, begin, true);
    }
  };
  return { begin, end };
}
