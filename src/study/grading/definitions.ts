/**
 * The signs of whether a definition in somebody's own words says what the key says: the kind of thing and what sets it apart, turned
 * round in nothing. Each word is looked for in its sense; what the glossary has for the term counts as the key does, and what it has
 * for other terms counts against it. They are weighed with those of any statement (statements.ts).
 */

import { nearnessAmong } from '../../search/semantic/nearness.ts';
import { align, type Match, type Reading, readWords, share, type Word } from './alignment.ts';
import { turnsRound } from './clashes.ts';
import { canonical, canonicalStems, opposes, sidesOf } from './cleaning.ts';
import { saysOther, takesOtherSide } from './contradictions.ts';
import { denies } from './denials.ts';
import { meaningsOf, otherMeanings } from './glossary.ts';
import { exchangesSides } from './shares.ts';
import { answerWords } from './words.ts';

export const SIGNS = [
  ...(['near', 'near_term', 'covered', 'within', 'uncovered', 'outside', 'genus', 'replaced'] as const),
  ...(['vague', 'strange', 'lost', 'genus_ahead', 'of_term'] as const),
  ...(['length', 'words', 'weight', 'brief', 'opposed', 'denied', 'other', 'turned', 'swapped', 'against'] as const),
  ...(['unqualified', 'known', 'meant', 'own_near', 'own_words', 'ahead', 'ahead_in_words'] as const),
] as const;

export type Signs = Readonly<Record<(typeof SIGNS)[number], number>>;

/** Less than this is nothing; from this on it is the same word or its kin. */
const LITTLE = 0.35;
const SAME = 0.94;
const MOST_OTHERS = 6;

/** Undefined where there is nothing to compare. */
export function signsOf(key: string, said: string, question: string): Signs | undefined {
  const [own, given] = [readWords(canonical(key)), readWords(canonical(said))];
  if (own.words.length === 0 || given.words.length === 0) return undefined;
  const term = askedTerm(question) || key;
  const [covered, within] = [align(own.words, given.words), align(given.words, own.words)];
  const weight = Math.min(1.5, weightOf(given.words) / weightOf(own.words));
  return {
    ...glossarySigns(key, said, term, given),
    genus_ahead: genusAhead(key, said),
    covered: share(covered),
    within: share(within),
    uncovered: missing(covered),
    outside: missing(within),
    genus: share(genusOf(own, covered)),
    vague: share(given.words.map((word) => ({ word, best: undefined, much: isVague(word) ? 1 : 0 }))),
    // What is said beside the key, and what of the key is not said: its weightiest word.
    strange: weightiest(within.filter(({ word }) => !isVague(word))),
    lost: weightiest(covered),
    unqualified: unqualified(key, said),
    of_term: share(align(given.words, readWords(canonical(term)).words)),
    // Something else stands in the place of a word of the key.
    replaced: Math.min(1 - same(covered), 1 - same(within)) * same(covered),
    length: Math.min(1.5, given.words.length / own.words.length),
    words: Math.min(12, given.words.length),
    weight,
    // Little is said, and all of it belongs there: what kind of thing it is.
    brief: share(within) * Math.max(0, 1 - weight),
    ...clashSigns(key, said, term),
  };
}

function isVague({ text }: Word): boolean {
  return answerWords().vague.has(text);
}

/** "Inhibits it" where the key has "irreversible inhibition": on one side of an opposite the key stands, and the answer on none. */
function unqualified(key: string, said: string): number {
  const [own, given] = [sidesOf(key), sidesOf(said)];
  const pairOf = (side: string) => side.slice(0, -1);
  const pairs = new Set([...given].map(pairOf));
  const lost = [...own].filter((side) => !pairs.has(pairOf(side)));
  return own.size === 0 ? 0 : lost.length / own.size;
}

function weightiest(matches: readonly Match[]): number {
  return Math.max(0, ...matches.filter(({ much }) => much < LITTLE).map(({ word }) => word.weight));
}

/** How much nearer the answer is to the kind of thing alone than to the whole definition. */
function genusAhead(key: string, said: string): number {
  const words = key.split(/\s+/);
  const end = words.findIndex((word, at) => at > 0 && answerWords().apart.has(word.toLowerCase()));
  const kind = end === -1 ? key : words.slice(0, end).join(' ');
  const near = nearnessAmong([said, key, kind]);
  return near === undefined ? 0 : near(said, kind) - near(said, key);
}

type Clash = 'opposed' | 'denied' | 'other' | 'turned' | 'swapped' | 'against';

/** The ways in which an answer can say something else than the key, or than the term itself. */
function clashSigns(key: string, said: string, term: string): Pick<Signs, Clash> {
  const is = (clash: boolean) => (clash ? 1 : 0);
  return {
    opposed: is(takesOtherSide(key, said)),
    denied: is(denies(key, said)),
    other: is(saysOther(key, said)),
    turned: is(turnsRound(readWords(key), readWords(said))),
    swapped: is(exchangesSides(key, said)),
    against: is(term !== key && opposes(term, said) && !opposes(term, key)),
  };
}

type Glossary = 'near' | 'near_term' | 'known' | 'meant' | 'own_near' | 'own_words' | 'ahead' | 'ahead_in_words';

/** How much nearer the answer is to what the term means than to what others mean. */
function glossarySigns(key: string, said: string, term: string, given: Reading): Pick<Signs, Glossary> {
  const own = [key, ...meaningsOf(term)];
  const others = otherMeanings(term, said, MOST_OTHERS).filter((meaning) => meaning !== key);
  const near = nearnessAmong([said, term, ...own, ...others]);
  const nearest = (texts: readonly string[]) => Math.max(0, ...texts.map((text) => near?.(said, text) ?? 0));
  const stems = canonicalStems(said);
  const nearestInWords = (texts: readonly string[]) => Math.max(0, ...texts.map((text) => overlap(stems, text)));
  const covered = own.map((text) => share(align(readWords(canonical(text)).words, given.words)));
  const known = own.length > 1 ? 1 : 0;
  return {
    near: near?.(key, said) ?? Number.NaN,
    near_term: near?.(term, said) ?? 0,
    known,
    meant: Math.max(...covered),
    own_near: nearest(own),
    own_words: nearestInWords(own),
    ahead: nearest(own) - nearest(others),
    ahead_in_words: nearestInWords(own) - nearestInWords(others),
  };
}

/** The words that two texts have in common, of all that they have. */
function overlap(stems: ReadonlySet<string>, text: string): number {
  const own = canonicalStems(text);
  const shared = [...own].filter((word) => stems.has(word)).length;
  return own.size + stems.size === 0 ? 0 : (2 * shared) / (own.size + stems.size);
}

/** "What is meant by tolerance to a drug?" asks about tolerance to a drug. */
function askedTerm(question: string): string {
  return question.replace(answerWords().asking, '').replace(/\?.*$/s, '').trim();
}

/** What stands before the first word that tells it apart: "the fraction" of a dose. */
function genusOf({ all }: Reading, matches: readonly Match[]): Match[] {
  const from = matches[0]?.word.at ?? 0;
  const end = all.findIndex((word, at) => at > from && answerWords().apart.has(word));
  return matches.filter(({ word }) => end === -1 || word.at < end);
}

function weightOf(words: readonly Word[]): number {
  return words.reduce((sum, { weight }) => sum + weight, 0);
}

function missing(matches: readonly Match[]): number {
  return share(matches.map((match) => ({ ...match, much: match.much < LITTLE ? 1 : 0 })));
}

function same(matches: readonly Match[]): number {
  return share(matches.map((match) => ({ ...match, much: match.much >= SAME ? 1 : 0 })));
}
