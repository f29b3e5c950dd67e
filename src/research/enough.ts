/** Whether what was found is what was asked for. */
import { stage } from './evidence/appraisal.ts';
import type { EvidenceRow } from './evidence/table.ts';
import type { Requirements } from './request.ts';

/** A row is of the kind that was asked for, and as far along. */
export function isWanted(row: EvidenceRow, { threshold }: Requirements): boolean {
  const order = threshold.stage === undefined ? 0 : (stage(threshold.stage)?.order ?? 0);
  return (
    (threshold.designs === undefined || threshold.designs.includes(row.design_id)) &&
    (threshold.size === undefined || (row.n ?? 0) >= threshold.size) &&
    (order === 0 || (row.stage !== undefined && (stage(row.stage)?.order ?? 0) >= order))
  );
}

export function isMet(rows: readonly EvidenceRow[], requirements: Requirements): boolean {
  const { grade, count } = requirements.threshold;
  return rows.filter((row) => row.level >= grade && isWanted(row, requirements)).length >= count;
}
