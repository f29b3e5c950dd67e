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

/** Rules are asked for with every look at a calendar; most calendars have few. */
const parsed = new Map<string, Rule | undefined>();
const MOST_PARSED = 12_000;

/** Undefined: it is no rule of a calendar. */
export function parseRule(text: string): Rule | undefined {
  if (parsed.has(text)) return parsed.get(text);
  if (parsed.size >= MOST_PARSED) parsed.clear();
  const rule = readRule(text);
  parsed.set(text, rule);
  return rule;
}

function readRule(text: string): Rule | undefined {
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
  const end = rule.count ? Math.min(last, lastCounted(rule, first)) : last;
  const enter = skipped(rule, first, utc(from));
  const since = Math.max(first, Math.floor(utc(from) / DAY_MS) * DAY_MS);
  for (let step = enter; step < enter + MOST_PERIODS; step++) {
    const period = periodAt(rule, first, step);
    if (period.from > end) return;
    for (const at of momentsOf(rule, first, period, { from: since, to: end }))
      if (at >= first && at <= end) yield new Date(at).toISOString().slice(0, start.length);
  }
}

/** When the last of so many is: found once, since it is asked for with every look. */
const ends = new Map<string, number>();

function lastCounted(rule: Rule, first: number): number {
  const { count, until: _, ...rest } = rule;
  const key = `${first}:${JSON.stringify([count, rest])}`;
  const known = ends.get(key);
  if (known !== undefined) return known;
  if (ends.size >= MOST_PARSED) ends.clear();
  const end = findLast(rule, first);
  ends.set(key, end);
  return end;
}

function findLast(rule: Rule, first: number): number {
  const count = rule.count!;
  // Where each period has one, the last needs no counting.
  if (isRegular(rule, first)) return momentsOf(rule, first, periodAt(rule, first, count - 1))[0] ?? first;
  const open = { ...rule, count: undefined };
  let [left, found] = [count, first];
  for (let step = 0; step < MOST_PERIODS; step++) {
    const period = periodAt(rule, first, step);
    // Nobody looks that far: all that is looked at comes before the last.
    if (!(period.from <= FAR)) return Number.POSITIVE_INFINITY;
    for (const at of momentsOf(open, first, period)) {
      if (at < first) continue;
      found = at;
      if (--left === 0) return found;
    }
  }
  return found;
}

const FAR = Date.UTC(2300, 0);

function isRegular({ freq, parts }: Rule, first: number): boolean {
  const isPlain = Object.values(parts).every((part) => part.length === 0);
  return isPlain && (freq === 'HOURLY' || freq === 'DAILY' || freq === 'WEEKLY' || dateOf(first).getUTCDate() <= 28);
}

/** How many periods can be left out because they lie before the time that is looked at. */
function skipped({ freq, interval }: Rule, first: number, from: number): number {
  if (from <= first) return 0;
  const [begun, looked] = [dateOf(first), dateOf(from)];
  const years = looked.getUTCFullYear() - begun.getUTCFullYear();
  const periods = {
    HOURLY: () => (from - first) / HOUR_MS,
    DAILY: () => (from - first) / DAY_MS,
    WEEKLY: () => (from - first) / (7 * DAY_MS),
    MONTHLY: () => years * 12 + looked.getUTCMonth() - begun.getUTCMonth(),
    YEARLY: () => years,
  }[freq]();
  return Math.max(0, Math.floor(periods / interval) - 1);
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

/** What a period gives (within the window); of that, where places are named (BYSETPOS), only those. */
function momentsOf(rule: Rule, first: number, period: Period, window: Period = period): number[] {
  const { BYSETPOS } = rule.parts;
  if (BYSETPOS.length === 0) return candidatesOf(rule, first, period, window);
  const found = candidatesOf(rule, first, period, period);
  const chosen = new Set(BYSETPOS.map((at) => found.at(at > 0 ? at - 1 : at)));
  return found.filter((at) => chosen.has(at));
}

function candidatesOf(rule: Rule, first: number, period: Period, window: Period): number[] {
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
  for (const day of daysIn(rule, first, period, window))
    if (fitsDay(rule, day, first, period))
      for (const hour of hours) for (const minute of minutes) found.push(day + hour * HOUR_MS + minute * 60_000);
  return found;
}

/** Days of a period that may fit, in order: of a rule that names its month or its date, only those are looked at. */
function daysIn({ freq, parts }: Rule, first: number, period: Period, window: Period): number[] {
  const [from, to] = [
    Math.max(period.from, Math.floor(window.from / DAY_MS) * DAY_MS),
    Math.min(period.to, window.to + 1),
  ];
  const { BYMONTH, BYMONTHDAY, BYYEARDAY, BYWEEKNO, BYDAY } = parts;
  const isPlaced = BYYEARDAY.length > 0 || BYWEEKNO.length > 0 || BYDAY.length > 0;
  const days: number[] = [];
  if ((freq !== 'MONTHLY' && freq !== 'YEARLY') || (isPlaced && BYMONTH.length === 0 && BYMONTHDAY.length === 0)) {
    for (let day = from; day < to; day += DAY_MS) days.push(day);
    return days;
  }
  const begun = dateOf(first);
  const isOwnMonth = freq === 'YEARLY' && !isPlaced && BYMONTH.length + BYMONTHDAY.length === 0;
  const dates = BYMONTHDAY.length > 0 ? BYMONTHDAY : isPlaced ? EVERY : [begun.getUTCDate()];
  for (let month = monthAt(from); month.from < to; month = monthAt(month.to)) {
    if (isOwnMonth && month.of !== begun.getUTCMonth()) continue;
    if (BYMONTH.length > 0 && !BYMONTH.includes(month.of + 1)) continue;
    const last = (month.to - month.from) / DAY_MS;
    const named = new Set(dates.map((date) => (date > 0 ? date : last + 1 + date)));
    for (const date of [...named].toSorted(ascending)) {
      const day = month.from + (date - 1) * DAY_MS;
      if (date >= 1 && date <= last && day >= from && day < to) days.push(day);
    }
  }
  return days;
}

const EVERY = Array.from({ length: 31 }, (_, at) => at + 1);

function monthAt(moment: number): Period & { readonly of: number } {
  const date = dateOf(moment);
  const [year, of] = [date.getUTCFullYear(), date.getUTCMonth()];
  return { from: Date.UTC(year, of), to: Date.UTC(year, of + 1), of };
}

const ascending = (one: number, other: number) => one - other;

function fitsDay({ freq, parts }: Rule, day: number, first: number, period: Period): boolean {
  const { BYMONTH, BYMONTHDAY, BYYEARDAY, BYWEEKNO, BYDAY } = parts;
  const [date, begun] = [dateOf(day), dateOf(first)];
  const [year, month, monthDay] = [date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()];
  if (BYMONTH.length > 0 && !BYMONTH.includes(month + 1)) return false;
  if (BYMONTHDAY.length > 0) {
    const days = dateOf(Date.UTC(year, month + 1, 0)).getUTCDate();
    if (!BYMONTHDAY.some((one) => (one > 0 ? one : days + 1 + one) === monthDay)) return false;
  }
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
