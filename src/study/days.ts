/** Days and times as a wall in the learner's zone shows them, and the moments they are. */
import { instantOf, offsetAt, wallAt } from '../triggers/schedule/zone.ts';

/** `2026-11-15` */
export function dayIn(zone: string, moment: number): string {
  return new Date(wallAt(zone, moment)).toISOString().slice(0, 10);
}

/** The moment of `2026-11-15` or `2026-11-15T08:30[:00]` in the zone; a time that names its offset is itself. */
export function momentIn(zone: string, when: string): number {
  if (/(?:Z|[+-]\d{2}:?\d{2})$/i.test(when) && when.length > 10) return Date.parse(when);
  const wall = Date.parse(`${when.length === 10 ? `${when}T00:00` : when}Z`);
  return Number.isNaN(wall) ? wall : instantOf(zone, wall);
}

/** `2026-11-15T08:30:00+01:00` */
export function isoIn(zone: string, moment: number): string {
  const offset = Math.round(offsetAt(zone, moment) / 60_000);
  const wall = new Date(moment + offset * 60_000).toISOString().slice(0, 19);
  if (offset === 0) return `${wall}Z`;
  const size = Math.abs(offset);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${wall}${offset < 0 ? '-' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`;
}

export function nextDay(day: string, count = 1): string {
  return new Date(Date.parse(`${day}T00:00Z`) + count * 86_400_000).toISOString().slice(0, 10);
}

/** Refuses the 31st of February. */
export function isDay(text: string): boolean {
  const at = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00Z`) : Number.NaN;
  return !Number.isNaN(at) && new Date(at).toISOString().slice(0, 10) === text;
}
