/** What a word can be by itself, where people are looked for: the name of somebody, or something that only looks like one. */

import { join } from 'node:path';
import { z } from 'zod';
import { openCatalogue } from '../clinical/catalogue/index.ts';
import { isOrdinaryWord } from '../clinical/lexicon/ordinary.ts';
import { commonNames } from '../sources/index.ts';
import { fold, stem } from '../text/index.ts';
import { isCommonWord } from '../text/lexicon.ts';
import { readRows } from '../text/rows.ts';
import { vocabulary } from './vocabulary.ts';

const list = z.array(z.string());
const many = z.string().transform((words) => new Set(words.trim().split(/\s+/).map(fold)));
const schema = z.strictObject({
  ...{
    before: list,
    after: list,
    only_people: list,
    titles: list,
    giving: list,
    written: list,
    particles: list,
    things: list,
  },
  ...{ works: list, medical_endings: many, given: many, eponyms: many, houses: many, plain: many },
});

let read: ReturnType<typeof load> | undefined;

export function peopleWords(): ReturnType<typeof load> {
  read ??= load();
  return read;
}

function load() {
  const data = schema.parse(readRows(join(import.meta.dirname, 'people.yml')));
  const set = (words: Iterable<string>) => new Set([...words].map(fold));
  const { given, ambiguous, surnames } = commonNames();
  return {
    ...data,
    ...{ given: new Set([...set(given), ...data.given]), ambiguous: set(ambiguous), surnames: set(surnames) },
    ...{
      before: set(data.before),
      after: set(data.after),
      titles: set(data.titles),
      giving: set(data.giving),
      written: set(data.written),
    },
    ...{ particles: set(data.particles), things: set(data.things), works: set(data.works) },
    medical: new RegExp(`(?:${[...data.medical_endings].join('|')})$`),
    onlyPeople: new RegExp(`^,?\\s*\\(?(?:${data.only_people.join('|').replace(/ /g, '\\s+')})(?![\\p{L}])`, 'iu'),
  };
}

/** What a word can be, by itself. `patient`: of the house. `plain`: any word that stands for itself. */
export type Sort =
  | 'patient'
  | 'given'
  | 'maybe given'
  | 'surname'
  | 'eponym'
  | 'unknown'
  | 'like a medicine'
  | 'initial'
  | 'particle'
  | 'plain';

/** "Young", "Bell": a name that is a word of the language or of medicine too. */
export function isAlsoWord(word: string): boolean {
  return (
    !peopleWords().given.has(fold(word)) && (isOrdinary(fold(word), false) || peopleWords().eponyms.has(fold(word)))
  );
}

/** Whether a word with a capital stands for itself: behind "my patient" too it is no name. */
export function isNoName(word: string): boolean {
  return ['plain', 'like a medicine'].includes(sortOf(word, fold(word), false, false));
}

export function sortOf(word: string, plain: string, isHead: boolean, isOfTerm: boolean): Sort {
  if (/^\p{Lu}$/u.test(word)) return 'initial';
  const { given, ambiguous, surnames, particles, houses, things, works, eponyms, plain: words } = peopleWords();
  if (particles.has(plain)) return 'particle';
  if (given.has(plain)) return 'given';
  if (eponyms.has(plain)) return 'eponym';
  if (isOfTerm || houses.has(plain)) return 'plain';
  if (ambiguous.has(plain)) return 'maybe given';
  if (surnames.has(plain)) return 'surname';
  if (words.has(plain) || things.has(plain) || works.has(plain) || isInCatalogue(plain)) return 'plain';
  if (isOrdinary(plain, isHead)) return 'plain';
  return peopleWords().medical.test(plain) ? 'like a medicine' : 'unknown';
}

/** Amid a sentence a capital is written for a reason: "Fischer" is no ordinary word because it ends like one. */
function isOrdinary(plain: string, isHead: boolean): boolean {
  const { small, auxiliaries, generic } = vocabulary();
  if (isCommonWord(plain) || small.has(plain) || auxiliaries.includes(plain) || generic.has(stem(plain))) return true;
  return isOrdinaryWord(plain) && (isHead || (plain.length > 3 && !LIKE_SURNAMES.test(plain)));
}

const LIKE_SURNAMES = /(?:er|ers|land|house|ward|ball|work|man|ed|day)$/;

export function isOfMedicine(plain: string): boolean {
  return peopleWords().medical.test(plain) || isInCatalogue(plain);
}

function isInCatalogue(plain: string): boolean {
  return plain.length > 3 && openCatalogue().find(plain, { kinds: [...KINDS] }).length > 0;
}

const KINDS = ['condition', 'drug', 'drug_class', 'symptom'] as const;
