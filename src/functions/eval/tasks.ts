import { holdsTerm } from './baselines.ts';
import { run } from './desk.ts';
import type { Case } from './sets.ts';

export interface TaskScore {
  readonly whole: number;
  readonly of: number;
  readonly pieces: { readonly right: number; readonly of: number };
  readonly order: { readonly right: number; readonly of: number };
  readonly wrong: readonly { id: string; what: string }[];
}

interface Output {
  readonly subtasks: readonly { readonly id: string; readonly description: string; readonly agent_function: string }[];
  readonly dependencies: Readonly<Record<string, readonly string[]>>;
}

export async function scoreTasks(cases: readonly Case<'tasks'>[]): Promise<TaskScore> {
  const wrong: TaskScore['wrong'][number][] = [];
  const pieces = { right: 0, of: 0 };
  const order = { right: 0, of: 0 };
  let whole = 0;
  for (const one of cases) {
    const { subtasks, dependencies } = await run<Output>('decompose_task', {
      task: one.task,
      ...(one.constraints && { constraints: one.constraints }),
      ...(one.context !== undefined && { context: one.context }),
    });
    const told = subtasks.map((subtask) => ({ ...subtask, said: subtask.description.toLowerCase() }));
    const dropped = one.covers.filter((term) => !told.some(({ said }) => holdsTerm(said, term)));
    if (dropped.length === 0) whole++;
    else wrong.push({ id: one.id, what: `dropped: ${dropped.join(', ')}` });
    const holding = (has: string) => told.filter(({ said }) => holdsTerm(said, has));
    for (const { has, function: right } of one.pieces) {
      pieces.of++;
      if (holding(has).some(({ agent_function }) => (right as readonly string[]).includes(agent_function)))
        pieces.right++;
      else
        wrong.push({
          id: one.id,
          what: `"${has}" went to ${
            holding(has)
              .map(({ agent_function }) => agent_function)
              .join(', ') || 'nobody'
          }`,
        });
    }
    for (const [first, later] of one.order) {
      order.of++;
      const kept = holding(first).some((before) =>
        holding(later).some((after) => before.id !== after.id && reaches(after.id, before.id, dependencies)),
      );
      if (kept) order.right++;
      else wrong.push({ id: one.id, what: `"${later}" does not wait for "${first}"` });
    }
  }
  return { whole, of: cases.length, pieces, order, wrong };
}

function reaches(from: string, to: string, dependencies: Output['dependencies'], seen = new Set<string>()): boolean {
  if (seen.has(from)) return false;
  seen.add(from);
  return (dependencies[from] ?? []).some((need) => need === to || reaches(need, to, dependencies, seen));
}
