/** The remote agents of this process: each opened when it is first called, watched, and shown to whoever looks after it. */
import { setTimeout as sleep } from 'node:timers/promises';
import { ConsiliumError, type Log, silentLog } from '../../kernel/index.ts';
import { counter, gauge, histogram } from '../../text/prometheus.ts';
import type { Circuit } from './breaker.ts';
import type { RemotePlace } from './kind.ts';
import type { CallRecord } from './record.ts';
import { Remote } from './remote.ts';
import type { RemoteSettings } from './settings.ts';

export interface RemoteView {
  /** By which it is called: the team, and the way from its root down. */
  readonly id: string;
  readonly name: string;
  readonly team: string;
  /** From the root of the team down to it, with slashes. */
  readonly path: string;
  readonly remote_name: string;
  readonly protocol: string;
  readonly circuit: Circuit;
  readonly failures: number;
  readonly running: number;
  readonly endpoints: readonly {
    readonly url: string;
    readonly healthy: boolean;
    readonly checked?: string | undefined;
  }[];
  readonly calls: number;
  /** Calls that the agent did not answer well: what was answered from memory instead is one, what the person called off is none. */
  readonly errors: number;
  /** How many calls ended how: `ok`, `cache`, `stale`, the code of an error, or `other` where there are too many of those. */
  readonly outcomes: Readonly<Record<string, number>>;
  /** Of the calls that are remembered. */
  readonly latency_ms: { readonly p50: number; readonly p95: number; readonly max: number } | null;
  readonly recent: readonly CallRecord[];
}

export interface Remotes {
  /** The agent at this place by these settings; the same key again is the same one, another takes its place. */
  open(place: RemotePlace, key: string, settings: () => RemoteSettings): Remote;
  /** By its id, by team and name, or by a name that one team alone has; throws REMOTE_UNKNOWN and REMOTE_AMBIGUOUS. */
  find(reference: string): FoundRemote;
  list(): RemoteView[];
  /** Asks those after their health whom nobody asked of late, and waits so long for what they say. */
  lookAgain(ms: number): Promise<void>;
  /** For Prometheus. */
  lines(): string[];
  close(): Promise<void>;
}

export interface FoundRemote {
  readonly id: string;
  readonly team: string;
  readonly remote: Remote;
}

/** `team/Root/Name`: no two agents of a house have the same. */
export function idOf({ team, path }: Pick<RemotePlace, 'team' | 'path'>): string {
  return [team, ...path].join('/');
}

const REMEMBERED = 100;
/** How a call ended is named by the peer: one that always names it anew fills no list and no page of figures. */
const MOST_OUTCOMES = 40;
const OTHER = 'other';
const LABELS = ['agent', 'team', 'path'] as const;

interface Kept {
  readonly place: RemotePlace;
  readonly remote: Remote;
  readonly recent: CallRecord[];
  readonly outcomes: Map<string, number>;
}

export function createRemotes({ log = silentLog }: { log?: Log | undefined } = {}): Remotes {
  const kept = new Map<string, Kept>();
  const calls = counter('consilium_remote_calls_total', 'Calls of remote agents, by how they ended.', [
    ...LABELS,
    'outcome',
  ]);
  const latency = histogram('consilium_remote_call_duration_seconds', 'Time of a call, retries included.', LABELS);
  const retries = counter('consilium_remote_retries_total', 'Attempts beyond the first.', LABELS);

  const note = (one: Kept, record: CallRecord): void => {
    const outcome = one.outcomes.has(record.outcome) || one.outcomes.size < MOST_OUTCOMES ? record.outcome : OTHER;
    one.outcomes.set(outcome, (one.outcomes.get(outcome) ?? 0) + 1);
    one.recent.push(record);
    if (one.recent.length > REMEMBERED) one.recent.shift();
    const labels = Object.values(labelsOf(one.place));
    calls.add([...labels, outcome]);
    latency.observe(labels, record.ms / 1000);
    if (record.attempts > 1) retries.add(labels, record.attempts - 1);
    log.info({ ...record, remote: idOf(one.place) }, 'remote call');
  };

  /** A team that was loaded anew with other settings has another agent in that place: the last one is meant. */
  const current = () =>
    [...new Map([...kept.values()].map((each) => [idOf(each.place), each]))]
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([, each]) => each);
  const open = (place: RemotePlace, wanted: string, settings: () => RemoteSettings): Remote => {
    const key = `${idOf(place)} ${wanted}`;
    const known = kept.get(key);
    if (known !== undefined) return known.remote;
    const given = settings();
    const remote: Remote = new Remote(given, {
      onCall: (record) => note(one, record),
      onCircuit: (circuit) => log.warn({ agent: given.name, remote: idOf(place), circuit }, 'circuit'),
    });
    const one: Kept = { place, remote, recent: [], outcomes: new Map() };
    kept.set(key, one);
    return remote;
  };

  return {
    open,
    find: (reference) => findOne(current(), reference),
    list: () => current().map(viewOf),
    lookAgain: async (ms) => {
      const looks = current().map(({ remote }) => remote.endpoints.lookAgain());
      await Promise.race([Promise.all(looks), sleep(ms, undefined, { ref: false })]);
    },
    lines: () => [
      ...calls.lines(),
      ...latency.lines(),
      ...retries.lines(),
      ...gauge(
        'consilium_remote_circuit_open',
        'Whether the circuit is open (1), half open (0.5) or closed (0).',
        current().map(({ place, remote }) => [labelsOf(place), DEGREE[remote.breaker.circuit]]),
      ),
    ],
    close: async () => void (await Promise.all([...kept.values()].map(({ remote }) => remote.close()))),
  };
}

/** Two teams may each have one of a name: one series each. */
function labelsOf({ name, team, path }: RemotePlace): Record<(typeof LABELS)[number], string> {
  return { agent: name, team, path: path.join('/') };
}

function findOne(all: readonly Kept[], reference: string): FoundRemote {
  const named = ({ place }: Kept) => reference === place.name || reference === `${place.team}/${place.name}`;
  const exact = all.filter(({ place }) => idOf(place) === reference);
  const found = exact.length > 0 ? exact : all.filter(named);
  const [one, ...others] = found;
  if (one === undefined)
    throw new ConsiliumError('REMOTE_UNKNOWN', 'There is no such remote agent.', {
      hint: 'GET /v1/remotes lists them.',
    });
  if (others.length > 0)
    throw new ConsiliumError('REMOTE_AMBIGUOUS', `Several teams have a remote agent ${one.place.name}.`, {
      hint: `Say which, by its id: ${found.map(({ place }) => idOf(place)).join(', ')}.`,
      details: { choices: found.map(({ place }) => idOf(place)) },
    });
  return { id: idOf(one.place), team: one.place.team, remote: one.remote };
}

const NO_ERRORS = new Set(['ok', 'cache', 'CANCELLED']);
const DEGREE: Record<Circuit, number> = { closed: 0, half_open: 0.5, open: 1 };

function viewOf({ place, remote, recent, outcomes }: Kept): RemoteView {
  const ended = [...outcomes];
  const sum = (rows: readonly [string, number][]) => rows.reduce((total, [, count]) => total + count, 0);
  const { settings, breaker, endpoints, running } = remote;
  return {
    id: idOf(place),
    name: settings.name,
    team: place.team,
    path: place.path.join('/'),
    remote_name: settings.remoteName,
    protocol: settings.protocol,
    circuit: breaker.circuit,
    failures: breaker.failures,
    running,
    endpoints: endpoints.all.map(({ url, healthy, checked }) => ({
      url: url.href,
      healthy,
      ...(checked !== undefined && { checked: new Date(checked).toISOString() }),
    })),
    calls: sum(ended),
    errors: sum(ended.filter(([outcome]) => !NO_ERRORS.has(outcome))),
    outcomes: Object.fromEntries(ended),
    latency_ms: latencyOf(recent),
    recent: recent.toReversed(),
  };
}

function latencyOf(recent: readonly CallRecord[]): RemoteView['latency_ms'] {
  const times = recent.map(({ ms }) => ms).toSorted((a, b) => a - b);
  if (times.length === 0) return null;
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))]!;
  return { p50: at(0.5), p95: at(0.95), max: times.at(-1)! };
}
