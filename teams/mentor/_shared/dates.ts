/** The day that a message means, in the learner's zone. */
import { createRequire } from 'node:module';
import type { ParsedResult } from 'chrono-node';

/** English alone: all languages of it would keep a server busy for a tenth of a second. */
const chrono: typeof import('chrono-node/en') = createRequire(import.meta.url)('chrono-node/en');

/** A day as 2026-12-12. A day of a month goes before a distance ("in 6 weeks"), and that before a weekday. */
export function readDate(text: string, { now, zone }: { now: number; zone: string }): string | undefined {
  const here = { instant: new Date(now), timezone: offsetOf(zone, now) };
  // A comma ends a time unless a year follows: "in 6 weeks, 2h a day" are two.
  const found = text
    .split(/[,;](?!\s*\d{4}\b)/)
    .flatMap((part) => chrono.parse(part, here, { forwardDate: true }).map((result) => ({ result, part })))
    .map(({ result, part }) => ({ start: result.start, rank: rankOf(result, part) }))
    .filter(({ rank }) => rank > 0)
    .toSorted((one, other) => other.rank - one.rank);
  const start = found[0]?.start;
  if (start === undefined) return undefined;
  const two = (part: 'month' | 'day') => String(start.get(part)).padStart(2, '0');
  return `${start.get('year')}-${two('month')}-${two('day')}`;
}

/** Where a text speaks of times, as places in it. */
export function datesIn(text: string, { now, zone }: { now: number; zone: string }): { from: number; to: number }[] {
  return chrono
    .parse(text, { instant: new Date(now), timezone: offsetOf(zone, now) }, { forwardDate: true })
    .map(({ index, text: said }) => ({ from: index, to: index + said.length }));
}

/** Times of day, spans of hours, "a week" and "Sundays" name no day. */
function rankOf({ start, text: said, index }: ParsedResult, text: string): number {
  if (/^\s*(?:an?|per|each|every|this|last|past)\s/i.test(said) || /\b(?:hours?|hrs?|\d+ ?h)\b/i.test(said)) return 0;
  if (start.isCertain('weekday') && !start.isCertain('day')) return text[index + said.length] === 's' ? 0 : 1;
  if (/\b(?:tomorrow|yesterday|today|in|next|from now|ago)\b/i.test(said)) return 2;
  return start.isCertain('month') ? 3 : 0;
}

/** Minutes east of Greenwich. */
export function offsetOf(zone: string, at: number): number {
  const parts = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' }).formatToParts(at);
  const [, sign, hours, minutes] =
    /GMT([+-])(\d{2}):(\d{2})/.exec(parts.find(({ type }) => type === 'timeZoneName')?.value ?? '') ?? [];
  return (sign === '-' ? -1 : 1) * (Number(hours ?? 0) * 60 + Number(minutes ?? 0));
}

/** 2026-11-15 where the learner is. */
export function dayAt(at: number, zone: string): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone: zone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(
    at,
  );
}

const DAY = 86_400_000;

/** All days of these weekdays (1 Monday to 7 Sunday) from one day to another, as times that are taken. */
export function daysOff(weekdays: readonly number[], from: string, to: string): { start: string; end: string }[] {
  const taken = [];
  const last = Math.min(Date.parse(to), Date.parse(from) + 800 * DAY);
  for (let at = Date.parse(from); at <= last; at += DAY) {
    const weekday = new Date(at).getUTCDay() || 7;
    const day = new Date(at).toISOString().slice(0, 10);
    if (weekdays.includes(weekday)) taken.push({ start: day, end: day });
  }
  return taken;
}
