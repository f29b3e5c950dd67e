/** What an agent's kind asks of its config: keys that mean nothing for it, and what it cannot be without. */
import { type AgentConfig, everyAgent } from './config.ts';
import type { AgentKind } from './kinds.ts';
import type { Problem } from './problem.ts';
import type { Source } from './source.ts';

export function checkKind(name: string, config: AgentConfig, kind: AgentKind, source: Source): Problem[] {
  const { without = [], keys } = kind;
  const means = (key: string) => key in keys || (key in everyAgent && !(without as readonly string[]).includes(key));
  const report = (path: string[], message: string, rule = 'kind'): Problem => ({
    ...{ file: source.file, ...source.locate(path, 'key'), rule, message, agent: name },
  });
  const usual = config.kind ? '' : ' (the kind where none is given)';
  const problems = Object.keys(config)
    .filter((key) => !means(key))
    .map((key) => report([key], `"${key}" means nothing for an agent of kind ${kind.name}${usual}.`));
  const missing = kind.check?.(name, config);
  if (missing !== undefined) problems.push(report(['kind'], missing, 'missing_key'));
  const around = kind.hasModel ? [] : Object.keys(config.callbacks ?? {}).filter((key) => !key.endsWith('_agent'));
  for (const key of around)
    problems.push(
      report(
        ['callbacks', key],
        `"${key}" means nothing for an agent of kind ${kind.name}: it has no model and no tools.`,
      ),
    );
  return problems;
}
