/** How sure a source is: by its design, then by what lowers it, and by what others say of the same. */
import type { SourceItem } from '../../sources/research/index.ts';
import { heterogeneityOf, selfGradeOf } from './appraisal.ts';
import { designOf } from './design.ts';
import { compareResults } from './outcomes.ts';
import type { EvidenceRow } from './table.ts';
import { appraisal } from './words.ts';

export type Grade = 'high' | 'moderate' | 'low' | 'very low' | 'retracted' | 'notice' | 'no results';
const GRADES: readonly Grade[] = ['retracted', 'very low', 'low', 'moderate', 'high'];

export function gradeOf(level: number, design: string): Grade {
  if (design === 'notice') return 'notice';
  return design === 'registered' && level > 0 ? 'no results' : GRADES[level]!;
}

/** It says what was found, and was not taken back: a plan and a notice say nothing of that. */
export function isEvidence({ level, design_id }: Pick<EvidenceRow, 'level' | 'design_id'>): boolean {
  return level > 0 && design_id !== 'registered' && design_id !== 'notice';
}

/** It is doubted by others, or orders its readers about: nothing rests on it alone. */
export function isDiscredited({ notices, orders }: Pick<EvidenceRow, 'notices' | 'orders'>): boolean {
  return orders === true || notices.some(({ kind }) => kind === 'retraction' || kind === 'concern');
}

const OLD_YEARS = 12;
const MIXED_PERCENT = 75;
/** What counts people, and how many decides how sure it is. */
const SIZED = ['rct', 'trial', 'cohort', 'meta_analysis'];
/** How sure they are of each advice they say there. */
const GRADED_BY_LINE = ['guideline', 'coverage'];
/** They hold until they are replaced. */
const LASTING = ['guideline', 'coverage', 'regulatory', 'communication', 'knowledge'];
export const CONCERN = 'expression of concern';

export function gradeAlone(
  item: SourceItem,
  n: number | undefined,
  now: number,
  isOrdering: boolean,
): { level: number; because: string[] } {
  if (item.notices.some(({ kind }) => kind === 'retraction')) return { level: 0, because: ['retracted'] };
  const { id, say, level: start } = designOf(item);
  const because = [say];
  let level = start;
  const lower = (why: string, by = 1) => {
    level -= by;
    because.push(why);
  };
  const few = n !== undefined && SIZED.includes(id) ? appraisal().precision.find(({ below }) => n < below) : undefined;
  if (few !== undefined) lower(`small (n = ${n})`, few.lower);
  if (item.preprint) lower('preprint, not reviewed');
  if (item.notices.some(({ kind }) => kind === 'concern')) lower(CONCERN);
  const year = Number(item.date?.slice(0, 4));
  if (year > 0 && new Date(now).getUTCFullYear() - year > OLD_YEARS && !LASTING.includes(id)) lower(`from ${year}`);
  const mixed = heterogeneityOf(item);
  if (mixed !== undefined && mixed >= MIXED_PERCENT) lower(`its studies differ (I² = ${mixed} %)`);
  const own = GRADED_BY_LINE.includes(id) ? undefined : selfGradeOf(item);
  if (own !== undefined && own < level) {
    level = own;
    because.push(`calls itself ${GRADES[own]} certainty`);
  }
  if (isOrdering) return { level: 1, because: [...because, 'gives orders to its reader'] };
  return { level: Math.max(1, level), because };
}

/** What others say of the same therapy counts too: agreement lifts what is weak by itself, contradiction lowers. */
export function gradeTogether(rows: readonly EvidenceRow[]): EvidenceRow[] {
  return rows.map((row) => {
    if (row.level === 0) return row;
    const said = rows
      .filter(({ id, level }) => id !== row.id && level > 1)
      .filter(({ therapies }) => therapies.some((name) => row.therapies.includes(name)))
      .map((other) => compareResults(row, other));
    const agree = said.filter((each) => each === 'agree').length;
    const differ = said.filter((each) => each === 'differ').length;
    const because = row.because.filter((why) => !/^\d+ other/.test(why));
    if (differ > 0 && differ >= agree)
      return regrade(row, Math.max(1, row.own_level - 1), [
        ...because,
        `${differ} other ${differ === 1 ? 'disagrees' : 'disagree'}`,
      ]);
    if (agree >= 2)
      return regrade(row, Math.max(row.own_level, Math.min(3, row.own_level + 1)), [
        ...because,
        `${agree} others agree`,
      ]);
    return regrade(row, row.own_level, because);
  });
}

export function regrade(row: EvidenceRow, level: number, because: readonly string[]): EvidenceRow {
  return { ...row, level, grade: gradeOf(level, row.design_id), because };
}
