/** Events that are put in. */
import {
  addDays,
  addMinutes,
  type CalendarEvent,
  minutesBetween,
  momentOf,
  readWhen,
  type Series,
  sayAgain,
  seriesOf,
  whenIn,
} from 'consilium/assistant';
import { ConsiliumError, type ToolContext, tool } from 'consilium/kernel';
import { z } from 'zod';
import { weighMedicine } from '../_shared/medicine.ts';
import { sayList, sayWhen } from '../_shared/say.ts';
import { aboutEvent, HOUR, here, look, sayClashes, sayEnd, text, upcoming, when } from './desk.ts';
import { firstRoom, type Room } from './free.ts';

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
    demandRhythm(given, here(context).now);
    demandHour(given, here(context).now);
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
    // Whole days are gone by when the last of them is.
    const past = momentOf(from.length === 10 ? to : from, zone) < now ? ' That is in the past.' : '';
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

/** "Swimming Sunday at 8 until Christmas": nobody swims for a month; it comes again, and how often is asked. */
function demandRhythm({ title, start = '', end = '' }: Given, now: number): void {
  if (start.length === 10 || end.slice(0, 10) <= addDays(start.slice(0, 10) || '9999-12-01', MOST_DAYS)) return;
  throw new ConsiliumError(
    'WHEN_MISSING',
    `From ${sayWhen(start, now)} to ${sayWhen(end, now)} without a break? I put in nothing of "${title}".`,
    { hint: 'Say how often it comes, for example: every Sunday at 8 until Christmas.' },
  );
}

/** "Two hours on Friday": a whole day is something else, and from when is asked. */
function demandHour({ title, start, end, minutes }: Given, now: number): void {
  if (start?.length !== 10 || minutes === undefined || minutes >= 24 * HOUR || end !== undefined) return;
  throw new ConsiliumError(
    'WHEN_MISSING',
    `From when on ${sayWhen(start, now)}? I put in nothing of "${title}" yet, as you said how long and no hour.`,
    { hint: 'Say it with the hour, for example: at 10 for two hours.' },
  );
}

const MOST_DAYS = 21;

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
