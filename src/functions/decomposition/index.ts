/**
 * decompose_task: a task as subtasks that agent functions can carry out, with what waits for what. Plans of models and
 * of the method here go through the same check: no circles, nothing unknown, nobody who is not available.
 */
import { z } from 'zod';
import type { Json } from '../../kernel/index.ts';
import { type AgentFunction, FUNCTION_NAMES } from '../function.ts';
import { material } from '../quote.ts';
import { breakDown } from './breakdown.ts';
import { checkPlan, type Plan, subtask } from './plan.ts';

const input = z.strictObject({
  task: z.string().refine((value) => value.trim() !== '', 'The task is empty.'),
  constraints: z.array(z.string().min(1)).max(100).default([]),
  available_agents: z
    .array(z.enum(FUNCTION_NAMES))
    .min(1)
    .default([...FUNCTION_NAMES]),
  context: z.string().default(''),
});

const dependencies = z.record(z.string(), z.array(z.string()));

const output = z.object({
  /** In an order in which they can be done. */
  subtasks: z.array(subtask).min(1),
  /** For each subtask the ids it waits for. */
  dependencies,
  agent_assignments: z.record(z.string(), z.enum(FUNCTION_NAMES)),
  estimated_tokens: z.int().nonnegative(),
});

const draft = z.object({ subtasks: z.array(subtask).min(1).max(50), dependencies: dependencies.default({}) });

type Input = z.infer<typeof input>;
type Output = z.infer<typeof output>;

/** From here on a task is no longer simple. */
const COMPLEX_CHARACTERS = 1500;

export const decomposeTask: AgentFunction<Input, Output> = {
  name: 'decompose_task',
  input,
  output,
  draft,
  choosePreset: ({ task, constraints }) =>
    task.length > COMPLEX_CHARACTERS || constraints.length > 5 ? 'complex' : 'default',
  texts: ({ task, constraints, context }) => [
    { path: 'task', text: task },
    { path: 'context', text: context },
    ...constraints.map((text, index) => ({ path: `constraints.${index}`, text })),
  ],
  withText: (given, path, text) => (path === 'task' ? { ...given, task: text } : given),
  prompt,
  finish: ({ available_agents }, written) => complete(draft.parse(written), available_agents),
  offline: ({ task, constraints, available_agents, context }, _gathered, desk) => {
    const { warnings, ...plan } = breakDown({ task, constraints, available: available_agents, context });
    for (const warning of warnings) desk.warn(warning);
    return complete(plan, available_agents);
  },
};

function prompt({ task, constraints, available_agents, context }: Input, _gathered: Json): string {
  return [
    'Break this task down.',
    material('task', task),
    ...(context.trim() === '' ? [] : [material('context', context)]),
    ...(constraints.length === 0 ? [] : [material('constraints', constraints.join('\n'))]),
    `Available agents: ${available_agents.join(', ')}.`,
    'Give each subtask a short id; `dependencies` maps an id to the list of ids it waits for.',
  ].join('\n\n');
}

function complete(plan: Plan, available: Input['available_agents']): Output {
  const ordered = checkPlan(plan, available);
  return {
    subtasks: ordered,
    dependencies: Object.fromEntries(ordered.map(({ id }) => [id, [...new Set(plan.dependencies[id] ?? [])]])),
    agent_assignments: Object.fromEntries(ordered.map(({ id, agent_function }) => [id, agent_function])),
    estimated_tokens: ordered.reduce((sum, one) => sum + one.estimated_tokens, 0),
  };
}
