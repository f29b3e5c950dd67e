/** Where results disagree: on a therapy, outcome by outcome. */
import { stem } from '../../text/index.ts';
import { areApart } from '../illnesses.ts';
import { isSamePeople } from '../population.ts';
import { reachOf, type Whom } from '../whom.ts';
import { adviceOn, isForPractice } from './advice.ts';
import { isComparable } from './comparable.ts';
import { isCurrent, isDiscredited } from './grading.ts';
import { seenAs } from './seeing.ts';
import type { EvidenceRow } from './table.ts';

export interface Dispute {
  readonly therapy: string;
  /** Undefined: the verdicts as a whole. */
  readonly outcome?: string | undefined;
  /** Guidelines that advise for it and against it: no result is in question. */
  readonly advice?: true | undefined;
  /** As the sources call it. */
  readonly said?: string | undefined;
  readonly favours: readonly EvidenceRow[];
  readonly against: readonly EvidenceRow[];
}

/** What a part of a trial shows disputes no whole; an entry of reference found nothing. */
const NO_SIDE = ['subgroup', 'knowledge'];

export function disputesIn(rows: readonly EvidenceRow[]): Dispute[] {
  const sound = rows.filter(
    (row) => row.level > 0 && isCurrent(row) && !isDiscredited(row) && !NO_SIDE.includes(row.design_id),
  );
  const therapies = [...new Set(sound.flatMap((row) => row.therapies))];
  return therapies.flatMap((therapy) => {
    const own = sound
      .filter((row) => row.therapies.includes(therapy))
      .flatMap((row) => seenAs(row, { arm: { names: therapy.split(/[\s-]+/).map(stem) } }));
    const outcomes = [...new Set(own.flatMap(({ results = [] }) => results.map(({ outcome }) => outcome)))];
    const byOutcome = outcomes.map((outcome): Dispute => {
      const sayIt = (isFor: boolean) =>
        own.filter(({ results = [] }) =>
          results.some(
            ({ outcome: id, change }) =>
              id === outcome && change !== 'higher' && change !== 'lower' && (change === 'favours') === isFor,
          ),
        );
      const said = own.flatMap(({ results = [] }) => results).find((each) => each.outcome === outcome)?.said;
      const [favours, against] = [sayIt(true), sayIt(false)];
      // Who says both says each of other people.
      const alone = (some: readonly EvidenceRow[], others: readonly EvidenceRow[]) =>
        some.filter((row) => !others.includes(row));
      return onlyOpposed({
        ...{ therapy, outcome, said },
        ...{ favours: alone(favours, against), against: alone(against, favours) },
      });
    });
    const open = byOutcome.filter(isDispute);
    return [...(open.length > 0 ? open : [verdicts(therapy, own)]), advised(therapy, own)].filter(isDispute);
  });
}

/** Both sides speak of the same people: that it helps some and not others is no contradiction. */
function isDispute({ favours, against, advice }: Dispute): boolean {
  if (advice) return favours.length > 0 && against.length > 0;
  return favours.some((row) => against.some((other) => areOpposed(row, other)));
}

const areOpposed = (a: EvidenceRow, b: EvidenceRow) => isSamePeople(a, b) && isComparable(a, b);

/** Those that somebody contradicts. */
function onlyOpposed(dispute: Dispute): Dispute {
  const { favours, against } = dispute;
  const meets = (row: EvidenceRow, others: readonly EvidenceRow[]) => others.some((other) => areOpposed(row, other));
  return {
    ...dispute,
    favours: favours.filter((row) => meets(row, against)),
    against: against.filter((row) => meets(row, favours)),
  };
}

/** Verdicts count against each other only where outcomes cannot: one of the two tells of none, or ended the matter. */
function verdicts(therapy: string, own: readonly EvidenceRow[]): Dispute {
  const whole = ({ results = [], setback }: EvidenceRow) => results.length === 0 || setback !== undefined;
  const side = (wanted: 'favours' | 'against') => own.filter(({ direction }) => direction === wanted);
  const [favours, against] = [side('favours'), side('against')];
  const counts = favours.some(whole) || against.some(whole);
  return counts ? onlyOpposed({ therapy, favours, against }) : { therapy, favours: [], against: [] };
}

/** What is advised weighs more than results (harm, price): it disputes other advice to the same people, not a trial. */
function advised(therapy: string, own: readonly EvidenceRow[]): Dispute {
  const said = own.flatMap((row) =>
    adviceOn(row.advised, [therapy])
      .filter((advice) => advice.side === 'against' || isForPractice(advice))
      .map((advice) => ({ row, ...advice })),
  );
  const meets = (one: (typeof said)[number]) =>
    said.some(
      (other) =>
        other.row !== one.row &&
        other.side !== one.side &&
        one.purpose === other.purpose &&
        !areApart(one.illnesses ?? one.row.illnesses, other.illnesses ?? other.row.illnesses) &&
        isSameWhom(one.whom, other.whom),
    );
  const side = (wanted: 'for' | 'against') => [
    ...new Set(said.filter((each) => each.side === wanted && meets(each)).map(({ row }) => row)),
  ];
  return { therapy, advice: true, favours: side('for'), against: side('against') };
}

const isSameWhom = (a: Whom | undefined, b: Whom | undefined) => reachOf(a, b) === 'all' && reachOf(b, a) === 'all';
