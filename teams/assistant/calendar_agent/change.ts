/** Events that are there: moved, renamed, cancelled; one, one occasion, a series, or all of a span. */
import {
  addDays,
  addMinutes,
  type CalendarEvent,
  minutesBetween,
  momentOf,
  type Occasion,
  readWhen,
  sayAgain,
  seriesOf,
  type Thing,
} from 'consilium/assistant';
import { ConsiliumError, type ToolContext, tool } from 'consilium/kernel';
import { z } from 'zod';
import { askForAll, MOST_AT_ONCE, WAITS_MS } from '../_shared/all.ts';
import { choose } from '../_shared/choose.ts';
import { sayWhen } from '../_shared/say.ts';
import { aboutEvent, HOUR, here, look, sayClashes, text, upcoming, when, YEAR } from './desk.ts';

const moving = z.strictObject({
  query: text.optional(),
  start: when.optional(),
  clock: z.string().max(5).optional().describe('15:00: another hour on the same day'),
  when: z.string().max(300).optional().describe('a new rhythm of the whole series: "every Wednesday at 18:00"'),
  title: text.optional().describe('another name'),
  all: z.boolean().optional(),
  from: z.number().optional(),
  to: z.number().optional(),
});

export const moveEvent = tool({
  name: 'move_event',
  description:
    'Moves an event to another day or time, or gives it another name; a day alone keeps the hour. Of one that comes again, the next occasion, or with `when` all of them. With `all` everything between two moments (ms) goes to the day of `start`, hours kept; it asks first.',
  input: moving,
  execute: async (given, context) => {
    const { calendar, user } = here(context);
    const { query, start, title, when: again } = given;
    if (start === undefined && title === undefined)
      throw new ConsiliumError('WHEN_MISSING', `Where shall I move ${query ? `"${query}"` : 'it'} to?`, {
        hint: 'Say a day, or a day and a time.',
      });
    if (given.all) return moveAll(context, given);
    if (query === undefined)
      throw new ConsiliumError('EVENT_UNNAMED', 'Which event shall I move?', { hint: 'Say its name.' });
    const found = choose(query, upcoming(context), 'event');
    if (title !== undefined) {
      const { change } = calendar.change(user, found.event, { title }, { key: context.idempotencyKey });
      return {
        say: `**${found.title}** is now called **${title}**.${await look(context, true)}`,
        about: aboutEvent(title, found.start, found.zone),
        change: change.id,
      };
    }
    return again !== undefined ? moveSeries(context, found, again) : moveOne(context, found, given);
  },
});

/** From where it begins to where it ends, as long as it was. */
function placed(start: string, { isDay, start: was, end: until }: Occasion): { start: string; end: string } {
  const from = start.length === 10 && !isDay ? `${start}${was.slice(10)}` : start;
  const length = minutesBetween(was, until) || HOUR;
  const end =
    from.length === 10
      ? addDays(from, Math.max(1, Math.round(length / 1440)))
      : addMinutes(from, isDay ? HOUR : length);
  return { start: from, end };
}

async function moveOne(
  context: ToolContext,
  found: Occasion,
  { start: said, clock }: { start?: string | undefined; clock?: string | undefined },
) {
  const { calendar, user, now } = here(context);
  // An hour without a day is on the day that it is.
  const to = placed(clock === undefined ? said! : `${found.start.slice(0, 10)}T${clock}`, found);
  const { change, clashes } = calendar.change(user, found.event, to, {
    ...(found.recurs && { occasion: found.occasion }),
    key: context.idempotencyKey,
  });
  const rest = found.recurs ? ' The others stay as they are.' : '';
  return {
    say: `Moved **${found.title}** from ${sayWhen(found.start, now)} to ${sayWhen(to.start, now)}.${rest}${sayClashes(clashes, now)}${await look(context, true)}`,
    about: aboutEvent(found.title, to.start, found.zone),
    change: change.id,
  };
}

/** Another rhythm for all that is to come of it. */
async function moveSeries(context: ToolContext, found: Occasion, again: string) {
  const { calendar, user, now, zone } = here(context);
  const { body } = calendar.get(user, found.event) as Thing<CalendarEvent>;
  const read = readWhen(again, { now, zone });
  const isDay = read?.timed === false && body.start.length === 10;
  const hour = read?.timed === false && !isDay ? ` at ${body.start.slice(11)}` : '';
  const whole = hour === '' ? read : readWhen(`${again}${hour}`, { now, zone });
  const { series, lost } = whole ? seriesOf(whole.schedule, now, isDay) : { series: [], lost: [again] };
  const [first] = series;
  if (first === undefined || series.length > 1 || lost.length > 0)
    throw new ConsiliumError('RHYTHM_UNKEPT', `A calendar cannot keep "${again}" for one event; nothing was moved.`);
  const to = placed(first.start, { ...found, start: body.start, end: body.end });
  const { change, clashes } = calendar.change(
    user,
    found.event,
    { ...to, rule: first.rule, except: [...first.except], moved: {} },
    { key: context.idempotencyKey },
  );
  return {
    say: `**${found.title}** is now ${sayAgain(whole!.schedule, isDay)}, first on ${sayWhen(to.start, now)}.${sayClashes(clashes, now)}${await look(context, true)}`,
    about: aboutEvent(found.title, to.start, zone),
    change: change.id,
  };
}

/** Hours are kept; occasions of what comes again go one by one. */
async function moveAll(
  context: ToolContext,
  { start, from, to }: { start?: string | undefined; from?: number | undefined; to?: number | undefined },
) {
  const { calendar, user, now } = here(context);
  if (start === undefined || from === undefined || to === undefined)
    throw new ConsiliumError('WHEN_MISSING', 'From which day, and to which?', {
      hint: 'For example: move everything on Thursday to Friday.',
    });
  const day = start.slice(0, 10);
  const found = calendar.between(user, from, to).slice(0, MOST_AT_ONCE);
  if (found.length === 0) return { say: 'There is nothing to move.' };
  const names = found.map(({ title, start: was }) => `${title} (${sayWhen(was, now)})`);
  if (!(await askForAll(context, `Move to ${sayWhen(day, now)}:`, names)))
    return { say: 'I left everything as it is.' };
  const clashes = found.flatMap(
    (one) =>
      calendar.change(user, one.event, placed(day, one), {
        ...(one.recurs && { occasion: one.occasion }),
        key: `${context.idempotencyKey}:${one.event}:${one.occasion}`,
      }).clashes,
  );
  const said = found.map(({ title }) => `- ${title}`).join('\n');
  return {
    say: `Moved to ${sayWhen(day, now)}:\n\n${said}\n\n${sayClashes(clashes, now).trim()}${await look(context, true)}`,
  };
}

export const cancelEvent = tool({
  name: 'cancel_event',
  description:
    'Cancels an event, found by its words; of one that comes again, the occasion of a day if one is named, else all, after a yes. With `all` everything between two moments (ms), or from now on; it asks first.',
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
    if (found.recurs && one === undefined && !(await askForSeries(context, found)))
      return { say: `I left **${found.title}** as it is. Name the day to cancel one of them.` };
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
