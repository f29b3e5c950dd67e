/** The pieces themselves, with examples: look here before making another. */
import type { PageSpec } from '../shell/pages.ts';

export const pages: readonly PageSpec[] = [
  {
    id: 'pieces',
    title: 'Pieces',
    about: 'What pages are made of, with examples',
    place: 'tools',
    order: 900,
    load: () => import('./gallery.tsx'),
  },
];
