/**
 * Two arms that both moved, and by how much each: "fell by 8% with X and by 31% with placebo". Which of them fell more is
 * what was found; that it fell is not.
 */
import { type Arms, isOfCompared } from './arms.ts';

export interface Amounts {
  /** How far each moved, or where each stood at the end. */
  readonly by: 'amount' | 'level';
  readonly first: number;
  readonly second: number;
  /** The words behind each. */
  readonly whose: readonly [string, string];
}

const NUMBER = String.raw`([-+]?\d+(?:[.·]\d+)?)`;
const ABOUT = '(?:an? )?(?:mean |median |average |only )?(?:of )?';
/** A unit may stand between the number and whose it is. */
const WHOSE = String.raw`\s?([^\d;]{0,80}?)`;
const AND = String.raw`,? (?:and|but|versus|vs\.?|(?:as )?compared (?:with|to)|as against|against) (?:only )?`;
const MOVED = new RegExp(
  String.raw`^\s*(by |to |of )?${ABOUT}${NUMBER}${WHOSE}${AND}(?:by |to |of )?${ABOUT}${NUMBER}\s?([^\d;]{0,80})`,
);
const FROM_TO = new RegExp(
  String.raw`^\s*from ${NUMBER}[^\d;]{0,30}? to ${NUMBER}${WHOSE}${AND}from ${NUMBER}[^\d;]{0,30}? to ${NUMBER}\s?([^\d;]{0,80})`,
);
/** It holds a number that measures nothing. */
const PER_SURFACE = / ?(?:\/|per) ?1\.73 ?m(?:2|²|\^2)/g;

/** What stands behind the word that says how it moved. */
export function amountsIn(tail: string): Amounts | undefined {
  const plain = tail.replaceAll('−', '-').replace(PER_SURFACE, '');
  const span = FROM_TO.exec(plain);
  if (span !== null) {
    const [, from, to, one, start, end, other] = span;
    const moved = (a?: string, b?: string) => Math.abs(toNumber(a) - toNumber(b));
    return { by: 'amount', first: moved(from, to), second: moved(start, end), whose: [one!, other!] };
  }
  const [found, link, first, one, second, other] = MOVED.exec(plain) ?? [];
  // Without whose each is, two numbers are an interval or a range.
  if (found === undefined || !ARM.test(one!)) return undefined;
  const by = link === 'to ' ? 'level' : 'amount';
  return { by, first: toNumber(first), second: toNumber(second), whose: [one!, other!] };
}

const ARM = /\b(?:with|in|on|for|among|under|of those|given|receiving|taking)\s+\p{L}/u;

/** Of the arm that is studied and the one that it is held against. */
export function inOrder({ first, second, whose }: Amounts, arms: Arms): { studied: number; compared: number } {
  const isTurned = isOfCompared(whose[0], arms) && !isOfCompared(whose[1], arms);
  return isTurned ? { studied: second, compared: first } : { studied: first, compared: second };
}

function toNumber(written = ''): number {
  return Number(written.replace('·', '.'));
}

/** "The reduction in flares was greater", "a smaller improvement in pain": of two changes the one that was more, or less. */
export interface Degree {
  readonly noun: string;
  /** What changed. */
  readonly of: string;
  readonly isMore: boolean;
}

const CHANGE = '(reduction|decrease|decline|drop|increase|rise|gain|improvement|worsening|deterioration)s?';
const MORE = 'greater|larger|bigger|more pronounced|more marked|steeper|faster';
const LESS = 'smaller|lesser|less pronounced|less marked|slower';
const LINKED = String.raw`(?:in|of) (?:the )?([\p{L}\p{N}_ -]{3,60}?)`;
const SAID_AFTER = new RegExp(
  String.raw`\b${CHANGE} ${LINKED} (?:from baseline )?(?:was|were) (?:\p{L}+ly )?(${MORE}|${LESS})\b`,
  'u',
);
const SAID_BEFORE = new RegExp(
  String.raw`\b(${MORE}|${LESS}) (?:mean |median |absolute |relative )?${CHANGE} ${LINKED}(?= (?:was|were|from|with|than|at|after|compared|among|for)\b|[,.;]|$)`,
  'u',
);

export function degreeIn(bare: string): Degree | undefined {
  const isMore = (word: string) => MORE.split('|').includes(word);
  const [after, noun, of, how] = SAID_AFTER.exec(bare) ?? [];
  if (after !== undefined) return { noun: noun!, of: of!, isMore: isMore(how!) };
  const [before, degree, changed, what] = SAID_BEFORE.exec(bare) ?? [];
  return before === undefined ? undefined : { noun: changed!, of: what!, isMore: isMore(degree!) };
}

/** It tells what became of everybody, and compares nobody. */
export function isOfAll(bare: string): boolean {
  return /\b(?:in|for|with|of) (?:both|all|either|each)(?: (?:of )?(?:the )?\p{L}+)? (?:groups?|arms?|cohorts?)\b/u.test(
    bare,
  );
}
