/** ISO 8601: a date, a moment, a duration from now (`P1W`), and repetition (`R5/2027-01-01T08:00/P1M`). */
import type { Place } from './moment.ts';
import { addTo } from './moment.ts';
import type { Schedule } from './schedule.ts';
import { scheduleWords, type Unit } from './words.ts';
import { DAY, HOUR, instantOf, MINUTE, wallAt } from './zone.ts';

export function readIso(text: string, place: Place): Schedule | undefined {
  const { zone, now } = place;
  const repeated = /^R(\d*)\/(?:([^/]+)\/)?(P[^/]+)$/i.exec(text);
  if (repeated !== null) return readRepetition(repeated, place);
  const moment = readIsoMoment(text, zone);
  if (moment !== undefined) return { kind: 'once', zone, at: moment };
  const duration = readDuration(text);
  if (duration === undefined) return undefined;
  return { kind: 'once', zone, at: duration.reduce((at, [count, unit]) => addTo(at, count, unit, zone), now) };
}

const MOMENT = /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?\s*(Z|[+-]\d{2}:?\d{2})?)?$/i;

function readIsoMoment(text: string, zone: string): number | undefined {
  const found = MOMENT.exec(text);
  if (found === null) return undefined;
  const [year = 0, month = 0, day = 0] = found.slice(1, 4).map(Number);
  const date = Date.UTC(year, month - 1, day);
  const isReal = new Date(date).getUTCMonth() === month - 1 && new Date(date).getUTCDate() === day;
  const [hour, minute, second] = found.slice(4, 7).map((part) => (part === undefined ? undefined : Number(part)));
  if (!isReal || (hour ?? 0) > 23 || (minute ?? 0) > 59) return undefined;
  const usual = scheduleWords().usualTime * MINUTE;
  const time = hour === undefined ? usual : hour * HOUR + (minute ?? 0) * MINUTE + (second ?? 0) * 1000;
  const offset = found[7];
  if (offset === undefined) return instantOf(zone, date + time);
  if (/^z$/i.test(offset)) return date + time;
  const [, sign, hours, minutes] = /^([+-])(\d{2}):?(\d{2})$/.exec(offset)!;
  return date + time - (sign === '-' ? -1 : 1) * (Number(hours) * HOUR + Number(minutes) * MINUTE);
}

const DURATION = /^P(?=.)(?:(\d+)Y)?(?:(\d+)M)?(?:(\d+)W)?(?:(\d+)D)?(?:T(?=.)(?:(\d+)H)?(?:(\d+)M)?)?$/i;
const UNITS: readonly Unit[] = ['year', 'month', 'week', 'day', 'hour', 'minute'];

function readDuration(text: string): [number, Unit][] | undefined {
  const found = DURATION.exec(text);
  if (found === null) return undefined;
  const parts = UNITS.map((unit, i): [number, Unit] => [Number(found[i + 1] ?? 0), unit]);
  const said = parts.filter(([count]) => count > 0);
  return said.length > 0 ? said : undefined;
}

/** One unit only: a month and three days is no rhythm. */
function readRepetition([, count, start, period]: RegExpExecArray, { zone, now }: Place): Schedule | undefined {
  const [[every, unit] = [0, 'day' as Unit], ...more] = readDuration(period!) ?? [];
  const from = start === undefined ? now : readIsoMoment(start, zone);
  if (every < 1 || every > 1000 || more.length > 0 || from === undefined) return undefined;
  const end = count ? { count: Number(count) } : {};
  if (unit === 'hour' || unit === 'minute') {
    const ms = every * (unit === 'hour' ? HOUR : MINUTE);
    return { kind: 'interval', zone, ms, from: start === undefined ? from : from - ms, end };
  }
  // Whoever writes Z means the clock that knows no summer.
  const on = /Z$/i.test(start ?? '') ? 'UTC' : zone;
  const wall = wallAt(on, from);
  const day = Math.floor(wall / DAY);
  return { kind: 'calendar', zone: on, unit, every, from: day, times: [Math.floor((wall - day * DAY) / MINUTE)], end };
}
