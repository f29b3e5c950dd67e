/** Days of what reminds again and again that are left out, while all else of it stays. */
import { addDays, dayOf, momentOf, type Reminder, type Thing, type Todo } from 'consilium/assistant';
import { ConsiliumError, type ToolContext } from 'consilium/kernel';
import { sayMoment, sayWhen } from '../_shared/say.ts';
import { aboutTodo, here } from './desk.ts';

/** The first and the last of them. */
export interface Days {
  readonly from: string;
  readonly to: string;
}

export interface DaysSaid {
  readonly on?: string | undefined;
  readonly since?: string | undefined;
  readonly before?: string | undefined;
  readonly from?: number | undefined;
  readonly to?: number | undefined;
}

/** One day, or those between two; without an end it is no leaving out, but an end of it. */
export function daysIn({ on, since, before, from, to }: DaysSaid, { zone, now }: { zone: string; now: number }) {
  if (on !== undefined) return { from: on, to: on };
  if (before !== undefined) return { from: since ?? dayOf(now, zone), to: addDays(before, -1) };
  if (from === undefined || to === undefined) return undefined;
  return { from: dayOf(Math.max(from, now), zone), to: dayOf(to - 1, zone) };
}

/** Those that come again and would come on one of those days. */
export async function comingOn(context: ToolContext, days: Days): Promise<Reminder[]> {
  const { reminders, user, zone } = here(context);
  const [from, to] = [momentOf(days.from, zone), momentOf(addDays(days.to, 1), zone)];
  const coming = (await reminders.coming(user)).filter((one) => one.times(from, to) > 0);
  const ids = new Set(coming.map(({ id }) => id));
  return (await reminders.list(user)).filter(({ id, recurs }) => recurs && ids.has(id));
}

export async function leaveOutDays(context: ToolContext, found: readonly Reminder[], days: Days, was?: string) {
  const { reminders, user, zone, now } = here(context);
  const often = was === undefined ? undefined : found.find(({ times }) => times.length > 1);
  if (often !== undefined)
    throw new ConsiliumError(
      'RHYTHM_MEANT',
      `"${often.what}" comes several times a day, and I can leave out whole days only. I changed nothing.`,
      { hint: `It comes ${often.understood}. Say the whole new rhythm, or the day.` },
    );
  const words = days.from === days.to ? days.from : `${days.from} to ${days.to}`;
  const left: (Reminder & { change: string })[] = [];
  for (const { id } of found) left.push(await reminders.leaveOut(user, id, words, `${context.idempotencyKey}:${id}`));
  const when =
    days.from === days.to
      ? `on ${sayWhen(days.from, now)}`
      : `from ${sayWhen(days.from, now)} to ${sayWhen(days.to, now)}`;
  const lines = left.map(
    ({ what, next }) => `I will not remind you of **${what}** ${when}. Next: ${sayMoment(next, zone, now)}.`,
  );
  const [first] = left;
  return {
    say: `${lines.join('\n')} The others stay as they are.`,
    about: { kinds: ['reminder', 'todo'], name: first!.what, id: first!.of ?? null, at: first!.next },
    change: first!.change,
  };
}

export interface Span {
  readonly from?: number | undefined;
  readonly to?: number | undefined;
}

/** Whether a day is one of those between two moments; without moments any is. */
export function isThen(day: string, { from, to }: Span, zone: string): boolean {
  return (from === undefined || day >= dayOf(from, zone)) && (to === undefined || day <= dayOf(to - 1, zone));
}

/** From a day on no more: it comes until the day before. */
export async function endBefore(context: ToolContext, { id, what, schedule }: Reminder, since: string) {
  const { reminders, user, now } = here(context);
  if (ENDS.test(schedule))
    throw new ConsiliumError('RHYTHM_MEANT', `"${what}" has an end already, so I changed nothing.`, {
      hint: `It is: ${schedule}. Say the whole new rhythm.`,
    });
  const last = addDays(since, -1);
  const moved = await reminders.move(user, id, `${schedule} until ${last}`, context.idempotencyKey);
  return {
    say: `I will remind you of **${what}** until ${sayWhen(last, now)}, and then no more.`,
    about: { kinds: ['reminder', 'todo'], name: what, id: moved.of ?? null, at: moved.next },
    change: moved.change,
  };
}

const ENDS = /\b(?:until|till|til|for|times|through|ends?)\b/i;

/** This time only, by its reminder or by its own rhythm; undefined where it is not one that comes again. */
export async function skipOnce(context: ToolContext, [todo, ...others]: readonly Thing<Todo>[], span: Span) {
  if (todo === undefined || others.length > 0) return undefined;
  const { reminders, todos, user, zone, now } = here(context);
  const again = (await reminders.list(user)).find(({ of, recurs }) => of === todo.id && recurs);
  const { title, due, rule, zone: kept } = todo.body;
  const comes = again !== undefined ? dayOf(again.next, zone) : due && dayOf(momentOf(due, kept), zone);
  if (comes && !isThen(comes, span, zone))
    throw new ConsiliumError(
      'NEXT_ELSEWHERE',
      `"${title}" is on ${sayWhen(comes, now)}, not then, so I changed nothing.`,
      {
        hint:
          again === undefined && rule === undefined
            ? `Say "delete ${title}".`
            : `I can leave out the next one only: say "skip the next ${title}", or "delete ${title}" for all of it.`,
      },
    );
  if (again !== undefined) {
    const day = dayOf(again.next, zone);
    return leaveOutDays(context, [again], { from: day, to: day }, day);
  }
  const skipped = todos.skip(user, todo.id, context.idempotencyKey);
  if (skipped === undefined) return undefined;
  return {
    say: `Skipped **${title}** (${sayWhen(due!, now)}). Next: ${sayWhen(skipped.todo.body.due!, now)}.`,
    about: aboutTodo(skipped.todo),
    change: skipped.change.id,
  };
}
