/** The leases of a runner's open turns, renewed while they run. A turn that has lost its own is told, and ends. */
import type { Clock } from './clock.ts';
import type { ConsiliumError } from './errors.ts';
import { LEASE_MS } from './house.ts';
import { conflict, type Lease, type Store } from './store.ts';

export class Leases {
  readonly #store: Store;
  readonly #work: Clock;
  readonly #holder: string;
  readonly #open = new Map<string, (lost: ConsiliumError) => void>();
  #isArmed = false;

  constructor({ store, work, node }: { store: Store; work: Clock; node: string }) {
    this.#store = store;
    this.#work = work;
    this.#holder = node;
  }

  next(): Lease {
    return { holder: this.#holder, until: this.#work.now() + LEASE_MS };
  }

  hold(session: string, onLost: (lost: ConsiliumError) => void): void {
    this.#open.set(session, onLost);
    this.#arm();
  }

  release(session: string): void {
    this.#open.delete(session);
  }

  /** One timer for all turns; it runs on until there is nothing to renew. */
  #arm(): void {
    if (this.#isArmed) return;
    this.#isArmed = true;
    this.#work.after(LEASE_MS / 3, () => void this.#renew(), true);
  }

  async #renew(): Promise<void> {
    this.#isArmed = false;
    if (this.#open.size === 0) return;
    this.#arm();
    for (const [session, onLost] of [...this.#open]) {
      // A store that cannot be reached now says so at the next append.
      const kept = await Promise.resolve()
        .then(() => this.#store.claim(session, this.next()))
        .catch(() => true);
      if (kept || !(await this.#isAnothers(session))) continue;
      if (this.#open.get(session) === onLost) onLost(conflict(session, 'its turn was taken over'));
    }
  }

  /** Of a turn that has only begun nothing is stored yet: there is nothing to renew, and nobody has taken it. */
  async #isAnothers(session: string): Promise<boolean> {
    const row = await Promise.resolve()
      .then(() => this.#store.session(session))
      .catch(() => undefined);
    return row?.open != null && row.open.lease?.holder !== this.#holder;
  }
}
