/** A single moment, as people say it: "+1 week", "in three days at 9", "in May 2027", "next Monday", "2027". */
import { createRequire } from 'node:module';
import type { ParsedResult } from 'chrono-node';
import { dateOf } from './occasions.ts';
import { readAmount, readTimes } from './times.ts';
import { Cursor, tokenize } from './tokens.ts';
import { scheduleWords, type Unit } from './words.ts';
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
  return readDistance(text, place) ?? readYear(text, place) ?? readDate(text, place);
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
    const amount = readAmount(cursor, words);
    if (amount === undefined) return undefined;
    at = addTo(at, amount.count, amount.unit, zone);
    exact ||= amount.unit === 'minute' || amount.unit === 'hour';
  } while (cursor.takeIf((word) => word === '+' || words.is('and', word)));
  if (cursor.done) return { at, timed: true };
  const times = readTimes(cursor, words);
  if (times?.length !== 1 || !cursor.done || exact) return undefined;
  return { at: instantOf(zone, Math.floor(wallAt(zone, at) / DAY) * DAY + times[0]! * MINUTE), timed: true };
}

function readYear(text: string, { zone }: Place): Moment | undefined {
  const [, year] = /^(?:in\s+)?(2\d{3})$/i.exec(text.trim()) ?? [];
  if (year === undefined) return undefined;
  return { at: instantOf(zone, Date.UTC(Number(year), 0, 1) + scheduleWords().usualTime * MINUTE), timed: false };
}

const require = createRequire(import.meta.url);

/** Loaded when a date is first read: a worker that only fires needs none. */
function chronoNode(): typeof import('chrono-node') {
  return require('chrono-node');
}

/** A date that chrono knows, if it accounts for every word. */
function readDate(text: string, place: Place): Moment | undefined {
  const words = scheduleWords();
  const reference = { instant: new Date(place.now), timezone: offsetAt(place.zone, place.now) / MINUTE };
  const { en, de } = chronoNode();
  for (const chrono of [en.casual, de.casual]) {
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
