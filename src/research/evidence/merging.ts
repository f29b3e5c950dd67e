/** Tables that are laid over each other: what is new, what changed, what was taken back. */
import { compareSnapshots, describeChange, type Notice, noticesToWords } from '../../sources/research/index.ts';
import { withEditions } from './editions.ts';
import { CONCERN, gradeTogether, regrade } from './grading.ts';
import { noticesAbout, targetsOf } from './notices.ts';
import { editionBeside, revisionsOf, sayNotices } from './revisions.ts';
import type { EvidenceRow } from './row.ts';

/** A row as the notices of the table leave it. */
function withNotices(row: EvidenceRow, rows: readonly EvidenceRow[]): EvidenceRow {
  return withTold(row, noticesAbout(row, rows));
}

/** A row as it is after these notices. */
export function withTold(row: EvidenceRow, told: readonly Notice[]): EvidenceRow {
  const more = told.filter(({ kind }) => !row.notices.some((known) => known.kind === kind));
  if (more.length === 0) return row;
  const notices = [...row.notices, ...more];
  const noted = {
    ...row,
    notices,
    snapshot: { ...row.snapshot, notices: noticesToWords(notices) },
  };
  if (more.some(({ kind }) => kind === 'retraction'))
    return { ...regrade(noted, 0, ['retracted']), own_level: 0, direction: 'unclear' };
  if (!more.some(({ kind }) => kind === 'concern') || row.level === 0) return noted;
  const level = Math.max(1, row.own_level - 1);
  return { ...regrade(noted, level, [...row.because, CONCERN]), own_level: level };
}

export interface TableChange {
  readonly kind: 'new' | 'changed' | 'retracted';
  readonly row: EvidenceRow;
  /** What changed, in words. */
  readonly what: readonly string[];
}

/** The same for the same news: a source that is new, and what becomes of it later, are two. */
export function keyOfChange({ kind, row, what }: TableChange): string {
  return [kind, row.id, ...what].join(' | ').slice(0, 300);
}

/** What is found now on top of what was known; rows that were not found again stay. */
export function mergeTables(
  known: readonly EvidenceRow[],
  found: readonly EvidenceRow[],
): { rows: EvidenceRow[]; changes: TableChange[] } {
  const before = new Map(known.map((row) => [row.id, row]));
  const fresh = new Map([...known, ...found].map((row) => [row.id, row]));
  const all = [...fresh.values()];
  const noted = withEditions(
    all.map((row) => ({
      ...withNotices(row, all),
      first_seen: before.get(row.id)?.first_seen ?? row.first_seen,
    })),
  );
  const changes = noted.flatMap((row) => changeOf(before.get(row.id), row, noted) ?? []);
  return { rows: gradeTogether(noted).toSorted(byStrength), changes };
}

function changeOf(
  before: EvidenceRow | undefined,
  row: EvidenceRow,
  all: readonly EvidenceRow[],
): TableChange | undefined {
  // A notice is told at the publication that it is about, and by itself where that is not in the table.
  if (row.about !== undefined)
    return before === undefined && targetsOf(row, all).length === 0 ? { kind: 'new', row, what: [] } : undefined;
  if (before === undefined) return { kind: row.level === 0 ? 'retracted' : 'new', row, what: editionBeside(row, all) };
  const what = [
    ...compareSnapshots(before.snapshot, row.snapshot)
      .filter(({ field }) => field !== 'title')
      .flatMap((change) => (change.field === 'notices' ? sayNotices(before, row) : [describeChange(change)])),
    ...revisionsOf(before, row),
  ];
  if (before.level > 0 && row.level === 0) return { kind: 'retracted', row, what };
  return what.length > 0 ? { kind: 'changed', row, what } : undefined;
}

export function byStrength(a: EvidenceRow, b: EvidenceRow): number {
  return (
    b.level - a.level ||
    Number(a.grade === 'opinion') - Number(b.grade === 'opinion') ||
    (b.n ?? 0) - (a.n ?? 0) ||
    (b.date ?? '').localeCompare(a.date ?? '') ||
    a.id.localeCompare(b.id)
  );
}
