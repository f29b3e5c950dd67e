/** Recurrence on wall times: rule.ts knows the rules, this the zones, exceptions and moved occasions. Expansion is bounded. */
import { addMinutes, minutesBetween, momentOf, wallOf } from '../wall.ts';
import { takesTime } from './days.ts';
import type { CalendarEvent, Occasion } from './event.ts';
import { candidatesIn, countAYear, stepsOf } from './frequency.ts';
import { parseRule, type Rule, walkRule } from './rule.ts';

/** No more of one event are shown at a time. */
const MOST_OCCASIONS = 2_000;

/** What comes more often than each hour of a year is no appointment of anybody's. */
const MOST_A_YEAR = 366 * 24;

/** Of more times than this in a year (or a month) nobody chooses the third or the last. */
const MOST_CHOSEN_FROM = 1_000;

export function checkRule(rule: string): boolean {
  const parsed = parseRule(rule);
  return parsed !== undefined && countAYear(parsed) <= MOST_A_YEAR && isWalked(parsed);
}

function isWalked(rule: Rule): boolean {
  return rule.parts.BYSETPOS.length === 0 || candidatesIn(rule) <= MOST_CHOSEN_FROM;
}

/** How often an event comes in a year at most, by its rule alone. */
export function oftenAYear({ rule }: Pick<CalendarEvent, 'rule'>): number {
  return weigh(rule).often;
}

/** What a look at an event costs, by its rule alone. */
export function stepsOfLook({ rule }: Pick<CalendarEvent, 'rule'>): number {
  return weigh(rule).steps;
}

interface Weight {
  readonly often: number;
  readonly steps: number;
}

const ONCE: Weight = { often: 1, steps: 1 };

function weigh(rule: string | undefined): Weight {
  const parsed = rule === undefined ? undefined : parseRule(rule);
  if (parsed === undefined) return ONCE;
  let weight = weighed.get(parsed);
  if (weight === undefined) {
    weight = { often: countAYear(parsed), steps: stepsOf(parsed) };
    weighed.set(parsed, weight);
  }
  return weight;
}

const weighed = new WeakMap<Rule, Weight>();

/**
 * The occasions that touch the span from `from` to `to`, in order. A whole day is a date wherever one is: with `seenIn` it is
 * the day of that zone, and does not shift with who looks.
 */
export function expand(
  id: string,
  kept: CalendarEvent,
  from: number,
  to: number,
  seenIn?: string,
  walls = wallsOf(from, to),
): Occasion[] {
  if (isElsewhere(kept, walls(seenIn === undefined || kept.start.length > 10 ? kept.zone : seenIn))) return [];
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
    const { from: begin, to: last } = walls(event.zone);
    const first = addMinutes(begin, -length - DAY_MINUTES);
    for (const start of startsOf(event, first, last)) if (start >= first && !take(start)) break;
    // A moved occasion may lie in the span though its own day does not.
    for (const start of Object.keys(event.moved)) if (!found.some(({ occasion }) => occasion === start)) take(start);
  }
  return found.toSorted((one, other) => one.from - other.from);
}

const DAY_MINUTES = 24 * 60;

/** A span as the walls of each zone show it, with a day to spare on both sides; worked out once for all events of a zone. */
export function wallsOf(from: number, to: number): (zone: string) => Walls {
  const known = new Map<string, Walls>();
  return (zone) => {
    let walls = known.get(zone);
    if (walls === undefined) {
      const [begin, last] = [wallOf(from, zone), wallOf(to, zone)];
      walls = { from: begin, to: last, before: addMinutes(begin, -DAY_MINUTES), after: addMinutes(last, DAY_MINUTES) };
      known.set(zone, walls);
    }
    return walls;
  };
}

interface Walls {
  readonly from: string;
  readonly to: string;
  readonly before: string;
  readonly after: string;
}

/** Once, and not near that time: most of a calendar, told by comparing two texts. */
function isElsewhere({ rule, start, end, moved }: CalendarEvent, { before, after }: Walls): boolean {
  if (start > after) return rule !== undefined ? Object.keys(moved).length === 0 : moved[start] === undefined;
  return rule === undefined && end < before && moved[start] === undefined;
}

/** The starts that the rule gives, from a wall time (or a little before) up to another. */
export function startsOf(event: CalendarEvent, first: string, last: string): Iterable<string> {
  const rule = parseRule(event.rule!);
  if (rule === undefined) return [];
  // Kept before such rules were refused: what it began with is there, the rest is not looked for.
  if (!isWalked(rule)) return event.start <= last ? [event.start] : [];
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
