/**
 * Lanes: who goes first on the one thread that all turns share. A turn that has said nothing yet goes before those that
 * speak already, and their words before what is done after words: reading, storing, keeping books. Whoever is let go
 * runs alone until it waits for something; between two of them connections are read and words are sent.
 */
import { STRIDES, type Strides } from './rounds.ts';

const LANES = ['begin', 'speak', 'tidy'] as const;
type Lane = (typeof LANES)[number];

interface Waiting {
  /** When its turn began: the oldest goes first, so that turns end one after another and not all together. */
  readonly began: number;
  readonly go: () => void;
}

export interface LanesOptions {
  /** Of a turn that is older a piece is done for each turn that begins, however many those are. */
  readonly patienceMs?: number;
  /** So many may wait to go on; beyond that nobody begins, so that what is begun also ends. */
  readonly most?: number;
  readonly now?: () => number;
  readonly strides?: Strides;
}

export class Lanes {
  readonly #lanes: Record<Lane, Waiting[]> = { begin: [], speak: [], tidy: [] };
  readonly #patienceMs: number;
  readonly #most: number;
  readonly #now: () => number;
  readonly #strides: Strides;
  #isOwing = false;
  #isAwake = false;

  constructor({
    patienceMs = 2_000,
    most = 1_000,
    now = () => performance.now(),
    strides = STRIDES,
  }: LanesOptions = {}) {
    this.#patienceMs = patienceMs;
    this.#most = most;
    this.#now = now;
    this.#strides = strides;
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
    this.#strides.next(() => {
      this.#isAwake = false;
      const lane = this.#next();
      if (lane === undefined) return;
      this.#isOwing = lane === 'begin';
      this.#lanes[lane].shift()!.go();
      if (LANES.some((name) => this.#lanes[name].length > 0)) this.#wake();
    });
  }

  #next(): Lane | undefined {
    const waiting = LANES.filter((name) => this.#lanes[name].length > 0);
    const begun = waiting.filter((name) => name !== 'begin');
    if (this.#lanes.speak.length + this.#lanes.tidy.length >= this.#most) return begun[0];
    const old = this.#now() - this.#patienceMs;
    const overdue = begun.find((name) => this.#lanes[name][0]!.began < old);
    return this.#isOwing && overdue !== undefined ? overdue : waiting[0];
  }
}
