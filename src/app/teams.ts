/** The teams that are open, and their agents as roots of their own: each once, by folder, found again by name. */
import type { Runner } from '../kernel/index.ts';
import {
  asRoot,
  findTeam,
  findTeamOrFolder,
  type LoadOptions,
  listTeams,
  loadTeam,
  type McpConfig,
  type Team,
  type TeamChange,
  type TeamEntry,
  watchTeam,
} from '../teams/index.ts';
import { loadBefore } from '../threads/index.ts';
import { type OpenTeam, openTeam, type Request, type TeamHouse } from './team.ts';

export interface TeamsParts {
  readonly house: TeamHouse;
  readonly loading: LoadOptions;
  /** The folders that hold the house's teams. */
  dirs(): readonly string[];
  /** Loads teams anew when their files change, and tells what came of it. */
  readonly onChange?: ((change: TeamChange) => void) | undefined;
  /** Tells of an MCP server that was away and is there now. */
  onServerBack?(listener: (config: McpConfig) => void): void;
  /** The runner of an app that is no team's. */
  runnerOf(app: string): Promise<Runner | undefined>;
}

export interface Teams {
  /** One that the house lists, by name; without a name, the house's default. */
  team(name?: string): Promise<OpenTeam>;
  /** The same, or the team of a folder. */
  teamOrFolder(name?: string): Promise<OpenTeam>;
  root(name: string | undefined, agent: string): Promise<OpenTeam>;
  rootOrFolder(name: string, agent: string): Promise<OpenTeam>;
  /** A team, or an agent as a root, that is open already: a folder's team is known by its name then. */
  opened(app: string): Promise<OpenTeam | undefined>;
  all(): Promise<OpenTeam[]>;
  /** What there is, loaded or not. */
  entries(): Promise<TeamEntry[]>;
  /** Those that the house lists, as far as they can be loaded. */
  listed(): Promise<Team[]>;
  /** Whether sessions of this app are with agents that work with what is a person's own; so too where nobody knows them. */
  isPersonal(app: string): Promise<boolean>;
  /** The runner for the sessions of an app, as their rows name it. */
  runnerOf(app: string): Promise<Runner | undefined>;
  /** Waits for their turns. */
  close(): Promise<void>;
}

/** Who is asked when nobody is named, the first that is there. */
const DEFAULT_TEAMS = ['health', 'front-desk'];

type Closable = OpenTeam & {
  /** Loads it anew, as its files and servers are now. */
  renew(): Promise<void>;
  close(): Promise<void>;
};

export function openTeams(parts: TeamsParts): Teams {
  const opened = new Map<string, Promise<Closable>>();
  const roots = new Map<string, Promise<Root>>();
  const dirOf = openDirs(parts.dirs);
  const entries = () => listTeams(parts.dirs());
  const found = async (name: string) => (await findTeamOrFolder(name, parts.dirs())).dir;
  const openDir = (dir: string) => kept(opened, dir, () => openWatched(dir, parts));
  const rootOf = (open: OpenTeam, agent: string) =>
    kept(roots, `${open.team.name}/${agent}`, () => openRoot(open, agent, parts.house));
  parts.onServerBack?.(async (config) => {
    const key = JSON.stringify(config);
    const lacking = (await settled(opened.values())).filter(({ team }) =>
      team.lacks.some((lack) => JSON.stringify(lack.config) === key),
    );
    await Promise.allSettled(lacking.map((team) => team.renew()));
    await Promise.allSettled((await settled(roots.values())).map((root) => root.renew()));
  });

  const teams: Teams = {
    team: async (name) => openDir(await dirOf(name)),
    teamOrFolder: async (name) => (name === undefined ? teams.team() : openDir(await found(name))),
    root: async (name, agent) =>
      rootOf((name !== undefined && (await teams.opened(name))) || (await teams.team(name)), agent),
    rootOrFolder: async (name, agent) => rootOf(await openDir(await found(name)), agent),
    entries,
    all: () => settled([...opened.values(), ...roots.values()]),
    opened: async (app) => (await teams.all()).find(({ team }) => team.name === app),
    listed: async () => {
      const names = (await entries()).map(({ name }) => name);
      return (await settled(names.map((name) => teams.team(name)))).map(({ team }) => team);
    },
    isPersonal: async (app) => {
      const open = (await teams.opened(app)) ?? (await teams.team(app.split('/')[0]).catch(() => undefined));
      return open?.isPersonal ?? true;
    },
    runnerOf: async (app) => {
      const known = await teams.opened(app);
      if (known !== undefined) return known.runner;
      const [name, agent] = app.split('/');
      if ((await entries()).some((entry) => entry.name === name))
        return (agent === undefined ? await teams.team(name) : await teams.root(name, agent)).runner;
      return parts.runnerOf(app);
    },
    close: async () => {
      const closing = (await settled(opened.values())).map((team) => team.close());
      const resting = (await settled(roots.values())).map(({ runner }) => runner.idle());
      await Promise.allSettled([...closing, ...resting]);
    },
  };
  return teams;
}

/** A team that follows its files, where somebody wants to be told of that. */
async function openWatched(dir: string, { house, loading, onChange }: TeamsParts): Promise<Closable> {
  let current: OpenTeam | undefined;
  let taking: Promise<void> | undefined;
  const take = async (team: Team) => {
    current = await openTeam(team, house);
  };
  const follow = (change: TeamChange) => {
    if (change.kind === 'loaded') {
      taking = take(change.team);
      taking.catch(() => {});
    }
    onChange?.(change);
  };
  const watching = onChange && (await watchTeam(dir, follow, loading));
  await (taking ?? take(await loadTeam(dir, { ...loading, before: loadBefore })));
  return {
    get team() {
      return current!.team;
    },
    get runner() {
      return current!.runner;
    },
    get isPersonal() {
      return current!.isPersonal;
    },
    send: (request: Request) => current!.send(request),
    renew: async () => {
      if (watching === undefined) await take(await loadTeam(dir, { ...loading, before: loadBefore }));
      else await watching.reload();
      await taking;
    },
    close: async () => {
      await watching?.close();
      await current!.runner.idle();
    },
  };
}

type Root = OpenTeam & { renew(): Promise<void> };

/** One agent as a root, of the team as it is now. */
async function openRoot(open: OpenTeam, agent: string, house: TeamHouse): Promise<Root> {
  let { team } = open;
  let current = await openTeam(await asRoot(team, agent), house);
  return {
    get team() {
      return current.team;
    },
    get runner() {
      return current.runner;
    },
    get isPersonal() {
      return current.isPersonal;
    },
    send: (request) => current.send(request),
    renew: async () => {
      if (open.team === team) return;
      team = open.team;
      current = await openTeam(await asRoot(team, agent), house);
    },
  };
}

/** Where a team lives does not change while the app is open; looking for it reads the disk. */
function openDirs(parents: TeamsParts['dirs']): (name: string | undefined) => Promise<string> {
  const dirs = new Map<string | undefined, string>();
  return async (name) => {
    const known = dirs.get(name);
    if (known !== undefined) return known;
    const { dir } = await findTeam(name ?? (await defaultTeam(parents())), parents());
    dirs.set(name, dir);
    return dir;
  };
}

async function defaultTeam(dirs: readonly string[]): Promise<string> {
  const there = new Set((await listTeams(dirs)).map((team) => team.name));
  return DEFAULT_TEAMS.find((name) => there.has(name)) ?? DEFAULT_TEAMS[0]!;
}

/** What failed to open is tried again by the next who asks. */
function kept<T>(all: Map<string, Promise<T>>, key: string, open: () => Promise<T>): Promise<T> {
  let known = all.get(key);
  if (known === undefined) {
    known = open();
    all.set(key, known);
    known.catch(() => all.delete(key));
  }
  return known;
}

async function settled<T>(promises: Iterable<Promise<T>>): Promise<T[]> {
  const results = await Promise.allSettled(promises);
  return results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
}
