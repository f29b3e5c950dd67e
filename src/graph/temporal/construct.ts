import { failRun } from '../cypher/reject.ts';
import type { MapValue, Value } from '../values.ts';
import { dayOfQuarter, dayOfWeek, daysInMonth, fromDay, ordinalDay, toDay, weekOf } from './calendar.ts';
import { inZone, moveToZone, quarterDay, weekDay, yearDay } from './parse.ts';
import { hasDate, hasTime, hasZone, type Instant, nanosPerSecond, type Temporal } from './types.ts';
import { parseZone, type Zone } from './zone.ts';

/** `date({year: 1984, week: 10})`, `datetime({date: d, time: t, timezone: 'Europe/Stockholm'})` and their kin. */
export function instantFromMap(kind: Instant['kind'], map: MapValue): Instant {
  const given = new Map([...map].filter(([, value]) => value !== null));
  for (const key of given.keys())
    if (!fields.has(key)) throw failRun('InvalidArgumentValue', `A ${kind} has no ${key}.`);
  const whole = base(given, 'datetime');
  const dateBase = whole ?? base(given, 'date');
  const timeBase = whole ?? base(given, 'time');
  if (given.has('epochSeconds') || given.has('epochMillis')) return fromEpoch(kind, given);
  switch (kind) {
    case 'date':
      return { kind, day: buildDay(given, dateBase) };
    case 'localtime':
      return { kind, nanos: buildClock(given, timeBase) };
    case 'time':
      return buildTime(given, timeBase);
    case 'localdatetime':
      return { kind, day: buildDay(given, dateBase), nanos: buildClock(given, timeBase) };
    case 'datetime':
      return buildDateTime(given, dateBase, timeBase);
  }
}

/** One instant seen as another kind: the date of a datetime, a localtime as a time in UTC. */
export function convertInstant(kind: Instant['kind'], value: Temporal): Instant {
  if (value.kind === 'duration') throw failRun('InvalidArgumentType', `A duration is no ${kind}.`);
  if (kind === 'date' && hasDate(value)) return { kind, day: value.day };
  if (kind === 'localtime' && hasTime(value)) return { kind, nanos: value.nanos };
  if (kind === 'time' && hasTime(value)) return { kind, nanos: value.nanos, offset: hasZone(value) ? value.offset : 0 };
  if (kind === 'localdatetime' && hasDate(value))
    return { kind, day: value.day, nanos: hasTime(value) ? value.nanos : 0 };
  if (kind === 'datetime' && hasDate(value)) {
    if (value.kind === 'datetime') return value;
    return { kind, day: value.day, nanos: hasTime(value) ? value.nanos : 0, offset: 0 };
  }
  throw failRun('InvalidArgumentValue', `A ${value.kind} has no part for a ${kind}.`);
}

const fields = new Set(
  `date time datetime year month day week dayOfWeek quarter dayOfQuarter ordinalDay hour minute second millisecond microsecond
   nanosecond timezone epochSeconds epochMillis`.split(/\s+/),
);

function base(map: MapValue, key: string): Instant | undefined {
  const value = map.get(key);
  if (value === undefined || value === null) return undefined;
  if (typeof value !== 'object' || Array.isArray(value) || value instanceof Map || !('kind' in value))
    throw notTemporal(key);
  if (value.kind === 'duration' || value.kind === 'node' || value.kind === 'relationship' || value.kind === 'path')
    throw notTemporal(key);
  return value;
}

function notTemporal(key: string) {
  return failRun('InvalidArgumentType', `${key} must be a temporal value.`);
}

function number(map: MapValue, key: string): number | undefined {
  const value: Value | undefined = map.get(key);
  if (value === undefined || value === null) return undefined;
  if (typeof value !== 'bigint') throw failRun('InvalidArgumentType', `${key} must be an integer.`);
  return Number(value);
}

function fromEpoch(kind: Instant['kind'], map: MapValue): Instant {
  const seconds = number(map, 'epochSeconds');
  const millis = number(map, 'epochMillis');
  const total = seconds ?? Math.floor(millis! / 1000);
  const nanos = (seconds === undefined ? (millis! - total * 1000) * 1e6 : 0) + (number(map, 'nanosecond') ?? 0);
  const day = Math.floor(total / 86_400);
  const utc = { kind: 'datetime' as const, day, nanos: (total - day * 86_400) * nanosPerSecond + nanos, offset: 0 };
  const zone = givenZone(map);
  return convertInstant(kind, zone ? moveToZone(utc, zone) : utc);
}

/** The smaller units may be given only after the larger ones, unless a base supplies them. */
function buildDay(map: MapValue, from: Instant | undefined): number {
  if (from && !hasDate(from)) throw failRun('InvalidArgumentValue', `A ${from.kind} has no date.`);
  const get = (key: string) => number(map, key);
  const old = from ? fromDay(from.day) : undefined;
  const year = get('year');
  if (year === undefined && !from) throw failRun('InvalidArgumentValue', 'A date needs a year.');
  if (map.has('week') || map.has('dayOfWeek')) {
    const week = from ? weekOf(from.day) : undefined;
    return weekDay(
      year ?? week!.weekYear,
      get('week') ?? week?.week ?? 1,
      get('dayOfWeek') ?? (from ? dayOfWeek(from.day) : 1),
    );
  }
  if (map.has('quarter') || map.has('dayOfQuarter')) {
    const quarter = get('quarter') ?? (old ? Math.ceil(old.month / 3) : 1);
    return quarterDay(year ?? old!.year, quarter, get('dayOfQuarter') ?? (from ? dayOfQuarter(from.day) : 1));
  }
  if (map.has('ordinalDay')) return yearDay(year ?? old!.year, get('ordinalDay') ?? ordinalDay(from!.day));
  if (!from && map.has('day') && !map.has('month')) throw failRun('InvalidArgumentValue', 'A day needs a month.');
  const month = get('month') ?? old?.month ?? 1;
  const day = get('day') ?? old?.day ?? 1;
  const fits =
    get('day') === undefined ? Math.min(day, daysInMonth(year ?? old!.year, Math.min(12, Math.max(1, month)))) : day;
  return toDay(year ?? old!.year, month, fits);
}

function buildClock(map: MapValue, from: Instant | undefined): number {
  if (from && !hasTime(from)) {
    if (!from || from.kind !== 'date') throw failRun('InvalidArgumentValue', 'That value has no time.');
  }
  const old = from && hasTime(from) ? from.nanos : undefined;
  if (old === undefined && !from) requireOrder(map);
  const part = (key: string, size: number, count: number) => {
    const given = number(map, key);
    if (given !== undefined && (given < 0 || given >= count))
      throw failRun('InvalidArgumentValue', `The ${key} is out of range.`);
    return given ?? (old === undefined ? 0 : Math.floor(old / size) % count);
  };
  const hour = part('hour', 3600 * nanosPerSecond, 24);
  const minute = part('minute', 60 * nanosPerSecond, 60);
  const second = part('second', nanosPerSecond, 60);
  return (hour * 3600 + minute * 60 + second) * nanosPerSecond + buildFraction(map, old);
}

function requireOrder(map: MapValue): void {
  const order = ['hour', 'minute', 'second'];
  for (let i = 1; i < order.length; i++)
    if (map.has(order[i]!) && !map.has(order[i - 1]!))
      throw failRun('InvalidArgumentValue', `A ${order[i]} needs a ${order[i - 1]}.`);
}

/** Milliseconds, microseconds and nanoseconds add up; each is bounded by what the larger ones leave over. */
function buildFraction(map: MapValue, old: number | undefined): number {
  const milli = number(map, 'millisecond');
  const micro = number(map, 'microsecond');
  const nano = number(map, 'nanosecond');
  if (milli === undefined && micro === undefined && nano === undefined)
    return old === undefined ? 0 : old % nanosPerSecond;
  const check = (value: number, count: number, name: string) => {
    if (value < 0 || value >= count) throw failRun('InvalidArgumentValue', `The ${name} is out of range.`);
    return value;
  };
  const microCount = milli === undefined ? 1_000_000 : 1000;
  const nanoCount = micro !== undefined ? 1000 : milli !== undefined ? 1_000_000 : 1_000_000_000;
  return (
    check(milli ?? 0, 1000, 'millisecond') * 1_000_000 +
    check(micro ?? 0, microCount, 'microsecond') * 1000 +
    check(nano ?? 0, nanoCount, 'nanosecond')
  );
}

function givenZone(map: MapValue): Zone | undefined {
  const text = map.get('timezone');
  if (text === undefined || text === null) return undefined;
  if (typeof text !== 'string') throw failRun('InvalidArgumentType', 'A timezone is text.');
  return parseZone(text);
}

function buildTime(map: MapValue, from: Instant | undefined): Instant {
  const nanos = buildClock(map, from);
  const zone = givenZone(map);
  const own = from && hasZone(from) ? from.offset : undefined;
  if (!zone) return { kind: 'time', nanos, offset: own ?? 0 };
  if (zone.offset === undefined) throw failRun('InvalidArgumentValue', 'A time has an offset, not a region.');
  if (own === undefined) return { kind: 'time', nanos, offset: zone.offset };
  const day = 86_400 * nanosPerSecond;
  const moved = (((nanos + (zone.offset - own) * nanosPerSecond) % day) + day) % day;
  return { kind: 'time', nanos: moved, offset: zone.offset };
}

function buildDateTime(map: MapValue, dateBase: Instant | undefined, timeBase: Instant | undefined): Instant {
  const day = buildDay(map, dateBase);
  const nanos = buildClock(map, timeBase);
  const zone = givenZone(map);
  const source = timeBase && hasZone(timeBase) ? timeBase : undefined;
  const own: Zone | undefined = source && zoneOf(source);
  if (!own) return inZone(day, nanos, zone ?? { offset: 0 });
  const local = inZone(day, nanos, own);
  return zone ? moveToZone(local, zone) : local;
}

function zoneOf(value: Instant): Zone {
  if (value.kind === 'datetime' && value.zone !== undefined) return { name: value.zone };
  return { offset: hasZone(value) ? value.offset : 0 };
}
