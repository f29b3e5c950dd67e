/**
 * What becomes of a thing's time: another time, another hour of its day, or so far from where it is. One reading for events,
 * todos and reminders, whatever the verb was.
 */
import { addDays, addMinutes, addMonths, nearerHalf } from 'consilium/assistant';
import { ConsiliumError } from 'consilium/kernel';
import { z } from 'zod';

/** What tells a thing from others of its name, and how it is moved: as the tools take it. */
export const meantInput = {
  on: z.string().max(10).optional().describe('the day that it is on now: 2026-11-20'),
  was: z.string().max(5).optional().describe('the hour that it is at now: 15:00'),
};

export const retimeInput = {
  clock: z.string().max(5).optional().describe('15:00: another hour on the same day'),
  either: z.boolean().optional().describe('`clock` may be of either half of the day'),
  by: z.number().int().min(-100_000).max(100_000).optional().describe('minutes from where it is; earlier: negative'),
  by_days: z.number().int().min(-4_000).max(4_000).optional().describe('days from where it is'),
  by_months: z.number().int().min(-120).max(120).optional().describe('months from where it is'),
  week: z.boolean().optional().describe('only the week was said: it stays on its weekday'),
};

/** "To next week": on the weekday that it is on, in the week that begins then. */
export function inThatWeek(start: string, was: string): string {
  const weekdayOf = (day: string) => (new Date(`${day.slice(0, 10)}T00:00Z`).getUTCDay() + 6) % 7;
  return `${addDays(start.slice(0, 10), weekdayOf(was) - weekdayOf(start))}${start.slice(10)}`;
}

export interface Retime {
  readonly clock?: string | undefined;
  readonly either?: boolean | undefined;
  readonly by?: number | undefined;
  readonly by_days?: number | undefined;
  readonly by_months?: number | undefined;
}

export function isShift({ by, by_days, by_months }: Retime): boolean {
  return by !== undefined || by_days !== undefined || by_months !== undefined;
}

/** Where it goes from where it is; undefined where neither a distance nor an hour alone was said. */
export function retimed(name: string, was: string | undefined, change: Retime): string | undefined {
  if (isShift(change)) return shifted(name, was, change);
  const { clock, either } = change;
  if (clock === undefined || was === undefined) return undefined;
  const to = `${was.slice(0, 10)}T${clock}`;
  return either && was.length > 10 ? nearerHalf(to, was) : to;
}

function shifted(name: string, was: string | undefined, { by, by_days = 0, by_months = 0 }: Retime): string {
  if (was === undefined)
    throw new ConsiliumError('WHEN_UNSET', `"${name}" has no time that I could count from.`, {
      hint: 'Say the day, or the day and the hour.',
    });
  const day = addDays(addMonths(was.slice(0, 10), by_months), by_days);
  if (by !== undefined && was.length === 10)
    throw new ConsiliumError('HOUR_UNSET', `"${name}" has a day and no hour, so I cannot move it by minutes.`, {
      hint: 'Say the hour that it shall be at.',
    });
  return by === undefined ? `${day}${was.slice(10)}` : addMinutes(`${day}${was.slice(10)}`, by);
}
