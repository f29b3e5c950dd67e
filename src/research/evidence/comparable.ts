/** Which results weigh against each other at all. */
import { areApart } from '../illnesses.ts';
import type { Result } from './outcome-names.ts';
import type { EvidenceRow } from './table.ts';

/** Results can contradict each other: both of people or both of animals, in the same illness, and held against the same. */
export function isComparable(a: EvidenceRow, b: EvidenceRow): boolean {
  if ((a.design_id === LABORATORY) !== (b.design_id === LABORATORY)) return false;
  if (areApart(a.illnesses, b.illnesses)) return false;
  if (a.purpose !== undefined && b.purpose !== undefined && a.purpose !== b.purpose) return false;
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

interface Judged {
  readonly results?: readonly Result[] | undefined;
  readonly direction: 'favours' | 'against' | 'unclear';
  readonly setback?: string | undefined;
}

/** Whether two studies of the same thing say the same: by the outcomes they share; without any, by their verdict. */
export function compareResults(a: Judged, b: Judged): 'agree' | 'differ' | undefined {
  const [mine, theirs] = [a.results ?? [], b.results ?? []];
  const pairs = mine.flatMap((one) => {
    const other = theirs.find(({ outcome }) => outcome === one.outcome);
    return other === undefined ? [] : [(one.change === 'favours') === (other.change === 'favours')];
  });
  const alike = pairs.filter(Boolean).length;
  if (pairs.length > 0) return alike * 2 === pairs.length ? undefined : alike * 2 > pairs.length ? 'agree' : 'differ';
  const isByOutcome = mine.length > 0 && theirs.length > 0 && !a.setback && !b.setback;
  if (isByOutcome || a.direction === 'unclear' || b.direction === 'unclear') return undefined;
  return a.direction === b.direction ? 'agree' : 'differ';
}
