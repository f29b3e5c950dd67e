/** What has to be said beside a verdict: by what it is judged, how far it is left open, at which dose, and of whom only in part. */
import { hasInterval } from './evidence/neutral.ts';
import { outcomeWords } from './evidence/outcome-words.ts';
import { mainResult } from './evidence/outcomes.ts';
import type { EvidenceRow } from './evidence/table.ts';
import { foldText, hasAny } from './evidence/words.ts';
import { listOf, marksOf } from './survey.ts';

type Mark = (id: string) => string;

/** By what it is judged, at which dose, and what is said of some of those who took part. */
export function notes(rows: readonly EvidenceRow[], mark: Mark): string {
  return `${tellJudged(rows)}${tellOpen(rows, mark)}${tellDoses(rows, mark)}${tellParts(rows, mark)}${tellDoubts(rows, mark)}${tellObserved(rows)}`;
}

/** How much an effect may be that was not shown, as far as who did not find it says. */
export function tellOpen(rows: readonly EvidenceRow[], mark: Mark): string {
  return rows
    .filter(({ neutral }) => neutral !== undefined)
    .slice(0, MOST_OPEN)
    .map((row) => {
      const { figures, power } = row.neutral!;
      const open = hasInterval(figures)
        ? ` Its figures (${figures})${mark(row.id)} leave open every effect within that interval.`
        : ` It gives no interval${figures === undefined ? '' : ` (${figures})`}${mark(row.id)}: how large an effect was missed cannot be said.`;
      return `${open}${power === undefined ? ' For what difference it had the power it does not say.' : ` Of its power it says: "${power.replace(/[.\s]+$/, '')}"${mark(row.id)}.`}`;
    })
    .join('');
}

const MOST_OPEN = 2;

/** A measure that stands in for what patients feel or live by is named as that. */
function tellJudged(rows: readonly EvidenceRow[]): string {
  const judged = rows.flatMap(({ results = [] }) => mainResult(results) ?? []);
  const standing = judged.filter(({ said }) => hasAny(foldText(said), outcomeWords().standing));
  if (standing.length === 0 || standing.length < judged.length) return '';
  const names = [...new Set(standing.map(({ said }) => said))].slice(0, MOST_NAMES);
  return ` It is judged by ${listOf(names)}, which ${names.length === 1 ? 'stands' : 'stand'} in for what patients feel or live by.`;
}

const MOST_NAMES = 3;

function tellDoses(rows: readonly EvidenceRow[], mark: Mark): string {
  return rows
    .flatMap((row) => {
      const { favours = [], others = [] } = row.doses ?? {};
      if (favours.length === 0 || others.length === 0) return [];
      return [
        ` By dose: ${listOf(favours)} did better, ${listOf(others)} ${others.length === 1 ? 'was' : 'were'} not shown to${mark(row.id)}.`,
      ];
    })
    .join('');
}

/** What is found in a part of a trial is a guess, more so where the whole found nothing. */
export function tellParts(rows: readonly EvidenceRow[], mark: Mark): string {
  const told = rows.flatMap((row) => (row.parts ?? []).slice(0, 1).map((part) => ({ row, part })));
  return told
    .slice(0, MOST_PARTS)
    .map(
      ({ row, part }) =>
        ` Of some of those who took part, which is no result of the whole: "${part}"${marksOf([row], mark)}`,
    )
    .join('');
}

const MOST_PARTS = 2;

/** What a study says against itself stands beside what it is taken for. */
export function tellDoubts(rows: readonly EvidenceRow[], mark: Mark): string {
  const told = rows.flatMap((row) => (row.doubts ?? []).map((doubt) => ({ row, doubt })));
  return told
    .slice(0, MOST_DOUBTS)
    .map(({ row, doubt }) => ` Of itself it says: "${doubt.replace(/[.\s]+$/, '')}"${marksOf([row], mark)}.`)
    .join('');
}

const MOST_DOUBTS = 2;

/** Who only watched cannot tell what is the cause. */
export function tellObserved(rows: readonly EvidenceRow[]): string {
  const isOnly = rows.length > 0 && rows.every(({ design_id }) => design_id === 'cohort');
  return isOnly ? ' That was observed, not tried: it does not show which is the cause of which.' : '';
}
