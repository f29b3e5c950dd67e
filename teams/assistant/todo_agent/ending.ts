/** Reminders that end: one, all of a name, every one, or only some days of what comes again. */
import { dayOf, type Reminder, wallOf } from 'consilium/assistant';
import { ConsiliumError, type ToolContext, tool } from 'consilium/kernel';
import { z } from 'zod';
import { askForAll, except, without } from '../_shared/all.ts';
import { choose, nearestTo } from '../_shared/choose.ts';
import { meantInput } from '../_shared/retime.ts';
import { sayMoment, sayWhen } from '../_shared/say.ts';
import { topicOf } from '../_shared/told.ts';
import { here, title } from './desk.ts';
import { comingOn, type Days, daysIn, endBefore, isThen, leaveOutDays } from './left-out.ts';
import { isMeant, type Which } from './which.ts';

export const cancelReminder = tool({
  name: 'cancel_reminder',
  description:
    'Cancels a reminder, found by its words; of one that comes again only a day (`on`) or the days between two, where they are named. With `every` all that the words fit, with `all` every one, after asking.',
  input: z.strictObject({
    query: title.optional(),
    ...meantInput,
    since: z.string().max(10).optional().describe('the first day of those that are left out'),
    before: z.string().max(10).optional().describe('the first day behind them'),
    from: z.number().optional(),
    to: z.number().optional(),
    next: z.boolean().optional().describe('of what comes again the next time only'),
    every: z.boolean().optional().describe('all that the words fit'),
    all: z.boolean().optional(),
    except,
  }),
  execute: async (given, context) => {
    const { reminders, user, zone, now } = here(context);
    const { query, on, was, every, all, except: left } = given;
    const last = topicOf(context.state)?.id;
    const whole = await reminders.list(user);
    const list = whole.map(named(zone));
    const spoken = { last: list.find(({ todo }) => todo !== undefined && todo === last)?.id, now };
    const fits = (things: typeof list) =>
      query === undefined || every ? fitting(query, things) : [choose({ query }, things, 'reminder', spoken)];
    const days = daysIn(given, { zone, now });
    const coming = days === undefined ? [] : (await comingOn(context, days)).map(named(zone));
    const isSkipped = days !== undefined && fitting(query, coming).length > 0;
    if (all && (days !== undefined || was !== undefined || given.since !== undefined))
      return endAllOf(context, { whole, coming: new Set(coming.map(({ id }) => id)), days }, given);
    const again = given.next
      ? whole.find(({ id, recurs }) => recurs && fits(list).some((one) => one.id === id))
      : undefined;
    if (again !== undefined && !isSkipped) {
      const day = dayOf(again.next, zone);
      return leaveOutDays(context, [again], { from: day, to: day }, day);
    }
    if (isSkipped) {
      const ids = new Set(fits(without(coming, ({ name }) => name, left)).map(({ id }) => id));
      const skipped = whole.filter(({ id }) => ids.has(id));
      return leaveOutDays(context, skipped, days, was);
    }
    const { since } = given;
    const [only, ...others] = since === undefined || since <= dayOf(now, zone) || every ? [] : fits(list);
    const ends = others.length > 0 ? undefined : whole.find(({ id, recurs }) => recurs && id === only?.id);
    if (ends !== undefined) return endBefore(context, ends, since!);
    const isNamed = query !== undefined || on !== undefined || was !== undefined;
    const alike = every && on === undefined && was === undefined ? fitting(query, list) : [];
    const found =
      all || !isNamed
        ? without(list, ({ name }) => name, left)
        : alike.length > 1
          ? without(alike, ({ name }) => name, left)
          : [choose(given, list, 'reminder', spoken)];
    if (found.length === 0) return { say: 'There are no reminders.' };
    const [one] = found;
    if (isNamed && found.length === 1 && !isThen(one!.start.slice(0, 10), given, zone))
      throw new ConsiliumError(
        'NOT_FOUND_HERE',
        `The reminder of "${one!.name}" is on ${sayWhen(one!.start, now)}, not then, so I changed nothing.`,
        { hint: 'Say its day, or its name alone.' },
      );
    const shown = ({ name, start }: Listed) =>
      found.filter((one) => one.name === name).length > 1 ? `${name} (${sayWhen(start, now)})` : name;
    const asked = await askForAll(context, 'Cancel', found, { id: ({ id }) => id, name: shown });
    if (asked === undefined) return { say: 'I left them as they are.' };
    const { things: agreed, missed } = asked;
    const names = agreed.map(({ name }) => name);
    for (const { id } of agreed) await reminders.cancel(user, id, `${context.idempotencyKey}:${id}`);
    return {
      say: `I will no longer remind you: ${names.map((name) => `**${name}**`).join(', ')}. "Undo that" brings it back.${missed}`,
      about: { kinds: ['reminder', 'todo'], name: names[0]!, id: agreed[0]!.todo, ended: true },
    };
  },
});

/** "All reminders for tomorrow": those that come once go, those that come again leave out those days. */
async function endAllOf(
  context: ToolContext,
  { whole, coming, days }: { whole: readonly Reminder[]; coming: ReadonlySet<string>; days: Days | undefined },
  given: Which & { except?: string | undefined },
) {
  const { reminders, user, zone, now } = here(context);
  const meant = whole.filter(
    ({ id, next, recurs }) =>
      isMeant(wallOf(next, zone), recurs ? { was: given.was } : given, { zone, now }) &&
      (!recurs || (days === undefined ? given.since === undefined : coming.has(id))),
  );
  const found = without(meant, ({ what }) => what, given.except);
  if (found.length === 0) return { say: 'There is no reminder of then, so I changed nothing.' };
  const name = ({ what, next, recurs }: Reminder) =>
    recurs && days !== undefined ? `${what} (only then)` : `${what} (${sayMoment(next, zone, now)})`;
  const asked = await askForAll(context, 'Cancel', found, { id: ({ id }) => id, name });
  if (asked === undefined) return { say: 'I left them as they are.' };
  const isSeries = ({ recurs }: Reminder) => recurs && days !== undefined;
  const series = asked.things.filter(isSeries);
  const gone = asked.things.filter((one) => !isSeries(one));
  const left = series.length === 0 ? undefined : await leaveOutDays(context, series, days!, given.was);
  for (const { id } of gone) await reminders.cancel(user, id, `${context.idempotencyKey}:${id}`);
  const names = gone.map(({ what }) => `**${what}**`).join(', ');
  const said = gone.length === 0 ? '' : `I will no longer remind you: ${names}. "Undo that" brings it back.`;
  const about = { kinds: ['reminder', 'todo'], name: gone[0]?.what ?? '', id: gone[0]?.of, ended: true };
  return { about, ...left, say: `${[said, left?.say].filter(Boolean).join('\n')}${asked.missed}` };
}

type Listed = ReturnType<ReturnType<typeof named>>;

function named(zone: string) {
  return ({ id, what, next, of }: Reminder) => ({ id, name: what, start: wallOf(next, zone), todo: of });
}

/** Those that the words fit best; without words all. */
function fitting<Thing extends { readonly name: string }>(
  query: string | undefined,
  things: readonly Thing[],
): Thing[] {
  return query === undefined ? [...things] : nearestTo(query, things, ({ name }) => name);
}
