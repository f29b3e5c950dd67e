/** A store that forgets when the process ends: for tests, benchmarks and throw-away runs. */
import {
  type Artifact,
  type Batch,
  type Clock,
  conflict,
  type Entry,
  type Event,
  isExpired,
  isPromise,
  type KeyedTurn,
  type Pending,
  type SessionRow,
  type Store,
  sealArtifact,
  systemClock,
} from '../kernel/index.ts';

export function openMemoryStore({ clock = systemClock }: { clock?: Pick<Clock, 'now' | 'work'> } = {}): Store {
  const rows = new Map<string, SessionRow>();
  const logs = new Map<string, Event[]>();
  const shelves = new Map<string, Map<string, Entry>>();
  /** By whom an entry of a user's state was left. */
  const leftBy = new WeakMap<Entry, string>();
  const artifacts = new Map<string, Artifact[]>();
  const keys = new Map<string, KeyedTurn>();
  const questions = new Map<string, Pending>();
  const shelf = (scope: string, owner: string) => {
    const name = `${scope} ${owner}`;
    let entries = shelves.get(name);
    if (entries === undefined) {
      entries = new Map();
      shelves.set(name, entries);
    }
    return entries;
  };
  const write = ({ session, events, changes, key, unkeyed, pending = [] }: Batch) => {
    rows.set(session.id, session);
    const log = logs.get(session.id);
    if (log === undefined) logs.set(session.id, [...events]);
    else log.push(...events);
    for (const { scope, owner, key: name, entry } of changes)
      if (entry === null) shelf(scope, owner).delete(name);
      else {
        shelf(scope, owner).set(name, entry);
        if (scope === 'user') leftBy.set(entry, session.id);
      }
    for (const [name, { session: of, invocation }] of unkeyed === undefined ? [] : keys)
      if (of === session.id && invocation === unkeyed) keys.delete(name);
    if (key !== undefined && key.invocation !== unkeyed) keys.set(nameOf(key.owner, key.key), key);
    for (const question of pending) questions.set(question.id, question);
  };
  const check = ({ session: { id }, events, holder, key }: Batch) => {
    const held = rows.get(id);
    const end = held?.lastSeq ?? 0;
    if (events[0]!.seq !== end + 1) throw conflict(id, `its log ends at ${end}`);
    const lease = held?.open?.lease;
    if (lease !== undefined && lease.holder !== holder) throw conflict(id, 'another holder runs its turn');
    if (key !== undefined && keys.has(nameOf(key.owner, key.key))) throw conflict(id, 'its key was taken');
  };
  return {
    session: (id) => rows.get(id),
    sessions: ({ app, notApps = [], notFrom = [], user, outer, limit } = {}) =>
      [...rows.values()]
        .filter((row) => (app === undefined || row.app === app) && (user === undefined || row.user === user))
        .filter((row) => !notApps.includes(row.app) && !notFrom.some((start) => row.id.startsWith(start)))
        .filter((row) => outer === undefined || (row.outer ?? null) === outer)
        .sort((a, b) => b.updated - a.updated)
        .slice(0, limit ?? 100),
    append: (batch) => {
      check(batch);
      const done = batch.within?.({ handle: undefined });
      if (done === undefined || !isPromise(done)) return write(batch);
      return done.then(() => {
        check(batch);
        write(batch);
      });
    },
    events: (session, { after = 0, invocation, limit = Number.POSITIVE_INFINITY } = {}) => {
      const log = logs.get(session) ?? [];
      // Sequence numbers are positions, so the tail needs no search.
      const tail = log.slice(after);
      return (invocation === undefined ? tail : tail.filter((e) => e.invocation === invocation)).slice(0, limit);
    },
    state: (scope, owner) => {
      const entries = shelves.get(`${scope} ${owner}`);
      if (entries === undefined) return new Map();
      const now = clock.now();
      return new Map([...entries].filter(([, entry]) => !isExpired(entry, now)));
    },
    unfinished: (holder) => {
      const now = (clock.work ?? clock).now();
      return [...rows.values()].filter(({ open }) => open !== null && isFree(open.lease, holder, now));
    },
    claim: (id, lease) => {
      const row = rows.get(id);
      if (row?.open == null || !isFree(row.open.lease, lease.holder, (clock.work ?? clock).now())) return false;
      rows.set(id, { ...row, open: { ...row.open, lease } });
      return true;
    },
    turn: (owner, key) => keys.get(nameOf(owner, key)),
    pending: ({ id, app, session, invocation, status, dueBy } = {}) =>
      (id === undefined ? [...questions.values()] : [questions.get(id)].filter((found) => found !== undefined))
        .filter((found) => app === undefined || found.app === app)
        .filter((found) => session === undefined || found.session === session)
        .filter((found) => invocation === undefined || found.invocation === invocation)
        .filter((found) => status === undefined || found.status === status)
        .filter(({ until }) => dueBy === undefined || (until !== undefined && until <= dueBy)),
    deleteSession: (id) => {
      logs.delete(id);
      shelves.delete(`session ${id}`);
      for (const entries of shelves.values())
        for (const [key, entry] of entries) if (leftBy.get(entry) === id) entries.delete(key);
      for (const [name, key] of keys) if (key.session === id) keys.delete(name);
      for (const [name, { session }] of questions) if (session === id) questions.delete(name);
      for (const [name, [first]] of artifacts) if (first?.namespace === id) artifacts.delete(name);
      return rows.delete(id);
    },
    saveArtifact: (owner, input) => {
      const name = nameOf(owner, input.namespace, input.name);
      const versions = artifacts.get(name) ?? [];
      const artifact = sealArtifact(owner, input, (versions.at(-1)?.version ?? 0) + 1, clock.now());
      artifacts.set(name, [...versions, artifact]);
      return artifact;
    },
    artifact: (owner, namespace, name, version) => {
      const versions = artifacts.get(nameOf(owner, namespace, name)) ?? [];
      return version === undefined ? versions.at(-1) : versions.find((each) => each.version === version);
    },
    artifacts: ({ owner, namespace } = {}) =>
      [...artifacts.values()]
        .flat()
        .filter((artifact) => owner === undefined || artifact.owner === owner)
        .filter((artifact) => namespace === undefined || artifact.namespace === namespace)
        .map(({ data, ...entry }) => ({ ...entry, bytes: data.byteLength })),
    deleteArtifact: (owner, namespace, name, version) => {
      const place = nameOf(owner, namespace, name);
      const versions = artifacts.get(place) ?? [];
      const left = versions.filter((each) => each.version !== version);
      if (left.length === 0) artifacts.delete(place);
      else artifacts.set(place, left);
      return left.length < versions.length;
    },
    close: () => {},
  };
}

function nameOf(...parts: string[]): string {
  return parts.join('\u0000');
}

function isFree(lease: { holder: string; until: number } | undefined, holder: string, now: number): boolean {
  return lease === undefined || lease.holder === holder || lease.until <= now;
}
