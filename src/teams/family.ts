/** Who refers to whom: agents that exist, one owner each, no circles. */
import type { Draft, TeamFolder } from './folder.ts';
import type { Kinds } from './kinds.ts';
import { suggest } from './nearest.ts';
import type { Problem } from './problem.ts';
import type { Path } from './source.ts';

export interface Family {
  readonly problems: readonly Problem[];
  readonly warnings: readonly Problem[];
  /** Whether this place in a config leads to an agent that can be built there. */
  leads(from: string, to: string): boolean;
}

interface Edge {
  readonly from: Draft;
  readonly to: string;
  readonly path: Path;
}

export function checkFamily(team: TeamFolder, kinds: Kinds): Family {
  const names = [...team.drafts.keys()];
  const problems: Problem[] = [];
  const report = ({ from, path }: Omit<Edge, 'to'>, rule: string, message: string) =>
    problems.push({ file: from.source.file, ...from.source.locate(path), rule, message, agent: from.name });
  const sound = new Set<string>();
  const owners = new Map<string, Edge>();
  for (const edge of [...team.drafts.values()].flatMap((draft) => edgesOf(draft, kinds))) {
    const { from, to } = edge;
    const before = owners.get(to);
    if (!team.drafts.has(to))
      report(edge, 'unknown_agent', `There is no agent "${to}".${suggest(to, names, 'There are')}`);
    else if (before !== undefined)
      report(edge, 'single_parent', `${to} already belongs to ${placeOf(before)}: an agent has one owner.`);
    else {
      owners.set(to, edge);
      const circle = findCircle(from.name, to, owners);
      if (circle !== undefined) report(edge, 'cycle', `${to} would be its own ancestor: ${circle.join(' → ')}.`);
      else sound.add(key(from.name, to));
    }
  }
  for (const from of team.drafts.values())
    for (const [i, to] of (from.config.transfer_targets ?? []).entries())
      if (!team.drafts.has(to))
        report(
          { from, path: ['transfer_targets', i] },
          'unknown_agent',
          `There is no agent "${to}".${suggest(to, names, 'There are')}`,
        );
  problems.push(...checkRoot(team, owners));
  return { problems, warnings: findStrays(team, owners), leads: (from, to) => sound.has(key(from, to)) };
}

function key(from: string, to: string): string {
  return `${from} ${to}`;
}

function edgesOf(from: Draft, kinds: Kinds): Edge[] {
  const children = (from.config.sub_agents ?? []).map((to, i) => ({ from, to, path: ['sub_agents', i] }));
  const inner = (from.config.tools ?? []).flatMap((tool, i) =>
    typeof tool === 'object' && 'agent' in tool ? [{ from, to: tool.agent, path: ['tools', i, 'agent'] }] : [],
  );
  const named = kinds.of(from.config).refersTo?.(from.config) ?? [];
  return [...children, ...inner, ...named.map(({ key, agent }) => ({ from, to: agent, path: [key] }))];
}

function placeOf({ from, path }: Edge): string {
  return `${from.name} (${path[0] === 'tools' ? 'as a tool' : 'as a sub-agent'}, line ${from.source.locate(path).line})`;
}

/** Follows the owners upwards from `from`; the way down from `to` if it is met. */
function findCircle(from: string, to: string, owners: ReadonlyMap<string, Edge>): string[] | undefined {
  const way = [to];
  for (let at: string | undefined = from; at !== undefined; at = owners.get(at)?.from.name) {
    way.unshift(at);
    if (at === to) return way;
    if (way.length > owners.size + 2) return undefined;
  }
  return undefined;
}

function checkRoot({ source, config, drafts }: TeamFolder, owners: ReadonlyMap<string, Edge>): Problem[] {
  if (source === undefined || config === undefined) return [];
  const report = (rule: string, message: string) => [{ file: source.file, ...source.locate(['root']), rule, message }];
  if (!drafts.has(config.root))
    return report(
      'unknown_agent',
      `The root "${config.root}" is not an agent.${suggest(config.root, [...drafts.keys()], 'There are')}`,
    );
  const owner = owners.get(config.root);
  if (owner === undefined) return [];
  return report('root', `The root ${config.root} belongs to ${placeOf(owner)}: a root has no owner.`);
}

function findStrays({ config, drafts }: TeamFolder, owners: ReadonlyMap<string, Edge>): Problem[] {
  return [...drafts.values()]
    .filter(({ name }) => name !== config?.root && !owners.has(name))
    .map(({ name, source }) => ({
      file: source.file,
      ...source.locate(['name'], 'key'),
      rule: 'stray_agent',
      message: `Nobody refers to ${name}: name it in somebody's sub_agents or tools, or remove its folder.`,
      agent: name,
    }));
}
