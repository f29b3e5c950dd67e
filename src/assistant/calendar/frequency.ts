/**
 * How often a rule comes true, counted before it is walked: an upper bound from its parts alone, so that what somebody else
 * wrote into a calendar file costs nothing to judge.
 */
import type { Rule } from './rule.ts';

/** Occasions within a year, at most. */
export function countAYear(rule: Rule): number {
  const { count, parts } = rule;
  const inPeriod = candidatesIn(rule);
  const chosen = parts.BYSETPOS.length > 0 ? Math.min(inPeriod, distinct(parts.BYSETPOS)) : inPeriod;
  return Math.min(count ?? Number.POSITIVE_INFINITY, periodsOf(rule) * chosen);
}

/** What one period gives before places are chosen from it (BYSETPOS), at most. */
export function candidatesIn(rule: Rule): number {
  const { freq, parts } = rule;
  const minutes = distinct(parts.BYMINUTE) || 1;
  return freq === 'HOURLY' ? minutes : daysOf(rule) * (distinct(parts.BYHOUR) || 1) * minutes;
}

/** Periods that may be gone through to find the last of so many, where it is uncertain that it comes true. */
function mostCounted(rule: Rule): number {
  return 10 * periodsFor(rule) + 1_000;
}

/**
 * What a look at it costs, in days and times that are tried: some periods around the time that is looked at, and once those up
 * to the last of so many, where that has to be counted.
 */
export function stepsOf(rule: Rule): number {
  const { count, parts } = rule;
  const days = daysTried(rule);
  const chosen = parts.BYSETPOS.length > 0 ? 3 * candidatesIn(rule) : 0;
  if (!count || Object.values(parts).every((part) => part.length === 0)) return days + chosen;
  // Dates that may not meet what else is asked: it may be looked for in vain.
  const isDoubtful =
    parts.BYMONTHDAY.length + parts.BYYEARDAY.length + parts.BYWEEKNO.length + parts.BYSETPOS.length > 0;
  return days + chosen + days * (isDoubtful ? mostCounted(rule) : periodsFor(rule));
}

/** Periods that so many take if each comes true as often as it may. */
function periodsFor(rule: Rule): number {
  const { count: _, ...open } = rule;
  return Math.ceil(((rule.count ?? 0) / Math.max(1, countAYear(open))) * Math.ceil(PERIODS[rule.freq] / rule.interval));
}

/** Days of the few periods of a look, at most: of a rule that names its date, only those. */
function daysTried({ freq, parts }: Rule): number {
  const { BYMONTH, BYMONTHDAY, BYYEARDAY, BYWEEKNO, BYDAY, BYSETPOS } = parts;
  if (freq === 'HOURLY') return 24;
  if (freq === 'DAILY') return 3;
  if (freq === 'WEEKLY') return 21;
  const months = freq === 'MONTHLY' ? 1 : distinct(BYMONTH) || 12;
  if (BYMONTHDAY.length > 0) return 3 * months * distinct(BYMONTHDAY);
  if (BYYEARDAY.length + BYWEEKNO.length + BYDAY.length > 0) return (BYSETPOS.length > 0 ? 93 : 31) * months;
  return 3 * (freq === 'MONTHLY' ? 1 : distinct(BYMONTH) || 1);
}

/** Periods of a year in which it may come true: no more than there are, and no more than lie in what narrows them. */
function periodsOf({ freq, interval, parts }: Rule): number {
  const all = Math.ceil(PERIODS[freq] / interval);
  const { BYMONTH, BYHOUR, BYDAY } = parts;
  const hours = freq === 'HOURLY' ? 24 : 1;
  const weekdays = new Set(BYDAY.map((day) => day.slice(-2))).size;
  const bounds = [
    BYMONTH.length > 0 ? distinct(BYMONTH) * IN_MONTH[freq] : all,
    freq === 'HOURLY' && BYHOUR.length > 0 ? distinct(BYHOUR) * 366 : all,
    hours * 53 * (freq === 'DAILY' || freq === 'HOURLY' ? weekdays || 7 : 7),
  ];
  return Math.min(all, ...bounds);
}

/** How many periods may touch a month. */
const IN_MONTH: Readonly<Record<Rule['freq'], number>> = {
  HOURLY: 31 * 24,
  DAILY: 31,
  WEEKLY: 6,
  MONTHLY: 1,
  YEARLY: 1,
};

const PERIODS: Readonly<Record<Rule['freq'], number>> = {
  HOURLY: 366 * 24,
  DAILY: 366,
  WEEKLY: 53,
  MONTHLY: 12,
  YEARLY: 1,
};

/** Days of a period that fit, at most; each part that is named narrows them. */
function daysOf({ freq, parts }: Rule): number {
  const { BYMONTH, BYMONTHDAY, BYYEARDAY, BYWEEKNO, BYDAY } = parts;
  if (freq === 'DAILY') return 1;
  if (freq === 'WEEKLY') return new Set(BYDAY.map((day) => day.slice(-2))).size || 1;
  const months = freq === 'MONTHLY' ? 1 : distinct(BYMONTH) || 12;
  const weeks = freq === 'MONTHLY' ? 5 : BYMONTH.length > 0 ? months * 5 : 53;
  const named = [
    BYMONTHDAY.length === 0 ? [] : [distinct(BYMONTHDAY) * months],
    BYYEARDAY.length === 0 ? [] : [distinct(BYYEARDAY)],
    BYWEEKNO.length === 0 ? [] : [distinct(BYWEEKNO) * 7],
    BYDAY.length === 0 ? [] : [daysNamed(BYDAY, weeks, freq === 'YEARLY' && BYMONTH.length > 0 ? months : 1)],
  ].flat();
  const alone = freq === 'YEARLY' && BYMONTH.length > 0 ? months : 1;
  return named.length === 0 ? alone : Math.min(...named);
}

/** "MO" is each Monday of the span, "2MO" one of it. */
function daysNamed(days: readonly string[], weeks: number, spans: number): number {
  return [...new Set(days)].reduce((sum, day) => sum + (day.length === 2 ? weeks : spans), 0);
}

function distinct(values: readonly number[]): number {
  return new Set(values).size;
}
