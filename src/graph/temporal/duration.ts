import { failRun } from '../cypher/reject.ts';
import { isNumber, type MapValue, type Value } from '../values.ts';
import { type DurationValue, nanosPerSecond, secondsPerDay } from './types.ts';

/** The mean length of a month in the Gregorian calendar. */
const secondsPerMonth = 2_629_746;

/** A duration whose nanoseconds lie within one second. */
export function makeDuration(months: number, days: number, seconds: bigint, nanos: bigint | number): DurationValue {
  const total = BigInt(nanos);
  const billion = BigInt(nanosPerSecond);
  const rest = ((total % billion) + billion) % billion;
  return {
    kind: 'duration',
    months: months + 0,
    days: days + 0,
    seconds: seconds + (total - rest) / billion,
    nanos: Number(rest),
  };
}

/** Fractions of a month spill into days, of a day into seconds, of a second into nanoseconds. */
export function approximateDuration(months: number, days: number, seconds: number, nanos: number): DurationValue {
  if (![months, days, seconds, nanos].every(Number.isFinite))
    throw failRun('NumberOutOfRange', 'A duration is made of finite numbers.');
  const wholeMonths = Math.trunc(months);
  const allDays = days + ((months - wholeMonths) * secondsPerMonth) / secondsPerDay;
  const wholeDays = Math.trunc(allDays);
  const allSeconds = seconds + (allDays - wholeDays) * secondsPerDay;
  const wholeSeconds = Math.trunc(allSeconds);
  const allNanos = nanos + (allSeconds - wholeSeconds) * nanosPerSecond;
  return makeDuration(wholeMonths, wholeDays, BigInt(wholeSeconds), Math.trunc(roundTiny(allNanos)));
}

/** Floating point leaves 499999999.99999994 where 500000000 is meant. */
function roundTiny(nanos: number): number {
  const near = Math.round(nanos);
  return Math.abs(nanos - near) < 1e-3 ? near : nanos;
}

const monthUnits: Record<string, number> = { years: 12, quarters: 3, months: 1 };
const dayUnits: Record<string, number> = { weeks: 7, days: 1 };
const secondUnits: Record<string, number> = { hours: 3600, minutes: 60, seconds: 1 };
const nanoUnits: Record<string, number> = { milliseconds: 1_000_000, microseconds: 1000, nanoseconds: 1 };

/** `duration({years: 1, days: 2.5})`. */
export function durationFromMap(map: MapValue): DurationValue {
  for (const key of map.keys())
    if (![monthUnits, dayUnits, secondUnits, nanoUnits].some((units) => Object.hasOwn(units, key)))
      throw failRun('InvalidArgumentValue', `A duration has no ${key}.`);
  const sums = [monthUnits, dayUnits, secondUnits, nanoUnits].map((units) => sumUnits(map, units));
  if (sums.every((sum) => typeof sum === 'bigint')) {
    const [months, days, seconds, nanos] = sums as bigint[];
    return makeDuration(Number(months), Number(days), seconds!, nanos!);
  }
  const [months, days, seconds, nanos] = sums.map(Number);
  return approximateDuration(months!, days!, seconds!, nanos!);
}

function sumUnits(map: MapValue, units: Record<string, number>): bigint | number {
  let whole = 0n;
  let fraction = 0;
  let exact = true;
  for (const [unit, size] of Object.entries(units)) {
    const value: Value = map.get(unit) ?? null;
    if (value === null) continue;
    if (!isNumber(value)) throw failRun('InvalidArgumentType', `${unit} must be a number.`);
    if (typeof value === 'bigint') whole += value * BigInt(size);
    else {
      exact = false;
      fraction += value * size;
    }
  }
  return exact ? whole : Number(whole) + fraction;
}

const designator =
  /^([+-]?)P(?=.)(?:([+-]?[\d.,]+)Y)?(?:([+-]?[\d.,]+)M)?(?:([+-]?[\d.,]+)W)?(?:([+-]?[\d.,]+)D)?(?:T(?=.)(?:([+-]?[\d.,]+)H)?(?:([+-]?[\d.,]+)M)?(?:([+-]?[\d.,]+)S)?)?$/;
const dated = /^([+-]?)P(\d{4})-(\d{2})-(\d{2})(?:T(\d{2}):(\d{2}):(\d{2})(?:[.,](\d{1,9}))?)?$/;

/** `P1Y2M3DT4H5.6S`, `P2.5W`, `P2012-02-02T14:37:21.545`. */
export function durationFromText(text: string): DurationValue {
  const byDate = dated.exec(text);
  if (byDate) {
    const [, sign, years, months, days, hours, minutes, seconds, fraction] = byDate;
    const total = BigInt(hours ?? 0) * 3600n + BigInt(minutes ?? 0) * 60n + BigInt(seconds ?? 0);
    const nanos = Number((fraction ?? '').padEnd(9, '0') || 0);
    const made = makeDuration(Number(years) * 12 + Number(months), Number(days), total, nanos);
    return sign === '-' ? scaleDuration(made, -1) : made;
  }
  const parts = designator.exec(text);
  if (!parts || parts.slice(2).every((part) => part === undefined))
    throw failRun('InvalidArgumentValue', 'The text is no ISO 8601 duration, such as P1Y2M or PT36H.');
  const map: MapValue = new Map();
  const units = ['years', 'months', 'weeks', 'days', 'hours', 'minutes', 'seconds'];
  units.forEach((unit, i) => {
    const amount = parts[i + 2]?.replace(',', '.');
    if (amount === undefined) return;
    if (!/^[+-]?(\d+\.?\d*|\.\d+)$/.test(amount))
      throw failRun('InvalidArgumentValue', 'The text is no ISO 8601 duration, such as P1Y2M or PT36H.');
    if (unit === 'seconds' && amount.includes('.')) putSeconds(map, amount);
    else map.set(unit, /^[+-]?\d+$/.test(amount) ? BigInt(amount.replace('+', '')) : Number(amount));
  });
  const made = durationFromMap(map);
  return parts[1] === '-' ? scaleDuration(made, -1) : made;
}

/** Exactly, digit by digit: 12.123456789 has no double. */
function putSeconds(map: MapValue, amount: string): void {
  const [whole, fraction] = amount.split('.') as [string, string];
  const sign = amount.startsWith('-') ? -1n : 1n;
  map.set('seconds', BigInt(whole.replace('+', '') === '-' || whole === '' ? 0 : whole.replace('+', '')));
  map.set('nanoseconds', sign * BigInt(fraction.slice(0, 9).padEnd(9, '0')));
}

export function addDurations(a: DurationValue, b: DurationValue, sign: 1 | -1): DurationValue {
  const factor = BigInt(sign);
  return makeDuration(
    a.months + sign * b.months,
    a.days + sign * b.days,
    a.seconds + factor * b.seconds,
    BigInt(a.nanos) + factor * BigInt(b.nanos),
  );
}

export function scaleDuration(value: DurationValue, factor: number): DurationValue {
  if (Number.isInteger(factor)) {
    const by = BigInt(factor);
    return makeDuration(value.months * factor, value.days * factor, value.seconds * by, BigInt(value.nanos) * by);
  }
  return approximateDuration(
    value.months * factor,
    value.days * factor,
    Number(value.seconds) * factor,
    value.nanos * factor,
  );
}

export function divideDuration(value: DurationValue, by: number): DurationValue {
  return approximateDuration(value.months / by, value.days / by, Number(value.seconds) / by, value.nanos / by);
}

/** The mean length, for ordering only. */
export function averageSeconds(value: DurationValue): number {
  return (
    value.months * secondsPerMonth + value.days * secondsPerDay + Number(value.seconds) + value.nanos / nanosPerSecond
  );
}
