/** What is said where nothing that can be relied on is on the medicine that was asked about: why, and what there was. */
import { isEvidence } from './evidence/grading.ts';
import type { EvidenceRow } from './evidence/table.ts';
import { reasonsIn } from './quoting/index.ts';
import { type Mark, noticesOf, sayRetraction } from './retraction.ts';
import type { Subject } from './topic.ts';
import { isOnMedicines } from './treating.ts';
import { plural } from './wording.ts';

/** Undefined where a sound source is on one of them. */
export function tellAbsence(
  medicines: readonly Subject[],
  rows: readonly EvidenceRow[],
  mark: Mark,
): string | undefined {
  if (medicines.length === 0) return undefined;
  const own = rows.filter((row) => isOnMedicines(row, medicines));
  if (own.some((row) => isEvidence(row) && row.design_id !== 'knowledge')) return undefined;
  const what = medicines.map(({ text }) => text).join(' and ');
  const retracted = own.filter(({ grade }) => grade === 'retracted');
  if (retracted.length > 0) {
    const told = retracted.slice(0, 3).map((row) => sayRetraction(row, rows, mark));
    const one = `The only study of ${what} that was found was ${told[0]}`;
    const many = `All ${plural(retracted.length, 'study', 'studies')} of ${what} that were found were retracted: ${told.join('; ')}`;
    const why = retracted.map((row) => quoteReason(noticesOf(row, rows), mark)).join('');
    return `**${retracted.length === 1 ? one : many}. It should not be relied on, and nothing that can be relied on says what it does.**${why}`;
  }
  const planned = own.filter(({ design_id }) => design_id === 'registered');
  if (planned.length > 0)
    return `**There are no results on ${what} yet:** ${plural(planned.length, 'trial')} ${planned.length === 1 ? 'is' : 'are'} registered${planned
      .slice(0, 3)
      .map(({ id }) => mark(id))
      .join('')}.`;
  const entries = own.filter(({ design_id }) => design_id === 'knowledge');
  if (entries.length > 0)
    return `**No study of ${what} was found in what could be looked at;** a reference entry speaks of it${mark(entries[0]!.id)}.`;
  return `**On ${what} nothing was found in what could be looked at.**`;
}

/** Why it was taken back, in the words of the notice. */
function quoteReason(notices: readonly EvidenceRow[], mark: Mark): string {
  return notices
    .slice(0, 1)
    .map((row) => {
      const told = reasonsIn((row.said ?? []).map(({ text }) => text)).slice(0, MOST_REASONS);
      return told.length === 0 ? '' : ` The notice says: “${told.join(' ')}”${mark(row.id)}`;
    })
    .join('');
}

const MOST_REASONS = 3;
