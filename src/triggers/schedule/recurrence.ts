/**
 * The grammar of what recurs. It reads clauses in any order ("at 8 every other Tuesday", "monthly on the 15th, for a
 * year") into a draft, and keeps what it could not read: nothing is skipped in silence.
 */
import { type Clause, type Draft, newDraft, readExcept, readMonthDay, readWeekdays } from './days.ts';
import { readAmount, readClock, readTimes } from './times.ts';
import type { Cursor } from './tokens.ts';
import { minutesOf, type Words } from './words.ts';

export function readRecurrence(cursor: Cursor, words: Words): Draft {
  const draft = newDraft();
  while (!cursor.done) {
    const read = CLAUSES.some((clause) => cursor.attempt(() => clause(cursor, words, draft)));
    if (read) continue;
    const token = cursor.token()!;
    cursor.at++;
    if (!words.is('fillers', token.word) && !words.is('and', token.word)) draft.unread.push(token);
  }
  return draft;
}

const readEvery: Clause = (cursor, words, draft) => {
  if (!cursor.takeIf((word) => words.is('every', word))) return undefined;
  const read =
    cursor.attempt(() => readRound(cursor, words, draft)) ??
    cursor.attempt(() => readWeekdays(cursor, words, draft)) ??
    cursor.attempt(() => readMonthDay(cursor, words, draft)) ??
    (isCountOfNothing(cursor) ? undefined : cursor.attempt(() => readNth(cursor, words, draft))) ??
    cursor.attempt(() => readPart(cursor, words, draft));
  if (read) draft.recurs = true;
  return read;
};

/** "Every second", "every third", and then nothing: of what is not said. "Every 15th" is a day of the month. */
function isCountOfNothing(cursor: Cursor): boolean {
  return cursor.token(1) === undefined && !/\d/.test(cursor.token()?.word ?? '');
}

/** "day", "2 weeks", "other month", "second Tuesday" (but not "second Tuesday of the month"). */
const readRound: Clause = (cursor, words, draft) => {
  const before = draft.weekdays;
  const count = cursor.take((word) => words.number(word) ?? (words.ordinal(word) === 2 ? 2 : undefined));
  const unit = cursor.take((word) => words.unit(word));
  if (unit !== undefined) {
    draft.unit = unit.unit;
    draft.every = (count ?? 1) * unit.factor;
    return draft.every >= 1 ? true : undefined;
  }
  const days = cursor.peek() === undefined ? undefined : words.weekdays(cursor.peek()!)?.days;
  if (count !== undefined && days !== undefined && days.length > 1) {
    cursor.at++;
    draft.unit = 'day';
    draft.every = count;
    draft.among = days;
    return count >= 1 ? true : undefined;
  }
  if (count !== 2 || readWeekdays(cursor, words, draft) === undefined || isOfMonth(cursor, words)) {
    draft.weekdays = before;
    return undefined;
  }
  draft.unit = 'week';
  draft.every = 2;
  return true;
};

const readAdverb: Clause = (cursor, words, draft) => {
  const found = cursor.take((word) => words.adverb(word));
  if (found === undefined) return undefined;
  draft.unit = found.unit;
  draft.every = found.every;
  if (found.time !== undefined) draft.parts.push(minutesOf(found.time));
  draft.recurs = true;
  return true;
};

/** "the first Monday of every month", "the 15th", "the 1st and 15th of each month", "the last day of the month". */
const readNth: Clause = (cursor, words, draft) => {
  const isEnd = takeEnd(cursor, words);
  if (!isEnd) cursor.takeIf((word) => words.is('fillers', word));
  const nth = isEnd ? -1 : cursor.take((word) => words.ordinal(word));
  if (nth === undefined) return undefined;
  const weekday = cursor.take((word) => words.weekdays(word)?.days);
  if (weekday !== undefined) {
    if (nth > (weekday.length > 1 ? MOST_AMONG : MOST_NTH)) return undefined;
    draft.nth = { nth, weekday: weekday[0]!, ...(weekday.length > 1 && { among: weekday }) };
    // "The first and third Monday": what was taken for a day of the month is another of them.
    draft.more = draft.monthDays
      .filter((each) => each >= -1 && each <= 5)
      .map((each) => ({ ...draft.nth!, nth: each }));
    draft.monthDays = [];
  } else {
    cursor.takeIf((word) => word !== undefined && words.unit(word)?.unit === 'day');
    if (nth > 31) return undefined;
    draft.monthDays.push(nth);
    cursor.attempt(() => (cursor.takeIf((word) => words.is('and', word)) ? readNth(cursor, words, draft) : undefined));
  }
  const whole = takeOfWhole(cursor, words);
  if (whole !== undefined) draft.recurs = true;
  else if (weekday !== undefined) draft.months.push(...monthsOf(cursor, words));
  // The first of a quarter or a year is in its first month, the last in its last.
  if (whole === 'quarter') draft.months = nth < 0 ? [3, 6, 9, 12] : [1, 4, 7, 10];
  if (whole === 'year') draft.months = nth < 0 ? [12] : [1];
  return true;
};

/** The fifth Monday; of working days there are up to 23 in a month. */
const MOST_NTH = 5;
const MOST_AMONG = 23;

/** "In March", "of March and September": of every year. */
function monthsOf(cursor: Cursor, words: Words): number[] {
  const found = cursor.attempt(() => {
    const isSmall = (word: string | undefined) => words.is('fillers', word) || words.is('in', word);
    if (!cursor.takeIf(isSmall)) return undefined;
    while (cursor.takeIf(isSmall));
    const month = cursor.take((word) => words.month(word));
    return month === undefined ? undefined : [month];
  });
  if (found === undefined) return [];
  for (let next: number | undefined = 0; next !== undefined; ) {
    next = cursor.attempt(() =>
      cursor.takeIf((word) => words.is('and', word)) ? cursor.take((word) => words.month(word)) : undefined,
    );
    if (next !== undefined) found.push(next);
  }
  return found;
}

/** "At the end of each month": its last day. */
function takeEnd(cursor: Cursor, words: Words): boolean {
  const ends = words.ends.map((said) => said.split(' ')[0]);
  const taken = cursor.attempt(() => {
    while (cursor.takeIf((word) => words.is('at', word) || words.is('fillers', word)));
    if (!cursor.takeIf((word) => ends.includes(word))) return undefined;
    return isOfMonth(cursor, words) || undefined;
  });
  return taken !== undefined;
}

function isOfMonth(cursor: Cursor, words: Words): boolean {
  const before = cursor.at;
  const is = takeOfWhole(cursor, words) !== undefined;
  cursor.at = before;
  return is;
}

/** "Of every month", "of each quarter", "of the year". */
function takeOfWhole(cursor: Cursor, words: Words): 'month' | 'quarter' | 'year' | undefined {
  return cursor.attempt(() => {
    if (!cursor.takeIf((word) => words.is('fillers', word) || words.is('in', word) || words.is('every', word)))
      return undefined;
    while (cursor.takeIf((word) => words.is('fillers', word) || words.is('every', word) || words.is('per', word)));
    const unit = cursor.take((word) => words.unit(word));
    if (unit?.unit === 'year') return 'year';
    return unit?.unit === 'month' ? (unit.factor === 3 ? 'quarter' : 'month') : undefined;
  });
}

/** "a week", "twice a day", "3 times per month". */
const readPer: Clause = (cursor, words, draft) => {
  const count = cursor.take((word) => words.number(word)) ?? 1;
  cursor.takeIf((word) => words.is('times', word));
  if (!cursor.takeIf((word) => words.is('per', word) || words.is('every', word))) return undefined;
  const { unit, factor = 1 } = cursor.take((word) => words.unit(word)) ?? {};
  if (unit === undefined || unit === 'minute' || unit === 'hour' || count > 12) return undefined;
  // Twice a fortnight is weekly; twice a quarter is no whole number of months.
  if (factor > 1 && factor % count !== 0) return undefined;
  draft.unit = unit;
  if (factor > 1) {
    draft.every = factor / count;
    draft.recurs = true;
    return true;
  }
  draft.recurs = true;
  const spread = (span: number, from: number) =>
    Array.from({ length: count }, (_, i) => from + Math.floor((i * span) / count));
  if (count > 1 && unit === 'day')
    draft.times.push(...Array.from({ length: count }, (_, i) => 480 + Math.round((i * 720) / (count - 1))));
  if (count > 1 && unit === 'week') draft.weekdays.push(...spread(7, 1).map((day) => day % 7));
  if (count > 1 && unit === 'month') draft.monthDays.push(...spread(30, 1));
  if (count > 1 && unit === 'year') draft.months.push(...spread(12, 1));
  return true;
};

const readAt: Clause = (cursor, words, draft) => {
  const times = readTimes(cursor, words);
  if (times === undefined) return undefined;
  draft.times.push(...times);
  return true;
};

const readPart: Clause = (cursor, words, draft) => {
  cursor.takeIf((word) => words.is('in', word));
  cursor.takeIf((word) => words.is('fillers', word));
  const time = cursor.take((word) => words.partOfDay(word));
  if (time === undefined) return undefined;
  draft.parts.push(time);
  return true;
};

/** "Between 8 and 18", "from 8 to 18" of what comes by the hour. */
const readBetween: Clause = (cursor, words, draft) => {
  if (!cursor.takeIf((word) => words.is('between', word))) return undefined;
  const from = readClock(cursor, words);
  if (!cursor.takeIf((word) => words.is('and', word) || words.is('to', word))) return undefined;
  const to = readClock(cursor, words);
  if (from === undefined || to === undefined || from >= to) return undefined;
  draft.between = { from, to };
  return true;
};

/** "for three weeks", "5 times", "for 5 times". */
const readLasting: Clause = (cursor, words, draft) => {
  const said = cursor.takeIf((word) => words.is('lasting', word));
  const lasting = said ? readAmount(cursor, words) : undefined;
  if (lasting !== undefined) {
    draft.lasting = lasting;
    return true;
  }
  const count = cursor.take((word) => words.number(word));
  if (count === undefined || count < 1 || !cursor.takeIf((word) => words.is('times', word))) return undefined;
  draft.count = count;
  return true;
};

const CLAUSES: readonly Clause[] = [
  ...[readEvery, readExcept, readBetween, readAdverb, readPer, readLasting],
  ...[readAt, readPart, readWeekdays, readMonthDay, readNth],
];
