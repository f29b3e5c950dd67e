/**
 * Wall clocks. A *wall* time is what a clock on the wall shows, as milliseconds as if it stood in UTC; an *instant* is a
 * moment. A wall time that the clocks skip becomes the moment that far after the jump (02:30 → 03:30); one that comes
 * twice is the first of the two. So each wall time is exactly one moment.
 */
import { ConsiliumError } from '../../kernel/errors.ts';

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** The zone's own spelling. Throws ZONE_UNKNOWN. */
export function checkZone(zone: string): string {
  return formatter(zone).resolvedOptions().timeZone;
}

export function wallAt(zone: string, instant: number): number {
  return instant + offsetAt(zone, instant);
}

export function instantOf(zone: string, wall: number): number {
  const before = offsetAt(zone, wall - DAY);
  const after = offsetAt(zone, wall + DAY);
  if (before === after) return wall - before;
  const fits = [...new Set([before, after])].map((offset) => wall - offset).filter((at) => wallAt(zone, at) === wall);
  return fits.length > 0 ? Math.min(...fits) : wall - before;
}

export function offsetAt(zone: string, instant: number): number {
  if (zone === 'UTC') return 0;
  // Clocks are not put forward and back within a week: what holds at both its ends holds in between.
  const week = Math.floor(instant / WEEK);
  const from = offsetFrom(zone, week);
  return from !== undefined && from === offsetFrom(zone, week + 1) ? from : readOffset(zone, instant);
}

/** What holds as a week begins, remembered; undefined outside of the years in which dates are written. */
function offsetFrom(zone: string, week: number): number | undefined {
  if (!(Math.abs(week) < LAST_WEEK)) return undefined;
  let known = offsets.get(zone);
  if (known === undefined) {
    known = new Map();
    keep(offsets, MOST_ZONES, zone, known);
  }
  let offset = known.get(week);
  if (offset === undefined) {
    offset = readOffset(zone, week * WEEK);
    keep(known, MOST_WEEKS, week, offset);
  }
  return offset;
}

const WEEK = 7 * DAY;
/** In the year 9999. */
const LAST_WEEK = 400_000;
const MOST_WEEKS = 2_000;
/** One zone has many spellings. */
const MOST_ZONES = 500;
const offsets = new Map<string, Map<number, number>>();

/** The oldest makes room. */
function keep<K, V>(all: Map<K, V>, most: number, key: K, value: V): void {
  if (all.size >= most) all.delete(all.keys().next().value as K);
  all.set(key, value);
}

function readOffset(zone: string, instant: number): number {
  const field: Record<string, number> = {};
  for (const { type, value } of formatter(zone).formatToParts(instant)) field[type] = Number(value);
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = field;
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(instant / 1000) * 1000;
}

/** The first moment after `from`, at most `to`, at which another offset holds. */
export function nextShift(zone: string, from: number, to: number): number | undefined {
  const offset = offsetAt(zone, from);
  let low = from;
  let high = from;
  while (offsetAt(zone, high) === offset) {
    if (high >= to) return undefined;
    low = high;
    high = Math.min(high + 7 * DAY, to);
  }
  while (high - low > 1000) {
    const middle = Math.floor((low + high) / 2000) * 1000;
    if (middle <= low) break;
    if (offsetAt(zone, middle) === offset) low = middle;
    else high = middle;
  }
  return high;
}

const formatters = new Map<string, Intl.DateTimeFormat>();

function formatter(zone: string): Intl.DateTimeFormat {
  const known = formatters.get(zone);
  if (known !== undefined) return known;
  const made = makeFormatter(zone);
  keep(formatters, MOST_ZONES, zone, made);
  return made;
}

function makeFormatter(timeZone: string): Intl.DateTimeFormat {
  const two = '2-digit';
  try {
    return new Intl.DateTimeFormat('en-US', {
      ...{ timeZone, calendar: 'iso8601', numberingSystem: 'latn', hourCycle: 'h23' },
      ...{ year: 'numeric', month: two, day: two, hour: two, minute: two, second: two },
    });
  } catch (cause) {
    throw new ConsiliumError('ZONE_UNKNOWN', `There is no time zone "${timeZone}".`, {
      hint: 'Zones are named like Europe/Berlin, America/New_York or UTC.',
      cause,
    });
  }
}
