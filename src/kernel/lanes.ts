/**
 * Lanes: who goes first on the one thread that all turns share. A turn that has said nothing yet goes before those that
 * speak already, and their words before what is done after words: reading, storing, keeping books. Whoever is let go
 * runs alone until it waits for something; between two of them connections are read and words are sent.
 */

const LANES = ['begin', 'speak', 'tidy'] as const;
type Lane = (typeof LANES)[number];

interface Waiting {
  /** When its turn began: the oldest goes first, so that turns end one after another and not all together. */
  readonly began: number;
  readonly go: () => void;
}

export interface LanesOptions {
  /** A turn that is older is no longer kept waiting by those that begin. */
  readonly patienceMs?: number;
  readonly now?: () => number;
}

/** How many pieces of old turns are done for each turn that begins: about one turn, so that no backlog grows. */
const SHARE = 8;

export class Lanes {
  readonly #lanes: Record<Lane, Waiting[]> = { begin: [], speak: [], tidy: [] };
  readonly #patienceMs: number;
  readonly #now: () => number;
  #owed = 0;
  #isAwake = false;

  constructor({ patienceMs = 2_000, now = () => performance.now() }: LanesOptions = {}) {
    this.#patienceMs = patienceMs;
    this.#now = now;
  }

  /** Resolves when the next turn may begin: in the order in which they came. */
  begin(): Promise<void> {
    return this.#wait('begin', this.#now());
  }

  /** Resolves when a turn that has spoken may go on with its answer: when nobody waits to begin. */
  speak(began: number): Promise<void> {
    return this.#wait('speak', began);
  }

  /** Resolves when nobody waits for words. */
  tidy(began: number): Promise<void> {
    return this.#wait('tidy', began);
  }

  #wait(lane: Lane, began: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const line = this.#lanes[lane];
    const at = line.findLastIndex((other) => other.began <= began) + 1;
    line.splice(at, 0, { began, go: resolve });
    this.#wake();
    return promise;
  }

  #wake(): void {
    if (this.#isAwake) return;
    this.#isAwake = true;
    setImmediate(() => {
      this.#isAwake = false;
      const lane = this.#next();
      if (lane === undefined) return;
      this.#owed = lane === 'begin' ? SHARE : Math.max(0, this.#owed - 1);
      this.#lanes[lane].shift()!.go();
      if (LANES.some((name) => this.#lanes[name].length > 0)) this.#wake();
    });
  }

  #next(): Lane | undefined {
    const waiting = LANES.filter((name) => this.#lanes[name].length > 0);
    const old = this.#now() - this.#patienceMs;
    const overdue = this.#owed > 0 && waiting.find((name) => name !== 'begin' && this.#lanes[name][0]!.began < old);
    return overdue || waiting[0];
  }
}
