/** The instances of one agent: asked in turn, a conversation always the same one, and none that is known to be down. */
import { systemClock } from '../../kernel/clock.ts';

export interface Endpoint {
  readonly url: URL;
  healthy: boolean;
  /** When it was last known how it is, in ms since the epoch; undefined: nobody has asked it yet. */
  checked: number | undefined;
  /** Whether it keeps the keys of requests, so that the same one sent twice is done once. */
  keepsKeys: boolean;
}

/** A peer says with its answers that it keeps the keys of requests. */
export function noteKeys(endpoint: Endpoint, headers: Readonly<Record<string, unknown>>): void {
  if (headers['x-idempotency'] === 'kept') endpoint.keepsKeys = true;
}

export interface EndpointsOptions {
  readonly urls: readonly string[];
  readonly probe: (url: URL) => Promise<boolean>;
  readonly everyMs: number;
}

const MAX_KEPT = 10_000;

export class Endpoints {
  readonly all: readonly Endpoint[];
  readonly #probe: EndpointsOptions['probe'];
  readonly #everyMs: number;
  /** Conversations and where they are; the oldest make room. */
  readonly #places = new Map<string, Endpoint>();
  #next = 0;
  #looking: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor({ urls, probe, everyMs }: EndpointsOptions) {
    this.all = urls.map((url) => ({ url: new URL(url), healthy: true, checked: undefined, keepsKeys: false }));
    this.#probe = probe;
    this.#everyMs = everyMs;
  }

  /** `tried`: those that failed this very call. Where all are down, the least bad is tried all the same. */
  choose(conversation: string, tried: ReadonlySet<Endpoint>): Endpoint {
    const kept = this.#places.get(conversation);
    if (kept?.healthy && !tried.has(kept)) return kept;
    const usable = this.all.filter((endpoint) => endpoint.healthy && !tried.has(endpoint));
    const fresh = usable.length > 0 ? usable : this.all.filter((endpoint) => !tried.has(endpoint));
    const choice = fresh.length > 0 ? fresh : this.all;
    const chosen = choice[this.#next++ % choice.length]!;
    this.#keep(conversation, chosen);
    return chosen;
  }

  hasOther(tried: ReadonlySet<Endpoint>): boolean {
    return this.all.some((endpoint) => endpoint.healthy && !tried.has(endpoint));
  }

  /** It could not be reached: left out, where there are others, until it says that it lives. */
  markDown(endpoint: Endpoint): void {
    endpoint.healthy = false;
    endpoint.checked = systemClock.now();
    this.watch();
  }

  /** It answered. */
  markUp(endpoint: Endpoint): void {
    endpoint.healthy = true;
    endpoint.checked = systemClock.now();
  }

  /** Looks at all of them now and then, from the first call on. */
  watch(): void {
    if (this.all.length === 1 || this.#timer !== undefined) return;
    this.#timer = setInterval(() => void this.check(), this.#everyMs).unref();
  }

  async check(): Promise<boolean> {
    const lives = await Promise.all(
      this.all.map(async (endpoint) => {
        endpoint.healthy = await this.#probe(endpoint.url).catch(() => false);
        endpoint.checked = systemClock.now();
        return endpoint.healthy;
      }),
    );
    return lives.includes(true);
  }

  /** For who wants to know how they are: resolves when all are known as of late. */
  lookAgain(): Promise<void> {
    const due = systemClock.now() - this.#everyMs;
    if (this.#looking === undefined && this.all.every(({ checked = 0 }) => checked > due)) return Promise.resolve();
    this.#looking ??= this.check().then(() => {
      this.#looking = undefined;
    });
    return this.#looking;
  }

  close(): void {
    clearInterval(this.#timer);
  }

  #keep(conversation: string, endpoint: Endpoint): void {
    if (this.all.length === 1) return;
    this.#places.delete(conversation);
    this.#places.set(conversation, endpoint);
    if (this.#places.size > MAX_KEPT) this.#places.delete(this.#places.keys().next().value!);
  }
}
