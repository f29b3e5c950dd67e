/** What all commands need of the terminal: errors, colour, and a sign of life for what takes over a second. */
import { toConsiliumError } from '../kernel/errors.ts';

/** Shows an error once, at the edge; returns the exit code. */
export function fail(thrown: unknown, json: boolean): 1 {
  const error = toConsiliumError(thrown);
  if (json) printJson({ error: error.toJSON() });
  else {
    process.stderr.write(`${paint(process.stderr, 31, 'Error')} ${error.message}\n`);
    if (error.hint !== undefined) process.stderr.write(`${dim(process.stderr, error.hint)}\n`);
    if (error.code === 'INTERNAL' && process.env['CONSILIUM_DEBUG'])
      process.stderr.write(`${String((thrown as Error).stack)}\n`);
  }
  return 1;
}

export function printJson(value: unknown): void {
  process.stdout.write(`${JSON.stringify(value)}\n`);
}

export function dim(stream: NodeJS.WriteStream, text: string): string {
  return paint(stream, 2, text);
}

export function bold(stream: NodeJS.WriteStream, text: string): string {
  return paint(stream, 1, text);
}

function paint(stream: NodeJS.WriteStream, code: number, text: string): string {
  return stream.isTTY && !process.env['NO_COLOR'] ? `\u001b[${code}m${text}\u001b[0m` : text;
}

/**
 * A sign of life on stderr once something has taken a second: a spinner with what is going on and for how long in a
 * terminal, a plain line elsewhere.
 */
export class Progress {
  #what: string;
  readonly #began = Date.now();
  readonly #timer: NodeJS.Timeout;
  #shown = false;
  #frame = 0;

  constructor(what: string) {
    this.#what = what;
    this.#timer = setInterval(() => this.#draw(), 120);
    this.#timer.unref();
  }

  update(what: string): void {
    this.#what = what;
  }

  stop(): void {
    clearInterval(this.#timer);
    if (this.#shown && process.stderr.isTTY) process.stderr.write('\r\u001b[2K');
  }

  #draw(): void {
    const ms = Date.now() - this.#began;
    if (ms < 1_000) return;
    if (!process.stderr.isTTY) {
      if (!this.#shown) process.stderr.write(`${this.#what}…\n`);
      this.#shown = true;
      return;
    }
    this.#shown = true;
    const sign = '⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏'[this.#frame++ % 10];
    process.stderr.write(`\r\u001b[2K${dim(process.stderr, `${sign} ${this.#what} · ${Math.floor(ms / 1000)} s`)}`);
  }
}
