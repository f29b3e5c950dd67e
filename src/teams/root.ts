/** One agent of a team as a root of its own. */
import type { Agent } from '../kernel/agent.ts';
import { ConsiliumError } from '../kernel/errors.ts';
import { buildTree } from '../kernel/tree.ts';
import type { Team } from './load.ts';

/** The same team seen from one of its agents: whoever is above it is not there. */
export function asRoot(team: Team, agent: string): Team {
  const found = buildTree(team.root).agents.get(agent);
  if (found === undefined)
    throw new ConsiliumError('AGENT_UNKNOWN', `The team ${team.name} has no agent ${agent}.`, {
      hint: `Its agents: ${team.agents.join(', ')}.`,
    });
  const root = withoutOutsiders(found);
  const agents = [...buildTree(root).agents.keys()];
  return { ...team, name: `${team.name}/${agent}`, root, agents, description: found.description };
}

/** Transfers that lead out of the tree below `root` are not offered. */
function withoutOutsiders(root: Agent): Agent {
  const inside = new Set<string>();
  const note = (agent: Agent): void => {
    inside.add(agent.name);
    for (const child of agent.subAgents) note(child);
    if (agent.kind === 'llm') for (const tool of agent.tools) if (tool.kind === 'agent') note(tool.agent);
  };
  note(root);
  const copy = (agent: Agent): Agent => {
    const subAgents = agent.subAgents.map(copy);
    if (agent.kind !== 'llm') return { ...agent, subAgents };
    const tools = agent.tools.map((tool) => (tool.kind === 'agent' ? { ...tool, agent: copy(tool.agent) } : tool));
    return { ...agent, subAgents, tools, transferTargets: agent.transferTargets.filter((name) => inside.has(name)) };
  };
  return copy(root);
}
