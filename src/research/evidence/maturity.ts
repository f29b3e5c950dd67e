/** How far along each therapy is, and since when: from the laboratory to reimbursement, with what stood in its way. */
import { areApart } from '../illnesses.ts';
import { reachOf } from '../whom.ts';
import { adviceOn, isForPractice } from './advice.ts';
import { alertsOf } from './alerts.ts';
import { stage } from './appraisal.ts';
import { isCurrent } from './grading.ts';
import type { EvidenceRow } from './table.ts';

/** What stands in the way: a trial failed or was stopped for safety, an application was taken back or refused, an opinion or a guideline is against it; and what took it off the market. */
export const ENDINGS = [
  ...(['failed', 'withdrawn', 'refused', 'negative opinion', 'not recommended'] as const),
  ...(['withdrawn from the market', 'suspended', 'halted'] as const),
] as const;
/** It took one of the last away again. */
export const LIFTED = 'lifted';
export type Ending = (typeof ENDINGS)[number];

export interface Milestone {
  /** A stage that was reached, or what stood in the way. */
  readonly stage: string;
  /** ISO, as exact as the source. */
  readonly date?: string | undefined;
  readonly row: string;
  /** Who refused it. */
  readonly by?: string | undefined;
  /** For whom, where that is said: approved for adults is not approved for children. */
  readonly whom?: string | undefined;
}

export interface Maturity {
  readonly therapy: string;
  /** The furthest stage reached; where none was, what stood in the way. */
  readonly stage: string;
  /** In the order of their dates. */
  readonly milestones: readonly Milestone[];
  /** How it ended, where it did: nothing as far along speaks for it. */
  readonly setback?:
    | {
        readonly kind: Ending;
        readonly date?: string | undefined;
        readonly row: string;
        readonly by?: string | undefined;
      }
    | undefined;
}

const order = (id: string) => stage(id)?.order ?? 0;
export const isEnding = (id: string): id is Ending => ENDINGS.some((ending) => ending === id);

export function trackMaturity(rows: readonly EvidenceRow[]): Maturity[] {
  const sound = rows.filter(({ level }) => level > 0);
  const therapies = [...new Set(sound.flatMap((row) => row.therapies))];
  return therapies
    .map((therapy) =>
      maturityOf(
        therapy,
        sound.filter((row) => row.therapies.includes(therapy)),
      ),
    )
    .filter((maturity) => maturity !== undefined)
    .toSorted((a, b) => order(b.stage) - order(a.stage) || a.therapy.localeCompare(b.therapy));
}

function maturityOf(therapy: string, own: readonly EvidenceRow[]): Maturity | undefined {
  const steps = new Map<string, Milestone>();
  const isSplit = own.some((row) => own.some((other) => areApart(row.illnesses, other.illnesses)));
  const stepsOf = (row: EvidenceRow) => {
    const found = [...stageBy(row, therapy), ...endingsBy(row, therapy)];
    return isSplit ? found.map((step) => forIllness(step, row)) : found;
  };
  for (const step of own.flatMap(stepsOf)) {
    const key = `${step.stage} ${step.by ?? ''} ${step.whom ?? ''}`;
    const known = steps.get(key);
    // A stage was reached when it was first reported.
    if (known === undefined || (step.date ?? '9') < (known.date ?? '9')) steps.set(key, step);
  }
  const milestones = byDate([...steps.values()]);
  const reached = milestones
    .filter(({ stage: id }) => !isEnding(id))
    .toSorted((a, b) => order(a.stage) - order(b.stage));
  const last = reached.at(-1) ?? milestones.at(-1);
  if (last === undefined) return undefined;
  const setback = setbackOf(therapy, order(last.stage), own, milestones);
  return { therapy, stage: last.stage, milestones, ...(setback && { setback }) };
}

/** Approved for one illness is not approved for another: where sources are on several, each step says for which. */
function forIllness(step: Milestone, { illnesses = [] }: EvidenceRow): Milestone {
  const illness = illnesses.map(({ text }) => text).join(' and ');
  if (illness === '' || step.whom?.includes(illness)) return step;
  return { ...step, whom: step.whom === undefined ? illness : `${step.whom} with ${illness}` };
}

/** By their dates; one without stands behind the stage before it. */
function byDate(steps: readonly Milestone[]): Milestone[] {
  let before = '';
  return steps
    .toSorted((a, b) => order(a.stage) - order(b.stage))
    .map((step) => {
      before = step.date ?? (isEnding(step.stage) ? '9' : before);
      return { step, at: before };
    })
    .toSorted((a, b) => a.at.localeCompare(b.at) || Number(isEnding(a.step.stage)) - Number(isEnding(b.step.stage)))
    .map(({ step }) => step);
}

/** A guideline is a stage for what it advises, and none for what it names besides; what is decided is so for whom it is said. */
function stageBy(row: EvidenceRow, therapy: string): Milestone[] {
  const { design_id, stage: id, date, advised, ruling } = row;
  if (design_id !== 'guideline') {
    const whom = ruling?.verdict === 'granted' && DECIDED.includes(id ?? '') ? ruling.whom?.said : undefined;
    return id === undefined ? [] : [{ stage: id, date, row: row.id, ...(whom && { whom }) }];
  }
  const own = isCurrent(row) ? adviceOn(advised, [therapy]).filter(isForPractice) : [];
  if (own.length === 0) return [];
  // Advised to all of them, with a word on some: then it is for all.
  const whom = own.every((advice) => advice.whom !== undefined || advice.purpose !== undefined)
    ? own.map((advice) => [advice.purpose, advice.whom?.said].filter(Boolean).join(' in '))
    : [];
  const said = [...new Set(whom)].slice(0, MOST_WHOM).join(' and ');
  return [{ stage: 'guideline', date, row: row.id, ...(said !== '' && { whom: said }) }];
}

const DECIDED = ['approval', 'reimbursement'];
const MOST_WHOM = 2;

const RULED: Readonly<Record<string, Ending>> = { refused: 'refused', negative: 'negative opinion' };
const BARRED: Readonly<Record<string, string>> = {
  withdrawn: 'withdrawn from the market',
  suspended: 'suspended',
  halted: 'halted',
  lifted: LIFTED,
};

function endingsBy(row: EvidenceRow, therapy: string): Milestone[] {
  const { ruling, setback, advised, alerts = [], date, id } = row;
  const barred = alerts
    .filter((alert) => alert.therapy === therapy && alert.kind in BARRED)
    .map(({ kind, by }) => ({ stage: BARRED[kind]!, date, row: id, ...(by && { by }) }));
  const ruled = ruling === undefined ? undefined : RULED[ruling.verdict];
  if (ruled !== undefined) return [...barred, { stage: ruled, date, row: id, by: ruling!.by }];
  const own = adviceOn(advised, [therapy]).filter(({ whom }) => reachOf(whom, undefined) === 'all');
  const against = isCurrent(row) ? own.filter(({ side }) => side === 'against') : [];
  if (setback !== undefined) return [...barred, { stage: setback, date, row: id }];
  if (against.length === 0) return barred;
  // Against one purpose it is against that, and stands in the way of no other.
  const purpose = against.every((advice) => advice.purpose !== undefined) ? against[0]!.purpose : undefined;
  return [...barred, { stage: 'not recommended', date, row: id, ...(purpose && { whom: purpose }) }];
}

/** The last thing that stood in its way, unless something overtook it. */
function setbackOf(
  therapy: string,
  reached: number,
  own: readonly EvidenceRow[],
  milestones: readonly Milestone[],
): Maturity['setback'] {
  const last = milestones
    .filter((step) => isEnding(step.stage) && step.whom === undefined && !isOvertaken(step, therapy, reached, own))
    .at(-1);
  return last && { kind: last.stage as Ending, date: last.date, row: last.row, ...(last.by && { by: last.by }) };
}

/** Failed: as much speaks for it at that stage. Refused or advised against: those who decide said otherwise later. Else: anything later as far along. */
function isOvertaken(step: Milestone, therapy: string, reached: number, own: readonly EvidenceRow[]): boolean {
  const at = (row: EvidenceRow) => (row.stage === undefined ? 0 : order(row.stage));
  const isLater = ({ date }: EvidenceRow) => (date ?? '') > (step.date ?? '');
  const speaksFor = own.filter((row) => row.direction === 'favours' && at(row) >= reached);
  if (step.stage === 'failed') {
    const row = own.find(({ id }) => id === step.row);
    return speaksFor.length > 0 || (row !== undefined && at(row) < reached);
  }
  if (step.stage === 'withdrawn') return speaksFor.some(isLater);
  // No result gives back what was taken off the market or stopped for safety: who stopped it does.
  const kind = Object.keys(BARRED).find((each) => BARRED[each] === step.stage);
  if (kind !== undefined)
    return alertsOf(own).some(
      (alert) => alert.therapy === therapy && alert.kind === kind && alert.row === step.row && alert.lifted,
    );
  if (step.stage === 'not recommended')
    return own.some(
      (row) => adviceOn(row.advised, [therapy]).some(isForPractice) && (isLater(row) || row.id === step.row),
    );
  return own.some((row) => row.ruling?.verdict === 'granted' && row.ruling.by === step.by && isLater(row));
}

export interface Advance {
  readonly therapy: string;
  readonly from?: string | undefined;
  readonly to: string;
  readonly row: string;
  readonly by?: string | undefined;
  readonly whom?: string | undefined;
}

/** Therapies that came further, came up, or met with a refusal or a failure between two looks. */
export function findAdvances(before: readonly Maturity[], after: readonly Maturity[]): Advance[] {
  const known = new Map(before.map((entry) => [entry.therapy, entry]));
  return after.flatMap((now) => {
    const earlier = known.get(now.therapy);
    const isNew = (step: Milestone) =>
      !earlier?.milestones.some(({ row, stage: id }) => row === step.row && id === step.stage) &&
      earlier?.setback?.row !== step.row;
    const ended = now.milestones
      .filter((step) => (isEnding(step.stage) || step.stage === LIFTED) && isNew(step))
      .map(({ stage: to, row, by, whom }) => ({
        ...{ therapy: now.therapy, from: earlier?.stage, to, row },
        ...(by && { by }),
        ...(whom && { whom }),
      }));
    const reached = now.milestones.findLast(({ stage: id }) => id === now.stage)!;
    const isFurther = !isEnding(now.stage) && now.stage !== LIFTED && order(earlier?.stage ?? '') < order(now.stage);
    const further = isFurther ? [advanceTo(now, earlier, reached)] : [];
    // A stage that was reached is reached anew for others.
    const wider = now.milestones
      .filter(({ stage: id, whom, row }) => whom !== undefined && row !== further[0]?.row && earlier?.stage === id)
      .filter(
        (step) =>
          isNew(step) && !earlier?.milestones.some(({ stage: id, whom }) => id === step.stage && whom === step.whom),
      )
      .map((step) => advanceTo(now, earlier, step));
    return [...further, ...wider, ...ended];
  });
}

function advanceTo({ therapy }: Maturity, earlier: Maturity | undefined, { stage: to, row, whom }: Milestone): Advance {
  return { therapy, from: earlier?.stage, to, row, ...(whom && { whom }) };
}
