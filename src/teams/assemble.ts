/** Puts the parts together: from drafts to agents, children first. */
import { z } from 'zod';
import {
  type Agent,
  codeAgent,
  type GenerateConfig,
  type LlmAgent,
  llmAgent,
  loopAgent,
  parallelAgent,
  remoteAgent,
  sequentialAgent,
} from '../kernel/agent.ts';
import { agentTool, safeAgentTool } from '../kernel/agent-tool.ts';
import { ConsiliumError } from '../kernel/errors.ts';
import type { RetryOptions } from '../kernel/model.ts';
import type { RemoteTransport } from '../kernel/remote.ts';
import type { Schema } from '../kernel/schema.ts';
import type { Tool } from '../kernel/tool.ts';
import { modelFor } from '../models/assignment.ts';
import type { AgentConfig } from './config.ts';
import { CACHED, type Family } from './family.ts';
import type { Draft, TeamFolder } from './folder.ts';
import type { Parts, ToolPart } from './parts.ts';

/** Where remote agents are reached: given by the layer that can speak to them. */
export type TransportFor = (config: AgentConfig, agent: string) => RemoteTransport;

export interface Assembly {
  readonly team: TeamFolder;
  readonly parts: ReadonlyMap<string, Parts>;
  readonly family: Family;
  readonly transportFor: TransportFor | undefined;
}

export function assemble(assembly: Assembly, name: string): Agent {
  const draft = assembly.team.drafts.get(name)!;
  const { config } = draft;
  const parts = assembly.parts.get(name)!;
  const base = {
    name,
    source: draft.source.file,
    subAgents: (config.sub_agents ?? [])
      .filter((child) => assembly.family.leads(name, child))
      .map((child) => assemble(assembly, child)),
    ...(config.description !== undefined && { description: config.description }),
    ...(config.speaks !== undefined && { speaks: config.speaks }),
    ...callbacksOf(parts, ['beforeAgent', 'afterAgent']),
  };
  switch (config.kind ?? 'llm') {
    case 'llm':
      return llmAgent({ ...base, ...llmParts(assembly, draft, parts) });
    case 'sequential':
      return sequentialAgent(base);
    case 'parallel':
      return parallelAgent(base);
    case 'loop':
      return loopAgent({ ...base, ...(config.max_iterations && { maxIterations: config.max_iterations }) });
    case 'code':
      return codeAgent({ ...base, run: parts.run ?? (() => undefined) });
    case 'remote':
      return remoteAgent({ ...base, ...remoteParts(assembly, name, config) });
  }
}

function remoteParts(assembly: Assembly, name: string, config: AgentConfig) {
  const { fallback, action, history, output_key, timeout_ms } = config;
  const instead =
    fallback !== undefined && fallback !== CACHED && assembly.family.leads(name, fallback) ? fallback : undefined;
  return {
    transport: transportOf(assembly, name, config),
    ...(action !== undefined && { action }),
    ...(history !== undefined && { history }),
    ...(output_key !== undefined && { outputKey: output_key }),
    ...(timeout_ms !== undefined && { timeoutMs: timeout_ms }),
    ...(instead !== undefined && { subAgents: [assemble(assembly, instead)] }),
  };
}

function llmParts(assembly: Assembly, { name, config }: Draft, parts: Parts): Partial<LlmAgent> {
  const { team } = assembly;
  return {
    instruction: config.instruction ?? '',
    model: modelFor(team.config?.model_config, name, name === team.config?.root, config.model),
    generate: readGenerate(config),
    tools: parts.tools.flatMap((part) => makeTool(assembly, name, part)),
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
    ...callbacksOf(parts, ['beforeModel', 'afterModel', 'beforeTool', 'afterTool']),
    offline: parts.offline,
  };
}

type CallbackName = 'beforeAgent' | 'afterAgent' | 'beforeModel' | 'afterModel' | 'beforeTool' | 'afterTool';

/** Exported functions are trusted to be what the YAML calls them; the type check of the team's own code sees to it. */
function callbacksOf<Name extends CallbackName>(parts: Parts, names: readonly Name[]): Pick<LlmAgent, Name> {
  const entries = names.map((name) => {
    const key = name.replace(/[A-Z]/, (letter) => `_${letter.toLowerCase()}`);
    return [name, parts.callbacks[key as keyof Parts['callbacks']] ?? []];
  });
  return Object.fromEntries(entries) as Pick<LlmAgent, Name>;
}

function makeTool(assembly: Assembly, owner: string, part: ToolPart): Tool[] {
  if ('tool' in part) return [part.tool];
  const { config } = part;
  if (!assembly.family.leads(owner, config.agent)) return [];
  const given = {
    agent: assemble(assembly, config.agent),
    ...remoteInput(assembly.team.drafts.get(config.agent)?.config),
    ...(config.name && { name: config.name }),
    ...(config.description && { description: config.description }),
  };
  if (!config.safe) return [agentTool(given)];
  const safe = {
    fallbackResponse: config.fallback_response ?? '',
    emptyResponse: config.empty_response,
    resultKey: config.result_key,
    statusKey: config.status_key,
    errorKey: config.error_key,
    initialStatus: config.initial_status,
    preserveRequest: config.preserve_request,
    resetState: config.reset_state,
    intercept: part.intercept,
  };
  return [safeAgentTool({ ...given, ...safe })];
}

/** A remote agent behind a tool is asked in words, or for one of its actions with what that takes. */
function remoteInput(config: AgentConfig | undefined): { input?: Schema } {
  const actions = config?.kind === 'remote' ? Object.entries(config.actions ?? {}) : [];
  if (actions.length === 0) return {};
  const said = actions.map(
    ([name, { description, parameters }]) => `${name}: ${description ?? ''} ${JSON.stringify(parameters ?? {})}`,
  );
  const schema = z.object({
    request: z.string().describe('what is wanted, in words'),
    action: z
      .enum(actions.map(([name]) => name))
      .optional()
      .describe(said.join('\n')),
    parameters: z.record(z.string(), z.json()).optional(),
  });
  return { input: schema as Schema };
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

function transportOf({ transportFor }: Assembly, name: string, config: AgentConfig): RemoteTransport {
  if (transportFor !== undefined) return transportFor(config, name);
  return {
    // biome-ignore lint/correctness/useYield: it only ever fails
    async *send() {
      throw new ConsiliumError(
        'REMOTE_UNAVAILABLE',
        `${name} is remote, and this program cannot reach remote agents.`,
        {
          hint: 'Give loadTeam a transportFor.',
        },
      );
    },
  };
}
