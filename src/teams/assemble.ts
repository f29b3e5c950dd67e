/** Puts the parts together: from drafts to agents, children first. */
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
import type { Tool } from '../kernel/tool.ts';
import { modelFor } from '../models/assignment.ts';
import type { AgentConfig } from './config.ts';
import type { Family } from './family.ts';
import type { Draft, TeamFolder } from './folder.ts';
import type { Parts, ToolPart } from './parts.ts';

/** Where remote agents are reached: given by the layer that can speak to them. */
export type TransportFor = (url: string, agent: string) => RemoteTransport;

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
      return remoteAgent({ ...base, transport: transportOf(assembly, name, config.url ?? '') });
  }
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
    ...(config.history && { history: config.history }),
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

function transportOf({ transportFor }: Assembly, name: string, url: string): RemoteTransport {
  if (transportFor !== undefined) return transportFor(url, name);
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
