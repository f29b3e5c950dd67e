/** Events that are there: moved, renamed, cancelled; one, one occasion, a series, or all of a span. */
import type { Occasion } from 'consilium/assistant';
import { ConsiliumError, type ToolContext, tool } from 'consilium/kernel';
import { z } from 'zod';
import { askForAll, except, MOST_AT_ONCE, WAITS_MS, without } from '../_shared/all.ts';
import { weighMedicine } from '../_shared/medicine.ts';
import { isShift, meantInput, retimeInput } from '../_shared/retime.ts';
import { sayWhen } from '../_shared/say.ts';
import {
  aboutEvent,
  findMeant,
  here,
  look,
  onThatDay,
  type Seen,
  sayOnlyHere,
  seenFrom,
  shownAs,
  text,
  when,
  YEAR,
} from './desk.ts';
import { isResize, lengthInput, resize } from './length.ts';
import { moveAll, moveOne, moveSeries } from './moving.ts';
import { cancelSince, moveSince } from './since.ts';

const moving = z.strictObject({
  query: text.optional(),
  start: when.optional(),
  ...meantInput,
  ...retimeInput,
  weekday: z.boolean().optional().describe('`start` was said as a weekday alone'),
  when: z.string().max(300).optional().describe('a new rhythm of the whole series: "every Wednesday at 18:00"'),
  title: text.optional().describe('another name'),
  since: when.optional().describe('a day: what comes again is changed from there on, and stays before'),
  ...lengthInput,
  all: z.boolean().optional(),
  except,
  from: z.number().optional(),
  to: z.number().optional(),
});

export const moveEvent = tool({
  name: 'move_event',
  description:
    'Moves an event to another day or time, gives it another length (`minutes`, `longer`, `until`) or another name; a day alone keeps the hour. Of one that comes again, the next occasion, or with `when` all of them. With `all` everything between two moments (ms) goes to the day of `start`, hours kept; it asks first.',
  input: moving,
  execute: async (given, context) => {
    const { calendar, user } = here(context);
    const { query, start, title, when: again } = given;
    if (start === undefined && title === undefined && !isShift(given) && !isResize(given))
      throw new ConsiliumError('WHEN_MISSING', `Where shall I move ${query ? `"${query}"` : 'it'} to?`, {
        hint: 'Say a day, or a day and a time.',
      });
    if (given.all) return moveAll(context, given);
    if (query === undefined && given.on === undefined && given.was === undefined)
      throw new ConsiliumError('EVENT_UNNAMED', 'Which event shall I move?', { hint: 'Say its name.' });
    const found = findMeant(context, given);
    if (title !== undefined) {
      if (title === found.title) return { say: `**${title}** is called so already, so I changed nothing.` };
      const deed = `Call ${found.title} in your calendar ${title}`;
      const weighed = await weighMedicine(context, { what: title, when: undefined, deed });
      if (!weighed.agreed) return { say: `I left **${found.title}** as it is.` };
      const { change } = calendar.change(user, found.event, { title }, { key: context.idempotencyKey });
      return {
        say: `**${found.title}** is now called **${title}**.${await look(context, true)}${weighed.note}`,
        about: aboutEvent(found.event, title, found.start, found.zone),
        change: change.id,
      };
    }
    if (start === undefined && again === undefined && !isShift(given)) return resize(context, found, given);
    if (given.since !== undefined && found.recurs) return moveSince(context, found, { ...given, since: given.since });
    return again !== undefined
      ? moveSeries(context, found, again)
      : moveOne(context, ofThatDay(context, found, given), given);
  },
});

/** "Piano on 11 December is at 5": of what comes again the one of the day that was said, where there is one on it. */
function ofThatDay(context: ToolContext, found: Seen & { id: string }, given: z.infer<typeof moving>) {
  const { start, on, was } = given;
  if (!found.recurs || start === undefined || on !== undefined || was !== undefined || isShift(given)) return found;
  if (given.clock !== undefined || start.length === 10) return found;
  return onThatDay(context, found.event, start.slice(0, 10)) ?? found;
}

export const cancelEvent = tool({
  name: 'cancel_event',
  description:
    'Cancels an event, found by its words; of one that comes again, the occasion of a day if one is named, else all, after a yes. With `all` everything between two moments (ms), or from now on; it asks first.',
  input: z.strictObject({
    query: text.optional(),
    day: when.optional(),
    was: meantInput.was,
    since: when.optional().describe('a day: what comes again ends before it'),
    all: z.boolean().optional(),
    except,
    from: z.number().optional(),
    to: z.number().optional(),
  }),
  execute: async ({ query, day, was, since, all, except: left, from, to }, context) => {
    const { calendar, user, now } = here(context);
    if (all || (query === undefined && was === undefined))
      return cancelAll(context, from ?? now, to ?? now + YEAR, { left });
    const found = findMeant(context, { query, on: day?.slice(0, 10), was });
    if (found.recurs && since !== undefined) return cancelSince(context, found, since);
    if (found.recurs && from !== undefined && to !== undefined)
      return cancelAll(context, from, to, { event: found.event });
    const one = day === undefined || !found.recurs ? undefined : found;
    if (found.recurs && one === undefined && !(await askForSeries(context, found)))
      return { say: `I left **${found.title}** as it is. Name the day to cancel one of them.` };
    const only = sayOnlyHere(context, [found]);
    const change = calendar.cancel(user, found.event, {
      ...(one && { occasion: one.occasion }),
      key: context.idempotencyKey,
    });
    const rest = found.recurs && one === undefined ? ' and all after it' : '';
    return {
      say: `Cancelled **${found.title}** (${sayWhen(one?.start ?? found.start, now)}${rest}). "Undo that" brings it back.${only}${await look(context, true)}`,
      about: { ...aboutEvent(found.event, found.title, found.start, found.zone), ended: true },
      change: change.id,
    };
  },
});

/** All of what comes again is much to lose by a word that was not understood ("from December on"). */
async function askForSeries(context: ToolContext, { title, start }: Occasion): Promise<boolean> {
  const { now } = here(context);
  const reply = await context.ask({
    what: `Cancel every "${title}"`,
    why: `You asked: "${context.message.slice(0, 200)}"`,
    effect: `It comes again and again; the next one (${sayWhen(start, now)}) and all after it go.`,
    undo: '"Undo that" brings them back.',
    until: now + WAITS_MS,
  });
  return reply.kind === 'yes';
}

/** Occasions of what comes again are cancelled one by one, so that what lies outside of the span stays. */
async function cancelAll(
  context: ToolContext,
  from: number,
  to: number,
  { event, left }: { event?: string; left?: string | undefined },
) {
  const { calendar, user, now, zone } = here(context);
  const found = without(calendar.between(user, from, to, zone), ({ title }) => title, left)
    .filter((one) => event === undefined || one.event === event)
    .slice(0, MOST_AT_ONCE)
    .map((one) => seenFrom(one, zone));
  if (found.length === 0) return { say: 'There is nothing to cancel.' };
  const asked = await askForAll(context, 'Cancel', found, shownAs(now));
  if (asked === undefined) return { say: 'I left everything as it is.' };
  const { things: agreed, missed } = asked;
  const names = agreed.map(shownAs(now).name);
  const only = sayOnlyHere(context, agreed);
  for (const { event: id, occasion, recurs } of agreed)
    calendar.cancel(user, id, {
      ...(recurs && { occasion }),
      key: `${context.idempotencyKey}:${id}:${occasion}`,
    });
  await look(context, true);
  return { say: `Cancelled:\n\n${names.map((name) => `- ${name}`).join('\n')}\n\n${only.trim()}`.trim() + missed };
}
