/** Events: put in, listed, found. Todos with a date are shown beside them; they are changed where they are kept. */
import {
  addDays,
  addMinutes,
  type CalendarEvent,
  minutesBetween,
  momentOf,
  type Occasion,
  readWhen,
  type Series,
  sayAgain,
  seriesOf,
  wallOf,
  whenIn,
} from 'consilium/assistant';
import { ConsiliumError, type ToolContext, tool } from 'consilium/kernel';
import { z } from 'zod';
import { choose } from '../_shared/choose.ts';
import { weighMedicine } from '../_shared/medicine.ts';
import { sayList, sayMoment, sayWhen } from '../_shared/say.ts';
import { aboutEvent, HOUR, here, look, sayClashes, text, upcoming, when } from './desk.ts';
import { firstRoom, type Room } from './free.ts';
import { sayLength } from './length.ts';
import { noteOn } from './noted.ts';

export const addEvent = tool({
  name: 'add_event',
  description:
    'Puts an event into the calendar; an hour long unless said, a whole day without a time. `when` is for what comes again, with its end and exceptions ("every Tuesday at 9 until 20 December except in August").',
  input: z.strictObject({
    title: text,
    start: when.optional(),
    end: when.optional().describe('exclusive: a day event of one day ends on the next'),
    minutes: z.number().int().positive().max(100_000).optional(),
    when: z.string().max(300).optional(),
    location: text.optional(),
    zone: z.string().max(60).optional().describe('the zone that `when` is said in, where it is another'),
    from: z.number().optional().describe('with `to` (ms), instead of `start`: the first room for it between the two'),
    to: z.number().optional(),
    part: z.enum(['morning', 'afternoon', 'evening']).optional(),
    not_on: z.array(when).max(31).optional(),
  }),
  idempotent: true,
  execute: async (said, context) => {
    const given = await withRoom(context, said);
    const { title, location } = given;
    const { zone, now } = here(context);
    const { series, lost, again } = readSeries(given, context);
    const stands = series.length > 1 ? undefined : standing(context, given, series[0]!);
    if (stands !== undefined) return stands;
    const weighed = await weighMedicine(context, {
      ...{ what: title, when: given.when },
      deed: `Put into your calendar: ${title}, ${sayWhen(series[0]!.start, now)}`,
    });
    if (!weighed.agreed) return { say: `I did not put **${title}** into your calendar.` };
    const kept = series.map((one, at) => keep(given, one, at, context));
    const [{ event, change, clashes, from, to } = kept[0]!] = kept;
    const past = momentOf(from, zone) < now ? ' That is in the past.' : '';
    const other = upcoming(context).find(
      ({ id, name }) => id !== event.id && name.toLowerCase() === title.toLowerCase(),
    );
    const both =
      other === undefined || kept.length > 1 ? '' : ` **${other.title}** on ${sayWhen(other.start, now)} stands too.`;
    const days = from.length === 10 && addDays(from, 1) < to ? ` to ${sayWhen(addDays(to, -1), now)}` : '';
    const until =
      from.length === 10 || (given.end ?? given.minutes) === undefined ? '' : ` to ${sayEnd(from, to, now)}`;
    const left =
      lost.length === 0 ? '' : ` A calendar cannot keep ${sayList(lost.map((one) => `"${one}"`))}, so I left it.`;
    return {
      say: `Added **${title}** on ${sayWhen(from, now)}${days}${until}${again}${location ? `, ${location}` : ''}.${left}${past}${both}${sayClashes(clashes, now, zone)}${await look(context, true)}${weighed.note}`,
      about: { ...aboutEvent(event.id, title, from, zone), ...(event.body.rule !== undefined && { series: true }) },
      id: event.id,
      change: change.id,
    };
  },
});

/** Where no hour was said, but between when: the first at which the calendar has room. */
async function withRoom(
  context: ToolContext,
  { from, to, part, not_on, ...given }: Given & Partial<Room>,
): Promise<Given> {
  if (from === undefined || to === undefined || given.start !== undefined || given.when !== undefined) return given;
  await look(context);
  const minutes = given.minutes ?? HOUR;
  const start = firstRoom(context, { from, to, part, not_on }, minutes);
  if (start !== undefined) return { ...given, start, minutes };
  throw new ConsiliumError(
    'NO_ROOM',
    `There is no room for ${minutes} minutes then, so I booked nothing of "${given.title}".`,
    {
      hint: 'Name another week, another part of the day, or less time.',
    },
  );
}

/** What stands there by that name, at that time and in that rhythm, is not put there twice; at another time it is. */
function standing(
  context: ToolContext,
  { title, end, minutes, location }: Given,
  one: Pick<Series, 'start'> & Partial<Series>,
) {
  const { calendar, effects, user, zone, now } = here(context);
  const key = context.idempotencyKey;
  const mine = new Set(effects.list(user).flatMap((change) => (change.key?.startsWith(key) ? [change.thing] : [])));
  const isSame = ({ id, body }: { id: string; body: CalendarEvent }) =>
    !mine.has(id) &&
    body.title.toLowerCase() === title.toLowerCase() &&
    whenIn(body.start, body.zone, zone) === one.start &&
    body.rule === one.rule &&
    (location === undefined || body.location === location) &&
    (end === undefined || whenIn(body.end, body.zone, zone) === end) &&
    (minutes === undefined || minutesBetween(body.start, body.end) === minutes);
  const found = calendar.list(user).find(isSame);
  if (found === undefined) return undefined;
  return {
    say: `**${found.body.title}** is in your calendar on ${sayWhen(one.start, now)}${one.rule === undefined ? '' : ', in that rhythm,'} already, so I added nothing.`,
    about: aboutEvent(found.id, found.body.title, one.start, zone),
    id: found.id,
  };
}

interface Given {
  readonly title: string;
  readonly start?: string | undefined;
  readonly end?: string | undefined;
  readonly minutes?: number | undefined;
  readonly when?: string | undefined;
  readonly location?: string | undefined;
  readonly zone?: string | undefined;
}

function sayEnd(from: string, to: string, now: number): string {
  return from.slice(0, 10) === to.slice(0, 10) ? to.slice(11, 16) : sayWhen(to, now);
}

/** One time, or the series of what comes again. */
function readSeries({ title, start, when: said, zone: there }: Given, context: ToolContext) {
  const { zone: own, now } = here(context);
  const zone = there ?? own;
  const read = said === undefined ? undefined : readWhen(said, { now, zone });
  const from = read?.wall ?? start;
  if (from === undefined)
    throw new ConsiliumError('WHEN_MISSING', `When is "${title}"?`, { hint: 'Say a day, or a day and a time.' });
  const { series, lost } = read?.recurs ? seriesOf(read.schedule, now, !read.timed) : { series: [], lost: [] };
  if (series.length === 0) return { series: [{ start: from }], lost, again: '' };
  const elsewhere = zone === own ? '' : ` (${zone})`;
  return { series, lost, again: ` and again: ${sayAgain(read!.schedule, !read!.timed)}${elsewhere}` };
}

function keep(
  { title, end, minutes, location, zone: there }: Given,
  { start, rule, except }: Pick<Series, 'start'> & Partial<Series>,
  at: number,
  context: ToolContext,
) {
  const { calendar, user, zone: own } = here(context);
  const zone = rule === undefined ? own : (there ?? own);
  const to = end ?? (start.length === 10 ? addDays(start, 1) : addMinutes(start, minutes ?? HOUR));
  const kept = calendar.add(
    user,
    {
      ...{ title, start, end: to, zone },
      ...(rule && { rule }),
      ...(except?.length && { except: [...except] }),
      ...(location && { location }),
    },
    at === 0 ? context.idempotencyKey : `${context.idempotencyKey}:${at}`,
  );
  // Told by the clock here.
  const seen = (wall: string) => whenIn(wall, zone, own);
  return { ...kept, from: seen(start), to: seen(to) };
}

export const listEvents = tool({
  name: 'list_events',
  description: 'What is in the calendar between two moments (ms), todos with a date included.',
  input: z.strictObject({
    ...{ from: z.number(), to: z.number(), say: z.string().max(60).optional() },
    only: text.optional().describe('only events of that name'),
    zone: z.string().max(60).optional().describe('told by the clock of that zone'),
    next: z.boolean().optional().describe('only the first event of them'),
  }),
  idempotent: true,
  execute: async ({ from, to, say, only, zone: there, next }, context) => {
    const server = await look(context);
    const { calendar, todos, user, zone: own, now } = here(context);
    const zone = there ?? own;
    const name = only?.toLowerCase();
    const occasions = (await calendar.look(user, from, to, own)).filter(
      ({ title }) => name === undefined || title.toLowerCase() === name,
    );
    const [first] = occasions.filter((one) => !one.isDay && one.from >= now);
    if (next && first !== undefined)
      return {
        say: `Next: ${sayOccasion(first, zone, now)}.${server}`,
        about: aboutEvent(first.event, first.title, first.start, first.zone),
        events: [{ ...first }],
      };
    const due = (name === undefined ? todos.list(user) : []).filter(
      ({ body }) => body.due !== undefined && inside(dueAt(body.due, body.zone, zone), from, to),
    );
    const span = `${saySpan(say, now)}${there === undefined ? '' : ` (${there} time)`}`;
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
      say: `**Your calendar ${span}:**\n\n${lines.map(({ line }) => line).join('\n')}${server && `\n\n${server.trim()}`}`,
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
    last: z.boolean().optional().describe('the last time of what comes again'),
  }),
  idempotent: true,
  execute: async ({ query, from, to, zone: there, long, count, last }, context) => {
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
      say: `**${found.title}** is on ${at}${lasts}${ours}${found.location ? `, ${found.location}` : ''}.`,
      about,
      event: { ...found },
    };
  },
});
