/**
 * Whether something in a calendar takes the person's time. What has hours does, unless it is marked as free (TRANSP); whole
 * days do where it is marked so, where the title tells of being away (days.yml), and where several days are taken on end.
 */

import { join } from 'node:path';
import { z } from 'zod';
import { readRows } from '../../text/rows.ts';
import { minutesBetween } from '../wall.ts';
import type { CalendarEvent } from './event.ts';

const schema = z.array(
  z.strictObject({
    takes: z.boolean(),
    why: z.string(),
    words: z.array(z.string()).min(1),
    example: z.string(),
    counter: z.string(),
  }),
);

export type DayRow = z.infer<typeof schema>[number];

let rows: readonly DayRow[] | undefined;

export function dayRows(): readonly DayRow[] {
  rows ??= schema.parse(readRows(join(import.meta.dirname, 'days.yml')));
  return rows;
}

const DAY = 24 * 60;

export function takesTime(
  { busy, rule }: Pick<CalendarEvent, 'busy' | 'rule'>,
  { title, start, end }: Pick<CalendarEvent, 'title' | 'start' | 'end'>,
): boolean {
  if (busy !== undefined) return busy;
  if (start.length > 10) return true;
  const said = dayTold(title);
  if (said !== undefined) return said;
  // A day that comes each year is marked, and nobody is away.
  return minutesBetween(start, end) > DAY && !/FREQ=YEARLY/.test(rule ?? '');
}

/** What the title tells: true of a day away, false of one that is only marked. */
export function dayTold(title: string): boolean | undefined {
  const said = ` ${(title.toLowerCase().match(/[\p{L}\p{N}'’-]+/gu) ?? []).join(' ').replaceAll('’', "'")} `;
  return dayRows().find(({ words }) => words.some((word) => said.includes(` ${word} `) || said.includes(` ${word}'s `)))
    ?.takes;
}
