/** Puts the parts together: from drafts to agents, children first. */
import type { Agent } from '../kernel/agent.ts';
import { agentTool, safeAgentTool } from '../kernel/agent-tool.ts';
import type { Tool } from '../kernel/tool.ts';
import { modelFor } from '../models/assignment.ts';
import type { Family } from './family.ts';
import { type TeamFolder, teamName } from './folder.ts';
import { callbacksOf, type Kinds } from './kinds.ts';
import type { Parts, ToolPart } from './parts.ts';

export interface Assembly {
  readonly team: TeamFolder;
  readonly parts: ReadonlyMap<string, Parts>;
  readonly family: Family;
  readonly kinds: Kinds;
}

export function assemble(assembly: Assembly, name: string, above: readonly string[] = []): Agent {
  const { team, family, kinds } = assembly;
  const draft = team.drafts.get(name)!;
  const { config } = draft;
  const path = [...above, name];
  const parts = assembly.parts.get(name)!;
  const related = (other: string) => (family.leads(name, other) ? assemble(assembly, other, path) : undefined);
  return kinds.of(config).build({
    name,
    team: teamName(team),
    path,
    config,
    parts,
    base: {
      name,
      source: draft.source.file,
      subAgents: (config.sub_agents ?? []).flatMap((child) => related(child) ?? []),
      ...(config.description !== undefined && { description: config.description }),
      ...(config.speaks !== undefined && { speaks: config.speaks }),
      ...callbacksOf(parts, ['beforeAgent', 'afterAgent']),
    },
    model: modelFor(team.config?.model_config, name, name === team.config?.root, config.model),
    tools: () => parts.tools.flatMap((part) => makeTool(assembly, path, part)),
    agent: related,
  });
}

function makeTool(assembly: Assembly, above: readonly string[], part: ToolPart): Tool[] {
  if ('tool' in part) return [part.tool];
  const { config } = part;
  if (!assembly.family.leads(above.at(-1)!, config.agent)) return [];
  const behind = assembly.team.drafts.get(config.agent)?.config;
  const input = behind && assembly.kinds.of(behind).inputOf?.(behind);
  const given = {
    agent: assemble(assembly, config.agent, above),
    ...(input && { input }),
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
