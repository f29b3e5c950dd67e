/**
 * Days and times as a person's wall shows them: `2026-11-15`, `2026-11-15T08:30`. They are names, not moments; with a
 * zone they become moments (triggers/schedule/zone.ts has the rule for hours that the clocks skip or show twice).
 */
import { ConsiliumError } from '../kernel/index.ts';
import { instantOf, wallAt } from '../triggers/schedule/zone.ts';

export type Day = string;
export type Wall = string;

const MINUTE = 60_000;
const DAY_MS = 24 * 60 * MINUTE;

export function isDay(text: string): boolean {
  return (
    /^\d{4}-\d{2}-\d{2}$/.test(text) &&
    !Number.isNaN(Date.parse(`${text}T00:00Z`)) &&
    dayAt(Date.parse(`${text}T00:00Z`)) === text
  );
}

export function isWall(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}T([01]\d|2[0-3]):[0-5]\d$/.test(text) && isDay(text.slice(0, 10));
}

export function isWhen(text: string): boolean {
  return isDay(text) || isWall(text);
}

/** Keeps a day or a time of a day and refuses what is neither. */
export function checkWhen(text: string): Day | Wall {
  if (isWhen(text)) return text;
  throw new ConsiliumError('WHEN_INVALID', `"${text.slice(0, 60)}" is no day and no time.`, {
    hint: 'Write 2026-11-15, or 2026-11-15T08:30.',
  });
}

/** The moment of a wall time; a day alone begins at its midnight. */
export function momentOf(when: Day | Wall, zone: string): number {
  return instantOf(zone, Date.parse(`${when.length === 10 ? `${when}T00:00` : when}Z`));
}

export function wallOf(moment: number, zone: string): Wall {
  return new Date(wallAt(zone, moment)).toISOString().slice(0, 16);
}

/** A time as the wall of another zone shows it; a day is the same day wherever it is read. */
export function whenIn(when: Day | Wall, zone: string, viewer: string): Day | Wall {
  return when.length === 10 || zone === viewer ? when : wallOf(momentOf(when, zone), viewer);
}

/** What the clocks do to a time of that day: skip it, or show it twice. */
export function clockTurn(wall: Wall, zone: string): 'skipped' | 'twice' | undefined {
  const moment = momentOf(wall, zone);
  if (wallOf(moment, zone) !== wall) return 'skipped';
  const isOther = (shift: number) => wallOf(moment + shift * MINUTE, zone) === wall;
  return [-60, -30, 30, 60, 120].some(isOther) ? 'twice' : undefined;
}

/** As what a time was taken that the clocks skip or show twice, in words. */
export function describeTurn(wall: Wall, zone: string): string | undefined {
  const turn = wall.length === 10 ? undefined : clockTurn(wall, zone);
  if (turn === undefined) return undefined;
  const moment = momentOf(wall, zone);
  if (turn === 'skipped')
    return `${wall.slice(11)} as ${wallOf(moment, zone).slice(11)}, since the clocks skip that hour then`;
  const isFirst = wallOf(moment + 60 * MINUTE, zone) === wall || wallOf(moment + 30 * MINUTE, zone) === wall;
  return `the ${isFirst ? 'first' : 'second'} ${wall.slice(11)}, since the clocks show it twice then`;
}

export function dayOf(moment: number, zone: string): Day {
  return wallOf(moment, zone).slice(0, 10);
}

function dayAt(utc: number): Day {
  return new Date(utc).toISOString().slice(0, 10);
}

export function addDays(day: Day, count: number): Day {
  return dayAt(Date.parse(`${day.slice(0, 10)}T00:00Z`) + count * DAY_MS);
}

/** The same kind of thing (day or time), so many minutes later. */
export function addMinutes(when: Day | Wall, minutes: number): Wall {
  const from = Date.parse(`${when.length === 10 ? `${when}T00:00` : when}Z`);
  return new Date(from + minutes * MINUTE).toISOString().slice(0, 16);
}

export function minutesBetween(from: Day | Wall, to: Day | Wall): number {
  const utc = (when: string) => Date.parse(`${when.length === 10 ? `${when}T00:00` : when}Z`);
  return Math.round((utc(to) - utc(from)) / MINUTE);
}

/** 0 is Monday. */
export function weekdayOf(day: Day): number {
  return (new Date(`${day.slice(0, 10)}T00:00Z`).getUTCDay() + 6) % 7;
}

export function addMonths(day: Day, months: number): Day {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  return new Date(Date.UTC(year, month - 1 + months, Math.min(date, last))).toISOString().slice(0, 10);
}
