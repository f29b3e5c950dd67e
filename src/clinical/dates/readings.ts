import { countOf, dayFrom, fullYear, isDay, monthsFrom, shift, stamp } from './calendar.ts';
import { speaksOfFuture } from './tense.ts';

/** What the words of a date mean, counted from `now`. */
export interface Reading {
  time: string;
  duration?: boolean;
  future?: boolean;
}

export const DAYS = 'sunday|monday|tuesday|wednesday|thursday|friday|saturday';

export const MONTHS = 'january|february|march|april|may|june|july|august|september|october|november|december';

export function exactDay(year = '', month = '', day = ''): Reading | undefined {
  const [y, m, d] = [Number(year), Number(month), Number(day)];
  return isDay(y, m, d) ? { time: stamp(y, m, d) } : undefined;
}

/** 3/5/2024 is March 5th unless the first number cannot be a month. */
export function numericDay(match: RegExpMatchArray): Reading | undefined {
  const [a, b] = [Number(match[1]), Number(match[2])];
  const year = fullYear(match[3] ?? '');
  return a > 12 ? exactDay(year, String(b), String(a)) : exactDay(year, String(a), String(b));
}

export function monthOf(name = ''): string {
  const index = MONTHS.split('|').findIndex((month) => month.startsWith(name.toLowerCase().slice(0, 3)));
  return String(index + 1).padStart(2, '0');
}

/** "may" and "mar" are other words too: a month here is capitalised, or no such word. */
export function looksLikeMonth(name = ''): boolean {
  return !/^(?:may|mar|sun|march)$/.test(name);
}

export function nearDay(
  month: string | undefined,
  day: string | undefined,
  now: Date,
  text: string,
  at?: number,
): Reading | undefined {
  const [m, d] = [Number(monthOf(month)), Number(day)];
  let year = now.getUTCFullYear();
  if (!isDay(year, m, d)) return undefined;
  const future = speaksOfFuture(text, text.slice(0, at ?? 0));
  const today = dayFrom(now, 0);
  if (!future && stamp(year, m, d) > today) year -= 1;
  if (future && stamp(year, m, d) < today) year += 1;
  return { time: stamp(year, m, d), future };
}

export function shortDay(match: RegExpMatchArray, now: Date, text: string): Reading | undefined {
  const names = MONTHS.split('|');
  const month = names[Number(match[1]) - 1];
  return month ? nearDay(month, match[2], now, text, match.index) : undefined;
}

export function nearMonth(words: string, month: string | undefined, now: Date, text: string): Reading | undefined {
  if (/^may$/.test(month ?? '') && !/^(?:in|since|last|this past|back in|during)\b/i.test(words)) return undefined;
  const m = Number(monthOf(month));
  let year = now.getUTCFullYear();
  const current = now.getUTCMonth() + 1;
  const future = /^next/i.test(words) || (speaksOfFuture(text) && /^(?:in|by|until)/i.test(words));
  if (future ? m <= current : m > current || (m === current && /^last/i.test(words))) year += future ? 1 : -1;
  return { time: `${year}-${String(m).padStart(2, '0')}`, future };
}

export function season(name = '', year: string | undefined, now: Date): Reading {
  const first = { spring: 3, summer: 6, fall: 9, autumn: 9, winter: 12 }[name.toLowerCase()] ?? 1;
  if (year) return { time: `${year}-${String(first).padStart(2, '0')}` };
  const current = now.getUTCMonth() + 1;
  const y =
    first > current || (first <= current && current < first + 3) ? now.getUTCFullYear() - 1 : now.getUTCFullYear();
  return { time: `${y}-${String(first).padStart(2, '0')}` };
}

/** Feasts with a day of their own; those that move are given near their usual day. */
const HOLIDAYS: [RegExp, number, number][] = [
  [/(?:christ|x-?)mas eve/i, 12, 24],
  [/(?:christ|x-?)mas/i, 12, 25],
  [/boxing/i, 12, 26],
  [/year['’]?s? eve/i, 12, 31],
  [/hallow/i, 10, 31],
  [/bonfire|fawkes/i, 11, 5],
  [/valentine/i, 2, 14],
  [/patrick/i, 3, 17],
  [/diwali/i, 10, 20],
  [/thanks/i, 11, 26],
  [/easter/i, 4, 5],
  [/july/i, 7, 4],
  [/memorial/i, 5, 25],
  [/labou?r/i, 9, 7],
];

export function holiday(name = '', now: Date): Reading {
  const [, m, d] = HOLIDAYS.find(([pattern]) => pattern.test(name)) ?? [/./, 1, 1];
  const year = now.getUTCFullYear();
  return { time: stamp(stamp(year, m, d) > dayFrom(now, 0) ? year - 1 : year, m, d) };
}

export function ago(count: string | undefined, unit: string | undefined, now: Date, duration = false): Reading {
  return { time: shift(now, -countOf(count), unit ?? 'd'), duration };
}

/** Three days are 3/7, six weeks 6/52 and two months 2/12 where British notes are written. */
export function fraction(count = '', of = '', now: Date, direction: -1 | 0 | 1): Reading {
  const unit = { 7: 'days', 52: 'weeks', 12: 'months' }[of] ?? 'days';
  return { time: shift(now, direction * Number(count), unit), duration: direction < 1, future: direction > 0 };
}

/** "take it for 10 days" looks ahead, "a cough for 10 days" looks back. */
export function lasting(match: RegExpMatchArray, now: Date, text: string): Reading | undefined {
  const before = text.slice(Math.max(0, match.index! - 60), match.index);
  if (/^after/i.test(match[0])) return undefined;
  if (
    /\b(?:take|prescribed|mg|tablets?|capsules?|bid|tid|qid|daily|start|course|will|continue|twice a day|once a day|every \d+ hours?)\b[^.]*$/i.test(
      before,
    ) &&
    !/\b(?:been|have|had|has|was|i've)\b/i.test(before)
  )
    return { time: dayFrom(now, 0), duration: true };
  return ago(match[1], match[2], now, true);
}

export function lastPeriod(match: RegExpMatchArray, now: Date): Reading {
  const period = (match[1] ?? '').toLowerCase();
  const spread = /\b(?:past|over|for|during|throughout)\b/i.test(match[0]);
  if (/couple of days/.test(period)) return { time: dayFrom(now, -2), duration: true };
  if (/few days/.test(period)) return { time: dayFrom(now, -3), duration: true };
  if (/couple of weeks/.test(period)) return { time: dayFrom(now, -14), duration: true };
  if (/few weeks/.test(period)) return { time: dayFrom(now, -21), duration: true };
  if (/few months/.test(period)) return { time: monthsFrom(now, -3), duration: true };
  if (/few hours/.test(period)) return { time: dayFrom(now, 0), duration: true };
  if (period === 'weekend') return { time: dayFrom(now, -((now.getUTCDay() + 7 - 6) % 7 || 7)) };
  if (period === 'week') return { time: dayFrom(now, -7) };
  if (period === 'month') return { time: spread ? monthsFrom(now, -1) : monthsFrom(now, -1).slice(0, 7) };
  if (period === 'year') return { time: spread ? monthsFrom(now, -12) : String(now.getUTCFullYear() - 1) };
  return { time: dayFrom(now, -1) };
}

/** "the year before last" */
export function beforeLast(period = '', now: Date): Reading {
  const year = now.getUTCFullYear();
  if (/year/i.test(period)) return { time: String(year - 2) };
  if (/month/i.test(period)) return { time: monthsFrom(now, -2).slice(0, 7) };
  if (/week/i.test(period)) return { time: dayFrom(now, -14) };
  const { time } = season(period, undefined, now);
  return { time: `${Number(time.slice(0, 4)) - 1}${time.slice(4)}` };
}

export function thisPeriod(period = '', now: Date): Reading {
  if (/week$/i.test(period)) return { time: dayFrom(now, -((now.getUTCDay() + 6) % 7)) };
  if (/weekend/i.test(period)) return { time: dayFrom(now, (6 - now.getUTCDay() + 7) % 7) };
  return { time: dayFrom(now, 0).slice(0, /month/i.test(period) ? 7 : 4) };
}

export function nextPeriod(period = '', now: Date): Reading {
  if (/weekend/i.test(period)) return { time: dayFrom(now, ((6 - now.getUTCDay() + 7) % 7) + 7), future: true };
  if (/week/i.test(period)) return { time: dayFrom(now, 7), future: true };
  if (/month/i.test(period)) return { time: monthsFrom(now, 1).slice(0, 7), future: true };
  return { time: String(now.getUTCFullYear() + 1), future: true };
}

export function inFuture(match: RegExpMatchArray, now: Date, text: string): Reading | undefined {
  const before = text.slice(Math.max(0, match.index! - 80), match.index);
  if (
    /\b(?:lost|gained|weight|dropped|had|improved|times|pounds|lbs|kg|slept|eaten|hasn't|haven't|not)\b[^.]*$/i.test(
      before,
    )
  )
    return { time: shift(now, -countOf(match[1]), match[2] ?? 'd'), duration: true };
  return { time: shift(now, countOf(match[1]), match[2] ?? 'd'), future: true };
}

export function fromNow(match: RegExpMatchArray, now: Date): Reading | undefined {
  const parts = /^(.*?)[\s-]+(days?|weeks?|months?|years?)/i.exec(match[0]);
  return parts ? { time: shift(now, countOf(parts[1]), parts[2] ?? 'd'), future: true } : undefined;
}

export function weekday(match: RegExpMatchArray, now: Date, text: string): Reading | undefined {
  const prefix = (match[1] ?? '').toLowerCase();
  const word = match[2] ?? '';
  if (prefix === 'every') return undefined;
  if (word.length < 5 && !prefix && !/^[A-Z]/.test(word)) return undefined;
  if (/^(?:sat|sun|wed|mon)$/i.test(word) && !/^(?:last|this|next|on|since)/.test(prefix)) return undefined;
  const target = DAYS.split('|').findIndex((day) => day.startsWith(word.toLowerCase().slice(0, 3)));
  const today = now.getUTCDay();
  const back = (today - target + 7) % 7 || 7;
  const ahead = (target - today + 7) % 7 || 7;
  if (prefix === 'next') {
    const sameWeek = (target + 6) % 7 > (today + 6) % 7;
    return { time: dayFrom(now, sameWeek ? ahead + 7 : ahead), future: true };
  }
  const clause = text.slice(Math.max(0, match.index! - 70), match.index! + match[0].length + 20);
  const future =
    /coming|^this$|^by$|^until$|^starting$/.test(prefix) ||
    (prefix !== 'last' &&
      prefix !== 'since' &&
      prefix !== 'this past' &&
      speaksOfFuture(clause, text.slice(0, match.index)));
  return future ? { time: dayFrom(now, ahead), future: true } : { time: dayFrom(now, -back) };
}

export function yearOnly(year: string | undefined, now: Date): Reading | undefined {
  return Number(year) <= now.getUTCFullYear() + 5 ? { time: year ?? '' } : undefined;
}
