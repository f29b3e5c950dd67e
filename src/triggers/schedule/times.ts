/** Times of day and amounts of time, read at a cursor. */
import type { Cursor } from './tokens.ts';
import type { Unit, Words } from './words.ts';

/** "at 8", "8:30", "8am and 8pm", "at 8 in the evening", "20 Uhr". A bare number needs "at" before or "o'clock" behind. */
export function readTimes(cursor: Cursor, words: Words): number[] | undefined {
  const said = cursor.takeIf((word) => words.is('at', word));
  const first = readTime(cursor, words, said);
  if (first === undefined) return undefined;
  const times = [first];
  for (;;) {
    const next = cursor.attempt(() => {
      if (!cursor.takeIf((word) => words.is('and', word))) return undefined;
      cursor.takeIf((word) => words.is('and', word));
      cursor.takeIf((word) => words.is('at', word));
      return readTime(cursor, words, true);
    });
    if (next === undefined) return times;
    times.push(next);
  }
}

function readTime(cursor: Cursor, words: Words, bare: boolean): number | undefined {
  return cursor.attempt(() => {
    const part = cursor.take((word) => words.partOfDay(word));
    if (part !== undefined) return bare ? part : undefined;
    const found = cursor.take(parseTime);
    if (found === undefined) return undefined;
    const clock = cursor.takeIf((word) => words.is('clock', word));
    const next = cursor.peek();
    const isCount = next !== undefined && (words.unit(next) !== undefined || words.is('times', next));
    if (!found.plain && isCount) return undefined;
    if (!found.plain && !bare && !clock) return undefined;
    const later = cursor.attempt(() => {
      cursor.takeIf((word) => words.is('in', word));
      cursor.takeIf((word) => words.is('fillers', word));
      return cursor.take((word) => words.partOfDay(word));
    });
    return later !== undefined && later > 12 * 60 && found.minutes < 12 * 60 ? found.minutes + 12 * 60 : found.minutes;
  });
}

/** One time of day where nothing else can stand. */
export function readClock(cursor: Cursor, words: Words): number | undefined {
  return readTime(cursor, words, true);
}

/** "At 8" of "every evening" is 20:00; "at 2:30" of "every night" is after midnight. */
export function timeIn(part: number, time: number): number {
  const isNight = part >= NIGHT;
  const isLate = time < HALF_DAY && part >= HALF_DAY && (!isNight || time >= HALF_DAY / 2);
  return isLate ? time + HALF_DAY : time;
}

const HALF_DAY = 12 * 60;
const NIGHT = 21 * 60;

/** `plain`: it cannot be anything but a time. */
function parseTime(word: string): { minutes: number; plain: boolean } | undefined {
  const [, hours, minutes = '00', half] = /^(\d{1,2})(?:[:.](\d{2}))?\s?(am|pm)?$/.exec(word) ?? [];
  if (hours === undefined) return undefined;
  let hour = Number(hours);
  if (half !== undefined && (hour < 1 || hour > 12)) return undefined;
  if (half === 'pm' && hour < 12) hour += 12;
  if (half === 'am' && hour === 12) hour = 0;
  if (hour > 23 || Number(minutes) > 59) return undefined;
  return { minutes: hour * 60 + Number(minutes), plain: half !== undefined || /[:.]/.test(word) };
}

/** "3 weeks", "a month", "a couple of days". */
export function readAmount(cursor: Cursor, words: Words): { count: number; unit: Unit } | undefined {
  return cursor.attempt(() => {
    cursor.takeIf((word) => words.is('fillers', word));
    const count = cursor.take((word) => words.number(word) ?? (words.is('per', word) ? 1 : undefined));
    if (count === undefined || count < 1) return undefined;
    cursor.takeIf((word) => word === 'of');
    const unit = cursor.take((word) => words.unit(word));
    return unit && { count: count * unit.factor, unit: unit.unit };
  });
}
