/** Which model each agent of a team gets: the team file's `model_config`, and what an agent says for itself. */
import { z } from 'zod';

const modelName = z.string().trim().min(1, 'A model name cannot be empty.');

export const modelConfigSchema = z.strictObject({
  main_model: modelName.optional(),
  sub_agent_model: modelName.optional(),
  /** `<agent>_model` → model. */
  specialized_agents: z.record(z.string(), modelName).optional(),
});

export type ModelConfig = z.infer<typeof modelConfigSchema>;

/**
 * The model of an agent: its own, else the team's entry for it, else that for the root or for sub-agents.
 * `filesystem_agent_model` fits FilesystemAgent, filesystem_agent and filesystem.
 */
export function modelFor(
  modelConfig: ModelConfig | undefined,
  agentName: string,
  isRoot: boolean,
  own?: string | undefined,
): string | undefined {
  if (own !== undefined) return own;
  const key = findKey(Object.keys(modelConfig?.specialized_agents ?? {}), agentName);
  if (key !== undefined) return modelConfig!.specialized_agents![key];
  return isRoot ? modelConfig?.main_model : modelConfig?.sub_agent_model;
}

/** The entries of `specialized_agents` that fit no agent: most likely misspelt. */
export function unusedAssignments(modelConfig: ModelConfig | undefined, agentNames: readonly string[]): string[] {
  const keys = Object.keys(modelConfig?.specialized_agents ?? {});
  const used = new Set(agentNames.map((name) => findKey(keys, name)));
  return keys.filter((key) => !used.has(key));
}

/** The whole name first, so that `todo_model` and `todo_agent_model` can stand side by side. */
function findKey(keys: readonly string[], agentName: string): string | undefined {
  const whole = fold(agentName);
  const stem = withoutSuffix(whole, 'agent');
  const named = (key: string) => withoutSuffix(fold(key), 'model');
  return keys.find((key) => named(key) === whole) ?? keys.find((key) => withoutSuffix(named(key), 'agent') === stem);
}

function fold(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
}

function withoutSuffix(name: string, suffix: string): string {
  return name.length > suffix.length && name.endsWith(suffix) ? name.slice(0, -suffix.length) : name;
}
