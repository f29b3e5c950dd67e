/**
 * The circuit of one remote agent. After so many failures in a row nobody is sent there; it is asked in the background
 * whether it lives, and when it does one call is let through. If that one comes back, everybody follows.
 */
export type Circuit = 'closed' | 'open' | 'half_open';

export interface BreakerOptions {
  readonly failures: number;
  readonly resetMs: number;
  /** Whether it lives. */
  readonly probe: () => Promise<boolean>;
  readonly onChange?: (circuit: Circuit) => void;
}

export class Breaker {
  readonly #options: BreakerOptions;
  #circuit: Circuit = 'closed';
  #failures = 0;
  #trying = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: BreakerOptions) {
    this.#options = options;
  }

  get circuit(): Circuit {
    return this.#circuit;
  }

  get failures(): number {
    return this.#failures;
  }

  /** Whether a call may go; of a circuit that is half open, one at a time. */
  admit(): boolean {
    if (this.#circuit === 'closed') return true;
    if (this.#circuit === 'open' || this.#trying) return false;
    this.#trying = true;
    return true;
  }

  succeed(): void {
    this.#trying = false;
    this.#failures = 0;
    if (this.#circuit !== 'closed') this.#become('closed');
  }

  fail(): void {
    this.#trying = false;
    this.#failures++;
    if (this.#circuit === 'half_open' || (this.#circuit === 'closed' && this.#failures >= this.#options.failures))
      this.#become('open');
  }

  /** The call came to nothing that speaks for or against the agent. */
  pass(): void {
    this.#trying = false;
  }

  close(): void {
    clearTimeout(this.#timer);
  }

  #become(circuit: Circuit): void {
    this.#circuit = circuit;
    clearTimeout(this.#timer);
    if (circuit === 'open') this.#look();
    this.#options.onChange?.(circuit);
  }

  #look(): void {
    this.#timer = setTimeout(async () => {
      const lives = await this.#options.probe().catch(() => false);
      if (this.#circuit !== 'open') return;
      if (lives) this.#become('half_open');
      else this.#look();
    }, this.#options.resetMs).unref();
  }
}
