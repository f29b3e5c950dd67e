/**
 * How often a rule comes true, counted before it is walked: an upper bound from its parts alone, so that what somebody else
 * wrote into a calendar file costs nothing to judge.
 */
import type { Rule } from './rule.ts';

/** Occasions within a year, at most. */
export function countAYear(rule: Rule): number {
  const { freq, count, parts } = rule;
  const minutes = distinct(parts.BYMINUTE) || 1;
  const inPeriod = freq === 'HOURLY' ? minutes : daysOf(rule) * (distinct(parts.BYHOUR) || 1) * minutes;
  const chosen = parts.BYSETPOS.length > 0 ? Math.min(inPeriod, distinct(parts.BYSETPOS)) : inPeriod;
  return Math.min(count ?? Number.POSITIVE_INFINITY, periodsOf(rule) * chosen);
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
