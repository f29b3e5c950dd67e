/** A series cut in two: what of it comes before a day, and what from that day on. */
import { addDays, momentOf } from '../wall.ts';
import type { CalendarEvent } from './event.ts';
import { startsOf } from './recurrence.ts';
import { parseRule } from './rule.ts';

const FAR = '9999-12-31T00:00';

/** The series up to a day, without it; undefined where nothing is left. */
export function endedBefore(event: CalendarEvent, day: string): CalendarEvent | undefined {
  if (event.rule === undefined || event.start.slice(0, 10) >= day) return undefined;
  // What ends before that day by itself keeps its own end.
  if (carriedOn(event, day) === undefined) return event;
  const { zone, start } = event;
  const last = start.length === 10 ? addDays(day, -1).replaceAll('-', '') : stamp(momentOf(day, zone) - 1_000);
  const earlier = (one: string) => one.slice(0, 10) < day;
  return {
    ...event,
    rule: [...partsOf(event.rule, ['UNTIL', 'COUNT']), `UNTIL=${last}`].join(';'),
    except: event.except.filter(earlier),
    moved: Object.fromEntries(Object.entries(event.moved).filter(([occasion]) => earlier(occasion))),
  };
}

/** The series from a day on, with as many left as there were; undefined where none comes. */
export function carriedOn(event: CalendarEvent, day: string): CalendarEvent | undefined {
  if (event.rule === undefined) return undefined;
  const count = parseRule(event.rule)?.count ?? undefined;
  let before = 0;
  for (const start of startsOf(event, count === undefined ? day : event.start, FAR)) {
    if (start.slice(0, 10) < day) {
      before++;
      continue;
    }
    const later = (one: string) => one.slice(0, 10) >= day;
    const rule =
      count === undefined ? event.rule : [...partsOf(event.rule, ['COUNT']), `COUNT=${count - before}`].join(';');
    const length = momentOf(event.end, 'UTC') - momentOf(event.start, 'UTC');
    const end = new Date(momentOf(start, 'UTC') + length).toISOString().slice(0, start.length);
    const moved = Object.fromEntries(Object.entries(event.moved).filter(([occasion]) => later(occasion)));
    return { ...event, start, end, rule, except: event.except.filter(later), moved };
  }
  return undefined;
}

export const partsOf = (rule: string, without: readonly string[]) =>
  rule.split(';').filter((part) => !without.includes(part.split('=')[0]!.toUpperCase()));

const stamp = (moment: number) => `${new Date(moment).toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`;
