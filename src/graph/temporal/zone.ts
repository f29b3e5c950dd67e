import { failRun } from '../cypher/reject.ts';
import { secondsPerDay } from './types.ts';

/** Messages never repeat values: those may come from a record, and messages may come into logs. */
const noZone = 'The text is no time zone; write +01:00 or Europe/Stockholm.';

export interface Zone {
  /** Fixed offset in seconds, or the name of a region whose offset depends on the moment. */
  offset?: number;
  name?: string;
}

/** Reads `Z`, `+01:00`, `-0230`, `+02:05:59` or a region's name such as `Europe/Stockholm`. */
export function parseZone(text: string): Zone {
  if (text === 'Z' || text === 'z') return { offset: 0 };
  const parts = /^([+-])(\d{2})(?::?(\d{2})(?::?(\d{2}))?)?$/.exec(text);
  if (parts) {
    const seconds = Number(parts[2]) * 3600 + Number(parts[3] ?? 0) * 60 + Number(parts[4] ?? 0);
    if (seconds > 18 * 3600) throw failRun('InvalidArgumentValue', noZone);
    return { offset: parts[1] === '-' && seconds !== 0 ? -seconds : seconds };
  }
  return { name: formatterOf(text.replace(/ /g, '_')).name };
}

/** The offset that a region's clocks show at a local date and time; in a gap or overlap the earlier offset counts. */
export function offsetAtLocal(name: string, day: number, nanos: number): number {
  const local = day * secondsPerDay + Math.floor(nanos / 1e9);
  const before = offsetAtInstant(name, local - offsetAtInstant(name, local - secondsPerDay));
  const guess = offsetAtInstant(name, local - secondsPerDay);
  if (offsetAtInstant(name, local - guess) === guess) return guess;
  const after = offsetAtInstant(name, local + secondsPerDay);
  if (offsetAtInstant(name, local - after) === after) return after;
  return Math.min(before, guess);
}

/** The offset of a region at an instant, in seconds since 1970. */
export function offsetAtInstant(name: string, seconds: number): number {
  const { format } = formatterOf(name);
  const limit = 8.64e12;
  const bounded = Math.max(-limit, Math.min(limit, seconds));
  const part = format.formatToParts(new Date(bounded * 1000)).find((p) => p.type === 'timeZoneName')?.value ?? 'GMT';
  const parts = /GMT(?:([+-])(\d{1,2})(?::(\d{2}))?(?::(\d{2}))?)?/.exec(part.replace('−', '-'));
  if (!parts?.[1]) return 0;
  const total = Number(parts[2]) * 3600 + Number(parts[3] ?? 0) * 60 + Number(parts[4] ?? 0);
  return parts[1] === '-' ? -total : total;
}

export function formatOffset(offset: number): string {
  if (offset === 0) return 'Z';
  const total = Math.abs(offset);
  const pair = (n: number) => String(n).padStart(2, '0');
  const seconds = total % 60;
  const base = `${offset < 0 ? '-' : '+'}${pair(Math.floor(total / 3600))}:${pair(Math.floor(total / 60) % 60)}`;
  return seconds === 0 ? base : `${base}:${pair(seconds)}`;
}

const formatters = new Map<string, { name: string; format: Intl.DateTimeFormat }>();

function formatterOf(name: string): { name: string; format: Intl.DateTimeFormat } {
  const known = formatters.get(name);
  if (known) return known;
  if (!/^[A-Za-z][A-Za-z0-9_+/-]*$/.test(name)) throw failRun('InvalidArgumentValue', noZone);
  try {
    const format = new Intl.DateTimeFormat('en-US', { timeZone: name, timeZoneName: 'longOffset' });
    const made = { name, format };
    if (formatters.size < 1000) formatters.set(name, made);
    return made;
  } catch {
    throw failRun('InvalidArgumentValue', noZone);
  }
}
