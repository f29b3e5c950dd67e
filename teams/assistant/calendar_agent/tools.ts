/** The calendar. Todos with a date are shown beside the events; they are changed where they are kept. */
import {
  addDays,
  addMinutes,
  type CalendarEvent,
  datedIn,
  momentOf,
  type Occasion,
  readWhen,
  type Thing,
  toRule,
  wallOf,
} from 'consilium/assistant';
import { ConsiliumError, type ToolContext, tool } from 'consilium/kernel';
import { z } from 'zod';
import { askForAll, MOST_AT_ONCE } from '../_shared/all.ts';
import { askOther, keyOf } from '../_shared/bridge.ts';
import { choose } from '../_shared/choose.ts';
import { assistantOf, placeOf } from '../_shared/desk.ts';
import { sayMoment, sayWhen } from '../_shared/say.ts';

const text = z.string().min(1).max(500);
const when = z.string().max(40).describe('2026-11-20 or 2026-11-20T15:00');
const HOUR = 60;

const here = (context: ToolContext) => ({ ...assistantOf(context), user: context.session.user, ...placeOf(context) });

export const addEvent = tool({
  name: 'add_event',
  description:
    'Puts an event into the calendar; an hour long unless said. `when` is for what comes again ("every Tuesday at 9").',
  input: z.strictObject({
    title: text,
    start: when.optional(),
    end: when.optional(),
    minutes: z.number().int().positive().max(100_000).optional(),
    when: z.string().max(200).optional(),
    location: text.optional(),
  }),
  idempotent: true,
  execute: async ({ title, start, end, minutes, when: again, location }, context) => {
    const { calendar, user, zone, now } = here(context);
    const read = again === undefined ? undefined : readWhen(again, { now, zone });
    const from = read?.wall ?? start;
    if (from === undefined)
      throw new ConsiliumError('WHEN_MISSING', `When is "${title}"?`, { hint: 'Say a day, or a day and a time.' });
    const to = end ?? (from.length === 10 ? addDays(from, 1) : addMinutes(from, minutes ?? HOUR));
    const rule = read && toRule(read.schedule);
    const { event, change, clashes } = calendar.add(
      user,
      { title, start: from, end: to, zone, ...(rule && { rule }), ...(location && { location }) },
      context.idempotencyKey,
    );
    const past = momentOf(from, zone) < now ? ' That is in the past.' : '';
    const server = await look(context, true);
    return {
      say: `Added **${title}** on ${sayWhen(from, now)}${rule ? ' and again after that' : ''}${location ? `, ${location}` : ''}.${past}${sayClashes(clashes, now)}${server}`,
      about: aboutEvent(title, from, zone),
      id: event.id,
      change: change.id,
    };
  },
});

/** A look at the server, where the calendar is on one: before something is read, and after it was changed. */
async function look(context: ToolContext, isChange = false): Promise<string> {
  const { sync, user, zone } = here(context);
  if (!sync.isFor(user)) return '';
  try {
    const told = isChange ? await sync.now(user, zone) : await sync.ifStale(user, zone);
    const conflicts = told?.conflicts ?? [];
    return conflicts.length === 0 ? '' : ` It was changed on the server too, and that stands: ${conflicts.join(', ')}.`;
  } catch (thrown) {
    if (!(thrown instanceof ConsiliumError)) throw thrown;
    return ` ${thrown.message} What you see is what is here.`;
  }
}

export const syncCalendar = tool({
  name: 'sync_calendar',
  description: 'Brings the calendar and the CalDAV server to the same state, both ways.',
  input: z.strictObject({}),
  timeoutMs: 120_000,
  execute: async (_input, context) => {
    const { sync, user, zone } = here(context);
    const { brought, sent, removed, conflicts, skipped } = await sync.now(user, zone);
    const both =
      conflicts.length === 0 ? '' : ` Changed on both sides, so the server's stands: ${conflicts.join(', ')}.`;
    const left = skipped === 0 ? '' : ` ${skipped} on the server I did not understand, and left.`;
    return {
      say: `Your calendar is as on the server: ${brought} brought, ${sent} sent, ${removed} removed.${both}${left}`,
    };
  },
});

function aboutEvent(name: string, start: string, zone: string) {
  return { kinds: ['event'], name, at: momentOf(start, zone) };
}

function sayClashes(clashes: readonly Occasion[], now: number): string {
  const [first] = clashes;
  if (first === undefined) return '';
  return ` It clashes with **${first.title}** (${sayWhen(first.start, now)} to ${first.end.slice(11)})${clashes.length > 1 ? ` and ${clashes.length - 1} more` : ''}.`;
}

export const listEvents = tool({
  name: 'list_events',
  description: 'What is in the calendar between two moments (ms), todos with a date included.',
  input: z.strictObject({ from: z.number(), to: z.number(), say: z.string().max(60).optional() }),
  idempotent: true,
  execute: async ({ from, to, say }, context) => {
    const server = await look(context);
    const { calendar, todos, user, zone, now } = here(context);
    const occasions = calendar.between(user, from, to);
    const due = todos
      .list(user)
      .filter(({ body }) => body.due !== undefined && inside(momentOf(body.due, body.zone), from, to));
    const span = say !== undefined && /^\d{4}-/.test(say) ? `on ${sayWhen(say, now)}` : `in ${say ?? 'that time'}`;
    if (occasions.length + due.length === 0)
      return { say: `There is nothing in your calendar ${span}.${server}`, events: [] };
    const lines = [
      ...occasions.map((one) => ({
        at: one.from,
        line: `- ${sayMoment(one.from, zone, now).replace(/, 00:00$/, '')}${one.isDay ? '' : `–${wallOf(one.to, zone).slice(11)}`} · **${one.title}**${one.location ? ` · ${one.location}` : ''}`,
      })),
      ...due.map(({ body }) => ({
        at: momentOf(body.due!, body.zone),
        line: `- ${sayWhen(body.due!, now)} · todo: ${body.title}`,
      })),
    ].toSorted((one, other) => one.at - other.at);
    return {
      say: `**Your calendar ${span}:**\n\n${lines.map(({ line }) => line).join('\n')}${server && `\n\n${server.trim()}`}`,
      events: occasions.map((one) => ({ ...one })),
    };
  },
});

function inside(at: number, from: number, to: number): boolean {
  return at >= from && at < to;
}

const YEAR = 366 * 24 * 60 * 60 * 1000;

/** The next occasion of each event that fits, or the last one. */
function upcoming(context: ToolContext): (Occasion & { id: string; name: string })[] {
  const { calendar, user, now } = here(context);
  const seen = new Map<string, Occasion>();
  for (const one of calendar.between(user, now - 24 * 3_600_000, now + YEAR))
    if (!seen.has(one.event)) seen.set(one.event, one);
  return [...seen.values()].map((one) => ({ ...one, id: one.event, name: one.title }));
}

export const findEvent = tool({
  name: 'find_event',
  description: 'When an event is, found by its words.',
  input: z.strictObject({ query: text }),
  idempotent: true,
  execute: async ({ query }, context) => {
    await look(context);
    const { zone, now } = here(context);
    const found = choose(query, upcoming(context), 'event');
    return {
      say: `**${found.title}** is on ${sayMoment(found.from, zone, now)}${found.location ? `, ${found.location}` : ''}.`,
      about: aboutEvent(found.title, found.start, found.zone),
      event: { ...found },
    };
  },
});

export const moveEvent = tool({
  name: 'move_event',
  description:
    'Moves an event to another day or time; a day alone keeps the hour. Of one that comes again, the next occasion.',
  input: z.strictObject({ query: text, start: when.optional(), clock: z.string().max(5).optional() }),
  execute: async ({ query, start: said, clock }, context) => {
    const { calendar, user, now } = here(context);
    if (said === undefined)
      throw new ConsiliumError('WHEN_MISSING', `Where shall I move "${query}" to?`, {
        hint: 'Say a day, or a day and a time.',
      });
    const found = choose(query, upcoming(context), 'event');
    // An hour without a day is on the day that it is.
    const start = clock === undefined ? said : `${found.start.slice(0, 10)}T${clock}`;
    const from = start.length === 10 && !found.isDay ? `${start}${found.start.slice(10)}` : start;
    const { body } = calendar.get(user, found.event) as Thing<CalendarEvent>;
    const length = (Date.parse(`${body.end}Z`) - Date.parse(`${body.start}Z`)) / 60_000 || HOUR;
    const end =
      from.length === 10
        ? addDays(from, Math.max(1, Math.round(length / 1440)))
        : addMinutes(from, found.isDay ? HOUR : length);
    const { change, clashes } = calendar.change(
      user,
      found.event,
      { start: from, end },
      { ...(body.rule !== undefined && { occasion: found.occasion }), key: context.idempotencyKey },
    );
    return {
      say: `Moved **${found.title}** from ${sayWhen(found.start, now)} to ${sayWhen(from, now)}.${sayClashes(clashes, now)}${await look(context, true)}`,
      about: aboutEvent(found.title, from, found.zone),
      change: change.id,
    };
  },
});

export const cancelEvent = tool({
  name: 'cancel_event',
  description:
    'Cancels an event, found by its words; of one that comes again, the occasion of a day if one is named, else all. With `all` everything between two moments (ms), or from now on; it asks first.',
  input: z.strictObject({
    query: text.optional(),
    day: when.optional(),
    all: z.boolean().optional(),
    from: z.number().optional(),
    to: z.number().optional(),
  }),
  execute: async ({ query, day, all, from, to }, context) => {
    const { calendar, user, now } = here(context);
    if (all || query === undefined) return cancelAll(context, from ?? now, to ?? now + YEAR);
    const found = choose(query, upcoming(context), 'event');
    const one = day === undefined || !found.recurs ? undefined : occasionOn(context, found, day);
    const change = calendar.cancel(user, found.event, {
      ...(one && { occasion: one.occasion }),
      key: context.idempotencyKey,
    });
    const rest = found.recurs && one === undefined ? ' and all after it' : '';
    return {
      say: `Cancelled **${found.title}** (${sayWhen(one?.start ?? found.start, now)}${rest}). "Undo that" brings it back.${await look(context, true)}`,
      about: aboutEvent(found.title, found.start, found.zone),
      change: change.id,
    };
  },
});

function occasionOn(context: ToolContext, { event, title, zone }: Occasion, day: string): Occasion {
  const { calendar, user, now } = here(context);
  const found = calendar
    .between(user, momentOf(day.slice(0, 10), zone), momentOf(addDays(day, 1), zone))
    .find((one) => one.event === event);
  if (found !== undefined) return found;
  throw new ConsiliumError('OCCASION_UNKNOWN', `"${title}" does not take place on ${sayWhen(day.slice(0, 10), now)}.`);
}

/** Occasions of what comes again are cancelled one by one, so that what lies outside of the span stays. */
async function cancelAll(context: ToolContext, from: number, to: number) {
  const { calendar, user, now } = here(context);
  const found = calendar.between(user, from, to).slice(0, MOST_AT_ONCE);
  if (found.length === 0) return { say: 'There is nothing to cancel.' };
  const names = found.map(({ title, start }) => `${title} (${sayWhen(start, now)})`);
  if (!(await askForAll(context, 'Cancel', names))) return { say: 'I left everything as it is.' };
  for (const { event, occasion, recurs } of found)
    calendar.cancel(user, event, {
      ...(recurs && { occasion }),
      key: `${context.idempotencyKey}:${event}:${occasion}`,
    });
  await look(context, true);
  return { say: `Cancelled:\n\n${names.map((name) => `- ${name}`).join('\n')}` };
}

const PARTS: Readonly<Record<string, readonly [number, number]>> = {
  morning: [8, 12],
  afternoon: [12, 17],
  evening: [17, 21],
};
const MINUTE = 60_000;

export const freeTime = tool({
  name: 'free_time',
  description:
    'Whether and when the person is free between two moments (ms): at a time (`at`), in a part of the day, or in gaps of so many minutes by day.',
  input: z.strictObject({
    from: z.number(),
    to: z.number(),
    at: when.optional(),
    part: z.enum(['morning', 'afternoon', 'evening']).optional(),
    minutes: z.number().int().positive().optional(),
    say: z.string().max(60).optional(),
  }),
  idempotent: true,
  execute: async ({ from, to, at, part, minutes }, context) => {
    await look(context);
    if (at !== undefined && at.length > 10) return freeAt(context, at, minutes ?? HOUR);
    const { calendar, user, zone, now } = here(context);
    const spans = waking(from, to, zone, PARTS[part ?? ''] ?? [8, 21]).filter((span) => span.to > now);
    const inSpans = <Found>(find: (from: number, to: number) => readonly Found[]) =>
      spans.flatMap((span) => find(Math.max(span.from, now), span.to));
    const taken = inSpans((start, end) => calendar.between(user, start, end).filter(({ isDay }) => !isDay));
    const gaps = inSpans((start, end) => calendar.free(user, start, end, minutes ?? 30));
    const said = `${spans.length === 1 ? `on ${sayMoment(spans[0]!.from, zone, now).slice(0, -7)}` : 'all that time'}${part ? ` in the ${part}` : ''}`;
    if (taken.length === 0) return { say: `**Yes, you are free** ${said}.`, free: gaps };
    const busy = taken.slice(0, 4).map((one) => `${one.title} (${sayHours(one, zone)})`);
    const lines = gaps
      .slice(0, 10)
      .map((gap) => `- ${sayMoment(gap.from, zone, now)} to ${wallOf(gap.to, zone).slice(11)}`);
    const say =
      gaps.length === 0
        ? `**No**: ${busy.join(', ')}.`
        : `**Partly.** Taken: ${busy.join(', ')}${taken.length > 4 ? ` and ${taken.length - 4} more` : ''}. Free:\n\n${lines.join('\n')}`;
    return { say, free: gaps };
  },
});

/** The hours of each day in which one would meet. */
function waking(from: number, to: number, zone: string, [opens, closes]: readonly [number, number]) {
  const two = (hour: number) => String(hour).padStart(2, '0');
  const spans: { from: number; to: number }[] = [];
  for (let day = wallOf(from, zone).slice(0, 10); momentOf(day, zone) < to && spans.length < 62; day = addDays(day, 1))
    spans.push({ from: momentOf(`${day}T${two(opens)}:00`, zone), to: momentOf(`${day}T${two(closes)}:00`, zone) });
  return spans;
}

/** At one time: yes, or what is there. */
function freeAt(context: ToolContext, at: string, minutes: number) {
  const { calendar, user, zone, now } = here(context);
  const from = momentOf(at, zone);
  const taken = calendar.between(user, from, from + minutes * MINUTE).filter(({ isDay }) => !isDay);
  const when = sayWhen(at, now);
  if (taken.length === 0)
    return { say: `**Yes, you are free** on ${when}.`, free: [{ from, to: from + minutes * MINUTE }] };
  const names = taken.slice(0, 4).map((one) => `**${one.title}** (${sayHours(one, zone)})`);
  return { say: `**No**, on ${when} there is ${names.join(', ')}.`, free: [] };
}

function sayHours({ from, to }: Occasion, zone: string): string {
  return `${wallOf(from, zone).slice(11)}–${wallOf(to, zone).slice(11)}`;
}

export const bringAppointments = tool({
  name: 'bring_appointments',
  description:
    'Asks the health team for the next appointments of the person and puts them into the calendar, each once.',
  input: z.strictObject({}),
  timeoutMs: 120_000,
  execute: async (_input, context) => {
    const { calendar, user, zone, now } = here(context);
    const { text: answer, citations = [] } = await askOther('health', 'When is my next appointment?', context);
    const found = datedIn(answer, { now, zone }).map(({ title, when: day }) => ({
      title,
      when: hourCited(citations, day, zone) ?? day,
    }));
    if (found.length === 0) return { say: `The health team named no appointment to come. It said: ${answer}` };
    const kept = found.map(({ title, when: start }) => {
      const end = start.length === 10 ? addDays(start, 1) : addMinutes(start, HOUR);
      const before = calendar.list(user).length;
      calendar.add(user, { title, start, end, zone }, keyOf('health', title, start));
      return `- ${sayWhen(start, now)}: **${title}**${calendar.list(user).length === before ? ' (was there)' : ''}`;
    });
    return { say: `From your health record, in your calendar:\n\n${kept.join('\n')}` };
  },
});

/** The hour of a visit of that day, where the answer cites one. */
function hourCited(citations: readonly { label?: string; date?: string }[], day: string, zone: string) {
  const dates = citations.flatMap(({ label, date }) => (label === 'Encounter' && date ? [Date.parse(date)] : []));
  return dates
    .filter(Number.isFinite)
    .map((at) => wallOf(at, zone))
    .find((wall) => wall.slice(0, 10) === day);
}
