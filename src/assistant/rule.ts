/**
 * A schedule as a calendar keeps it: series, each with its first time, a recurrence rule of iCalendar and the times that are
 * left out. Hours that no one rule can name make several series; what none can say is told, not dropped.
 */
import { describeSchedule, nextOccasion, type Schedule } from '../triggers/index.ts';
import { addDays, dayOf, momentOf, wallOf } from './wall.ts';

type Calendar = Extract<Schedule, { kind: 'calendar' }>;

export interface Series {
  /** The first time, or day. */
  readonly start: string;
  readonly rule: string;
  /** Times that the rule gives and that are none. */
  readonly except: readonly string[];
}

export interface AsSeries {
  readonly series: readonly Series[];
  /** What of the schedule no calendar can keep, in words. */
  readonly lost: readonly string[];
}

const FREQ = { day: 'DAILY', week: 'WEEKLY', month: 'MONTHLY', year: 'YEARLY' } as const;
const DAYS = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'];
const HOUR_MS = 3_600_000;
/** Dates that are left out each year are named one by one, for so many years. */
const YEARS_AHEAD = 20;
/** Stretches of what comes often, for so many. */
const SEASONS_AHEAD = 10;

type Rule = Exclude<Schedule, { kind: 'once' | 'several' }>;

/** `isDay`: no hour was said, so that each time is a whole day. */
export function seriesOf(schedule: Schedule, now: number, isDay = false): AsSeries {
  if (schedule.kind === 'once') return { series: [], lost: [] };
  const lost = schedule.end.event === undefined ? [] : [`until ${schedule.end.event}`];
  const rules: readonly Rule[] =
    schedule.kind === 'several' ? schedule.rules.map((rule) => ({ ...rule, end: schedule.end })) : [schedule];
  const apart = rules.flatMap((rule): readonly Rule[] => (rule.kind === 'calendar' ? byDate(rule) : [rule]));
  const parts = apart.flatMap((part): readonly Rule[] =>
    part.kind === 'calendar' && !isDay ? byMinute(part) : [part],
  );
  const series = parts.flatMap((part): Series[] => {
    const rule = ruleOf(part, isDay);
    const next = nextOccasion(part, now);
    if (rule === undefined || next === undefined) return [];
    const start = isDay ? dayOf(next, part.zone) : wallOf(next, part.zone);
    return [{ start, rule, except: part.kind === 'calendar' ? excepted(part, start) : [] }];
  });
  return series.length > 0 ? { series, lost } : { series, lost: [describeSchedule(schedule), ...lost] };
}

/** In words, without the zone; without the hour where none was said. */
export function sayAgain(schedule: Schedule, isDay = false): string {
  const said = describeSchedule(schedule).replace(` (${schedule.zone})`, '');
  return isDay ? said.replace(/ at \d\d:\d\d(?:(?:, | and )\d\d:\d\d)*/g, '') : said.replace(/ at 23:59$/, '');
}

/** A rule names hours and minutes apart: 8:00 and 20:00 are one rule, 8:00 and 12:30 are two. */
function byMinute(schedule: Calendar): Calendar[] {
  return [...Map.groupBy(schedule.times, (time) => time % 60).values()].map((times) => ({ ...schedule, times }));
}

/** 3 March and 14 April are two rules. */
function byDate({ dates, ...schedule }: Calendar): Calendar[] {
  return dates?.map(({ month, day }) => ({ ...schedule, months: [month], monthDays: [day] })) ?? [schedule];
}

function ruleOf(schedule: Rule, isDay: boolean): string | undefined {
  const { end, zone } = schedule;
  const ends = [
    end.count === undefined ? '' : `COUNT=${end.count}`,
    end.until === undefined ? '' : `UNTIL=${untilOf(end.until, zone, isDay)}`,
  ];
  if (schedule.kind === 'interval')
    return schedule.ms % HOUR_MS === 0
      ? ['FREQ=HOURLY', `INTERVAL=${schedule.ms / HOUR_MS}`, ...ends].filter(Boolean).join(';')
      : undefined;
  if (schedule.kind === 'cron' || schedule.kind === 'dates') return undefined;
  const { unit, every, times } = schedule;
  const hours = isDay || times.length < 2 ? '' : `BYHOUR=${times.map((time) => Math.floor(time / 60)).join(',')}`;
  const parts = [`FREQ=${FREQ[unit]}`, every > 1 ? `INTERVAL=${every}` : '', ...daysOf(schedule), hours, ...ends];
  return parts.filter(Boolean).join(';');
}

function untilOf(until: number, zone: string, isDay: boolean): string {
  return isDay
    ? dayOf(until, zone).replaceAll('-', '')
    : `${new Date(until).toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`;
}

function daysOf({ unit, weekdays, monthDays, nth, months, except = {} }: Calendar): string[] {
  const left = <T extends number>(all: readonly T[], out: readonly number[] = []) =>
    all.filter((one) => !out.includes(one));
  const days = except.weekdays === undefined ? weekdays : left(weekdays ?? [0, 1, 2, 3, 4, 5, 6], except.weekdays);
  const inMonths = except.months === undefined ? months : left(months ?? MONTHS, except.months);
  const named = (list: readonly number[]) => list.map((day) => DAYS[day]).join(',');
  return [
    nth?.among
      ? `BYDAY=${named(nth.among)};BYSETPOS=${nth.nth}`
      : nth
        ? `BYDAY=${nth.nth}${DAYS[nth.weekday]}`
        : days?.length && (unit !== 'week' || weekdays !== undefined)
          ? `BYDAY=${named(days)}`
          : '',
    monthDays?.length ? dayOfMonth(monthDays) : '',
    inMonths?.length ? `BYMONTH=${inMonths.join(',')}` : '',
  ];
}

const MONTHS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12];

/** The 31st is, in a shorter month, its last day. */
function dayOfMonth(days: readonly number[]): string {
  const [day = 1] = days;
  if (days.length > 1 || day < 29) return `BYMONTHDAY=${days.join(',')}`;
  return `BYMONTHDAY=${[28, 29, 30, 31].filter((one) => one <= day).join(',')};BYSETPOS=-1`;
}

function excepted(schedule: Calendar, start: string): string[] {
  const seasons = spansOf(schedule, Number(start.slice(0, 4)));
  return [...new Set([...onDates(schedule, start), ...inSpans(schedule, start, seasons)])].slice(0, MOST_LEFT_OUT);
}

function onDates({ except, times }: Calendar, start: string): string[] {
  const first = Number(start.slice(0, 4));
  const two = (count: number) => String(count).padStart(2, '0');
  return (except?.dates ?? []).flatMap(({ month, day }) =>
    Array.from({ length: YEARS_AHEAD }, (_, ahead) => addDays(`${first + ahead}-${two(month)}-01`, day - 1))
      .filter((date) => date.slice(5) === `${two(month)}-${two(day)}`)
      .flatMap((date) =>
        start.length === 10 ? [date] : times.map((time) => `${date}T${two(Math.floor(time / 60))}:${two(time % 60)}`),
      ),
  );
}

interface DaySpan {
  readonly from: number;
  readonly to: number;
}

/** The stretches of every year, for so many years that what is left out can be named. */
function spansOf({ except, unit, end }: Calendar, first: number): DaySpan[] {
  const dayOfYear = (year: number, { month, day }: { month: number; day: number }) =>
    Date.UTC(year, month - 1, day) / (24 * HOUR_MS);
  const seasons = except?.seasons ?? [];
  const years = unit === 'day' || unit === 'week' ? SEASONS_AHEAD : YEARS_AHEAD;
  return Array.from({ length: years + 1 }, (_, ahead) => first - 1 + ahead).flatMap((year) =>
    seasons.flatMap(({ from, to }) => {
      const isOver = from.month * 100 + from.day > to.month * 100 + to.day;
      const span = { from: dayOfYear(year, from), to: dayOfYear(isOver ? year + 1 : year, to) };
      return end.until !== undefined && span.from * 24 * HOUR_MS > end.until ? [] : [span];
    }),
  );
}

/** The times that the rule would give within stretches of days. */
function inSpans(
  { except: { spans = [], seasons: _s, ...others } = {}, end: _, ...schedule }: Calendar,
  start: string,
  seasons: readonly DaySpan[],
): string[] {
  const rule: Calendar = { ...schedule, except: others, end: {} };
  return [...spans, ...seasons].flatMap(({ from, to }) => {
    const found: string[] = [];
    const [first, last] = [from, to + 1].map((day) => momentOf(dayText(day), schedule.zone));
    let at = nextOccasion(rule, first! - 1);
    for (; at !== undefined && at < last! && found.length < MOST_OF_ONE; at = nextOccasion(rule, at))
      found.push(start.length === 10 ? dayOf(at, schedule.zone) : wallOf(at, schedule.zone));
    return found.filter((one) => one >= start);
  });
}

const dayText = (day: number) => new Date(day * 24 * HOUR_MS).toISOString().slice(0, 10);
/** Of one stretch, and of all that a calendar names. */
const MOST_OF_ONE = 400;
const MOST_LEFT_OUT = 1_000;
