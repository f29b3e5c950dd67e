/** A store that forgets when the process ends: for tests, benchmarks and throw-away runs. */
import {
  type Artifact,
  type Batch,
  type Entry,
  type Event,
  isExpired,
  type SessionRow,
  type Store,
  sealArtifact,
} from '../kernel/index.ts';

export function openMemoryStore(): Store {
  const rows = new Map<string, SessionRow>();
  const logs = new Map<string, Event[]>();
  const shelves = new Map<string, Map<string, Entry>>();
  const artifacts = new Map<string, Artifact[]>();
  const shelf = (scope: string, owner: string) => {
    const name = `${scope} ${owner}`;
    let entries = shelves.get(name);
    if (entries === undefined) {
      entries = new Map();
      shelves.set(name, entries);
    }
    return entries;
  };
  return {
    session: (id) => rows.get(id),
    sessions: ({ app, notApps = [], user, limit } = {}) =>
      [...rows.values()]
        .filter((row) => (app === undefined || row.app === app) && (user === undefined || row.user === user))
        .filter((row) => !notApps.includes(row.app))
        .sort((a, b) => b.updated - a.updated)
        .slice(0, limit ?? 100),
    append: ({ session, events, changes }: Batch) => {
      rows.set(session.id, session);
      const log = logs.get(session.id);
      if (log === undefined) logs.set(session.id, [...events]);
      else log.push(...events);
      for (const { scope, owner, key, entry } of changes)
        if (entry === null) shelf(scope, owner).delete(key);
        else shelf(scope, owner).set(key, entry);
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
      const now = Date.now();
      return new Map([...entries].filter(([, entry]) => !isExpired(entry, now)));
    },
    unfinished: () => [...rows.values()].filter((row) => row.open !== null),
    deleteSession: (id) => {
      logs.delete(id);
      shelves.delete(`session ${id}`);
      return rows.delete(id);
    },
    saveArtifact: (input) => {
      const name = `${input.namespace}\u0000${input.name}`;
      const versions = artifacts.get(name) ?? [];
      const artifact = sealArtifact(input, versions.length + 1, Date.now());
      artifacts.set(name, [...versions, artifact]);
      return artifact;
    },
    artifact: (namespace, name, version) => {
      const versions = artifacts.get(`${namespace}\u0000${name}`) ?? [];
      return version === undefined ? versions.at(-1) : versions[version - 1];
    },
    artifacts: (namespace) =>
      [...artifacts.values()]
        .flat()
        .filter((artifact) => namespace === undefined || artifact.namespace === namespace)
        .map(({ data, ...entry }) => ({ ...entry, bytes: data.byteLength })),
    close: () => {},
  };
}
