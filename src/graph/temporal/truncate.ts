import { failRun } from '../cypher/reject.ts';
import type { MapValue, Value } from '../values.ts';
import { dayOfWeek, firstWeek, fromDay, toDay, weekOf } from './calendar.ts';
import { convertInstant, instantFromMap } from './construct.ts';
import { hasDate, hasTime, type Instant, nanosPerSecond, type Temporal } from './types.ts';

const clockUnits: Record<string, number> = {
  day: 86_400 * nanosPerSecond,
  hour: 3600 * nanosPerSecond,
  minute: 60 * nanosPerSecond,
  second: nanosPerSecond,
  millisecond: 1_000_000,
  microsecond: 1000,
};

const dayUnits: Record<string, (day: number) => number> = {
  millennium: (day) => toDay(Math.floor(fromDay(day).year / 1000) * 1000, 1, 1),
  century: (day) => toDay(Math.floor(fromDay(day).year / 100) * 100, 1, 1),
  decade: (day) => toDay(Math.floor(fromDay(day).year / 10) * 10, 1, 1),
  year: (day) => toDay(fromDay(day).year, 1, 1),
  weekYear: (day) => firstWeek(weekOf(day).weekYear),
  quarter: (day) => {
    const { year, month } = fromDay(day);
    return toDay(year, month - ((month - 1) % 3), 1);
  },
  month: (day) => {
    const { year, month } = fromDay(day);
    return toDay(year, month, 1);
  },
  week: (day) => day - dayOfWeek(day) + 1,
  day: (day) => day,
};

/** `date.truncate('week', value, {dayOfWeek: 2})`: cut to the unit, seen as `kind`, then the given fields set. */
export function truncateInstant(kind: Instant['kind'], unit: string, value: Temporal, changes: MapValue): Instant {
  const source = cutInstant(unit, value);
  const target = convertInstant(kind, source);
  if (changes.size === 0) return target;
  const map: MapValue = new Map(changes);
  if (hasDate(target) && hasTime(target)) map.set('datetime', target);
  else map.set(hasDate(target) ? 'date' : 'time', target);
  keepFraction(map, target);
  const zone = map.get('timezone');
  map.delete('timezone');
  const changed = instantFromMap(kind, map);
  if (typeof zone !== 'string') return changed;
  return instantFromMap(kind, new Map<string, Value>([['timezone', zone], ...localParts(changed)]));
}

function cutInstant(unit: string, value: Temporal): Instant {
  if (value.kind === 'duration') throw failRun('InvalidArgumentType', 'A duration cannot be truncated.');
  const byDay = Object.hasOwn(dayUnits, unit) ? dayUnits[unit] : undefined;
  const size = Object.hasOwn(clockUnits, unit) ? clockUnits[unit] : undefined;
  if (!byDay && !size) throw failRun('InvalidArgumentValue', 'There is no such unit to truncate to.');
  if (byDay && hasDate(value))
    return relocate({ ...value, day: byDay(value.day), ...(hasTime(value) ? { nanos: 0 } : {}) });
  if (byDay && unit !== 'day')
    throw failRun('InvalidArgumentValue', `A ${value.kind} cannot be truncated to that unit.`);
  if (!hasTime(value)) throw failRun('InvalidArgumentValue', `A ${value.kind} cannot be truncated to that unit.`);
  return relocate({ ...value, nanos: value.nanos - (value.nanos % size!) });
}

/** A truncated datetime may fall under another offset of its region. */
function relocate(value: Instant): Instant {
  if (value.kind !== 'datetime' || value.zone === undefined) return value;
  return instantFromMap('datetime', new Map<string, Value>([['timezone', value.zone], ...localParts(value)]));
}

function localParts(value: Instant): [string, Instant][] {
  const parts: [string, Instant][] = [];
  if (hasDate(value)) parts.push(['date', { kind: 'date', day: value.day }]);
  if (hasTime(value)) parts.push(['time', { kind: 'localtime', nanos: value.nanos }]);
  return parts;
}

/** `{nanosecond: 2}` after a truncation to milliseconds changes what is below the milliseconds only. */
function keepFraction(map: MapValue, target: Instant): void {
  if (!hasTime(target)) return;
  const fraction = target.nanos % nanosPerSecond;
  const has = (key: string) => map.has(key);
  if (!has('nanosecond') && !has('microsecond')) return;
  if (!has('millisecond')) map.set('millisecond', BigInt(Math.floor(fraction / 1_000_000)));
  if (!has('microsecond')) map.set('microsecond', BigInt(Math.floor(fraction / 1000) % 1000));
}
