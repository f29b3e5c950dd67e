/** Days and months by their names: 2026-11-15, 2026-11. */

/** Whole weeks, from the Monday on or before the first to the Sunday on or after the last. */
export function daysOf(month: string): string[] {
  const first = `${month}-01`;
  const back = (dayOf(first).getUTCDay() + 6) % 7;
  const start = addDays(first, -back);
  const days: string[] = [];
  for (let day = start; days.length % 7 !== 0 || day.slice(0, 7) <= month; day = addDays(day, 1)) days.push(day);
  return days;
}

export function weeksOf(days: readonly string[]): string[][] {
  return Array.from({ length: days.length / 7 }, (_, week) => days.slice(week * 7, week * 7 + 7));
}

/** Days are counted in UTC, where each has 24 hours: they are names here, not moments. */
function dayOf(day: string): Date {
  return new Date(`${day}T00:00:00Z`);
}

export function addDays(day: string, count: number): string {
  return new Date(dayOf(day).getTime() + count * 86_400_000).toISOString().slice(0, 10);
}

export function addMonths(month: string, count: number): string {
  const [year, index] = month.split('-').map(Number) as [number, number];
  return new Date(Date.UTC(year, index - 1 + count, 1)).toISOString().slice(0, 7);
}

export function sayMonth(month: string): string {
  return dayOf(`${month}-01`).toLocaleDateString('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' });
}

/** With its year, where that is not this one. */
export function sayDay(day: string, now = Date.now()): string {
  const isThisYear = day.slice(0, 4) === String(new Date(now).getFullYear());
  return dayOf(day).toLocaleDateString('en-GB', {
    ...{ weekday: 'short', day: 'numeric', month: 'short', timeZone: 'UTC' },
    ...(!isThisYear && { year: 'numeric' }),
  });
}

/** A moment as the day that a person's calendar shows. */
export function localDay(time: number): string {
  const date = new Date(time);
  const two = (part: number) => String(part).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** A moment as the day and the time that the clock here shows: 2026-11-15T08:30. */
export function localTime(time: number): string {
  const two = (part: number) => String(part).padStart(2, '0');
  const date = new Date(time);
  return `${localDay(time)}T${two(date.getHours())}:${two(date.getMinutes())}`;
}

/** So much of one day is shown; the rest is counted. */
export const MOST_SHOWN = 4;

/** In order of time, each day with its first few and how many are left. */
export function shownByDay<T extends { readonly day: string; readonly time?: string }>(events: readonly T[]) {
  const inOrder = events.toSorted((one, other) =>
    `${one.day}${one.time ?? ''}`.localeCompare(`${other.day}${other.time ?? ''}`),
  );
  return [...Map.groupBy(inOrder, ({ day }) => day)].map(([day, all]) => ({
    ...{ day, shown: all.slice(0, MOST_SHOWN), left: Math.max(0, all.length - MOST_SHOWN) },
  }));
}
