/**
 * State: a fold of the log, read through prefixes that say how long a key lives.
 *   `temp:` this invocation · `user:` the user, across sessions, with a lifetime · `app:` everybody · none: the session
 * A write is visible at once to whoever shares the view and becomes part of the log with the next event.
 */
import { ConsiliumError } from './errors.ts';
import type { Delta, Event, Json } from './event.ts';

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

/** One reader's and writer's window on the state. */
export class State {
  readonly #shelves: Shelves;
  /** Writes of this branch, hidden from its siblings until they join. Absent on the trunk. */
  readonly #overlays: readonly Map<string, Entry>[];
  #delta: Delta | undefined;
  #ttl: Record<string, number> | undefined;

  constructor(shelves: Shelves, overlays: readonly Map<string, Entry>[] = []) {
    this.#shelves = shelves;
    this.#overlays = overlays;
  }

  get(key: string): Json | undefined {
    const entry = this.#find(key);
    return entry === undefined || isExpired(entry, Date.now()) ? undefined : (entry.value ?? undefined);
  }

  has(key: string): boolean {
    return this.get(key) !== undefined;
  }

  /** Sets a key; `ttlMs` is for `user:` keys (a day by default). */
  set(key: string, value: Json | undefined, options: { ttlMs?: number } = {}): void {
    const next = value ?? null;
    checkWrite(key, next, this.get(key));
    this.#delta ??= {};
    this.#delta[key] = next;
    if (options.ttlMs !== undefined) {
      this.#ttl ??= {};
      this.#ttl[key] = options.ttlMs;
    }
    this.apply({ [key]: next }, this.#ttl, Date.now());
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
    const now = Date.now();
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
    return new State(this.#shelves, this.#overlays);
  }

  /** A branch: sees this state as it is now, keeps its writes to itself. */
  fork(): { state: State; written: Map<string, Entry> } {
    const written = new Map<string, Entry>();
    return { state: new State(this.#shelves, [...this.#overlays, written]), written };
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

/** What a session's topic may be, as the side panel and the consultant use it. */
export const TOPIC_NODE_TYPES = [
  'ConditionCaseNode',
  'ConditionTypeNode',
  'SymptomTypeNode',
  'SymptomEpisodeNode',
  'AllergyRecordNode',
  'ObservationTypeNode',
  'DocumentReferenceNode',
  'EncounterNode',
  'IntakeRegimenNode',
] as const;

export type TopicNodeType = (typeof TOPIC_NODE_TYPES)[number];

/** The keys of a session that have a meaning to every team. */
export interface TeamState {
  patient_id?: string | undefined;
  user_id?: string | undefined;
  user_location?: { country?: string; city?: string; timezone?: string } | undefined;
  session_topic_node_uuid?: string | undefined;
  session_topic_node_type?: TopicNodeType | undefined;
}

export function readTeamState(state: State): TeamState {
  const team: Record<string, Json | undefined> = {};
  for (const key of Object.keys(TEAM_KEYS)) team[key] = state.get(key);
  return team as TeamState;
}

const isText = (value: Json) => typeof value === 'string' && value !== '';
const isPlace = (value: Json) =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && Object.values(value).every(isText);

const TEAM_KEYS: Record<keyof TeamState, { fits: (value: Json) => boolean; wants: string; once?: true }> = {
  patient_id: { fits: isText, wants: 'a patient id', once: true },
  user_id: { fits: isText, wants: 'a user id', once: true },
  user_location: { fits: isPlace, wants: '{country?, city?, timezone?}' },
  session_topic_node_uuid: { fits: isText, wants: 'the uuid of a record entry' },
  session_topic_node_type: {
    fits: (value) => (TOPIC_NODE_TYPES as readonly Json[]).includes(value),
    wants: `one of ${TOPIC_NODE_TYPES.join(', ')}`,
  },
};

/** Guards the typed keys: right shape, and a session never changes whose record it is about. */
function checkWrite(key: string, value: Json, before: Json | undefined): void {
  if (key === '') throw new ConsiliumError('STATE_INVALID', 'A state key cannot be empty.');
  if (typeof value === 'function' || typeof value === 'symbol' || typeof value === 'bigint')
    throw new ConsiliumError('STATE_INVALID', `${key} must be JSON, not a ${typeof value}.`);
  if (!Object.hasOwn(TEAM_KEYS, key)) return;
  const rule = TEAM_KEYS[key as keyof TeamState];
  if (rule.once && before !== undefined && before !== value)
    throw new ConsiliumError('STATE_PROTECTED', `${key} is fixed for the life of a session.`, {
      hint: 'Start a new session for another patient or user.',
    });
  if (value !== null && !rule.fits(value)) throw new ConsiliumError('STATE_INVALID', `${key} must be ${rule.wants}.`);
}
