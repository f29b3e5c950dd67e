/** Dates: "3 December", "the 27th", "24/11", "the third Tuesday in January", "Christmas Eve". */
import { addDays, addMonths, type Day, weekdayOf } from '../../wall.ts';
import { type Piece, type Read, type Reader, wordAt } from './piece.ts';
import { timeWords } from './words.ts';

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

export const readFeast: Read = (reader, at) => {
  const found = timeWords()
    .feasts.filter(({ words }) => words.every((word, shift) => wordAt(reader, at + shift) === word))
    .toSorted((one, other) => other.words.length - one.words.length)[0];
  return (
    found && {
      kind: 'day',
      day: forward(reader.today, found.month, found.day),
      span: 'day',
      from: at,
      to: at + found.words.length,
    }
  );
};

/** This year's, or next year's where it has gone by. */
export function forward(today: Day, month: number, date: number, year?: number): Day {
  const two = (count: number) => String(count).padStart(2, '0');
  const of = (which: number) => `${which}-${two(month)}-${two(date)}`;
  if (year !== undefined) return of(year < 100 ? 2000 + year : year);
  const [thisYear = 0] = today.split('-').map(Number);
  return of(thisYear) >= today ? of(thisYear) : of(thisYear + 1);
}

/** "3 December", "December 3rd", "the 27th", "24/11", "2026-12-01". */
export const readDate: Read = (reader, at) => {
  const words = timeWords();
  const word = wordAt(reader, at);
  const made = (month: number, date: number, to: number, year?: number): Piece | undefined => {
    const day = forward(reader.today, month, date, year);
    return Number.isNaN(Date.parse(`${day}T00:00Z`)) || new Date(`${day}T00:00Z`).getUTCDate() !== date
      ? noSuchDay(reader, at, to, day)
      : { kind: 'day', day, span: 'day', from: at, to };
  };
  const iso = /^(\d{4})-(\d{2})-(\d{2})$/.exec(word);
  if (iso) return made(Number(iso[2]), Number(iso[3]), at + 1, Number(iso[1]));
  const slash = /^(\d{1,2})[/.](\d{1,2})(?:[/.](\d{2,4}))?$/.exec(word);
  if (slash && (word.includes('/') || slash[3] !== undefined)) {
    const [one, two] = [Number(slash[1]), Number(slash[2])];
    const year = slash[3] === undefined ? undefined : Number(slash[3]);
    return two > 12 ? made(one, two, at + 1, year) : made(two, one, at + 1, year);
  }
  const yearAt = (to: number): { to: number; year?: number } => {
    const ahead = wordAt(reader, to + 1) === 'year' ? YEARS_AHEAD[wordAt(reader, to)] : undefined;
    if (ahead !== undefined) return { to: to + 2, year: Number(reader.today.slice(0, 4)) + ahead };
    const skip = wordAt(reader, to) === ',' ? 1 : 0;
    const [year] = /^(?:19|20)\d{2}$/.exec(wordAt(reader, to + skip)) ?? [];
    return year === undefined ? { to } : { to: to + skip + 1, year: Number(year) };
  };
  const month = words.month(word);
  if (month !== undefined) {
    const skip = wordAt(reader, at + 1) === 'the' ? 1 : 0;
    const date = dateAt(reader, at + 1 + skip);
    if (date === undefined) return wholeMonth(reader, at, month, yearAt(at + 1));
    const { to, year } = yearAt(date.to);
    return made(month, date.date, to, year);
  }
  const date = dateAt(reader, at);
  if (date === undefined) return undefined;
  const row = rowOfDates(reader, at, date) ?? listOfDates(reader, date.to);
  if (row !== undefined) return made(row.month, date.date, date.to, row.year);
  const skip = wordAt(reader, date.to) === 'of' ? 1 : 0;
  const inMonth = words.month(wordAt(reader, date.to + skip));
  if (inMonth !== undefined) {
    const { to, year } = yearAt(date.to + skip + 1);
    return made(inMonth, date.date, to, year);
  }
  // "The second one" is one of several, and no day.
  const isOne = ['one', 'ones'].includes(wordAt(reader, date.to));
  const isLed = /\d/.test(word) || wordAt(reader, at - 1) === 'the';
  // "The third lesson", "the first two": which of them, and no day.
  const next = wordAt(reader, date.to);
  const isWhich = !/\d/.test(word) && /^\p{L}/u.test(next) && !words.isDateBehind(next);
  return date.ordinal && isLed && !isOne && !isWhich && !words.unit(wordAt(reader, date.to))
    ? nextDate(reader, at, date)
    : undefined;
};

/** "3 March next year". */
const YEARS_AHEAD: Readonly<Record<string, number>> = { this: 0, next: 1 };

/** "In December", "from January on": a month, where something leads to it; "may" and "march" are words too. */
function wholeMonth(
  reader: Reader,
  at: number,
  month: number,
  { to, year }: { to: number; year?: number },
): Piece | undefined {
  if (!timeWords().isMonthLead(wordAt(reader, at - 1))) return undefined;
  const { today } = reader;
  const isNow = Number(today.slice(5, 7)) === month && (year === undefined || Number(today.slice(0, 4)) === year);
  return { kind: 'day', day: isNow ? today : forward(today, month, 1, year), span: 'month', from: at, to };
}

/** "The third Tuesday in January", "the last Friday of the month". */
export const readNth: Read = (reader, at) => {
  const words = timeWords();
  const nth = wordAt(reader, at) === 'last' ? -1 : words.ordinal(wordAt(reader, at));
  const weekday = words.weekday(wordAt(reader, at + 1));
  if (nth === undefined || weekday === undefined || !['in', 'of'].includes(wordAt(reader, at + 2))) return undefined;
  const skip = ['the', 'this', 'next'].includes(wordAt(reader, at + 3)) ? 1 : 0;
  const month = words.month(wordAt(reader, at + 3 + skip));
  const isUnit = words.unit(wordAt(reader, at + 3 + skip)) === 'month';
  if (month === undefined && !isUnit) return undefined;
  const { today } = reader;
  const ahead = wordAt(reader, at + 3) === 'next' ? 1 : 0;
  const thisMonth = addMonths(`${today.slice(0, 7)}-01`, ahead);
  const named = month === undefined ? undefined : `${today.slice(0, 4)}-${String(month).padStart(2, '0')}-01`;
  const years = named === undefined ? [thisMonth, addMonths(thisMonth, 1)] : [named, addMonths(named, 12)];
  const day = years.map((first) => nthOf(first, nth, weekday)).find((found) => found !== undefined && found >= today);
  return day === undefined ? undefined : { kind: 'day', day, span: 'day', from: at, to: at + 4 + skip };
};

function nthOf(first: Day, nth: number, weekday: number): Day | undefined {
  if (nth === -1) {
    const last = addDays(addMonths(first, 1), -1);
    return addDays(last, -((weekdayOf(last) - weekday + 7) % 7));
  }
  const day = addDays(first, ((weekday - weekdayOf(first) + 7) % 7) + 7 * (nth - 1));
  return day.slice(0, 7) === first.slice(0, 7) ? day : undefined;
}

const ROW_JOINTS = ['-', '–', 'to', 'until', 'through', 'till'];

/** "3 to 5 December", "between the 3rd and the 5th of December", "December 3-5": the month stands with one of them. */
function rowOfDates(
  reader: Reader,
  at: number,
  { to }: { to: number },
): { month: number; year?: number | undefined } | undefined {
  const words = timeWords();
  const skipped = (from: number, word: string) => (wordAt(reader, from) === word ? from + 1 : from);
  const before = words.month(wordAt(reader, at - 3));
  if (ROW_JOINTS.includes(wordAt(reader, at - 1)) && before !== undefined && dateAt(reader, at - 2))
    return { month: before };
  const first = wordAt(reader, at - 1) === 'the' ? at - 2 : at - 1;
  const isBetween = wordAt(reader, first) === 'between' && wordAt(reader, to) === 'and';
  if (!isBetween && !ROW_JOINTS.includes(wordAt(reader, to))) return undefined;
  const other = dateAt(reader, skipped(to + 1, 'the'));
  const end = other && skipped(other.to, 'of');
  const month = end === undefined ? undefined : words.month(wordAt(reader, end));
  const [year] = /^20\d{2}$/.exec(wordAt(reader, (end ?? 0) + 1)) ?? [];
  return month === undefined ? undefined : { month, ...(year !== undefined && { year: Number(year) }) };
}

/** "11, 18 and 25 December": the month stands with the last. */
function listOfDates(reader: Reader, from: number): { month: number; year?: number | undefined } | undefined {
  let at = from;
  for (let many = 0; many < MOST_LISTED; many++) {
    const joint = at;
    while (LIST_JOINTS.has(wordAt(reader, at))) at++;
    if (at === joint) return undefined;
    if (wordAt(reader, at) === 'the') at++;
    const date = dateAt(reader, at);
    if (date === undefined) return undefined;
    at = date.to;
    const month = timeWords().month(wordAt(reader, wordAt(reader, at) === 'of' ? at + 1 : at));
    const [year] = /^20\d{2}$/.exec(wordAt(reader, at + 1)) ?? [];
    if (month !== undefined) return { month, ...(year !== undefined && { year: Number(year) }) };
  }
  return undefined;
}

const LIST_JOINTS = new Set([',', 'and', '&', 'or']);
const MOST_LISTED = 12;

/** Whether the number here is a day of a row of dates, and no hour: "from 3 to 7 March". */
export function isDateRow(reader: Reader, at: number): boolean {
  const date = dateAt(reader, at);
  return date !== undefined && (rowOfDates(reader, at, date) ?? listOfDates(reader, date.to)) !== undefined;
}

/** A month that was named has no such day; of bare numbers nobody knows whether they are a date. */
function noSuchDay(reader: Reader, from: number, to: number, day: Day): Piece | undefined {
  const said = Array.from({ length: to - from }, (_, shift) => wordAt(reader, from + shift));
  const isDate = said.some((word) => timeWords().month(word) !== undefined || /^\d{4}-\d{2}-\d{2}$/.test(word));
  if (!isDate) return undefined;
  const why = day.endsWith('-02-29')
    ? noLeapDay(Number(day.slice(0, 4)))
    : `There is no ${said.map(capital).join(' ')}.`;
  return { kind: 'wrong', why, from, to };
}

function noLeapDay(year: number): string {
  const leap = [1, 2, 3, 4, 5, 6, 7, 8].map((ahead) => year + ahead).find((next) => isLeap(next));
  return `There is no 29 February in ${year}; the next is in ${leap}.`;
}

const isLeap = (year: number) => new Date(Date.UTC(year, 1, 29)).getUTCDate() === 29;

function dateAt(reader: Reader, at: number): { date: number; ordinal: boolean; to: number } | undefined {
  const words = timeWords();
  const word = wordAt(reader, at);
  const tens = words.number(word);
  const ones = words.ordinal(wordAt(reader, at + 1));
  if (tens !== undefined && tens >= 20 && tens % 10 === 0 && ones !== undefined && ones < 10)
    return { date: tens + ones, ordinal: true, to: at + 2 };
  const ordinal = words.ordinal(word);
  if (ordinal !== undefined && ordinal >= 1 && ordinal <= 31) return { date: ordinal, ordinal: true, to: at + 1 };
  const plain = /^\d{1,2}$/.test(word) ? Number(word) : undefined;
  return plain !== undefined && plain >= 1 && plain <= 31 ? { date: plain, ordinal: false, to: at + 1 } : undefined;
}

/** "The 27th": of this month, or the next that has one. */
function nextDate({ today }: Reader, at: number, { date, to }: { date: number; to: number }): Piece | undefined {
  for (let ahead = 0; ahead < 4; ahead++) {
    const first = addMonths(`${today.slice(0, 7)}-01`, ahead);
    const day = addDays(first, date - 1);
    if (day.slice(0, 7) === first.slice(0, 7) && day >= today) return { kind: 'day', day, span: 'day', from: at, to };
  }
  return undefined;
}
