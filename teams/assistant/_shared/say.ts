/** Days and times as one says them. */
import { dayOf, wallOf } from 'consilium/assistant';

// Made once: a list may hold thousands of days.
const PARTS = { timeZone: 'UTC', weekday: 'short', day: 'numeric', month: 'short' } as const;
const SHORT = new Intl.DateTimeFormat('en-GB', PARTS);
const WITH_YEAR = new Intl.DateTimeFormat('en-GB', { ...PARTS, year: 'numeric' });

/** Fri 20 Nov, 15:00. A day alone has no time; this year has no year. */
export function sayWhen(when: string, now?: number): string {
  const day = new Date(`${when.slice(0, 10)}T00:00Z`);
  const isThisYear = now === undefined || new Date(now).getUTCFullYear() === day.getUTCFullYear();
  const said = (isThisYear ? SHORT : WITH_YEAR).format(day);
  return when.length > 10 ? `${said}, ${when.slice(11, 16)}` : said;
}

export function sayMoment(moment: number, zone: string, now?: number): string {
  return sayWhen(wallOf(moment, zone), now);
}

export function sayDay(moment: number, zone: string, now?: number): string {
  return sayWhen(dayOf(moment, zone), now);
}

export function sayList(items: readonly string[]): string {
  if (items.length < 2) return items[0] ?? '';
  return `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`;
}
