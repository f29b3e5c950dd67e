/** The assistant's page. */
import type { PageSpec } from '../shell/pages.ts';

export const pages: readonly PageSpec[] = [
  {
    id: 'assistant',
    title: 'Assistant',
    about: 'Your calendar, todos, reminders, and what is remembered about you',
    place: 'main',
    order: 40,
    scope: 'read',
    team: 'assistant',
    load: () => import('./assistant.tsx'),
  },
];
