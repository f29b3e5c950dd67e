/** A schedule without some of its days: all else stays as it was counted, its end, its rounds and what was left out before. */
import type { Calendar, Except, Schedule } from './schedule.ts';

/** Undefined where it does not come by the days of a calendar. */
export function leaveOut(schedule: Schedule, days: Except): Schedule | undefined {
  if (schedule.kind === 'calendar') return { ...schedule, except: both(schedule.except, days) };
  if (schedule.kind !== 'several') return undefined;
  const rules = schedule.rules.map((rule) => (rule.kind === 'calendar' ? without(rule, days) : undefined));
  return rules.every((rule) => rule !== undefined) ? { ...schedule, rules } : undefined;
}

function without(rule: Calendar, days: Except): Calendar {
  return { ...rule, except: both(rule.except, days) };
}

/** What either leaves out. */
export function both(one: Except = {}, other: Except): Except {
  const [weekdays, months, dates, seasons, spans] = [
    joined(one.weekdays, other.weekdays),
    joined(one.months, other.months),
    joined(one.dates, other.dates),
    joined(one.seasons, other.seasons),
    joined(one.spans, other.spans),
  ];
  return {
    ...(weekdays.length > 0 && { weekdays }),
    ...(months.length > 0 && { months }),
    ...(dates.length > 0 && { dates }),
    ...(seasons.length > 0 && { seasons }),
    ...(spans.length > 0 && { spans }),
  };
}

function joined<Part>(one: readonly Part[] = [], other: readonly Part[] = []): Part[] {
  const known = new Map([...one, ...other].map((part) => [JSON.stringify(part), part]));
  return [...known.values()];
}
