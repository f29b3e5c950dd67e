/** What is wrong with a team folder beyond its parts: state, services, models, and the rules of the kernel's tree. */
import { toConsiliumError } from '../kernel/errors.ts';
import type { Json } from '../kernel/event.ts';
import { State, type StateKeys, stateRules } from '../kernel/state.ts';
import type { Problem as TreeProblem } from '../kernel/tree.ts';
import { unusedAssignments } from '../models/assignment.ts';
import type { Models } from '../models/source.ts';
import { nearest } from '../text/index.ts';
import type { TeamFolder } from './folder.ts';
import { suggest } from './nearest.ts';
import type { Problem } from './problem.ts';
import type { Path, Source } from './source.ts';

/** Typed keys are the kernel's to judge: the initial state is written once to see what it says. */
export function checkState({ source, config }: TeamFolder, keys: StateKeys): Problem[] {
  const shelves = { temp: new Map(), session: new Map(), user: new Map(), app: new Map() };
  const state = new State(shelves, stateRules(undefined, keys));
  return Object.entries(config?.state ?? {}).flatMap(([key, value]) => {
    try {
      state.set(key, value as Json);
      return [];
    } catch (thrown) {
      return [
        { file: source!.file, ...source!.locate(['state', key]), rule: 'state', message: (thrown as Error).message },
      ];
    }
  });
}

export function checkServices({ source, config }: TeamFolder, known: readonly string[] | undefined): Problem[] {
  if (known === undefined) return [];
  return (config?.services ?? []).flatMap((name, index) => {
    if (known.includes(name)) return [];
    const message = `There is no service "${name}".${suggest(name, [...known], 'There are')}`;
    return [{ file: source!.file, ...source!.locate(['services', index]), rule: 'unknown_service', message }];
  });
}

export function checkModels(folder: TeamFolder, models: Pick<Models, 'check'> | undefined): Problem[] {
  if (models === undefined) return [];
  const check = (source: Source, path: Path, model: string | undefined, agent?: string): Problem[] => {
    try {
      if (model !== undefined) models.check(model);
      return [];
    } catch (thrown) {
      const { message, hint = '' } = toConsiliumError(thrown);
      const said = `${message} ${hint}`.trim();
      return [{ file: source.file, ...source.locate(path), rule: 'unknown_model', message: said, agent }];
    }
  };
  const { main_model, sub_agent_model, specialized_agents = {} } = folder.config?.model_config ?? {};
  const ofTeam = folder.source && [
    ...check(folder.source, ['model_config', 'main_model'], main_model),
    ...check(folder.source, ['model_config', 'sub_agent_model'], sub_agent_model),
    ...Object.entries(specialized_agents).flatMap(([key, model]) =>
      check(folder.source!, ['model_config', 'specialized_agents', key], model),
    ),
  ];
  const own = [...folder.drafts.values()].flatMap(({ name, source, config }) =>
    check(source, ['model'], config.model, name),
  );
  return [...(ofTeam ?? []), ...own];
}

/** Which key of the config a rule of the kernel is about. */
const KEY_OF: Partial<Record<TreeProblem['rule'], string>> = {
  name: 'name',
  builtin_alone: 'tools',
  tool_name: 'tools',
  transfer_target: 'transfer_targets',
  empty: 'kind',
  single_parent: 'sub_agents',
  cycle: 'sub_agents',
};

/**
 * The kernel knows the file but not the line. While other mistakes stand, a tree without the faulty parts was judged:
 * what may only look wrong because of that is left for the next check.
 */
export function placeProblems(found: readonly TreeProblem[], folder: TeamFolder, partial: boolean): Problem[] {
  return found
    .filter(({ rule }) => !partial || (rule !== 'transfer_target' && rule !== 'empty'))
    .map(({ agent, rule, message, file }) => {
      const source = folder.drafts.get(agent)?.source;
      const place = source?.locate([KEY_OF[rule] ?? 'name'], 'key');
      return { file: source?.file ?? file ?? folder.dir, ...place, rule, message, agent };
    });
}

export function findWarnings({ source, config, drafts }: TeamFolder): Problem[] {
  const warnings: Problem[] = [];
  for (const key of unusedAssignments(config?.model_config, [...drafts.keys()])) {
    const near = nearest(key.replace(/_?model$/, ''), [...drafts.keys()]);
    warnings.push({
      file: source!.file,
      ...source!.locate(['model_config', 'specialized_agents', key], 'key'),
      rule: 'unused_model',
      message: `"${key}" fits no agent of the team.${near ? ` Did you mean ${near}?` : ''}`,
    });
  }
  for (const { name, source: own, config: agent } of drafts.values()) {
    const warn = (rule: string, message: string) =>
      warnings.push({ file: own.file, ...own.locate(['name'], 'key'), rule, message, agent: name });
    if ((agent.kind ?? 'llm') === 'llm' && agent.instruction === undefined)
      warn('no_instruction', `${name} has no instruction.`);
    if (name !== config?.root && agent.description === undefined)
      warn('no_description', `${name} has no description: other agents choose by it.`);
  }
  return warnings;
}
