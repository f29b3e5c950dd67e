/**
 * Which papers a question is after, whatever kind of question it is: by the things and the words that it names, the rarer among
 * these papers the more, and by what of it a paper does not name. One ranking, with the chance that none of them is meant.
 */

import { isCommonWord } from '../../text/lexicon.ts';
import type { EvidenceRow } from '../evidence/table.ts';
import { topicWords } from '../topic-words.ts';
import { cuesAsked, isAskedFor } from './cues.ts';
import { hasStrangeWord, isInitials, isOwnName, type Term } from './naming.ts';
import { readSource, type Source } from './sources.ts';
import { termsIn } from './terms.ts';

export interface Nearest {
  readonly source: Source;
  /** It has every proper name of the question: what is called so is called nothing else. */
  readonly isWhole: boolean;
  /** How likely it is, among all of these and none of them, that this one is meant. */
  readonly chance: number;
}

/** What of a paper speaks for it and against it. */
export interface Signs {
  readonly source: Source;
  readonly isWhole: boolean;
  /** How much of all that the question names it names, 0 to 1, and in its title. */
  readonly named: number;
  readonly titled: number;
  /** The same of its words, by how rare they are here. */
  readonly words: number;
  /** Of the question it does not have so many medicines, other names, illnesses. */
  readonly medicines: number;
  readonly names: number;
  readonly ills: number;
  /** How many of the things that are asked for beside the subject it tells. */
  readonly told: number;
  /** It is of a kind that is asked for: a guideline. */
  readonly kind: number;
  /** It is no longer in force. */
  readonly old: number;
}

/** Learned from the sets of `teams/research/_eval/train`, the set of one stranger left out each time. */
const WORTH: Readonly<Record<keyof Omit<Signs, 'source' | 'isWhole'>, number>> = {
  ...{ named: 3.742, titled: 3.35, words: 1.16, medicines: -1.665, names: -0.465, ills: -1.389 },
  ...{ told: 1.05, kind: 1.706, old: -2.199 },
};
const BASE = -3.114;

export interface Ranking {
  /** Those that say something, the likeliest first. */
  readonly papers: readonly Nearest[];
  /** How likely it is that none of them is meant. */
  readonly none: number;
}

export function rankPapers(question: string, rows: readonly EvidenceRow[]): Ranking {
  const signs = signsOf(question, rows);
  const weights = signs.map((each) => Math.exp(weigh(each)));
  const all = 1 + sum(weights);
  return {
    papers: signs
      .map(({ source, isWhole }, at) => ({ source, isWhole, chance: weights[at]! / all }))
      .toSorted((a, b) => b.chance - a.chance),
    none: 1 / all,
  };
}

function weigh(signs: Signs): number {
  return (Object.keys(WORTH) as (keyof typeof WORTH)[]).reduce((all, sign) => all + WORTH[sign] * signs[sign], BASE);
}

export function signsOf(question: string, rows: readonly EvidenceRow[]): Signs[] {
  const terms = termsIn(question);
  const sources = rows.filter(({ said = [] }) => said.length > 0).map((row) => readSource(row, terms));
  const cues = cuesAsked(question).filter(isAskedFor);
  const rarity = (many: number) => Math.log(1 + sources.length / Math.max(many, 1)) + LEAST_RARE;
  const rare = terms.map((_, at) => rarity(sources.filter(({ named }) => named[at]! > 0).length));
  const whole = sum(rare) || 1;
  const asked = topicWords(question).map(({ stem }) => stem);
  const isIn = (source: Source, form: string) =>
    source.title.stems.has(form) || source.sentences.some(({ read }) => read.stems.has(form));
  const worths = asked.map((form) => rarity(sources.filter((source) => isIn(source, form)).length));
  const lacking = (source: Source, isOne: (term: Term) => boolean) =>
    terms.filter((term, at) => isOne(term) && source.named[at] === 0).length;
  // Several words describe; one that the language has may be said otherwise.
  const isProper = (term: Term) =>
    term.isNeeded &&
    isOwnName(term) &&
    !isInitials(term.said) &&
    (term.kind === 'medicine' ||
      !(/\s/.test(term.said) || isCommonWord(term.said.toLowerCase()) || isCompound(term.said.toLowerCase())));
  const stemsOf = ({ title, sentences }: Source) =>
    new Set([title, ...sentences.map(({ read }) => read)].flatMap(({ stems }) => [...stems]));
  return sources.map((source) => ({
    source,
    isWhole:
      lacking(source, isProper) + lacking(source, (term) => term.isNeeded && hasStrangeWord(term, stemsOf(source))) ===
      0,
    named: sum(rare.map((worth, at) => worth * source.named[at]!)) / whole,
    titled: sum(rare.map((worth, at) => worth * terms[at]!.inside(source.title))) / whole,
    words: sum(worths.filter((_, at) => isIn(source, asked[at]!))) / (sum(worths) || 1),
    medicines: lacking(source, ({ kind, isNeeded }) => isNeeded && kind === 'medicine'),
    names: lacking(source, ({ kind }) => kind === 'name'),
    ills: lacking(source, ({ kind, isNeeded }) => isNeeded && kind === 'problem'),
    told: cues.filter((cue) => source.sentences.some(({ read, part }) => cue.tells(read.plain) || cue.isPart(part)))
      .length,
    kind: Number(cues.some(({ designs }) => designs.includes(source.row.design_id))),
    old: Number(source.row.superseded !== undefined),
  }));
}

/** "Overnight", "fingerpricks": two words of the language in one. */
function isCompound(word: string): boolean {
  const rest = word.replace(PREFIX, '').replace(/s$/, '');
  if (rest !== word && isCommonWord(rest)) return true;
  for (let cut = 3; cut <= word.length - 3; cut++)
    if (isCommonWord(word.slice(0, cut)) && isCommonWord(word.slice(cut).replace(/s$/, ''))) return true;
  return false;
}

const PREFIX = /^(?:pre|post|peri|non|anti|re|un|sub|inter|intra|multi|out|in)-?(?=\p{L}{4})/u;
const LEAST_RARE = 0.5;

const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0);
