/** From a folder to a team that runs, or to everything that is wrong with it. */
import { basename, join, resolve } from 'node:path';
import type { Agent } from '../kernel/agent.ts';
import type { CompactionPolicy } from '../kernel/compaction.ts';
import { ConsiliumError, toConsiliumError } from '../kernel/errors.ts';
import type { Json } from '../kernel/event.ts';
import type { Limits } from '../kernel/limits.ts';
import { State, type StateKeys, stateRules } from '../kernel/state.ts';
import type { Tool } from '../kernel/tool.ts';
import { buildTree, type Problem as TreeProblem } from '../kernel/tree.ts';
import { unusedAssignments } from '../models/assignment.ts';
import type { Models } from '../models/source.ts';
import { nearest } from '../text/index.ts';
import { findStranded } from './alone.ts';
import { assemble } from './assemble.ts';
import { readCompaction } from './compaction.ts';
import type { ActionConfig, McpConfig } from './config.ts';
import { checkFamily } from './family.ts';
import { readFolder, type TeamFolder } from './folder.ts';
import { type AgentKind, Kinds } from './kinds.ts';
import { suggest } from './nearest.ts';
import { type McpTools, resolveParts } from './parts.ts';
import { formatProblems, type Problem, sortProblems } from './problem.ts';
import type { Path, Source } from './source.ts';
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
  readonly judge?: ((message: string) => number) | undefined;
  /** What its agents offer to other machines, by agent: those that say so in their YAML. */
  readonly offers: ReadonlyMap<string, Offer>;
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
  /** Asks an MCP server for its tools; without it, servers are not asked. */
  mcpTools?: ((config: McpConfig) => Promise<readonly Tool[]>) | undefined;
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
  const folder = await readFolder(resolve(dir), kinds, options.version);
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
  ];
  const sound = problems.length === 0 && 'names' in built;
  return {
    team: sound ? describeTeam(folder, agent, built.names, keys.keys, kinds) : undefined,
    problems: sortProblems(problems),
    warnings: sortProblems(warnings),
  };
}

/** Typed keys are the kernel's to judge: the initial state is written once to see what it says. */
function checkState({ source, config }: TeamFolder, keys: StateKeys): Problem[] {
  const shelves = { temp: new Map(), session: new Map(), user: new Map(), app: new Map() };
  const state = new State(shelves, stateRules(undefined, keys));
  return Object.entries(config?.state ?? {}).flatMap(([key, value]) => {
    try {
      state.set(key, value as Json);
      return [];
    } catch (thrown) {
      return [
        { file: source!.file, ...source!.locate(['state', key]), rule: 'state', message: (thrown as Error).message },
      ];
    }
  });
}

function checkServices({ source, config }: TeamFolder, known: readonly string[] | undefined): Problem[] {
  if (known === undefined) return [];
  return (config?.services ?? []).flatMap((name, index) => {
    if (known.includes(name)) return [];
    const message = `There is no service "${name}".${suggest(name, [...known], 'There are')}`;
    return [{ file: source!.file, ...source!.locate(['services', index]), rule: 'unknown_service', message }];
  });
}

function checkModels(folder: TeamFolder, models: LoadOptions['models']): Problem[] {
  if (models === undefined) return [];
  const check = (source: Source, path: Path, model: string | undefined, agent?: string): Problem[] => {
    try {
      if (model !== undefined) models.check(model);
      return [];
    } catch (thrown) {
      const { message, hint = '' } = toConsiliumError(thrown);
      const said = `${message} ${hint}`.trim();
      return [{ file: source.file, ...source.locate(path), rule: 'unknown_model', message: said, agent }];
    }
  };
  const { main_model, sub_agent_model, specialized_agents = {} } = folder.config?.model_config ?? {};
  const ofTeam = folder.source && [
    ...check(folder.source, ['model_config', 'main_model'], main_model),
    ...check(folder.source, ['model_config', 'sub_agent_model'], sub_agent_model),
    ...Object.entries(specialized_agents).flatMap(([key, model]) =>
      check(folder.source!, ['model_config', 'specialized_agents', key], model),
    ),
  ];
  const own = [...folder.drafts.values()].flatMap(({ name, source, config }) =>
    check(source, ['model'], config.model, name),
  );
  return [...(ofTeam ?? []), ...own];
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

/** Which key of the config a rule of the kernel is about. */
const KEY_OF: Partial<Record<TreeProblem['rule'], string>> = {
  name: 'name',
  builtin_alone: 'tools',
  tool_name: 'tools',
  transfer_target: 'transfer_targets',
  empty: 'kind',
  single_parent: 'sub_agents',
  cycle: 'sub_agents',
};

/**
 * The kernel knows the file but not the line. While other mistakes stand, a tree without the faulty parts was judged:
 * what may only look wrong because of that is left for the next check.
 */
function placeProblems(found: readonly TreeProblem[], folder: TeamFolder, partial: boolean): Problem[] {
  return found
    .filter(({ rule }) => !partial || (rule !== 'transfer_target' && rule !== 'empty'))
    .map(({ agent, rule, message, file }) => {
      const source = folder.drafts.get(agent)?.source;
      const place = source?.locate([KEY_OF[rule] ?? 'name'], 'key');
      return { file: source?.file ?? file ?? folder.dir, ...place, rule, message, agent };
    });
}

function findWarnings({ source, config, drafts }: TeamFolder): Problem[] {
  const warnings: Problem[] = [];
  for (const key of unusedAssignments(config?.model_config, [...drafts.keys()])) {
    const near = nearest(key.replace(/_?model$/, ''), [...drafts.keys()]);
    warnings.push({
      file: source!.file,
      ...source!.locate(['model_config', 'specialized_agents', key], 'key'),
      rule: 'unused_model',
      message: `"${key}" fits no agent of the team.${near ? ` Did you mean ${near}?` : ''}`,
    });
  }
  for (const { name, source: own, config: agent } of drafts.values()) {
    const warn = (rule: string, message: string) =>
      warnings.push({ file: own.file, ...own.locate(['name'], 'key'), rule, message, agent: name });
    if ((agent.kind ?? 'llm') === 'llm' && agent.instruction === undefined)
      warn('no_instruction', `${name} has no instruction.`);
    if (name !== config?.root && agent.description === undefined)
      warn('no_description', `${name} has no description: other agents choose by it.`);
  }
  return warnings;
}

function describeTeam(folder: TeamFolder, root: Agent, agents: string[], stateKeys: StateKeys, kinds: Kinds): Team {
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
    name: config!.name ?? basename(dir),
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

async function askMcpServers({ drafts }: TeamFolder, ask: LoadOptions['mcpTools']): Promise<McpTools> {
  const named = [...drafts.values()].flatMap(({ config }) =>
    (config.tools ?? []).flatMap((tool) => (typeof tool === 'object' && 'mcp' in tool ? [tool.mcp] : [])),
  );
  if (ask === undefined) return new Map();
  const asked = named.map(async (config) => [config, await ask(config).catch(toConsiliumError)] as const);
  return new Map(await Promise.all(asked));
}
