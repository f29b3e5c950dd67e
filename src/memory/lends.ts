/** The workspaces as teams are lent them. */
import { join } from 'node:path';
import { service } from '../lending/index.ts';
import type { Workspaces } from './index.ts';

declare module '../kernel/context.ts' {
  interface Services {
    readonly memory?: Workspaces;
  }
}

export const lends = service({
  name: 'memory',
  loads: [new URL('./index.ts', import.meta.url)],
  own: true,
  open: async ({ home, clock }) =>
    (await import('./index.ts')).openWorkspaces({
      ...{ archive: home.stores.archive(), dir: join(home.dir, 'memory'), now: clock.now },
    }),
});
