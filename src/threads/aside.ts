/**
 * A module's function, called as if it were here. Where threads are kept (a server keeps them), the first call of
 * something throws `Awaiting` and begins it in a thread; called again, it returns what came of it. Elsewhere it is done
 * at once: a command that answers one person has nobody to keep waiting.
 */
import { createHash } from 'node:crypto';
import { Awaiting } from '../kernel/awaiting.ts';
import { findAgent } from '../kernel/context.ts';
import { ConsiliumError } from '../kernel/errors.ts';
import type { MaybePromise } from '../kernel/event.ts';
import { heldValue } from './holding.ts';
import { createPool, type Job, type Pool, type PoolOptions } from './pool.ts';

let pool: Pool | undefined;

/** From now on in threads, until what it returns is called. */
export function keepThreads(options?: PoolOptions): () => Promise<void> {
  const own = createPool(options);
  pool = own;
  return async () => {
    if (pool === own) pool = undefined;
    await own.close();
  };
}

/** Whether somebody would be kept waiting by what is done here and not in a thread. */
export function keepsThreads(): boolean {
  return pool !== undefined;
}

/** Has `works.warm` of a module run in each thread before it takes work, if threads are kept; the first is started now. */
export async function warmThreads(module: string): Promise<void> {
  await pool?.warm(module);
}

/** Something large that several calls are about: what a thread is given of it, and what it is here. */
export class Held<T> {
  readonly key: string;
  readonly load: () => MaybePromise<unknown>;
  readonly open: () => T;

  constructor(key: string, load: () => MaybePromise<unknown>, open: () => T) {
    this.key = key;
    this.load = load;
    this.open = open;
  }

  toJSON(): HeldKey {
    return { held: this.key };
  }
}

interface HeldKey {
  readonly held: string;
}

const opened = new WeakMap<object, unknown>();

/** In the function itself: the value, made once of what the thread was given. */
export function openHeld<T, Given extends object>(held: Held<T>, make: (given: Given) => T): T {
  if (held instanceof Held) return held.open();
  const given = heldValue((held as HeldKey).held) as Given;
  if (!opened.has(given)) opened.set(given, make(given));
  return opened.get(given) as T;
}

/** The same for code that can wait: in a thread where some are kept, here where not. `long` is work that may take a while. */
export async function callAside<W extends Works, Name extends keyof W & string>(
  module: string,
  works: W,
  name: Name,
  args: Parameters<W[Name]>,
  options: Pick<Job, 'long' | 'limitMs' | 'owner' | 'transfer'> = {},
): Promise<Awaited<ReturnType<W[Name]>>> {
  if (pool === undefined) return (await works[name]!(...args)) as Awaited<ReturnType<W[Name]>>;
  const owner = options.owner ?? findAgent()?.principal.user;
  const held = args.find((arg: unknown) => arg instanceof Held) as Held<unknown> | undefined;
  const sent = args.map((arg: unknown) => (arg instanceof Held ? arg.toJSON() : arg));
  const job = { module, name, args: sent, ...options, ...(held && { held }), ...(owner !== undefined && { owner }) };
  return pool.run<Awaited<ReturnType<W[Name]>>>(job);
}

/** So many characters in its arguments make a call a long one. */
const LONG = 4_000;
const LONG_MS = 30_000;
/** A short text takes moments; only a machine that is drowned takes longer, and that is not the text's fault. */
const SHORT_MS = 120_000;

type Works = Readonly<Record<string, (...args: never[]) => unknown>>;

/** The functions that a module exports as `works`; `module` is its own address. */
export function aside<W extends Works>(module: string, works: W): W {
  const called = Object.entries(works).map(([name, work]) => {
    const call = (...args: never[]): unknown => {
      if (pool === undefined) return work(...args);
      const key = `${module} ${name} ${args.map(nameOf).join(' ')}`;
      const known = results.get(key);
      if (known !== undefined && 'value' in known) return known.value;
      if (known !== undefined && 'error' in known) throw known.error;
      throw new Awaiting(known?.ready ?? begin(pool, key, { module, name, args }));
    };
    return [name, call];
  });
  return Object.fromEntries(called) as W;
}

type Known = { readonly ready: Promise<unknown> } | { readonly value: unknown } | { readonly error: unknown };

function begin(
  threads: Pool,
  key: string,
  { module, name, args }: { module: string; name: string; args: readonly unknown[] },
): Promise<unknown> {
  const texts = args.filter((arg) => typeof arg === 'string');
  const length = texts.reduce((sum, text) => sum + text.length, 0);
  const held = args.find((arg) => arg instanceof Held);
  const owner = findAgent()?.principal.user;
  if (texts.some((text) => givenUp.has(text))) {
    results.set(key, { error: tooMuch() });
    return Promise.resolve();
  }
  const ready = threads
    .run({
      module,
      name,
      args: args.map((arg) => (arg instanceof Held ? arg.toJSON() : arg)),
      ...(held !== undefined && { held }),
      ...(length > LONG ? { long: true, limitMs: LONG_MS } : { limitMs: SHORT_MS }),
      ...(owner !== undefined && { owner }),
    })
    .then(
      (value) => results.set(key, { value }),
      (thrown: ConsiliumError) => {
        const isTooMuch = length > LONG && (thrown.code === 'WORK_TIMEOUT' || thrown.code === 'WORK_TOO_LARGE');
        if (isTooMuch) for (const text of texts) if (text.length > LONG) giveUp(text);
        results.set(key, { error: isTooMuch ? tooMuch() : thrown });
      },
    );
  results.set(key, { ready });
  return ready;
}

/** What could not be read once is not tried again with each next question about it. */
const givenUp = new Set<string>();
const MOST_GIVEN_UP = 8;

function giveUp(text: string): void {
  givenUp.add(text);
  if (givenUp.size > MOST_GIVEN_UP) givenUp.delete(givenUp.values().next().value!);
}

function tooMuch(): ConsiliumError {
  return new ConsiliumError('MESSAGE_TOO_LONG', 'That is more than I can read at once.', {
    hint: 'Send the part that matters; whole documents can be indexed or imported.',
  });
}

/** Agents of one turn ask the same again and again: the newest results are kept, and none is let go while its turn may run. */
class Results {
  readonly #kept = new Map<string, { readonly known: Known; readonly at: number }>();

  get(key: string): Known | undefined {
    const kept = this.#kept.get(key);
    const isOver = kept !== undefined && 'error' in kept.known && performance.now() - kept.at > FAILED_MS;
    if (isOver) this.#kept.delete(key);
    return isOver ? undefined : kept?.known;
  }

  set(key: string, known: Known): void {
    this.#kept.delete(key);
    this.#kept.set(key, { known, at: performance.now() });
    for (const [oldest, { at }] of this.#kept) {
      if (this.#kept.size <= MOST_KEPT || performance.now() - at < KEPT_MS) break;
      this.#kept.delete(oldest);
    }
  }
}

const MOST_KEPT = 256;
const KEPT_MS = 60_000;
/** What failed is tried anew when somebody asks later. */
const FAILED_MS = 5_000;
const results = new Results();

/** An argument in a key: long texts by their digest, worked out once for the few that are talked about now. */
function nameOf(arg: unknown): string {
  if (typeof arg !== 'string' || arg.length < LONG) return JSON.stringify(arg) ?? '';
  let name = digests.get(arg);
  if (name === undefined) {
    name = createHash('sha256').update(arg).digest('base64');
    digests.set(arg, name);
    if (digests.size > MOST_GIVEN_UP) digests.delete(digests.keys().next().value!);
  }
  return name;
}

const digests = new Map<string, string>();
