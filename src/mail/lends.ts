/** Mail as teams are lent it. */
import { service } from '../lending/index.ts';
import type { Mail } from './index.ts';

declare module '../kernel/context.ts' {
  interface Services {
    readonly mail?: Mail;
  }
}

export const lends = service({
  name: 'mail',
  loads: [new URL('./index.ts', import.meta.url)],
  own: true,
  open: async ({ home, clock, env, log }) => {
    const { Mail, readMailSettings } = await import('./index.ts');
    return new Mail({ letters: home.stores.letters(), clock, settings: readMailSettings(env), log });
  },
  close: (mail) => mail.close(),
});
