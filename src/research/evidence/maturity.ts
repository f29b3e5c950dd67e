/** How far along each therapy is, and since when: from the laboratory to reimbursement. */
import { type Setback, stage } from './appraisal.ts';
import type { EvidenceRow } from './table.ts';

export interface Milestone {
  readonly stage: string;
  /** ISO, as exact as the source. */
  readonly date?: string | undefined;
  readonly row: string;
}

/** A trial failed, an application was taken back, or a guideline advises against it. */
export type Ending = Setback | 'not recommended' | 'refused';

export interface Maturity {
  readonly therapy: string;
  /** The furthest stage reached. */
  readonly stage: string;
  readonly milestones: readonly Milestone[];
  /** How it ended, where it did: nothing as far along speaks for it. */
  readonly setback?: { readonly kind: Ending; readonly date?: string | undefined; readonly row: string } | undefined;
}

export function trackMaturity(rows: readonly EvidenceRow[]): Maturity[] {
  const byTherapy = new Map<string, Map<string, Milestone>>();
  for (const row of rows) {
    if (row.level === 0) continue;
    for (const therapy of row.therapies) {
      const reached = stageBy(row, therapy);
      if (reached === undefined) continue;
      const milestones = byTherapy.get(therapy) ?? new Map<string, Milestone>();
      byTherapy.set(therapy, milestones);
      const known = milestones.get(reached);
      // A stage was reached when it was first reported.
      if (known === undefined || (row.date ?? '9') < (known.date ?? '9'))
        milestones.set(reached, { stage: reached, date: row.date, row: row.id });
    }
  }
  const order = (id: string) => stage(id)?.order ?? 0;
  return [...byTherapy]
    .map(([therapy, milestones]) => {
      const sorted = [...milestones.values()].toSorted((a, b) => order(a.stage) - order(b.stage));
      const reached = sorted.at(-1)!.stage;
      const setback =
        setbackOfTherapy(therapy, order(reached), rows) ?? refusedTo(therapy, rows) ?? advisedAgainst(therapy, rows);
      return { therapy, stage: reached, milestones: sorted, ...(setback && { setback }) };
    })
    .toSorted((a, b) => order(b.stage) - order(a.stage) || a.therapy.localeCompare(b.therapy));
}

/** A guideline is a stage for what it advises, and none for what it names besides. */
function stageBy({ design_id, advice, stage: id }: EvidenceRow, therapy: string): string | undefined {
  if (design_id !== 'guideline') return id;
  return advice?.[therapy] === 'for' ? 'guideline' : undefined;
}

/** Refused: the last word of those who decide. */
function refusedTo(therapy: string, rows: readonly EvidenceRow[]): Maturity['setback'] {
  const [last] = rows
    .filter(({ level, ruling, therapies }) => level > 0 && ruling !== undefined && therapies.includes(therapy))
    .toSorted((a, b) => (b.date ?? '').localeCompare(a.date ?? ''));
  return last?.ruling?.verdict === 'refused' ? { kind: 'refused', date: last.date, row: last.id } : undefined;
}

/** Advised against: the last word of guidelines. */
function advisedAgainst(therapy: string, rows: readonly EvidenceRow[]): Maturity['setback'] {
  const [last] = rows
    .filter(({ level, advice }) => level > 0 && advice?.[therapy] !== undefined)
    .toSorted((a, b) => (b.date ?? '').localeCompare(a.date ?? ''));
  return last?.advice?.[therapy] === 'against' ? { kind: 'not recommended', date: last.date, row: last.id } : undefined;
}

/** Taken back: the last word, unless something later speaks for it. Failed: unless as much speaks for it at that stage. */
function setbackOfTherapy(therapy: string, reached: number, rows: readonly EvidenceRow[]): Maturity['setback'] {
  const order = (row: EvidenceRow) => (row.stage === undefined ? 0 : (stage(row.stage)?.order ?? 0));
  const own = rows.filter(({ level, therapies }) => level > 0 && therapies.includes(therapy));
  const speaksFor = own.filter((row) => row.direction === 'favours' && order(row) >= reached);
  const [last] = own
    .filter((row) => row.setback === 'withdrawn' || (row.setback === 'failed' && order(row) >= reached))
    .toSorted(
      (a, b) =>
        Number(b.setback === 'withdrawn') - Number(a.setback === 'withdrawn') ||
        (b.date ?? '').localeCompare(a.date ?? ''),
    );
  if (last === undefined) return undefined;
  const isOvertaken = speaksFor.some(({ date }) => last.setback === 'failed' || (date ?? '') > (last.date ?? ''));
  return isOvertaken ? undefined : { kind: last.setback!, date: last.date, row: last.id };
}

export interface Advance {
  readonly therapy: string;
  readonly from?: string | undefined;
  readonly to: string;
  readonly row: string;
}

/** Therapies that came further, or came up, between two looks. */
export function findAdvances(before: readonly Maturity[], after: readonly Maturity[]): Advance[] {
  const known = new Map(before.map((entry) => [entry.therapy, entry]));
  const order = (id: string | undefined) => (id === undefined ? 0 : (stage(id)?.order ?? 0));
  return after.flatMap((now) => {
    const earlier = known.get(now.therapy);
    if (order(earlier?.stage) >= order(now.stage)) return [];
    return [{ therapy: now.therapy, from: earlier?.stage, to: now.stage, row: now.milestones.at(-1)!.row }];
  });
}
