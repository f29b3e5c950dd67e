/** How sure a source is: by its design, then by what lowers it, and by what others say of the same. */
import type { SourceItem } from '../../sources/research/index.ts';
import { sentencesOf } from '../../text/index.ts';
import { isSamePeople } from '../population.ts';
import { heterogeneityOf, letterGradeIn, selfGradeOf } from './appraisal.ts';
import { compareResults, isComparable } from './comparable.ts';
import { designOf, hasData } from './design.ts';
import type { EvidenceRow } from './table.ts';
import { appraisal, foldText, hasAny } from './words.ts';

export type Grade =
  | 'high'
  | 'moderate'
  | 'low'
  | 'very low'
  | 'retracted'
  | 'notice'
  | 'no results'
  | 'advice'
  | 'opinion'
  | 'decision';
const GRADES: readonly Grade[] = ['retracted', 'very low', 'low', 'moderate', 'high'];

/** A decision is made or not, and advice is as sure as it says its evidence is: that somebody gives it makes it no surer. */
export function gradeOf(level: number, design: string, because: readonly string[] = []): Grade {
  if (design === 'notice') return 'notice';
  if (level === 0) return 'retracted';
  if (design === 'registered') return 'no results';
  if (DECIDED.includes(design)) return 'decision';
  if (because.includes(NO_DATA)) return 'opinion';
  const isAdvice = design === 'guideline' && !because.some((why) => why.startsWith(OWN_GRADE));
  return isAdvice ? 'advice' : GRADES[level]!;
}

const DECIDED = ['regulatory', 'coverage'];
const OWN_GRADE = 'calls itself ';
/** It says what somebody thinks, and counts and measures nothing: below whatever does. */
export const NO_DATA = 'no data of its own';
/** What may be no more than that. */
const TOLD = ['document', 'news', 'opinion'];

/** In a sentence; nothing of what no certainty is said of. */
export function sayGrade({ grade, excerpt }: Pick<EvidenceRow, 'grade' | 'excerpt'>): string {
  if (grade === 'advice')
    return letterGradeIn(excerpt) === undefined && selfGradeOf({ text: excerpt }) === undefined
      ? 'its evidence not graded'
      : 'graded as quoted';
  if (grade === 'opinion') return `opinion, ${NO_DATA}`;
  return grade === 'decision' || grade === 'no results' || grade === 'notice' ? '' : `${grade} certainty`;
}

/** It says what was found, was not taken back, and is in force: a plan and a notice say nothing of that. */
export function isEvidence(row: Pick<EvidenceRow, 'level' | 'design_id' | 'superseded'>): boolean {
  return row.level > 0 && row.design_id !== 'registered' && row.design_id !== 'notice' && isCurrent(row);
}

/** No newer edition has taken its place. */
export function isCurrent({ superseded }: Pick<EvidenceRow, 'superseded'>): boolean {
  return superseded === undefined;
}

/** Registered, and no source of the table has its results. */
export function plannedOf(rows: readonly EvidenceRow[]): EvidenceRow[] {
  const told = new Set(rows.filter(isEvidence).flatMap(({ trials = [] }) => trials));
  return rows.filter(
    ({ level, design_id, trials = [] }) =>
      level > 0 && design_id === 'registered' && !trials.some((id) => told.has(id)),
  );
}

/** It is doubted by others, or orders its readers about: nothing rests on it alone. */
export function isDiscredited({ notices, orders }: Pick<EvidenceRow, 'notices' | 'orders'>): boolean {
  return orders === true || notices.some(({ kind }) => kind === 'retraction' || kind === 'concern');
}

const OLD_YEARS = 12;
const MIXED_PERCENT = 75;
/** What counts people, and how many decides how sure it is. */
const SIZED = ['rct', 'trial', 'cohort', 'meta_analysis'];
/** They hold until they are replaced. */
const LASTING = ['guideline', 'coverage', 'regulatory', 'communication', 'knowledge'];
export const CONCERN = 'expression of concern';

export function gradeAlone(
  item: SourceItem,
  n: number | undefined,
  now: number,
  given: { readonly isOrdering: boolean; readonly names?: readonly string[] | undefined },
): { level: number; because: string[] } {
  if (item.notices.some(({ kind }) => kind === 'retraction')) return { level: 0, because: ['retracted'] };
  const { id, say, level: start } = designOf(item);
  const because = [say];
  let level = start;
  const lower = (why: string, by = 1) => {
    level -= by;
    because.push(why);
  };
  if (TOLD.includes(id) && !hasData(item)) return { level: 1, because: [...because, NO_DATA] };
  const few = n !== undefined && SIZED.includes(id) ? appraisal().precision.find(({ below }) => n < below) : undefined;
  if (few !== undefined) lower(`small (n = ${n})`, few.lower);
  if (item.preprint) lower('preprint, not reviewed');
  if (item.notices.some(({ kind }) => kind === 'concern')) lower(CONCERN);
  const year = Number(item.date?.slice(0, 4));
  if (year > 0 && new Date(now).getUTCFullYear() - year > OLD_YEARS && !LASTING.includes(id)) lower(`from ${year}`);
  const mixed = heterogeneityOf(item);
  if (mixed !== undefined && mixed >= MIXED_PERCENT) lower(`its studies differ (I² = ${mixed} %)`);
  const advice = id === 'guideline' ? adviceOf(item, given.names) : undefined;
  const own = DECIDED.includes(id)
    ? undefined
    : (selfGradeOf(advice ?? item) ?? (advice && letterGradeIn(advice.text)));
  if (own !== undefined && (own < level || id === 'guideline')) {
    level = own;
    because.push(`${OWN_GRADE}${GRADES[own]} certainty`);
  }
  if (given.isOrdering) return { level: 1, because: [...because, 'gives orders to its reader'] };
  return { level: Math.max(1, level), because };
}

/** What a guideline says of the medicines asked about: how sure it is it says line by line. */
function adviceOf(item: SourceItem, names: readonly string[] = []): SourceItem {
  const lines = sentencesOf(item.text).filter((sentence) => hasAny(foldText(sentence), names));
  return { ...item, text: lines.join(' ') };
}

/** What others say of the same therapy counts too: agreement lifts what is weak by itself, contradiction lowers. */
export function gradeTogether(rows: readonly EvidenceRow[]): EvidenceRow[] {
  return rows.map((row) => {
    if (row.level === 0 || row.grade === 'advice' || row.grade === 'decision' || row.grade === 'opinion') return row;
    const said = rows
      .filter(({ id, level, design_id }) => id !== row.id && level > 1 && design_id !== 'knowledge')
      .filter((other) => other.therapies.some((name) => row.therapies.includes(name)) && isSamePeople(row, other))
      .filter((other) => isComparable(row, other))
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
  return { ...row, level, grade: gradeOf(level, row.design_id, because), because };
}
