/**
 * The kinds of agents that a team can have. Each says which keys its `config.yml` has, what is wrong with one, and how an
 * agent is made of it. Five are of this house; others (agents of other machines) are registered by the room that has them.
 */
import { z } from 'zod';
import {
  type Agent,
  codeAgent,
  type GenerateConfig,
  type LlmAgent,
  llmAgent,
  loopAgent,
  parallelAgent,
  sequentialAgent,
} from '../kernel/agent.ts';
import type { RetryOptions } from '../kernel/model.ts';
import type { Schema } from '../kernel/schema.ts';
import type { Tool } from '../kernel/tool.ts';
import { type AgentConfig, callable, closed, everyAgent, llmKeys, loopKeys, text } from './config.ts';
import { heedOutage, lackInWords, standingIn, tellLack } from './mcp.ts';
import type { Parts } from './parts.ts';

export interface AgentKind {
  readonly name: string;
  /** Keys of its config beside those that every agent has. */
  readonly keys: z.ZodRawShape;
  /** Of the keys of every agent, those that mean nothing for it. */
  readonly without?: readonly (keyof typeof everyAgent)[];
  /** It has a model and tools, and callbacks around them. */
  readonly hasModel?: boolean;
  /** It may be written in place, among the `sub_agents` of another. */
  readonly isInPlace?: boolean;
  /** It runs elsewhere: what it offers is offered there. */
  readonly isElsewhere?: boolean;
  /** What its config cannot be without, in a sentence. */
  check?(name: string, config: AgentConfig): string | undefined;
  /** Agents of the team that its own keys name. */
  refersTo?(config: AgentConfig): readonly { readonly key: string; readonly agent: string }[];
  /** What a tool in front of it takes, where that is more than words. */
  inputOf?(config: AgentConfig): Schema | undefined;
  build(building: Building): Agent;
}

/** What an agent is made of. */
export interface Building {
  readonly name: string;
  readonly team: string;
  /** From the root of the team down to this one, both included. */
  readonly path: readonly string[];
  readonly config: AgentConfig;
  readonly base: Pick<Agent, 'name' | 'subAgents'> & Partial<Pick<Agent, 'source' | 'description' | 'speaks'>>;
  readonly parts: Parts;
  readonly model: string | undefined;
  tools(): Tool[];
  /** Another agent of the team that this one refers to; undefined where the reference is wrong. */
  agent(name: string): Agent | undefined;
}

export const LOCAL_KINDS: readonly AgentKind[] = [
  {
    name: 'llm',
    keys: llmKeys,
    hasModel: true,
    build: (building) => llmAgent({ ...building.base, ...llmParts(building) }),
  },
  { name: 'sequential', keys: {}, build: ({ base }) => sequentialAgent(base) },
  { name: 'parallel', keys: {}, build: ({ base }) => parallelAgent(base) },
  {
    name: 'loop',
    keys: loopKeys,
    build: ({ base, config: { max_iterations: most } }) => loopAgent({ ...base, ...(most && { maxIterations: most }) }),
  },
  { name: 'code', keys: {}, build: ({ base, parts }) => codeAgent({ ...base, run: parts.run ?? (() => undefined) }) },
];

/** The kind where none is given. */
export const USUAL_KIND = 'llm';

export class Kinds {
  readonly #kinds: ReadonlyMap<string, AgentKind>;
  readonly #inPlace: readonly AgentKind[];
  /** What may stand in a `config.yml`. */
  readonly schema: z.ZodType<WrittenAgentConfig>;

  constructor(more: readonly AgentKind[] = []) {
    const all = [...LOCAL_KINDS, ...more];
    this.#kinds = new Map(all.map((kind) => [kind.name, kind]));
    this.#inPlace = all.filter(({ isInPlace }) => isInPlace);
    this.schema = closed({
      ...everyAgent,
      kind: z.enum(all.map(({ name }) => name)).optional(),
      sub_agents: z.array(z.union([text, ...this.#inPlace.map(inPlaceSchema)])).optional(),
      ...(Object.assign({}, ...all.map(({ keys }) => keys)) as z.ZodRawShape),
    }) as unknown as z.ZodType<WrittenAgentConfig>;
  }

  of({ kind }: AgentConfig): AgentKind {
    return this.#kinds.get(kind ?? USUAL_KIND) ?? this.#kinds.get(USUAL_KIND)!;
  }

  /** The kind of an agent that is written in place: the one that says so, else the first that all its keys fit. */
  inPlace(config: AgentConfig): string {
    const keys = Object.keys(config);
    const fits = this.#inPlace.find(({ keys: own }) => keys.every((key) => key in own || key in everyAgent));
    return config.kind ?? fits?.name ?? this.#inPlace[0]!.name;
  }
}

/** As it is written: `sub_agents` may hold agents in place. */
export type WrittenAgentConfig = Omit<AgentConfig, 'sub_agents'> & {
  sub_agents?: (string | (AgentConfig & { name: string }))[] | undefined;
};

function inPlaceSchema({ keys, without = [] }: AgentKind) {
  const { sub_agents: _children, callbacks: _callbacks, ...every } = everyAgent;
  const own = Object.fromEntries(Object.entries(every).filter(([key]) => !(without as string[]).includes(key)));
  return closed({ ...own, name: callable, ...keys });
}

function llmParts({ config, parts, model, tools }: Building): Partial<LlmAgent> {
  const away = parts.servers.filter(({ problem }) => problem !== undefined).map(({ server }) => server);
  const calls = callbacksOf(parts, ['beforeAgent', 'beforeModel', 'afterModel', 'beforeTool', 'afterTool']);
  return {
    instruction: (config.instruction ?? '') + (away.length > 0 ? lackInWords(away) : ''),
    model,
    generate: readGenerate(config),
    tools: tools(),
    outputSchema: parts.outputSchema,
    outputKey: config.output_key,
    transferTargets: config.transfer_targets ?? [],
    ...(config.disallow_transfer_to_parent !== undefined && {
      disallowTransferToParent: config.disallow_transfer_to_parent,
    }),
    ...(config.disallow_transfer_to_peers !== undefined && {
      disallowTransferToPeers: config.disallow_transfer_to_peers,
    }),
    retry: readRetry(config),
    ...(config.history && config.history !== 'none' && { history: config.history }),
    ...calls,
    ...(away.length > 0 && { beforeAgent: [tellLack(away), ...calls.beforeAgent] }),
    ...(parts.servers.length > 0 && { afterTool: [...calls.afterTool, heedOutage] }),
    ...(away.length > 0 && { standIn: standInFor(parts.servers) }),
    offline: parts.offline,
  };
}

/** Where nobody knows what a server has, it is asked when somebody calls a tool that may be its. */
function standInFor(servers: Parts['servers']): LlmAgent['standIn'] {
  const unknown = servers.find(({ problem }) => problem !== undefined);
  return (name) => unknown && standingIn(unknown, name);
}

type CallbackName = 'beforeAgent' | 'afterAgent' | 'beforeModel' | 'afterModel' | 'beforeTool' | 'afterTool';

/** Exported functions are trusted to be what the YAML calls them; the type check of the team's own code sees to it. */
export function callbacksOf<Name extends CallbackName>(parts: Parts, names: readonly Name[]): Pick<LlmAgent, Name> {
  const entries = names.map((name) => {
    const key = name.replace(/[A-Z]/, (letter) => `_${letter.toLowerCase()}`);
    return [name, parts.callbacks[key as keyof Parts['callbacks']] ?? []];
  });
  return Object.fromEntries(entries) as Pick<LlmAgent, Name>;
}

function readGenerate({ generate_config: given }: AgentConfig): GenerateConfig {
  if (given === undefined) return {};
  return {
    temperature: given.temperature,
    topP: given.top_p,
    topK: given.top_k,
    maxOutputTokens: given.max_output_tokens,
    stopSequences: given.stop_sequences,
    seed: given.seed,
    presencePenalty: given.presence_penalty,
    frequencyPenalty: given.frequency_penalty,
  };
}

function readRetry({ retry: given }: AgentConfig): RetryOptions | undefined {
  if (given === undefined) return undefined;
  return { attempts: given.attempts, initialDelayMs: given.initial_delay_ms, maxDelayMs: given.max_delay_ms };
}
