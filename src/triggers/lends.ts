/** The triggers as teams are lent them. */
import { service } from '../lending/index.ts';
import type { Triggers } from './index.ts';

declare module '../kernel/context.ts' {
  interface Services {
    readonly triggers?: Triggers;
  }
}

export const lends = service({
  name: 'triggers',
  loads: [new URL('./index.ts', import.meta.url)],
  own: true,
  open: async ({ home, clock, env, log }) => {
    const zone = env['TZ'] || Intl.DateTimeFormat().resolvedOptions().timeZone;
    return new (await import('./index.ts')).Triggers({ store: home.stores.triggers(), clock, zone, log });
  },
  close: (triggers) => triggers.stop(),
});
