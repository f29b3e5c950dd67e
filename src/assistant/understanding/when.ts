/** When something is to be: the longest part of a text that is a time, a day, a span or something that comes again. */
import { addTo, readMoment } from '../../triggers/schedule/moment.ts';
import { readSchedule } from '../../triggers/schedule/read.ts';
import type { Schedule } from '../../triggers/schedule/schedule.ts';
import { scheduleWords } from '../../triggers/schedule/words.ts';
import { dayOf, wallOf } from '../wall.ts';
import type { Token } from './signs.ts';

export interface When {
  /** Where it stands in the text. */
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** The first (or only) time. */
  readonly at: number;
  /** Whether a time of day was said. */
  readonly timed: boolean;
  /** 2026-11-20, or 2026-11-20T15:00 where a time was said. */
  readonly wall: string;
  readonly recurs: boolean;
  readonly schedule: Schedule;
}

export interface Place {
  readonly now: number;
  readonly zone: string;
}

const MOST_WORDS = 14;

/** The longest reading wins; of two as long, the first. */
export function findWhen(text: string, tokens: readonly Token[], place: Place): When | undefined {
  const edges = tokens.map(({ word }, at) => ({ at, opens: opens(word), closes: closes(word) }));
  const spans: { from: number; to: number }[] = [];
  for (const { at: from, opens: isOpen } of edges)
    if (isOpen)
      for (const { at: to, closes: isClose } of edges)
        if (isClose && to >= from && to - from < MOST_WORDS) spans.push({ from, to });
  spans.sort((one, other) => other.to - other.from - (one.to - one.from) || one.from - other.from);
  for (const { from, to } of spans.slice(0, 80)) {
    const [start, end] = [tokens[from]!.start, tokens[to]!.end];
    const read = readWhen(text.slice(start, end), place);
    if (read !== undefined) return { start, end, text: text.slice(start, end), ...read };
  }
  return undefined;
}

export function readWhen(said: string, place: Place): Omit<When, 'start' | 'end' | 'text'> | undefined {
  const { rest, shift } = takePart(said);
  try {
    const moment = rest === '' ? undefined : readMoment(rest, place);
    const schedule = moment ? undefined : readSchedule(said, place);
    if (schedule !== undefined && schedule.schedule.kind !== 'once') {
      const timed = TIMED.test(said);
      return {
        at: schedule.next,
        timed,
        wall: wallFor(schedule.next, timed, place.zone),
        recurs: true,
        schedule: schedule.schedule,
      };
    }
    const found = moment ?? { at: schedule!.next, timed: true };
    const timed =
      shift !== undefined ||
      (found.timed && !(/^\s*(?:in|\+)/i.test(said) && !TIMED.test(said) && !/hour|min/i.test(said)));
    const at = shift === undefined ? found.at : atMinutes(found.at, shift, place.zone);
    return {
      at,
      timed,
      wall: wallFor(at, timed, place.zone),
      recurs: false,
      schedule: { kind: 'once', zone: place.zone, at },
    };
  } catch {
    return undefined;
  }
}

const TIMED =
  /\d[:.]\d\d|\d\s?(?:am|pm)\b|\bat\s+\d|o'?clock|\b(?:noon|midday|midnight|morning|afternoon|evening|tonight|night)\b|\bhours?\b|\bminutes?\b|\bmins?\b/i;

/** "Tomorrow morning" is tomorrow at eight. */
function takePart(said: string): { rest: string; shift?: number } {
  const [part] = /\b(?:in the |this )?(morning|afternoon|evening)\b/i.exec(said) ?? [];
  if (
    part === undefined ||
    /\d[:.]\d\d|\d\s?(?:am|pm)\b|\bat\s+\d/i.test(said) ||
    /\b(?:every|each|daily)\b/i.test(said)
  )
    return { rest: said };
  const minutes = scheduleWords().partOfDay(part.toLowerCase().split(' ').at(-1)!);
  const rest = said.replace(part, ' ').trim();
  return { rest: rest === '' ? 'today' : rest, ...(minutes !== undefined && { shift: minutes }) };
}

function atMinutes(at: number, minutes: number, zone: string): number {
  const midnight = Date.parse(`${dayOf(at, zone)}T00:00Z`);
  const wall = midnight + minutes * 60_000;
  return at + (wall - Date.parse(`${wallOf(at, zone)}Z`));
}

function wallFor(at: number, timed: boolean, zone: string): string {
  return timed ? wallOf(at, zone) : dayOf(at, zone);
}

const OPEN = new Set([
  'today',
  'tomorrow',
  'tonight',
  'next',
  'this',
  'on',
  'at',
  'in',
  'by',
  'the',
  'every',
  'each',
  'noon',
  'midnight',
  'day',
  'first',
  'last',
  '+',
  'twice',
  'once',
  'morning',
  'afternoon',
  'evening',
  'starting',
  'from',
  'coming',
]);
const CLOSE = new Set([
  'today',
  'tomorrow',
  'tonight',
  'noon',
  'midnight',
  'am',
  'pm',
  'morning',
  'afternoon',
  'evening',
  'night',
  "o'clock",
  'now',
  'ago',
  'later',
  'time',
  'weekend',
  'day',
  'times',
]);

function isTimeWord(word: string): boolean {
  const words = scheduleWords();
  return (
    /^\d/.test(word) ||
    words.unit(word) !== undefined ||
    words.weekdays(word) !== undefined ||
    words.partOfDay(word) !== undefined ||
    words.number(word) !== undefined ||
    words.month(word) !== undefined ||
    words.adverb(word) !== undefined
  );
}

function opens(word: string): boolean {
  return OPEN.has(word) || isTimeWord(word);
}

function closes(word: string): boolean {
  return CLOSE.has(word) || isTimeWord(word);
}

/** A span that a question is about: a day, a week, a month, or from now on. */
export function spanOf(
  text: string,
  when: When | undefined,
  { now, zone }: Place,
): { from: number; to: number; say: string } {
  const DAY = 86_400_000;
  const midnight = now - (Date.parse(`${wallOf(now, zone)}Z`) - Date.parse(`${dayOf(now, zone)}T00:00Z`));
  const week = /\b(this|next)\s+week(end)?\b/i.exec(text);
  if (week !== null) {
    const weekday = (new Date(`${dayOf(now, zone)}T00:00Z`).getUTCDay() + 6) % 7;
    const monday = midnight - weekday * DAY + (week[1]!.toLowerCase() === 'next' ? 7 * DAY : 0);
    if (week[2] !== undefined) return { from: monday + 5 * DAY, to: monday + 7 * DAY, say: week[0] };
    return { from: Math.max(monday, midnight), to: monday + 7 * DAY, say: week[0] };
  }
  if (/\b(?:this|next)\s+month\b/i.test(text)) {
    const from = /next/i.test(text) ? addTo(midnight, 1, 'month', zone) : midnight;
    return { from, to: addTo(from, 1, 'month', zone), say: /next/i.test(text) ? 'next month' : 'this month' };
  }
  if (when === undefined || when.recurs) return { from: now, to: now + 30 * DAY, say: 'the next 30 days' };
  const day = when.at - (Date.parse(`${wallOf(when.at, zone)}Z`) - Date.parse(`${dayOf(when.at, zone)}T00:00Z`));
  return { from: day, to: day + DAY, say: dayOf(when.at, zone) };
}
