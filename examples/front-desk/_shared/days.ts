/** Days as people say them, and as "2026-11-16". */
import { currentAgent, type State } from 'consilium/kernel';

export const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'] as const;
export type Weekday = (typeof WEEKDAYS)[number];

const MONTHS = 'january february march april may june july august september october november december'.split(' ');
const DAY_MS = 24 * 60 * 60 * 1000;

/** The minute it is at the desk, "2026-11-16T09:00". The state's `now` stands in for the clock in tests. */
export function nowAt(state: State): string {
  const given = state.get('now');
  if (typeof given === 'string') return given;
  return new Date(currentAgent().clock.now()).toLocaleString('sv-SE').slice(0, 16).replace(' ', 'T');
}

export function addDays(date: string, days: number): string {
  return new Date(Date.parse(date) + days * DAY_MS).toISOString().slice(0, 10);
}

export function weekdayOf(date: string): Weekday {
  return WEEKDAYS[new Date(date).getUTCDay()]!;
}

/** The day that a sentence is about: "tomorrow", "on Friday", "16 November", "2026-11-16". The next such day. */
export function findDay(text: string, today: string): string | undefined {
  // "Sore since Sunday" is about the past.
  const said = text.toLowerCase().replace(/\b(since|last)\s+(\w+day|night|week)\b/g, '');
  const written = /\b\d{4}-\d\d-\d\d\b/.exec(said)?.[0];
  if (written !== undefined && !Number.isNaN(Date.parse(written))) return written;
  if (/\bday after tomorrow\b/.test(said)) return addDays(today, 2);
  if (/\btomorrow\b/.test(said)) return addDays(today, 1);
  if (/\b(today|tonight|this (morning|afternoon|evening))\b/.test(said)) return today;
  return (
    findDate(said, today) ?? findWeekday(said, today) ?? (/\bnext week\b/.test(said) ? nextMonday(today) : undefined)
  );
}

function findDate(said: string, today: string): string | undefined {
  const month = `(${MONTHS.map((name) => `${name.slice(0, 3)}(?:${name.slice(3)})?`).join('|')})`;
  const day = '(\\d{1,2})(?:st|nd|rd|th)?';
  const found = new RegExp(`\\b${day} (?:of )?${month}\\b|\\b${month} ${day}\\b`).exec(said);
  if (found === null) return undefined;
  const number = Number(found[1] ?? found[4]);
  const index = MONTHS.findIndex((name) => name.startsWith((found[2] ?? found[3])!.slice(0, 3)));
  for (const year of [Number(today.slice(0, 4)), Number(today.slice(0, 4)) + 1]) {
    const date = new Date(Date.UTC(year, index, number));
    const text = date.toISOString().slice(0, 10);
    if (date.getUTCMonth() === index && text >= today) return text;
  }
  return undefined;
}

function findWeekday(said: string, today: string): string | undefined {
  const found = /\b(sun|mon|tues|wednes|thurs|fri|satur)days?\b/.exec(said)?.[1];
  if (found === undefined) return undefined;
  const wanted = WEEKDAYS.findIndex((name) => name.startsWith(found));
  const ahead = (wanted - WEEKDAYS.indexOf(weekdayOf(today)) + 7) % 7;
  return addDays(today, ahead);
}

function nextMonday(today: string): string {
  return addDays(today, (8 - WEEKDAYS.indexOf(weekdayOf(today))) % 7 || 7);
}

/** "Monday 16 November", with what the day is to today where that is clearer. */
export function sayDay(date: string, today?: string): string {
  const weekday = weekdayOf(date);
  const month = MONTHS[Number(date.slice(5, 7)) - 1]!;
  const day = `${capital(weekday)} ${Number(date.slice(8))} ${capital(month)}`;
  if (date === today) return `today, ${day}`;
  return today !== undefined && date === addDays(today, 1) ? `tomorrow, ${day}` : day;
}

/** "today", "tomorrow", "on Friday 20 November": as a part of a sentence. */
export function onDay(date: string, today: string): string {
  if (date === today) return 'today';
  return date === addDays(today, 1) ? 'tomorrow' : `on ${sayDay(date)}`;
}

export function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
