/** What bars a medicine or warns of it, in words: it stands above all that was found for it, asked for or not, until it is lifted. */
import { alertsInForce, alertsOf, type StandingAlert } from './evidence/alerts.ts';
import type { EvidenceRow, TableChange } from './evidence/table.ts';
import { appraisal, foldText, hasAny } from './evidence/words.ts';
import { whomIn } from './whom.ts';
import { short } from './wording.ts';

type Mark = (id: string) => string;

/** In force on one of these medicines; on all of the table where none is named. */
export function cautionsOn(rows: readonly EvidenceRow[], names?: readonly string[]): StandingAlert[] {
  const open = alertsInForce(rows);
  return names === undefined ? open : open.filter(({ therapy }) => names.includes(therapy));
}

export function isBarred(cautions: readonly StandingAlert[]): boolean {
  return cautions.some(({ bars }) => bars);
}

/** It warns of some people only, and neither they nor harm were asked about: said behind the answer, not before it. */
export function isAside({ bars, whom }: StandingAlert, question: string | undefined): boolean {
  if (bars || whom === undefined || question === undefined) return false;
  const isOnSafety = hasAny(foldText(question), appraisal().aspects['safety']!.asked);
  const asked = whomIn(question);
  return !isOnSafety && !asked?.states.some((state) => whom.states.includes(state));
}

const MOST_TOLD = 4;

/** "**Withdrawn from the market: zorbafen, by the EMA (2026-02-01)[^2].** EMA withdrew … Nothing that was found lifts this." */
export function tellCautions(
  cautions: readonly StandingAlert[],
  mark: Mark,
  elsewhere: (alert: StandingAlert) => string = () => '',
): string {
  const told = cautions.slice(0, MOST_TOLD).map((alert) => {
    const other = elsewhere(alert);
    if (other !== '') return `**In another disease: ${lower(sayAlert(alert, mark))}** ("${short(other)}").`;
    const end = alert.bars ? ' Nothing that was found lifts this.' : '';
    return `**${sayAlert(alert, mark)}.** ${alert.told.replace(/[.\s]+$/, '')}.${end}`;
  });
  return told.join(' ');
}

const lower = (text: string) => `${text[0]!.toLowerCase()}${text.slice(1)}`;

/** "Withdrawn from the market: zorbafen, by the EMA (2026-02-01)[^2]". */
export function sayAlert({ say, therapy, by, date, row, whom }: StandingAlert, mark: Mark): string {
  const facts = `${by === undefined ? '' : `, by ${sayBy(by)}`}${date === undefined ? '' : ` (${date})`}`;
  const for_ = whom === undefined ? '' : ` for ${whom.said}`;
  return `${say[0]!.toUpperCase()}${say.slice(1)}${for_}: ${therapy}${facts}${mark(row)}`;
}

function sayBy(authority: string): string {
  return authority in appraisal().decisions.payers || /^an? /.test(authority) ? authority : `the ${authority}`;
}

/** For a report: all that holds, then what was lifted. */
export function listCautions(rows: readonly EvidenceRow[], mark: Mark): string[] {
  const lines = alertsInForce(rows).map((alert) => `- ${sayAlert(alert, mark)}: ${alert.told}`);
  const lifted = alertsOf(rows)
    .filter((alert) => alert.lifted !== undefined)
    .map((alert) => {
      const { say, date, row } = alert.lifted!;
      return `- Lifted: ${foldText(sayAlert(alert, () => ''))}${mark(alert.row)}: ${say}${date === undefined ? '' : ` (${date})`}${mark(row)}`;
    });
  return [...lines, ...lifted];
}

/** A change that is told whatever else was asked for: it bars, warns, lifts, or casts doubt on what was told. */
export function isSafetyNews({ kind, row, what }: TableChange): boolean {
  if (kind === 'retracted' || row.about?.kind === 'retraction' || row.about?.kind === 'concern') return true;
  const isDoubted = row.notices.some((notice) => notice.kind === 'concern') && (kind === 'new' || what.length > 0);
  return isDoubted || (row.alerts ?? []).length > 0;
}

/** What a change says of safety: "Suspended: zorbafen, by the EMA (2026-02-01)[^2]". */
export function alertsOfChange({ row }: TableChange, mark: Mark): string[] {
  return (row.alerts ?? []).map((alert) => sayAlert({ ...alert, row: row.id, date: row.date }, mark));
}
