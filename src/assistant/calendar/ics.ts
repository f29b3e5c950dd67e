/**
 * iCalendar in and out. What comes in is somebody else's text: it is bounded, parsed to data, and what is not an event
 * that we can keep is counted and left out. Zones are taken by name; a zone that nobody knows is read by what the file says of
 * it, or becomes the person's own, and that is told.
 */
import ICAL from 'ical.js';
import { ConsiliumError, isZone } from '../../kernel/index.ts';
import { addDays, addMinutes, isWhen, minutesBetween } from '../wall.ts';
import { type CalendarEvent, eventSchema } from './event.ts';
import { clean, cleanLines, toWall, zoneOf } from './ics-text.ts';
import { type ReadTodo, readTodos } from './ics-todos.ts';
import { oftenAYear } from './recurrence.ts';
import { writeZone } from './timezone.ts';

export const MOST_ICS_BYTES = 2 * 1024 * 1024;
const MOST_EVENTS = 5_000;
/** Of one event; more and it is not understood. */
const MOST_EXCEPTIONS = 2_000;
/** Occasions of all events of a file, or of a calendar, in a year, counted by their rules before any is looked for. */
export const MOST_A_YEAR = 50_000;

export interface ReadIcs {
  readonly events: readonly CalendarEvent[];
  /** What was left out, and why. */
  readonly skipped: Readonly<Record<string, number>>;
  /** What was left out by its name, as far as it has one. */
  readonly left: readonly string[];
  /** Things to do: they are no events, and are kept as todos. */
  readonly todos: readonly ReadTodo[];
  /** Zones that nobody knows, whose times were taken as the person's own. */
  readonly zones: readonly string[];
}

export function readIcs(text: string, zone: string, source: string): ReadIcs {
  if (Buffer.byteLength(text) > MOST_ICS_BYTES)
    throw new ConsiliumError('ICS_TOO_LARGE', `A calendar file may have at most ${MOST_ICS_BYTES / 1024 / 1024} MB.`, {
      hint: 'Export a shorter span of time.',
    });
  const calendar = parse(text);
  const components = calendar.getAllSubcomponents('vevent');
  if (components.length > MOST_EVENTS)
    throw new ConsiliumError(
      'ICS_TOO_LARGE',
      `A calendar file may have at most ${MOST_EVENTS} events; this one has ${components.length}.`,
    );
  const skipped: Record<string, number> = {};
  const left: string[] = [];
  const leaveOut = (component: ICAL.Component, why: string) => {
    leave(skipped, why);
    left.push(nameOf(component));
  };
  const whole = new Map<string, CalendarEvent>();
  let yearly = 0;
  const single: ICAL.Component[] = [];
  for (const component of components) {
    if (component.getFirstProperty('recurrence-id')) single.push(component);
    else {
      const event = readEvent(component, zone, source);
      const often = typeof event === 'string' ? 0 : oftenAYear(event);
      if (typeof event === 'string') leaveOut(component, event);
      else if (yearly + often > MOST_A_YEAR)
        leaveOut(component, `beyond the ${MOST_A_YEAR} occasions a year of a file`);
      else {
        yearly += often;
        whole.set(event.uid, event);
      }
    }
  }
  for (const component of single)
    if (!addOccasion(whole, component)) leaveOut(component, 'occasion of an event that is not here');
  const todos = readTodos(calendar, zone, source, leaveOut);
  for (const component of calendar.getAllSubcomponents())
    if (!READ.has(component.name)) leaveOut(component, `no event and no todo (${component.name})`);
  return {
    events: [...whole.values()],
    todos,
    skipped,
    left: [...new Set(left.filter(Boolean))].slice(0, MOST_REASONS),
    zones: [...unknownZones(calendar, components)],
  };
}

const READ = new Set(['vevent', 'vtodo', 'vtimezone']);

const nameOf = (component: ICAL.Component) => clean(String(component.getFirstPropertyValue('summary') ?? ''), 80);

/** Reasons that name an event are many; beyond some they are counted together. */
function leave(skipped: Record<string, number>, why: string): void {
  const named = why in skipped || Object.keys(skipped).length < MOST_REASONS ? why : 'more that were not understood';
  skipped[named] = (skipped[named] ?? 0) + 1;
}

const MOST_REASONS = 20;

function parse(text: string): ICAL.Component {
  try {
    const parsed: unknown = ICAL.parse(text);
    const component = new ICAL.Component(parsed as never);
    if (component.name === 'vcalendar') return component;
  } catch {}
  throw new ConsiliumError('ICS_INVALID', 'This is not a calendar file (iCalendar).');
}

/** The event, or why it cannot be kept. */
function readEvent(component: ICAL.Component, zone: string, source: string): CalendarEvent | string {
  try {
    // Without this it looks through the whole file for its exceptions, once for each event of it.
    const event = new ICAL.Event(component, { exceptions: [] });
    if (String(component.getFirstPropertyValue('status') ?? '').toUpperCase() === 'CANCELLED') return 'cancelled';
    if (!event.startDate) return 'without a start';
    const name = clean(event.summary ?? '', 60) || 'without a title';
    const [begins, ends] = ['dtstart', 'dtend'].map((which) => writtenAt(component, which));
    if ([begins, ends].some((when) => when !== undefined && !isWhen(when)))
      return `with a date that there is not: "${name}"`;
    if (begins && ends && ends < begins && sameZone(component)) return `that ends before it begins: "${name}"`;
    const own = zoneOf(event.startDate, zone);
    const start = toWall(event.startDate, own);
    const rule = component.getFirstPropertyValue('rrule');
    const read = eventSchema.safeParse({
      uid: event.uid || `${source}#${start}#${event.summary ?? ''}`.slice(0, 300),
      title: clean(event.summary ?? '', 500) || 'Without a title',
      start,
      end: endOf(event, start, own),
      zone: own,
      ...(rule && { rule: String(rule) }),
      except: component
        .getAllProperties('exdate')
        .slice(0, MOST_EXCEPTIONS + 1)
        .flatMap((property) =>
          property.getValues().map((time) => toWall(time as ICAL.Time, own).slice(0, start.length)),
        ),
      ...(event.location && { location: clean(event.location, 500) }),
      ...(event.description && { notes: cleanLines(event.description, 10_000) }),
      ...(transparency(component) !== undefined && { busy: transparency(component) }),
      remind: component.getAllSubcomponents('valarm').flatMap(readAlarm).slice(0, 10),
      source,
    });
    return read.success ? read.data : `not understood (${read.error.issues[0]?.path.join('.') || 'event'})`;
  } catch {
    return 'not understood';
  }
}

/** Whether the file says that it takes time. */
function transparency(component: ICAL.Component): boolean | undefined {
  const said = String(component.getFirstPropertyValue('transp') ?? '').toUpperCase();
  return said === 'TRANSPARENT' ? false : said === 'OPAQUE' ? true : undefined;
}

/** A time as it is written, before anybody bends what there is not to what there is. */
function writtenAt(component: ICAL.Component, name: string): string | undefined {
  const written: unknown = component.getFirstProperty(name)?.toJSON()[3];
  return typeof written === 'string' ? written.slice(0, written.length > 10 ? 16 : 10) : undefined;
}

function sameZone(component: ICAL.Component): boolean {
  const zones = ['dtstart', 'dtend'].map((name) => {
    const property = component.getFirstProperty(name);
    return `${property?.getFirstParameter('tzid') ?? ''} ${String(property?.toJSON()[3]).endsWith('Z')}`;
  });
  return zones[0] === zones[1];
}

function endOf(event: ICAL.Event, start: string, zone: string): string {
  const end = event.endDate ? toWall(event.endDate, zone).slice(0, start.length) : start;
  if (end > start) return end;
  return start.length === 10 ? addDays(start, 1) : addMinutes(start, 30);
}

function readAlarm(alarm: ICAL.Component): number[] {
  const trigger = alarm.getFirstPropertyValue('trigger');
  if (!(trigger instanceof ICAL.Duration)) return [];
  const minutes = Math.round(-trigger.toSeconds() / 60);
  return minutes >= 0 && minutes <= 60 * 24 * 60 ? [minutes] : [];
}

function addOccasion(events: Map<string, CalendarEvent>, component: ICAL.Component): boolean {
  const occasion = new ICAL.Event(component, { exceptions: [] });
  const event = events.get(occasion.uid);
  const at = component.getFirstPropertyValue('recurrence-id');
  if (event === undefined || !(at instanceof ICAL.Time)) return false;
  const key = toWall(at, event.zone).slice(0, event.start.length);
  const start = toWall(occasion.startDate, event.zone).slice(0, event.start.length);
  const title = clean(occasion.summary ?? '', 500);
  const moved = {
    start,
    end: endOf(occasion, start, event.zone),
    ...(title !== '' && title !== event.title && { title }),
  };
  if (moved.start.length !== event.start.length) return false;
  event.moved[key] = moved;
  return true;
}

/** Named at a start, known to nobody, and not told in the file either. */
function unknownZones(calendar: ICAL.Component, components: readonly ICAL.Component[]): Set<string> {
  const told = new Set(calendar.getAllSubcomponents('vtimezone').map((one) => one.getFirstPropertyValue('tzid')));
  const named = components.flatMap((component) => {
    const name = component.getFirstProperty('dtstart')?.getFirstParameter('tzid');
    return name && !isZone(name) && !told.has(name) ? [clean(name, 80)] : [];
  });
  return new Set(named.slice(0, 100));
}

export function writeIcs(events: readonly CalendarEvent[], now: number): string {
  const calendar = new ICAL.Component('vcalendar');
  calendar.updatePropertyWithValue('version', '2.0');
  calendar.updatePropertyWithValue('prodid', '-//Consilium//Calendar//EN');
  const years = Map.groupBy(
    events.filter(({ start, zone }) => start.length > 10 && zone !== 'UTC'),
    ({ zone }) => zone,
  );
  for (const [zone, own] of years)
    calendar.addSubcomponent(writeZone(zone, Math.min(...own.map(({ start }) => Number(start.slice(0, 4)))) - 1));
  for (const event of events) for (const component of writeEvent(event, now)) calendar.addSubcomponent(component);
  return `${calendar.toString()}\r\n`;
}

/** What is ours of an event; everything else that a server's version has (who is invited, colours) stays. */
const OURS = [
  'dtstamp',
  'summary',
  'dtstart',
  'dtend',
  'duration',
  'rrule',
  'exdate',
  'location',
  'description',
  'transp',
];

export function mergeIcs(theirs: string | undefined, event: CalendarEvent, now: number): string {
  if (theirs === undefined) return writeIcs([event], now);
  const calendar = parse(theirs);
  const [base, ...moved] = writeEvent(event, now);
  const own = calendar.getAllSubcomponents('vevent').filter((one) => one.getFirstPropertyValue('uid') === event.uid);
  const kept = own.find((one) => !one.getFirstProperty('recurrence-id'));
  if (kept === undefined || base === undefined) return writeIcs([event], now);
  for (const name of OURS) {
    kept.removeAllProperties(name);
    for (const property of base.getAllProperties(name)) kept.addProperty(new ICAL.Property(property.toJSON()));
  }
  kept.removeAllSubcomponents('valarm');
  for (const alarm of base.getAllSubcomponents('valarm')) kept.addSubcomponent(new ICAL.Component(alarm.toJSON()));
  for (const one of own) if (one !== kept) calendar.removeSubcomponent(one);
  for (const one of moved) calendar.addSubcomponent(one);
  return `${calendar.toString()}\r\n`;
}

function writeEvent(event: CalendarEvent, now: number): ICAL.Component[] {
  const base = makeComponent(event, event.start, event.end, event.title, now);
  if (event.rule !== undefined) base.updatePropertyWithValue('rrule', ICAL.Recur.fromString(event.rule));
  for (const start of event.except) addTime(base, 'exdate', start, event.zone);
  for (const minutes of event.remind) {
    const alarm = new ICAL.Component('valarm');
    alarm.updatePropertyWithValue('action', 'DISPLAY');
    alarm.updatePropertyWithValue('description', event.title);
    alarm.updatePropertyWithValue('trigger', ICAL.Duration.fromSeconds(-minutes * 60));
    base.addSubcomponent(alarm);
  }
  const moved = Object.entries(event.moved).map(([at, { start, end, title }]) => {
    const component = makeComponent(event, start, end, title ?? event.title, now);
    addTime(component, 'recurrence-id', at, event.zone);
    return component;
  });
  return [base, ...moved];
}

function makeComponent(event: CalendarEvent, start: string, end: string, title: string, now: number): ICAL.Component {
  const component = new ICAL.Component('vevent');
  component.updatePropertyWithValue('uid', event.uid);
  component.updatePropertyWithValue('dtstamp', ICAL.Time.fromJSDate(new Date(now), true));
  component.updatePropertyWithValue('summary', title);
  addTime(component, 'dtstart', start, event.zone);
  addTime(component, 'dtend', end, event.zone);
  if (event.location !== undefined) component.updatePropertyWithValue('location', event.location);
  if (event.busy !== undefined) component.updatePropertyWithValue('transp', event.busy ? 'OPAQUE' : 'TRANSPARENT');
  if (event.notes !== undefined) component.updatePropertyWithValue('description', event.notes);
  return component;
}

function addTime(component: ICAL.Component, name: string, when: string, zone: string): void {
  const property = new ICAL.Property(name);
  const time = ICAL.Time.fromString(when.length === 10 ? when : `${when}:00${zone === 'UTC' ? 'Z' : ''}`, property);
  property.setValue(time);
  if (when.length > 10 && zone !== 'UTC') property.setParameter('tzid', zone);
  component.addProperty(property);
}

/** How long it lasts, in minutes. */
export function lengthOf({ start, end }: Pick<CalendarEvent, 'start' | 'end'>): number {
  return minutesBetween(start, end);
}
