/** The research desk's page. */
import type { PageSpec } from '../shell/pages.ts';

export const pages: readonly PageSpec[] = [
  {
    id: 'research',
    title: 'Research',
    about: 'Agents that work for weeks: what they found, their files and evidence, and when they look again',
    place: 'main',
    order: 20,
    scope: 'read',
    team: 'research',
    load: () => import('./research.tsx'),
  },
];
