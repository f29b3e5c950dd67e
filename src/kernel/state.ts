/**
 * State: a fold of the log, read through prefixes that say how long a key lives.
 *   `temp:` this invocation · `user:` the user, across sessions, with a lifetime · `app:` everybody · none: the session
 * A write is visible at once to whoever shares the view and becomes part of the log with the next event.
 */
import { isDeepStrictEqual } from 'node:util';
import { Awaiting } from './awaiting.ts';
import { type Clock, systemClock } from './clock.ts';
import { ConsiliumError } from './errors.ts';
import type { Delta, Event, Json, MaybePromise } from './event.ts';
import { isPlace, PLACE_KEY } from './place.ts';

export const TEMP = 'temp:';
export const USER = 'user:';
export const APP = 'app:';

export type Scope = 'temp' | 'user' | 'app' | 'session';

export const DAY_MS = 24 * 60 * 60 * 1000;

/** `{prefix}{namespace}:{key}`, the convention for caches and hand-offs. */
export function buildKey(prefix: '' | typeof TEMP | typeof USER | typeof APP, namespace: string, key: string): string {
  return `${prefix}${namespace}:${key}`;
}

export function scopeOf(key: string): Scope {
  if (key.startsWith(TEMP)) return 'temp';
  if (key.startsWith(USER)) return 'user';
  if (key.startsWith(APP)) return 'app';
  return 'session';
}

export interface Entry {
  readonly value: Json;
  /** When it ceases to exist, in ms since the epoch. */
  readonly expires?: number | undefined;
}

/** The four places a view reads from. The maps are live: committing a delta changes them. */
export interface Shelves {
  readonly temp: Map<string, Entry>;
  readonly session: Map<string, Entry>;
  readonly user: Map<string, Entry>;
  readonly app: Map<string, Entry>;
}

/** What is done as if it were the first time: what stood where it writes, and what was written before it and not yet told. */
interface Attempt {
  before: Map<string, Entry | undefined>;
  delta: Delta;
  ttl: Record<string, number>;
}

/** One reader's and writer's window on the state. */
export class State {
  readonly #shelves: Shelves;
  /** Writes of this branch, hidden from its siblings until they join. Absent on the trunk. */
  readonly #overlays: readonly Map<string, Entry>[];
  readonly #rules: StateRules;
  #delta: Delta | undefined;
  #ttl: Record<string, number> | undefined;
  readonly #attempts: Attempt[] = [];

  constructor(shelves: Shelves, rules: StateRules = stateRules(), overlays: readonly Map<string, Entry>[] = []) {
    this.#shelves = shelves;
    this.#rules = rules;
    this.#overlays = overlays;
  }

  get(key: string): Json | undefined {
    const entry = this.#find(key);
    return entry === undefined || this.#isOver(entry) ? undefined : (entry.value ?? undefined);
  }

  has(key: string): boolean {
    return this.get(key) !== undefined;
  }

  /** Sets a key; `ttlMs` is for `user:` keys (a day by default). */
  set(key: string, value: Json | undefined, options: { ttlMs?: number } = {}): void {
    const next = value ?? null;
    checkWrite(this.#rules.keys, key, next, () => this.get(key));
    for (const { before } of this.#attempts) if (!before.has(key)) before.set(key, this.#layerOf(key).get(key));
    this.#delta ??= {};
    this.#delta[key] = next;
    if (options.ttlMs !== undefined) {
      this.#ttl ??= {};
      this.#ttl[key] = options.ttlMs;
    }
    this.apply({ [key]: next }, this.#ttl, this.#rules.clock.now());
  }

  /**
   * Does what may have to be done again from its start (`Awaiting`): what it wrote until then is taken back, so that it
   * finds the state as it was the first time.
   */
  async attempt<T>(work: () => MaybePromise<T>): Promise<T> {
    const attempt: Attempt = { before: new Map(), delta: { ...this.#delta }, ttl: { ...this.#ttl } };
    this.#attempts.push(attempt);
    try {
      return await work();
    } catch (thrown) {
      if (thrown instanceof Awaiting && attempt.before.size > 0) this.#takeBack(attempt);
      throw thrown;
    } finally {
      this.#attempts.splice(this.#attempts.indexOf(attempt), 1);
    }
  }

  #takeBack({ before, delta, ttl }: Attempt): void {
    for (const [key, entry] of before)
      if (entry === undefined) this.#layerOf(key).delete(key);
      else this.#layerOf(key).set(key, entry);
    this.#delta = Object.keys(delta).length > 0 ? delta : undefined;
    this.#ttl = Object.keys(ttl).length > 0 ? ttl : undefined;
  }

  delete(key: string): void {
    if (this.has(key)) this.set(key, undefined);
  }

  update(values: Delta): void {
    for (const [key, value] of Object.entries(values)) this.set(key, value);
  }

  /** All that can be seen, `temp:` included. */
  toJSON(): Record<string, Json> {
    const seen: Record<string, Json> = {};
    const now = this.#rules.clock.now();
    const { app, user, session, temp } = this.#shelves;
    for (const layer of [app, user, session, temp, ...this.#overlays])
      for (const [key, entry] of layer)
        if (entry.value === null || isExpired(entry, now)) delete seen[key];
        else seen[key] = entry.value;
    return seen;
  }

  /** The `temp:` keys, without their prefix: what agents leave for whoever asked. */
  notes(): Record<string, Json> {
    const notes: Record<string, Json> = {};
    for (const [key, { value }] of this.#shelves.temp) if (value !== null) notes[key.slice(TEMP.length)] = value;
    return notes;
  }

  /** Takes what was written since the last call, for the event that will carry it. */
  takeDelta(): { delta?: Delta; ttl?: Record<string, number> } {
    if (this.#delta === undefined) return {};
    const taken = { delta: this.#delta, ...(this.#ttl && { ttl: this.#ttl }) };
    this.#delta = this.#ttl = undefined;
    // What an event carries has happened.
    for (const attempt of this.#attempts) Object.assign(attempt, { before: new Map(), delta: {}, ttl: {} });
    return taken;
  }

  /** Makes a delta visible without it becoming a new write: replayed events, and the merge of branches. */
  apply(delta: Delta, ttl: Record<string, number> | undefined, time: number): void {
    const overlay = this.#overlays.at(-1);
    for (const [key, value] of Object.entries(delta)) {
      const entry = makeEntry(key, value, ttl, time);
      if (overlay !== undefined) overlay.set(key, entry);
      else if (value === null) this.#shelves[scopeOf(key)].delete(key);
      else this.#shelves[scopeOf(key)].set(key, entry);
    }
  }

  /** The same view with writes of its own to report: one for each tool call, so that events carry what is theirs. */
  share(): State {
    return new State(this.#shelves, this.#rules, this.#overlays);
  }

  /** A branch: sees this state as it is now, keeps its writes to itself. */
  fork(): { state: State; written: Map<string, Entry> } {
    const written = new Map<string, Entry>();
    return { state: new State(this.#shelves, this.#rules, [...this.#overlays, written]), written };
  }

  /** Where this view writes a key. */
  #layerOf(key: string): Map<string, Entry> {
    return this.#overlays.at(-1) ?? this.#shelves[scopeOf(key)];
  }

  /** Most keys never end: the clock is not asked for them. */
  #isOver(entry: Entry): boolean {
    return entry.expires !== undefined && isExpired(entry, this.#rules.clock.now());
  }

  #find(key: string): Entry | undefined {
    for (let i = this.#overlays.length - 1; i >= 0; i--) {
      const entry = this.#overlays[i]!.get(key);
      if (entry !== undefined) return entry;
    }
    return this.#shelves[scopeOf(key)].get(key);
  }
}

export function makeEntry(key: string, value: Json, ttl: Record<string, number> | undefined, time: number): Entry {
  if (!key.startsWith(USER)) return { value };
  return { value, expires: time + (ttl?.[key] ?? DAY_MS) };
}

export function isExpired(entry: Entry, now: number): boolean {
  return entry.expires !== undefined && entry.expires <= now;
}

/** The state of a scope as the log tells it. What stores keep beside the log must always equal this. */
export function foldState(events: Iterable<Event>, scope: Exclude<Scope, 'temp'>, now: number): Record<string, Json> {
  const entries = new Map<string, Entry>();
  for (const event of events)
    if (event.delta !== undefined && event.branch === '')
      for (const [key, value] of Object.entries(event.delta))
        if (scopeOf(key) === scope) entries.set(key, makeEntry(key, value, event.ttl, event.time));
  const folded: Record<string, Json> = {};
  for (const [key, entry] of entries) if (entry.value !== null && !isExpired(entry, now)) folded[key] = entry.value;
  return folded;
}

/** A typed key: declared by the team or the room that owns it (`state_keys` in team.yml, `keys` of a service). */
export interface StateKey {
  readonly fits: (value: Json) => boolean;
  /** What it must be, to complete "must be …". */
  readonly wants: string;
  /** Fixed for the life of a session once it is set. */
  readonly once?: boolean | undefined;
}

export type StateKeys = Readonly<Record<string, StateKey>>;

/** What all views of a turn go by. */
export interface StateRules {
  readonly clock: Pick<Clock, 'now'>;
  readonly keys: StateKeys;
}

const OWN_KEYS: StateKeys = { [PLACE_KEY]: { fits: isPlace, wants: '{country?, city?, timezone?}' } };

export function stateRules(clock: Pick<Clock, 'now'> = systemClock, keys: StateKeys = {}): StateRules {
  return { clock, keys: { ...OWN_KEYS, ...keys } };
}

/** Guards the typed keys: right shape, and what is fixed for a session stays as it is. */
function checkWrite(keys: StateKeys, key: string, value: Json, before: () => Json | undefined): void {
  if (key === '') throw new ConsiliumError('STATE_INVALID', 'A state key cannot be empty.');
  if (typeof value === 'function' || typeof value === 'symbol' || typeof value === 'bigint')
    throw new ConsiliumError('STATE_INVALID', `${key} must be JSON, not a ${typeof value}.`);
  if (!Object.hasOwn(keys, key)) return;
  const rule = keys[key]!;
  const held = rule.once ? before() : undefined;
  if (held !== undefined && !isDeepStrictEqual(held, value))
    throw new ConsiliumError('STATE_PROTECTED', `${key} is fixed for the life of a session.`, {
      hint: 'Start a new session for another one.',
    });
  if (value !== null && !rule.fits(value)) throw new ConsiliumError('STATE_INVALID', `${key} must be ${rule.wants}.`);
}
