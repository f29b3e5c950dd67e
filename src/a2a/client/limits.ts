/** How much one remote agent is asked for at once and in a minute: what is too much is refused here, not there. */
import { systemClock } from '../../kernel/clock.ts';
import { ConsiliumError } from '../../kernel/index.ts';
import { calledOff, late } from './outage.ts';

/** How long somebody waits, and what else ends that. */
export interface Patience {
  readonly ms: number;
  readonly signal?: AbortSignal | undefined;
}

export class Bulkhead {
  readonly #concurrent: number;
  readonly #waiting: number;
  readonly #queue: (() => void)[] = [];
  #running = 0;

  constructor({ concurrent, waiting }: { concurrent: number; waiting: number }) {
    this.#concurrent = concurrent;
    this.#waiting = waiting;
  }

  get running(): number {
    return this.#running;
  }

  /** Waits for a place, no longer than whoever asked does. */
  async enter(peer: string, { ms, signal }: Patience): Promise<void> {
    if (this.#running < this.#concurrent) {
      this.#running++;
      return;
    }
    if (this.#queue.length >= this.#waiting)
      throw new ConsiliumError('REMOTE_BUSY', `Too many calls of ${peer} wait already.`, {
        retryable: true,
        hint: 'Ask for less at once, or raise max_concurrent.',
      });
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    this.#queue.push(resolve);
    const giveUp = (error: ConsiliumError) => {
      const at = this.#queue.indexOf(resolve);
      if (at < 0) return; // it has its place already
      this.#queue.splice(at, 1);
      reject(error);
    };
    const onAbort = () => giveUp(calledOff(peer, signal!, null));
    const timer = setTimeout(() => giveUp(late(peer)), Math.max(0, ms));
    signal?.addEventListener('abort', onAbort, { once: true });
    try {
      await promise;
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
    }
  }

  leave(): void {
    const next = this.#queue.shift();
    if (next === undefined) this.#running--;
    else next();
  }
}

/** A bucket that fills evenly over a minute. */
export class Rate {
  readonly #perMinute: number;
  readonly #now: () => number;
  #tokens: number;
  #at: number;

  constructor(perMinute: number, now: () => number = systemClock.now) {
    this.#perMinute = perMinute;
    this.#now = now;
    this.#tokens = perMinute;
    this.#at = now();
  }

  take(peer: string, calls = 1): void {
    if (this.#perMinute === 0) return;
    const now = this.#now();
    this.#tokens = Math.min(this.#perMinute, this.#tokens + ((now - this.#at) / 60_000) * this.#perMinute);
    this.#at = now;
    if (this.#tokens >= calls) {
      this.#tokens -= calls;
      return;
    }
    throw new ConsiliumError('RATE_LIMITED', `${peer} is asked at most ${this.#perMinute} times a minute.`, {
      retryable: true,
      hint: 'Ask less often, keep answers with cache, or raise rate_limit.',
      // When there is room for them again.
      details: {
        retryAfterMs: Math.ceil(((Math.min(calls, this.#perMinute) - this.#tokens) / this.#perMinute) * 60_000),
      },
    });
  }
}
