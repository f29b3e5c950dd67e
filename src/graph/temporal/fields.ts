import type { Value } from '../values.ts';
import { dayOfQuarter, dayOfWeek, fromDay, ordinalDay, weekOf } from './calendar.ts';
import { type DurationValue, hasDate, hasTime, hasZone, nanosPerSecond, type Temporal } from './types.ts';
import { formatOffset } from './zone.ts';

/** `d.year`, `t.offsetMinutes`, `dur.secondsOfMinute`; undefined for a name that the value does not have. */
export function readField(value: Temporal, name: string): Value | undefined {
  if (value.kind === 'duration') return durationField(value, name);
  if (hasDate(value)) {
    const field = Object.hasOwn(dateFields, name) ? dateFields[name] : undefined;
    if (field) return BigInt(field(value.day));
  }
  if (hasTime(value)) {
    const field = Object.hasOwn(clockFields, name) ? clockFields[name] : undefined;
    if (field) return BigInt(field(value.nanos));
  }
  return hasZone(value) ? zoneField(value, name) : undefined;
}

const dateFields: Record<string, (day: number) => number> = {
  year: (day) => fromDay(day).year,
  quarter: (day) => Math.ceil(fromDay(day).month / 3),
  month: (day) => fromDay(day).month,
  week: (day) => weekOf(day).week,
  weekYear: (day) => weekOf(day).weekYear,
  day: (day) => fromDay(day).day,
  ordinalDay,
  weekDay: dayOfWeek,
  dayOfWeek,
  dayOfQuarter,
};

const clockFields: Record<string, (nanos: number) => number> = {
  hour: (nanos) => Math.floor(nanos / (3600 * nanosPerSecond)),
  minute: (nanos) => Math.floor(nanos / (60 * nanosPerSecond)) % 60,
  second: (nanos) => Math.floor(nanos / nanosPerSecond) % 60,
  millisecond: (nanos) => Math.floor((nanos % nanosPerSecond) / 1_000_000),
  microsecond: (nanos) => Math.floor((nanos % nanosPerSecond) / 1000),
  nanosecond: (nanos) => nanos % nanosPerSecond,
};

function zoneField(value: Temporal & { offset: number; nanos: number }, name: string): Value | undefined {
  const text = value.offset === 0 ? 'Z' : formatOffset(value.offset);
  if (name === 'timezone') return value.kind === 'datetime' && value.zone !== undefined ? value.zone : text;
  if (name === 'offset') return text;
  if (name === 'offsetMinutes') return BigInt(Math.trunc(value.offset / 60));
  if (name === 'offsetSeconds') return BigInt(value.offset);
  if (value.kind !== 'datetime') return undefined;
  const seconds = value.day * 86_400 + Math.floor(value.nanos / nanosPerSecond) - value.offset;
  if (name === 'epochSeconds') return BigInt(seconds);
  if (name === 'epochMillis')
    return BigInt(seconds) * 1000n + BigInt(Math.floor((value.nanos % nanosPerSecond) / 1_000_000));
  return undefined;
}

function durationField(value: DurationValue, name: string): Value | undefined {
  const { months, days, seconds } = value;
  const nanos = BigInt(value.nanos);
  const whole = (n: number) => BigInt(Math.trunc(n));
  const fields: Record<string, () => bigint> = {
    years: () => whole(months / 12),
    quarters: () => whole(months / 3),
    months: () => BigInt(months),
    weeks: () => whole(days / 7),
    days: () => BigInt(days),
    hours: () => seconds / 3600n,
    minutes: () => seconds / 60n,
    seconds: () => seconds,
    milliseconds: () => seconds * 1000n + nanos / 1_000_000n,
    microseconds: () => seconds * 1_000_000n + nanos / 1000n,
    nanoseconds: () => seconds * 1_000_000_000n + nanos,
    quartersOfYear: () => whole(months / 3) % 4n,
    monthsOfQuarter: () => BigInt(months % 3),
    monthsOfYear: () => BigInt(months % 12),
    daysOfWeek: () => BigInt(days % 7),
    minutesOfHour: () => (seconds / 60n) % 60n,
    secondsOfMinute: () => seconds % 60n,
    millisecondsOfSecond: () => nanos / 1_000_000n,
    microsecondsOfSecond: () => nanos / 1000n,
    nanosecondsOfSecond: () => nanos,
  };
  return Object.hasOwn(fields, name) ? fields[name]!() : undefined;
}
