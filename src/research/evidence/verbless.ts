/**
 * A result without a verb, as abstracts tell most of theirs: "Preterm pre-eclampsia: 1.6% with aspirin v 4.3% with placebo
 * (odds ratio 0.38, …)". What stands before the first of the two values is the outcome.
 */
import { abstractWords } from './abstract.ts';
import { outcomeWords } from './outcome-words.ts';
import { hasAny } from './words.ts';

export interface Verbless {
  readonly name: string;
  /** The words behind the first value: whose it is. */
  readonly whose: string;
}

const VALUE = String.raw`[-+]?\d+(?:[.·]\d+)?(?:\s?%| of \d+| per \d+)?`;
const LINKED = String.raw`,? (?:vs\.?|versus|against|(?:as )?compared (?:with|to)|and|or) (?:in |by |of |for |with )?(?:[\p{L}-]+ ){0,3}?`;
const WITH_COLON = new RegExp(String.raw`^([^;]{3,90}?): (?:in )?${VALUE}(?=[\s,])([^;]*?)${LINKED}${VALUE}`, 'u');
/** Without a colon only a share or a decimal is surely a value: the week of "at week 52" is none. */
const PLAIN = new RegExp(
  String.raw`^([^;:]{3,70}?),? (?:in |of )?[-+]?(?:\d+(?:[.·]\d+)?\s?%|\d+[.·]\d+|\d+ of \d+|\d+(?= vs))(?=[\s,])([^;:]*?)${LINKED}${VALUE}`,
  'u',
);

/** `bare`: folded, without what stands in brackets. Undefined where a verb or a word of change tells. */
export function verblessIn(bare: string): Verbless | undefined {
  const [found, name = '', whose = ''] = WITH_COLON.exec(bare) ?? PLAIN.exec(bare) ?? [];
  if (found === undefined || name.split(' ').length > MOST_WORDS) return undefined;
  const { up, down, better, worse, same } = outcomeWords().changes;
  return hasAny(name, [...abstractWords().verbs, ...same, ...up, ...down, ...better, ...worse, ...DID])
    ? undefined
    : { name: name.replace(/ (?:in|of|at|for|with|was|were)$/, '').trim(), whose };
}

const MOST_WORDS = 12;
const DID = ['did', 'had', 'has', 'have', 'are', 'were', 'been', 'received', 'randomised', 'randomized', 'assigned'];
