/** A team as a picture: who is in it, with which tools and model, and who may hand over to whom, and by which rule. */
import { type Agent, type AgentTree, buildTree } from '../kernel/index.ts';
import type { Team } from './load.ts';

/** Why a transfer is legal: the tree itself, a peer that is allowed, or an edge that was declared. */
export type Because = 'child' | 'parent' | 'peer' | 'declared';

export interface DrawnTransfer {
  readonly to: string;
  readonly because: Because;
}

export interface DrawnAgent {
  readonly name: string;
  readonly kind: Agent['kind'];
  readonly description: string;
  readonly model?: string;
  readonly tools: readonly { readonly name: string; readonly kind: 'function' | 'agent' | 'builtin' }[];
  readonly parent?: string;
  /** The agent whose tool it is; it has no parent then. */
  readonly toolOf?: string;
  readonly transfers: readonly DrawnTransfer[];
}

export interface TeamDrawing {
  readonly name: string;
  readonly description: string;
  readonly root: string;
  readonly agents: readonly DrawnAgent[];
}

export function drawTeam({ name, description, root }: Pick<Team, 'name' | 'description' | 'root'>): TeamDrawing {
  const tree = buildTree(root);
  const owners = ownersOf(tree);
  const agents = [...tree.agents.values()].map((agent): DrawnAgent => {
    const parent = tree.parentOf(agent.name)?.name;
    const toolOf = owners.get(agent.name);
    return {
      name: agent.name,
      kind: agent.kind,
      description: agent.description,
      ...(agent.kind === 'llm' && agent.model !== undefined && { model: sayModel(agent.model) }),
      tools: agent.kind === 'llm' ? agent.tools.map(({ name: tool, kind }) => ({ name: tool, kind })) : [],
      ...(parent !== undefined && { parent }),
      ...(toolOf !== undefined && { toolOf }),
      transfers: tree.targetsOf(agent).map(({ name: to }) => ({ to, because: becauseOf(agent, to, tree) })),
    };
  });
  return { name, description, root: root.name, agents };
}

function ownersOf(tree: AgentTree): ReadonlyMap<string, string> {
  const owners = new Map<string, string>();
  for (const agent of tree.agents.values())
    if (agent.kind === 'llm')
      for (const tool of agent.tools) if (tool.kind === 'agent') owners.set(tool.agent.name, agent.name);
  return owners;
}

function becauseOf(agent: Agent, to: string, tree: AgentTree): Because {
  if (tree.parentOf(to) === agent) return 'child';
  const parent = tree.parentOf(agent.name);
  if (parent?.name === to && agent.kind === 'llm' && !agent.disallowTransferToParent) return 'parent';
  if (agent.kind === 'llm' && agent.transferTargets.includes(to)) return 'declared';
  return 'peer';
}

function sayModel(model: string | { modelId: string }): string {
  return typeof model === 'string' ? model : model.modelId;
}

/** For a terminal: the tree, with tools and models, and below it the transfers that the tree alone does not show. */
export function drawText(drawing: TeamDrawing): string {
  const { agents, root } = drawing;
  const lines: string[] = [];
  const visit = (agent: DrawnAgent, lead: string, branch: string) => {
    lines.push(`${lead}${branch}${describe(agent)}`);
    const below = agents.filter(({ parent, toolOf }) => parent === agent.name || toolOf === agent.name);
    const deeper = lead + (branch === '' ? '' : branch.startsWith('└') ? '   ' : '│  ');
    for (const [at, child] of below.entries()) visit(child, deeper, at === below.length - 1 ? '└─ ' : '├─ ');
  };
  const first = agents.find(({ name }) => name === root);
  if (first !== undefined) visit(first, '', '');
  const edges = agents.flatMap(({ name, transfers }) => transfers.map((transfer) => ({ from: name, ...transfer })));
  const shown = (wanted: readonly Because[]) =>
    edges.filter(({ because }) => wanted.includes(because)).map(({ from, to }) => `  ${from} → ${to}`);
  const usual = shown(['child', 'parent']);
  const list = (title: string, some: readonly string[]) => (some.length === 0 ? [] : ['', title, ...some]);
  return [
    ...lines,
    ...list('Transfers of the tree (parent ↔ child):', usual),
    ...list('Declared transfers:', shown(['declared'])),
    ...list('Between peers:', shown(['peer'])),
  ].join('\n');
}

function describe({ name, kind, model, tools, toolOf }: DrawnAgent): string {
  const about = [kind === 'llm' ? '' : kind, model ?? '', toolOf === undefined ? '' : `tool of ${toolOf}`].filter(
    Boolean,
  );
  const own = tools
    .filter(({ kind: tool }) => tool !== 'agent')
    .map((tool) => tool.name + (tool.kind === 'builtin' ? ' (built-in)' : ''));
  return `${name}${about.length > 0 ? ` [${about.join(', ')}]` : ''}${own.length > 0 ? `  · ${own.join(', ')}` : ''}`;
}
