/** What comes in from outside is read once, here, and refused with the place of what is wrong. */
import { z } from 'zod';
import { ConsiliumError } from '../kernel/errors.ts';

export function readInput<T extends z.ZodType>(schema: T, given: unknown, code = 'INPUT_INVALID'): z.infer<T> {
  const parsed = schema.safeParse(given);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0] as z.core.$ZodIssue;
  const path = issue.path.join('.');
  throw new ConsiliumError(code, path === '' ? issue.message : `${path}: ${issue.message}`, { details: { path } });
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

const UNITS: Readonly<Record<string, number>> = { h: HOUR, d: DAY, w: 7 * DAY, m: 30 * DAY, y: 365 * DAY };

/** `7d`, `24h`, `4w`, `3m`, `1y` or `all`. */
export const timeframe = z
  .string()
  .regex(/^(?:[1-9]\d{0,3}[hdwmy]|all)$/, 'A timeframe is written 24h, 7d, 4w, 3m, 1y or all.');

/** How long it is, in milliseconds. */
export function lengthOf(frame: string): number {
  if (frame === 'all') return Number.POSITIVE_INFINITY;
  return Number.parseInt(frame, 10) * (UNITS[frame.at(-1) ?? ''] ?? DAY);
}

const WORDS: Readonly<Record<string, string>> = { h: 'hour', d: 'day', w: 'week', m: 'month', y: 'year' };

/** "the last 7 days" */
export function sayTimeframe(frame: string): string {
  if (frame === 'all') return 'all this time';
  const count = Number.parseInt(frame, 10);
  const unit = WORDS[frame.at(-1) ?? ''] ?? 'day';
  return count === 1 ? `the last ${unit}` : `the last ${count} ${unit}s`;
}
