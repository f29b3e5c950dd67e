/**
 * Single days that are told by their place: "the first Monday in March 2027", "the last working day of next month", "the next
 * business day", "Tuesday week". Each is the first occasion of a rule, so that what a first Monday is stands in one place.
 */
import type { Place } from './moment.ts';
import { dateOf, nextOccasion } from './occasions.ts';
import type { Calendar } from './schedule.ts';
import { readTimes } from './times.ts';
import { Cursor, tokenize } from './tokens.ts';
import { scheduleWords, type Words } from './words.ts';
import { DAY, instantOf, wallAt } from './zone.ts';

export interface NamedDays {
  /** In order; several where several months are named. */
  readonly at: readonly number[];
  readonly timed: boolean;
}

/** Undefined where the text says anything else too. */
export function readNamedDays(text: string, place: Place): NamedDays | undefined {
  const words = scheduleWords();
  const cursor = new Cursor(tokenize(text));
  skipSmall(cursor, words);
  const rule =
    cursor.attempt(() => readNthOf(cursor, words, place)) ??
    cursor.attempt(() => readNextWorkday(cursor, words, place)) ??
    cursor.attempt(() => readWeekLater(cursor, words, place));
  if (rule === undefined) return undefined;
  cursor.takeIf((word) => words.is('and', word));
  const times = readTimes(cursor, words);
  if (!cursor.done || (times?.length ?? 1) !== 1) return undefined;
  const timed = times !== undefined;
  const at = rule.flatMap(({ after, ...days }) => firstOf(days, after, times ?? [words.usualTime], place) ?? []);
  return at.length === rule.length ? { at: at.toSorted((a, b) => a - b), timed } : undefined;
}

/** The first day of such a kind from a wall date on. */
type Days = Pick<Calendar, 'unit' | 'weekdays' | 'nth' | 'months'> & { readonly after: number };

function firstOf(days: Omit<Days, 'after'>, from: number, times: number[], { zone }: Place): number | undefined {
  const rule: Calendar = { kind: 'calendar', zone, every: 1, from, ...days, times, end: {} };
  return nextOccasion(rule, instantOf(zone, from * DAY) - 1);
}

/** "First Monday in March 2027", "last working day of next month", "second Tuesday of May and June". */
function readNthOf(cursor: Cursor, words: Words, place: Place): Days[] | undefined {
  const nth = cursor.take((word) => words.ordinal(word));
  const weekdays = nth === undefined ? undefined : cursor.take((word) => words.weekdays(word)?.days);
  if (nth === undefined || weekdays === undefined || nth > MOST_NTH) return undefined;
  skipSmall(cursor, words);
  const which = { nth, weekday: weekdays[0]!, ...(weekdays.length > 1 && { among: weekdays }) };
  const today = Math.floor(wallAt(place.zone, place.now) / DAY);
  const { year, month } = dateOf(today);
  const rule = (of: number, from: number): Days => ({ unit: 'year', nth: which, months: [of], after: from });
  if (isThis(cursor, words)) return [rule(month, firstDay(year, month))];
  if (isNext(cursor, words)) return [rule((month % 12) + 1, firstDay(year, month + 1))];
  const months = monthsIn(cursor, words);
  if (months.length === 0) return undefined;
  const written = cursor.take((word) => (/^2\d{3}$/.test(word) ? Number(word) : undefined));
  return months.map((of) => rule(of, written === undefined ? today : firstDay(written, of)));
}

const MOST_NTH = 23;

function monthsIn(cursor: Cursor, words: Words): number[] {
  const months: number[] = [];
  const next = () => cursor.take((word) => words.month(word));
  for (let month = next(); month !== undefined; ) {
    months.push(month);
    month = cursor.attempt(() => {
      if (!cursor.takeIf((word) => words.is('and', word))) return undefined;
      skipSmall(cursor, words);
      return next();
    });
  }
  return months;
}

const isMonth = (word: string | undefined, words: Words) => {
  const unit = word === undefined ? undefined : words.unit(word);
  return unit?.unit === 'month' && unit.factor === 1;
};

function isNext(cursor: Cursor, words: Words): boolean {
  return (
    cursor.attempt(() => takeNext(cursor, words) && (cursor.takeIf((word) => isMonth(word, words)) || undefined)) ??
    false
  );
}

function isThis(cursor: Cursor, words: Words): boolean {
  const is = () => cursor.takeIf((word) => word === 'this') && cursor.takeIf((word) => isMonth(word, words));
  return cursor.attempt(() => is() || undefined) ?? false;
}

const takeNext = (cursor: Cursor, words: Words) =>
  cursor.takeIf((word) => word !== undefined && words.next.includes(word)) || undefined;

/** "The next working day": a single weekday by name is a date's own matter. */
function readNextWorkday(cursor: Cursor, words: Words, { now, zone }: Place): Days[] | undefined {
  if (!takeNext(cursor, words)) return undefined;
  const weekdays = cursor.take((word) => words.weekdays(word)?.days);
  if (weekdays === undefined || weekdays.length < 2) return undefined;
  return [{ unit: 'week', weekdays, after: Math.floor(wallAt(zone, now) / DAY) + 1 }];
}

/** "A week on Tuesday", "Tuesday week": a week after the next one. */
function readWeekLater(cursor: Cursor, words: Words, { now, zone }: Place): Days[] | undefined {
  const isWeek = (word: string | undefined) => word !== undefined && words.unit(word)?.unit === 'week';
  const isCounted = cursor.takeIf((word) => words.is('per', word)) && cursor.takeIf(isWeek);
  skipSmall(cursor, words);
  const weekdays = cursor.take((word) => words.weekdays(word)?.days);
  if (weekdays?.length !== 1 || !(isCounted || cursor.takeIf(isWeek))) return undefined;
  return [{ unit: 'week', weekdays, after: Math.floor(wallAt(zone, now) / DAY) + 8 }];
}

const firstDay = (year: number, month: number) => Date.UTC(year, month - 1, 1) / DAY;

function skipSmall(cursor: Cursor, words: Words): void {
  while (cursor.takeIf((word) => words.is('fillers', word) || words.is('in', word)));
}
