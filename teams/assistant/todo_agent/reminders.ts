/** Reminders: set, put off, listed. */
import { addMinutes, isAbout, isWhen, momentOf, type Reminder, readWhen, sayAgain, wallOf } from 'consilium/assistant';
import { ConsiliumError, type ToolContext, tool } from 'consilium/kernel';
import { z } from 'zod';
import { choose } from '../_shared/choose.ts';
import { weighMedicine } from '../_shared/medicine.ts';
import { sayMoment, sayWhen } from '../_shared/say.ts';
import { eventSpokenOf, topicOf } from '../_shared/told.ts';
import { here, title } from './desk.ts';
import { remindEach } from './each.ts';

export const setReminder = tool({
  name: 'set_reminder',
  description:
    'Reminds the person of something at a time, once or again and again, with its end and exceptions; `when` in their own words. With `snooze`: once more, of what they were reminded of last (or of `what`).',
  input: z.strictObject({
    what: title.optional(),
    when: z.string().max(300).optional(),
    at: z.string().optional(),
    recurs: z.boolean().optional(),
    snooze: z.boolean().optional(),
    from: z.string().max(300).optional().describe('what the time is counted from, where nobody knows when that is'),
    by: z.number().optional().describe('minutes from it, before it negative'),
    of: title.optional().describe('the event that it goes with: it moves where the event moves'),
    leans: z.boolean().optional().describe('its time is counted from what was spoken of last'),
    each: title.optional().describe('an event that comes again: before or after each time of it'),
    each_by: z.number().int().optional().describe('minutes from each time of it, before it negative; -30 without it'),
    each_at: z.string().max(5).optional().describe('18:00 of the day that lies `each_by` (whole days) from it'),
    zone: z.string().max(60).optional().describe('the zone that `when` is said in, where it is another'),
  }),
  idempotent: true,
  execute: async (
    { what, when, at, recurs, snooze, from, by, of, leans, each, each_by, each_at, zone: there },
    context,
  ) => {
    const { reminders, belonging, user, zone: own } = here(context);
    if (each !== undefined) return remindEach(context, { what: what ?? each, each, minutes: each_by, clock: each_at });
    const zone = there ?? own;
    // "Yoga every Tuesday at 6. Remind me an hour before": before each of what was just made.
    const made = leans && topicOf(context.state)?.series ? seriesSpokenOf(context) : undefined;
    if (made !== undefined && by !== undefined)
      return remindEach(context, { what: what ?? made, each: made, minutes: by });
    if (recurs && from !== undefined && by !== undefined)
      throw new ConsiliumError('WHEN_MISSING', `Nothing comes round "${from}" each time, so I set no reminder.`, {
        hint: 'Say the day itself: "every month on the 28th".',
      });
    const said = beforeThat(from, by, at) ?? fromSpoken(context, leans ? by : undefined) ?? wordsFor(context, when, at);
    if (snooze) {
      if (said !== undefined) checkAhead(said, what, context);
      // So long is from when it would come, which is known where it is.
      return again(context, what, PUT_OFF.test(when ?? '') ? when! : (said ?? 'in 10 minutes'));
    }
    if (what === undefined)
      throw new ConsiliumError('WHAT_MISSING', 'Of what shall I remind you?', { hint: 'Say it in a few words.' });
    const series = said === undefined && ALONE.test(from ?? '') ? seriesSpokenOf(context) : undefined;
    if (series !== undefined) return remindEach(context, { what, each: series, minutes: by });
    if (said === undefined && from !== undefined)
      throw new ConsiliumError('WHEN_MISSING', `I do not know when that is: "${from}".`, {
        hint: 'When is it? Say a day and a time; I count from there.',
      });
    if (said === undefined)
      throw new ConsiliumError('WHEN_MISSING', `When shall I remind you of "${what}"?`, {
        hint: 'For example: tomorrow at 8, every Monday, in two hours.',
      });
    checkAhead(said, what, context);
    const stands = await standing(context, what, said, zone);
    if (stands !== undefined) return stands;
    const { agreed, note } = await weighMedicine(context, {
      ...{ what, when: said },
      deed: `Remind you: ${what}, ${sayWhenSet(said, zone, context)}`,
    });
    if (!agreed) return { say: `I set no reminder of **${what}**.` };
    const names = [of, leans ? eventSpokenOf(context) : undefined, what].filter((name) => name !== undefined);
    const owner = isWhen(said) ? belonging.ownerOf(user, { names, at: momentOf(said, zone), by, zone }) : undefined;
    const reminder = await reminders.set(user, { what, when: said, zone, key: context.idempotencyKey, of: owner });
    const done = told(context, what, reminder, { id: reminder.id, change: reminder.change, note });
    // "Dinner at 7, and remind me an hour before": what is talked about is still the dinner.
    const spokenOf = leans && owner !== undefined ? topicOf(context.state) : undefined;
    return spokenOf?.kinds.includes('event') ? { ...done, about: { ...spokenOf, reminder: done.about } } : done;
  },
});

/** "An hour before", and no word of what. */
const ALONE = /\b(?:before|after|prior|earlier)(?: (?:it|that|this|each|them))?$/i;

/** "Due 1 March, remind me two weeks before": counted from that day. A moment is counted already. */
function beforeThat(from: string | undefined, by: number | undefined, at: string | undefined): string | undefined {
  if (by === undefined || at?.length !== 10 || !ALONE.test(from ?? '')) return undefined;
  return addMinutes(`${at}T09:00`, by);
}

/** What comes again and was spoken of last: made by the step before, or in an earlier message. */
function seriesSpokenOf(context: ToolContext): string | undefined {
  const { calendar, user } = here(context);
  const topic = topicOf(context.state);
  const event = topic?.kinds.includes('event') && topic.id !== undefined ? calendar.get(user, topic.id) : undefined;
  return event?.body.rule === undefined ? undefined : event.body.title;
}

/** Nobody is reminded twice of the same at the same time, and that is said. */
async function standing(context: ToolContext, what: string, said: string, zone: string) {
  const { reminders, effects, user, zone: own, now } = here(context);
  const key = context.idempotencyKey;
  const mine = new Set(effects.list(user).flatMap((one) => (one.key?.startsWith(key) ? [one.thing] : [])));
  const found = (await reminders.list(user)).find(
    (one) =>
      one.what.toLowerCase() === what.toLowerCase() &&
      !mine.has(one.of ?? '') &&
      (isWhen(said) ? !one.recurs && one.next === momentOf(said, zone) : one.schedule === said && one.zone === zone),
  );
  if (found === undefined) return undefined;
  return {
    say: `I remind you of **${found.what}** already (${sayMoment(found.next, own, now)}${found.recurs ? `, ${found.understood}` : ''}), so I set no other.`,
    about: { kinds: ['reminder', 'todo'], name: found.what, id: found.of, at: found.next },
    id: found.id,
  };
}

/** When it would come, as it would be set: a yes is for that. */
function sayWhenSet(said: string, zone: string, context: ToolContext): string {
  const { now } = here(context);
  const read = isWhen(said) ? undefined : readWhen(said, { now, zone });
  return read === undefined ? sayWhen(said, now) : sayAgain(read.schedule, false);
}

/** So far from what was spoken of: where that is now, though it was moved by the step before. */
function fromSpoken(context: ToolContext, by: number | undefined): string | undefined {
  const { zone } = here(context);
  const topic = topicOf(context.state);
  if (by === undefined || topic?.at === undefined || !topic.kinds.includes('event')) return undefined;
  const isDay = wallOf(topic.at, zone).endsWith('T00:00');
  return isDay ? undefined : wallOf(topic.at + by * 60_000, zone);
}

/** What comes again goes as it was said, where the schedules read it whole; a single time as a date. */
function wordsFor(context: ToolContext, when: string | undefined, at: string | undefined): string | undefined {
  const { zone, now } = here(context);
  const read = when === undefined ? undefined : readWhen(when, { now, zone });
  if (read?.recurs || (at === undefined && read === undefined)) return when;
  const moment = at ?? read!.wall;
  return moment.length === 10 ? `${moment}T09:00` : moment;
}

/** A single time that has gone by is said as one says it. */
function checkAhead(said: string, what: string | undefined, context: ToolContext): void {
  const { zone, now } = here(context);
  if (!isWhen(said) || momentOf(said, zone) > now) return;
  throw new ConsiliumError(
    'WHEN_PAST',
    `${sayWhen(said, now)} has gone by, so I set no reminder${what ? ` of "${what}"` : ''}.`,
    {
      hint: 'When shall it be instead?',
    },
  );
}

function told(
  context: ToolContext,
  what: string,
  { next, understood, of }: Reminder,
  { note = '', ...more }: { id: string; change?: string; note?: string },
) {
  const { zone, now } = here(context);
  const often = /^once/.test(understood) ? '' : ` (${understood})`;
  const open = understood.includes('until this happens')
    ? ' I cannot notice that by myself: tell me to stop when it is so.'
    : '';
  return {
    say: `I will remind you: **${what}**, ${often === '' ? 'on' : 'first on'} ${sayMoment(next, zone, now)}${often}.${open}${note}`,
    about: { kinds: ['reminder', 'todo'], name: what, id: of, at: next },
    ...more,
  };
}

/** Of the last that came due, or of one that is to come. */
async function again(context: ToolContext, what: string | undefined, when: string) {
  const { reminders, todos, user, zone } = here(context);
  const fired = reminders
    .notices(user)
    .toReversed()
    .flatMap(({ body }) => (body.todo === undefined ? [] : [{ id: body.todo, name: body.text }]));
  const open = todos.list(user).map(({ id, body }) => ({ id, name: body.title }));
  const known = new Map([...open, ...fired].map((one) => [one.id, one]));
  const last = topicOf(context.state)?.id;
  const chosen = what === undefined ? fired[0] : choose(what, [...known.values()], 'reminder', { last });
  if (chosen === undefined)
    throw new ConsiliumError('NOT_FOUND_HERE', 'Nothing has come due that could be put off.', {
      hint: 'Say what to remind you of, and when.',
    });
  const { agreed, note } = await weighMedicine(context, {
    ...{ what: chosen.name, when },
    deed: `Remind you once more: ${chosen.name}`,
  });
  if (!agreed) return { say: `I do not remind you of **${chosen.name}** once more.` };
  const ahead = fired.some(({ id }) => id === chosen.id) ? undefined : await comingOnce(context, chosen.id);
  if (ahead !== undefined) {
    const later = putOff(ahead, when, zone);
    const moved = await reminders.move(user, ahead.id, later, context.idempotencyKey);
    return told(context, chosen.name, moved, { id: moved.id, change: moved.change, note });
  }
  const reminder = await reminders.snooze(user, chosen.id, when, zone, context.idempotencyKey);
  return told(context, chosen.name, reminder, { id: reminder.id, note });
}

/** One that is still to come, and comes once. */
async function comingOnce(context: ToolContext, todo: string): Promise<Reminder | undefined> {
  const { reminders, user } = here(context);
  return (await reminders.list(user)).find(({ of, recurs }) => of === todo && !recurs);
}

const PUT_OFF = /^in (\d+) minutes$/;

/** What has not come yet is put off from when it would come. */
function putOff({ next }: Reminder, when: string, zone: string): string {
  const [, minutes] = PUT_OFF.exec(when) ?? [];
  return minutes === undefined ? when : wallOf(next + Number(minutes) * 60_000, zone);
}

export const listReminders = tool({
  name: 'list_reminders',
  description:
    'Lists the reminders that are still to come: all, those about something, those between two moments (ms).',
  input: z.strictObject({
    query: z.string().max(200).optional().describe('only those that are about it'),
    from: z.number().optional(),
    to: z.number().optional(),
  }),
  idempotent: true,
  execute: async ({ query, from, to }, context) => {
    const { reminders, user, zone, now } = here(context);
    const all = await reminders.list(user);
    if (all.length === 0) return { say: 'There are no reminders.', reminders: [] };
    const due = new Set((await reminders.coming(user)).flatMap((one) => (isIn(one, from ?? now, to) ? [one.id] : [])));
    const list = all.filter(({ id, what }) => due.has(id) && (query === undefined || isAbout(query, what)));
    if (list.length === 0) {
      const [next] = all;
      return {
        say: `There is no reminder ${query === undefined ? 'then' : `about ${query}${from === undefined ? '' : ' then'}`}. The next of all is **${next!.what}**, ${sayMoment(next!.next, zone, now)}.`,
        reminders: [],
      };
    }
    const lines = list.map(
      ({ what, next, understood }) =>
        `- ${what} · ${sayMoment(next, zone, now)}${/^once/.test(understood) ? '' : ` · ${understood}`}`,
    );
    return {
      gives: lines.join('\n'),
      say: `**${list.length === 1 ? 'One reminder' : `${list.length} reminders`}:**\n\n${lines.join('\n')}`,
      reminders: list.map((reminder) => ({ ...reminder })),
      shown: list.map(({ what, of, next }) => ({ kinds: ['reminder', 'todo'], name: what, id: of ?? null, at: next })),
    };
  },
});

function isIn({ times }: { times(from: number, to: number): number }, from: number, to = Infinity): boolean {
  return to === Infinity || times(from, to) > 0;
}
