/** The findings in short, for a conversation: what was asked first, and what else must be known of it. */
import { answerOf } from './answer.ts';
import { isAsked } from './enough.ts';
import type { EvidenceRow } from './evidence/table.ts';
import { tellPlanned, tellRow } from './finding.ts';
import type { ReportParts } from './report.ts';
import type { Standing } from './standing.ts';
import { answersFirst, tellDisagreement, tellMissing, tellRetracted, tellSilence, tellStages } from './telling.ts';
import { isOn, readText } from './topic.ts';

const MOST_TOLD = 4;

export interface Shown {
  readonly shown: readonly EvidenceRow[];
  readonly below: readonly EvidenceRow[];
  /** Registered, without results. */
  readonly planned: readonly EvidenceRow[];
  readonly retracted: readonly EvidenceRow[];
  /** Whether something is approved, advised or paid for was asked. */
  readonly standing?: Standing | undefined;
}

type Mark = (id: string) => string;

export function summaryOf(parts: ReportParts, given: string, rows: Shown, mark: Mark): string {
  const { shown, standing } = rows;
  const concerns = ({ title, excerpt }: EvidenceRow) =>
    parts.focus === undefined || isOn(readText(`${title}. ${excerpt}`), parts.focus);
  const [planned, retracted] = [rows.planned.filter(concerns), rows.retracted.filter(concerns)];
  const { headline, told } =
    standing === undefined ? choose(parts, given, rows, mark) : { headline: given, told: standing.rows };
  const lines = told.slice(0, MOST_TOLD).map((row) => `- ${tellRow(row)}${mark(row.id)}`);
  if (shown.length === 0 && lines.length > 0) lines.unshift('What there is instead:\n');
  const unseen = parts.missing.filter(({ source }) => !parts.requirements.watches.includes(source));
  const missing = unseen.length > 0 ? `Not looked at: ${tellMissing(unseen)}.` : '';
  const isShort = !parts.met && shown.length > 0 && isAsked(parts.requirements);
  const enough = isShort ? 'The evidence you asked for is not there yet.' : '';
  const beside =
    standing === undefined
      ? [...tellSilence(told, parts.question ?? ''), ...tellDisagreement(parts.rows, told, mark)]
      : [];
  return [
    headline,
    lines.join('\n'),
    beside.join(' '),
    standing === undefined ? tellAwaited(planned, mark) : '',
    tellRetracted(retracted, mark),
    standing === undefined ? tellStages(stagesTold(parts, told), mark) : '',
    [enough, missing].filter(Boolean).join(' '),
  ]
    .filter(Boolean)
    .join('\n\n');
}

/** What was asked beyond the subject decides what is told; else what answers comes first. */
function choose(parts: ReportParts, given: string, { shown, below }: Shown, mark: Mark) {
  const { focus, question = '' } = parts;
  const onFocus = [...shown, ...below].filter(
    ({ title, excerpt }) => focus === undefined || isOn(readText(`${title}. ${excerpt}`), focus),
  );
  const isFirstAsked =
    focus !== undefined && parts.requirements.question.toLowerCase().includes(focus.label.toLowerCase());
  const headline =
    focus === undefined
      ? given
      : onFocus.length > 0
        ? (answerOf(question, onFocus, mark) ?? (isFirstAsked ? given : `**On ${focus.label}:**`))
        : `**On ${focus.label} nothing was found in what could be looked at.** ${given}`;
  const all = focus !== undefined && onFocus.length > 0 ? onFocus : shown.length > 0 ? shown : below;
  return { headline, told: answersFirst(all, question).slice(0, MOST_TOLD) };
}

/** How far along is what is told of; of all of it where nothing is named. */
function stagesTold({ maturity }: ReportParts, told: readonly EvidenceRow[]): ReportParts['maturity'] {
  const names = new Set(told.flatMap(({ therapies }) => therapies));
  return maturity.filter(({ therapy }) => names.size === 0 || names.has(therapy));
}

const MOST_AWAITED = 2;

function tellAwaited(planned: readonly EvidenceRow[], mark: Mark): string {
  if (planned.length === 0) return '';
  const named = planned.slice(0, MOST_AWAITED).map((row) => `${tellPlanned(row)}${mark(row.id)}`);
  if (planned.length > MOST_AWAITED) named.push('and others');
  return `Registered, without results yet: ${named.join('; ')}.`;
}
