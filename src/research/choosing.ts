/** What of the findings is told: what was asked decides, and what came since the last look stands first. */
import type { EvidenceRow } from './evidence/table.ts';
import { limitsOf } from './looks.ts';
import type { ReportParts } from './report.ts';
import type { Standing } from './standing.ts';
import { surveyOf } from './survey.ts';
import { answersFirst } from './telling.ts';
import { isOn, readText, type Subject, type Topic } from './topic.ts';
import { isOnMedicines } from './treating.ts';
import { inTurn, settleQuestion } from './treatments.ts';

export const MOST_TOLD = 4;

export interface Shown {
  readonly shown: readonly EvidenceRow[];
  readonly below: readonly EvidenceRow[];
  /** Registered, without results. */
  readonly planned: readonly EvidenceRow[];
  readonly retracted: readonly EvidenceRow[];
  /** Guidelines of which there is a newer edition. */
  readonly replaced: readonly EvidenceRow[];
  /** What bars or warns of what is asked about, in words; and whether it bars. */
  readonly caution: string;
  /** What warns of people who were not asked about. */
  readonly aside: string;
  readonly barred: boolean;
  /** Whether something is approved, advised or paid for was asked. */
  readonly standing?: Standing | undefined;
  /** What the question names that is given. */
  readonly medicines: readonly Subject[];
}

export type Mark = (id: string) => string;

/** What came since the last look is what somebody is told for: its words stand before what they know. */
export function newFirst(
  told: readonly EvidenceRow[],
  { changes, last, isBeside }: ReportParts,
  shown: readonly EvidenceRow[],
): readonly EvidenceRow[] {
  if (last === undefined || isBeside) return told;
  const fresh = changes.filter(({ kind, row }) => kind === 'new' && shown.some(({ id }) => id === row.id));
  const first = fresh.slice(0, MOST_NEW).flatMap(({ row }) => shown.find(({ id }) => id === row.id) ?? []);
  return [...new Set([...first, ...told])].slice(0, Math.max(told.length, MOST_NEW));
}

const MOST_NEW = 2;

/** It is on the medicines that were asked about; without any, on what was asked beyond the subject. */
export function isAsked(row: EvidenceRow, medicines: readonly Subject[], focus: Topic | undefined): boolean {
  if (medicines.length > 0) return isOnMedicines(row, medicines);
  return focus === undefined || isOn(readText(`${row.title}. ${row.excerpt}`), focus);
}

/** What was asked decides what is told: where nothing is on it, nothing else is told in its place. */
export function choose(parts: ReportParts, given: string, { shown, below, medicines, barred }: Shown, mark: Mark) {
  const { focus, question = '' } = parts;
  const first = (some: readonly EvidenceRow[]) => inTurn(answersFirst(some, question), medicines).slice(0, MOST_TOLD);
  if (focus === undefined && medicines.length === 0)
    return {
      headline: given,
      told: first(shown.length > 0 ? shown : below),
      lower: shown.length > 0 ? first(below.filter(isStudied)) : [],
    };
  const all = [...shown, ...below].filter((row) => isAsked(row, medicines, focus));
  const asked = all.filter((row) => shown.includes(row));
  const lower = first(all.filter((row) => below.includes(row) && isStudied(row)));
  // Nothing at all is of the kind: that is said of the whole, with what there is instead.
  if (shown.length === 0 && lower.length > 0) return { headline: given, told: first(all), lower: [] };
  const label = focus?.label ?? medicines.map(({ text }) => text).join(' and ');
  const isFirstAsked = parts.requirements.question.toLowerCase().includes(label.toLowerCase());
  const wanted = asked.length > 0 || focus !== undefined;
  const answer =
    wanted || medicines.length > 0
      ? settleQuestion(
          { question, medicines, rows: parts.rows, shown: wanted ? asked : [], near: parts.near, barred },
          mark,
        )
      : undefined;
  const nothing =
    lower.length > 0
      ? `**On ${label} nothing of the kind that you asked for was found (${limitsOf(parts.requirements)}).**`
      : `**On ${label} nothing was found in what could be looked at.**`;
  const headline =
    answer !== undefined && !given.includes(answer)
      ? answer
      : asked.length === 0
        ? (answer ?? nothing)
        : parts.isBeside && answer === undefined
          ? surveyOf(asked, `On ${label}`)
          : answer !== undefined || isFirstAsked || !wanted
            ? given
            : `**On ${label}:**`;
  return { headline, told: citedFirst(answer, inTurn(answersFirst(asked, question), medicines), mark), lower };
}

/** What the answer rests on is shown before what is stronger and says nothing to it. */
function citedFirst(answer: string | undefined, asked: readonly EvidenceRow[], mark: Mark): EvidenceRow[] {
  const isCited = ({ id }: EvidenceRow) => mark(id) !== '' && answer?.includes(mark(id)) === true;
  return [...new Set([...asked.filter(isCited), ...asked])].slice(0, MOST_TOLD);
}

/** An entry of reference is background. */
const isStudied = ({ design_id }: EvidenceRow) => design_id !== 'knowledge';
