/**
 * What people ask of code in set phrases, each read for what it means: what the tests cover, where messages go, what must
 * stand nowhere (or nowhere but in tests), what callers can do with what they are handed, which rows a query leaves out.
 * A reading answers only where it understood the whole of the phrase; all of it is likely, none of it measured.
 */
import type { CodeArtifact } from '../deeds/scope.ts';
import type { Seen } from '../seen.ts';
import { judgeAbsence } from './absence.ts';
import { judgeHanding, judgeNull } from './handing.ts';
import { judgeRows } from './rows.ts';
import { judgeStreams } from './streams.ts';
import { judgeTests } from './tests.ts';

const READINGS = [judgeTests, judgeStreams, judgeAbsence, judgeHanding, judgeNull, judgeRows];

/** `holds` has the denial of the criterion counted in. */
export function judgeIdiom(artifact: CodeArtifact, criterion: string): Seen | undefined {
  const text = criterion
    .replace(/\s+/g, ' ')
    .replace(/[.!]+$/, '')
    .trim();
  for (const read of READINGS) {
    const found = read(artifact, text);
    if (found !== undefined) return found;
  }
  return undefined;
}
