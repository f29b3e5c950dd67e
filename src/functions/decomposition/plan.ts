/** A plan: subtasks, what waits for what, who does what. Whoever made it, it is checked here. */
import { z } from 'zod';
import { ConsiliumError } from '../../kernel/index.ts';
import { FUNCTION_NAMES, type FunctionName } from '../function.ts';

export const subtask = z.object({
  id: z.string().regex(/^[\w-]{1,40}$/),
  title: z.string().min(1),
  description: z.string().min(1),
  /** What it works on: results of other subtasks, by id, or what the task gives. */
  inputs: z.array(z.string()).optional(),
  agent_function: z.enum(FUNCTION_NAMES),
  estimated_tokens: z.int().nonnegative(),
});
export type Subtask = z.infer<typeof subtask>;

export interface Plan {
  readonly subtasks: readonly Subtask[];
  readonly dependencies: Readonly<Record<string, readonly string[]>>;
}

/** The subtasks in an order in which they can be done; throws OUTPUT_INVALID with what is wrong with the plan. */
export function checkPlan({ subtasks, dependencies }: Plan, available: readonly FunctionName[]): Subtask[] {
  const ids = new Set<string>();
  for (const { id, agent_function } of subtasks) {
    if (ids.has(id)) throw wrong(`Two subtasks are called "${id}".`);
    ids.add(id);
    if (!available.includes(agent_function))
      throw wrong(`"${id}" is given to ${agent_function}, which is not available (${available.join(', ')}).`);
  }
  for (const [id, needs] of Object.entries(dependencies)) {
    if (!ids.has(id)) throw wrong(`The dependencies name "${id}", which is no subtask.`);
    for (const need of needs) if (!ids.has(need)) throw wrong(`"${id}" waits for "${need}", which is no subtask.`);
  }
  return sort(subtasks, dependencies);
}

/** Kahn's order; among those that are free, as they were given. */
function sort(subtasks: readonly Subtask[], dependencies: Plan['dependencies']): Subtask[] {
  const done = new Set<string>();
  const left = [...subtasks];
  const order: Subtask[] = [];
  while (left.length > 0) {
    const next = left.findIndex(({ id }) => (dependencies[id] ?? []).every((need) => done.has(need)));
    if (next === -1) throw wrong(`These subtasks wait for each other: ${left.map(({ id }) => id).join(', ')}.`);
    const [free] = left.splice(next, 1);
    order.push(free!);
    done.add(free!.id);
  }
  return order;
}

function wrong(message: string): ConsiliumError {
  return new ConsiliumError('OUTPUT_INVALID', `The plan cannot be carried out. ${message}`);
}
