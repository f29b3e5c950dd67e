import { fromDay } from './calendar.ts';
import { type DurationValue, nanosPerSecond, type Temporal } from './types.ts';
import { formatOffset } from './zone.ts';

/** The ISO 8601 text of a temporal value, as openCypher's toString gives it. */
export function formatTemporal(value: Temporal): string {
  switch (value.kind) {
    case 'date':
      return formatDay(value.day);
    case 'localtime':
      return formatClock(value.nanos);
    case 'time':
      return formatClock(value.nanos) + formatOffset(value.offset);
    case 'localdatetime':
      return `${formatDay(value.day)}T${formatClock(value.nanos)}`;
    case 'datetime': {
      const zone = value.zone === undefined ? '' : `[${value.zone}]`;
      return `${formatDay(value.day)}T${formatClock(value.nanos)}${formatOffset(value.offset)}${zone}`;
    }
    case 'duration':
      return formatDuration(value);
  }
}

function formatDay(days: number): string {
  const { year, month, day } = fromDay(days);
  const digits = String(Math.abs(year)).padStart(4, '0');
  const sign = year < 0 ? '-' : year > 9999 ? '+' : '';
  return `${sign}${digits}-${pair(month)}-${pair(day)}`;
}

function formatClock(nanos: number): string {
  const seconds = Math.floor(nanos / nanosPerSecond);
  const fraction = nanos % nanosPerSecond;
  const base = `${pair(Math.floor(seconds / 3600))}:${pair(Math.floor(seconds / 60) % 60)}`;
  if (seconds % 60 === 0 && fraction === 0) return base;
  return `${base}:${pair(seconds % 60)}${formatFraction(fraction)}`;
}

function formatFraction(nanos: number): string {
  return nanos === 0 ? '' : `.${String(nanos).padStart(9, '0').replace(/0+$/, '')}`;
}

function pair(n: number): string {
  return String(n).padStart(2, '0');
}

function formatDuration(value: DurationValue): string {
  const part = (amount: number | bigint, unit: string) => (amount === 0 || amount === 0n ? '' : `${amount}${unit}`);
  const years = Math.trunc(value.months / 12);
  const date = part(years, 'Y') + part(value.months - years * 12, 'M') + part(value.days, 'D');
  let seconds = value.seconds;
  let nanos = value.nanos;
  if (seconds < 0n && nanos !== 0) {
    seconds += 1n;
    nanos = nanosPerSecond - nanos;
  }
  const negative = value.seconds < 0n;
  const rest = seconds % 60n;
  let time = part(seconds / 3600n, 'H') + part((seconds / 60n) % 60n, 'M');
  if (rest !== 0n || nanos !== 0) {
    const sign = negative && rest === 0n ? '-' : '';
    time += `${sign}${rest}${formatFraction(nanos)}S`;
  }
  if (date === '' && time === '') return 'PT0S';
  return `P${date}${time === '' ? '' : `T${time}`}`;
}
