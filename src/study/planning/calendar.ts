/** iCalendar in and out. What comes in is somebody else's text: bounded, parsed to spans of time, nothing of it kept. */
import ICAL from 'ical.js';
import { ConsiliumError, isZone } from '../../kernel/index.ts';
import { momentIn } from '../days.ts';
import type { StudyPlan } from '../types.ts';

const MOST_BYTES = 2 * 1024 * 1024;
const MOST_EVENTS = 5_000;
/** Of one event that repeats. */
const MOST_TIMES = 2_000;
/** Of all of them, those before the plan begins too. */
const MOST_STEPS = 200_000;

export interface Frame {
  readonly from: number;
  readonly to: number;
  /** Of times that name none. */
  readonly zone: string;
}

/** When the events of a calendar take place within a frame. Cancelled and transparent ones leave the time free. */
export function readBusy(ics: string, frame: Frame): { start: number; end: number }[] {
  if (Buffer.byteLength(ics) > MOST_BYTES)
    throw new ConsiliumError('ICS_TOO_LARGE', 'A calendar file may have at most 2 MB.', {
      hint: 'Export a shorter span of time.',
    });
  const events = parse(ics).getAllSubcomponents('vevent');
  if (events.length > MOST_EVENTS)
    throw new ConsiliumError('ICS_TOO_LARGE', `A calendar file may have at most ${MOST_EVENTS} events.`);
  const moved = movedTimes(events);
  const walk = { left: MOST_STEPS };
  const spans = events.filter(isBusy).flatMap((event) => spansOf(event, frame, moved, walk));
  if (walk.left > 0) return spans;
  throw new ConsiliumError('ICS_TOO_LARGE', 'The events of this calendar file come too often to plan around them.', {
    hint: 'Export a shorter span of time.',
  });
}

function parse(ics: string): ICAL.Component {
  try {
    const component = new ICAL.Component(ICAL.parse(ics) as never);
    if (component.name === 'vcalendar') return component;
  } catch {}
  throw new ConsiliumError('ICS_INVALID', 'This is not a calendar file (iCalendar).');
}

function isBusy(event: ICAL.Component): boolean {
  const word = (name: string) => String(event.getFirstPropertyValue(name) ?? '').toUpperCase();
  return (
    word('status') !== 'CANCELLED' && word('transp') !== 'TRANSPARENT' && event.getFirstProperty('dtstart') !== null
  );
}

/** Occasions of a series that stand for themselves. */
function movedTimes(events: readonly ICAL.Component[]): Set<string> {
  return new Set(
    events.flatMap((event) => {
      const at = event.getFirstPropertyValue('recurrence-id');
      return at instanceof ICAL.Time ? [`${event.getFirstPropertyValue('uid')}|${at.toString().slice(0, 16)}`] : [];
    }),
  );
}

function spansOf(
  component: ICAL.Component,
  frame: Frame,
  moved: ReadonlySet<string>,
  walk: { left: number },
): { start: number; end: number }[] {
  try {
    const event = new ICAL.Event(component);
    const length = Math.max(15 * 60, event.duration.toSeconds()) * 1000;
    const within = (start: number) => start < frame.to && start + length > frame.from;
    const first = toMoment(event.startDate, frame.zone);
    if (!event.isRecurring() || component.getFirstProperty('recurrence-id') !== null)
      return within(first) ? [{ start: first, end: first + length }] : [];
    const spans: { start: number; end: number }[] = [];
    const times = event.iterator();
    for (let count = 0; count < MOST_TIMES * 10 && walk.left > 0; count++) {
      walk.left--;
      const time = times.next();
      if (time === null || time === undefined) break;
      const start = toMoment(time, frame.zone);
      if (start >= frame.to || spans.length >= MOST_TIMES) break;
      if (within(start) && !moved.has(`${event.uid}|${time.toString().slice(0, 16)}`))
        spans.push({ start, end: start + length });
    }
    return spans;
  } catch {
    return [];
  }
}

function toMoment(time: ICAL.Time, zone: string): number {
  if (time.isDate) return momentIn(zone, time.toString().slice(0, 10));
  const named = String((time as unknown as { timezone?: string }).timezone ?? time.zone?.tzid ?? '');
  if (named === 'Z' || named === 'UTC') return time.toUnixTime() * 1000;
  const own = named !== 'floating' && isZone(named) ? named : zone;
  return momentIn(own, time.toString().slice(0, 16));
}

const TITLES = { learn: 'Study', review: 'Review', mock_exam: 'Mock exam' } as const;

/** The plan as a calendar file, its exam as a whole day. The same session keeps its uid. */
export function writePlan(plan: StudyPlan, now: number): string {
  const calendar = new ICAL.Component('vcalendar');
  calendar.updatePropertyWithValue('version', '2.0');
  calendar.updatePropertyWithValue('prodid', '-//Consilium//Study plan//EN');
  const stamp = ICAL.Time.fromJSDate(new Date(now), true);
  const add = (uid: string, summary: string, start: ICAL.Time, end?: ICAL.Time) => {
    const event = new ICAL.Component('vevent');
    event.updatePropertyWithValue('uid', uid);
    event.updatePropertyWithValue('dtstamp', stamp);
    event.updatePropertyWithValue('summary', summary);
    event.updatePropertyWithValue('dtstart', start);
    if (end !== undefined) event.updatePropertyWithValue('dtend', end);
    calendar.addSubcomponent(event);
  };
  const utc = (iso: string) => ICAL.Time.fromJSDate(new Date(iso), true);
  for (const { start, end, topic, kind } of plan.sessions)
    add(
      `${Date.parse(start)}@study.consilium`,
      `${TITLES[kind]}: ${topic.replace(/[\u0000-\u001f]/g, ' ')}`,
      utc(start),
      utc(end),
    );
  add(`exam-${plan.exam_date}@study.consilium`, 'Exam', ICAL.Time.fromDateString(plan.exam_date));
  return `${calendar.toString()}\r\n`;
}
