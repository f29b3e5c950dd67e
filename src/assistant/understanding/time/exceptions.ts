/**
 * What is left out of a rhythm, however it is said: days of the week, months, dates of every year, and stretches of days of
 * the calendar. Each is told as the schedules read it; what is none of these is not read at all, so that it can be named.
 */
import { scheduleWords } from '../../../triggers/schedule/words.ts';
import { addDays, addMonths, type Day, weekdayOf } from '../../wall.ts';
import type { Token } from '../tokens.ts';
import { wordSet } from '../words.ts';
import type { Piece } from './piece.ts';
import { timeWords } from './words.ts';

interface Said {
  readonly tokens: readonly Token[];
  readonly pieces: readonly Piece[];
}

interface Item {
  readonly texts: readonly string[];
  readonly to: number;
}

const JOINTS = wordSet('joins');
const OR = new Set(['or', 'nor']);
const SMALL = wordSet('except_small');
const STOPS = wordSet('except_stops');
const TO = new Set(['to', 'through', '-', '–']);
/** Behind "from" a day is the last; else it is the end of the whole. */
const UNTIL = new Set(['until', 'till', 'til']);
const OVER = new Set(['over', 'during', 'around']);

/** "In August and on 24 December", "from 20 December to 6 January": as many as stand in a row. */
export function readExceptions(said: Said, at: number, end: number): { text: string; to: number } | undefined {
  const texts: string[] = [];
  let to = at;
  for (let next = at; next < end; ) {
    const item = itemAt(said, next, end);
    if (item === undefined || (texts.length > 0 && goesOnAt(said, item.to, end))) break;
    texts.push(...item.texts);
    to = item.to;
    next = to;
    while (next < end && isJoint(said.tokens[next]!.word)) next++;
    if (next === to) break;
  }
  return texts.length === 0 ? undefined : { text: `except ${texts.join(' and ')}`, to };
}

const isJoint = (word: string) => JOINTS.has(word) || OR.has(word);

/** "…, and on Monday call Bob": behind it something else is said, so it is no more of what is left out. */
function goesOnAt({ tokens }: Said, at: number, end: number): boolean {
  const word = tokens[at]?.word;
  return word !== undefined && at < end && !isJoint(word) && !STOPS.has(word) && /^[\p{L}\p{N}]/u.test(word);
}

function itemAt(said: Said, from: number, end: number): Item | undefined {
  const { tokens } = said;
  let at = from;
  while (at < end && SMALL.has(tokens[at]!.word)) at++;
  if (at >= end) return undefined;
  const leads = tokens.slice(Math.max(0, from - 2), at).map(({ word }) => word);
  const found = rangeAt(said, at, leads) ?? datesAt(said, at, end) ?? singleAt(said, at, leads);
  // "The last week of December" is no week that anybody here knows.
  return found === undefined || found.to > end || tokens[found.to]?.word === 'of' ? undefined : found;
}

/** A day or a month by itself: its first and its last day, and whether it comes each year. */
interface Stretch {
  readonly from: Day;
  readonly to: Day;
  /** A month that is named without its year. */
  readonly month?: number | undefined;
  /** No year was named. */
  readonly yearly?: boolean | undefined;
  readonly end: number;
}

function rangeAt(said: Said, at: number, leads: readonly string[]): Item | undefined {
  const { tokens } = said;
  const first = stretchAt(said, at);
  const joint = first && tokens[first.end]?.word;
  const isTo = (word: string) =>
    TO.has(word) || (leads.includes('from') && UNTIL.has(word)) || (leads.includes('between') && word === 'and');
  if (first === undefined || joint === undefined || !isTo(joint)) return undefined;
  const next = first.end + 1;
  const last = stretchAt(said, ['the', 'on'].includes(tokens[next]?.word ?? '') ? next + 1 : next);
  if (last === undefined) return undefined;
  if (first.month !== undefined && last.month !== undefined)
    return { texts: monthsFrom(first.month, last.month).map(monthName), to: last.end };
  // Of every year, unless one is named: "from 20 December to 6 January".
  if (first.yearly && last.yearly) return { texts: seasonOf(first.from, last.to), to: last.end };
  const to = last.to < first.from ? addMonths(last.to, 12) : last.to;
  return { texts: [`${first.from} to ${to}`], to: last.end };
}

/** "23 and 30 December": the month is said once. */
function datesAt({ tokens }: Said, at: number, end: number): Item | undefined {
  const days: number[] = [];
  for (let next = at; next < end; next++) {
    const { word } = tokens[next]!;
    const day = /^\d{1,2}$/.test(word) ? Number(word) : timeWords().ordinal(word);
    const month = timeWords().month(word);
    if (month !== undefined)
      return days.length < 2 ? undefined : { texts: days.map((one) => `${one} ${monthName(month)}`), to: next + 1 };
    if (day !== undefined) days.push(day);
    else if (!isJoint(word) && !SMALL.has(word)) return undefined;
  }
  return undefined;
}

function singleAt(said: Said, at: number, leads: readonly string[]): Item | undefined {
  const { tokens } = said;
  const { word } = tokens[at]!;
  const feast = feastAt(said, at);
  if (feast !== undefined) {
    const isOver = feast.name === 'christmas' && leads.some((lead) => OVER.has(lead));
    const days = isOver ? [24, 25, 26] : [feast.day];
    return { texts: days.map((day) => `${day} ${monthName(feast.month)}`), to: feast.to };
  }
  const piece = dayPieceAt(said, at);
  const days = scheduleWords().weekdays(timeWords().same(word));
  if (days !== undefined && (piece === undefined || piece.to === at + 1))
    return { texts: [timeWords().same(word)], to: at + 1 };
  const stretch = stretchAt(said, at);
  if (stretch === undefined) return undefined;
  const { from, to, month, end } = stretch;
  if (month !== undefined) return { texts: [monthName(month)], to: end };
  if (from !== to) return { texts: [`${from} to ${to}`], to: end };
  return { texts: [isOfEachYear(said, at, end) ? dateName(from) : from], to: end };
}

/** "24 December", and no year: on that day of each year. */
function isOfEachYear({ tokens }: Said, from: number, to: number): boolean {
  const words = tokens.slice(from, to).map(({ word }) => word);
  return words.some((word) => timeWords().month(word) !== undefined) && !words.some((word) => /^20\d\d$/.test(word));
}

function stretchAt(said: Said, at: number): Stretch | undefined {
  const { tokens } = said;
  const piece = dayPieceAt(said, at);
  const month = timeWords().month(tokens[at]?.word ?? '');
  if (
    month !== undefined &&
    (piece === undefined || piece.span === 'month') &&
    !/^20\d\d$/.test(tokens[at + 1]?.word ?? '')
  ) {
    if (/^\d/.test(tokens[at + 1]?.word ?? '')) return undefined;
    return { ...monthOf(month), month, yearly: true, end: at + 1 };
  }
  const feast = feastAt(said, at) ?? newYearAt(said, at);
  if (feast !== undefined) return { ...dayOfYear(feast.month, feast.day), yearly: true, end: feast.to };
  const within = partOfMonth(said, at);
  if (within !== undefined) return within;
  if (piece === undefined || namesUnit(said, piece)) return undefined;
  return { ...daysOf(piece), yearly: isOfEachYear(said, at, piece.to), end: piece.to };
}

/** "Mid July", "the end of August", "the beginning of May". */
function partOfMonth({ tokens }: Said, at: number): Stretch | undefined {
  const word = (place: number) => tokens[place]?.word ?? '';
  const [, joined] = /^mid-?(\p{L}+)$/u.exec(word(at)) ?? [];
  if (joined !== undefined) return within(timeWords().month(joined), 15, at + 1);
  if (word(at) === 'mid') return within(timeWords().month(word(at + 1)), 15, at + 2);
  const day = PARTS_OF_MONTH.get(word(at));
  return day === undefined || word(at + 1) !== 'of' ? undefined : within(timeWords().month(word(at + 2)), day, at + 3);
}

const PARTS_OF_MONTH = new Map([
  ['middle', 15],
  ['beginning', 1],
  ['start', 1],
  ['end', -1],
]);

function within(month: number | undefined, day: number, end: number): Stretch | undefined {
  if (month === undefined) return undefined;
  const { from, to } = day < 0 ? { ...monthOf(month), from: monthOf(month).to } : dayOfYear(month, day);
  return { from, to, yearly: true, end };
}

/** Days of a year of which nobody named one. */
const SOME_YEAR = '2027';
const two = (count: number) => String(count).padStart(2, '0');
const dayOfYear = (month: number, day: number) => {
  const date = `${SOME_YEAR}-${two(month)}-${two(day)}`;
  return { from: date, to: date };
};
const monthOf = (month: number) => {
  const { from } = dayOfYear(month, 1);
  return { from, to: addDays(addMonths(from, 1), -1) };
};

/** A stretch of every year: by its months, where it is of whole ones. */
function seasonOf(from: Day, to: Day): string[] {
  const isWhole = from.endsWith('-01') && addDays(to, 1).endsWith('-01');
  if (isWhole) return monthsFrom(Number(from.slice(5, 7)), Number(to.slice(5, 7))).map(monthName);
  return [`${dateName(from)} to ${dateName(to)}`];
}

/** "The first Monday of the month" comes each month, and is no day. */
function namesUnit({ tokens }: Said, { from, to, span }: DayPiece): boolean {
  return span === 'day' && tokens.slice(from, to).some(({ word }) => timeWords().unit(word) === 'month');
}

export type DayPiece = Extract<Piece, { kind: 'day' }>;

function dayPieceAt({ pieces }: Said, at: number): DayPiece | undefined {
  return pieces.find((piece): piece is DayPiece => piece.kind === 'day' && piece.from === at);
}

/** The first and the last day of what may be more than one. */
export function daysOf({ day, span }: DayPiece): { from: Day; to: Day } {
  if (span === 'week') return { from: day, to: addDays(day, 6 - weekdayOf(day)) };
  if (span === 'weekend') return { from: day, to: addDays(day, 1) };
  if (span === 'month') return { from: day, to: addDays(addMonths(`${day.slice(0, 7)}-01`, 1), -1) };
  return span === 'year' ? { from: day, to: `${day.slice(0, 4)}-12-31` } : { from: day, to: day };
}

function feastAt({ tokens }: Said, at: number) {
  const [found] = timeWords()
    .feasts.filter(({ words }) => words.every((word, shift) => tokens[at + shift]?.word === word))
    .toSorted((one, other) => other.words.length - one.words.length);
  return found && { ...found, name: found.words.join(' '), to: at + found.words.length };
}

/** "From Christmas to New Year": elsewhere it is as often a name. */
function newYearAt({ tokens }: Said, at: number) {
  const isIt = tokens[at]?.word === 'new' && /^years?$/.test(tokens[at + 1]?.word ?? '');
  return isIt ? { month: 1, day: 1, to: at + 2 } : undefined;
}

function monthsFrom(first: number, last: number): number[] {
  return Array.from({ length: ((last - first + 12) % 12) + 1 }, (_, shift) => ((first - 1 + shift) % 12) + 1);
}

const NAMES = new Intl.DateTimeFormat('en-GB', { month: 'long', timeZone: 'UTC' });
const monthName = (month: number) => NAMES.format(Date.UTC(2026, month - 1, 1)).toLowerCase();
const dateName = (day: Day) => `${Number(day.slice(8))} ${monthName(Number(day.slice(5, 7)))}`;
