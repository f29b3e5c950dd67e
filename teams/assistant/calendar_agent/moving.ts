/** Events go to another day, hour or rhythm: one, one occasion, a series, all of a span. */
import {
  addDays,
  addMinutes,
  addMonths,
  type CalendarEvent,
  endOf,
  isUnchanged,
  minutesBetween,
  momentOf,
  type Occasion,
  readWhen,
  sayAgain,
  seriesOf,
  type Thing,
  wallOf,
} from 'consilium/assistant';
import { ConsiliumError, type ToolContext } from 'consilium/kernel';
import { askForAll, MOST_AT_ONCE, without } from '../_shared/all.ts';
import { inThatWeek, isShift, type Retime, retimed } from '../_shared/retime.ts';
import { sayWhen } from '../_shared/say.ts';
import {
  aboutEvent,
  HOUR,
  here,
  keptIn,
  look,
  type Seen,
  sayClashes,
  sayOnlyHere,
  seenFrom,
  shownAs,
  YEAR,
} from './desk.ts';
import { isWithin } from './hours.ts';
import { type Resize, resized } from './length.ts';

/** From where it begins to where it ends, as long as it was. */
export function placed(
  start: string,
  { isDay, start: was, end: until }: Pick<Occasion, 'isDay' | 'start' | 'end'>,
): { start: string; end: string } {
  const from = start.length === 10 && !isDay ? `${start}${was.slice(10)}` : start;
  const length = minutesBetween(was, until) || HOUR;
  const end =
    from.length === 10
      ? addDays(from, Math.max(1, Math.round(length / 1440)))
      : addMinutes(from, isDay ? HOUR : length);
  return { start: from, end };
}

export async function moveOne(
  context: ToolContext,
  found: Seen & { readonly whole?: true },
  given: Retime & Resize & Counted,
) {
  const { calendar, user, now, zone } = here(context);
  const said = countedFrom(found.start, given, wallOf(now, zone));
  // An hour without a day is on the day that it is, and a distance is from where it is.
  const whole = placed(retimed(found.title, found.start, given) ?? said!, found);
  const end = resized(found.title, whole.start, minutesBetween(whole.start, whole.end), given);
  const to = end === undefined ? whole : { ...whole, end };
  if (to.start === found.start && to.end === found.end)
    return {
      say: `**${found.title}** is on ${sayWhen(to.start, now)}${to.start.length === 10 ? '' : ` to ${to.end.slice(11)}`} already, so I moved nothing.`,
      about: aboutEvent(found.event, found.title, to.start, zone),
    };
  // What lasted days and gets an hour is of where the hour was said.
  const isTimed = found.isDay && to.start.length > 10;
  const patch = isTimed ? { ...to, zone } : keptIn(found, to, zone);
  const { change, clashes } = calendar.change(user, found.event, patch, {
    ...(found.recurs && { occasion: found.occasion }),
    key: context.idempotencyKey,
  });
  const rest = found.whole
    ? ' All after it are at that hour too.'
    : found.recurs
      ? ' The others stay as they are.'
      : '';
  return {
    say: `Moved **${found.title}** from ${sayWhen(found.start, now)} to ${sayWhen(to.start, now)}${end === undefined ? '' : `, until ${end.slice(11)}`}.${rest}${sayOnlyHere(context, [found])}${sayClashes(clashes, now, zone)}${await look(context, true)}`,
    about: aboutEvent(found.event, found.title, to.start, zone),
    change: change.id,
  };
}

interface Counted {
  readonly start?: string | undefined;
  readonly weekday?: boolean | undefined;
  readonly date?: boolean | undefined;
  readonly week?: boolean | undefined;
}

/** What was said without its week or its month is of the thing's own. */
function countedFrom(was: string, { start, weekday, date, week }: Counted, now: string): string | undefined {
  if (start === undefined) return undefined;
  if (week) return inThatWeek(start, was);
  return weekday ? inItsWeek(start, was, now) : date ? nearIt(start, was, now) : start;
}

/** "To the 19th", of what is in December: the 19th that is nearest to it and has not gone by. */
function nearIt(start: string, was: string, now: string): string {
  const far = (day: string) => Math.abs(minutesBetween(day, was.slice(0, 10)));
  const days = [-1, 0, 1]
    .map((months) => `${addMonths(`${was.slice(0, 7)}-01`, months).slice(0, 8)}${start.slice(8, 10)}`)
    .filter((day) => !Number.isNaN(Date.parse(day)) && new Date(day).toISOString().startsWith(day))
    .filter((day) => day >= now.slice(0, 10))
    .toSorted((one, other) => far(one) - far(other));
  return days.length === 0 ? start : `${days[0]}${start.slice(10)}`;
}

/** "The choir next week": of what comes again the occasion that lies there. */
export function inSpan(
  context: ToolContext,
  found: Seen,
  { in_from: from, in_to: to }: { in_from?: number | undefined; in_to?: number | undefined },
): Seen | undefined {
  const { event, recurs, title } = found;
  if (from === undefined || to === undefined) return undefined;
  if (!recurs) {
    demandThen(context, found, { from, to });
    return undefined;
  }
  const { calendar, user, zone } = here(context);
  const family = new Set([event, ...calendar.family(user, event).map(({ id }) => id)]);
  const one = calendar.between(user, from, to, zone).find((other) => family.has(other.event));
  if (one !== undefined) return seenFrom(one, zone);
  throw new ConsiliumError('NOT_FOUND_HERE', `"${title}" does not come then, so I moved nothing.`, {
    hint: 'Say the day of the one that you mean.',
  });
}

/** "The dentist this week", of one that is next month: another one is meant, or another time, and neither is touched. */
export function demandThen(
  context: ToolContext,
  { title, start, from: begins, to: ends }: Seen,
  { from, to }: { from: number; to: number },
): void {
  if (begins < to && (ends > from || begins >= from)) return;
  const { now } = here(context);
  throw new ConsiliumError(
    'NOT_FOUND_HERE',
    `"${title}" is on ${sayWhen(start, now)}, not then, so I changed nothing.`,
    {
      hint: 'Say its day, or its name alone.',
    },
  );
}

/** "To Wednesday", of what is weeks away: the Wednesday of its own week, unless that has gone by. */
function inItsWeek(start: string, was: string, now: string): string {
  if (was.slice(0, 10) < addDays(now.slice(0, 10), 7)) return start;
  const weekdayOf = (day: string) => (new Date(`${day.slice(0, 10)}T00:00Z`).getUTCDay() + 6) % 7;
  return `${addDays(was.slice(0, 10), weekdayOf(start) - weekdayOf(was))}${start.slice(10)}`;
}

/** Another rhythm for all that is to come of it. */
export async function moveSeries(context: ToolContext, given: Seen, said: string, since?: string) {
  const again = onItsDay(said, given.start);
  const { calendar, user, now, zone } = here(context);
  const isLater = since !== undefined && given.recurs && since > wallOf(now, zone).slice(0, 10);
  // What comes before the day that was said is a series of its own from then on; of a series in pieces it is the one of then.
  const [event, ...later] = piecesFrom(context, given, isLater ? since : undefined);
  const parted = isLater ? calendar.split(user, event!, since, context.idempotencyKey) : undefined;
  const found = { ...given, event: parted?.id ?? event! };
  const { body: kept } = calendar.get(user, found.event) as Thing<CalendarEvent>;
  const body = seenBody(kept, zone);
  const read = readWhen(again, { now, zone });
  const isDay = read?.timed === false && body.start.length === 10;
  const hour = read?.timed === false && !isDay ? ` at ${body.start.slice(11)}` : '';
  const whole = hour === '' ? read : readWhen(`${again}${hour}`, { now, zone });
  const { series, lost } = whole ? seriesOf(whole.schedule, now, isDay) : { series: [], lost: [again] };
  const [first] = series;
  if (first === undefined || series.length > 1 || lost.length > 0)
    throw new ConsiliumError('RHYTHM_UNKEPT', `A calendar cannot keep "${again}" for one event; nothing was moved.`);
  // What came once and gets a rhythm without a day begins where it is.
  const begins = !given.recurs && again !== said ? body.start : first.start;
  const to = placed(begins, { ...found, start: body.start, end: body.end });
  const often = sayAgain(whole!.schedule, isDay);
  // Where no end was said, it ends when it did: with the last of its pieces.
  const { rule: last = '' } = (calendar.get(user, later.at(-1) ?? found.event) as Thing<CalendarEvent>).body;
  const ends = endOf(first.rule).length > 0 ? [] : endOf(last);
  const stands = kept.except.map((one) => `${one.slice(0, 10)}${to.start.slice(10)}`);
  const patch = {
    ...{ ...to, zone, rule: [first.rule, ...ends].join(';') },
    ...{ except: [...new Set([...first.except, ...stands])], moved: {} },
  };
  const { rule, except, moved } = patch;
  if (to.start === found.start && isUnchanged(kept, { zone, rule, except, moved }))
    return {
      say: `**${found.title}** is ${often} already, so I changed nothing.`,
      about: aboutEvent(found.event, found.title, found.start, zone),
    };
  const { change, clashes } = calendar.change(user, found.event, patch, { key: context.idempotencyKey });
  for (const id of later) calendar.cancel(user, id, { key: `${context.idempotencyKey}:${id}` });
  return {
    say: `**${found.title}** is now ${often}, first on ${sayWhen(to.start, now)}.${ends.length > 0 ? ' It ends when it did.' : ''}${isLater ? ' What comes before stays as it is.' : ''}${sayOnlyHere(context, [found])}${sayClashes(clashes, now, zone)}${await look(context, true)}`,
    about: aboutEvent(found.event, found.title, to.start, zone),
    change: change.id,
  };
}

/** "Every two weeks", and no day: on the day that it is on. */
function onItsDay(said: string, start: string): string {
  const day = new Date(`${start.slice(0, 10)}T00:00Z`);
  const [, core = said, hour = ''] = /^(.*?)( at \d\d:\d\d)?$/.exec(said) ?? [];
  const weekday = day.toLocaleDateString('en-GB', { weekday: 'long', timeZone: 'UTC' });
  if (WEEKS.test(core)) return `${core} on ${weekday}${hour}`;
  if (!MONTHS.test(core)) return said;
  return `${core.replace(/month$/i, 'months')} on the ${nthDay(day.getUTCDate())}${hour}`;
}

function nthDay(day: number): string {
  const ends = ['th', 'st', 'nd', 'rd'];
  return `${day}${(day % 100 > 10 && day % 100 < 14 ? undefined : ends[day % 10]) ?? 'th'}`;
}

const COUNT = '(?:(?:other|second|third|fourth|two|three|four|six|\\d+)(?:nd|rd|th)? )?';
const WEEKS = new RegExp(`^(?:(?:every|each) ${COUNT}(?:weeks?|fortnight)|weekly|fortnightly|bi-?weekly)$`, 'i');
const MONTHS = new RegExp(`^(?:(?:every|each) ${COUNT}months?|monthly)$`, 'i');

/** The pieces of a series that come from a day on, in order. */
function piecesFrom(context: ToolContext, { event }: Seen, since: string | undefined): string[] {
  const { calendar, user, now, zone } = here(context);
  const family = new Set(calendar.family(user, event).map(({ id }) => id));
  const from = since === undefined ? now : momentOf(since, zone);
  const coming = calendar.between(user, from, from + YEAR, zone).filter((one) => family.has(one.event));
  const found = [...new Set(coming.map((one) => one.event))];
  return found.length > 0 ? found : [event];
}

/** The first of a series, as the clock here shows it. */
export function seenBody({ start, end, zone: kept }: CalendarEvent, zone: string): { start: string; end: string } {
  const inZone = (wall: string) => (wall.length === 10 ? wall : wallOf(momentOf(wall, kept), zone));
  return { start: inZone(start), end: inZone(end) };
}

/** Hours are kept; occasions of what comes again go one by one. */
export async function moveAll(
  context: ToolContext,
  given: Retime & {
    start?: string | undefined;
    from?: number | undefined;
    to?: number | undefined;
    except?: string | undefined;
    hours?: string | undefined;
  },
) {
  const { start, from, to, except, hours } = given;
  const { calendar, user, now, zone } = here(context);
  if ((start === undefined && !isShift(given)) || from === undefined || to === undefined)
    throw new ConsiliumError('WHEN_MISSING', 'From which day, and to which?', {
      hint: 'For example: move everything on Thursday to Friday.',
    });
  const day = isShift(given) ? undefined : start?.slice(0, 10);
  const inSpan = calendar.between(user, from, to, zone).filter((one) => isWithin(one, hours, zone));
  const found = without(inSpan, ({ title }) => title, except)
    .slice(0, MOST_AT_ONCE)
    .map((one) => seenFrom(one, zone));
  if (found.length === 0) return { say: 'There is nothing to move.' };
  const goesTo = (one: Seen) => placed(day ?? retimed(one.title, one.start, given)!, one);
  const first = sayWhen(goesTo(found[0]!).start, now);
  const whither = day === undefined ? `the first to ${first}` : `to ${sayWhen(day, now)}`;
  const asked = await askForAll(context, `Move ${whither}:`, found, shownAs(now));
  if (asked === undefined) return { say: 'I left everything as it is.' };
  const { things: agreed, missed } = asked;
  const clashes = agreed.flatMap(
    (one) =>
      calendar.change(user, one.event, keptIn(one, goesTo(one), zone), {
        ...(one.recurs && { occasion: one.occasion }),
        key: `${context.idempotencyKey}:${one.event}:${one.occasion}`,
      }).clashes,
  );
  const said = agreed.map((one) => `- ${one.title} (${sayWhen(goesTo(one).start, now)})`).join('\n');
  return {
    say: `${day === undefined ? 'Moved' : `Moved to ${sayWhen(day, now)}`}:\n\n${said}\n\n${sayOnlyHere(context, agreed).trim()}${sayClashes(clashes, now, zone)}${await look(context, true)}${missed}`,
  };
}
