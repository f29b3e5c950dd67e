/** A reminder goes where its todo goes: to another date, or, of what comes again by the clock, to another hour. */
import type { Trigger, Triggers } from '../triggers/index.ts';
import type { Thing } from './shelf.ts';
import type { Todo } from './todo.ts';
import { momentOf, wallOf } from './wall.ts';

const MORNING = 'T09:00';

export const momentText = (due: string | undefined) => (due?.length === 10 ? `${due}${MORNING}` : due);

/** Another date of the todo is another time of its reminder. */
export async function followDate(
  triggers: Triggers,
  trigger: Trigger,
  { body }: Thing<Todo>,
  now: number,
): Promise<void> {
  const due = momentText(body.due);
  if (due === undefined || due === wallOf(trigger.fireAt, trigger.plan.zone)) return;
  if (momentOf(due, body.zone) <= now) {
    if (body.of !== undefined) await triggers.cancel(trigger.id, 'its time has gone by');
    return;
  }
  await triggers.edit(trigger.id, { schedule: due, zone: body.zone });
}

/** What comes again by the clock comes at the hour of its todo: who changes the one, or takes that back, changes the other. */
export async function followHour(
  triggers: Triggers,
  { id, plan, fireAt }: Trigger,
  { body }: Thing<Todo>,
): Promise<void> {
  if (plan.kind !== 'calendar' || body.due === undefined || body.due.length === 10) return;
  const minutesOf = (wall: string) => Number(wall.slice(11, 13)) * 60 + Number(wall.slice(14, 16));
  const by = minutesOf(wallOf(momentOf(body.due, body.zone), plan.zone)) - minutesOf(wallOf(fireAt, plan.zone));
  if (by !== 0) await triggers.retime(id, by);
}
