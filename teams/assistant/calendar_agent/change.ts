/** Events that are there: moved, renamed, cancelled; one, one occasion, a series, or all of a span. */
import { momentOf, type Occasion, wallOf } from 'consilium/assistant';
import { ConsiliumError, type ToolContext, tool } from 'consilium/kernel';
import { z } from 'zod';
import { askForAll, except, MOST_AT_ONCE, named, WAITS_MS, without } from '../_shared/all.ts';
import { weighMedicine } from '../_shared/medicine.ts';
import { isShift, meantInput, retimeInput } from '../_shared/retime.ts';
import { sayList, sayWhen } from '../_shared/say.ts';
import { topicOf } from '../_shared/told.ts';
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
  upcoming,
  when,
  YEAR,
} from './desk.ts';
import { noteDown, place } from './details.ts';
import { hours, isWithin } from './hours.ts';
import { isResize, lengthInput, resize } from './length.ts';
import { demandThen, inSpan, moveAll, moveOne, moveSeries } from './moving.ts';
import { nth, nthOf } from './nth.ts';
import { alterOccasions, cancelOccasions, isScoped, ofItsDays, otherDays } from './occasions.ts';

const scopeInput = {
  since: when.optional().describe('a day: of what comes again, only what comes from there on'),
  before: when.optional().describe('a day: of what comes again, only what comes before it'),
  weekdays: z.array(z.int().min(0).max(6)).max(7).optional().describe('only those weekdays of it; 0 is Monday'),
};

const moving = z.strictObject({
  query: text.optional(),
  start: when.optional(),
  ...meantInput,
  nth,
  next: z.boolean().optional().describe('of what comes again the next one alone'),
  ...retimeInput,
  weekday: z.boolean().optional().describe('`start` was said as a weekday alone'),
  date: z.boolean().optional().describe('`start` was said as a day of the month alone'),
  in_from: z.number().optional().describe('of what comes again the occasion from this moment on'),
  in_to: z.number().optional().describe('and before this one'),
  when: z.string().max(300).optional().describe('a new rhythm of the whole series: "every Wednesday at 18:00"'),
  title: text.optional().describe('another name'),
  location: text.optional().describe('where it is'),
  guest: text.optional().describe('who comes too'),
  notes: z.string().max(2_000).optional().describe('what is noted with it, beside what is'),
  ...scopeInput,
  to_weekday: z.int().min(0).max(6).optional().describe('the weekday that those occasions go to; 0 is Monday'),
  ...lengthInput,
  all: z.boolean().optional(),
  except,
  from: z.number().optional(),
  to: z.number().optional(),
  hours,
});

export const moveEvent = tool({
  name: 'move_event',
  description:
    'Moves an event to another day or time, gives it another length (`minutes`, `longer`, `until`) or another name; a day alone keeps the hour. Of one that comes again, the next occasion, or with `when` all of them. With `all` everything between two moments (ms) goes to the day of `start`, hours kept; it asks first.',
  input: moving,
  execute: async (given, context) => {
    const { calendar, user } = here(context);
    const { query, start, when: again } = given;
    const isMoved = start !== undefined || given.to_weekday !== undefined || given.clock !== undefined;
    const isOther = [given.title, given.location, given.guest, given.notes].some((one) => one !== undefined);
    if (!isMoved && !isOther && again === undefined && !isShift(given) && !isResize(given))
      throw new ConsiliumError('WHEN_MISSING', `Where shall I move ${query ? `"${query}"` : 'it'} to?`, {
        hint: 'Say a day, or a day and a time.',
      });
    if (given.all) return moveAll(context, given);
    if (query === undefined && given.on === undefined && given.was === undefined)
      throw new ConsiliumError('EVENT_UNNAMED', 'Which event shall I move?', { hint: 'Say its name.' });
    // A weekday of a series names no one day of it.
    const meant = findMeant(context, given.weekdays === undefined ? given : { query, was: given.was });
    const found = given.nth === undefined ? meant : (nthOf(context, meant, { nth: given.nth })[0] ?? meant);
    if (given.location !== undefined) return place(context, found, given.location);
    if (given.notes !== undefined) return noteDown(context, found, given.notes);
    const title = given.guest === undefined ? given.title : withGuest(found.title, given.guest);
    if (isScoped(given) && again === undefined) return alterOccasions(context, found, given);
    if (title !== undefined) {
      if (title === found.title) return { say: `**${title}** is called so already, so I changed nothing.` };
      const deed = `Call ${found.title} in your calendar ${title}`;
      const weighed = await weighMedicine(context, { what: title, when: undefined, deed });
      if (!weighed.agreed) return { say: `I left **${found.title}** as it is.` };
      const { change } = calendar.change(user, found.event, { title }, { key: context.idempotencyKey });
      return {
        say: `**${found.title}** is now called **${title}**.${given.guest === undefined ? '' : ' Only your calendar has changed: I invite nobody.'}${await look(context, true)}${weighed.note}`,
        about: aboutEvent(found.event, title, found.start, found.zone),
        change: change.id,
      };
    }
    if (start === undefined && again === undefined && !isShift(given)) return resize(context, found, given);
    const some = again === undefined ? undefined : ofItsDays(context, found, again);
    if (some !== undefined) return alterOccasions(context, found, { ...given, ...some });
    if (again !== undefined) return moveSeries(context, found, again, given.since);
    const one = inSpan(context, found, given) ?? (given.nth === undefined ? ofThatDay(context, found, given) : found);
    return moveOne(context, isJustMade(context, found, given) ? { ...one, recurs: false, whole: true } : one, given);
  },
});

/** "Call with Priya", and Tom comes too. */
function withGuest(title: string, guest: string): string {
  return /\bwith \S/i.test(title) ? `${title} and ${guest}` : `${title} with ${guest}`;
}

/** "Every Monday at 9", "no, 9:30": another hour, said of what was just made, is the hour of all of it. */
function isJustMade(
  context: ToolContext,
  found: Seen,
  { start, on, was, clock, next }: z.infer<typeof moving>,
): boolean {
  const topic = topicOf(context.state);
  const isHour = clock !== undefined || (start !== undefined && start.slice(0, 10) === found.start.slice(0, 10));
  return found.recurs && topic?.series === true && topic.id === found.event && isHour && !on && !was && !next;
}

/** "Piano on 11 December is at 5": of what comes again the one of the day that was said, where there is one on it. */
function ofThatDay(context: ToolContext, found: Seen & { id: string }, given: z.infer<typeof moving>) {
  const { start, on, was } = given;
  if (!found.recurs || on !== undefined || was !== undefined) return found;
  // "Make it 10:30": the one of its days that was spoken of.
  const { id, at } = topicOf(context.state) ?? {};
  const { zone } = here(context);
  const spoken = id === found.event && at !== undefined ? wallOf(at, zone).slice(0, 10) : undefined;
  if (isShift(given) || given.clock !== undefined || start === undefined || start.length === 10)
    return (spoken && onThatDay(context, found.event, spoken)) || found;
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
    nth,
    count: z.int().min(1).max(100).optional().describe('with `nth`: how many from there on; of the last so many'),
    ...scopeInput,
    keep_weekdays: z
      .array(z.int().min(0).max(6))
      .max(7)
      .optional()
      .describe('all weekdays of it but those; 0 is Monday'),
    all: z.boolean().optional(),
    except,
    except_days: z.array(when).max(50).optional().describe('days on which nothing is cancelled'),
    keep_reminders: z.boolean().optional().describe('reminders of it stay as they are'),
    from: z.number().optional(),
    to: z.number().optional(),
    hours,
  }),
  execute: async (given, context) => {
    const {
      query,
      day,
      was,
      all,
      except: left,
      from,
      to,
      except_days: days,
      keep_reminders: keeps,
      nth: place,
      count,
      ...more
    } = given;
    const { hours: within, ...of } = more;
    const { keep_weekdays: kept, ...scope } = of;
    const { belonging, calendar, user, now, zone } = here(context);
    const [first, end] = [scope.since, scope.before].map((one) => one && momentOf(one.slice(0, 10), zone));
    if (all || (query === undefined && was === undefined && day === undefined))
      return cancelAll(context, first || (from ?? now), end || (to ?? now + YEAR), { left, days, within });
    const found = findMeant(context, { query, on: day?.slice(0, 10), was });
    const others = left !== undefined && days === undefined && !keeps ? demandOthers(context, found, left) : [];
    const stay = keeps ? belonging.release(user, found.event, context.idempotencyKey) : [];
    if (place !== undefined && found.recurs) {
      const some = nthOf(context, found, { nth: place, count });
      return cancelAll(context, some[0]!.from, some.at(-1)!.to, { event: found.event });
    }
    if (days !== undefined && day === undefined && found.recurs)
      return cancelAll(context, first || (from ?? now), end || (to ?? now + YEAR), { event: found.event, days });
    if (kept !== undefined)
      return cancelOccasions(context, found, { ...scope, weekdays: otherDays(context, found, kept) });
    if (isScoped(scope)) return cancelOccasions(context, found, scope);
    if (found.recurs && from !== undefined && to !== undefined)
      return cancelAll(context, from, to, { event: found.event });
    if (!found.recurs && from !== undefined && to !== undefined) demandThen(context, found, { from, to });
    const one = day === undefined || !found.recurs ? undefined : found;
    if (found.recurs && one === undefined && !(await askForSeries(context, found)))
      return { say: `I left **${found.title}** as it is. Name the day to cancel one of them.` };
    const only = sayOnlyHere(context, [found]);
    const change = calendar.cancel(user, found.event, {
      ...(one && { occasion: one.occasion }),
      key: context.idempotencyKey,
    });
    // What goes on from it goes too.
    const family = found.recurs && one === undefined ? calendar.family(user, found.event) : [];
    for (const { id } of family)
      if (id !== found.event) calendar.cancel(user, id, { key: `${context.idempotencyKey}:${id}` });
    const after = found.recurs && one === undefined ? ' and all after it' : '';
    return {
      say: `Cancelled **${found.title}** (${sayWhen(one?.start ?? found.start, now)}${after}). "Undo that" brings it back.${sayKept(others)}${sayStay(keeps, stay)}${only}${await look(context, true)}`,
      about: { ...aboutEvent(found.event, found.title, found.start, found.zone), ended: true },
      change: change.id,
    };
  },
});

/** "But keep the call": another thing, which nobody touches; words that name none bound what is to go. */
function demandOthers(context: ToolContext, found: Seen, left: string): string[] {
  const others = named(upcoming(context), ({ title }) => title, left).filter(({ event }) => event !== found.event);
  if (others.length === 0)
    throw new ConsiliumError(
      'EXCEPT_UNKNOWN',
      `I do not know what of "${found.title}" shall stay ("${left}"), so I changed nothing.`,
      {
        hint: 'Name the days that stay, or those that go.',
      },
    );
  return others.map(({ title }) => title);
}

function sayKept(names: readonly string[]): string {
  return names.length === 0 ? '' : ` I keep ${sayList([...new Set(names)].map((name) => `**${name}**`))}.`;
}

function sayStay(keeps: boolean | undefined, stay: readonly string[]): string {
  if (!keeps) return '';
  return stay.length === 0
    ? ' There was no reminder that went with it.'
    : ` I keep the reminder ${sayList(stay.map((name) => `**${name}**`))}.`;
}

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

interface Taken {
  readonly event?: string;
  /** What stays, in words, and on which days. */
  readonly left?: string | undefined;
  readonly days?: readonly string[] | undefined;
  readonly within?: string | undefined;
}

/** Occasions of what comes again are cancelled one by one, so that what lies outside of the span stays. */
async function cancelAll(context: ToolContext, from: number, to: number, { event, left, days = [], within }: Taken) {
  const { calendar, user, now, zone } = here(context);
  const series = event === undefined ? undefined : new Set(calendar.family(user, event).map(({ id }) => id));
  const inSpan = calendar.between(user, from, to, zone).filter((one) => isWithin(one, within, zone));
  const others = without(inSpan, ({ title }) => title, left);
  const found = others
    .filter((one) => series === undefined || series.has(one.event))
    .filter((one) => !days.some((day) => wallOf(one.from, zone).startsWith(day.slice(0, 10))))
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
  const stay = sayKept(inSpan.filter((one) => !others.includes(one)).map(({ title }) => title));
  const [first] = agreed;
  return {
    ...(event !== undefined &&
      first && { about: { ...aboutEvent(event, first.title, first.start, first.zone), ended: true } }),
    say: `Cancelled:\n\n${names.map((name) => `- ${name}`).join('\n')}\n\n${`${stay}${only}`.trim()}`.trim() + missed,
  };
}
