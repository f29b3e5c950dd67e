/**
 * Reminders that belong to an event: "an hour before the dentist". Where the event goes they go, and while it is cancelled
 * nobody is reminded.
 *
 * Invariant: their time is worked out from the event and is no change of the person's own. So whoever changes an event (a
 * person, a server, an undo) calls `follow` after it, and taking the event back takes its reminders back with it.
 */
import type { Calendar, Occasion } from './calendar/index.ts';
import type { EachWish, Reminders } from './reminders.ts';
import type { Thing } from './shelf.ts';
import type { Todo, Todos } from './todo.ts';
import { addDays, addMinutes, dayOf, minutesBetween, momentOf, wallOf } from './wall.ts';

/** What a reminder goes with, and how far from it, where that was counted in minutes. */
export type Owner = NonNullable<Todo['of']>;

export interface Followed {
  readonly title: string;
  /** Absent where its event is gone. */
  readonly due?: string | undefined;
  /** Its new time has gone by. */
  readonly late: boolean;
}

export interface Belonging {
  /** The event that a reminder at a moment goes with: named so, and not begun before it. */
  ownerOf(user: string, wish: OwnerWish): Owner | undefined;
  /** The next occasion of an event that is still to be reminded of, so many minutes from it; for each of them, one by one. */
  nextOf(user: string, wish: EachWish): (Owner & { readonly due: string }) | undefined;
  /** Brings every reminder that belongs to an event to where its event is, and says which were moved. */
  follow(user: string): Promise<Followed[]>;
  /** The reminders of an event stay where they are, whatever becomes of it; says which. */
  release(user: string, event: string, key: string): string[];
}

export interface OwnerWish {
  /** The names that it may go by, the surest first. */
  readonly names: readonly string[];
  readonly at: number;
  /** Minutes from the event, where they were counted; before it negative. */
  readonly by?: number | undefined;
  readonly zone: string;
}

const DAY = 24 * 60 * 60 * 1000;
/** Nobody is reminded of something longer before. */
const AHEAD = 100 * DAY;

export function openBelonging(given: {
  calendar: Calendar;
  todos: Todos;
  reminders: Pick<Reminders, 'follow'>;
  now: () => number;
}): Belonging {
  const { calendar, todos, reminders, now } = given;
  return {
    ownerOf: (user, { names, at, by, zone }) => {
      const near = calendar.between(user, at - DAY, at + AHEAD).filter((one) => isMeant(one, at, by, zone));
      for (const name of names) {
        const found = near.find(({ title }) => title.toLowerCase() === name.toLowerCase());
        if (found !== undefined)
          return {
            event: found.event,
            occasion: found.occasion,
            start: startIn(found, zone),
            ...(by !== undefined && { minutes: by }),
          };
      }
      return undefined;
    },
    nextOf: (user, wish) => nextEach(calendar, user, wish, now()),
    release: (user, event, key) => {
      const series = new Set([event, ...calendar.family(user, event).map(({ id }) => id)]);
      const own = todos.belonging(user).filter(({ body }) => series.has(body.of!.event) && body.of!.gone !== true);
      return own.map(({ id, body }) => {
        todos.change(user, id, { of: undefined }, `${key}:kept:${id}`);
        return body.title;
      });
    },
    follow: async (user) => {
      const moved: Followed[] = [];
      for (const todo of todos.belonging(user)) {
        const after = placeNow(calendar, user, todo, now());
        if (after === undefined) continue;
        todos.carry(user, todo.id, after);
        await reminders.follow(user, todo.id);
        const { due, zone } = { ...todo.body, ...after };
        const isGone = after.of.gone === true;
        moved.push({
          title: todo.body.title,
          ...(!isGone && { due }),
          late: !isGone && due !== undefined && momentOf(due, zone) <= now(),
        });
      }
      return moved;
    },
  };
}

/** Counted from it, it is the one that it was counted from; else any that begins after it. */
function isMeant(one: Occasion, at: number, by: number | undefined, zone: string): boolean {
  if (by !== undefined && !one.isDay) return one.from + by * 60_000 === at;
  return one.isDay ? dayOf(at, zone) <= one.start : at <= one.from;
}

const startIn = ({ isDay, start, from }: Occasion, zone: string) => (isDay ? start : wallOf(from, zone));

/** The first occasion whose time to be reminded of is still to come. */
export function nextEach(
  calendar: Calendar,
  user: string,
  { event, minutes, clock, zone }: EachWish,
  now: number,
): (Owner & { readonly due: string }) | undefined {
  const from = now - minutes * 60_000 - DAY;
  const dueOf = (one: Occasion) => dueFrom(startIn(one, zone), minutes, clock);
  const series = new Set([event, ...calendar.family(user, event).map(({ id }) => id)]);
  const next = calendar
    .between(user, from, from + AHEAD * 4, zone)
    .find((one) => series.has(one.event) && momentOf(dueOf(one), zone) > now);
  if (next === undefined) return undefined;
  const far = { minutes, ...(clock !== undefined && { clock }) };
  return { event, occasion: next.occasion, start: startIn(next, zone), ...far, each: true, due: dueOf(next) };
}

/** So many minutes from it, or at an hour of the day that lies so far from it. */
function dueFrom(start: string, minutes: number, clock: string | undefined): string {
  const begins = start.length === 10 ? `${start}T09:00` : start;
  return clock === undefined
    ? addMinutes(begins, minutes)
    : `${addDays(start.slice(0, 10), Math.round(minutes / 1440))}T${clock}`;
}

/** One of each occasion goes on where its occasion has been, or is taken away alone. */
function placeOfEach(calendar: Calendar, user: string, { body }: Thing<Todo>, now: number) {
  const { of, due, zone } = body;
  const { gone, event, minutes = 0, clock } = of!;
  const next = nextEach(calendar, user, { event, minutes, clock, zone }, now);
  if (next === undefined) return gone ? undefined : { due, of: { ...of!, gone: true as const } };
  const { due: then, ...owner } = next;
  return then === due && !gone ? undefined : { due: then, of: owner };
}

/** Where a reminder has to be now; undefined where it is there. */
function placeNow(
  calendar: Calendar,
  user: string,
  todo: Thing<Todo>,
  now: number,
): (Pick<Todo, 'due'> & { of: Owner }) | undefined {
  const { of, due, zone } = todo.body;
  if (of === undefined || due === undefined) return undefined;
  if (of.each) return placeOfEach(calendar, user, todo, now);
  const { gone, ...alive } = of;
  const occasion = calendar.occasion(user, of.event, of.occasion);
  if (occasion === undefined) return gone ? undefined : { due, of: { ...alive, gone: true } };
  const start = startIn(occasion, zone);
  if (start === of.start) return gone ? { due, of: alive } : undefined;
  return { due: shifted(due, of, start), of: { ...alive, occasion: occasion.occasion, start } };
}

/** Minutes that were counted are counted again; an hour that was named stays, unless it would come too late. */
function shifted(due: string, { start: was, minutes }: Owner, start: string): string {
  if (minutes !== undefined && start.length > 10) return addMinutes(start, minutes);
  const kept = `${addDays(due, Math.round(minutesBetween(was.slice(0, 10), start.slice(0, 10)) / 1440))}${due.slice(10)}`;
  const isLate = start.length > 10 && kept.length > 10 && kept >= start && due < was;
  return isLate ? addMinutes(start, minutesBetween(was, due)) : kept;
}
