/**
 * A recurrence rule walked by ourselves: period by period (an hour, a day, a week, a month, a year), each period's days
 * tested against the rule. A rule that never comes true costs a bounded number of periods, where a general iterator would
 * look for its next date for ever; a rule that began long ago is entered near the time that is looked at.
 */
import ICAL from 'ical.js';
import { z } from 'zod';

const numbers = (least: number, most: number) =>
  z.array(z.coerce.number().int().min(least).max(most)).max(366).default([]);
const weekday = z.string().regex(/^[+-]?\d{0,2}(?:MO|TU|WE|TH|FR|SA|SU)$/);

const ruleSchema = z.object({
  freq: z.enum(['HOURLY', 'DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY']),
  interval: z.number().int().min(1).max(1_000).default(1),
  count: z.number().int().min(1).max(10_000).nullish(),
  /** The last wall time, 2026-11-20T15:00, or a moment with its Z. */
  until: z.string().optional(),
  parts: z.object({
    BYMONTH: numbers(1, 12),
    BYMONTHDAY: numbers(-31, 31),
    BYYEARDAY: numbers(-366, 366),
    BYWEEKNO: numbers(-53, 53),
    BYDAY: z.array(weekday).max(60).default([]),
    BYHOUR: numbers(0, 23),
    BYMINUTE: numbers(0, 59),
    BYSETPOS: numbers(-366, 366),
  }),
});
export type Rule = z.infer<typeof ruleSchema>;

/** Undefined: it is no rule of a calendar. */
export function parseRule(text: string): Rule | undefined {
  // A round of nothing is none; the parser takes it for one.
  if (/(?:^|;)INTERVAL=0*(?:;|$)/i.test(text)) return undefined;
  try {
    const { freq, interval, count, until, parts } = ICAL.Recur.fromString(text);
    const given = {
      freq,
      interval: interval ?? 1,
      count,
      ...(until && { until: sayUntil(until.toString()) }),
      parts,
    };
    const read = ruleSchema.safeParse(given);
    return read.success ? read.data : undefined;
  } catch {
    return undefined;
  }
}

/** To the minute; a moment keeps its mark. */
function sayUntil(until: string): string {
  return until.slice(0, 16) + (until.endsWith('Z') ? 'Z' : '');
}

const DAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'];
const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
/** Periods that are looked at: all of five years by the hour, all of history by the day. */
const MOST_PERIODS = 120_000;

const utc = (wall: string) => Date.parse(`${(wall.length === 10 ? `${wall}T00:00` : wall).replace(/Z$/, '')}Z`);
const weekdayOf = (day: number) => (Math.floor(day / DAY_MS) + 3) % 7;
const dateOf = (day: number) => new Date(day);

/** The starts that the rule gives from `from` (or before) to `to`, in order, as the wall shows them. */
export function* walkRule(rule: Rule, start: string, from: string, to: string): Generator<string> {
  const first = utc(start);
  const last = Math.min(
    utc(to),
    rule.until === undefined ? Number.POSITIVE_INFINITY : utc(rule.until) + (rule.until.length === 10 ? DAY_MS - 1 : 0),
  );
  let left = rule.count ?? Number.POSITIVE_INFINITY;
  const enter = rule.count ? 0 : skipped(rule, first, utc(from));
  for (let step = enter; step < enter + MOST_PERIODS; step++) {
    const period = periodAt(rule, first, step);
    if (period.from > last) return;
    for (const at of momentsOf(rule, first, period)) {
      if (at < first) continue;
      if (at > last || left-- <= 0) return;
      yield new Date(at).toISOString().slice(0, start.length);
    }
  }
}

/** How many periods can be left out because they lie before the time that is looked at. */
function skipped({ freq, interval }: Rule, first: number, from: number): number {
  if (from <= first) return 0;
  const length = { HOURLY: HOUR_MS, DAILY: DAY_MS, WEEKLY: 7 * DAY_MS, MONTHLY: 31 * DAY_MS, YEARLY: 366 * DAY_MS }[
    freq
  ];
  return Math.max(0, Math.floor((from - first) / (length * interval)) - 2);
}

interface Period {
  readonly from: number;
  readonly to: number;
}

function periodAt({ freq, interval }: Rule, first: number, step: number): Period {
  const day = Math.floor(first / DAY_MS) * DAY_MS;
  const by = step * interval;
  if (freq === 'HOURLY') {
    const from = Math.floor(first / HOUR_MS) * HOUR_MS + by * HOUR_MS;
    return { from, to: from + HOUR_MS };
  }
  if (freq === 'DAILY') return { from: day + by * DAY_MS, to: day + (by + 1) * DAY_MS };
  if (freq === 'WEEKLY') {
    const monday = day - weekdayOf(day) * DAY_MS + by * 7 * DAY_MS;
    return { from: monday, to: monday + 7 * DAY_MS };
  }
  const date = dateOf(first);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
  if (freq === 'MONTHLY') return { from: Date.UTC(year, month + by), to: Date.UTC(year, month + by + 1) };
  return { from: Date.UTC(year + by, 0), to: Date.UTC(year + by + 1, 0) };
}

/** What a period gives; of that, where places are named (BYSETPOS), only those. */
function momentsOf(rule: Rule, first: number, period: Period): number[] {
  const { BYSETPOS } = rule.parts;
  const found = candidatesOf(rule, first, period);
  if (BYSETPOS.length === 0) return found;
  const chosen = new Set(BYSETPOS.map((at) => found.at(at > 0 ? at - 1 : at)));
  return found.filter((at) => chosen.has(at));
}

function candidatesOf(rule: Rule, first: number, period: Period): number[] {
  const { BYHOUR, BYMINUTE } = rule.parts;
  const begun = dateOf(first);
  const minutes = BYMINUTE.length > 0 ? BYMINUTE.toSorted(ascending) : [begun.getUTCMinutes()];
  if (rule.freq === 'HOURLY') {
    const day = Math.floor(period.from / DAY_MS) * DAY_MS;
    const hour = dateOf(period.from).getUTCHours();
    if (!fitsDay(rule, day, first, period) || (BYHOUR.length > 0 && !BYHOUR.includes(hour))) return [];
    return minutes.map((minute) => period.from + minute * 60_000);
  }
  const hours = BYHOUR.length > 0 ? BYHOUR.toSorted(ascending) : [begun.getUTCHours()];
  const found: number[] = [];
  for (let day = period.from; day < period.to; day += DAY_MS)
    if (fitsDay(rule, day, first, period))
      for (const hour of hours) for (const minute of minutes) found.push(day + hour * HOUR_MS + minute * 60_000);
  return found;
}

const ascending = (one: number, other: number) => one - other;

function fitsDay({ freq, parts }: Rule, day: number, first: number, period: Period): boolean {
  const { BYMONTH, BYMONTHDAY, BYYEARDAY, BYWEEKNO, BYDAY } = parts;
  const [date, begun] = [dateOf(day), dateOf(first)];
  const [year, month, monthDay] = [date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()];
  const daysInMonth = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  if (BYMONTH.length > 0 && !BYMONTH.includes(month + 1)) return false;
  if (BYMONTHDAY.length > 0 && !BYMONTHDAY.some((one) => (one > 0 ? one : daysInMonth + 1 + one) === monthDay))
    return false;
  if (BYYEARDAY.length > 0) {
    const [of, days] = [(day - Date.UTC(year, 0)) / DAY_MS + 1, (Date.UTC(year + 1, 0) - Date.UTC(year, 0)) / DAY_MS];
    if (!BYYEARDAY.some((one) => (one > 0 ? one : days + 1 + one) === of)) return false;
  }
  if (
    BYWEEKNO.length > 0 &&
    !BYWEEKNO.some((one) => (one > 0 ? one : weeksIn(weekOf(day).year) + 1 + one) === weekOf(day).week)
  )
    return false;
  if (BYDAY.length > 0) {
    const inMonth = freq === 'MONTHLY' || (freq === 'YEARLY' && BYMONTH.length > 0);
    const span = inMonth ? { from: Date.UTC(year, month), to: Date.UTC(year, month + 1) } : period;
    return BYDAY.some((one) => fitsWeekday(one, day, span));
  }
  const isPlaced = BYMONTHDAY.length > 0 || BYYEARDAY.length > 0;
  if (freq === 'WEEKLY') return weekdayOf(day) === weekdayOf(Math.floor(first / DAY_MS) * DAY_MS);
  if (isPlaced || freq === 'DAILY' || freq === 'HOURLY') return true;
  if (BYWEEKNO.length > 0) return weekdayOf(day) === weekdayOf(Math.floor(first / DAY_MS) * DAY_MS);
  if (monthDay !== begun.getUTCDate()) return false;
  return freq === 'MONTHLY' || BYMONTH.length > 0 || month === begun.getUTCMonth();
}

/** "2MO": the second Monday of the span; "-1FR" the last Friday. */
function fitsWeekday(said: string, day: number, { from, to }: Period): boolean {
  if (DAYS[weekdayOf(day)] !== said.slice(-2)) return false;
  const nth = Number(said.slice(0, -2) || 0);
  if (nth === 0) return true;
  return nth > 0
    ? Math.floor((day - from) / (7 * DAY_MS)) === nth - 1
    : Math.floor((to - DAY_MS - day) / (7 * DAY_MS)) === -nth - 1;
}

function weekOf(day: number): { year: number; week: number } {
  const thursday = day + (3 - weekdayOf(day)) * DAY_MS;
  const year = dateOf(thursday).getUTCFullYear();
  return { year, week: Math.floor((thursday - Date.UTC(year, 0)) / (7 * DAY_MS)) + 1 };
}

function weeksIn(year: number): number {
  return weekOf(Date.UTC(year, 11, 28)).week;
}
