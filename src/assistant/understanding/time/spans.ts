/** The span that a question is about. */
import { addDays, dayOf, momentOf } from '../../wall.ts';
import type { Place, When } from './when.ts';

const DAY_MS = 86_400_000;

/** The span that a question is about: a day, a week, a month, or from now on. */
export function spanOf(when: When | undefined, { now, zone }: Place): { from: number; to: number; say: string } {
  if (when === undefined || when.recurs) return { from: now, to: now + 30 * DAY_MS, say: 'the next 30 days' };
  const first = when.wall.slice(0, 10);
  const days = (count: number) => ({ from: momentOf(first, zone), to: momentOf(addDays(first, count), zone) });
  if (when.span === 'week') {
    const weekday = (new Date(`${first}T00:00Z`).getUTCDay() + 6) % 7;
    return { ...days(7 - weekday), say: first === dayOf(now, zone) ? 'this week' : 'that week' };
  }
  if (when.span === 'weekend') return { ...days(2), say: 'the weekend' };
  if (when.span === 'month') {
    const [year = 0, month = 1] = first.split('-').map(Number);
    const end = new Date(Date.UTC(year, month, 1)).toISOString().slice(0, 10);
    return { from: momentOf(first, zone), to: momentOf(end, zone), say: 'that month' };
  }
  return { ...days(1), say: first };
}
