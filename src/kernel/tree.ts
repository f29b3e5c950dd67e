/**
 * A team as a tree: what must hold before anything runs, and who may transfer to whom.
 * By default hub and spoke (parent ↔ child); peers only where an agent allows them; beside that the declared targets.
 */
import type { Agent, LlmAgent } from './agent.ts';
import { ConsiliumError } from './errors.ts';
import { standsAlone } from './tool.ts';

export const TRANSFER_TOOL = 'transfer_to_agent';

export interface Problem {
  readonly agent: string;
  readonly file?: string | undefined;
  readonly rule: Rule;
  readonly message: string;
}

type Rule =
  | 'name'
  | 'unique_name'
  | 'single_parent'
  | 'cycle'
  | 'builtin_alone'
  | 'transfer_target'
  | 'tool_name'
  | 'empty';

export interface AgentTree {
  readonly root: Agent;
  /** Every agent, those inside agent tools included. */
  readonly agents: ReadonlyMap<string, Agent>;
  /** The agents this one may transfer to: what the model is offered and what the runner enforces. */
  targetsOf(agent: Agent): readonly Agent[];
  canTransferTo(from: string, to: string): boolean;
  parentOf(name: string): Agent | undefined;
}

/** Checks a tree and makes it ready to run. Throws TEAM_INVALID with every problem found. */
export function buildTree(root: Agent): AgentTree {
  const walk = walkTree(root);
  const problems = [...walk.problems, ...[...walk.agents.values()].flatMap((agent) => checkAgent(agent, walk))];
  if (problems.length > 0) throw invalid(problems);
  const { agents, parents } = walk;
  const targets = new Map<Agent, readonly Agent[]>();
  for (const agent of agents.values()) targets.set(agent, findTargets(agent, agents, parents));
  return {
    root,
    agents,
    targetsOf: (agent) => targets.get(agent) ?? [],
    canTransferTo: (from, to) => targets.get(agents.get(from)!)?.some((target) => target.name === to) ?? false,
    parentOf: (name) => parents.get(name),
  };
}

interface Walk {
  readonly agents: Map<string, Agent>;
  readonly parents: Map<string, Agent>;
  readonly problems: Problem[];
}

function walkTree(root: Agent): Walk {
  const walk: Walk = { agents: new Map(), parents: new Map(), problems: [] };
  const visit = (agent: Agent, path: readonly Agent[]): void => {
    const report = (rule: Rule, message: string) => walk.problems.push(problem(agent, rule, message));
    if (path.includes(agent))
      return void report('cycle', `is its own ancestor: ${[...path, agent].map((a) => a.name).join(' → ')}.`);
    const known = walk.agents.get(agent.name);
    if (known === agent)
      return void report(
        'single_parent',
        `has two parents: ${walk.parents.get(agent.name)?.name} and ${path.at(-1)?.name}.`,
      );
    if (known !== undefined) return void report('unique_name', 'shares its name with another agent of the team.');
    walk.agents.set(agent.name, agent);
    for (const child of agent.subAgents) {
      if (!walk.parents.has(child.name)) walk.parents.set(child.name, agent);
      visit(child, [...path, agent]);
    }
    for (const inner of innerAgents(agent)) visit(inner, [...path, agent]);
  };
  visit(root, []);
  return walk;
}

/** Agents that stand behind tools: they have an owner but no parent to transfer to. */
function innerAgents(agent: Agent): Agent[] {
  return agent.kind === 'llm' ? agent.tools.flatMap((tool) => (tool.kind === 'agent' ? [tool.agent] : [])) : [];
}

function checkAgent(agent: Agent, walk: Walk): Problem[] {
  const problems: Problem[] = [];
  const report = (rule: Rule, message: string) => problems.push(problem(agent, rule, message));
  if (!/^[A-Za-z_][\w-]*$/.test(agent.name))
    report('name', 'needs a name of letters, digits, _ and -, beginning with a letter.');
  if (agent.name === 'user') report('name', 'cannot be called "user": that is the person.');
  if (['sequential', 'parallel', 'loop'].includes(agent.kind) && agent.subAgents.length === 0)
    report('empty', `is ${agent.kind} and needs at least one sub-agent.`);
  if (agent.kind === 'llm') {
    checkTools(agent, report);
    checkTargets(agent, walk.agents, report);
  }
  return problems;
}

function checkTools(agent: LlmAgent, report: (rule: Rule, message: string) => void): void {
  const builtin = agent.tools.filter((tool) => tool.kind === 'builtin');
  if (builtin.length > 1)
    report(
      'builtin_alone',
      `has ${builtin.length} built-in tools (${builtin.map((t) => t.name).join(', ')}): at most one is supported.`,
    );
  else if (builtin.length === 1 && agent.tools.length > 1 && standsAlone(builtin[0]!.id))
    report(
      'builtin_alone',
      `has the built-in tool ${builtin[0]!.name} beside others: a built-in tool must stand alone.`,
    );
  const names = new Set<string>();
  for (const { name } of agent.tools) {
    if (name === TRANSFER_TOOL) report('tool_name', `has a tool called ${TRANSFER_TOOL}: that name is the kernel's.`);
    if (names.has(name)) report('tool_name', `has two tools called ${name}.`);
    names.add(name);
  }
}

function checkTargets(
  agent: LlmAgent,
  agents: Map<string, Agent>,
  report: (rule: Rule, message: string) => void,
): void {
  for (const target of agent.transferTargets)
    if (target === agent.name) report('transfer_target', 'names itself as a transfer target.');
    else if (!agents.has(target)) report('transfer_target', `may transfer to ${target}, which is not in the team.`);
}

function findTargets(agent: Agent, agents: Map<string, Agent>, parents: Map<string, Agent>): Agent[] {
  if (agent.kind !== 'llm') return [];
  // Offering transfer_to_agent would put a second tool beside one that must stand alone.
  if (agent.tools.some((tool) => tool.kind === 'builtin' && standsAlone(tool.id))) return [];
  const targets = new Set<Agent>(agent.subAgents);
  const parent = parents.get(agent.name);
  if (parent?.kind === 'llm') {
    if (!agent.disallowTransferToParent) targets.add(parent);
    if (!agent.disallowTransferToPeers) for (const peer of parent.subAgents) targets.add(peer);
  }
  for (const name of agent.transferTargets) targets.add(agents.get(name)!);
  targets.delete(agent);
  return [...targets];
}

function problem(agent: Agent, rule: Rule, message: string): Problem {
  return { agent: agent.name, file: agent.source, rule, message: `${agent.name} ${message}` };
}

function invalid(problems: Problem[]): ConsiliumError {
  const lines = problems.map((p) => (p.file === undefined ? p.message : `${p.file}: ${p.message}`));
  return new ConsiliumError('TEAM_INVALID', lines.join('\n'), { details: { problems } });
}
