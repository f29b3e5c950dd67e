/** What guidelines advise on a medicine, held against whom it is asked for: what is said of others is told as of others. */
import { adviceOn } from './evidence/advice.ts';
import type { EvidenceRow } from './evidence/table.ts';
import { foldText, hasAny } from './evidence/words.ts';
import { type Reach, reachOf, type Whom } from './whom.ts';

export type Side = 'for' | 'against';

export interface Advised {
  readonly row: EvidenceRow;
  readonly side: Side;
  readonly whom?: Whom | undefined;
  readonly reach: Reach;
  /** In its words. */
  readonly told: string;
}

/** Each row's words on one of these medicines; a payer's decision is advice too. */
export function adviceFor(names: readonly string[], rows: readonly EvidenceRow[], asked: Whom | undefined): Advised[] {
  return rows.flatMap((row): Advised[] => {
    if (row.design_id === 'coverage') {
      if (row.ruling === undefined) return [];
      const isAgainst = row.ruling.verdict === 'refused' || row.ruling.verdict === 'negative';
      return [{ row, side: isAgainst ? 'against' : 'for', reach: 'all', told: row.excerpt }];
    }
    const said = adviceOn(row.advised, names).map((advice) => ({
      ...{ row, side: advice.side, whom: advice.whom, told: advice.told },
      reach: reachOf(advice.whom, asked),
    }));
    // What is said of just these people stands before what the same source says of all.
    const closest = Math.max(0, ...said.map((advice) => (advice.reach === 'all' ? closeness(advice.whom, asked) : 0)));
    return said.filter(({ reach, whom }) => reach !== 'all' || closeness(whom, asked) === closest);
  });
}

function closeness(whom: Whom | undefined, asked: Whom | undefined): number {
  if (whom === undefined || asked === undefined) return 0;
  if (whom.states.some((state) => asked.states.includes(state))) return 2;
  return whom.ages.length > 0 && asked.ages.length > 0 ? 1 : 0;
}

/** The medicines of the table that a question names. */
export function namedIn(question: string, rows: readonly EvidenceRow[]): string[] {
  const plain = foldText(question);
  const all = rows.flatMap(({ advised = [] }) => advised.map(({ therapy }) => therapy));
  return [...new Set(all)].filter((name) => hasAny(plain, [name]));
}

export const rowsOf = (some: readonly Advised[]) => [...new Set(some.map(({ row }) => row))];

/** " In children under 12 it is advised against[^2]." for those that the answer is not on. */
export function sayAside(some: readonly Advised[], mark: (id: string) => string): string {
  const by = Map.groupBy(some, ({ side, whom }) => `${side} ${whom?.said ?? ''}`);
  return [...by.values()]
    .slice(0, MOST_ASIDES)
    .map((same) => {
      const { side, whom } = same[0]!;
      const marks = rowsOf(same).map(({ id }) => mark(id));
      return ` In ${whom?.said ?? 'others'} it is ${side === 'for' ? 'advised' : 'advised against'}${marks.slice(0, 3).join('')}.`;
    })
    .join('');
}

const MOST_ASIDES = 4;
