/** The things to do of a calendar file (VTODO): no events, and kept where todos are. */
import ICAL from 'ical.js';
import { isWhen, momentOf } from '../wall.ts';
import { clean, cleanLines, toWall, zoneOf } from './ics-text.ts';
import { checkRule } from './recurrence.ts';

export interface ReadTodo {
  readonly title: string;
  readonly due?: string | undefined;
  readonly zone: string;
  readonly rule?: string | undefined;
  readonly priority: 'low' | 'normal' | 'high';
  readonly notes?: string | undefined;
  /** Minutes before it is due; after it negative. */
  readonly remind?: number[] | undefined;
  readonly isDone: boolean;
  /** Where it came from, so that the same is not brought twice. */
  readonly source: string;
}

const MOST_TODOS = 2_000;

/** `leaveOut` is told of each that cannot be kept, and why. */
export function readTodos(
  calendar: ICAL.Component,
  zone: string,
  source: string,
  leaveOut: (component: ICAL.Component, why: string) => void,
): ReadTodo[] {
  return calendar.getAllSubcomponents('vtodo').flatMap((component, at) => {
    const todo = at < MOST_TODOS ? readTodo(component, zone, source) : `beyond the ${MOST_TODOS} todos of a file`;
    if (typeof todo !== 'string') return [todo];
    leaveOut(component, todo);
    return [];
  });
}

function readTodo(component: ICAL.Component, zone: string, source: string): ReadTodo | string {
  try {
    const value = (name: string) => component.getFirstPropertyValue(name);
    const title = clean(String(value('summary') ?? ''), 500);
    const status = String(value('status') ?? '').toUpperCase();
    if (title === '') return 'todo without a title';
    if (status === 'CANCELLED') return 'cancelled todo';
    const time = value('due') ?? value('dtstart');
    const own = time instanceof ICAL.Time ? zoneOf(time, zone) : zone;
    const due = time instanceof ICAL.Time ? toWall(time, own) : undefined;
    if (due !== undefined && !isWhen(due)) return `todo with a date that there is not: "${title.slice(0, 60)}"`;
    const rule = value('rrule');
    const again = rule && due !== undefined && checkRule(String(rule)) ? String(rule) : undefined;
    const notes = value('description');
    const remind = due === undefined ? [] : alarmsOf(component, momentOf(startOfDay(due), own), zone);
    return {
      ...(remind.length > 0 && { remind }),
      ...{ title, due, zone: own, rule: again },
      priority: weightOf(Number(value('priority') ?? 0)),
      ...(typeof notes === 'string' && notes !== '' && { notes: cleanLines(notes, 10_000) }),
      isDone: status === 'COMPLETED' || value('completed') !== null,
      source: `${source}#${clean(String(value('uid') ?? title), 300)}`,
    };
  } catch {
    return 'todo that was not understood';
  }
}

const startOfDay = (due: string) => (due.length === 10 ? `${due}T09:00` : due);
const MOST_ALARMS = 5;

/** A time of its own, or so far from its start or its end; told from when it is due. */
function alarmsOf(component: ICAL.Component, due: number, zone: string): number[] {
  const begin = component.getFirstPropertyValue('dtstart');
  const momentIn = (time: ICAL.Time) => {
    const own = zoneOf(time, zone);
    return momentOf(startOfDay(toWall(time, own)), own);
  };
  const start = begin instanceof ICAL.Time ? momentIn(begin) : due;
  const minutes = component.getAllSubcomponents('valarm').flatMap((alarm) => {
    const property = alarm.getFirstProperty('trigger');
    const trigger = property?.getFirstValue();
    if (trigger instanceof ICAL.Time) return [Math.round((due - momentIn(trigger)) / 60_000)];
    if (!(trigger instanceof ICAL.Duration)) return [];
    const from = String(property?.getParameter('related') ?? '').toUpperCase() === 'END' ? due : start;
    return [Math.round((due - from) / 60_000 - trigger.toSeconds() / 60)];
  });
  return [...new Set(minutes)].filter((far) => Math.abs(far) <= 60 * 24 * 60).slice(0, MOST_ALARMS);
}

/** 1 is the highest, 9 the lowest, 0 says nothing. */
function weightOf(priority: number): ReadTodo['priority'] {
  if (priority >= 1 && priority <= 4) return 'high';
  return priority >= 6 ? 'low' : 'normal';
}
