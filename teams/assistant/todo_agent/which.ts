/** Which of all are meant: those of a day, an hour, a stretch of days, a weight. Whoever says which does not mean the rest. */
import { addDays, dayOf, type Thing, type Todo } from 'consilium/assistant';
import { ConsiliumError, type ToolContext } from 'consilium/kernel';
import { z } from 'zod';
import { here, seenDue } from './desk.ts';

/** As the tools take it, beside a day and an hour. */
export const whichInput = {
  since: z.string().max(10).optional().describe('of all those from this day on'),
  before: z.string().max(10).optional().describe('of all those before this day'),
  from: z.number().optional().describe('of all those from this moment on'),
  to: z.number().optional().describe('of all those before this moment'),
  overdue: z.boolean().optional().describe('of all those that are overdue'),
  reminders: z.boolean().optional().describe('of all those that there is a reminder of'),
};

export interface Which {
  readonly on?: string | undefined;
  readonly was?: string | undefined;
  readonly since?: string | undefined;
  readonly before?: string | undefined;
  readonly from?: number | undefined;
  readonly to?: number | undefined;
  readonly overdue?: boolean | undefined;
  readonly reminders?: boolean | undefined;
}

/** Whether a time by the wall is one of those. Without a time it is none, where any was said. */
export function isMeant(due: string | undefined, which: Which, { zone, now }: { zone: string; now: number }): boolean {
  const { on, was, overdue } = which;
  const days = daysOf(which, zone);
  if (on === undefined && was === undefined && !overdue && days === undefined) return true;
  if (due === undefined) return false;
  const day = due.slice(0, 10);
  if (overdue && day >= dayOf(now, zone)) return false;
  if (on !== undefined && day !== on) return false;
  if (was !== undefined && !isAt(due.slice(11, 16), was)) return false;
  return days === undefined || ((days.from ?? day) <= day && day <= (days.to ?? day));
}

/** "At 8" may be either. */
function isAt(hour: string, was: string): boolean {
  const minutes = (said: string) => Number(said.slice(0, 2)) * 60 + Number(said.slice(3, 5));
  return hour !== '' && minutes(hour) % 720 === minutes(was) % 720;
}

function daysOf({ since, before, from, to }: Which, zone: string): { from?: string; to?: string } | undefined {
  const first = since ?? (from === undefined ? undefined : dayOf(from, zone));
  const last = before === undefined ? (to === undefined ? undefined : dayOf(to - 1, zone)) : addDays(before, -1);
  if (first === undefined && last === undefined) return undefined;
  return { ...(first !== undefined && { from: first }), ...(last !== undefined && { to: last }) };
}

/** Those of the todos that are meant; where there are none, nothing is done. */
export async function meantOf(
  context: ToolContext,
  open: readonly Thing<Todo>[],
  which: Which,
): Promise<Thing<Todo>[]> {
  const { reminders, user, zone, now } = here(context);
  const reminded = which.reminders ? new Set((await reminders.list(user)).map(({ of }) => of)) : undefined;
  const found = open.filter(
    ({ id, body }) => reminded?.has(id) !== false && isMeant(seenDue(body, zone), which, { zone, now }),
  );
  if (found.length > 0 || open.length === 0) return found;
  throw new ConsiliumError('NONE_MEANT', 'None of what is open is of then, so I changed nothing.', {
    hint: 'Say "what is on my list" to see all of it with its days.',
  });
}
