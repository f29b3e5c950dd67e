/** A plan from decompose_task: what it says to do, in an order that its dependencies allow. */
import type { Json } from 'consilium/kernel';
import { count, list } from './wording.ts';

export interface Step {
  readonly id: string;
  readonly description: string;
  readonly function: string;
  readonly after: readonly string[];
}

interface Plan {
  readonly subtasks: readonly {
    readonly id: string;
    readonly description: string;
    readonly depends_on?: readonly string[];
  }[];
  readonly dependencies: Readonly<Record<string, readonly string[]>>;
  readonly agent_assignments: Readonly<Record<string, string>>;
  readonly estimated_tokens: number;
}

export function readPlan(output: Json): Step[] {
  const { subtasks, dependencies, agent_assignments } = output as unknown as Plan;
  return subtasks.map(({ id, description, depends_on }) => ({
    id,
    description,
    function: agent_assignments[id] ?? '',
    after: depends_on ?? dependencies[id] ?? [],
  }));
}

export function tellPlan(output: Json): string {
  const steps = readPlan(output);
  const numbers = new Map(steps.map(({ id }, i) => [id, i + 1]));
  const lines = steps.map(({ description, function: fn, after }, i) => {
    const waits = after.flatMap((id) => numbers.get(id) ?? []);
    return `${i + 1}. ${description} (${fn}${waits.length === 0 ? '' : `, after ${list(waits.map(String))}`})`;
  });
  const tokens = (output as unknown as Plan).estimated_tokens;
  return `**${count(steps.length, 'step')}, about ${tokens} tokens in all.**\n\n${lines.join('\n')}`;
}
