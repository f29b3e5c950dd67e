/** How much one remote agent is asked for at once and in a minute: what is too much is refused here, not there. */
import { systemClock } from '../../kernel/clock.ts';
import { ConsiliumError } from '../../kernel/index.ts';

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

  async enter(peer: string): Promise<void> {
    if (this.#running < this.#concurrent) {
      this.#running++;
      return;
    }
    if (this.#queue.length >= this.#waiting)
      throw new ConsiliumError('REMOTE_BUSY', `Too many calls of ${peer} wait already.`, {
        retryable: true,
        hint: 'Ask for less at once, or raise max_concurrent.',
      });
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#queue.push(resolve);
    await promise;
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
    });
  }
}
