/** From a folder to a team that runs, or to everything that is wrong with it. */
import { basename, join, resolve } from 'node:path';
import type { Agent } from '../kernel/agent.ts';
import type { CompactionPolicy } from '../kernel/compaction.ts';
import { ConsiliumError } from '../kernel/errors.ts';
import type { Json, MaybePromise } from '../kernel/event.ts';
import type { Limits } from '../kernel/limits.ts';
import type { StateKeys } from '../kernel/state.ts';
import type { Tool } from '../kernel/tool.ts';
import { buildTree, type Problem as TreeProblem } from '../kernel/tree.ts';
import type { Models } from '../models/source.ts';
import { findStranded } from './alone.ts';
import { assemble } from './assemble.ts';
import { checkModels, checkServices, checkState, findWarnings, placeProblems } from './checks.ts';
import { readCompaction } from './compaction.ts';
import type { ActionConfig, McpConfig } from './config.ts';
import { checkFamily } from './family.ts';
import { readFolder, type TeamFolder, teamName } from './folder.ts';
import { type AgentKind, Kinds } from './kinds.ts';
import type { Lack, McpOffer, McpOffers } from './mcp.ts';
import { resolveParts } from './parts.ts';
import { formatProblems, type Problem, sortProblems } from './problem.ts';
import { readStateKeys } from './state-keys.ts';

export interface Team {
  readonly name: string;
  readonly description: string;
  /** Absolute path of its folder. */
  readonly dir: string;
  readonly root: Agent;
  /** The names of all its agents, those behind tools included, in the order of the tree. */
  readonly agents: readonly string[];
  /** What team.yml says; the rest is the kernel's default. */
  readonly limits: Partial<Limits>;
  /** State that a new session begins with. */
  readonly initialState: Readonly<Record<string, Json>>;
  /** By name, as the app's registry has them. */
  readonly services: readonly string[];
  /** The typed keys that it declares, in team.yml or in state.ts. */
  readonly stateKeys: StateKeys;
  /** Rights that whoever talks to it needs, with what each allows. */
  readonly scopes: Readonly<Record<string, string>>;
  /** Absent: the kernel's own. */
  readonly compaction?: CompactionPolicy | undefined;
  readonly welcome?: string | undefined;
  /** Messages to try it with. */
  readonly examples: readonly string[];
  /** Phrases by which a question is known to be this team's. */
  readonly hears: readonly string[];
  /** Its own judgement of a message, from 0 to 1: `hears` of its hears.ts. */
  readonly judge?: ((message: string) => MaybePromise<number>) | undefined;
  /** What its agents offer to other machines, by agent: those that say so in their YAML. */
  readonly offers: ReadonlyMap<string, Offer>;
  /** MCP servers that could not be asked when it was loaded: it is without their tools. */
  readonly lacks: readonly Lack[];
}

export interface Offer {
  readonly version?: string | undefined;
  readonly actions: Readonly<Record<string, ActionConfig>>;
}

export interface TeamCheck {
  /** Present if there are no problems. */
  readonly team: Team | undefined;
  readonly problems: readonly Problem[];
  /** What works but is most likely not meant. */
  readonly warnings: readonly Problem[];
}

export interface LoadOptions {
  /** Asks an MCP server for its tools, in time and without throwing; without it, servers are not asked. */
  mcpTools?: ((config: McpConfig) => Promise<McpOffer>) | undefined;
  /** Kinds of agents beside those of this house, such as agents of other machines. */
  kinds?: (() => Promise<readonly AgentKind[]>) | undefined;
  /** The services there are; without it, their names are not checked. */
  services?: readonly string[] | undefined;
  /** Tools that rooms of the house offer to every team, by name. */
  tools?: Readonly<Record<string, Tool>> | undefined;
  /** Typed keys that hold for every team. */
  stateKeys?: StateKeys | undefined;
  /** Who knows which model names there are; without it they are not checked. */
  models?: Pick<Models, 'check'> | undefined;
  /** Above 0: the modules are imported anew under this number. See watch.ts. */
  version?: number | undefined;
  /** Done before a module is imported (`createLoading`). */
  before?: ((file: string) => Promise<void>) | undefined;
}

/** Loads a team. Throws TEAM_INVALID with all problems, each with its file and line. */
export async function loadTeam(dir: string, options: LoadOptions = {}): Promise<Team> {
  const { team, problems } = await checkTeam(dir, options);
  if (team !== undefined) return team;
  const [first] = problems;
  const rest = problems.length === 1 ? '' : `\n\n(${problems.length} problems in all)`;
  throw new ConsiliumError(
    'TEAM_INVALID',
    `The team ${basename(resolve(dir))} cannot be loaded.\n${formatProblems([first!])}${rest}`,
    {
      hint: `consilium team check ${dir}`,
      details: { problems },
    },
  );
}

/** Finds everything that is wrong with a team folder. Throws nothing. */
export async function checkTeam(dir: string, options: LoadOptions = {}): Promise<TeamCheck> {
  const kinds = new Kinds(await options.kinds?.());
  const folder = await readFolder(resolve(dir), kinds, options);
  const family = checkFamily(folder, kinds);
  const mcp = await askMcpServers(folder, options.mcpTools);
  const resolved = [...folder.drafts.values()].map((draft) => ({
    name: draft.name,
    ...resolveParts(draft, folder, options.tools, mcp),
  }));
  const keys = readStateKeys(folder, options.stateKeys);
  const problems = [
    ...folder.problems,
    ...resolved.flatMap((each) => each.problems),
    ...family.problems,
    ...keys.problems,
    ...readCompaction(folder).problems,
    ...readJudge(folder).problems,
    ...checkState(folder, { ...keys.keys, ...options.stateKeys }),
    ...checkServices(folder, options.services),
    ...checkModels(folder, options.models),
  ];
  const root = folder.config?.root;
  if (root === undefined || !folder.drafts.has(root))
    return { team: undefined, problems: sortProblems(problems), warnings: [] };
  const parts = new Map(resolved.map((each) => [each.name, each.parts]));
  const agent = assemble({ team: folder, parts, family, kinds }, root);
  const built = build(agent);
  if ('problems' in built) problems.push(...placeProblems(built.problems, folder, problems.length > 0));
  const warnings = [
    ...findWarnings(folder),
    ...findStranded(folder),
    ...(problems.length === 0 ? family.warnings : []),
    ...resolved.flatMap((each) => each.warnings),
  ];
  const lacks = resolved.flatMap((each) => each.lacks);
  const sound = problems.length === 0 && 'names' in built;
  return {
    team: sound ? { ...describeTeam(folder, agent, built.names, keys.keys, kinds), lacks } : undefined,
    problems: sortProblems(problems),
    warnings: sortProblems(warnings),
  };
}

function build(root: Agent): { names: string[] } | { problems: readonly TreeProblem[] } {
  try {
    return { names: [...buildTree(root).agents.keys()] };
  } catch (thrown) {
    if (thrown instanceof ConsiliumError && Array.isArray(thrown.details?.problems))
      return { problems: thrown.details.problems as TreeProblem[] };
    throw thrown;
  }
}

function describeTeam(
  folder: TeamFolder,
  root: Agent,
  agents: string[],
  stateKeys: StateKeys,
  kinds: Kinds,
): Omit<Team, 'lacks'> {
  const { dir, config, drafts } = folder;
  const { limits = {} } = config!;
  const given = {
    modelCalls: limits.model_calls,
    tokens: limits.tokens,
    transfers: limits.transfers,
    remoteCalls: limits.remote_calls,
    wallMs: limits.wall_ms,
  };
  return {
    name: teamName(folder),
    description: config!.description ?? '',
    dir,
    root,
    agents,
    limits: Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)),
    initialState: (config!.state ?? {}) as Record<string, Json>,
    services: config!.services ?? [],
    stateKeys,
    scopes: config!.scopes ?? {},
    compaction: readCompaction(folder).policy,
    welcome: config!.welcome,
    examples: config!.examples ?? [],
    hears: config!.hears ?? [],
    judge: readJudge(folder).judge,
    offers: offersOf(drafts, kinds),
  };
}

function readJudge({ dir, shared }: TeamFolder): { judge: Team['judge']; problems: Problem[] } {
  const exports = shared.get('hears.ts');
  const judge = exports?.['hears'];
  if (exports === undefined || typeof judge === 'function') return { judge: judge as Team['judge'], problems: [] };
  const message = 'It must export a function "hears" that says from 0 to 1 whether a message is for this team.';
  return { judge: undefined, problems: [{ file: join(dir, 'hears.ts'), rule: 'hears', message }] };
}

function offersOf(drafts: TeamFolder['drafts'], kinds: Kinds): ReadonlyMap<string, Offer> {
  return new Map(
    [...drafts.values()]
      .filter(
        ({ config }) => !kinds.of(config).isElsewhere && (config.actions !== undefined || config.version !== undefined),
      )
      .map(({ name, config: { version, actions = {} } }) => [name, { version, actions }]),
  );
}

async function askMcpServers({ drafts }: TeamFolder, ask: LoadOptions['mcpTools']): Promise<McpOffers> {
  const named = [...drafts.values()].flatMap(({ config }) =>
    (config.tools ?? []).flatMap((tool) => (typeof tool === 'object' && 'mcp' in tool ? [tool.mcp] : [])),
  );
  if (ask === undefined) return new Map();
  const asked = named.map(async (config) => [config, await ask(config)] as const);
  return new Map(await Promise.all(asked));
}
