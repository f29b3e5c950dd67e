/** Events looked at: listed, found. Todos with a date are shown beside them; they are changed where they are kept. */
import { addDays, minutesBetween, momentOf, type Occasion, wallOf, whenIn } from 'consilium/assistant';
import { type ToolContext, tool } from 'consilium/kernel';
import { z } from 'zod';
import { choose } from '../_shared/choose.ts';
import { sayMoment, sayWhen } from '../_shared/say.ts';
import { aboutEvent, HOUR, here, look, sayEnd, text, upcoming } from './desk.ts';
import { hours, isWithin } from './hours.ts';
import { sayLength } from './length.ts';
import { noteOn } from './noted.ts';

export const listEvents = tool({
  name: 'list_events',
  description: 'What is in the calendar between two moments (ms), todos with a date included.',
  input: z.strictObject({
    ...{ from: z.number(), to: z.number(), say: z.string().max(60).optional() },
    only: text.optional().describe('only events of that name'),
    zone: z.string().max(60).optional().describe('told by the clock of that zone'),
    next: z.boolean().optional().describe('only the first event of them'),
    edge: z.enum(['first', 'last']).optional().describe('only the first or the last that has an hour'),
    count: z.boolean().optional().describe('how many there are is asked'),
    hours,
  }),
  idempotent: true,
  execute: async ({ from, to, say, only, zone: there, next, edge, hours: within, count }, context) => {
    const server = await look(context);
    const { calendar, todos, user, zone: own, now } = here(context);
    const zone = there ?? own;
    const name = only?.toLowerCase();
    const occasions = (await calendar.look(user, from, to, own)).filter(
      (one) =>
        (name === undefined || one.title.toLowerCase() === name) &&
        (one.isDay || isWithin(one, edge === undefined ? within : undefined, own)),
    );
    const [first] = occasions.filter((one) => !one.isDay && one.from >= now);
    if (next && first !== undefined)
      return {
        say: `Next: ${sayOccasion(first, zone, now)}.${server}`,
        about: aboutEvent(first.event, first.title, first.start, first.zone),
        events: [{ ...first }],
      };
    const timed = occasions.filter((one) => !one.isDay);
    const [at] = edge === undefined ? [] : timed.slice(edge === 'first' ? 0 : -1);
    if (at !== undefined)
      return {
        say: `${edge === 'first' ? 'First' : 'Last'}: ${sayOccasion(at, zone, now)}.${server}`,
        about: aboutEvent(at.event, at.title, at.start, at.zone),
        events: [{ ...at }],
      };
    const due = (name === undefined ? todos.list(user) : []).filter(
      ({ body }) => body.due !== undefined && inside(dueAt(body.due, body.zone, zone), from, to),
    );
    const within24 = within === undefined || edge !== undefined ? '' : `, ${within.replace('-', ' to ')}`;
    const span = `${saySpan(say, now)}${within24}${there === undefined ? '' : ` (${there} time)`}`;
    if (occasions.length + due.length === 0)
      return {
        say: `There is ${only === undefined ? 'nothing' : `no **${only}**`} in your calendar ${span}.${server}`,
        events: [],
      };
    const lines = [
      ...occasions.map((one) => ({ at: one.from, line: `- ${sayOccasion(one, zone, now)}` })),
      ...due.map(({ body }) => ({
        at: dueAt(body.due!, body.zone, zone),
        line: `- ${sayWhen(whenIn(body.due!, body.zone, zone), now)} · todo: ${body.title}`,
      })),
    ].toSorted((one, other) => one.at - other.at);
    return {
      gives: lines.map(({ line }) => line.replaceAll('**', '')).join('\n'),
      say: `${count ? `**${occasions.length} in your calendar ${span}:**` : `**Your calendar ${span}:**`}\n\n${lines.map(({ line }) => line).join('\n')}${server && `\n\n${server.trim()}`}`,
      events: occasions.map((one) => ({ ...one })),
    };
  },
});

function saySpan(say: string | undefined, now: number): string {
  const [, first, last] = /^(\d{4}-\d\d-\d\d)(?: to (\d{4}-\d\d-\d\d))?$/.exec(say ?? '') ?? [];
  if (first === undefined) return `in ${say ?? 'that time'}`;
  return last === undefined ? `on ${sayWhen(first, now)}` : `from ${sayWhen(first, now)} to ${sayWhen(last, now)}`;
}

/** Thu 19 Nov, 15:00–16:00 · **dentist**; what goes on over days says until when. */
function sayOccasion(one: Occasion, zone: string, now: number): string {
  const begins = one.isDay ? sayWhen(one.start, now) : sayMoment(one.from, zone, now);
  const last = one.isDay ? addDays(one.end, -1) : wallOf(one.to, zone);
  const isOneDay = last.slice(0, 10) === (one.isDay ? one.start : wallOf(one.from, zone)).slice(0, 10);
  const ends = isOneDay ? (one.isDay ? '' : `–${last.slice(11)}`) : ` to ${sayWhen(last, now)}`;
  // What is kept in another zone is on another hour there.
  const there =
    one.isDay || wallOf(one.from, one.zone) === wallOf(one.from, zone)
      ? ''
      : ` (${wallOf(one.from, one.zone).slice(11)} in ${one.zone})`;
  return `${begins}${ends}${there} · **${one.title}**${one.location ? ` · ${one.location}` : ''}`;
}

/** A day is a date wherever one is. */
function dueAt(due: string, kept: string, zone: string): number {
  return momentOf(due, due.length === 10 ? zone : kept);
}

function inside(at: number, from: number, to: number): boolean {
  return at >= from && at < to;
}

/** How many of what comes again are to come, and the last of them; what has no end is said to have none. */
function sayAhead(context: ToolContext, { event, title }: Occasion, from?: number, to?: number): string {
  const { calendar, user, zone, now } = here(context);
  const family = new Set(calendar.family(user, event).map(({ id }) => id));
  const end = to ?? now + AHEAD;
  const all = calendar.between(user, Math.max(now, from ?? now), end, zone).filter((one) => family.has(one.event));
  const last = all.at(-1);
  if (last === undefined) return `**${title}** does not come any more.`;
  const isOpen = to === undefined && last.from > end - 400 * DAY_MS;
  if (isOpen) return `**${title}** has no end; the next is on ${sayOccasion(all[0]!, zone, now)}.`;
  return `**${title}** comes ${all.length} more ${all.length === 1 ? 'time' : 'times'}, the last on ${sayOccasion(last, zone, now)}.`;
}

/** So far ahead what has no end is taken to have none. */
const DAY_MS = 24 * HOUR * 60_000;
const AHEAD = 3 * 366 * DAY_MS;

export const findEvent = tool({
  name: 'find_event',
  description: 'When an event is, found by its words; between two moments (ms) every time that it is.',
  input: z.strictObject({
    query: text,
    ...{ from: z.number().optional(), to: z.number().optional() },
    zone: z.string().max(60).optional().describe('told by the clock of that zone'),
    long: z.boolean().optional().describe('how long it is, too'),
    count: z.boolean().optional().describe('how many times it is still to come'),
    until: z.boolean().optional().describe('how many days it is till then'),
    last: z.boolean().optional().describe('the last time of what comes again'),
  }),
  idempotent: true,
  execute: async ({ query, from, to, zone: there, long, count, last, until }, context) => {
    await look(context);
    const { calendar, user, zone: own, now } = here(context);
    const note = noteOn(context, query);
    if (note !== undefined) return note;
    const found = choose(query, upcoming(context), 'event');
    const about = aboutEvent(found.event, found.title, found.start, found.zone);
    const zone = there ?? own;
    if (from !== undefined && to !== undefined && !count) {
      const family = new Set(calendar.family(user, found.event).map(({ id }) => id));
      const all = calendar.between(user, from, to, own).filter((one) => family.has(one.event));
      const lines = all.map((one) => `- ${sayOccasion(one, zone, now)}`);
      const next = found.isDay ? sayWhen(found.start, now) : sayMoment(found.from, zone, now);
      return {
        say: lines.length === 0 ? `**${found.title}** is not on then; the next is on ${next}.` : lines.join('\n'),
        about,
        events: all.map((one) => ({ ...one })),
      };
    }
    if ((count || last) && found.recurs) return { say: sayAhead(context, found, from, to), about, event: { ...found } };
    const at = found.isDay ? sayWhen(found.start, now) : sayMoment(found.from, zone, now);
    const ours = there === undefined || found.isDay ? '' : ` in ${there} (${wallOf(found.from, own).slice(11)} here)`;
    const lasts =
      long && !found.isDay
        ? ` to ${sayEnd(found.start, found.end, now)} (${sayLength(minutesBetween(found.start, found.end))})`
        : '';
    return {
      say: `**${found.title}** is ${until ? `${sayFar(wallOf(now, own), found.start)}, ` : ''}on ${at}${lasts}${ours}${found.location ? `, ${found.location}` : ''}.${sayNotes(found.notes)}`,
      about,
      event: { ...found },
    };
  },
});

/** In 14 days. */
function sayFar(now: string, start: string): string {
  const days = Math.round(minutesBetween(`${now.slice(0, 10)}T00:00`, `${start.slice(0, 10)}T00:00`) / 1440);
  return days === 0 ? 'today' : days === 1 ? 'tomorrow' : `in ${days} days`;
}

/** What is noted with it, as far as one reads it in passing. */
function sayNotes(notes: string | undefined): string {
  const said = notes?.replace(/\s*\n\s*/g, '; ').slice(0, MOST_NOTED) ?? '';
  return said === '' ? '' : ` Noted with it: ${said}`;
}

const MOST_NOTED = 300;
