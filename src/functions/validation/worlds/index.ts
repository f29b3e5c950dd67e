/**
 * What an artifact tells completely: its tables, who was present, from when to when. Of such a world what does not stand there is
 * not so. None of it is a proof: which of them is asked for is read from words. Touches nothing but the artifact.
 */
import { tablesOf } from '../form/tables.ts';
import type { Artifact, Seen } from '../seen.ts';
import { judgeQuery } from './queries.ts';
import { judgeRoster } from './roster.ts';
import { judgeSpan } from './spans.ts';

export function judgeWorld(artifact: Artifact, criterion: string): Seen | undefined {
  if (artifact.code !== undefined) return undefined;
  const text = criterion.replace(/["`“”]/g, '');
  for (const table of tablesOf(artifact)) {
    const found = judgeQuery(table, text);
    if (found !== undefined) return found;
  }
  return judgeRoster(artifact, text) ?? judgeSpan(artifact, text);
}
