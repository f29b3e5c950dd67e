/** Recurrence, by ical.js on wall times: it knows the rules, we know the zones. Expansion is bounded. */
import ICAL from 'ical.js';
import { addMinutes, minutesBetween, momentOf } from '../wall.ts';
import type { CalendarEvent, Occasion } from './event.ts';

/** A rule without end is walked at most so far; a day a minute for two months. */
const MOST_STEPS = 100_000;
const MOST_OCCASIONS = 2_000;

export function checkRule(rule: string): boolean {
  try {
    const recur = ICAL.Recur.fromString(rule);
    // Every second of every day is not a calendar's business.
    return recur.freq !== undefined && !['SECONDLY', 'MINUTELY'].includes(recur.freq) && (recur.interval ?? 1) >= 1;
  } catch {
    return false;
  }
}

/** The occasions that touch the span from `from` to `to`, in order. */
export function expand(id: string, event: CalendarEvent, from: number, to: number): Occasion[] {
  const length = minutesBetween(event.start, event.end);
  const found: Occasion[] = [];
  const take = (start: string): boolean => {
    const moved = event.moved[start];
    const occasion = makeOccasion(id, event, start, moved?.start ?? start, moved?.end ?? endOf(start, length), moved?.title);
    if (!event.except.includes(start) && occasion.to > from && occasion.from < to) found.push(occasion);
    return found.length < MOST_OCCASIONS;
  };
  if (event.rule === undefined) take(event.start);
  else {
    for (const start of startsOf(event, to)) if (!take(start)) break;
    // A moved occasion may lie in the span though its own day does not.
    for (const start of Object.keys(event.moved)) if (!found.some(({ occasion }) => occasion === start)) take(start);
  }
  return found.toSorted((one, other) => one.from - other.from);
}

/** The starts that the rule gives, up to a moment. */
function* startsOf(event: CalendarEvent, to: number): Generator<string> {
  const walk = ICAL.Recur.fromString(event.rule!).iterator(ICAL.Time.fromString(toIcal(event.start), undefined as never));
  for (let step = 0; step < MOST_STEPS; step++) {
    const next = walk.next();
    if (!next) return;
    const start = next.toString().slice(0, event.start.length);
    if (momentOf(start, event.zone) >= to) return;
    yield start;
  }
}

export function isOccasion(event: CalendarEvent, start: string): boolean {
  if (event.rule === undefined) return start === event.start;
  for (const one of startsOf(event, momentOf(start, event.zone) + 1)) if (one === start) return !event.except.includes(start);
  return false;
}

function makeOccasion(id: string, event: CalendarEvent, occasion: string, start: string, end: string, title: string | undefined): Occasion {
  const { zone, location, notes } = event;
  return {
    event: id,
    occasion,
    title: title ?? event.title,
    start,
    end,
    zone,
    from: momentOf(start, zone),
    to: momentOf(end, zone),
    isDay: start.length === 10,
    recurs: event.rule !== undefined,
    ...(location !== undefined && { location }),
    ...(notes !== undefined && { notes }),
  };
}

function endOf(start: string, minutes: number): string {
  return addMinutes(start, minutes).slice(0, start.length);
}

function toIcal(when: string): string {
  return when.length === 10 ? when : `${when}:00`;
}
