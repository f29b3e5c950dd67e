/** The workshop's pages. */
import type { PageSpec } from '../shell/pages.ts';

export const pages: readonly PageSpec[] = [
  {
    id: 'search',
    title: 'Search',
    about: 'Find passages in what is indexed',
    place: 'tools',
    order: 10,
    scope: 'work',
    load: () => import('./search.tsx'),
  },
  {
    id: 'functions',
    title: 'Functions',
    about: 'Run one agent function',
    place: 'tools',
    order: 20,
    scope: 'work',
    load: () => import('./functions.tsx'),
  },
  {
    id: 'pipelines',
    title: 'Pipelines',
    about: 'Run several in order, and watch',
    place: 'tools',
    order: 30,
    scope: 'work',
    load: () => import('./pipelines.tsx'),
  },
  {
    id: 'artifacts',
    title: 'Artifacts',
    about: 'What runs have left, by version',
    place: 'tools',
    order: 40,
    scope: 'read',
    load: () => import('./artifacts.tsx'),
  },
  {
    id: 'audit',
    title: 'Audit trail',
    about: 'What each answer rests on',
    place: 'tools',
    order: 50,
    scope: 'read',
    load: () => import('./audit.tsx'),
  },
];
