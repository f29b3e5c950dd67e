/**
 * A schedule: when something happens, as one typed value. Whatever a person wrote ("every Monday at 8", cron, ISO) is
 * read into it once; afterwards only the value counts, and it keeps its zone.
 */
import { z } from 'zod';

const zone = z.string().min(1).max(64);
const instant = z.int();
/** The day from which on it was said to come round; kept to be told, the rounds know it themselves. */
const start = instant.optional();
/** A day of every year. */
const yearDay = z.object({ month: z.int().min(1).max(12), day: z.int().min(1).max(31) });
/** When a recurrence ends: a moment, a number of occasions, or something that somebody has to notice. */
const end = z.object({
  until: instant.optional(),
  count: z.int().positive().optional(),
  event: z.string().min(1).max(300).optional(),
});

const once = z.object({ kind: z.literal('once'), zone, at: instant });

/** What comes round by one rule. */
const recurring = z.discriminatedUnion('kind', [
  /** Several single moments, in order: "3 March and 14 April". */
  z.object({ kind: z.literal('dates'), zone, at: z.array(instant).min(2).max(50), end }),
  /** By the clock that never jumps: every 90 minutes, counted from `from`. */
  z.object({ kind: z.literal('interval'), zone, from: instant, ms: z.int().min(60_000), start, end }),
  /** By the clock on the wall. */
  z.object({
    kind: z.literal('calendar'),
    zone,
    unit: z.enum(['day', 'week', 'month', 'year']),
    every: z.int().min(1).max(1000),
    /** The wall date (days since 1970) from which the rounds are counted; nothing happens before it. */
    from: z.int(),
    /** Of what is counted in days: the days that count. */
    weekdays: z.array(z.int().min(0).max(6)).optional(),
    /** 1 to 31; in a shorter month its last day. -1: the last. */
    monthDays: z.array(z.int().min(-1).max(31)).optional(),
    /** The first Monday of the month: `{nth: 1, weekday: 1}`; -1 is the last. `among`: of several days together. */
    nth: z
      .object({
        nth: z.int().min(-1).max(23),
        weekday: z.int().min(0).max(6),
        among: z.array(z.int().min(0).max(6)).optional(),
      })
      .optional(),
    /** Several days of the year, each in its own month; in a shorter one its last day. */
    dates: z.array(yearDay).min(2).max(50).optional(),
    /** 1 to 12. */
    months: z.array(z.int().min(1).max(12)).optional(),
    /** Minutes since midnight, in order. */
    times: z
      .array(
        z
          .int()
          .min(0)
          .max(24 * 60 - 1),
      )
      .min(1)
      .max(24 * 60),
    /** Days on which it does not take place though it would. */
    except: z
      .object({
        weekdays: z.array(z.int().min(0).max(6)).optional(),
        months: z.array(z.int().min(1).max(12)).optional(),
        /** Of every year. */
        dates: z.array(yearDay).optional(),
        /** Stretches of every year, each by its first and its last day; one may go over New Year. */
        seasons: z
          .array(z.object({ from: yearDay, to: yearDay }))
          .max(50)
          .optional(),
        /** Of the calendar, each by its first and its last day (days since 1970). */
        spans: z
          .array(z.object({ from: z.int(), to: z.int() }))
          .max(50)
          .optional(),
      })
      .optional(),
    start,
    end,
  }),
  z.object({ kind: z.literal('cron'), zone, cron: z.string(), end }),
]);

/** Several rules beside each other: whichever comes next. The end is that of all. */
const several = z.object({ kind: z.literal('several'), zone, rules: z.array(recurring).min(2).max(10), start, end });

export const scheduleSchema = z.union([once, recurring, several]);

export type Schedule = z.infer<typeof scheduleSchema>;
export type Calendar = Extract<Schedule, { kind: 'calendar' }>;
export type Except = NonNullable<Calendar['except']>;
export type End = z.infer<typeof end>;
