/**
 * What authorities and payers decided, in words: by whom, when, and for whom. What is approved for adults is approved for
 * nobody else, and one authority's yes is none of another's.
 */
import type { Stage } from './evidence/appraisal.ts';
import type { EvidenceRow } from './evidence/table.ts';
import { appraisal, foldText, hasPhrase } from './evidence/words.ts';
import { reachOf, type Whom } from './whom.ts';

type Mark = (id: string) => string;

/** What is asked whether it was done. */
export const DONE: Readonly<Record<string, string>> = { approval: 'approved', reimbursement: 'paid for' };

/** What was done, by whom, and what is still open. */
const SAID: Readonly<Record<string, Readonly<Record<string, readonly [string, string?]>>>> = {
  approval: {
    granted: ['approved by'],
    refused: ['refused by'],
    opinion: ['recommended for approval by', 'not decided yet'],
    negative: ['given a negative opinion by', 'not decided yet'],
    withdrawn: ['taken off the market by'],
    suspended: ['suspended by'],
  },
  reimbursement: {
    withdrawn: ['no longer paid for, as decided by'],
    suspended: ['not paid for now, as decided by'],
    granted: ['paid for, as decided by'],
    refused: ['not paid for, as decided by'],
    opinion: ['advised by'],
    negative: ['advised against by'],
  },
};

export interface Asking {
  /** The medicines, in words. */
  readonly what: string;
  /** Where it is asked for, and who decides there. */
  readonly place?: Place | undefined;
  readonly isYesOrNo: boolean;
  readonly isNamed: boolean;
  /** For whom it is asked. */
  readonly whom?: Whom | undefined;
}

export interface Place {
  readonly said: string;
  readonly deciders: readonly string[];
}

/** "In Europe", "in the US": whose decision counts. */
export function placeIn(question: string): Place | undefined {
  const plain = foldText(question);
  const found = appraisal().decisions.places.find(({ words }) => words.some((word) => hasPhrase(plain, word)));
  return found && { said: found.say, deciders: found.deciders };
}

/** "Approved by the FDA (2026-08-03)[^1]". */
export function sayRuling(row: EvidenceRow, { id }: Stage, mark: Mark): string {
  const { by, verdict } = row.ruling!;
  const [done, open] = SAID[id]![verdict]!;
  const when = row.date ? ` (${row.date})` : '';
  const whom = row.ruling!.whom === undefined ? '' : ` for ${row.ruling!.whom.said}`;
  return `${done} ${sayAuthority(by)}${whom}${when}${mark(row.id)}${open === undefined ? '' : `, ${open}`}`;
}

/** The last word of each authority, the latest first; what it said before, behind it. Asked for a place, who decides there comes first. */
export function sayRulings(rulings: readonly EvidenceRow[], stage: Stage, asked: Asking, mark: Mark): string {
  const { place } = asked;
  const { id } = stage;
  // Where no medicine was asked for by name, each is said with its decision.
  const isSame = (one: EvidenceRow, other: EvidenceRow) =>
    one.ruling!.by === other.ruling!.by && (asked.isNamed || one.therapies[0] === other.therapies[0]);
  // What was decided for other people stands beside it.
  const overtakes = (later: EvidenceRow, row: EvidenceRow) =>
    isSame(later, row) &&
    [later, row].some(
      ({ ruling }, _, both) =>
        ruling!.whom === undefined || both.every((each) => each.ruling!.whom?.said === ruling!.whom!.said),
    );
  const say = (row: EvidenceRow) => {
    const what = asked.isNamed || row.therapies[0] === undefined ? '' : `${row.therapies[0]}: `;
    return `${what}${sayRuling(row, stage, mark)}`;
  };
  const latest = rulings.filter((row, i) => !rulings.slice(0, i).some((later) => overtakes(later, row)));
  const placed = place === undefined ? latest : latest.filter(({ ruling }) => place.deciders.includes(ruling!.by));
  const elsewhere = latest.filter((row) => !placed.includes(row));
  const there = placed.filter((row) => reachOfRuling(row, asked.whom) !== 'others');
  const before = rulings.filter((row) => !latest.includes(row));
  const apart = [
    elsewhere.length === 0 ? '' : ` Elsewhere: ${elsewhere.map(say).join('; ')}.`,
    before.length === 0 ? '' : ` Before that: ${before.map(say).join('; ')}.`,
  ].join('');
  if (there.length === 0 && placed.length > 0)
    return `**Nothing that was found says that ${asked.what} is ${DONE[id]} for ${asked.whom!.said}:** ${placed.map(say).join('; ')}.${apart}`;
  if (there.length === 0)
    return `**Nothing that I have can tell whether ${asked.what} is ${DONE[id]} ${place!.said}:** no decision of who decides there was found.${apart}`;
  const told = there.map(say).join('; ');
  const others = placed.filter((row) => !there.includes(row)).map(say);
  const beside = others.length === 0 ? '' : ` For others: ${others.join('; ')}.`;
  const opening = openingOf(there, asked.whom);
  return `**${asked.isYesOrNo && asked.isNamed ? `${opening}: ${told}` : `${told[0]!.toUpperCase()}${told.slice(1)}`}.**${beside}${apart}`;
}

/** A decision is on who is asked about: on all of them, on some, on others; "unsaid" where it does not say for whom. */
export function reachOfRuling({ ruling }: EvidenceRow, asked: Whom | undefined): 'all' | 'some' | 'others' | 'unsaid' {
  const { whom, verdict } = ruling!;
  // What was refused or taken away was so for all, unless it says for whom.
  if (whom === undefined) return isLimited(asked) && verdict === 'granted' ? 'unsaid' : 'all';
  if (asked === undefined) return 'all';
  // Asked for some people by their state, and decided for all of an age: it does not speak of them.
  const reach = reachOf(whom, asked);
  if (reach !== 'all') return reach;
  if (asked.states.length > 0 && whom.states.length === 0) return verdict === 'granted' ? 'unsaid' : 'all';
  const isWhole = asked.ages.every(({ from, to }) => whom.ages.some((span) => span.from <= from && span.to >= to));
  return whom.ages.length === 0 ? (isLimited(asked) ? 'unsaid' : 'all') : isWhole ? 'all' : 'some';
}

/** Asked for somebody else than adults: what is let onto the market is so for adults first. */
function isLimited(asked: Whom | undefined): boolean {
  return asked !== undefined && (asked.states.length > 0 || asked.ages.some(({ from }) => from < GROWN));
}

const GROWN = 18;

/** A negative opinion is no refusal, and one authority's yes is none of another's. */
function openingOf(latest: readonly EvidenceRow[], asked: Whom | undefined): string {
  const granted = latest.filter(({ ruling }) => ruling!.verdict === 'granted');
  const reaches = granted.map((row) => reachOfRuling(row, asked));
  if (granted.length > 0 && granted.length === latest.length && !reaches.includes('all'))
    return reaches.includes('some') ? 'In part' : `It does not say whether for ${asked!.said}`;
  const verdicts = new Set(latest.map(({ ruling }) => ruling!.verdict));
  const isApart = (['refused', 'negative', 'withdrawn', 'suspended'] as const).some((verdict) => verdicts.has(verdict));
  if (verdicts.has('granted')) return isApart ? 'It depends where' : 'Yes';
  if (verdicts.has('withdrawn')) return 'No longer';
  if (verdicts.has('suspended')) return 'Not now';
  if (verdicts.has('opinion')) return 'Not yet';
  return verdicts.has('refused') ? 'No' : 'Not so far, and advised against';
}

/** "The FDA", but NICE. */
export function sayAuthority(authority: string): string {
  const isPayer = authority in appraisal().decisions.payers;
  return isPayer || /^an? /.test(authority) ? authority : `the ${authority}`;
}
