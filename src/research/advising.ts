/** What guidelines advise on a medicine, held against whom it is asked for: what is said of others is told as of others. */
import { type Advice, adviceOn, isForPractice, type Limit } from './evidence/advice.ts';
import { reachOfUse, usesIn } from './evidence/purposes.ts';
import type { EvidenceRow } from './evidence/table.ts';
import { foldText, hasAny } from './evidence/words.ts';
import { sayRuling } from './rulings.ts';
import { who } from './survey.ts';
import { type Reach, reachOf, type Whom, whomIn } from './whom.ts';

export type Side = 'for' | 'against';

export interface Advised {
  readonly row: EvidenceRow;
  readonly side: Side;
  readonly limit?: Limit | undefined;
  readonly purpose?: string | undefined;
  readonly whom?: Whom | undefined;
  readonly reach: Reach;
  /** In its words. */
  readonly told: string;
}

/** Each row's words on one of these medicines. What is paid for is no advice: who pays weighs the price. */
export function adviceFor(
  names: readonly string[],
  rows: readonly EvidenceRow[],
  asked: Whom | undefined,
  purposes: readonly string[] = [],
): Advised[] {
  return rows.flatMap((row): Advised[] => {
    const said = adviceOn(row.advised, names).map((advice) => ({
      ...{ row, side: advice.side, limit: advice.limit, whom: advice.whom, told: advice.told },
      ...(advice.purpose && { purpose: advice.purpose }),
      reach: reachFor(advice, asked, purposes),
    }));
    // What is said of just these people stands before what the same source says of all.
    const closest = Math.max(0, ...said.map((advice) => (advice.reach === 'all' ? closeness(advice.whom, asked) : 0)));
    return said.filter(({ reach, whom }) => reach !== 'all' || closeness(whom, asked) === closest);
  });
}

/** What is said of one purpose is no word on another, and not all where none is asked for. */
function reachFor({ whom, purpose, side }: Advice, asked: Whom | undefined, uses: readonly string[]): Reach {
  const reach = reachOf(whom, asked);
  if (purpose === undefined || reach === 'others') return reach;
  const own = reachOfUse(purpose, side, uses);
  return own === 'all' ? reach : own;
}

function closeness(whom: Whom | undefined, asked: Whom | undefined): number {
  if (whom === undefined || asked === undefined) return 0;
  if (whom.states.some((state) => asked.states.includes(state))) return 2;
  return whom.ages.length > 0 && asked.ages.length > 0 ? 1 : 0;
}

/**
 * What is advised on what is asked for, for just those who are asked for, first; in the words of who advises. `isNarrow`: only what
 * is said of these people by name. Undefined where nobody advises.
 */
export function tellAdvice(
  question: string,
  rows: readonly EvidenceRow[],
  mark: (id: string) => string,
  { isNarrow, isYesOrNo, isBarred }: { isNarrow: boolean; isYesOrNo: boolean; isBarred: boolean },
): string | undefined {
  const asked = whomIn(question);
  const advices = adviceFor(namedIn(question, rows), rows, asked, usesIn(question));
  const main = advices.filter(({ reach, whom }) => reach === 'all' && (!isNarrow || closeness(whom, asked) > 0));
  if (main.length === 0) return undefined;
  const warned = main.filter(({ side }) => side === 'against');
  const [advised, studied] = [
    main.filter(isForPractice),
    main.filter((each) => each.side === 'for' && !isForPractice(each)),
  ];
  const isConditional = advised.length > 0 && advised.every(({ limit }) => limit === 'conditional');
  const say = (some: readonly Advised[], what: string) => {
    const by = rowsOf(some);
    const told = some[0]?.told.replace(/[.\s]+$/, '');
    return by.length === 0 ? [] : [`${who(by, mark)} ${by.length === 1 ? 'advises' : 'advise'} ${what} ("${told}")`];
  };
  const line = [
    ...say(warned, 'against it'),
    ...say(advised, isConditional ? 'it under conditions' : 'it'),
    ...say(studied, 'it only in research'),
  ].join('; ');
  const opening =
    warned.length > 0 && advised.length > 0
      ? 'Disputed'
      : warned.length > 0
        ? 'No'
        : advised.length === 0
          ? 'Not for practice'
          : isConditional
            ? 'Under conditions'
            : 'Yes';
  const aside = sayAside(
    advices.filter(({ reach }) => reach !== 'all'),
    mark,
  );
  // What is barred is advised by nobody who knows of it.
  const isOpened = opening === 'Disputed' || (isYesOrNo && !(advised.length > 0 && isBarred));
  return isOpened ? `**${opening}:** ${line}.${aside}` : `**${line[0]!.toUpperCase()}${line.slice(1)}.**${aside}`;
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
  const by = Map.groupBy(
    some,
    ({ side, limit, purpose, whom }) => `${side} ${limit ?? ''} ${purpose ?? ''} ${whom?.said ?? ''}`,
  );
  return [...by.values()]
    .slice(0, MOST_ASIDES)
    .map((same) => {
      const marks = rowsOf(same).map(({ id }) => mark(id));
      const { whom, purpose } = same[0]!;
      const whose = [purpose && `for ${purpose}`, whom && `in ${whom.said}`].filter(Boolean).join(' ') || 'in others';
      return ` ${whose[0]!.toUpperCase()}${whose.slice(1)} it is ${saySide(same[0]!)}${marks.slice(0, 3).join('')}.`;
    })
    .join('');
}

const MOST_ASIDES = 4;

/** "Advised under conditions". */
export function saySide({ side, limit }: Pick<Advised, 'side' | 'limit'>): string {
  if (side === 'against') return 'advised against';
  return limit === 'research'
    ? 'advised only in research'
    : limit === undefined
      ? 'advised'
      : 'advised under conditions';
}

/** What is decided on payment, told as that. */
export function onPayment(rows: readonly EvidenceRow[], mark: (id: string) => string): string {
  const ruled = rows.filter(({ design_id, ruling }) => design_id === 'coverage' && ruling !== undefined);
  if (ruled.length === 0) return '';
  const told = ruled.slice(0, MOST_PAYERS).map((row) => sayRuling(row, PAYMENT, mark));
  return ` On payment: ${told.join('; ')}; that is no word on whether it works.`;
}

const PAYMENT = { id: 'reimbursement', say: 'reimbursement', order: 0 };
const MOST_PAYERS = 3;
