/** Studying as teams are lent it, and what of it is on today. */
import { join } from 'node:path';
import { service } from '../lending/index.ts';

export const lends = service({
  name: 'study',
  loads: [
    new URL('./index.ts', import.meta.url),
    new URL('./today.ts', import.meta.url),
    new URL('./warming.ts', import.meta.url),
  ],
  warms: async () => (await import('./warming.ts')).warmStudy(),
  own: true,
  open: async ({ home, clock, service: open }) =>
    (await import('./index.ts')).openStudy({
      store: home.stores.study(),
      clock,
      search: await open('search'),
      dir: join(home.dir, 'courses'),
    }),
  today: async (open) => (await import('./today.ts')).studyToday(open),
});
