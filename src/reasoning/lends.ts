/** What the rules find in a record is shown today. */
import type { Showing } from '../lending/index.ts';

export const shows: Showing = {
  loads: [new URL('./today.ts', import.meta.url)],
  showing: async ({ records }) => (await import('./today.ts')).healthToday(records),
};
