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
  readonly first: number;
  readonly second: number;
  /** By what it changed: "reduction in HAM-D: 17.7 with X v 14.0 with placebo". */
  readonly noun?: string | undefined;
}

const NUMBER = String.raw`([-+−]?\d+(?:[.·]\d+)?)`;
const LINKED = String.raw`,? (?:vs\.?|versus|against|(?:as )?compared (?:with|to)|and|or) (?:in |by |of |for |with )?(?:[\p{L}-]+ ){0,3}?`;
const WITH_COLON = new RegExp(
  String.raw`^([^;]{3,90}?): (?:in )?${NUMBER}(?:\s?%| of \d+| per \d+)?(?=[\s,])([^;]*?)${LINKED}${NUMBER}`,
  'u',
);
/** Without a colon only a share or a decimal is surely a value: the week of "at week 52" is none. */
const PLAIN = new RegExp(
  String.raw`^([^;:]{3,70}?),? (?:in |of )?(?=[-+−]?(?:\d+(?:[.·]\d+)?\s?%|\d+[.·]\d+|\d+ of \d+|\d+ vs))${NUMBER}(?:\s?%| of \d+)?(?=[\s,])([^;:]*?)${LINKED}${NUMBER}`,
  'u',
);
const CHANGED =
  /^(?:(?:least-squares|adjusted|mean|median|average|absolute|relative|percent|percentage|the) )*(reduction|decrease|decline|drop|increase|rise|gain|improvement|worsening|deterioration)s? (?:from baseline )?(?:in|of) (?:the )?(.+)$/;

const ONE_RATIO =
  /^([^;:()]{3,80}?)(?::|,)? (?:adjusted |pooled )?(?:(?:hazard|odds|risk|rate|incidence rate) ratio|relative risk|a?hr|a?or|rr|irr)[\s=:]+[\d.·]+(?![\d.·]*\s?%)/;

/** "Time to discontinuation: HR 0.65 (…)": of what a single ratio is. */
export function ratioOf(plain: string): string | undefined {
  const [, said] = ONE_RATIO.exec(plain) ?? [];
  if (said === undefined || said.split(' ').length > MOST_WORDS || / (?:vs\.?|versus) /.test(said)) return undefined;
  const { up, down, better, worse, same } = outcomeWords().changes;
  const told = [...abstractWords().verbs, ...same, ...up, ...down, ...better, ...worse, ...DID];
  return hasAny(withoutCompounds(said), told) ? undefined : said.trim();
}

/** `bare`: folded, without what stands in brackets. Undefined where a verb or a word of change tells. */
export function verblessIn(bare: string): Verbless | undefined {
  const [found, said = '', first, whose = '', second] = WITH_COLON.exec(bare) ?? PLAIN.exec(bare) ?? [];
  if (found === undefined || said.split(' ').length > MOST_WORDS) return undefined;
  const [, noun, of] = CHANGED.exec(said) ?? [];
  const name = (of ?? said).replace(/ (?:in|of|at|for|with|was|were)$/, '').trim();
  const { up, down, better, worse, same } = outcomeWords().changes;
  const told = [...abstractWords().verbs, ...same, ...up, ...down, ...better, ...worse, ...DID];
  if (hasAny(withoutCompounds(of ?? said), told)) return undefined;
  return { name, whose, first: toNumber(first), second: toNumber(second), ...(noun && { noun }) };
}

/** In "all-cause mortality" nothing is caused. */
const withoutCompounds = (said: string) => said.replace(/\p{L}+(?:-\p{L}+)+/gu, ' ');
const toNumber = (written = '') => Number(written.replace('·', '.').replace('−', '-'));
const MOST_WORDS = 12;
const DID = ['did', 'had', 'has', 'have', 'are', 'were', 'been', 'received', 'randomised', 'randomized', 'assigned'];
