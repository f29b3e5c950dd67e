/**
 * What the house lends to its teams. A room says by declaration merging on the kernel's `Services` what it offers, and
 * has one entry here that opens it: once, when a team that names it in team.yml (`services:`) is first used.
 */
import { join } from 'node:path';
import type { CitationAudit } from '../citations/index.ts';
import type { GraphQuery, GraphResult } from '../graph/index.ts';
import {
  type Clock,
  ConsiliumError,
  type Lanes,
  type Log,
  type Runner,
  type RunnerOptions,
  type Services,
  type StateKeys,
  type Tool,
  toConsiliumError,
} from '../kernel/index.ts';
import type { Models } from '../models/index.ts';
import type { Records } from '../record/index.ts';
import { recordKeys } from '../record/state.ts';
import type { Home } from '../storage/index.ts';
import type { OpenTeam } from './team.ts';
import type { OpenWorkshop } from './workshop.ts';

export type ServiceName = keyof Services & string;

/** What an opener may build on. */
export interface ServiceHouse {
  readonly home: Home;
  readonly models: Models;
  readonly records: Records;
  /** Where Cypher runs. */
  query(request: GraphQuery): Promise<GraphResult>;
  readonly citations: CitationAudit;
  readonly lanes: Lanes;
  readonly clock: Clock;
  readonly env: NodeJS.ProcessEnv;
  readonly log: Log;
  workshop(): Promise<OpenWorkshop>;
  /** A team of the house, by name. */
  team(name: string): Promise<Pick<OpenTeam, 'team' | 'send' | 'runner'>>;
  /** One agent of a team as a root of its own. */
  root(team: string, agent: string): Promise<{ readonly runner: Runner }>;
  /** A runner for an agent that a service made. */
  runner(given: RuntimeAgent): Promise<Runner>;
  /** Another service, opened if it is not yet. */
  service<Name extends ServiceName>(name: Name): Promise<NonNullable<Services[Name]>>;
}

/** An agent that no team folder holds. `app` names whose sessions these are; it stays the same for the agent's life. */
export interface RuntimeAgent extends Pick<RunnerOptions, 'app' | 'root' | 'limits' | 'stateKeys' | 'compaction'> {
  readonly services?: readonly string[] | undefined;
}

export interface ServiceEntry<Name extends ServiceName = ServiceName> {
  readonly name: Name;
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
}

/** Checks an entry against its own name; the list then holds entries of all names. */
export function service<Name extends ServiceName>(entry: ServiceEntry<Name>): ServiceEntry {
  return entry as unknown as ServiceEntry;
}

/** One entry a service. A room that is only needed sometimes is imported when it is opened. */
export const SERVICES: readonly ServiceEntry[] = [
  service({
    name: 'record',
    always: true,
    keys: recordKeys,
    open: ({ home, query }) => ({ data: home.data, audit: home.audit.write, query }),
  }),
  service({ name: 'today', open: async (house) => (await import('./today.ts')).openHouseToday(house) }),
  service({ name: 'search', open: async ({ workshop }) => (await workshop()).search }),
  service({ name: 'functions', open: async ({ workshop }) => (await workshop()).functions }),
  service({ name: 'pipelines', open: async ({ workshop }) => (await workshop()).pipelines }),
  service({
    name: 'triggers',
    open: async (house) => (await import('./desk.ts')).openTriggers(house),
    close: (triggers) => triggers.stop(),
  }),
  service({ name: 'memory', open: async (house) => (await import('./desk.ts')).openMemory(house) }),
  service({
    name: 'mail',
    open: async (house) => (await import('./desk.ts')).openMail(house),
    close: (mail) => mail.close(),
  }),
  service({
    name: 'research',
    open: async (house) => (await import('./desk.ts')).openDesk(house),
    runnerOf: (desk, app) => desk.runnerOf(app),
  }),
  service({
    name: 'study',
    open: async ({ home, clock, service }) =>
      (await import('../study/index.ts')).openStudy({
        store: home.stores.study(),
        clock,
        search: await service('search'),
        dir: join(home.dir, 'courses'),
      }),
  }),
  service({ name: 'assistant', open: async (house) => (await import('./assistant.ts')).openHouseAssistant(house) }),
];

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
  close(): Promise<void>;
}

export function openLending(
  house: Omit<ServiceHouse, 'service'>,
  entries: readonly ServiceEntry[] = SERVICES,
): Lending {
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
