/**
 * Lending: how a room offers a service to teams. A room says by declaration merging on the kernel's `Services` what it
 * offers, and declares in its `lends.ts` how that is opened: once, when a team that names it in team.yml (`services:`) is
 * first used. Whoever puts the house together registers the declarations; it knows no service by name.
 */
import type {
  Clock,
  Lanes,
  Log,
  Principal,
  Runner,
  RunnerOptions,
  Services,
  StateKeys,
  Tool,
} from '../kernel/index.ts';
import { ConsiliumError, toConsiliumError } from '../kernel/index.ts';
import type { Home } from '../storage/index.ts';
import type { TodaySource } from '../today/index.ts';

export type ServiceName = keyof Services & string;

/** What a service may be built on. */
export interface ServiceHouse {
  readonly home: Home;
  readonly lanes: Lanes;
  readonly clock: Clock;
  readonly env: NodeJS.ProcessEnv;
  readonly log: Log;
  /** A team of the house, by name. */
  team(name: string): Promise<{ readonly runner: Runner }>;
  /** One agent of a team as a root of its own. */
  root(team: string, agent: string): Promise<{ readonly runner: Runner }>;
  /** A runner for an agent that a service made. */
  runner(given: RuntimeAgent): Promise<Runner>;
  /** Has another team answer, as the same person: it decides on its own what they may see. */
  ask(team: string, request: TeamRequest): Promise<TeamAnswer>;
  /** Another service, opened if it is not yet. */
  service<Name extends ServiceName>(name: Name): Promise<NonNullable<Services[Name]>>;
}

export interface TeamRequest {
  readonly message: string;
  readonly principal: Principal;
  readonly session: string;
  /** The session that asks. */
  readonly outer: string;
  readonly key: string;
  readonly patient?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface TeamAnswer {
  readonly text: string;
  readonly outcome: string;
  readonly route: readonly string[];
  readonly citations?: unknown;
}

/** An agent that no team folder holds. `app` names whose sessions these are; it stays the same for the agent's life. */
export interface RuntimeAgent extends Pick<RunnerOptions, 'app' | 'root' | 'limits' | 'stateKeys' | 'compaction'> {
  readonly services?: readonly string[] | undefined;
}

export interface ServiceEntry<Name extends ServiceName = ServiceName> {
  readonly name: Name;
  /** A room that is only needed sometimes is imported here, not before. */
  open(house: ServiceHouse): Promise<NonNullable<Services[Name]>> | NonNullable<Services[Name]>;
  close?(service: NonNullable<Services[Name]>): Promise<void> | void;
  /** Every team has it, named or not. */
  readonly always?: boolean;
  /** Typed keys that it puts into the state of sessions; they hold in every team. */
  readonly keys?: StateKeys;
  /** Tools that every team can name in its YAML. They take the service from their context. */
  readonly tools?: Readonly<Record<string, Tool>>;
  /** The runner for sessions of this app, where the service runs agents of its own: to resume and to answer. */
  runnerOf?(service: NonNullable<Services[Name]>, app: string): Promise<Runner | undefined> | Runner | undefined;
  /** What it wants a person to see today. */
  today?(open: () => Promise<NonNullable<Services[Name]>>): Promise<TodaySource> | TodaySource;
}

/** Checks an entry against its own name; a list then holds entries of all names. */
export function service<Name extends ServiceName>(entry: ServiceEntry<Name>): ServiceEntry {
  return entry as unknown as ServiceEntry;
}

export interface Lending {
  readonly names: readonly string[];
  /** The typed keys of all services. */
  readonly keys: StateKeys;
  /** The tools of all services. */
  readonly tools: Readonly<Record<string, Tool>>;
  service<Name extends ServiceName>(name: Name): Promise<NonNullable<Services[Name]>>;
  /** What a team gets: what it names, and what everybody has. */
  lend(names: readonly string[]): Promise<Services>;
  /** Asks the services for a runner of theirs; only those that are there are opened for it. */
  runnerOf(app: string): Promise<Runner | undefined>;
  /** What all services want a person to see today. */
  today(): Promise<TodaySource[]>;
  close(): Promise<void>;
}

export function openLending(house: Omit<ServiceHouse, 'service'>, entries: readonly ServiceEntry[]): Lending {
  const known = new Map(entries.map((entry) => [entry.name as string, entry]));
  const opened = new Map<string, Promise<unknown>>();

  const open = async (name: string): Promise<unknown> => {
    const there = opened.get(name);
    if (there !== undefined) return there;
    const entry = known.get(name);
    if (entry === undefined)
      throw new ConsiliumError('SERVICE_UNKNOWN', `The house has no service "${name}".`, {
        hint: `Services: ${[...known.keys()].join(', ')}.`,
      });
    const opening = Promise.resolve().then(() => entry.open({ ...house, service: get }));
    opened.set(name, opening);
    opening.catch(() => opened.delete(name));
    return opening;
  };
  const get: ServiceHouse['service'] = (name) => open(name) as ReturnType<typeof get<typeof name>>;

  return {
    names: [...known.keys()],
    keys: Object.assign({}, ...entries.map(({ keys }) => keys ?? {})) as StateKeys,
    tools: Object.assign({}, ...entries.map(({ tools }) => tools ?? {})) as Record<string, Tool>,
    service: get,
    lend: async (names) => {
      const wanted = new Set([...entries.filter(({ always }) => always).map(({ name }) => name as string), ...names]);
      const pairs = await Promise.all([...wanted].map(async (name) => [name, await open(name)] as const));
      return Object.fromEntries(pairs) as Services;
    },
    runnerOf: async (app) => {
      for (const entry of entries) {
        if (entry.runnerOf === undefined) continue;
        const runner = await entry.runnerOf((await open(entry.name)) as never, app);
        if (runner !== undefined) return runner;
      }
      return undefined;
    },
    today: () => Promise.all(entries.flatMap((entry) => entry.today?.(() => open(entry.name) as Promise<never>) ?? [])),
    close: async () => {
      for (const [name, opening] of [...opened].reverse()) {
        const close = known.get(name)?.close;
        if (close === undefined) continue;
        try {
          await close((await opening) as never);
        } catch (thrown) {
          house.log.warn({ service: name, code: toConsiliumError(thrown).code }, 'a service could not be closed');
        }
      }
    },
  };
}
