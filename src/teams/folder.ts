/** A team folder as it lies on disk: its YAML validated, its modules imported, nothing yet put together. */
import { readdir, stat } from 'node:fs/promises';
import { basename, join, relative, sep } from 'node:path';
import { type AgentConfig, type TeamConfig, teamConfig } from './config.ts';
import { readConfig } from './issue.ts';
import { checkKind } from './kind.ts';
import type { Kinds, WrittenAgentConfig } from './kinds.ts';
import { type Exports, importModule } from './module.ts';
import type { Problem } from './problem.ts';
import { readSource, type Source } from './source.ts';

export interface TeamFolder {
  readonly dir: string;
  readonly source: Source | undefined;
  readonly config: TeamConfig | undefined;
  readonly shared: Modules;
  readonly drafts: ReadonlyMap<string, Draft>;
  readonly problems: readonly Problem[];
}

/** An agent before it is one. */
export interface Draft {
  readonly name: string;
  readonly dir: string;
  readonly source: Source;
  readonly config: AgentConfig;
  readonly modules: Modules;
}

/** What the modules of one folder export, by file name. A module that failed is there without exports. */
export type Modules = ReadonlyMap<string, Exports | undefined>;

const SHARED_MODULES = ['tools.ts', 'callbacks.ts', 'schema.ts'];
const TEAM_MODULES = [...SHARED_MODULES, 'state.ts', 'compaction.ts', 'hears.ts'];
const AGENT_MODULES = [...SHARED_MODULES, 'offline.ts', 'agent.ts'];

export async function readFolder(dir: string, kinds: Kinds, how: Importing = {}): Promise<TeamFolder> {
  const problems: Problem[] = [];
  const entries = await listEntries(dir, problems);
  const files = new Set(entries.filter((entry) => entry.isFile()).map(({ name }) => name));
  const folders = entries.filter((entry) => entry.isDirectory() && isAgentFolder(entry.name)).map(({ name }) => name);
  if (problems.length === 0 && !files.has('team.yml')) problems.push(missingTeamFile(dir, files));
  const source = files.has('team.yml') ? await readSource(join(dir, 'team.yml')) : undefined;
  const read = source && readConfig(teamConfig, source);
  problems.push(...(source?.problems ?? []), ...(read?.problems ?? []));
  const importing = new Importer(dir, how);
  const [shared, ...drafts] = await Promise.all([
    importing.modules(dir, files, TEAM_MODULES),
    ...folders.map((name) => readDraft(dir, name, kinds, importing, problems)),
  ]);
  problems.push(...importing.problems);
  return { dir, source, config: read?.config, shared, drafts: gatherDrafts(drafts.flat(), problems), problems };
}

async function listEntries(dir: string, problems: Problem[]) {
  try {
    return await readdir(dir, { withFileTypes: true });
  } catch (thrown) {
    const there = await stat(dir).catch(() => undefined);
    const message =
      there === undefined
        ? 'There is no such folder.'
        : `This is not a folder that can be read: ${(thrown as Error).message}`;
    problems.push({ file: dir, rule: 'team_folder', message });
    return [];
  }
}

export function teamName({ config, dir }: Pick<TeamFolder, 'config' | 'dir'>): string {
  return config?.name ?? basename(dir);
}

/** Folders that begin with `_` or `.` hold whatever a team keeps beside its agents. */
function isAgentFolder(name: string): boolean {
  return !/^[._]/.test(name) && name !== 'node_modules';
}

function missingTeamFile(dir: string, files: ReadonlySet<string>): Problem {
  const other = ['team.yaml', 'Team.yml'].find((name) => files.has(name));
  const message = other
    ? `The file must be called team.yml, not ${other}.`
    : 'A team needs a team.yml that names its root agent.';
  return { file: join(dir, 'team.yml'), rule: 'team_file', message };
}

async function readDraft(
  teamDir: string,
  name: string,
  kinds: Kinds,
  importing: Importer,
  problems: Problem[],
): Promise<Draft[]> {
  const dir = join(teamDir, name);
  const files = new Set((await listEntries(dir, problems)).map((entry) => entry.name));
  const file = join(dir, 'config.yml');
  const source = files.has('config.yml') ? await readSource(file) : missingConfig(file, name, files);
  const { config: written = {}, problems: wrong } = readConfig(kinds.schema, source);
  const { config, guests } = separateGuests(written, { dir, source, kinds, problems });
  const found = [...source.problems, ...wrong, ...checkKind(name, config, kinds.of(config), source)];
  if (config.name !== undefined && config.name !== name)
    found.push({
      file,
      ...source.locate(['name']),
      rule: 'name',
      message: `The agent is called ${config.name} here but its folder ${name}: the two must be the same.`,
    });
  problems.push(...found.map((problem) => ({ agent: name, ...problem })));
  const offline = typeof config.offline === 'string' ? [config.offline] : [];
  const modules = await importing.modules(dir, files, [...AGENT_MODULES, ...offline]);
  return [{ name, dir, source, config, modules }, ...guests];
}

/** Agents that are written in place become drafts of their own. */
function separateGuests(
  { sub_agents, ...rest }: WrittenAgentConfig,
  { dir, source, kinds, problems }: { dir: string; source: Source; kinds: Kinds; problems: Problem[] },
): { config: AgentConfig; guests: Draft[] } {
  if (sub_agents === undefined) return { config: rest, guests: [] };
  const guests = sub_agents.flatMap((child, index): Draft[] => {
    if (typeof child === 'string') return [];
    const { name, ...config } = child;
    const own: Source = { ...source, locate: (path, on) => source.locate(['sub_agents', index, ...path], on) };
    const whole: AgentConfig = { ...config, kind: kinds.inPlace(config) };
    problems.push(...checkKind(name, whole, kinds.of(whole), own));
    return [{ name, dir, source: own, config: whole, modules: new Map() }];
  });
  const children = sub_agents.map((child) => (typeof child === 'string' ? child : child.name));
  return { config: { ...rest, sub_agents: children }, guests };
}

function gatherDrafts(drafts: readonly Draft[], problems: Problem[]): ReadonlyMap<string, Draft> {
  const gathered = new Map<string, Draft>();
  for (const draft of drafts) {
    const { name, source } = draft;
    if (gathered.has(name))
      problems.push({
        file: source.file,
        ...source.locate(['name']),
        rule: 'name',
        message: `There is another agent ${name}: each has a name of its own.`,
        agent: name,
      });
    else gathered.set(name, draft);
  }
  return gathered;
}

/** Stands in for the config, so that those who refer to the agent are not told that it does not exist. */
function missingConfig(file: string, name: string, files: ReadonlySet<string>): Source {
  const other = ['config.yaml', `${name}.yml`, 'Config.yml'].find((candidate) => files.has(candidate));
  const message = other
    ? `The file must be called config.yml, not ${other}.`
    : `The folder ${name} has no config.yml. If it is not meant to be an agent, begin its name with "_".`;
  const place = { line: 1, column: 1, excerpt: '' };
  return { file, value: undefined, problems: [{ file, rule: 'config_file', message }], locate: () => place };
}

/** How modules are imported: under which number, and what is done before each. */
export interface Importing {
  readonly version?: number | undefined;
  readonly before?: ((file: string) => Promise<void>) | undefined;
}

class Importer {
  readonly problems: Problem[] = [];
  readonly #teamDir: string;
  readonly #how: Importing;

  constructor(teamDir: string, how: Importing) {
    this.#teamDir = teamDir;
    this.#how = how;
  }

  async modules(dir: string, files: ReadonlySet<string>, wanted: readonly string[]): Promise<Modules> {
    const there = [...new Set(wanted)].filter((name) => files.has(name));
    const imported = there.map(async (name): Promise<[string, Exports | undefined]> => {
      const { version, before } = this.#how;
      // A version is read anew, whatever is loaded.
      if (version === undefined) await before?.(join(dir, name));
      const result = await importModule(join(dir, name), this.#teamDir, version);
      if ('exports' in result) return [name, result.exports];
      this.#report(result.problem);
      return [name, undefined];
    });
    return new Map(await Promise.all(imported));
  }

  #report(problem: Problem): void {
    const { file, line, message } = problem;
    if (this.problems.some((known) => known.file === file && known.line === line && known.message === message)) return;
    const [folder = '', ...below] = relative(this.#teamDir, file).split(sep);
    const isAgents = below.length > 0 && isAgentFolder(folder);
    this.problems.push(isAgents ? { ...problem, agent: folder } : problem);
  }
}
