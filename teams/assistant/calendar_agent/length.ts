/** How long an event lasts: so long, so much longer, or until an hour. */
import { addMinutes, type CalendarEvent, minutesBetween, nearerHalf, type Thing } from 'consilium/assistant';
import { ConsiliumError, type ToolContext } from 'consilium/kernel';
import { z } from 'zod';
import { sayWhen } from '../_shared/say.ts';
import { aboutEvent, here, keptIn, look, type Seen, sayClashes, sayOnlyHere } from './desk.ts';

export const lengthInput = {
  minutes: z.number().int().positive().max(100_000).optional().describe('how long it shall last'),
  longer: z.number().int().min(-100_000).max(100_000).optional().describe('minutes more than it lasts; less: negative'),
  until: z.string().max(5).optional().describe('15:00: when it shall end'),
  until_either: z.boolean().optional().describe('`until` may be of either half of the day'),
};

export interface Resize {
  readonly minutes?: number | undefined;
  readonly longer?: number | undefined;
  readonly until?: string | undefined;
  readonly until_either?: boolean | undefined;
}

export function isResize({ minutes, longer, until }: Resize): boolean {
  return minutes !== undefined || longer !== undefined || until !== undefined;
}

/** The end of what begins then and lasted so long; undefined where nothing was said of it. */
export function resized(name: string, start: string, was: number, wish: Resize): string | undefined {
  if (!isResize(wish)) return undefined;
  if (start.length === 10)
    throw new ConsiliumError('HOUR_UNSET', `"${name}" lasts whole days and has no hour; I left it as it is.`, {
      hint: 'Say when it begins first.',
    });
  const { minutes, longer, until, until_either } = wish;
  const end =
    until === undefined ? addMinutes(start, minutes ?? was + (longer ?? 0)) : endAt(start, until, until_either);
  if (end > start) return end;
  throw new ConsiliumError('LENGTH_INVALID', `"${name}" would end before it begins; I left it as it is.`, {
    hint: `It begins at ${start.slice(11)} and lasts ${was} minutes.`,
  });
}

/** "Until 5", of what begins at 15:00: the five behind it. */
function endAt(start: string, until: string, either: boolean | undefined): string {
  const said = `${start.slice(0, 10)}T${until}`;
  if (!either || said > start) return either ? nearestAfter(said, start) : said;
  return nearestAfter(nearerHalf(said, start), start);
}

const HALF = 720;

function nearestAfter(said: string, start: string): string {
  const halves = [said, addMinutes(said, HALF), addMinutes(said, -HALF)];
  const after = halves.filter((one) => one > start && one.slice(0, 10) === start.slice(0, 10)).toSorted();
  return after[0] ?? said;
}

/** Of what comes again all are so long, unless a day was named. */
export async function resize(
  context: ToolContext,
  found: Seen,
  given: Resize & { on?: string | undefined; was?: string | undefined },
) {
  const { calendar, user, now, zone } = here(context);
  const was = minutesBetween(found.start, found.end);
  const end = resized(found.title, found.start, was, given)!;
  const isAll = found.recurs && given.on === undefined && given.was === undefined;
  const { body } = calendar.get(user, found.event) as Thing<CalendarEvent>;
  const length = minutesBetween(found.start, end);
  if (length === was)
    return {
      say: `**${found.title}** is so long already: ${sayHours(found.start, end, now)}.`,
      about: aboutEvent(found.event, found.title, found.start, zone),
    };
  const patch = isAll
    ? { start: body.start, end: addMinutes(body.start, length) }
    : keptIn(found, { start: found.start, end }, zone);
  const { change, clashes } = calendar.change(user, found.event, patch, {
    ...(found.recurs && !isAll && { occasion: found.occasion }),
    key: context.idempotencyKey,
  });
  const each = isAll ? ' Each of them is so long now.' : found.recurs ? ' The others stay as they are.' : '';
  return {
    say: `**${found.title}** is now ${sayHours(found.start, end, now)} (${sayLength(length)}; it was ${sayLength(was)}).${each}${sayOnlyHere(context, [found])}${sayClashes(clashes, now, zone)}${await look(context, true)}`,
    about: aboutEvent(found.event, found.title, found.start, zone),
    change: change.id,
  };
}

function sayHours(start: string, end: string, now: number): string {
  const last = end.slice(0, 10) === start.slice(0, 10) ? end.slice(11) : sayWhen(end, now);
  return `${sayWhen(start, now)} to ${last}`;
}

export function sayLength(minutes: number): string {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  const said = [
    hours === 0 ? '' : `${hours} ${hours === 1 ? 'hour' : 'hours'}`,
    rest === 0 ? '' : `${rest} ${rest === 1 ? 'minute' : 'minutes'}`,
  ];
  return said.filter(Boolean).join(' ');
}
