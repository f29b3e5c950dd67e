/**
 * Alarms that a todo came with (the VALARM of a calendar file): so long before it is due. They are triggers beside it, worked
 * out from its date, so that they go where the todo goes and end with it; the todo is never only its alarm.
 */
import { ConsiliumError } from '../kernel/index.ts';
import type { Trigger, Triggers } from '../triggers/index.ts';
import type { Thing } from './shelf.ts';
import type { Todo } from './todo.ts';
import { momentOf, wallOf } from './wall.ts';

export function isAlarm({ payload }: Pick<Trigger, 'payload'>): boolean {
  return (payload as { alarm?: unknown } | null)?.alarm === true;
}

/** A day alone is due in its morning. */
export function dueAt({ due, zone }: Pick<Todo, 'due' | 'zone'>): number | undefined {
  return due === undefined ? undefined : momentOf(due.length === 10 ? `${due}T09:00` : due, zone);
}

/** Brings the alarms of a todo to where it is: those that are to come, and no others. */
export async function followAlarms(
  triggers: Triggers,
  todo: Thing<Todo> | undefined,
  standing: readonly Trigger[],
  given: { now: number; create: (title: string, when: string, zone: string) => Promise<unknown> },
): Promise<void> {
  const due = todo === undefined || todo.body.done !== undefined ? undefined : dueAt(todo.body);
  const wanted = new Set(
    due === undefined ? [] : (todo!.body.remind ?? []).map((far) => due - far * 60_000).filter((at) => at > given.now),
  );
  for (const { id, fireAt } of standing)
    if (!wanted.delete(fireAt)) await triggers.cancel(id, 'its todo is done, gone or elsewhere');
  for (const at of wanted) await given.create(todo!.body.title, wallOf(at, todo!.body.zone), todo!.body.zone);
}

/** How far before it is due, where an alarm is to come at another time. */
export function farFrom(todo: Pick<Todo, 'due' | 'zone' | 'title'>, at: number): number {
  const due = dueAt(todo);
  if (due === undefined) throw new ConsiliumError('WHEN_UNSET', `"${todo.title}" has no date to be reminded before.`);
  return Math.round((due - at) / 60_000);
}
