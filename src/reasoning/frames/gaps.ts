/** How long somebody has been without a medicine: some days are more than a forgotten dose. */
import { pattern } from '../patterns.ts';

const GAP = pattern('days_without');
const UNIT_DAYS: Record<string, number> = { day: 1, night: 1, week: 7, month: 30 };

/** How many days without it the message tells of: "8 days without", "two weeks off it". */
export function daysWithout(text: string): number | undefined {
  const { count, unit } = GAP.exec(text)?.groups ?? {};
  if (unit === undefined) return undefined;
  const number =
    count === undefined || /^(?:an?|one|whole|the)$/i.test(count) ? 1 : (NUMBERS[count.toLowerCase()] ?? Number(count));
  const days = UNIT_DAYS[unit.toLowerCase().replace(/s$/, '')];
  return Number.isFinite(number) && days !== undefined ? number * days : undefined;
}

const NUMBERS: Record<string, number> = {
  two: 2,
  couple: 2,
  three: 3,
  few: 3,
  four: 4,
  several: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
};
