/** What guidelines advise on a medicine, held against whom it is asked for: what is said of others is told as of others. */
import { type Advice, adviceOn, isForPractice, type Limit } from './evidence/advice.ts';
import { reachOfUse, usesIn } from './evidence/purposes.ts';
import type { EvidenceRow } from './evidence/table.ts';
import { foldText, hasAny } from './evidence/words.ts';
import { areApart, type Illness, illnessesIn, isWhole, reachOfAdvice } from './illnesses.ts';
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
  readonly illnesses?: readonly Illness[] | undefined;
  readonly reach: Reach;
  /** In its words. */
  readonly told: string;
}

/** For whom, what for and in which illness something is asked. */
export interface AskedFor {
  readonly whom?: Whom | undefined;
  readonly purposes: readonly string[];
  readonly illnesses: readonly Illness[];
}

export function askedFor(question: string): AskedFor {
  return { whom: whomIn(question), purposes: usesIn(question), illnesses: illnessesIn(question) };
}

/** Each row's words on one of these medicines. What is paid for is no advice: who pays weighs the price. */
export function adviceFor(names: readonly string[], rows: readonly EvidenceRow[], asking: AskedFor): Advised[] {
  const { whom: asked } = asking;
  return rows.flatMap((row): Advised[] => {
    const said = adviceOn(row.advised, names).map((advice) => ({
      ...{ row, side: advice.side, limit: advice.limit, whom: advice.whom, told: advice.told },
      ...(advice.purpose && { purpose: advice.purpose }),
      ...sayIllnesses(advice, row, asking),
      reach: reachFor(advice, row, asking),
    }));
    // What is said of just these people stands before what the same source says of all.
    const closest = Math.max(0, ...said.map((advice) => (advice.reach === 'all' ? closeness(advice.whom, asked) : 0)));
    return said.filter(({ reach, whom }) => reach !== 'all' || closeness(whom, asked) === closest);
  });
}

/** What is said of one purpose is no word on another, and not all where none is asked for. */
function reachFor({ whom, purpose, side, illnesses }: Advice, row: EvidenceRow, asking: AskedFor): Reach {
  const reaches = [
    reachOfAdvice(illnesses ?? [], row.illnesses ?? [], asking.illnesses),
    reachOf(whom, asking.whom),
    ...(purpose === undefined ? [] : [reachOfUse(purpose, side, asking.purposes)]),
  ];
  return reaches.find((reach) => reach === 'others') ?? reaches.find((reach) => reach === 'some') ?? 'all';
}

/** What the whole paper is on is not said of each advice in it, unless something else was asked. */
function sayIllnesses({ illnesses = [] }: Advice, row: EvidenceRow, asking: AskedFor) {
  const within = row.illnesses ?? [];
  if (areApart(within, asking.illnesses)) return { illnesses: illnesses.length > 0 ? illnesses : within };
  return illnesses.length === 0 || isWhole(illnesses, within) ? {} : { illnesses };
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
  const advices = adviceFor(namedIn(question, rows), rows, askedFor(question));
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
  const by = Map.groupBy(some, (advice) => `${advice.side} ${advice.limit ?? ''} ${asideOf(advice)}`);
  return [...by.values()]
    .slice(0, MOST_ASIDES)
    .map((same) => {
      const marks = rowsOf(same).map(({ id }) => mark(id));
      const whose = asideOf(same[0]!) || 'in others';
      return ` ${whose[0]!.toUpperCase()}${whose.slice(1)} it is ${saySide(same[0]!)}${marks.slice(0, 3).join('')}.`;
    })
    .join('');
}

/** "For induction in adults with IgA nephropathy": for what and whom it is said. */
export function asideOf({ purpose, whom, illnesses = [] }: Pick<Advised, 'purpose' | 'whom' | 'illnesses'>): string {
  const illness = illnesses.map(({ text }) => text).join(' and ');
  const people = whom === undefined || illness.toLowerCase().includes(whom.said.toLowerCase()) ? '' : whom.said;
  const whose = people === '' ? illness : illness === '' ? people : `${people} with ${illness}`;
  return [purpose && `for ${purpose}`, whose && `in ${whose}`].filter(Boolean).join(' ');
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
