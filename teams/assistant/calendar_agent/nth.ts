/** Which of what comes again, by its place in the row of those that are to come. */
import { ConsiliumError, type ToolContext } from 'consilium/kernel';
import { z } from 'zod';
import { here, type Seen, seenFrom, YEAR } from './desk.ts';

export const nth = z
  .int()
  .min(-1)
  .max(100)
  .optional()
  .describe('of what comes again the first, second, … that is to come; -1 is the last');

type Found = Seen & { readonly id: string; readonly name: string };

export function nthOf(
  context: ToolContext,
  found: Found,
  { nth: place, count = 1 }: { nth: number; count?: number | undefined },
): Found[] {
  const { calendar, user, now, zone } = here(context);
  const family = new Set(calendar.family(user, found.event).map(({ id }) => id));
  const coming = calendar
    .between(user, now, now + YEAR, zone)
    .filter(({ event }) => family.has(event) || event === found.event);
  const isEndless =
    place < 0 && calendar.between(user, now + YEAR, now + 2 * YEAR, zone).some((one) => one.event === found.event);
  const some = place < 0 ? coming.slice(-count) : coming.slice(place - 1, place - 1 + count);
  if (isEndless || place === 0 || some.length < count)
    throw new ConsiliumError(
      'NOT_FOUND_HERE',
      isEndless
        ? `"${found.title}" has no last one: it has no end.`
        : `Of "${found.title}" there are ${coming.length} to come.`,
      { hint: 'Say the day of the one that is meant.' },
    );
  return some.map((one) => ({ ...seenFrom(one, zone), id: one.event, name: one.title }));
}
