/**
 * What was published about the publications of the table since: those of which it was asked longest ago come first, a few in
 * each look, so that all have their turn, also those that no search finds any more.
 */
import { toConsiliumError } from '../kernel/index.ts';
import { lastNoticed, readNotices, type Surroundings, sourceStates } from '../sources/research/index.ts';
import { withTold } from './evidence/merging.ts';
import { type EvidenceRow, mergeTables, type TableChange } from './evidence/table.ts';
import type { Missing } from './gather.ts';

const MOST_ASKED = 12;

export interface Rechecked {
  readonly rows: readonly EvidenceRow[];
  readonly changes: readonly TableChange[];
  readonly missing?: Missing | undefined;
}

/** `since`: what was asked from then on is known. */
export async function recheckNotices(
  rows: readonly EvidenceRow[],
  surroundings: Surroundings,
  since: number,
): Promise<Rechecked> {
  if (sourceStates(surroundings.env).find(({ source }) => source === 'crossref')?.on !== true)
    return { rows, changes: [] };
  const askedAt = new Map(rows.flatMap((row) => (row.doi ? [[row, lastNoticed(row.doi, surroundings)] as const] : [])));
  const due = [...askedAt]
    .filter(([{ level }, at]) => level > 0 && at < since)
    .toSorted(([, a], [, b]) => a - b)
    .slice(0, MOST_ASKED);
  const told: EvidenceRow[] = [];
  let missing: Missing | undefined;
  for (const [row] of due)
    try {
      const { notices } = await readNotices(row.doi!, surroundings);
      const noted = withTold(
        row,
        notices.filter(({ kind }) => kind !== 'other'),
      );
      if (noted !== row) told.push(noted);
    } catch (thrown) {
      if (surroundings.signal?.aborted) throw surroundings.signal.reason;
      const { message, code } = toConsiliumError(thrown);
      missing = { source: 'Crossref', reason: message, code };
      // Who does not answer is not asked for the others.
      break;
    }
  return told.length === 0 ? { rows, changes: [], missing } : { ...mergeTables(rows, told), missing };
}
