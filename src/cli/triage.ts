/**
 * `consilium triage --model`: the health team's own triage, put to a model. Those it would hand the message to are
 * empty chairs: who is sent for is seen, nobody answers.
 */
import { agentFor, type Triage, type TriageRule } from '../clinical/triage/triage.ts';
import { ConsiliumError, codeAgent, createRunner, type LlmAgent, tool } from '../kernel/index.ts';
import { createModels } from '../models/index.ts';
import { openMemoryStore } from '../storage/index.ts';
import { findTeam, loadTeam, teamDirs } from '../teams/index.ts';

const TRIAGE = 'TriageAgent';
const RULES: Readonly<Record<string, TriageRule>> = {
  HealthConsultantAgent: 'patient',
  HealthConsultantLiteAgent: 'general',
};

export async function openTriage(model: string): Promise<(text: string) => Promise<Triage>> {
  const models = createModels({ env: process.env });
  models.check(model);
  if (models.describe().chosen === 'offline')
    throw new ConsiliumError('MODEL_REQUIRED', 'No model is configured.', {
      hint: 'Set the key of a provider (docs/configuration.md), or leave --model away for the offline engine.',
    });
  const { dir } = await findTeam('health', teamDirs(process.env));
  const team = await loadTeam(dir, { models });
  const found = team.root.subAgents.find((agent): agent is LlmAgent => agent.kind === 'llm' && agent.name === TRIAGE);
  if (found === undefined) throw new ConsiliumError('TEAM_INVALID', `The health team has no ${TRIAGE}.`);
  const runner = createRunner({ app: 'triage', root: alone(found, model), store: openMemoryStore(), models });
  return async (text) => {
    const { route, notes, outcome, error, speakers } = await runner.ask({ message: text });
    if (outcome === 'failed') throw new ConsiliumError(error!.code, error!.message, { ...error });
    const rule = (RULES[route.at(-1) ?? ''] ?? notes['rule']) as TriageRule | undefined;
    if (rule === undefined)
      throw new ConsiliumError('TRIAGE_UNDECIDED', `${speakers.join(', ') || model} did not decide.`);
    return { rule, agent: agentFor(rule) };
  };
}

function alone(agent: LlmAgent, model: string): LlmAgent {
  return {
    ...agent,
    model,
    offline: undefined,
    tools: agent.tools.map((given) => (given.kind === 'agent' ? tool({ ...given, execute: () => 'Done.' }) : given)),
    subAgents: agent.subAgents.map(({ name, description }) => codeAgent({ name, description, run: () => undefined })),
  };
}
