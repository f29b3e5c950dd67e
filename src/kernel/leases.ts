/** The leases of a runner's open turns, renewed while they run. A turn that has lost its own is told, and ends. */
import type { Clock } from './clock.ts';
import type { ConsiliumError } from './errors.ts';
import { LEASE_MS } from './invocation.ts';
import { conflict, type Lease, type Store } from './store.ts';

export class Leases {
  readonly #store: Store;
  readonly #clock: Clock;
  readonly #holder: string;
  readonly #open = new Map<string, (lost: ConsiliumError) => void>();
  #callOff: (() => void) | undefined;

  constructor({ store, clock, node }: { store: Store; clock: Clock; node: string }) {
    this.#store = store;
    this.#clock = clock;
    this.#holder = node;
  }

  next(): Lease {
    return { holder: this.#holder, until: this.#clock.now() + LEASE_MS };
  }

  hold(session: string, onLost: (lost: ConsiliumError) => void): void {
    this.#open.set(session, onLost);
    this.#callOff ??= this.#clock.after(LEASE_MS / 3, () => void this.#renew());
  }

  release(session: string): void {
    this.#open.delete(session);
    if (this.#open.size > 0) return;
    this.#callOff?.();
    this.#callOff = undefined;
  }

  async #renew(): Promise<void> {
    this.#callOff = this.#clock.after(LEASE_MS / 3, () => void this.#renew());
    for (const [session, onLost] of [...this.#open]) {
      // A store that cannot be reached now says so at the next append.
      const kept = await Promise.resolve()
        .then(() => this.#store.claim(session, this.next()))
        .catch(() => true);
      if (!kept && this.#open.get(session) === onLost) onLost(conflict(session, 'its turn was taken over'));
    }
    if (this.#open.size === 0) this.release('');
  }
}
