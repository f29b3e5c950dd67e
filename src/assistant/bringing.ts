/**
 * A calendar file, brought in by a person: events into the calendar, things to do onto the list, what cannot be kept told by
 * its name. All of it is one deed: "undo that" takes all of it back.
 */
import { ConsiliumError, newId } from '../kernel/index.ts';
import { dueAt } from './alarms.ts';
import type { Belonging } from './belonging.ts';
import type { Brought, Calendar } from './calendar/index.ts';
import type { Reminders } from './reminders.ts';
import type { Thing } from './shelf.ts';
import type { Todo, Todos } from './todo.ts';

export interface BroughtFile extends Omit<Brought, 'todos'> {
  /** Things to do that were not there yet. */
  readonly todos: number;
  /** Reminders that the events of it came with. */
  readonly alarms: number;
}

export interface Bringing {
  file(user: string, ics: string, zone: string): Promise<BroughtFile>;
}

const SOURCE = 'file';

export function openBringing(given: {
  calendar: Calendar;
  todos: Todos;
  belonging: Pick<Belonging, 'follow' | 'nextOf'>;
  reminders: Pick<Reminders, 'follow' | 'set'>;
}): Bringing {
  const { calendar, todos, belonging, reminders } = given;
  /** Those that come soonest first; how many todos are left without theirs. */
  const setAlarms = async (user: string, kept: readonly Thing<Todo>[]) => {
    const waiting = kept
      .filter(({ body }) => body.remind !== undefined)
      .toSorted((one, other) => (dueAt(one.body) ?? 0) - (dueAt(other.body) ?? 0));
    for (const [at, { id }] of waiting.entries())
      try {
        await reminders.follow(user, id);
      } catch (thrown) {
        if (!(thrown instanceof ConsiliumError) || !thrown.code.startsWith('TRIGGER')) throw thrown;
        return waiting.length - at;
      }
    return 0;
  };
  /** So long before each of an event, as its file says: it goes where the event goes. How many were set, and how many not. */
  const setEventAlarms = async (user: string, zone: string, act: string) => {
    const standing = new Set(todos.belonging(user).map(({ body }) => `${body.of!.event} ${body.of!.minutes}`));
    const wanted = calendar
      .list(user)
      .filter(({ body }) => body.source === SOURCE)
      .flatMap(({ id, body }) =>
        [...new Set(body.remind)]
          .filter((minutes) => !standing.has(`${id} ${-minutes}`))
          .flatMap((minutes) => {
            const next = belonging.nextOf(user, { event: id, minutes: minutes === 0 ? 0 : -minutes, zone });
            return next === undefined ? [] : [{ title: body.title, isOnce: body.rule === undefined, minutes, next }];
          }),
      )
      .toSorted((one, other) => one.next.due.localeCompare(other.next.due));
    for (const [at, { title, isOnce, minutes, next }] of wanted.entries())
      try {
        const { due, ...owner } = next;
        const of = isOnce ? { ...owner, each: undefined } : owner;
        const key = `${act}:alarm:${owner.event}:${minutes}`;
        await reminders.set(user, { what: title, when: due, zone, key, of });
      } catch (thrown) {
        if (!(thrown instanceof ConsiliumError) || !thrown.code.startsWith('TRIGGER')) throw thrown;
        return { set: at, unset: wanted.length - at };
      }
    return { set: wanted.length, unset: 0 };
  };
  return {
    file: async (user, ics, zone) => {
      // As a tool's deeds are called, so that they are taken back together.
      const act = `${newId()}:file#1`;
      const { todos: read, ...brought } = await calendar.bring(user, ics, zone, SOURCE, act);
      await belonging.follow(user);
      const known = new Set(
        [false, true].flatMap((done) => todos.list(user, { done })).flatMap(({ body }) => body.source ?? []),
      );
      const fresh = read.filter(({ isDone, source }) => !isDone && !known.has(source));
      const kept = fresh.map(({ isDone: _, ...wish }, at) => todos.add(user, wish, `${act}:todo${at}`).todo);
      const ofEvents = await setEventAlarms(user, zone, act);
      const unset = (await setAlarms(user, kept)) + ofEvents.unset;
      const done = read.filter(({ isDone }) => isDone).length;
      const skipped = {
        ...brought.skipped,
        ...(done > 0 && { 'todos that are done': done }),
        ...(unset > 0 && { 'alarms, as no more can be set at once: set a reminder for what matters': unset }),
      };
      return { ...brought, skipped, todos: fresh.length, alarms: ofEvents.set };
    },
  };
}

/** What came of it, a line each. */
export function sayBrought({ added, updated, todos, alarms, skipped, left, zones }: BroughtFile): string[] {
  const named = left.length === 0 ? [] : [`Not kept: ${left.map((title) => `"${title}"`).join(', ')}.`];
  return [
    `${added} added, ${updated} updated${todos === 0 ? '' : `, ${todos} ${todos === 1 ? 'todo' : 'todos'} added`}.`,
    ...(alarms === 0 ? [] : [`${alarms} ${alarms === 1 ? 'reminder' : 'reminders'} set, as the file has them.`]),
    ...Object.entries(skipped).map(([why, count]) => `Left out: ${count} ${why}.`),
    ...named,
    ...zones.map((name) => `The time zone "${name}" is unknown; its times were taken as yours.`),
  ];
}
