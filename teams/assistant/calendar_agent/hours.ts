/** Events that begin in a stretch of the day: "all meetings after 2pm". */
import { type Occasion, wallOf } from 'consilium/assistant';
import { z } from 'zod';

export const hours = z
  .string()
  .regex(/^\d{2}:\d{2}-\d{2}:\d{2}$/)
  .optional()
  .describe('only what begins in these hours: 14:00-18:00');

/** What lasts whole days begins in no hour. */
export function isWithin({ from, isDay }: Pick<Occasion, 'from' | 'isDay'>, stretch: string | undefined, zone: string) {
  if (stretch === undefined) return true;
  const at = wallOf(from, zone).slice(11, 16);
  return !isDay && at >= stretch.slice(0, 5) && at < stretch.slice(6);
}
