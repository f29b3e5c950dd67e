/**
 * How well one sentence answers what is still unsaid: what it names of the question, and whether it speaks as the question asks.
 * The one place where a sentence is scored.
 */
import type { Role } from '../evidence/abstract.ts';

/** A sentence read against a question. */
export interface Weighed {
  /** Its place in the text. */
  readonly at: number;
  readonly text: string;
  readonly role: Role;
  readonly follows?: number | undefined;
  readonly part?: string | undefined;
  readonly opens?: boolean | undefined;
  /** Of each term: how surely it is named, 0 to 1. */
  readonly terms: readonly number[];
  /** Of each thing that is asked for beside the subject: whether it speaks like one that tells it. */
  readonly slots: readonly boolean[];
  /** It has several words of the question in a row, small ones too: "days off work". */
  readonly isEchoing: boolean;
}

export interface Weighing {
  /** Of each term: what it is worth in this source. */
  readonly worth: readonly number[];
  /** A document whose items are each on another thing. */
  readonly isAdvice: boolean;
  /** What the authors conclude is asked for. */
  readonly isVerdict: boolean;
}

export interface Fit {
  /** For what it was asked beside the subject. */
  readonly told: number;
  /** All that it says and nobody said before. */
  readonly fresh: number;
  readonly score: number;
}

export function fitOfSentence(each: Weighed, said: readonly Weighed[], { worth, isAdvice, isVerdict }: Weighing): Fit {
  const named = worth.reduce((sum, weight, at) => {
    // What a guideline sums up at its end it says in its items.
    const isSaid = said.some(
      ({ terms, role }) => !(isAdvice && role === 'conclusion') && terms[at]! >= each.terms[at]!,
    );
    return sum + weight * each.terms[at]! * (isSaid ? AGAIN : 1);
  }, 0);
  const again = isAdvice ? AGAIN_IN_ITEMS : AGAIN;
  const told = each.slots.reduce(
    (sum, tells, at) => sum + (!tells ? 0 : said.some((other) => other.slots[at]) ? CUE * again : CUE),
    0,
  );
  const roles = isVerdict && !isAdvice ? ROLES : SLOT_ROLES;
  // That an edition replaces another stands before its items, and is asked for where it is asked for.
  const role = isAdvice && told > 0 ? Math.max(roles[each.role], 0) : roles[each.role];
  const echo = each.isEchoing && !said.some(({ isEchoing }) => isEchoing) ? ECHO : 0;
  return { told, fresh: named + told + echo, score: named + told + echo + role };
}

const ROLES: Readonly<Record<Role, number>> = { result: 0.9, conclusion: 1.5, method: -1.5, background: -3 };
const SLOT_ROLES: Readonly<Record<Role, number>> = { result: 0.5, conclusion: 0.5, method: 0, background: -3 };
const CUE = 1.6;
const ECHO = 2;
/** What is said already is worth little said again. */
const AGAIN = 0.15;
/** But each item of a guideline says it of another case. */
const AGAIN_IN_ITEMS = 0.5;
