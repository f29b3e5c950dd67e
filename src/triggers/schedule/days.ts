/** The days of a schedule, by name and by date, and those that are left out; and what a draft of a schedule is. */
import { both } from './leaving-out.ts';
import type { Except } from './schedule.ts';
import { readSpan } from './spans.ts';
import type { Cursor, Token } from './tokens.ts';
import type { Unit, Words } from './words.ts';

export interface Draft {
  unit?: Unit;
  every: number;
  weekdays: number[];
  /** "Fridays": all of them. */
  allOfThem?: boolean;
  monthDays: number[];
  /** "Every 3 working days": the days that are counted. */
  among?: number[];
  /** "3 March": a day of a month. */
  dates: { month: number; day: number }[];
  nth?: { nth: number; weekday: number; among?: number[] };
  /** "The first and third Monday": others beside it. */
  more?: { nth: number; weekday: number; among?: number[] }[];
  months: number[];
  times: number[];
  /** "Every evening": when, unless an hour is said too. */
  parts: number[];
  /** "Between 8 and 18": from and to, minutes since midnight. */
  between?: { from: number; to: number };
  count?: number;
  lasting?: { count: number; unit: Unit };
  except?: Except;
  /** Whether anything said that it recurs at all. */
  recurs: boolean;
  unread: Token[];
}

export type Clause = (cursor: Cursor, words: Words, draft: Draft) => true | undefined;

export const newDraft = (): Draft => ({
  ...{ every: 1, weekdays: [], monthDays: [], dates: [], months: [], times: [], parts: [], recurs: false, unread: [] },
});

export const readWeekdays: Clause = (cursor, words, draft) => {
  cursor.takeIf((word) => words.is('starting', word));
  const found = cursor.take((word) => words.weekdays(word));
  if (found === undefined) return undefined;
  const last = cursor.attempt(() => lastOfRow(cursor, words));
  draft.weekdays = [...draft.weekdays, ...(last === undefined ? found.days : rowOf(found.days[0]!, last))];
  if (found.plural || last !== undefined) {
    draft.recurs = true;
    draft.allOfThem = true;
  }
  cursor.attempt(() => {
    cursor.takeIf((word) => words.is('and', word));
    cursor.takeIf((word) => words.is('and', word));
    return readWeekdays(cursor, words, draft);
  });
  return true;
};

/** "… to Friday": the last day of a row that has begun. */
function lastOfRow(cursor: Cursor, words: Words): number | undefined {
  const isJoint = (word: string | undefined) => words.is('to', word) || words.is('until', word);
  if (!cursor.takeIf(isJoint)) return undefined;
  const days = cursor.take((word) => words.weekdays(word)?.days);
  return days?.length === 1 ? days[0] : undefined;
}

function rowOf(first: number, last: number): number[] {
  return Array.from({ length: ((last - first + 7) % 7) + 1 }, (_, shift) => (first + shift) % 7);
}

/** "Except Fridays", "but not in August", "apart from 25 December", "except 2026-12-20 to 2027-01-06". */
export const readExcept: Clause = (cursor, words, draft) => {
  if (!cursor.takeIf((word) => words.is('except', word))) return undefined;
  const isSmall = (word: string | undefined) =>
    (['except', 'fillers', 'lasting', 'in', 'starting', 'every'] as const).some((role) => words.is(role, word));
  const none = {
    ...newDraft(),
    ...{ alone: [] as number[], spans: [] as NonNullable<Except['spans']> },
    seasons: [] as NonNullable<Except['seasons']>,
  };
  for (let more = true; more; more = cursor.takeIf((word) => words.is('and', word))) {
    while (cursor.takeIf(isSmall) || cursor.takeIf((word) => words.is('and', word)));
    const span = cursor.attempt(() => readSpan(cursor, words));
    if (span !== undefined) none.spans.push(span);
    const season = span === undefined ? cursor.attempt(() => readSeason(cursor, words)) : undefined;
    if (season !== undefined) none.seasons.push(season);
    const read =
      ((span ?? season) && true) ??
      cursor.attempt(() => readMonthDay(cursor, words, none)) ??
      cursor.attempt(() => readWeekdays(cursor, words, none)) ??
      cursor.take((word) => words.month(word));
    if (read === undefined) return undefined;
    if (read !== true) none.alone.push(read);
  }
  const { weekdays, alone: months, dates, seasons, spans } = none;
  draft.except = both(draft.except, { weekdays, months, dates, seasons, spans });
  return true;
};

/** "20 December to 6 January": of every year. */
function readSeason(cursor: Cursor, words: Words): NonNullable<Except['seasons']>[number] | undefined {
  const [first, last] = [newDraft(), newDraft()];
  const isRow =
    readMonthDay(cursor, words, first) &&
    cursor.takeIf((word) => words.is('to', word) || words.is('until', word)) &&
    readMonthDay(cursor, words, last);
  const [from, to] = [first.dates[0], last.dates[0]];
  return isRow && first.dates.length + last.dates.length === 2 ? { from: from!, to: to! } : undefined;
}

/** "3 March", "March 3rd", "the 3rd and 14th of March". */
export const readMonthDay: Clause = (cursor, words, draft) => {
  cursor.takeIf((word) => words.is('fillers', word));
  const before = readDays(cursor, words);
  while (cursor.takeIf((word) => words.is('fillers', word)));
  const month = cursor.take((word) => words.month(word));
  if (month === undefined) return undefined;
  const days = before.length > 0 ? before : readDays(cursor, words);
  if (days.length === 0 || days.some((day) => day < 1 || day > LONGEST_MONTHS[month - 1]!)) return undefined;
  draft.dates.push(...days.map((day) => ({ month, day })));
  return true;
};

/** "3", "3rd and 14th": until something else comes. */
function readDays(cursor: Cursor, words: Words): number[] {
  const dayOf = (word: string) => words.ordinal(word) ?? words.number(word);
  const days: number[] = [];
  for (let day = cursor.take(dayOf); day !== undefined; ) {
    days.push(day);
    day = cursor.attempt(() => {
      if (!cursor.takeIf((word) => words.is('and', word))) return undefined;
      while (cursor.takeIf((word) => words.is('and', word) || words.is('fillers', word)));
      return cursor.take(dayOf);
    });
  }
  return days;
}

/** With the 29th of February, which comes round too. */
const LONGEST_MONTHS = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
