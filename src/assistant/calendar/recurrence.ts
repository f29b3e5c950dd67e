/** Recurrence on wall times: rule.ts knows the rules, this the zones, exceptions and moved occasions. Expansion is bounded. */
import { addMinutes, minutesBetween, momentOf, wallOf } from '../wall.ts';
import { takesTime } from './days.ts';
import type { CalendarEvent, Occasion } from './event.ts';
import { countAYear } from './frequency.ts';
import { parseRule, walkRule } from './rule.ts';

/** No more of one event are shown at a time. */
const MOST_OCCASIONS = 2_000;

/** What comes more often than each hour of a year is no appointment of anybody's. */
const MOST_A_YEAR = 366 * 24;

export function checkRule(rule: string): boolean {
  const parsed = parseRule(rule);
  return parsed !== undefined && countAYear(parsed) <= MOST_A_YEAR;
}

/** How often an event comes in a year at most, by its rule alone. */
export function oftenAYear({ rule }: Pick<CalendarEvent, 'rule'>): number {
  if (rule === undefined) return 1;
  const known = counted.get(rule);
  if (known !== undefined) return known;
  const parsed = parseRule(rule);
  const often = parsed === undefined ? 1 : countAYear(parsed);
  if (counted.size >= MOST_COUNTED) counted.clear();
  counted.set(rule, often);
  return often;
}

/** Rules are few, and asked for with every look at a calendar. */
const counted = new Map<string, number>();
const MOST_COUNTED = 1_000;

/**
 * The occasions that touch the span from `from` to `to`, in order. A whole day is a date wherever one is: with `seenIn` it is
 * the day of that zone, and does not shift with who looks.
 */
export function expand(id: string, kept: CalendarEvent, from: number, to: number, seenIn?: string): Occasion[] {
  const event = seenIn === undefined || kept.start.length > 10 ? kept : { ...kept, zone: seenIn };
  const length = minutesBetween(event.start, event.end);
  const found: Occasion[] = [];
  const take = (start: string): boolean => {
    const moved = event.moved[start];
    const end = moved?.end ?? endOf(start, length);
    const occasion = makeOccasion(id, event, start, moved?.start ?? start, end, moved?.title);
    if (!event.except.includes(start) && occasion.to > from && occasion.from < to) found.push(occasion);
    return found.length < MOST_OCCASIONS;
  };
  if (event.rule === undefined) take(event.start);
  else {
    // On the wall, with a day to spare: only what may lie in the span is turned into moments.
    const first = addMinutes(wallOf(from, event.zone), -length - DAY_MINUTES);
    for (const start of startsOf(event, first, wallOf(to, event.zone))) if (start >= first && !take(start)) break;
    // A moved occasion may lie in the span though its own day does not.
    for (const start of Object.keys(event.moved)) if (!found.some(({ occasion }) => occasion === start)) take(start);
  }
  return found.toSorted((one, other) => one.from - other.from);
}

const DAY_MINUTES = 24 * 60;

/** The starts that the rule gives, from a wall time (or a little before) up to another. */
export function startsOf(event: CalendarEvent, first: string, last: string): Iterable<string> {
  const rule = parseRule(event.rule!);
  if (rule === undefined) return [];
  // An end in UTC is a moment: on this wall it may be another hour, or day.
  const until = rule.until?.endsWith('Z') ? wallOf(Date.parse(rule.until), event.zone) : rule.until;
  return walkRule({ ...rule, until }, event.start, first, last);
}

/**
 * The occasion of that name as it is now. One event has one, whatever it was called; of a series that was given another
 * rhythm it is the nearest, where it still comes then.
 */
export function occasionOf(id: string, event: CalendarEvent, name: string): Occasion | undefined {
  if (event.rule === undefined) return makeOccasion(id, event, event.start, event.start, event.end, undefined);
  const { start = name, end, title } = event.moved[name] ?? {};
  const until = end ?? endOf(start, minutesBetween(event.start, event.end));
  if (isOccasion(event, name)) return makeOccasion(id, event, name, start, until, title);
  if (event.except.includes(name)) return undefined;
  const at = momentOf(name, event.zone);
  const near = expand(id, event, at - WEEK, at + 5 * WEEK);
  const days = ({ occasion }: Occasion) => minutesBetween(name.slice(0, 10), occasion.slice(0, 10));
  if (!near.some((one) => days(one) >= 0)) return undefined;
  return near.toSorted((one, other) => Math.abs(days(one)) - Math.abs(days(other)))[0];
}

const WEEK = 7 * 24 * 60 * 60 * 1000;

export function isOccasion(event: CalendarEvent, start: string): boolean {
  if (event.rule === undefined) return start === event.start;
  for (const one of startsOf(event, start, start)) if (one === start) return !event.except.includes(start);
  return false;
}

function makeOccasion(
  id: string,
  event: CalendarEvent,
  occasion: string,
  start: string,
  end: string,
  title: string | undefined,
): Occasion {
  const { zone, location, notes } = event;
  const from = momentOf(start, zone);
  // A start that the clocks skip is later than it says; it lasts as long as it would have.
  const isLater = start.length > 10 && wallOf(from, zone) !== start;
  const to = isLater ? from + minutesBetween(start, end) * 60_000 : momentOf(end, zone);
  return {
    event: id,
    occasion,
    title: title ?? event.title,
    start,
    end,
    zone,
    from,
    to,
    isDay: start.length === 10,
    busy: takesTime(event, { title: title ?? event.title, start, end }),
    recurs: event.rule !== undefined,
    ...(location !== undefined && { location }),
    ...(notes !== undefined && { notes }),
  };
}

function endOf(start: string, minutes: number): string {
  return addMinutes(start, minutes).slice(0, start.length);
}
