/** The study page. */
import type { PageSpec } from '../shell/pages.ts';

export const pages: readonly PageSpec[] = [
  {
    id: 'study',
    title: 'Study',
    about: 'Read, review cards, take quizzes, and see what you know and what not yet',
    place: 'main',
    order: 30,
    scope: 'read',
    team: 'mentor',
    load: () => import('./study.tsx'),
  },
];
