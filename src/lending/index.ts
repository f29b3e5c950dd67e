/**
 * Lending: how a room offers a service to teams. A room says by declaration merging on the kernel's `Services` what it
 * offers, and declares in its `lends.ts` how that is opened: once, when a team that names it in team.yml (`services:`) is
 * first used. Whoever puts the house together registers the declarations; it knows no service by name.
 */
import type {
  Clock,
  Env,
  Lanes,
  Log,
  MaybePromise,
  Place,
  Principal,
  Runner,
  RunnerOptions,
  Services,
  StateKeys,
  Tool,
} from '../kernel/index.ts';
import { actForNobody, ConsiliumError, takeTurn, toConsiliumError } from '../kernel/index.ts';
import type { Models } from '../models/index.ts';
import type { Home } from '../storage/index.ts';
import { keepsThreads, loadBefore } from '../threads/index.ts';
import type { TodaySource } from '../today/index.ts';

export type ServiceName = keyof Services & string;

/** What a service may be built on. A room that the app opens itself adds what it is by declaration merging. */
export interface ServiceHouse {
  readonly home: Home;
  readonly models: Models;
  readonly lanes: Lanes;
  readonly clock: Clock;
  readonly env: Env;
  readonly log: Log;
  /** A team of the house, by name. */
  team(name: string): Promise<{ readonly runner: Runner }>;
  /** One agent of a team as a root of its own. */
  root(team: string, agent: string): Promise<{ readonly runner: Runner }>;
  /** A runner for an agent that a service made. */
  runner(given: RuntimeAgent): Promise<Runner>;
  /** Has another team answer, as the same person: it decides on its own what they may see. */
  ask(team: string, request: TeamRequest): Promise<TeamAnswer>;
  /** Throws for whom may no longer act. */
  admit(principal: Principal): MaybePromise<void>;
  /** Another service, opened if it is not yet. */
  service<Name extends ServiceName>(name: Name): Promise<NonNullable<Services[Name]>>;
  /** What all rooms want a person to see today. */
  today(): Promise<TodaySource[]>;
}

export interface TeamRequest {
  readonly message: string;
  readonly principal: Principal;
  readonly session: string;
  /** The session that asks. */
  readonly outer: string;
  readonly key: string;
  readonly patient?: string | undefined;
  /** Where the person is: the other team's numbers and hours are of there too. */
  readonly place?: Place | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface TeamAnswer {
  readonly text: string;
  readonly outcome: string;
  readonly route: readonly string[];
  readonly citations?: unknown;
  /** What speaks against what was asked about, where the team says so. */
  readonly cautions?: unknown;
  /** Something was written into the record. */
  readonly noted?: boolean;
  /** The name of whose record it was about. */
  readonly whose?: unknown;
}

/** An agent that no team folder holds. `app` names whose sessions these are; it stays the same for the agent's life. */
export interface RuntimeAgent extends Pick<RunnerOptions, 'app' | 'root' | 'limits' | 'stateKeys' | 'compaction'> {
  readonly services?: readonly string[] | undefined;
}

/** A conversation, and whose it is. */
export interface Talk {
  readonly id: string;
  readonly app: string;
  readonly user: string;
}

export interface ServiceEntry<Name extends ServiceName = ServiceName> extends Loads {
  readonly name: Name;
  /** A room that is only needed sometimes is imported here, not before. */
  open(house: ServiceHouse): Promise<NonNullable<Services[Name]>> | NonNullable<Services[Name]>;
  close?(service: NonNullable<Services[Name]>): Promise<void> | void;
  /** It keeps what is a person's own and no patient's: out of reach for whoever acts for certain patients alone. */
  readonly own?: true;
  /** Every team has it, named or not. */
  readonly always?: boolean;
  /** Typed keys that it puts into the state of sessions; they hold in every team. */
  readonly keys?: StateKeys;
  /** Tools that every team can name in its YAML. They take the service from their context. */
  readonly tools?: Readonly<Record<string, Tool>>;
  /** The runner for sessions of this app, where the service runs agents of its own: to resume and to answer. */
  runnerOf?(service: NonNullable<Services[Name]>, app: string): Promise<Runner | undefined> | Runner | undefined;
  /** What it wants a person to see today. */
  today?(open: () => Promise<NonNullable<Services[Name]>>): MaybePromise<TodaySource>;
  /** The apps of the store under which it keeps runs of its own: they are no chats. */
  readonly runs?: readonly string[];
  /** Finishes the runs that a dead process left open, and says how many. */
  resume?(service: NonNullable<Services[Name]>): Promise<number>;
  /** Begins to wait for what comes from outside, where somebody works on what is due and it is set up for that. */
  listen?(open: () => Promise<NonNullable<Services[Name]>>, env: Env): Promise<void>;
  /** Whether sessions of this app are talk among agents, which nobody is shown as a chat. */
  isAmongAgents?(app: string): boolean;
  /** Takes out what it kept of a conversation that is being deleted. */
  forget?(open: () => Promise<NonNullable<Services[Name]>>, talk: Talk): Promise<void>;
  /** Drops what it holds in memory of a session that was deleted; asked only where it is open. */
  drop?(service: NonNullable<Services[Name]>, session: string): void;
}

interface Loads {
  /** What it imports when it is first used: a server loads that a module at a time, others having their turn in between. */
  readonly loads?: readonly URL[];
  /** What it would read at its first use, word lists above all: a step at a time, in between as well. */
  warms?(): Promise<Iterable<unknown>>;
}

/** A room that lends nothing may still have something for a person to see today. */
export interface Showing extends Loads {
  showing(house: ServiceHouse): MaybePromise<TodaySource>;
}

export type Declaration = ServiceEntry | Showing;

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
  /** Whether any of these keeps what is a person's own. */
  keepsOwn(names: readonly string[]): boolean;
  /** What a team gets: what it names, and what everybody has. */
  lend(names: readonly string[]): Promise<Services>;
  /** Asks the services for a runner of theirs; only those that are there are opened for it. */
  runnerOf(app: string): Promise<Runner | undefined>;
  /** Finishes what services had under way under these apps of the store, and says how much that was. */
  resume(apps: ReadonlySet<string>): Promise<number>;
  /** Has every room wait for what may come to it from outside. */
  listen(): Promise<void>;
  /** Has every room take out what it kept of a conversation. */
  forget(talk: Talk): Promise<void>;
  /** Has those that are open drop what they hold in memory of a session that was deleted. */
  drop(session: string): Promise<void>;
  close(): Promise<void>;
}

async function load({ loads = [], warms }: Loads): Promise<void> {
  for (const module of loads) await loadBefore(module);
  if (warms !== undefined && keepsThreads()) for (const _ of await warms()) await takeTurn();
}

const isService = (declared: Declaration): declared is ServiceEntry => 'name' in declared;

export function openLending(given: Omit<ServiceHouse, 'service' | 'today'>, all: readonly Declaration[]): Lending {
  const entries = all.filter(isService);
  const known = new Map(entries.map((entry) => [entry.name as string, entry]));
  const opened = new Map<string, Promise<unknown>>();
  /** What is there, in the order in which it came to be: what a service is built on was there before it. */
  const there: string[] = [];

  const open = async (name: string): Promise<unknown> => {
    const begun = opened.get(name);
    if (begun !== undefined) return begun;
    const entry = known.get(name);
    if (entry === undefined)
      throw new ConsiliumError('SERVICE_UNKNOWN', `The house has no service "${name}".`, {
        hint: `Services: ${[...known.keys()].join(', ')}.`,
      });
    const opening = actForNobody(() => load(entry).then(() => entry.open(house)));
    opened.set(name, opening);
    opening.then(
      () => there.push(name),
      () => opened.delete(name),
    );
    return opening;
  };
  const get: ServiceHouse['service'] = (name) => open(name) as ReturnType<typeof get<typeof name>>;
  const shown = async (declared: Declaration) => {
    await load(declared);
    if (!isService(declared)) return declared.showing(house);
    const source = await declared.today?.(() => open(declared.name) as Promise<never>);
    return source && { ...source, own: declared.own };
  };
  const house: ServiceHouse = {
    ...given,
    service: get,
    today: async () => (await Promise.all(all.map(shown))).filter((source) => source !== undefined),
  };

  return {
    names: [...known.keys()],
    keys: Object.assign({}, ...entries.map(({ keys }) => keys ?? {})) as StateKeys,
    tools: Object.assign({}, ...entries.map(({ tools }) => tools ?? {})) as Record<string, Tool>,
    service: get,
    keepsOwn: (names) => names.some((name) => known.get(name)?.own),
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
    resume: async (apps) => {
      let resumed = 0;
      for (const { name, runs = [], resume } of entries)
        if (resume !== undefined && runs.some((app) => apps.has(app)))
          resumed += await resume((await open(name)) as never);
      return resumed;
    },
    listen: async () => {
      for (const entry of entries) await entry.listen?.(() => open(entry.name) as Promise<never>, house.env);
    },
    forget: async (talk) => {
      for (const entry of entries) await entry.forget?.(() => open(entry.name) as Promise<never>, talk);
    },
    drop: async (session) => {
      for (const name of there) known.get(name)?.drop?.((await opened.get(name)) as never, session);
    },
    close: async () => {
      await Promise.allSettled(opened.values());
      for (const name of there.toReversed()) {
        const close = known.get(name)?.close;
        if (close === undefined) continue;
        try {
          await close((await opened.get(name)) as never);
        } catch (thrown) {
          house.log.warn({ service: name, code: toConsiliumError(thrown).code }, 'a service could not be closed');
        }
      }
    },
  };
}
