/** The medicine that a question is about by a name that nobody here knows: what it is asked of, not another word of the sentence. */

import { z } from 'zod';
import { openCatalogue } from '../../clinical/catalogue/index.ts';
import { isOrdinaryWord } from '../../clinical/lexicon/ordinary.ts';
import { type Word, wordsIn } from '../../text/index.ts';
import { readRows } from '../../text/rows.ts';
import { contentWords } from '../evidence/words.ts';
import { pattern } from '../patterns.ts';
import { isWord } from './speech.ts';

const list = z.array(z.string().min(1)).min(1);
const schema = z.strictObject({
  ...{ intake: list, handing: list, between: list, articles: list, forms: list, effects: list },
  ...{ persons: list, speaks: list, places: list, others: list, made_of: list },
  pairs: z.record(z.string(), list),
  examples: z.array(z.strictObject({ says: z.string(), name: z.string() })),
  counters: list,
});
export const unnamed = schema.parse(readRows(new URL('./unnamed.yml', import.meta.url)));

const [INTAKE, HANDING, BETWEEN, ARTICLES, FORMS, EFFECTS, PERSONS, SPEAKS, PLACES, OTHERS] = (
  ['intake', 'handing', 'between', 'articles', 'forms', 'effects', 'persons', 'speaks', 'places', 'others'] as const
).map((name) => new Set(unnamed[name])) as Set<string>[] & { length: 10 };

const MADE_OF = new Set(unnamed.made_of);
const ASKS = pattern('asks_to_take');
const BARE_DOSE = pattern('bare_dose');
const POINTS_BACK = /\b(?:it|its|that|this|these|those|them|they|one|some|any)\b/i;

/** "Shall I ask for it?", "One sachet?": whether to take something, by whatever name. */
export function asksToTake(text: string): boolean {
  return ASKS.test(text) || BARE_DOSE.test(text);
}

const TAKES_IT = pattern('takes_it');

/** "Can she take it with her apixaban?": what is taken was named before, whatever else stands in the question. */
export function takesIt(text: string): boolean {
  return TAKES_IT.test(text);
}

/** What a question means by "it", by a dose alone or by a bare verb ("can she drink?") stands in what was said before it. */
export function pointsBack(text: string): boolean {
  return POINTS_BACK.test(text) || BARE_DOSE.test(text) || BARE_VERB.test(text);
}

const BARE_VERB = pattern('bare_intake');

/**
 * The unknown name in a text that is taken, handed or praised there; `isKnown` says which words the record itself uses.
 * A word that the speller leads to something known is that.
 */
export function unknownName(text: string, isKnown: (word: string) => boolean): Word | undefined {
  const words = wordsIn(text);
  const found = openCatalogue().find(text);
  const covered = (word: Word) => found.some(({ start, end }) => start < word.end && end > word.start);
  const isMedical = {
    covered,
    form: words.some(({ lower }) => FORMS!.has(lower)),
    illness: found.some(({ concept: { kind } }) => kind !== 'observation'),
  };
  return words.find((word, at) => {
    if (!isNameLike(word) || isKnown(word.lower)) return false;
    if (covered(word)) return false;
    return isPerson(words, at) ? false : isTaken(words, at, text, isMedical);
  });
}

/** What else in the message says that a medicine is meant. */
interface Medical {
  /** Part of a name that is known. */
  covered: (word: Word) => boolean;
  /** A form or a dose. */
  form: boolean;
  /** An illness, a complaint or another medicine. */
  illness: boolean;
}

const LEAST_LETTERS = 4;

function isNameLike({ text, lower }: Word): boolean {
  return (
    text.length >= LEAST_LETTERS &&
    /^\p{L}[\p{L}-]*$/u.test(text) &&
    contentWords(lower).size > 0 &&
    !OTHERS!.has(lower) &&
    !isOrdinaryWord(lower) &&
    !isWord(lower)
  );
}

/** "Dr Okonjo", "my neighbour Zdenka", "Zdenka says". */
function isPerson(words: readonly Word[], at: number): boolean {
  const [before, after] = [words[at - 1]?.lower ?? '', words[at + 1]?.lower ?? ''];
  return PERSONS!.has(before) || PLACES!.has(before) || SPEAKS!.has(after);
}

function isTaken(words: readonly Word[], at: number, text: string, isMedical: Medical): boolean {
  if (MADE_OF.has(words[at + 1]?.lower ?? '')) return true;
  const isNamed = isCapital(words[at]!, text);
  const [verb, isBare] = verbBefore(words, at, isMedical.covered);
  if (verb === 'pair') return isNamed && (isMedical.form || isMedical.illness);
  /** "A Nespresso machine": what one has one of is no brand of a medicine, unless a form of it is named. */
  const isOne = /^an?$/.test(words[at - 1]?.lower ?? '');
  if (verb !== undefined && INTAKE!.has(verb)) return isBare || (isNamed && !isOne) || isMedical.form;
  if (verb !== undefined && HANDING!.has(verb)) return (isNamed && !isOne) || (isBare && isMedical.form);
  const [before, next] = [words[at - 1]?.lower ?? '', words[at + 1]?.lower ?? ''];
  if (/^(?:is|are|about|)$/.test(before)) return SAFE.test(next);
  return EFFECTS!.has(next) && (isNamed || (isBare && isMedical.form));
}

const SAFE = /^(?:safe|ok|okay|alright|fine|dangerous|allowed|with|together|any|good|bad)$/;

const FURTHEST = 6;

/** The verb whose object the word is, beside others that are known, and whether no article stands between. */
function verbBefore(
  words: readonly Word[],
  at: number,
  isCovered: (word: Word) => boolean,
): [verb: string | undefined, isBare: boolean] {
  let isBare = true;
  for (let from = at - 1; from >= Math.max(0, at - FURTHEST); from--) {
    const { lower } = words[from]!;
    const first = unnamed.pairs[lower];
    if (first !== undefined && [1, 2].some((back) => first.includes(words[from - back]?.lower ?? '')))
      return ['pair', isBare];
    if (INTAKE!.has(lower) || HANDING!.has(lower)) return [lower, isBare];
    if (!BETWEEN!.has(lower) && !FORMS!.has(lower) && !/^\d/.test(lower) && !isCovered(words[from]!))
      return [undefined, isBare];
    if (ARTICLES!.has(lower)) isBare = false;
  }
  return [undefined, isBare];
}

/** A capital letter says something only within a sentence that is not all in capitals. */
function isCapital({ text: said, start }: Word, text: string): boolean {
  if (!/^\p{Lu}/u.test(said) || text === text.toUpperCase()) return false;
  return !/(?:^|[.!?:;\n])\s*$/.test(text.slice(0, start));
}
