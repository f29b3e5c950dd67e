import { addMonths, fromDay } from './calendar.ts';
import { makeDuration } from './duration.ts';
import { inZone, moveToZone } from './parse.ts';
import { type DurationValue, hasDate, hasTime, hasZone, type Instant, nanosPerDay, nanosPerSecond } from './types.ts';
import type { Zone } from './zone.ts';

/** How far apart two instants are: in mixed units, or only in months, days or seconds. */
export function durationBetween(
  unit: 'mixed' | 'months' | 'days' | 'seconds',
  from: Instant,
  to: Instant,
): DurationValue {
  const dated = hasDate(from) && hasDate(to);
  if (!dated && (unit === 'months' || unit === 'days')) return makeDuration(0, 0, 0n, 0);
  const [start, end] = align(from, to, dated);
  if (unit === 'seconds' || !dated) return fromNanos(0, 0, elapsed(start, end));
  const months = unit === 'days' ? 0 : monthsUntil(start, end);
  if (unit === 'months') return makeDuration(months, 0, 0n, 0);
  const afterMonths = shift(start, months, 0);
  const days = daysUntil(afterMonths, end);
  if (unit === 'days') return makeDuration(0, days, 0n, 0);
  return fromNanos(months, days, elapsed(shift(start, months, days), end));
}

/** A moment on one clock; `zone` when instants, not clocks, decide how much time has passed. */
interface Moment {
  day: number;
  nanos: number;
  zone?: Zone;
  offset: number;
}

/** Both on the same clock. What one side lacks (a date, a time, a zone) it takes from the other or from midnight. */
function align(from: Instant, to: Instant, dated: boolean): [Moment, Moment] {
  const zone = zoneOf(from) ?? zoneOf(to);
  const day = (value: Instant) => (dated && hasDate(value) ? value.day : 0);
  const otherDay = (value: Instant) =>
    !dated && zone?.name !== undefined ? (hasDate(from) ? from.day : hasDate(to) ? to.day : 0) : day(value);
  const moment = (value: Instant): Moment => {
    const nanos = hasTime(value) ? value.nanos : 0;
    if (!zone) return { day: day(value), nanos, offset: 0 };
    const own = zoneOf(value) ?? zone;
    const offset = value.kind === 'datetime' && dated ? value.offset : undefined;
    const local = inZone(
      otherDay(value),
      nanos,
      offset === undefined || own.name === undefined ? own : { ...own, offset },
    );
    const moved = dated ? moveToZone(local, zone) : local;
    return { day: moved.day, nanos: moved.nanos, zone, offset: moved.offset };
  };
  return [moment(from), moment(to)];
}

function zoneOf(value: Instant): Zone | undefined {
  if (value.kind === 'datetime' && value.zone !== undefined) return { name: value.zone };
  return hasZone(value) ? { offset: value.offset } : undefined;
}

function elapsed(start: Moment, end: Moment): bigint {
  const days = BigInt(end.day - start.day) * BigInt(nanosPerDay);
  return days + BigInt(end.nanos - start.nanos) - BigInt(end.offset - start.offset) * BigInt(nanosPerSecond);
}

function fromNanos(months: number, days: number, nanos: bigint): DurationValue {
  return makeDuration(months, days, 0n, nanos);
}

/** Whole months from start to end, by their local clocks. */
function monthsUntil(start: Moment, end: Moment): number {
  const endDay = lastWholeDay(start, end);
  const a = fromDay(start.day);
  const b = fromDay(endDay);
  const packed = (date: { year: number; month: number; day: number }) =>
    (date.year * 12 + date.month - 1) * 32 + date.day;
  return Math.trunc((packed(b) - packed(a)) / 32);
}

function daysUntil(start: Moment, end: Moment): number {
  return lastWholeDay(start, end) - start.day;
}

/** The end's day, less one when the last day is not complete. */
function lastWholeDay(start: Moment, end: Moment): number {
  if (end.day > start.day && end.nanos < start.nanos) return end.day - 1;
  if (end.day < start.day && end.nanos > start.nanos) return end.day + 1;
  return end.day;
}

function shift(moment: Moment, months: number, days: number): Moment {
  const day = addMonths(moment.day, months) + days;
  if (!moment.zone?.name) return { ...moment, day };
  const moved = inZone(day, moment.nanos, moment.zone);
  return { ...moment, day, offset: moved.offset };
}
