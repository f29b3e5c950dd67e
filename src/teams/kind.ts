/** What an agent's kind asks of its config: keys that mean nothing for it, and what it cannot be without. */
import { type AgentConfig, type Kind, REMOTE_KEYS } from './config.ts';
import type { Problem } from './problem.ts';
import type { Source } from './source.ts';

const EVERY = ['name', 'kind', 'description', 'sub_agents', 'callbacks', 'speaks', 'version', 'actions'];

const KEYS: Record<Exclude<Kind, 'llm'>, readonly string[]> = {
  sequential: EVERY,
  parallel: EVERY,
  loop: [...EVERY, 'max_iterations'],
  code: EVERY,
  remote: [...EVERY.filter((key) => key !== 'sub_agents'), ...REMOTE_KEYS, 'history', 'output_key', 'retry'],
};
const NOT_OF_LLM = ['max_iterations', ...REMOTE_KEYS];
const ADDRESSES = ['endpoint', 'endpoints', 'url'] as const;

export function checkKind(name: string, config: AgentConfig, source: Source): Problem[] {
  const kind = config.kind ?? 'llm';
  const problems: Problem[] = [];
  for (const key of Object.keys(config))
    if (kind === 'llm' ? NOT_OF_LLM.includes(key) : !KEYS[kind].includes(key))
      problems.push({
        file: source.file,
        ...source.locate([key], 'key'),
        rule: 'kind',
        message: `"${key}" means nothing for an agent of kind ${kind}${config.kind ? '' : ' (the kind where none is given)'}.`,
        agent: name,
      });
  if (kind === 'remote' && ADDRESSES.filter((key) => config[key] !== undefined).length !== 1)
    problems.push({
      file: source.file,
      ...source.locate(['kind'], 'key'),
      rule: 'missing_key',
      message: `${name} is remote and needs one of endpoint, endpoints or url: where it answers.`,
      agent: name,
    });
  if (kind !== 'llm')
    for (const key of Object.keys(config.callbacks ?? {}))
      if (!key.endsWith('_agent'))
        problems.push({
          file: source.file,
          ...source.locate(['callbacks', key], 'key'),
          rule: 'kind',
          message: `"${key}" means nothing for an agent of kind ${kind}: it has no model and no tools.`,
          agent: name,
        });
  return problems;
}
