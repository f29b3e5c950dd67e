/** A draft of words as a schedule: which days, which hours, from when, until when. */

import type { Draft } from './days.ts';
import { addTo, type Place } from './moment.ts';
import { dateOf, nextOccasion } from './occasions.ts';
import type { Calendar, End, Schedule } from './schedule.ts';
import { timeIn } from './times.ts';
import { scheduleWords } from './words.ts';
import { DAY, HOUR, instantOf, MINUTE, wallAt } from './zone.ts';

/** "For ten days" of what the calendar says is counted from the first time, so that ten days have ten of them. */
export function withEnd(
  schedule: Exclude<Schedule, { kind: 'once' }>,
  { lasting }: Pick<Draft, 'lasting'>,
  end: End,
  start: number | undefined,
  { now, zone }: Place,
): Schedule {
  if (lasting === undefined) return { ...schedule, end };
  const first = schedule.kind === 'calendar' ? nextOccasion(schedule, now) : undefined;
  const last = addTo(first ?? start ?? now, lasting.count, lasting.unit, zone) - (first === undefined ? 0 : 1);
  return { ...schedule, end: { ...end, until: Math.min(last, end.until ?? last) } };
}

export function build(
  draft: Draft,
  end: End,
  { now, zone }: Place,
  start?: { at: number; timed: boolean },
): Exclude<Schedule, { kind: 'once' | 'several' }> {
  const { unit, every, between } = draft;
  const times = timesOf(draft);
  const today = Math.floor(wallAt(zone, start?.at ?? now) / DAY);
  if ((unit === 'minute' || unit === 'hour') && between === undefined && !isPlacedByDay(draft)) {
    const ms = every * (unit === 'hour' ? HOUR : MINUTE);
    const first = times.length > 0 ? instantOf(zone, today * DAY + times[0]! * MINUTE) : start?.at;
    return { kind: 'interval', zone, ms, from: first === undefined ? now : first - ms, end };
  }
  const { weekdays, nth, except } = draft;
  const { dates, monthDays, months } = daysOf(draft);
  const round = between === undefined && unit !== 'minute' && unit !== 'hour' ? every : 1;
  if (times.length === 0 && start?.timed) times.push((wallAt(zone, start.at) - today * DAY) / MINUTE);
  const rule: Calendar = {
    kind: 'calendar',
    zone,
    unit: chooseUnit(draft),
    every: round,
    from: today,
    ...(draft.among && { weekdays: [...draft.among] }),
    ...(weekdays.length > 0 && { weekdays: [...new Set(weekdays)].toSorted((a, b) => ((a + 6) % 7) - ((b + 6) % 7)) }),
    ...(dates && { dates }),
    ...(monthDays.length > 0 && { monthDays: [...new Set(monthDays)] }),
    ...(months.length > 0 && { months: [...new Set(months)] }),
    ...(nth && { nth }),
    times: times.length > 0 ? times : [scheduleWords().usualTime],
    ...(except && { except }),
    end,
  };
  const isPlaced =
    draft.among !== undefined ||
    weekdays.length > 0 ||
    monthDays.length > 0 ||
    nth !== undefined ||
    dates !== undefined;
  if (round === 1 || !isPlaced) return rule;
  // "Every other Tuesday" begins with the next Tuesday, whichever week this is; with a start, with the first one from there on.
  const since = start === undefined ? now : instantOf(zone, today * DAY) - 1;
  const first = firstOf({ ...rule, every: 1, end: {} }, since, round);
  return first === undefined ? rule : { ...rule, from: Math.floor(wallAt(zone, first) / DAY) };
}

/** "Hourly on Mondays" is by the wall's clock: a clock that never jumps knows no days. */
function isPlacedByDay({ weekdays, monthDays, dates, months, nth, except }: Draft): boolean {
  return weekdays.length + monthDays.length + dates.length + months.length > 0 || (nth ?? except) !== undefined;
}

/** Days of months: one of them is a day in a month, several are each their own. */
function daysOf({ dates, monthDays, months }: Draft): Pick<Draft, 'monthDays' | 'months'> & Pick<Calendar, 'dates'> {
  if (dates.length === 0) return { monthDays, months };
  const [{ month, day }] = dates as [Draft['dates'][number]];
  if (dates.length === 1) return { monthDays: [...monthDays, day], months: [...months, month] };
  return { dates: dates.toSorted((a, b) => a.month - b.month || a.day - b.day), monthDays, months };
}

/** Every four years on 29 February is in the years that have one. */
function firstOf(rule: Calendar, now: number, round: number): number | undefined {
  const first = nextOccasion(rule, now);
  const isLeapDay = rule.months?.length === 1 && rule.months[0] === 2 && rule.monthDays?.[0] === 29;
  if (first === undefined || !isLeapDay || round % 4 !== 0) return first;
  const isReal = (at: number) => dateOf(Math.floor(wallAt(rule.zone, at) / DAY)).day === 29;
  return isReal(first) ? first : firstOf(rule, first, round);
}

/** The hours that are said; an hour of a part of the day is in it; every so many hours of a stretch are those of it. */
function timesOf(draft: Draft): number[] {
  const { times, parts, between, unit, every } = draft;
  if (between !== undefined) {
    const step = Math.max(1, every * (unit === 'minute' ? 1 : 60));
    const count = Math.min(MOST_TIMES, Math.floor((between.to - between.from) / step) + 1);
    return Array.from({ length: count }, (_, i) => between.from + i * step);
  }
  if ((unit === 'minute' || unit === 'hour') && isPlacedByDay(draft)) {
    const step = Math.max(1, every * (unit === 'minute' ? 1 : 60));
    const first = times[0] ?? parts[0] ?? 0;
    return Array.from({ length: Math.ceil((DAY_MINUTES - first) / step) }, (_, i) => first + i * step);
  }
  const said =
    times.length === 0
      ? parts
      : parts.length === 1
        ? times.map((time) => timeIn(parts[0]!, time))
        : [...parts, ...times];
  return [...new Set(said)].toSorted((a, b) => a - b);
}

const DAY_MINUTES = 24 * 60;
const MOST_TIMES = DAY_MINUTES;

/** What was said most exactly decides: "daily on weekdays" is a matter of weeks. */
function chooseUnit({ unit, weekdays, monthDays, dates, months, nth }: Draft): 'day' | 'week' | 'month' | 'year' {
  if (months.length + dates.length > 0) return 'year';
  if (nth !== undefined || monthDays.length > 0) return unit === 'year' ? 'year' : 'month';
  if (weekdays.length > 0) return 'week';
  return unit === undefined || unit === 'minute' || unit === 'hour' ? 'day' : unit;
}
