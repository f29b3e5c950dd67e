/** A day before which something is due. */
import { addDays, dayOf } from '../wall.ts';
import type { Clause } from './clause.ts';

/** "Before Friday": the day before it is the last. */
export function dueBefore({ when, message: { tokens, place } }: Clause): string | undefined {
  const [part] = when?.parts ?? [];
  if (when === undefined || part === undefined || !when.deadline || when.timed || when.span !== 'day') return undefined;
  const isBefore = [part.from - 1, part.from].some((at) => tokens[at]?.word === 'before');
  const last = addDays(when.wall.slice(0, 10), -1);
  return isBefore && last >= dayOf(place.now, place.zone) ? last : undefined;
}
