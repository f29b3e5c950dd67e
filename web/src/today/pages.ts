/** Today: the first of the pages. */
import type { PageSpec } from '../shell/pages.ts';

export const pages: readonly PageSpec[] = [
  {
    id: 'today',
    title: 'Today',
    about: 'What each team would like you to see',
    place: 'main',
    order: -10,
    load: () => import('./today.tsx'),
  },
];
