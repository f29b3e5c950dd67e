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
  execute: ({ title, start, end, minutes, when: again, location }, context) => {
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
    return {
      say: `Added **${title}** on ${sayWhen(from, now)}${rule ? ' and again after that' : ''}.${past}${sayClashes(clashes, now)}`,
      id: event.id,
      change: change.id,
    };
  },
});

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
  execute: ({ from, to, say }, context) => {
    const { calendar, todos, user, zone, now } = here(context);
    const occasions = calendar.between(user, from, to);
    const due = todos
      .list(user)
      .filter(({ body }) => body.due !== undefined && inside(momentOf(body.due, body.zone), from, to));
    const span = say !== undefined && /^\d{4}-/.test(say) ? `on ${sayWhen(say, now)}` : `in ${say ?? 'that time'}`;
    if (occasions.length + due.length === 0) return { say: `There is nothing in your calendar ${span}.`, events: [] };
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
      say: `**Your calendar ${span}:**\n\n${lines.map(({ line }) => line).join('\n')}`,
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
  execute: ({ query }, context) => {
    const { zone, now } = here(context);
    const found = choose(query, upcoming(context), 'event');
    return {
      say: `**${found.title}** is on ${sayMoment(found.from, zone, now)}${found.location ? `, ${found.location}` : ''}.`,
      event: { ...found },
    };
  },
});

export const moveEvent = tool({
  name: 'move_event',
  description:
    'Moves an event to another day or time; a day alone keeps the hour. Of one that comes again, the next occasion.',
  input: z.strictObject({ query: text, start: when.optional() }),
  execute: ({ query, start }, context) => {
    const { calendar, user, now } = here(context);
    if (start === undefined)
      throw new ConsiliumError('WHEN_MISSING', `Where shall I move "${query}" to?`, {
        hint: 'Say a day, or a day and a time.',
      });
    const found = choose(query, upcoming(context), 'event');
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
      say: `Moved **${found.title}** from ${sayWhen(found.start, now)} to ${sayWhen(from, now)}.${sayClashes(clashes, now)}`,
      change: change.id,
    };
  },
});

export const cancelEvent = tool({
  name: 'cancel_event',
  description:
    'Cancels an event, found by its words; of one that comes again, the occasion of a day if one is named, else all.',
  input: z.strictObject({ query: text, day: when.optional() }),
  execute: ({ query, day }, context) => {
    const { calendar, user, now } = here(context);
    const found = choose(query, upcoming(context), 'event');
    const one =
      day === undefined || !found.recurs
        ? undefined
        : calendar
            .between(user, momentOf(day.slice(0, 10), found.zone), momentOf(addDays(day, 1), found.zone))
            .find(({ event }) => event === found.event);
    if (day !== undefined && found.recurs && one === undefined)
      throw new ConsiliumError(
        'OCCASION_UNKNOWN',
        `"${found.title}" does not take place on ${sayWhen(day.slice(0, 10), now)}.`,
      );
    const change = calendar.cancel(user, found.event, {
      ...(one && { occasion: one.occasion }),
      key: context.idempotencyKey,
    });
    return {
      say: `Cancelled **${found.title}** (${sayWhen(one?.start ?? found.start, now)}${found.recurs && one === undefined ? ' and all after it' : ''}). "Undo that" brings it back.`,
      change: change.id,
    };
  },
});

const PARTS: Readonly<Record<string, readonly [number, number]>> = {
  morning: [8, 12],
  afternoon: [12, 17],
  evening: [17, 21],
};

export const freeTime = tool({
  name: 'free_time',
  description: 'Whether and when the person is free between two moments (ms), in a part of the day if one is named.',
  input: z.strictObject({
    from: z.number(),
    to: z.number(),
    part: z.enum(['morning', 'afternoon', 'evening']).optional(),
    minutes: z.number().int().positive().optional(),
    say: z.string().max(60).optional(),
  }),
  idempotent: true,
  execute: ({ from, to, part, minutes = 30 }, context) => {
    const { calendar, user, zone, now } = here(context);
    const day = wallOf(from, zone).slice(0, 10);
    const isOneDay = to - from <= 25 * 3_600_000;
    const two = (hour: number) => String(hour).padStart(2, '0');
    const [opens, closes] = PARTS[part ?? ''] ?? [8, 21];
    const span = isOneDay
      ? { from: momentOf(`${day}T${two(opens)}:00`, zone), to: momentOf(`${day}T${two(closes)}:00`, zone) }
      : { from, to };
    const start = Math.max(span.from, Math.min(now, span.to));
    const taken = calendar.between(user, start, span.to).filter(({ isDay }) => !isDay);
    const gaps = calendar.free(user, start, span.to, minutes);
    const saidSpan = `${sayWhen(day, now)}${part ? ` in the ${part}` : ''}`;
    if (taken.length === 0)
      return { say: `**Yes, you are free** ${isOneDay ? `on ${saidSpan}` : 'all that time'}.`, free: gaps };
    const lines = gaps
      .slice(0, 8)
      .map((gap) => `- ${sayMoment(gap.from, zone, now)} to ${wallOf(gap.to, zone).slice(11)}`);
    const busy = taken
      .slice(0, 4)
      .map((one) => `${one.title} (${wallOf(one.from, zone).slice(11)}–${wallOf(one.to, zone).slice(11)})`);
    return {
      say:
        gaps.length === 0
          ? `**No**: ${busy.join(', ')} on ${saidSpan}.`
          : `**Partly.** Taken: ${busy.join(', ')}. Free:\n\n${lines.join('\n')}`,
      free: gaps,
    };
  },
});

export const bringAppointments = tool({
  name: 'bring_appointments',
  description:
    'Asks the health team for the next appointments of the person and puts them into the calendar, each once.',
  input: z.strictObject({}),
  timeoutMs: 120_000,
  execute: async (_input, context) => {
    const { calendar, user, zone, now } = here(context);
    const answer = await askOther('health', 'When is my next appointment?', context);
    const found = datedIn(answer, { now, zone });
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
