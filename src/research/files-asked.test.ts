import { expect, test } from 'vitest';
import { fileAsked } from './files-asked.ts';

test.each([
  ['Read your file evidence/table.md.', 'evidence/table.md'],
  ['What is in ../halden_myopathy_research/evidence/table.md?', '../halden_myopathy_research/evidence/table.md'],
  ['Show me reports/2026-11-19-2.md and/or nothing', 'reports/2026-11-19-2.md'],
  ['Please open /memory/research_agents/gout/notes/a.md', '/memory/research_agents/gout/notes/a.md'],
  ['Read https://example.org/papers/a.html and tell me what is new', undefined],
  ['Show randomised and/or observational studies', undefined],
  ['Mail a/b.md to nobody', undefined],
])('%s names %s', (message, path) => expect(fileAsked(message)).toBe(path));
