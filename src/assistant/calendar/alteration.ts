/**
 * A change to what comes again: which of its occasions (of which weekdays, from a day, before a day), and what becomes of
 * them (another weekday, hour, length, name, place, or none). The series is cut into pieces that together are what was asked.
 *
 * Invariant: an occasion that was not chosen is the same before and after, and so are the end of the series and what was
 * moved by itself.
 */
import { ConsiliumError } from '../../kernel/index.ts';
import { addDays, addMinutes, type Day, minutesBetween, momentOf, weekdayOf } from '../wall.ts';
import type { CalendarEvent } from './event.ts';
import { startsOf } from './recurrence.ts';
import { parseRule } from './rule.ts';
import { carriedOn, endedBefore, partsOf } from './series.ts';

/** Which occasions; without any bound all of them. */
export interface Chosen {
  /** 0 is Monday. */
  readonly weekdays?: readonly number[] | undefined;
  readonly from?: Day | undefined;
  /** Exclusive. */
  readonly before?: Day | undefined;
}

export interface Become {
  readonly gone?: true | undefined;
  /** The weekday of the same week that they go to. */
  readonly weekday?: number | undefined;
  /** 19:00, on the wall of the event's own zone. */
  readonly clock?: string | undefined;
  /** Minutes from where they are. */
  readonly by?: number | undefined;
  /** How long they are. */
  readonly minutes?: number | undefined;
  /** How much longer. */
  readonly longer?: number | undefined;
  readonly title?: string | undefined;
  readonly location?: string | undefined;
}

export interface Altered {
  /** What the series is now, in order: the first goes on under its old name. Empty where nothing is left. */
  readonly pieces: readonly { readonly event: CalendarEvent; readonly changed: boolean }[];
  /** Occasions that were left out and are none any more. */
  readonly released: readonly string[];
}

const NAMES = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'];
const FAR = '9999-12-31T00:00';

export function alterSeries(event: CalendarEvent, chosen: Chosen, become: Become): Altered {
  const { from, before: end } = chosen;
  const earlier = from === undefined ? undefined : endedBefore(event, from);
  const rest = from === undefined ? event : carriedOn(event, from);
  const within = rest === undefined || end === undefined ? rest : endedBefore(rest, end);
  if (within === undefined)
    throw new ConsiliumError('OCCASION_UNKNOWN', `"${event.title}" does not take place ${sayBounds(chosen)}.`);
  const later = end === undefined ? undefined : carriedOn(rest!, end);
  const { pieces, released } = alterWithin(within, chosen, become);
  const kept = (one: CalendarEvent | undefined) => (one === undefined ? [] : [{ event: one, changed: false }]);
  return { pieces: [...kept(earlier), ...pieces, ...kept(later)], released };
}

function sayBounds({ from, before }: Chosen): string {
  return [from && `from ${from} on`, before && `before ${before}`].filter(Boolean).join(' and ') || 'any more';
}

function alterWithin(event: CalendarEvent, chosen: Chosen, become: Become): Altered {
  const days = weekdaysOf(event);
  const asked = chosen.weekdays ?? [];
  const missing = asked.filter((day) => days?.includes(day) !== true);
  if (missing.length > 0)
    throw new ConsiliumError('OCCASION_UNKNOWN', `"${event.title}" does not take place on ${sayDays(missing)}.`, {
      ...(days !== undefined && { hint: `It is on ${sayDays(days)}.` }),
    });
  const others = asked.length === 0 ? [] : days!.filter((day) => !asked.includes(day));
  if (others.length === 0)
    return become.gone
      ? { pieces: [], released: [] }
      : changedPiece(event, asked.length > 0 ? asked : days, chosen, become);
  const kept = { event: onDays(event, others), changed: false };
  if (become.gone) return { pieces: [kept], released: [] };
  if (become.weekday !== undefined && others.includes(become.weekday) && become.clock === undefined)
    throw new ConsiliumError('TWICE_A_DAY', `"${event.title}" is on ${sayDays([become.weekday])} already.`, {
      hint: 'Say the hour too, if it shall be twice on that day.',
    });
  const { pieces, released } = changedPiece(onDays(event, asked), asked, chosen, become);
  const [changed] = pieces;
  const isSameHour = changed!.event.start.slice(11) === kept.event.start.slice(11);
  // A count is of one of them, and none of both.
  const isCounted = endOf(event.rule!).some((part) => /^COUNT/i.test(part));
  const isPlain =
    !isCounted && [become.minutes, become.longer, become.title, become.location].every((one) => one === undefined);
  return isSameHour && isPlain
    ? { pieces: [{ event: joined(kept.event, changed!.event), changed: true }], released }
    : { pieces: [kept, changed!], released };
}

/** Of which weekdays it is, where its rule says so and nothing but that. */
export function weekdaysOf({ rule, start }: CalendarEvent): number[] | undefined {
  const parsed = rule === undefined ? undefined : parseRule(rule);
  if (parsed === undefined || !['WEEKLY', 'DAILY'].includes(parsed.freq)) return undefined;
  const { BYDAY, BYMONTHDAY, BYSETPOS, BYYEARDAY, BYWEEKNO } = parsed.parts;
  if ([BYMONTHDAY, BYSETPOS, BYYEARDAY, BYWEEKNO].some((part) => part.length > 0)) return undefined;
  if (parsed.freq === 'DAILY' && parsed.interval > 1) return undefined;
  if (BYDAY.length > 0) return BYDAY.map((day) => NAMES.indexOf(day.slice(-2))).toSorted((one, other) => one - other);
  return parsed.freq === 'DAILY' ? NAMES.map((_, day) => day) : [weekdayOf(start)];
}

const FULL = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

export function sayDays(days: readonly number[]): string {
  const names = days.map((day) => `${FULL[day]}s`);
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}

/** The series on some of its weekdays only: of a count as many as fell on them. */
function onDays(event: CalendarEvent, days: readonly number[]): CalendarEvent {
  const isOf = (when: string) => days.includes(weekdayOf(when));
  const rule = withDays(event.rule!, days);
  const isCounted = Boolean(parseRule(rule)?.count);
  const own = isCounted ? [...startsOf(event, event.start, FAR)].filter(isOf) : firstOf({ ...event, rule });
  if (own.length === 0)
    throw new ConsiliumError('OCCASION_UNKNOWN', `"${event.title}" does not take place on ${sayDays(days)} any more.`);
  return {
    ...placedAt({ ...event, rule: isCounted ? withCount(rule, own.length) : rule }, own[0]!),
    except: event.except.filter(isOf),
    moved: Object.fromEntries(Object.entries(event.moved).filter(([occasion]) => isOf(occasion))),
  };
}

function firstOf(event: CalendarEvent): string[] {
  for (const start of startsOf(event, event.start, FAR)) return [start];
  return [];
}

function withCount(rule: string, count: number): string {
  return [...partsOf(rule, ['COUNT']), `COUNT=${count}`].join(';');
}

function withDays(rule: string, days: readonly number[]): string {
  const names = days.toSorted((one, other) => one - other).map((day) => NAMES[day]);
  return ['FREQ=WEEKLY', ...partsOf(rule, ['FREQ', 'BYDAY']), `BYDAY=${names.join(',')}`].join(';');
}

/** The same, beginning at another of its times. */
function placedAt(event: CalendarEvent, start: string): CalendarEvent {
  return { ...event, start, end: addMinutes(start, minutesBetween(event.start, event.end)).slice(0, start.length) };
}

function changedPiece(
  event: CalendarEvent,
  days: readonly number[] | undefined,
  chosen: Chosen,
  become: Become,
): Altered {
  const { event: onDay, released } =
    become.weekday === undefined ? { event, released: [] } : onWeekday(event, days, become.weekday, chosen);
  const timed = atClock(onDay, become);
  const length = become.minutes ?? minutesBetween(timed.start, timed.end) + (become.longer ?? 0);
  if (length <= 0) throw new ConsiliumError('LENGTH_IMPOSSIBLE', `"${event.title}" would end before it begins.`);
  const { title = timed.title, location = timed.location } = become;
  const end = addMinutes(timed.start, length).slice(0, timed.start.length);
  return {
    pieces: [{ event: { ...timed, end, title, ...(location !== undefined && { location }) }, changed: true }],
    released,
  };
}

function onWeekday(
  event: CalendarEvent,
  days: readonly number[] | undefined,
  weekday: number,
  { from = '' }: Chosen,
): { event: CalendarEvent; released: readonly string[] } {
  const [day, ...others] = days ?? [];
  if (day === undefined || others.length > 0)
    throw new ConsiliumError('RHYTHM_UNKEPT', `"${event.title}" is on ${sayDays(days ?? [])}; nothing was moved.`, {
      hint: `Say which of them goes to ${FULL[weekday]}.`,
    });
  const shift = weekday - day;
  const rule = withDays(event.rule!, [weekday]);
  const to = (when: string) => `${addDays(when, shift)}${when.slice(10)}`;
  const moved = Object.fromEntries(Object.entries(event.moved).map(([occasion, one]) => [to(occasion), one]));
  const begun = placedAt({ ...event, rule, except: [], moved }, to(event.start));
  const count = parseRule(rule)?.count ?? 0;
  let early = 0;
  for (const start of startsOf(begun, begun.start, FAR)) {
    if (start.slice(0, 10) < from) {
      early++;
      continue;
    }
    const counted = { ...begun, rule: count === 0 ? rule : withCount(rule, count - early) };
    return { event: placedAt(counted, start), released: event.except.filter((one) => isStart(event, one)) };
  }
  throw new ConsiliumError('OCCASION_UNKNOWN', `"${event.title}" ends before the first ${FULL[weekday]}.`);
}

function isStart(event: CalendarEvent, start: string): boolean {
  for (const one of startsOf(event, start, start)) if (one === start) return true;
  return false;
}

/** At another hour: what was left out stays left out, what was moved by itself stays where it was put. */
function atClock(event: CalendarEvent, { clock, by }: Become): CalendarEvent {
  if (clock === undefined && by === undefined) return event;
  const { rule, start } = event;
  if ((parseRule(rule!)?.parts.BYHOUR.length ?? 0) > 1)
    throw new ConsiliumError('RHYTHM_UNKEPT', `"${event.title}" comes several times a day; nothing was moved.`);
  if (start.length === 10 && by !== undefined)
    throw new ConsiliumError('HOUR_UNSET', `"${event.title}" has a day and no hour, so I cannot move it by minutes.`);
  const hour = clock ?? addMinutes(start, by!).slice(11);
  if (by !== undefined && addMinutes(start, by).slice(0, 10) !== start.slice(0, 10))
    throw new ConsiliumError('OTHER_DAY', `"${event.title}" would be on another day then; nothing was moved.`, {
      hint: 'Say the weekday and the hour that it shall be at.',
    });
  const to = (when: string) => `${when.slice(0, 10)}T${hour}`;
  const length = start.length === 10 ? 60 : minutesBetween(start, event.end);
  return {
    ...event,
    rule: partsOf(rule!, ['BYHOUR', 'BYMINUTE']).join(';'),
    start: to(start),
    end: addMinutes(to(start), length),
    except: event.except.map(to),
    moved: Object.fromEntries(Object.entries(event.moved).map(([occasion, one]) => [to(occasion), one])),
  };
}

/** Two series of one hour as one. */
function joined(one: CalendarEvent, other: CalendarEvent): CalendarEvent {
  const days = [...new Set([...weekdaysOf(one)!, ...weekdaysOf(other)!])];
  const first = one.start <= other.start ? one : other;
  const length = momentOf(one.end, 'UTC') - momentOf(one.start, 'UTC');
  return {
    ...one,
    rule: withDays(one.rule!, days),
    start: first.start,
    end: addMinutes(first.start, length / 60_000).slice(0, first.start.length),
    except: [...one.except, ...other.except],
    moved: { ...one.moved, ...other.moved },
  };
}

/** The end of a rule as it stands, for another rule that says none. */
export function endOf(rule: string): string[] {
  return rule.split(';').filter((part) => /^(?:UNTIL|COUNT)=/i.test(part));
}
