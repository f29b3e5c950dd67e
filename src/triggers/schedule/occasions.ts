/** When a schedule comes round: pure arithmetic over a schedule and a moment. */
import { Cron } from 'croner';
import { ConsiliumError } from '../../kernel/errors.ts';
import type { Calendar, Except, Schedule } from './schedule.ts';
import { DAY, instantOf, MINUTE, nextShift, offsetAt, wallAt } from './zone.ts';

/**
 * The first occasion after `after`; `undefined` when there is none any more. `fired` is how many there have been, for
 * schedules that end after a number of them.
 */
export function nextOccasion(schedule: Schedule, after: number, fired = 0): number | undefined {
  if (schedule.kind === 'once') return schedule.at > after && fired === 0 ? schedule.at : undefined;
  const { until, count } = schedule.end;
  if (count !== undefined && fired >= count) return undefined;
  const next = nextOf(schedule, after);
  return next !== undefined && (until === undefined || next <= until) ? next : undefined;
}

/** So many occasions are walked through one by one; a span that holds more is measured by them. */
const MOST_STEPS = 1000;

/**
 * The occasions after `after` up to `to`, oldest first, at most `limit` (the newest of them if there are more). Of a span
 * with very many of them the `total` is an estimate, unless they are numbered: nobody waits for a year of minutes.
 */
export function occasionsUpTo(
  schedule: Schedule,
  range: { after: number; to: number; fired: number; limit: number },
): { occasions: number[]; total: number } {
  const occasions: number[] = [];
  let total = 0;
  let at = nextOccasion(schedule, range.after, range.fired);
  while (at !== undefined && at <= range.to) {
    occasions.push(at);
    if (occasions.length > range.limit) occasions.shift();
    total++;
    const ahead = total === MOST_STEPS ? leap(schedule, at, range) : undefined;
    if (ahead !== undefined) total += ahead.skipped;
    at = nextOccasion(schedule, ahead?.at ?? at, range.fired + total);
  }
  return { occasions, total };
}

/** From here to shortly before the end, where the newest are. */
function leap(
  schedule: Schedule,
  at: number,
  { after, to, limit }: { after: number; to: number; limit: number },
): { at: number; skipped: number } | undefined {
  if (schedule.kind === 'once' || schedule.end.count !== undefined) return undefined;
  const gap = (at - after) / MOST_STEPS;
  const goal = to - gap * (limit + MOST_STEPS);
  return goal > at ? { at: goal, skipped: Math.round((goal - at) / gap) } : undefined;
}

/** The first `limit` occasions of a span, from the one at `next` on, which would be number `fired` (from 0). */
export function occasionsWithin(
  schedule: Schedule,
  { next, fired, from, to, limit }: { next: number; fired: number; from: number; to: number; limit: number },
): number[] {
  const isNumbered = schedule.kind !== 'once' && schedule.end.count !== undefined;
  const found: number[] = [];
  let at: number | undefined = next >= from || isNumbered ? next : nextOccasion(schedule, from - 1, fired);
  for (let step = 0; at !== undefined && at <= to && found.length < limit && step < MOST_STEPS; step++) {
    if (at >= from) found.push(at);
    at = nextOccasion(schedule, at, fired + step + 1);
  }
  return found;
}

function nextOf(schedule: Exclude<Schedule, { kind: 'once' }>, after: number): number | undefined {
  switch (schedule.kind) {
    case 'dates':
      return schedule.at.find((at) => at > after);
    case 'interval': {
      const rounds = Math.max(1, Math.floor((after - schedule.from) / schedule.ms) + 1);
      return schedule.from + rounds * schedule.ms;
    }
    case 'calendar':
      return nextByCalendar(schedule, after);
    case 'several': {
      const found = schedule.rules.flatMap((rule) => nextOccasion(rule, after) ?? []);
      return found.length === 0 ? undefined : Math.min(...found);
    }
    case 'cron':
      return nextByCron(schedule.cron, schedule.zone, after);
  }
}

const FURTHEST_DAYS = 366 * 9;

function nextByCalendar(rule: Calendar, after: number): number | undefined {
  const wall = wallAt(rule.zone, after);
  const first = Math.max(rule.from, Math.floor(wall / DAY) - 1);
  const furthest = first + FURTHEST_DAYS * (rule.unit === 'year' ? rule.every : Math.ceil(rule.every / 12) + 1);
  for (let day = first; day <= furthest; day++) {
    if (!isDayOf(rule, day)) continue;
    for (const time of rule.times) {
      const at = instantOf(rule.zone, day * DAY + time * MINUTE);
      if (at > after) return at;
    }
  }
  return undefined;
}

function isDayOf(rule: Calendar, day: number): boolean {
  const { unit, every, from } = rule;
  const weekday = weekdayOf(day);
  if (rule.except !== undefined && isExcepted(rule.except, day)) return false;
  const inRound = (here: number, start: number) => (here - start) % every === 0;
  if (unit === 'day')
    return rule.weekdays === undefined
      ? inRound(day, from)
      : rule.weekdays.includes(weekday) && inRound(countOf(rule.weekdays, day), countOf(rule.weekdays, from));
  if (unit === 'week')
    return inRound(weekOf(day), weekOf(from)) && (rule.weekdays ?? [weekdayOf(from)]).includes(weekday);
  const [here, start] = [dateOf(day), dateOf(from)];
  const months = (date: Parts) => date.year * 12 + date.month;
  if (unit === 'month' && !inRound(months(here), months(start))) return false;
  if (unit === 'year' && !inRound(here.year, start.year)) return false;
  const isDay = (wish: number) => here.day === (wish < 0 ? here.last : Math.min(wish, here.last));
  if (rule.dates !== undefined) return rule.dates.some(({ month, day: wish }) => month === here.month && isDay(wish));
  const wanted = rule.months ?? (unit === 'year' ? [start.month] : undefined);
  if (wanted !== undefined && !wanted.includes(here.month)) return false;
  if (rule.nth !== undefined) return isNth(rule.nth, here, weekday);
  // Friday the 13th.
  if (rule.monthDays !== undefined && !(rule.weekdays?.includes(weekday) ?? true)) return false;
  return (rule.monthDays ?? [start.day]).some(isDay);
}

function isExcepted({ weekdays, months, dates, seasons, spans }: Except, at: number): boolean {
  const { month, day } = dateOf(at);
  return (
    weekdays?.includes(weekdayOf(at)) ||
    months?.includes(month) ||
    dates?.some((date) => date.month === month && date.day === day) ||
    seasons?.some((season) => isInSeason(season, { month, day })) ||
    spans?.some(({ from, to }) => from <= at && at <= to) ||
    false
  );
}

type Season = NonNullable<Except['seasons']>[number];

function isInSeason({ from, to }: Season, date: Season['from']): boolean {
  const [first, last, here] = [from, to, date].map(({ month, day }) => month * 100 + day) as [number, number, number];
  return first <= last ? first <= here && here <= last : here >= first || here <= last;
}

function isNth({ nth, weekday, among }: NonNullable<Calendar['nth']>, { day, last }: Parts, today: number): boolean {
  if (among !== undefined) {
    const days = Array.from({ length: last }, (_, at) => at + 1).filter((one) =>
      among.includes((((today + one - day) % 7) + 7) % 7),
    );
    return days.at(nth < 0 ? nth : nth - 1) === day;
  }
  if (today !== weekday) return false;
  return nth < 0 ? day + 7 > last : Math.ceil(day / 7) === nth;
}

/** Sunday is 0. */
export function weekdayOf(day: number): number {
  return (((day + 4) % 7) + 7) % 7;
}

/** How many of these days of the week there have been, up to a day. */
function countOf(weekdays: readonly number[], day: number): number {
  const week = weekOf(day);
  const since = day - (week * 7 - 3);
  const order = weekdays.map((weekday) => (weekday + 6) % 7);
  return week * weekdays.length + order.filter((at) => at <= since).length;
}

/** Weeks begin on Monday. */
function weekOf(day: number): number {
  return Math.floor((day + 3) / 7);
}

interface Parts {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  /** How many days the month has. */
  readonly last: number;
}

export function dateOf(day: number): Parts {
  const date = new Date(day * DAY);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
  return { year, month: month + 1, day: date.getUTCDate(), last: new Date(Date.UTC(year, month + 1, 0)).getUTCDate() };
}

/**
 * Cron knows walls only; croner is asked in UTC and the zone is ours. An expression with fixed hours follows the wall
 * (once a day is once a day); one that runs each hour follows time itself, through both of the hours that are called 02.
 */
function nextByCron(expression: string, zone: string, after: number): number | undefined {
  const cron = parseCron(expression);
  const nextWall = (wall: number) => cron.nextRun(new Date(wall))?.getTime();
  if (!isHourly(expression)) {
    for (let wall = nextWall(wallAt(zone, after)); wall !== undefined; wall = nextWall(wall)) {
      const at = instantOf(zone, wall);
      if (at > after) return at;
    }
    return undefined;
  }
  let from = after;
  let regime = after;
  for (let shifts = 0; shifts < 1000; shifts++) {
    const offset = offsetAt(zone, regime);
    const wall = nextWall(from + offset);
    if (wall === undefined) return undefined;
    const shift = nextShift(zone, regime, wall - offset);
    if (shift === undefined) return wall - offset;
    regime = shift;
    from = shift - 1;
  }
  return undefined;
}

function isHourly(expression: string): boolean {
  const fields = expression.trim().split(/\s+/);
  return fields.at(-4)?.startsWith('*') ?? false;
}

const crons = new Map<string, Cron>();

export function parseCron(expression: string): Cron {
  let cron = crons.get(expression);
  if (cron === undefined) {
    try {
      cron = new Cron(expression, { paused: true, timezone: 'UTC' });
    } catch (cause) {
      const why = (cause as Error).message.replace(/^Cron\w*:\s*/, '');
      throw new ConsiliumError('SCHEDULE_UNREADABLE', `"${expression}" looks like cron, but: ${why}`, {
        hint: 'Five fields: minute, hour, day of month, month, weekday. "0 8 * * 1" is every Monday at 08:00.',
        details: { understood: 'cron', unread: [expression] },
        cause,
      });
    }
    if (crons.size > 1000) crons.clear();
    crons.set(expression, cron);
  }
  return cron;
}
