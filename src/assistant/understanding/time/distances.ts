/** How long and how far: "20 minutes", "in two weeks", "an hour and a half". */
import { addDays, addMonths } from '../../wall.ts';
import { isCorrection } from './corrected.ts';
import { readDay } from './days.ts';
import { usualHour } from './moments.ts';
import { nameAt, type Read, type Reader, wordAt } from './piece.ts';
import { shiftAt, signed } from './shifts.ts';
import { timeWords } from './words.ts';

const MINUTE = 60_000;
const SECONDS = new Set(['seconds', 'secs', 'sec']);
const UNIT_MINUTES = { minute: 1, hour: 60 } as const;

/** A count in one or two words, and how many: "twenty five", "half a", "an". */
function countAt(reader: Reader, at: number): { count: number; to: number } | undefined {
  const words = timeWords();
  const first = words.number(wordAt(reader, at));
  if (wordAt(reader, at) === 'half' && ['a', 'an'].includes(wordAt(reader, at + 1))) return { count: 0.5, to: at + 2 };
  if (first === undefined) {
    const [, decimal] = /^(\d+\.\d+)$/.exec(wordAt(reader, at)) ?? [];
    return decimal === undefined ? undefined : { count: Number(decimal), to: at + 1 };
  }
  // "Two and a half hours", "three quarters of an hour".
  const part = ['a', 'an'].includes(wordAt(reader, at)) ? undefined : partAt(reader, at + 1);
  if (part !== undefined && words.unit(wordAt(reader, part.to)) !== undefined)
    return { count: first + part.count, to: part.to };
  const isQuarters = /^quarters?$/.test(wordAt(reader, at + 1)) && (first === 1 || first === 3);
  const of = wordAt(reader, at + 2) === 'of' ? at + 3 : at + 2;
  const hour = ['a', 'an'].includes(wordAt(reader, of)) ? of + 1 : of;
  if (isQuarters && wordAt(reader, hour) === 'hour') return { count: first / 4, to: hour };
  const next = words.number(wordAt(reader, at + 1));
  if (first >= 20 && first % 10 === 0 && next !== undefined && next < 10 && next >= 1)
    return { count: first + next, to: at + 2 };
  if (first === 1 && wordAt(reader, at + 1) === 'couple')
    return { count: 2, to: at + (wordAt(reader, at + 2) === 'of' ? 3 : 2) };
  if (wordAt(reader, at) === 'couple' && wordAt(reader, at + 1) === 'of') return { count: 2, to: at + 2 };
  return { count: first, to: at + 1 };
}

/** "… and a half", "… and three quarters". */
function partAt(reader: Reader, at: number): { count: number; to: number } | undefined {
  if (wordAt(reader, at) !== 'and') return undefined;
  const isOne = ['a', 'one'].includes(wordAt(reader, at + 1));
  const many = wordAt(reader, at + 1) === 'three' ? 3 : 1;
  const to = at + (isOne || many > 1 ? 2 : 1);
  if (wordAt(reader, to) === 'half' && many === 1) return { count: 0.5, to: to + 1 };
  return /^quarters?$/.test(wordAt(reader, to)) ? { count: many / 4, to: to + 1 } : undefined;
}

/** "For 2h15", "2h15 long": "at 2h15" is an hour. */
function isLength(reader: Reader, at: number): boolean {
  return !['at', 'by', 'from', 'until', 'to', 'around'].includes(wordAt(reader, at - 1));
}

/** "20 minutes", "an hour and a half", "1h", "two weeks", "45min". */
export function amountAt(
  reader: Reader,
  at: number,
): { minutes?: number; days?: number; months?: number; to: number } | undefined {
  const words = timeWords();
  // "A three-quarter hour call".
  if (wordAt(reader, at) === 'three-quarter' && wordAt(reader, at + 1) === 'hour') return { minutes: 45, to: at + 2 };
  const [, hours, rest] = /^(\d{1,2})h(\d{1,2})(?:m|min)?$/.exec(wordAt(reader, at)) ?? [];
  if (hours !== undefined && isLength(reader, at)) return { minutes: Number(hours) * 60 + Number(rest), to: at + 1 };
  const [, digits, short] = /^(\d+)(h|hr|hrs|m|min|mins)$/.exec(wordAt(reader, at)) ?? [];
  const count = digits === undefined ? countAt(reader, at) : { count: Number(digits), to: at };
  if (count === undefined) return undefined;
  const said = wordAt(reader, count.to);
  // No wall shows them: to the next minute.
  if (short === undefined && digits === undefined && SECONDS.has(said))
    return { minutes: Math.max(1, Math.ceil(count.count / 60)), to: count.to + 1 };
  const unit = short === undefined ? words.unit(said) : short.startsWith('h') ? 'hour' : 'minute';
  if (unit === undefined || (digits !== undefined && short === undefined)) return undefined;
  let to = count.to + 1;
  let { count: many } = count;
  if (unit === 'minute' || unit === 'hour') {
    const part = partAt(reader, to);
    if (part !== undefined) {
      many += part.count;
      to = part.to;
    }
    let minutes = many * UNIT_MINUTES[unit];
    const more = wordAt(reader, to) === 'and' ? amountAt(reader, to + 1) : undefined;
    if (more?.minutes !== undefined) {
      minutes += more.minutes;
      to = more.to;
    }
    return { minutes: Math.round(minutes), to };
  }
  if (unit === 'month' || unit === 'year') return { months: many * (unit === 'year' ? 12 : 1), to };
  return { days: Math.round(many * { day: 1, week: 7, fortnight: 14 }[unit]), to };
}

/** "In 20 minutes", "an hour from now", "in two weeks", "3 days from now". */
export const readDistance: Read = (reader, at) => {
  const opens = ['in', 'within', '+'].includes(wordAt(reader, at));
  const skip = opens && ['about', 'around', 'roughly', 'the', 'next'].includes(wordAt(reader, at + 1)) ? 1 : 0;
  const amount = amountAt(reader, opens ? at + 1 + skip : at);
  if (amount === undefined) return undefined;
  const moved = opens ? undefined : shiftAt(reader, at, amount);
  if (moved !== undefined) return moved;
  let { to } = amount;
  const hence = wordAt(reader, to);
  // "Check in 24 hours before the flight": the word is of the verb.
  if (opens && ['before', 'after'].includes(hence)) return undefined;
  const isHence =
    isCorrection(reader, at, to) ||
    (hence === 'from' && ['now', 'today'].includes(wordAt(reader, to + 1))) ||
    hence === 'hence' ||
    hence === 'later';
  if (!opens && !isHence) {
    if (wordAt(reader, at - 1) === 'at') return undefined;
    // "A week on Monday", "two weeks from Friday", "three months before 31 December".
    if (amount.minutes === undefined && ['on', 'from', 'before', 'after'].includes(hence)) {
      const base = readDay(reader, to + 1, undefined);
      const sign = hence === 'before' ? -1 : 1;
      if (base?.kind === 'day')
        return {
          ...{ ...base, from: at },
          day: addDays(addMonths(base.day, sign * (amount.months ?? 0)), sign * (amount.days ?? 0)),
        };
    }
    const offset = offsetOf(reader, amount, at);
    if (offset !== undefined) return offset;
    if (amount.minutes === undefined) return lastingAt(reader, at, amount);
    // "A timer for 12 minutes" rings in twelve minutes.
    if (reader.tokens.some(({ word }) => word === 'timer'))
      return { kind: 'exact', ms: amount.minutes * MINUTE, from: at, to };
    return { kind: 'length', minutes: amount.minutes, from: at, to };
  }
  if (isHence && !isCorrection(reader, at, to)) to += hence === 'from' ? 2 : 1;
  if (amount.minutes !== undefined)
    return { kind: 'exact', ms: amount.minutes * MINUTE, from: at, to, ...(hence === 'later' && { later: true }) };
  if (amount.months !== undefined)
    return { kind: 'day', day: addMonths(reader.today, amount.months), span: 'day', from: at, to };
  const base = wordAt(reader, to) === 'time' || wordAt(reader, to) === "'" ? to + 1 : to;
  return { kind: 'day', day: addDays(reader.today, amount.days!), span: 'day', from: at, to: base };
};

/** "For ten days", "for the next two weeks". */
function lastingAt(
  reader: Reader,
  at: number,
  { days, months, to }: { days?: number; months?: number; to: number },
): ReturnType<Read> {
  let from = at - 1;
  while (['the', 'next', 'another'].includes(wordAt(reader, from))) from--;
  if (wordAt(reader, from) !== 'for') return undefined;
  return { kind: 'lasting', days: days ?? Math.round((months ?? 0) * 30.4), from, to };
}

/** "An hour before", "two days before it", "30 min prior": from a time that was said elsewhere. */
function offsetOf(
  reader: Reader,
  { minutes, days, months = 0, to }: { minutes?: number; days?: number; months?: number; to: number },
  from: number,
): ReturnType<Read> {
  const side = timeWords().side(wordAt(reader, to));
  if (side === undefined) return undefined;
  const more = timeWords().isPointer(wordAt(reader, to + 1)) ? 1 : 0;
  const of = ['before', 'after'].includes(wordAt(reader, to)) ? nameAt(reader, to + 1) : undefined;
  const sign = side === 'before' ? -1 : 1;
  const usual = of && minutes !== undefined ? usualHour(reader, of, sign * minutes) : undefined;
  if (usual !== undefined) return { ...usual, from };
  // Days before something are days, whatever its hour.
  if (minutes === undefined && (of !== undefined || reader.place.anchor !== undefined))
    return { kind: 'that', shift: sign * (days ?? 0), months: sign * months, of, from, to: of?.to ?? to + 1 + more };
  const ms = (minutes ?? ((days ?? 0) + months * 30) * 24 * 60) * MINUTE;
  return {
    kind: 'offset',
    ms: sign * ms,
    of,
    far: signed({ minutes, days, months }, sign),
    from,
    to: of?.to ?? to + 1 + more,
  };
}
