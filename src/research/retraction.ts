/** How a study that was taken back is told, and by which notice. */
import { targetsOf } from './evidence/notices.ts';
import type { EvidenceRow } from './evidence/table.ts';
import { sayDate } from './wording.ts';

export type Mark = (id: string) => string;

/** "Retracted on 14 Mar 2026[^2] (notice[^3])". */
export function sayRetraction(row: EvidenceRow, rows: readonly EvidenceRow[], mark: Mark): string {
  const date = row.about === undefined ? row.notices.find(({ kind }) => kind === 'retraction')?.date : row.date;
  const notice = noticesOf(row, rows)
    .map(({ id }) => mark(id))
    .join('');
  const doi = row.notices.find(({ kind, doi: number }) => kind === 'retraction' && number !== undefined)?.doi;
  const where = notice !== '' ? ` (notice${notice})` : doi === undefined ? '' : ` (notice ${doi})`;
  return `retracted${date === undefined ? '' : ` on ${sayDate(date)}`}${mark(row.id)}${where}`;
}

export function noticesOf(row: EvidenceRow, rows: readonly EvidenceRow[]): EvidenceRow[] {
  return rows.filter(
    (notice) => notice.about?.kind === 'retraction' && targetsOf(notice, rows).some(({ id }) => id === row.id),
  );
}
