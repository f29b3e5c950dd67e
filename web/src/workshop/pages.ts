/** The pages beside the chat, by their address. */

export const PAGES = [
  { id: 'search', title: 'Search', about: 'Find passages in what is indexed' },
  { id: 'functions', title: 'Functions', about: 'Run one agent function' },
  { id: 'pipelines', title: 'Pipelines', about: 'Run several in order, and watch' },
  { id: 'artifacts', title: 'Artifacts', about: 'What runs have left, by version' },
  { id: 'audit', title: 'Audit trail', about: 'What each answer rests on' },
] as const;

export type PageId = (typeof PAGES)[number]['id'];

export interface Page {
  readonly id: PageId;
  /** What of it: a function's name, a run's id. */
  readonly rest: readonly string[];
}

export function pageAt(path: string): Page | undefined {
  const [id, ...rest] = path.split('/').filter(Boolean).map(decode);
  const page = PAGES.find((candidate) => candidate.id === id);
  return page && { id: page.id, rest };
}

export function pathTo(id: PageId, ...rest: readonly string[]): string {
  return `/${[id, ...rest].map(encodeURIComponent).join('/')}`;
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
