/** An event as it is kept: wall times in a zone, a rule where it recurs, and what differs on single occasions. */
import { z } from 'zod';
import { isZone } from '../../kernel/index.ts';
import { plainLine } from '../../text/index.ts';
import { isDay, isWall } from '../wall.ts';
import { checkRule } from './recurrence.ts';

const day = z.string().refine(isDay, 'is no day (2026-11-15)');
const when = z.string().refine((text) => isDay(text) || isWall(text), 'is no day and no time (2026-11-15T08:30)');
const text = (most: number) => z.string().max(most);

export const eventSchema = z
  .object({
    uid: text(300).min(1),
    title: text(500).transform(plainLine).pipe(z.string().min(1)),
    /** A day for what lasts whole days, else a time. */
    start: when,
    /** Exclusive: a day event of one day ends on the next. */
    end: when,
    zone: z.string().refine(isZone, 'is no time zone'),
    /** As RFC 5545 writes it, without the name: FREQ=WEEKLY;BYDAY=MO. */
    rule: text(500).refine(checkRule, 'is no recurrence rule').optional(),
    /** Occasions that do not happen, by their start. */
    except: z.array(when).max(2_000).default([]),
    /** Occasions that are moved or renamed, by the start that the rule gives them. */
    moved: z.record(z.string(), z.object({ start: when, end: when, title: text(500).optional() })).default({}),
    location: text(500).optional(),
    notes: text(10_000).optional(),
    /** Whether it takes the person's time, where the calendar says so (TRANSP); else days.ts decides. */
    busy: z.boolean().optional(),
    /** Minutes before the start. */
    remind: z
      .array(
        z
          .int()
          .min(0)
          .max(60 * 24 * 60),
      )
      .max(10)
      .default([]),
    /** Where it came from, so that the same is not brought twice: a file, a CalDAV address, an entry of the record. */
    source: text(600).optional(),
    /** The series that it was parted from. */
    continues: text(300).optional(),
  })
  .refine(({ start, end }) => start.length === end.length && start < end, {
    error: 'ends before it begins',
    path: ['end'],
  });

export type CalendarEvent = z.infer<typeof eventSchema>;

/** One occasion of an event. */
export interface Occasion {
  readonly event: string;
  /** The start that the rule gives it: its name. */
  readonly occasion: string;
  readonly title: string;
  readonly start: string;
  readonly end: string;
  readonly zone: string;
  /** Moments, for sorting and comparing. */
  readonly from: number;
  readonly to: number;
  readonly isDay: boolean;
  /** It takes the person's time. */
  readonly busy: boolean;
  readonly recurs: boolean;
  readonly location?: string;
  readonly notes?: string;
}

export const dayList = z.array(day);
