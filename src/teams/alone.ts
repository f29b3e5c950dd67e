/** Agents whose provider takes their built-in tool only alone: they cannot hand back or on, and with a function tool could. */
import { standsAlone } from '../kernel/tool.ts';
import type { TeamFolder } from './folder.ts';
import type { Problem } from './problem.ts';

/** What does the same as a built-in tool and is a function, so that others may stand beside it. */
const INSTEAD: Readonly<Record<string, string>> = {
  google_search: 'searchWeb of consilium/sources',
  url_context: 'fetchPage of consilium/fetching',
  code_execution: 'runSandboxed of consilium/assistant',
};

export function findStranded({ drafts }: TeamFolder): Problem[] {
  const parents = new Map(
    [...drafts.values()].flatMap(({ name, config }) =>
      (config.sub_agents ?? []).map((child) => [child, name] as const),
    ),
  );
  return [...drafts.values()].flatMap(({ name, source, config }): Problem[] => {
    const at = (config.tools ?? []).findIndex(
      (tool) => typeof tool === 'object' && 'builtin' in tool && standsAlone(tool.builtin),
    );
    if (at < 0) return [];
    const parent = config.disallow_transfer_to_parent ? undefined : parents.get(name);
    const others = [...new Set([...(config.sub_agents ?? []), ...(config.transfer_targets ?? [])])];
    const lost = [
      ...(parent === undefined ? [] : [`hand back to ${parent}`]),
      ...(others.length === 0 ? [] : [`hand over to ${others.join(', ')}`]),
    ];
    if (lost.length === 0) return [];
    const { builtin } = config.tools![at] as { builtin: string };
    const [provider, tool = ''] = builtin.split('.');
    const instead = INSTEAD[tool];
    const message = `${name} cannot ${lost.join(' nor ')}: ${provider} takes ${tool} only alone, so no transfer can stand beside it. Write a function tool in its place${instead ? ` (${instead} does the same)` : ''}.`;
    return [{ file: source.file, ...source.locate(['tools', at]), rule: 'stranded', message, agent: name }];
  });
}
