/** What comes again, changed or cancelled in part: on some weekdays, from a day, until a day. Nothing else of it is touched. */
import {
  addDays,
  type Become,
  type CalendarEvent,
  type Chosen,
  minutesBetween,
  momentOf,
  readWhen,
  sayDays,
  type Thing,
  wallOf,
  weekdaysOf,
} from 'consilium/assistant';
import { ConsiliumError, type ToolContext } from 'consilium/kernel';
import { isShift, type Retime, retimed } from '../_shared/retime.ts';
import { sayList, sayWhen } from '../_shared/say.ts';
import { aboutEvent, here, keptIn, look, type Seen, sayClashes, sayOnlyHere } from './desk.ts';
import { type Resize, resized } from './length.ts';

export interface Scope {
  readonly weekdays?: readonly number[] | undefined;
  readonly since?: string | undefined;
  readonly before?: string | undefined;
}

export function isScoped({ weekdays, since, before }: Scope): boolean {
  return weekdays !== undefined || since !== undefined || before !== undefined;
}

/** The weekdays of a series that are none of these. */
export function otherDays(context: ToolContext, found: Seen, kept: readonly number[]): number[] {
  demandSeries(found);
  const { calendar, user } = here(context);
  const days = weekdaysOf((calendar.get(user, found.event) as Thing<CalendarEvent>).body) ?? [0, 1, 2, 3, 4, 5, 6];
  const others = days.filter((day) => !kept.includes(day));
  if (others.length > 0 && others.length < days.length) return others;
  throw new ConsiliumError('DAYS_UNMET', `"${found.title}" is on ${sayDays(days)}, so I changed nothing.`, {
    hint: 'Say which of those days stay.',
  });
}

/** "The gym on Tuesdays is at 18:30", of what is on Saturdays too: an hour of some of its days is no rhythm of all of it. */
export function ofItsDays(context: ToolContext, { event, recurs }: Seen, said: string) {
  const { calendar, user, now, zone } = here(context);
  const own = recurs ? (weekdaysOf((calendar.get(user, event) as Thing<CalendarEvent>).body) ?? []) : [];
  const read = /^(?:on )?\S+days\b/i.test(said) ? readWhen(said, { now, zone }) : undefined;
  if (read?.schedule.kind !== 'calendar' || !read.timed) return undefined;
  const days = (read.schedule.weekdays ?? []).map((day) => (day + 6) % 7);
  const isSome = days.length > 0 && days.length < own.length && days.every((day) => own.includes(day));
  return isSome ? { when: undefined, weekdays: days, clock: read.wall.slice(11) } : undefined;
}

export async function cancelOccasions(context: ToolContext, found: Seen, scope: Scope) {
  demandSeries(found);
  const { calendar, user, now } = here(context);
  const only = sayOnlyHere(context, [found]);
  const chosen = chosenOf(context, scope);
  const { change } = calendar.alter(user, found.event, chosen, { gone: true }, context.idempotencyKey);
  return {
    say: `**${found.title}** comes no more${sayScope(chosen, now)}.${sayRest(chosen)} "Undo that" brings it back.${only}${await look(context, true)}`,
    about: aboutEvent(found.event, found.title, found.start, found.zone),
    change,
  };
}

export type Alter = Scope &
  Retime &
  Resize & {
    readonly start?: string | undefined;
    readonly to_weekday?: number | undefined;
    readonly title?: string | undefined;
    readonly location?: string | undefined;
  };

export async function alterOccasions(context: ToolContext, found: Seen, given: Alter) {
  demandSeries(found);
  const { calendar, user, now, zone } = here(context);
  const become = becomeOf(context, found, given);
  const chosen = chosenOf(context, given);
  const { change, changed, clashes, released } = calendar.alter(
    user,
    found.event,
    chosen,
    become,
    context.idempotencyKey,
  );
  const [first] = changed;
  const series = changed.map((one) => saySeries(one, zone, now));
  const out = released.map((one) => one.slice(0, 10)).filter((day) => day >= wallOf(now, zone).slice(0, 10));
  const left =
    out.length === 0
      ? ''
      : ` What you had left out on ${sayList(out.map((day) => sayWhen(day, now)))} is no day of it any more.`;
  return {
    say: `Changed **${found.title}**${sayScope(chosen, now)}: ${series.join('; ')}.${sayRest(chosen)}${left}${sayOnlyHere(context, [found])}${sayClashes(clashes, now, zone)}${await look(context, true)}`,
    about: aboutEvent(first!.id, first!.body.title, first!.body.start, zone),
    change,
  };
}

function demandSeries({ recurs, title, start }: Seen): void {
  if (!recurs)
    throw new ConsiliumError(
      'COMES_ONCE',
      `"${title}" comes only once (${start.replace('T', ' at ')}), so I changed nothing.`,
      {
        hint: 'Say the day and the hour that it shall be at.',
      },
    );
}

/** Nothing that has been is changed. */
function chosenOf(context: ToolContext, { weekdays, since, before }: Scope): Chosen {
  const { now, zone } = here(context);
  const today = wallOf(now, zone).slice(0, 10);
  const from = since === undefined || since.slice(0, 10) < today ? today : since.slice(0, 10);
  return { weekdays, from, before: before?.slice(0, 10) };
}

function becomeOf(context: ToolContext, found: Seen, given: Alter): Become {
  const { calendar, user, zone } = here(context);
  const { start, to_weekday, title, location, by, by_days, by_months } = given;
  if (by_months !== undefined)
    throw new ConsiliumError('RHYTHM_UNKEPT', `"${found.title}" comes again and again; say its new rhythm.`);
  const { body } = calendar.get(user, found.event) as Thing<CalendarEvent>;
  const days = given.weekdays ?? weekdaysOf(body);
  const weekday = to_weekday ?? (by_days === undefined ? undefined : shiftedDay(found, days, by_days));
  const hour = start !== undefined && start.length > 10 ? start.slice(11) : undefined;
  const said = isShift(given) ? undefined : (retimed(found.title, found.start, given)?.slice(11) ?? hour);
  const clock = said === undefined ? undefined : keptIn(found, hourOn(found, said), zone).start.slice(11);
  const begins = clock === undefined ? found.start : hourOn(found, said!).start;
  const end = resized(found.title, begins, minutesBetween(found.start, found.end), given);
  const become = {
    ...{ weekday, clock, by, title, location },
    ...(end !== undefined && { minutes: minutesBetween(begins, end) }),
  };
  if (Object.values(become).every((one) => one === undefined))
    throw new ConsiliumError('WHEN_MISSING', `What shall become of "${found.title}"?`, {
      hint: 'Say its new weekday, or its new hour.',
    });
  return become;
}

function hourOn({ start }: Seen, clock: string) {
  const at = `${start.slice(0, 10)}T${clock}`;
  return { start: at, end: at };
}

/** "A day later", within its week. */
function shiftedDay({ title }: Seen, days: readonly number[] | undefined, by: number): number {
  const [day, ...others] = days ?? [];
  const to = day === undefined || others.length > 0 ? -1 : day + by;
  if (to < 0 || to > 6)
    throw new ConsiliumError('RHYTHM_UNKEPT', `I cannot move every "${title}" by ${by} days.`, {
      hint: 'Say the weekday that it goes from, and the one that it goes to.',
    });
  return to;
}

function sayScope({ weekdays, from, before }: Chosen, now: number): string {
  const days = weekdays === undefined ? '' : ` on ${sayDays(weekdays)}`;
  const until = before === undefined ? '' : ` until ${sayWhen(addDays(before, -1), now)}`;
  return `${days} from ${sayWhen(from!, now)} on${until}`.replace(/ on until/, ' until');
}

function sayRest({ weekdays, before }: Chosen): string {
  const others = weekdays === undefined ? '' : ', and so do its other days';
  return ` What comes before${before === undefined ? '' : ' and after'} stays as it is${others}.`;
}

/** Every Tuesday and Saturday at 18:00, first on Tue 1 Dec. */
function saySeries({ body }: Thing<CalendarEvent>, zone: string, now: number): string {
  const days = weekdaysOf(body);
  const at = body.start.length === 10 ? body.start : wallOf(momentOf(body.start, body.zone), zone);
  const end = body.end.length === 10 ? body.end : wallOf(momentOf(body.end, body.zone), zone);
  const hours = at.length === 10 ? '' : ` at ${at.slice(11)} to ${end.slice(11)}`;
  const name = `**${body.title}**${body.location === undefined ? '' : ` (${body.location})`}`;
  const last = lastDay(body);
  const until = last === undefined ? '' : `, until ${sayWhen(last, now)}`;
  return `${name}${days === undefined ? '' : ` on ${sayDays(days)}`}${hours}, first on ${sayWhen(at.slice(0, 10), now)}${until}`;
}

/** The day that its rule ends with, where it names one. */
function lastDay({ rule = '', zone }: CalendarEvent): string | undefined {
  const [, year, month, day, clock] = /UNTIL=(\d{4})(\d\d)(\d\d)(?:T(\d{6}))?/.exec(rule) ?? [];
  if (year === undefined) return undefined;
  const date = `${year}-${month}-${day}`;
  if (clock === undefined) return date;
  return wallOf(Date.parse(`${date}T${clock.slice(0, 2)}:${clock.slice(2, 4)}Z`), zone).slice(0, 10);
}
