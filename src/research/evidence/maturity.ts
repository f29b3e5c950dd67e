/** How far along each therapy is, and since when: from the laboratory to reimbursement. */
import { stage } from './appraisal.ts';
import type { EvidenceRow } from './table.ts';

export interface Milestone {
  readonly stage: string;
  /** ISO, as exact as the source. */
  readonly date?: string | undefined;
  readonly row: string;
}

export interface Maturity {
  readonly therapy: string;
  /** The furthest stage reached. */
  readonly stage: string;
  readonly milestones: readonly Milestone[];
}

export function trackMaturity(rows: readonly EvidenceRow[]): Maturity[] {
  const byTherapy = new Map<string, Map<string, Milestone>>();
  for (const row of rows) {
    if (row.level === 0 || row.stage === undefined) continue;
    for (const therapy of row.therapies) {
      const milestones = byTherapy.get(therapy) ?? new Map<string, Milestone>();
      byTherapy.set(therapy, milestones);
      const known = milestones.get(row.stage);
      // A stage was reached when it was first reported.
      if (known === undefined || (row.date ?? '9') < (known.date ?? '9'))
        milestones.set(row.stage, { stage: row.stage, date: row.date, row: row.id });
    }
  }
  const order = (id: string) => stage(id)?.order ?? 0;
  return [...byTherapy]
    .map(([therapy, milestones]) => {
      const sorted = [...milestones.values()].toSorted((a, b) => order(a.stage) - order(b.stage));
      return { therapy, stage: sorted.at(-1)!.stage, milestones: sorted };
    })
    .toSorted((a, b) => order(b.stage) - order(a.stage) || a.therapy.localeCompare(b.therapy));
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
