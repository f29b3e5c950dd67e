/** Agents on other machines. */
import type { PageSpec } from '../shell/pages.ts';

export const pages: readonly PageSpec[] = [
  {
    id: 'remotes',
    title: 'Remote agents',
    about: 'Agents on other machines: their health, latency and last calls',
    place: 'tools',
    order: 70,
    scope: 'metrics',
    load: () => import('./remotes.tsx'),
  },
];
