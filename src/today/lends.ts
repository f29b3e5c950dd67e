/** What is on today, of all rooms, as teams and doors are lent it. */
import { toConsiliumError } from '../kernel/index.ts';
import { service } from '../lending/index.ts';

export const lends = service({
  name: 'today',
  loads: [new URL('./index.ts', import.meta.url)],
  open: async ({ home, log, today: gathered }) => {
    const { openToday } = await import('./index.ts');
    const today = openToday(home.stores.todayMarks(), (room, thrown) =>
      log.warn({ room, code: toConsiliumError(thrown).code }, 'a room could not say what is on today'),
    );
    for (const source of await gathered()) today.offer(source);
    return today;
  },
});
