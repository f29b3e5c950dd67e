/** What all commands need of the terminal: errors, colour, and a sign of life for what takes over a second. */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { Readable, Writable } from 'node:stream';
import type { App } from '../app/index.ts';
import { sayWithPlace, toConsiliumError } from '../kernel/errors.ts';
import { showableJson } from '../text/index.ts';
import { guarded, unguarded } from './words.ts';

/** A stream for words; whether a person watches it decides on colour and spinners. */
export type Output = Writable & { readonly isTTY?: boolean };

/**
 * Where a command reads and writes. It need not be this process's own: beside a running server, commands run in the
 * server and their terminal is somebody else's. So commands ask for `terminal()` and leave `process` alone.
 */
export interface Terminal {
  readonly stdin: Readable;
  readonly stdout: Output;
  readonly stderr: Output;
  /** Whether stdin is a person at a keyboard whose keys this process sees. */
  readonly isInteractive: boolean;
  readonly cwd: string;
  /** What is set where the command was called. */
  readonly env: Readonly<Record<string, string | undefined>>;
  setExitCode(code: number): void;
  /** Calls `stop` at Ctrl-C; what it returns takes that back. */
  onInterrupt(stop: () => void): () => void;
}

/** A terminal, and the app that is open already where the command runs inside its owner. */
export interface Seat {
  readonly terminal: Terminal;
  readonly app?: App | undefined;
}

/** What was asked for there, once it is known: `study cards`, never what was given to it. */
interface TakenSeat extends Seat {
  command?: string;
}

/** Runs a command at a seat and returns its exit code. */
export type RunCommand = (args: readonly string[], seat: Seat) => Promise<number>;

const seats = new AsyncLocalStorage<TakenSeat>();

export function atSeat<T>(seat: Seat, work: () => T): T {
  return seats.run({ ...seat }, work);
}

export function nameCommand(name: string): void {
  const seat = seats.getStore();
  if (seat !== undefined) seat.command = name;
}

/** For the audit trail. */
export function commandName(): string {
  return `consilium ${seats.getStore()?.command ?? ''}`.trim();
}

/** What is written to it as words is safe to look at, whoever's words they are. */
export function terminal(): Terminal {
  const given = seats.getStore()?.terminal ?? ownTerminal;
  let guard = guards.get(given);
  if (guard === undefined) {
    guard = new Proxy(given, {
      get: (own, key) =>
        key === 'stdout' || key === 'stderr' ? guarded(own[key]) : (Reflect.get(own, key, own) as unknown),
    });
    guards.set(given, guard);
  }
  return guard;
}

const guards = new WeakMap<Terminal, Terminal>();

/** A file for somebody's program, as it is. */
export function printFile(text: string): void {
  unguarded(terminal().stdout).write(text);
}

/** The app of the process that this command runs in, where it is somebody else's. */
export function lentApp(): App | undefined {
  return seats.getStore()?.app;
}

export const ownTerminal: Terminal = {
  get stdin() {
    return process.stdin;
  },
  get stdout() {
    return process.stdout;
  },
  get stderr() {
    return process.stderr;
  },
  get isInteractive() {
    return process.stdin.isTTY === true;
  },
  get cwd() {
    return process.cwd();
  },
  get env() {
    return process.env;
  },
  setExitCode: (code) => {
    process.exitCode = code;
  },
  onInterrupt: (stop) => {
    process.on('SIGINT', stop);
    return () => void process.off('SIGINT', stop);
  },
};

/** Shows an error once, at the edge; returns the exit code. */
export function fail(thrown: unknown, json: boolean): 1 {
  const error = toConsiliumError(thrown);
  if (json) printJson({ error: { ...error.toJSON(), message: sayWithPlace(error) } });
  else {
    terminal().stderr.write(`${paint(terminal().stderr, 31, 'Error')} ${sayWithPlace(error)}\n`);
    if (error.hint !== undefined) terminal().stderr.write(`${dim(terminal().stderr, error.hint)}\n`);
    if (error.code === 'INTERNAL' && process.env['CONSILIUM_DEBUG'])
      terminal().stderr.write(`${String((thrown as Error).stack)}\n`);
  }
  return 1;
}

export function printJson(value: unknown): void {
  printFile(`${showableJson(JSON.stringify(value))}\n`);
}

export function dim(stream: Output, text: string): string {
  return paint(stream, 2, text);
}

export function bold(stream: Output, text: string): string {
  return paint(stream, 1, text);
}

function paint(stream: Output, code: number, text: string): string {
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
    if (this.#shown && terminal().stderr.isTTY) terminal().stderr.write('\r\u001b[2K');
  }

  #draw(): void {
    const ms = Date.now() - this.#began;
    if (ms < 1_000) return;
    if (!terminal().stderr.isTTY) {
      if (!this.#shown) terminal().stderr.write(`${this.#what}…\n`);
      this.#shown = true;
      return;
    }
    this.#shown = true;
    const sign = '⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏'[this.#frame++ % 10];
    terminal().stderr.write(
      `\r\u001b[2K${dim(terminal().stderr, `${sign} ${this.#what} · ${Math.floor(ms / 1000)} s`)}`,
    );
  }
}
