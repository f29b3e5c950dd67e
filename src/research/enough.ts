/** Whether what was found is what was asked for. */
import { stage } from './evidence/appraisal.ts';
import type { EvidenceRow } from './evidence/table.ts';
import type { Requirements } from './request.ts';
import { reachOfStudy, whomIn } from './whom.ts';
import { plural } from './wording.ts';

/** A row is of the kind that was asked for, as far along, and on whom it was asked for. */
export function isWanted(row: EvidenceRow, { threshold, population }: Requirements): boolean {
  if (population !== undefined && reachOfStudy(row, whomIn(population)) === 'others') return false;
  const order = threshold.stage === undefined ? 0 : (stage(threshold.stage)?.order ?? 0);
  return (
    (threshold.designs === undefined || threshold.designs.includes(row.design_id)) &&
    (threshold.size === undefined || (row.n ?? 0) >= threshold.size) &&
    (threshold.grade <= USUAL.grade || !isGraded(row) || row.level >= threshold.grade) &&
    (order === 0 || (row.stage !== undefined && (stage(row.stage)?.order ?? 0) >= order))
  );
}

export function isMet(rows: readonly EvidenceRow[], requirements: Requirements): boolean {
  const { grade, count, agree } = requirements.threshold;
  const wanted = rows.filter((row) => isSure(row, grade, requirements) && isWanted(row, requirements));
  if (!agree) return wanted.length >= count;
  return (['favours', 'against'] as const).some(
    (side) => wanted.filter(({ direction }) => direction === side).length >= count,
  );
}

/** Advice and decisions are no evidence by themselves: they count where they are what was asked for. */
export function isSure(row: EvidenceRow, least: number, { threshold }: Requirements): boolean {
  return row.level >= least && (isGraded(row) || threshold.designs?.includes(row.design_id) === true);
}

/** How sure it is is said of what was found; of what is advised, decided or warned of it is no matter. */
const isGraded = ({ grade, design_id }: EvidenceRow) =>
  grade !== 'advice' && grade !== 'decision' && design_id !== 'communication';

/** Somebody said how much is enough; else two sources are looked for, and nobody waits for them. */
export function isAsked({ threshold }: Requirements): boolean {
  const { grade, count, ...more } = threshold;
  return grade !== USUAL.grade || count !== USUAL.count || Object.values(more).some((each) => each !== undefined);
}

const USUAL = { grade: 3, count: 2 };

export const CERTAINTY = ['', 'very low', 'low', 'moderate', 'high'];

/** "2 sources of at least moderate certainty that agree". */
export function sayEnough({ threshold: { count, grade, agree } }: Requirements): string {
  return `${plural(count, 'source')} of at least ${CERTAINTY[grade]} certainty${agree ? ' that agree' : ''}`;
}
