/** A single moment, as people say it: "+1 week", "in three days at 9", "in May 2027", "next Monday", "2027". */
import { createRequire } from 'node:module';
import type { ParsedResult } from 'chrono-node';
import { ConsiliumError } from '../../kernel/errors.ts';
import { readFeast } from './feasts.ts';
import { readNamedDays } from './named-days.ts';
import { noSuchDay } from './no-such-day.ts';
import { dateOf, weekdayOf } from './occasions.ts';
import { readAmount, readTimes } from './times.ts';
import { Cursor, type Token, tokenize } from './tokens.ts';
import { scheduleWords, type Unit, type Words } from './words.ts';
import { DAY, HOUR, instantOf, MINUTE, offsetAt, wallAt } from './zone.ts';

export interface Moment {
  readonly at: number;
  /** Whether a time of day was said; without one it is the usual time. */
  readonly timed: boolean;
}

export interface Place {
  readonly now: number;
  readonly zone: string;
}

export function readMoment(text: string, place: Place): Moment | undefined {
  const plain = settleDate(text);
  // Who reads dates leniently takes the month 13 for a day.
  if (noSuchDay(plain) !== undefined) return undefined;
  return (
    readDistance(plain, place) ??
    readNamedDay(plain, place) ??
    readYear(plain, place) ??
    readFeast(plain, place) ??
    readEndOf(plain, place) ??
    readPartOf(plain, place) ??
    readLeapDay(plain, place) ??
    readDate(plain, place)
  );
}

function readNamedDay(text: string, place: Place): Moment | undefined {
  const named = readNamedDays(text, place);
  return named?.at.length === 1 ? { at: named.at[0]!, timed: named.timed } : undefined;
}

/** Days and more keep the time of day; hours and minutes are counted. */
export function addTo(at: number, amount: number, unit: Unit, zone: string): number {
  if (unit === 'minute') return at + amount * MINUTE;
  if (unit === 'hour') return at + amount * HOUR;
  const wall = wallAt(zone, at);
  if (unit === 'day' || unit === 'week') return instantOf(zone, wall + amount * (unit === 'day' ? 1 : 7) * DAY);
  const day = Math.floor(wall / DAY);
  const date = dateOf(day);
  const months = date.year * 12 + date.month - 1 + amount * (unit === 'month' ? 1 : 12);
  const [year, month] = [Math.floor(months / 12), months % 12];
  const last = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return instantOf(zone, Date.UTC(year, month, Math.min(date.day, last)) + (wall - day * DAY));
}

function readDistance(text: string, { now, zone }: Place): Moment | undefined {
  const words = scheduleWords();
  const cursor = new Cursor(tokenize(text));
  if (!cursor.takeIf((word) => word === '+' || words.is('in', word))) return undefined;
  let at = now;
  let exact = false;
  do {
    const days = cursor.attempt(() => readDaysOf(cursor, words));
    const amount = days === undefined ? readAmount(cursor, words) : undefined;
    if (days !== undefined) at = addDaysOf(at, days, zone);
    else if (amount !== undefined) at = addTo(at, amount.count, amount.unit, zone);
    else return undefined;
    exact ||= amount?.unit === 'minute' || amount?.unit === 'hour';
  } while (cursor.takeIf((word) => word === '+' || words.is('and', word)));
  if (cursor.done) return { at, timed: true };
  const times = readTimes(cursor, words);
  if (times?.length !== 1 || !cursor.done || exact) return undefined;
  return { at: instantOf(zone, Math.floor(wallAt(zone, at) / DAY) * DAY + times[0]! * MINUTE), timed: true };
}

interface DaysOf {
  readonly count: number;
  readonly weekdays: readonly number[];
}

/** "3 working days": of those days of the week only. */
function readDaysOf(cursor: Cursor, words: Words): DaysOf | undefined {
  const count = cursor.take((word) => words.number(word) ?? (words.is('per', word) ? 1 : undefined));
  const weekdays = count === undefined ? undefined : cursor.take((word) => words.weekdays(word)?.days);
  return count === undefined || count < 1 || count > MOST_DAYS || weekdays === undefined || weekdays.length < 2
    ? undefined
    : { count, weekdays };
}

const MOST_DAYS = 2_000;

function addDaysOf(from: number, { count, weekdays }: DaysOf, zone: string): number {
  const wall = wallAt(zone, from);
  let day = Math.floor(wall / DAY);
  for (let left = count; left > 0; ) if (weekdays.includes(weekdayOf(++day))) left--;
  return instantOf(zone, day * DAY + (wall - Math.floor(wall / DAY) * DAY));
}

function readYear(text: string, { zone }: Place): Moment | undefined {
  const [, year] = /^(?:in\s+)?(2\d{3})$/i.exec(text.trim()) ?? [];
  if (year === undefined) return undefined;
  return { at: instantOf(zone, Date.UTC(Number(year), 0, 1) + scheduleWords().usualTime * MINUTE), timed: false };
}

const WRITTEN = /\b(\d{1,2})([/-])(\d{1,2})\2(\d{4})\b/g;

/** A date in figures with its month and day in an order that can be only one. Throws SCHEDULE_UNREADABLE if it may be two. */
function settleDate(text: string): string {
  return text.replace(WRITTEN, (said: string, one: string, _sign: string, two: string, year: string) => {
    const [a, b] = [Number(one), Number(two)];
    if (a <= 12 && b <= 12 && a !== b)
      throw new ConsiliumError('SCHEDULE_UNREADABLE', `"${said}" may be ${sayDay(a, b)} or ${sayDay(b, a)} ${year}.`, {
        hint: `Write the month as a word, or ${year}-${pad(b)}-${pad(a)}.`,
        details: { unread: [said] },
      });
    return a > 12 ? `${year}-${pad(b)}-${pad(a)}` : `${year}-${pad(a)}-${pad(b)}`;
  });
}

const pad = (part: number) => String(part).padStart(2, '0');

function sayDay(day: number, month: number): string {
  return new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', timeZone: 'UTC' }).format(
    Date.UTC(2024, month - 1, day),
  );
}

/** "The end of January", "end of the year", "start of 2027": the last or the first day of it. */
function readEndOf(text: string, { now, zone }: Place): Moment | undefined {
  const words = scheduleWords();
  const plain = text
    .trim()
    .toLowerCase()
    .replace(/^(?:(?:at|on|by) )?(?:the )?/, '');
  const opens = (some: readonly string[]) =>
    some.toSorted((a, b) => b.length - a.length).find((each) => plain.startsWith(`${each} `));
  const opening = opens(words.ends) ?? opens(words.beginnings);
  if (opening === undefined) return undefined;
  const isEnd = words.ends.includes(opening);
  const cursor = new Cursor(tokenize(plain.slice(opening.length)));
  while (cursor.takeIf((word) => words.is('fillers', word) || word === 'this'));
  const later = cursor.takeIf((word) => word !== undefined && words.next.includes(word)) ? 1 : 0;
  const today = dateOf(Math.floor(wallAt(zone, now) / DAY));
  // The first day of this month is over on its second: then the next one is meant.
  const ahead = (year: number, month: number) =>
    isEnd || later > 0 || Date.UTC(year, month - 1, 1) / DAY >= Math.floor(wallAt(zone, now) / DAY) ? 0 : 1;
  const dayIn = (year: number, month: number) => ({
    at: instantOf(zone, Date.UTC(year, isEnd ? month : month - 1, isEnd ? 0 : 1) + words.usualTime * MINUTE),
    timed: false,
  });
  const month = cursor.take((word) => words.month(word));
  const year = cursor.take((word) => (/^2\d{3}$/.test(word) ? Number(word) : undefined));
  if (month !== undefined && cursor.done) {
    const next = today.year + (isEnd ? Number(month < today.month) : ahead(today.year, month));
    return dayIn(year ?? next, month);
  }
  if (year !== undefined && cursor.done) return dayIn(year, isEnd ? 12 : 1);
  const unit = cursor.take((word) => words.unit(word)?.unit);
  if (!cursor.done || (unit !== 'month' && unit !== 'year')) return undefined;
  if (unit === 'year') return dayIn(today.year + later + ahead(today.year, 1), isEnd ? 12 : 1);
  return dayIn(today.year, today.month + later + ahead(today.year, today.month));
}

/** "Mid-May 2027", "late 2027", "Q3 2027": a day in it. */
function readPartOf(text: string, { now, zone }: Place): Moment | undefined {
  const words = scheduleWords();
  const cursor = new Cursor(
    tokenize(
      text
        .toLowerCase()
        .replace(/-/g, ' ')
        .replace(/\bq(?=[1-4]\b)/g, 'q '),
    ),
  );
  const isSmall = (word: string | undefined) => words.is('fillers', word) || words.is('in', word);
  while (cursor.takeIf(isSmall));
  const quarter = cursor.takeIf((word) => word === 'q') ? cursor.take((word) => words.number(word)) : undefined;
  const part = quarter === undefined ? cursor.take((word) => words.partOf(word)) : undefined;
  if (quarter === undefined && part === undefined) return undefined;
  while (cursor.takeIf(isSmall));
  const named = part === undefined ? undefined : cursor.take((word) => words.month(word));
  const year = cursor.take((word) => (/^2\d{3}$/.test(word) ? Number(word) : undefined));
  if (!cursor.done || (named === undefined && year === undefined)) return undefined;
  const month = named ?? (quarter === undefined ? part!.month : quarter * 3 - 2);
  const day = quarter !== undefined || named === undefined ? 1 : part!.day;
  const today = dateOf(Math.floor(wallAt(zone, now) / DAY));
  const isOver = month < today.month || (month === today.month && day < today.day);
  const wall = Date.UTC(year ?? today.year + Number(isOver), month - 1, day) + words.usualTime * MINUTE;
  return { at: instantOf(zone, wall), timed: false };
}

/** "29 February", in the next year that has one. */
function readLeapDay(text: string, place: Place): Moment | undefined {
  const words = scheduleWords();
  const tokens = tokenize(text);
  const at = tokens.findIndex(({ word }) => words.month(word) === 2);
  const isDay = (token: Token | undefined) =>
    token !== undefined && (words.ordinal(token.word) ?? words.number(token.word)) === 29;
  const before = tokens.slice(0, at).findLast(({ word }) => !words.is('fillers', word));
  if (at < 0 || !(isDay(before) || isDay(tokens[at + 1])) || /\b2\d{3}\b/.test(text)) return undefined;
  const { year } = dateOf(Math.floor(wallAt(place.zone, place.now) / DAY));
  for (let next = year; next <= year + 8; next++) {
    const isLeap = new Date(Date.UTC(next, 1, 29)).getUTCDate() === 29;
    const end = (isDay(before) ? tokens[at] : tokens[at + 1])!.end;
    const found = isLeap ? readDate(`${text.slice(0, end)} ${next}${text.slice(end)}`, place) : undefined;
    if (found !== undefined && found.at > place.now) return found;
  }
  return undefined;
}

const require = createRequire(import.meta.url);

/** Loaded when a date is first read, and no more of it than is read: a worker that only fires needs none. */
const english = (): typeof import('chrono-node/en') => require('chrono-node/en');
const german = (): typeof import('chrono-node/de') => require('chrono-node/de');

/** Loads what reading a date needs, a piece at a time. */
export function* warmDates(): Generator<unknown> {
  for (const [language, phrases] of [
    [english, ['tomorrow at 8', 'tomorrow at noon', 'every second Tuesday']],
    [german, ['morgen um 8 Uhr', 'morgen Mittag', 'jeden Montag']],
  ] as const) {
    const { Chrono, casual } = language();
    yield;
    // Each parser by itself: their patterns are long, and the engine makes more of each when it is used again.
    for (const parser of casual.parsers) {
      const alone = new Chrono({ parsers: [parser], refiners: [] });
      yield phrases.map((phrase) => alone.parse(phrase));
    }
  }
}

/** A date that chrono knows, if it accounts for every word. */
function readDate(given: string, place: Place): Moment | undefined {
  const words = scheduleWords();
  const reference = { instant: new Date(place.now), timezone: offsetAt(place.zone, place.now) / MINUTE };
  // "14. April": the point makes it the fourteenth, to an English reader an hour.
  const written = [
    { chrono: english().casual, text: given.replace(/\b(\d{1,2})\.\s+(?=\p{L})/gu, '$1 ') },
    // To a German reader "a" is a year, to everybody else an article.
    ...(/\ba\b/i.test(given)
      ? []
      : [{ chrono: german().casual, text: given.replace(/\bum (\d{1,2})$/i, 'um $1 Uhr') }]),
  ];
  for (const { chrono, text } of written) {
    const [found, ...more] = chrono.parse(text, reference, { forwardDate: true });
    if (found === undefined || more.length > 0 || found.end !== null) continue;
    const rest = `${text.slice(0, found.index)} ${text.slice(found.index + found.text.length)}`;
    const isSmall = ({ word }: { word: string }) =>
      words.is('fillers', word) || words.is('in', word) || words.is('at', word) || words.is('clock', word);
    if (!tokenize(rest).every(isSmall)) continue;
    return toMoment(found, place.zone);
  }
  return undefined;
}

function toMoment({ start }: ParsedResult, zone: string): Moment | undefined {
  if (start.isCertain('timezoneOffset')) return { at: start.date().getTime(), timed: true };
  const get = (part: Parameters<typeof start.get>[0]) => start.get(part) ?? 0;
  const day = Date.UTC(get('year'), get('month') - 1, get('day'));
  const timed = start.isCertain('hour');
  // "tonight" implies an hour; noon and the present hour are only chrono's way of saying that it knows none.
  const implied = start.get('timezoneOffset') === null && get('hour') !== 12;
  const time = timed || implied ? get('hour') * 60 + get('minute') : scheduleWords().usualTime;
  const at = instantOf(zone, day + time * MINUTE);
  return Number.isFinite(at) ? { at, timed } : undefined;
}
