/** A schedule as a recurrence rule of iCalendar, where it is one: for events and todos that come again. */
import type { Schedule } from '../triggers/index.ts';

const FREQ = { day: 'DAILY', week: 'WEEKLY', month: 'MONTHLY', year: 'YEARLY' } as const;
const DAYS = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'];

export function toRule(schedule: Schedule): string | undefined {
  if (schedule.kind !== 'calendar') return undefined;
  const { unit, every, weekdays, monthDays, nth, months, end } = schedule;
  const parts = [
    `FREQ=${FREQ[unit]}`,
    every > 1 ? `INTERVAL=${every}` : '',
    nth
      ? `BYDAY=${nth.nth}${DAYS[nth.weekday]}`
      : weekdays?.length
        ? `BYDAY=${weekdays.map((day) => DAYS[day]).join(',')}`
        : '',
    monthDays?.length ? `BYMONTHDAY=${monthDays.join(',')}` : '',
    months?.length ? `BYMONTH=${months.join(',')}` : '',
    end.count === undefined ? '' : `COUNT=${end.count}`,
    end.until === undefined ? '' : `UNTIL=${new Date(end.until).toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`,
  ];
  return parts.filter(Boolean).join(';');
}
