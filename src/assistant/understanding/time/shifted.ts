/** "A week before, every year": a rhythm that lies so far from another one. */
import { addDays, addMinutes, addMonths, weekdayOf } from '../../wall.ts';
import type { Shift } from './piece.ts';
import { clockText } from './sense.ts';
import type { When } from './when.ts';

const DAY = 1440;
const DAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
const MONTHS = [
  ...['January', 'February', 'March', 'April', 'May', 'June'],
  ...['July', 'August', 'September', 'October', 'November', 'December'],
];

/** In words that the schedules read; absent where no rhythm says it ("two days before the first of each month"). */
export function shiftedRhythm({ schedule, wall, timed, again }: When, far: Shift): string | undefined {
  if (schedule.kind !== 'calendar' || schedule.every !== 1 || schedule.nth !== undefined) return undefined;
  const { minutes = 0, days = 0, months = 0 } = far;
  const [begin, ...others] = schedule.times;
  if (minutes !== 0 && (!timed || others.length > 0)) return undefined;
  const start = `${wall.slice(0, 10)}T${clockText(begin!)}`;
  const then = addMinutes(`${addDays(addMonths(wall.slice(0, 10), months), days)}T${start.slice(11)}`, minutes);
  const by = Math.floor((begin! + minutes) / DAY) + days;
  const core = coreOf(schedule, then.slice(0, 10), months === 0 ? by : undefined);
  if (core === undefined) return undefined;
  return [core, timed ? `at ${then.slice(11)}` : '', again?.bounds ?? ''].filter(Boolean).join(' ');
}

/** "Every year on 27 April". */
export function yearlyOn(day: string): string {
  return `every year on ${Number(day.slice(8, 10))} ${MONTHS[Number(day.slice(5, 7)) - 1]}`;
}

type Calendar = Extract<When['schedule'], { kind: 'calendar' }>;

/** `by`: whole days, where it is only days. */
function coreOf(rule: Calendar, first: string, by: number | undefined): string | undefined {
  const { unit, weekdays, monthDays, dates, months } = rule;
  const isYearly = unit === 'year' || (months?.length === 1 && monthDays?.length === 1);
  if (isYearly && dates === undefined && weekdays === undefined && (monthDays?.length ?? 1) === 1)
    return yearlyOn(first);
  if (by === undefined || months !== undefined) return undefined;
  if (unit === 'day') return 'every day';
  if (unit === 'week') {
    const own = weekdays?.map((day) => (((day + 6 + by) % 7) + 7) % 7) ?? [weekdayOf(first)];
    return `every ${[...new Set(own)].map((day) => DAYS[day]).join(' and ')}`;
  }
  const moved = (monthDays ?? []).map((day) => (day < 0 ? 0 : day + by));
  const isWithin = moved.length > 0 && moved.every((day) => day >= 1 && day <= 28);
  return unit === 'month' && isWithin ? `every month on the ${moved.map(ordinal).join(' and ')}` : undefined;
}

function ordinal(day: number): string {
  const end =
    day % 10 === 1 && day !== 11
      ? 'st'
      : day % 10 === 2 && day !== 12
        ? 'nd'
        : day % 10 === 3 && day !== 13
          ? 'rd'
          : 'th';
  return `${day}${end}`;
}
