/** Names in a config resolved to what the modules beside it export: tools, callbacks, schemas, policies, code. */
import { join } from 'node:path';
import { z } from 'zod';
import type { CodeContext } from '../kernel/context.ts';
import type { MaybePromise } from '../kernel/event.ts';
import type { Schema } from '../kernel/schema.ts';
import type { Intercept } from '../kernel/tool.ts';
import { type BuiltinTool, builtinTool, exitLoop, type Tool } from '../kernel/tool.ts';
import { TRANSFER_TOOL } from '../kernel/tree.ts';
import { isOfflinePolicy, type OfflinePolicy } from '../models/policy.ts';
import type { AgentConfig, ToolConfig } from './config.ts';
import type { Draft, Modules, TeamFolder } from './folder.ts';
import { type Lack, type McpOffer, type McpOffers, resolveMcp, withoutDoubles } from './mcp.ts';
import { suggest } from './nearest.ts';
import type { Problem } from './problem.ts';
import type { Path } from './source.ts';

export type AgentToolConfig = Extract<ToolConfig, { agent: string }>;

/** An agent tool waits until its agent is built. */
export type ToolPart = { tool: Tool } | { config: AgentToolConfig; path: Path; intercept: Intercept | undefined };

type CallbackKey = keyof NonNullable<AgentConfig['callbacks']>;
export type Callback = (...given: never[]) => unknown;

export interface Parts {
  readonly tools: readonly ToolPart[];
  /** The MCP servers that it names, those that are away too. */
  readonly servers: readonly McpOffer[];
  readonly outputSchema: Schema | undefined;
  readonly callbacks: Partial<Record<CallbackKey, Callback[]>>;
  readonly offline: OfflinePolicy | undefined;
  readonly run: ((context: CodeContext) => MaybePromise<string | undefined>) | undefined;
}

const HOUSE_TOOLS: Readonly<Record<string, Tool>> = { [exitLoop.name]: exitLoop };

export function resolveParts(
  draft: Draft,
  team: TeamFolder,
  offered: Readonly<Record<string, Tool>> = {},
  mcp: McpOffers = new Map(),
): { parts: Parts; problems: Problem[]; warnings: Problem[]; lacks: Lack[] } {
  const problems: Problem[] = [];
  const warnings: Problem[] = [];
  const lacks: Lack[] = [];
  const place = (path: Path, rule: string, message: string): Problem => ({
    ...{ file: draft.source.file, ...draft.source.locate(path), rule, message, agent: draft.name },
  });
  const desk: Desk = {
    draft,
    team,
    house: { ...HOUSE_TOOLS, ...offered },
    mcp,
    servers: [],
    report: (path, rule, message) => problems.push(place(path, rule, message)),
    warn: (path, rule, message) => warnings.push(place(path, rule, message)),
    lack: (lack) => lacks.push({ agent: draft.name, ...lack }),
    reportFile: (file, rule, message) => problems.push({ file, rule, message, agent: draft.name }),
  };
  const parts = {
    tools: resolveTools(desk),
    servers: desk.servers,
    outputSchema: resolveSchema(desk),
    callbacks: resolveCallbacks(desk),
    offline: resolveOffline(desk),
    run: resolveRun(desk),
  };
  return { parts, problems, warnings, lacks };
}

interface Desk {
  readonly draft: Draft;
  readonly team: TeamFolder;
  /** Tools that the house offers to every team. */
  readonly house: Readonly<Record<string, Tool>>;
  readonly mcp: McpOffers;
  readonly servers: McpOffer[];
  report(path: Path, rule: string, message: string): void;
  warn(path: Path, rule: string, message: string): void;
  lack(lack: Omit<Lack, 'agent'>): void;
  reportFile(file: string, rule: string, message: string): void;
}

/** Those of servers come last: who offers them has no say in what the team's own are called. */
function resolveTools(desk: Desk): ToolPart[] {
  const given = (desk.draft.config.tools ?? []).map((config, i) => ({ config, path: ['tools', i] as Path }));
  const own = given.flatMap(({ config, path }) => resolveTool(desk, config, path));
  const names = own.map((part) => ('tool' in part ? part.tool.name : (part.config.name ?? part.config.agent)));
  const foreign = given.flatMap(({ config, path }) => resolveServer(desk, config, path));
  const usable = withoutDoubles(foreign, names, (message) => desk.warn(['tools'], 'tool_name', message));
  return [...own, ...usable.map((tool) => ({ tool }))];
}

function resolveServer(desk: Desk, config: ToolConfig, path: Path): Tool[] {
  if (typeof config === 'string' || !('mcp' in config)) return [];
  const offer = desk.mcp.get(config.mcp);
  if (offer === undefined) return [];
  desk.servers.push(offer);
  if (offer.problem !== undefined) desk.lack({ server: offer.server, config: config.mcp, problem: offer.problem });
  return resolveMcp(offer, config, path, desk.warn);
}

function resolveTool(desk: Desk, config: ToolConfig, path: Path): ToolPart[] {
  if (typeof config === 'string') {
    const tool = findTool(desk, config, path);
    return tool === undefined ? [] : [{ tool }];
  }
  if ('builtin' in config) return [{ tool: builtinTool(config.builtin as BuiltinTool['id'], config.args) }];
  if ('mcp' in config) return [];
  checkSafeKeys(desk, config, path);
  const hook = config.intercept && findFunction(desk, config.intercept, [...path, 'intercept'], 'intercept');
  return [{ config, path, intercept: hook ? (hook as Intercept) : undefined }];
}

function findTool(desk: Desk, name: string, path: Path): Tool | undefined {
  const { draft, team, house } = desk;
  const places = [draft.modules.get('tools.ts'), team.shared.get('tools.ts'), house];
  const offered = places.map((exports) => toolsIn(exports ?? {}));
  for (const tools of offered) if (tools.has(name)) return tools.get(name);
  for (const exports of places)
    if (exports !== undefined && Object.hasOwn(exports, name)) {
      desk.report(path, 'unknown_tool', `"${name}" is exported by tools.ts but is not a tool: make it with tool({…}).`);
      return undefined;
    }
  if (anyBroken('tools.ts', draft.modules, team.shared)) return undefined;
  desk.report(
    path,
    'unknown_tool',
    describeUnknownTool(desk, name, [...new Set(offered.flatMap((t) => [...t.keys()]))]),
  );
  return undefined;
}

/** Under the name the model sees and under the name of the export. */
function toolsIn(exports: Readonly<Record<string, unknown>>): Map<string, Tool> {
  const tools = new Map<string, Tool>();
  for (const [key, value] of Object.entries(exports)) if (isTool(value)) tools.set(key, value);
  for (const tool of [...tools.values()]) tools.set(tool.name, tool);
  return tools;
}

function isTool(value: unknown): value is Tool {
  const { kind, name } = (value ?? {}) as { kind?: unknown; name?: unknown };
  return (kind === 'function' || kind === 'builtin' || kind === 'agent') && typeof name === 'string';
}

function describeUnknownTool({ draft, team }: Desk, name: string, known: string[]): string {
  if (name === TRANSFER_TOOL) return `${TRANSFER_TOOL} is given to every agent that may transfer: leave it out.`;
  if (team.drafts.has(name)) return `"${name}" is an agent, not a tool. To call it as one, write "agent: ${name}".`;
  if (/^[a-z-]+\.[a-z_]+$/.test(name)) return `"${name}" looks like a built-in tool: write "builtin: ${name}".`;
  const none = draft.modules.has('tools.ts') || team.shared.has('tools.ts') ? '' : ` ${draft.name} has no tools.ts.`;
  return `There is no tool "${name}".${none}${suggest(name, known, 'There are')}`;
}

function anyBroken(file: string, ...modules: Modules[]): boolean {
  return modules.some((folder) => folder.has(file) && folder.get(file) === undefined);
}

const SAFE_KEYS = [
  'fallback_response',
  'empty_response',
  'result_key',
  'status_key',
  'error_key',
  'initial_status',
  'preserve_request',
  'reset_state',
  'intercept',
] as const;

function checkSafeKeys(desk: Desk, config: AgentToolConfig, path: Path): void {
  if (config.safe && config.fallback_response === undefined)
    desk.report(
      path,
      'safe_tool',
      `A safe agent tool needs a fallback_response: what is said when ${config.agent} fails.`,
    );
  if (config.safe) return;
  for (const key of SAFE_KEYS)
    if (config[key] !== undefined)
      desk.report([...path, key], 'safe_tool', `"${key}" is for a safe agent tool: add "safe: true".`);
}

function resolveSchema(desk: Desk): Schema | undefined {
  const { draft, team } = desk;
  const given = draft.config.output_schema;
  if (given === undefined) return undefined;
  if (typeof given !== 'string') return readInlineSchema(desk, given);
  const known: string[] = [];
  for (const exports of [draft.modules.get('schema.ts'), team.shared.get('schema.ts')]) {
    const found = exports?.[given];
    if (isSchema(found)) return found;
    known.push(...Object.keys(exports ?? {}).filter((key) => isSchema(exports![key])));
  }
  if (anyBroken('schema.ts', draft.modules, team.shared)) return undefined;
  const none = draft.modules.has('schema.ts') || team.shared.has('schema.ts') ? '' : ` ${draft.name} has no schema.ts.`;
  desk.report(
    ['output_schema'],
    'unknown_schema',
    `There is no schema "${given}".${none}${suggest(given, known, 'There are')}`,
  );
  return undefined;
}

function isSchema(value: unknown): value is Schema {
  return typeof (value as Schema | null | undefined)?.['~standard']?.validate === 'function';
}

/** zod checks the values; the model is shown the schema as it was written. */
function readInlineSchema(desk: Desk, json: Record<string, unknown>): Schema | undefined {
  try {
    const standard = z.fromJSONSchema(json as Parameters<typeof z.fromJSONSchema>[0])['~standard'];
    const { version, vendor, validate } = standard;
    return { '~standard': { version, vendor, validate, jsonSchema: { input: () => json } } as Schema['~standard'] };
  } catch (thrown) {
    desk.report(
      ['output_schema'],
      'schema',
      `This is not a JSON Schema that can be used: ${(thrown as Error).message}.`,
    );
    return undefined;
  }
}

function resolveCallbacks(desk: Desk): Parts['callbacks'] {
  const resolved: Parts['callbacks'] = {};
  for (const [key, given] of Object.entries(desk.draft.config.callbacks ?? {}) as [CallbackKey, string | string[]][]) {
    const names: [string, Path][] =
      typeof given === 'string' ? [[given, []]] : given.map((name, i): [string, Path] => [name, [i]]);
    resolved[key] = names.flatMap(
      ([name, item]) => findFunction(desk, name, ['callbacks', key, ...item], 'callback') ?? [],
    );
  }
  return resolved;
}

/** A function exported by callbacks.ts, or for hooks of tools by tools.ts, of the agent or of the team. */
function findFunction(desk: Desk, name: string, path: Path, what: 'callback' | 'intercept'): Callback | undefined {
  const files = what === 'callback' ? ['callbacks.ts'] : ['callbacks.ts', 'tools.ts'];
  const known: string[] = [];
  for (const folder of [desk.draft.modules, desk.team.shared])
    for (const file of files) {
      const exports = folder.get(file) ?? {};
      if (typeof exports[name] === 'function') return exports[name] as Callback;
      known.push(...Object.keys(exports).filter((key) => typeof exports[key] === 'function'));
    }
  if (files.some((file) => anyBroken(file, desk.draft.modules, desk.team.shared))) return undefined;
  const rule = `unknown_${what}`;
  desk.report(
    path,
    rule,
    `There is no function "${name}" in ${files.join(' or ')}.${suggest(name, known, 'There are')}`,
  );
  return undefined;
}

function resolveOffline(desk: Desk): OfflinePolicy | undefined {
  const { modules, config, name } = desk.draft;
  if (config.offline === false) return undefined;
  const file = config.offline ?? 'offline.ts';
  if (!modules.has(file)) {
    if (config.offline !== undefined)
      desk.report(
        ['offline'],
        'unknown_policy',
        `There is no ${file} in the folder of ${name}.${suggest(file, [...modules.keys()])}`,
      );
    return undefined;
  }
  return defaultExport(desk, file, isOfflinePolicy, 'the offline policy');
}

function resolveRun(desk: Desk): Parts['run'] {
  const { config, modules, name } = desk.draft;
  if (config.kind !== 'code') return undefined;
  if (modules.has('agent.ts')) return defaultExport(desk, 'agent.ts', isRun, 'the function that runs it');
  desk.report(['kind'], 'code', `${name} is of kind code and needs an agent.ts whose default export runs it.`);
  return undefined;
}

function isRun(value: unknown): value is NonNullable<Parts['run']> {
  return typeof value === 'function';
}

/** What is wrong with a module is told at the module, not in the YAML. */
function defaultExport<T>(desk: Desk, file: string, fits: (value: unknown) => value is T, what: string): T | undefined {
  const exports = desk.draft.modules.get(file);
  if (exports === undefined) return undefined;
  if (fits(exports.default)) return exports.default;
  desk.reportFile(join(desk.draft.dir, file), 'default_export', `It must export ${what} as its default.`);
  return undefined;
}
