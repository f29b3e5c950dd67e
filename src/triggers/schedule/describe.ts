/** A schedule in words: what was understood, so that a person can see it. */
import { dateOf, weekdayOf } from './occasions.ts';
import type { Calendar, End, Except, Schedule } from './schedule.ts';
import { DAY, HOUR, MINUTE, wallAt } from './zone.ts';

export function describeSchedule(schedule: Schedule): string {
  const { zone } = schedule;
  if (schedule.kind === 'once') return `once, on ${describeMoment(schedule.at, zone)} (${zone})`;
  const except = schedule.kind === 'calendar' && schedule.except ? describeExcept(schedule.except) : '';
  return `${rhythmOf(schedule)}${except} (${zone})${describeStart(schedule)}${describeEnd(schedule.end, zone)}`;
}

function describeStart(schedule: Exclude<Schedule, { kind: 'once' }>): string {
  if (!('start' in schedule) || schedule.start === undefined) return '';
  return `, from ${describeDay(Math.floor(wallAt(schedule.zone, schedule.start) / DAY))} on`;
}

export function describeMoment(at: number, zone: string): string {
  const wall = wallAt(zone, at);
  return `${describeDay(Math.floor(wall / DAY))} at ${clock(Math.floor((wall % DAY) / MINUTE))}`;
}

function rhythmOf(schedule: Exclude<Schedule, { kind: 'once' }>): string {
  if (schedule.kind === 'dates') return `on ${listOf(schedule.at.map((at) => describeMoment(at, schedule.zone)))}`;
  if (schedule.kind === 'cron') return `by cron "${schedule.cron}"`;
  if (schedule.kind === 'several') return schedule.rules.map(ruleOf).join(', and ');
  if (schedule.kind === 'calendar') return `${dayOf(schedule)} ${sayTimes(schedule.times)}`;
  const { ms } = schedule;
  return ms % HOUR === 0 ? every(ms / HOUR, 'hour') : every(ms / MINUTE, 'minute');
}

function ruleOf(rule: Exclude<Schedule, { kind: 'once' | 'several' }>): string {
  return `${rhythmOf(rule)}${rule.kind === 'calendar' && rule.except ? describeExcept(rule.except) : ''}`;
}

const MOST_LISTED = 6;

/** Many at one distance are told by that: "every hour from 00:00 to 23:00". */
function sayTimes(times: readonly number[]): string {
  const step = (times[1] ?? 0) - times[0]!;
  const isEven = times.every((time, i) => i === 0 || time - times[i - 1]! === step);
  if (times.length <= MOST_LISTED || !isEven) return `at ${listOf(times.map(clock))}`;
  const often = step % 60 === 0 ? every(step / 60, 'hour') : every(step, 'minute');
  return `${often} from ${clock(times[0]!)} to ${clock(times.at(-1)!)}`;
}

const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
const MONTHS = [
  ...['January', 'February', 'March', 'April', 'May', 'June', 'July'],
  ...['August', 'September', 'October', 'November', 'December'],
];

function dayOf(rule: Calendar): string {
  const { unit, every: count, from } = rule;
  const start = dateOf(from);
  if (unit === 'day') return every(count, rule.weekdays === undefined ? 'day' : sayCounted(rule.weekdays));
  if (unit === 'week') {
    const days = listOf((rule.weekdays ?? [weekdayOf(from)]).map((day) => WEEKDAYS[day]!));
    return count === 1 ? `every ${days}` : `every ${count} weeks on ${days}`;
  }
  if (rule.dates) return `${every(count, unit)} on ${listOf(rule.dates.map(sayDate))}${sayShorterDates(rule.dates)}`;
  const day = rule.nth
    ? `the ${ordinal(rule.nth.nth)} ${sayAmong(rule.nth)}`
    : `the ${listOf((rule.monthDays ?? [start.day]).map((wish) => (wish < 0 ? 'last day' : ordinal(wish))))}`;
  const months = rule.months ?? (unit === 'year' ? [start.month] : undefined);
  const of = months === undefined ? '' : ` of ${listOf(months.map((month) => MONTHS[month - 1]!))}`;
  const only =
    rule.nth === undefined && rule.monthDays && rule.weekdays
      ? `, if it is a ${rule.weekdays.map((weekday) => WEEKDAYS[weekday]).join(' or ')},`
      : '';
  return `${every(count, unit)} on ${day}${of}${only}${sayShorter(rule, months)}`;
}

const isWorkweek = (days: readonly number[]) => days.length === 5 && !days.includes(0) && !days.includes(6);

const sayCounted = (days: readonly number[]) =>
  isWorkweek(days) ? 'working day' : listOf(days.map((day) => WEEKDAYS[day]!));

function sayAmong({ weekday, among }: NonNullable<Calendar['nth']>): string {
  if (among === undefined) return WEEKDAYS[weekday]!;
  if (isWorkweek(among)) return 'weekday';
  return among.map((day) => WEEKDAYS[day]).join(' or ');
}

function describeExcept({ weekdays = [], months = [], dates = [], seasons = [], spans = [] }: Except): string {
  const days = [
    ...weekdays.map((day) => `on ${WEEKDAYS[day]}`),
    ...months.map((month) => `in ${MONTHS[month - 1]}`),
    ...dates.map((date) => `on ${sayDate(date)}`),
    ...seasons.map(({ from, to }) => `from ${sayDate(from)} to ${sayDate(to)} of every year`),
    ...spans.map(({ from, to }) =>
      from === to ? `on ${describeDay(from)}` : `from ${describeDay(from)} to ${describeDay(to)}`,
    ),
  ];
  return `, except ${listOf(days)}`;
}

/** The 31st, or the 29th of February: what happens where there is none is said. */
function sayShorter({ nth, monthDays = [] }: Calendar, months: readonly number[] | undefined): string {
  const shortest = Math.min(...(months ?? [2]).map((month) => SHORTEST_MONTHS[month - 1]!));
  return nth === undefined && monthDays.some((day) => day > shortest) ? ' (in a shorter one on its last day)' : '';
}

function sayShorterDates(dates: NonNullable<Calendar['dates']>): string {
  const isShorter = dates.some(({ month, day }) => day > SHORTEST_MONTHS[month - 1]!);
  return isShorter ? ' (in a shorter month on its last day)' : '';
}

function sayDate({ month, day }: NonNullable<Calendar['dates']>[number]): string {
  return `${day} ${MONTHS[month - 1]}`;
}

const SHORTEST_MONTHS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

function describeEnd({ until, count, event }: End, zone: string): string {
  const ends = [
    until === undefined ? '' : `until ${describeMoment(until, zone)}`,
    count === undefined ? '' : count === 1 ? 'once' : `${count} times`,
    event === undefined ? '' : `until this happens: ${event}`,
  ].filter((part) => part !== '');
  return ends.length === 0 ? '' : `, ${ends.join(', ')}`;
}

function describeDay(day: number): string {
  const date = dateOf(day);
  return `${WEEKDAYS[weekdayOf(day)]!.slice(0, 3)} ${date.day} ${MONTHS[date.month - 1]!.slice(0, 3)} ${date.year}`;
}

function every(count: number, unit: string): string {
  return count === 1 ? `every ${unit}` : `every ${count} ${unit}s`;
}

function clock(minutes: number): string {
  return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
}

function ordinal(n: number): string {
  if (n < 0) return 'last';
  const teen = n % 100 >= 11 && n % 100 <= 13;
  return `${n}${teen ? 'th' : (['th', 'st', 'nd', 'rd'][n % 10] ?? 'th')}`;
}

function listOf(words: readonly string[]): string {
  return words.length < 2 ? (words[0] ?? '') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
}
