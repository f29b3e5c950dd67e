/** What the calendar's tools share. */
import { addDays, type Followed, isBooked, momentOf, type Occasion, wallOf } from 'consilium/assistant';
import type { ToolContext } from 'consilium/kernel';
import { z } from 'zod';
import { choose, type Meant } from '../_shared/choose.ts';
import { assistantOf, placeOf } from '../_shared/place.ts';
import { sayList, sayWhen } from '../_shared/say.ts';
import { lookAtServer } from '../_shared/server.ts';
import { topicOf } from '../_shared/told.ts';

export const text = z.string().min(1).max(500);
export const when = z.string().max(40).describe('2026-11-20 or 2026-11-20T15:00');
export const HOUR = 60;
export const YEAR = 366 * 24 * 60 * 60 * 1000;

export const here = (context: ToolContext) => ({
  ...assistantOf(context),
  user: context.session.user,
  ...placeOf(context),
});

/** Where an event came from that the health team named. */
export const RECORD = 'health record';

/** Whoever an appointment is with learns nothing of what changes here. */
export function sayOnlyHere(context: ToolContext, changed: readonly Pick<Occasion, 'event' | 'title'>[]): string {
  const { calendar, user } = here(context);
  const booked = changed.filter(
    ({ event, title }) => calendar.get(user, event)?.body.source === RECORD || isBooked(title),
  );
  if (booked.length === 0) return '';
  const names = [...new Set(booked.map(({ title }) => `**${title}**`))];
  const which = changed.length === 1 ? '' : ` (${sayList(names)})`;
  return ` Only your calendar has changed: they do not know of it yet, so tell them too${which}.`;
}

/**
 * A look at the server, where the calendar is on one: before something is read, and after it was changed. What was changed
 * takes its reminders with it, and what came of them is told.
 */
export async function look(context: ToolContext, isChange = false): Promise<string> {
  const { belonging, user, now } = here(context);
  const followed = isChange ? await belonging.follow(user) : [];
  return `${sayFollowed(followed, now)}${await lookAtServer(context, isChange)}`;
}

function sayFollowed(followed: readonly Followed[], now: number): string {
  const gone = followed.filter(({ due }) => due === undefined).map(({ title }) => `**${title}**`);
  const late = followed.filter((one) => one.late).map(({ title }) => `**${title}**`);
  const moved = followed.flatMap(({ title, due, late: isLate }) =>
    due === undefined || isLate ? [] : [`**${title}**, ${sayWhen(due, now)}`],
  );
  return [
    moved.length === 0 ? '' : ` I remind you with it: ${moved.join('; ')}.`,
    late.length === 0 ? '' : ` The time to remind you of ${sayList(late)} has gone by.`,
    gone.length === 0 ? '' : ` I will not remind you of ${sayList(gone)} either.`,
  ].join('');
}

export function aboutEvent(id: string, name: string, start: string, zone: string) {
  return { kinds: ['event'], name, id, at: momentOf(start, zone) };
}

/** An occasion as the person's own clock shows it, and the zone that it is kept in. */
export type Seen = Occasion & { readonly kept: string };

export function seenFrom(one: Occasion, zone: string): Seen {
  if (one.isDay) return { ...one, kept: one.zone };
  return { ...one, start: wallOf(one.from, zone), end: wallOf(one.to, zone), zone, kept: one.zone };
}

/** A time that was said here, in the zone that the event is kept in. */
export function keptIn({ kept }: Seen, said: { start: string; end: string }, zone: string) {
  const inZone = (wall: string) => (wall.length === 10 || kept === zone ? wall : wallOf(momentOf(wall, zone), kept));
  return { start: inZone(said.start), end: inZone(said.end) };
}

export function sayClashes(clashes: readonly Occasion[], now: number, zone: string): string {
  const [clash] = clashes;
  if (clash === undefined) return '';
  const first = seenFrom(clash, zone);
  const more = clashes.length > 1 ? ` and ${clashes.length - 1} more` : '';
  if (first.isDay) {
    const last = addDays(first.end, -1);
    const days = last === first.start ? sayWhen(last, now) : `${sayWhen(first.start, now)} to ${sayWhen(last, now)}`;
    return ` It is within **${first.title}** (all day, ${days})${more}.`;
  }
  return ` It clashes with **${first.title}** (${sayWhen(first.start, now)} to ${first.end.slice(11)})${more}.`;
}

/** The event that is meant: by name, day and hour, and by what was spoken of. */
export function findMeant(context: ToolContext, meant: Meant): Upcoming {
  const { now, zone } = here(context);
  const onDay = meant.on === undefined ? upcoming(context) : occasionsOn(context, meant.on, zone);
  // Of another day nothing is taken; what there is by that name is told.
  const things = onDay.length === 0 ? upcoming(context) : onDay;
  return choose(meant, things, 'event', { last: topicOf(context.state)?.id, now });
}

type Upcoming = Seen & { id: string; name: string };

function occasionsOn(context: ToolContext, day: string, zone: string): Upcoming[] {
  const { calendar, user } = here(context);
  return calendar
    .between(user, momentOf(day, zone), momentOf(addDays(day, 1), zone), zone)
    .map((one) => ({ ...seenFrom(one, zone), id: one.event, name: one.title }));
}

/** The occasion of an event on a day. */
export function onThatDay(context: ToolContext, event: string, day: string): Upcoming | undefined {
  return occasionsOn(context, day, here(context).zone).find((one) => one.event === event);
}

/** The next occasion of each event that fits, or the last one. */
export function upcoming(context: ToolContext): Upcoming[] {
  const { calendar, user, now, zone } = here(context);
  const seen = new Map<string, Occasion>();
  // A series and what goes on from it are one.
  const roots = new Map(calendar.list(user).map(({ id, body }) => [id, body.continues ?? id]));
  for (const one of calendar.next(user, now - 24 * 3_600_000, now + YEAR, zone)) {
    const root = roots.get(one.event) ?? one.event;
    if (!seen.has(root)) seen.set(root, one);
  }
  return [...seen.values()].map((one) => ({ ...seenFrom(one, zone), id: one.event, name: one.title }));
}

/** As it is asked about with others: what was moved meanwhile is no longer what was shown. */
export const shownAs = (now: number) => ({
  id: ({ event, occasion, start }: Pick<Occasion, 'event' | 'occasion' | 'start'>) => `${event} ${occasion} ${start}`,
  key: ({ event, occasion, recurs }: Pick<Occasion, 'event' | 'occasion' | 'recurs'>) =>
    recurs ? `${event} ${occasion}` : event,
  name: ({ title, start }: Pick<Occasion, 'title' | 'start'>) => `${title} (${sayWhen(start, now)})`,
});

/** When it ends, beside when it begins: the day only where it is another. */
export function sayEnd(from: string, to: string, now: number): string {
  return from.slice(0, 10) === to.slice(0, 10) ? to.slice(11, 16) : sayWhen(to, now);
}
