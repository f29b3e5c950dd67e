/** Which results weigh against each other at all. */
import type { EvidenceRow } from './table.ts';

/** Results can contradict each other: both of people or both of animals, and held against the same. */
export function isComparable(a: EvidenceRow, b: EvidenceRow): boolean {
  if ((a.design_id === LABORATORY) !== (b.design_id === LABORATORY)) return false;
  const [mine, theirs] = [a.compared ?? [], b.compared ?? []];
  if (POOLED.includes(a.design_id) || POOLED.includes(b.design_id)) return true;
  return mine.length + theirs.length === 0 || mine.some((name) => theirs.includes(name));
}

const LABORATORY = 'preclinical';
/** They pool what was held against this and that. */
const POOLED = ['meta_analysis', 'review', 'knowledge', 'document', 'news'];

/** Of people; of animals and cells only where there is nothing else. */
export function ofPeople(rows: readonly EvidenceRow[]): readonly EvidenceRow[] {
  const people = rows.filter(({ design_id }) => design_id !== LABORATORY);
  return people.length > 0 ? people : rows;
}
