/** The teams of the house, drawn. */
import type { PageSpec } from '../shell/pages.ts';

export const pages: readonly PageSpec[] = [
  {
    id: 'teams',
    title: 'Teams',
    about: 'Who is in a team, with which tools, and who may hand over to whom',
    place: 'tools',
    order: 60,
    scope: 'read',
    load: () => import('./teams.tsx'),
  },
];
