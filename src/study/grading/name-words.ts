/** The words of a term in another order or form: "ascend slowly" for a slow ascent, "Crohn" for Crohn's disease. */

import { fold } from '../../text/index.ts';
import { areKin } from '../../text/lexicon.ts';
import { nameKey } from '../facts/names.ts';
import { contentStems } from '../facts/terms.ts';
import { thingOf } from '../facts/things.ts';
import { isCommonWord } from '../material/things.ts';
import type { Verdict } from '../types.ts';
import { isKnown } from './claims.ts';
import { opposes } from './cleaning.ts';
import { routesIn } from './routes.ts';
import { areOneDeed, areOneRoot } from './sound.ts';
import { isNear } from './spelling.ts';
import { answerWords } from './words.ts';

/** The words of a term in another order or form. What the question says, and nouns that need not be said, may be missing. */
export function compareWords(name: string, said: string, question: string, form: (text: string) => string): Verdict {
  const own = [...contentStems(form(name))];
  const spare = new Set(spareIn(name, own).concat(isSpecies(name) ? [] : [...contentStems(form(question))]));
  const given = contentStems(form(said));
  if (own.length < 2 || given.size === 0) return 'wrong';
  const has = (word: string) =>
    given.has(word) ||
    [...given].some(
      (other) => (word.length > 5 && isNear(other, word)) || areOneRoot(other, word) || areOneDeed(other, word),
    );
  const missing = own.filter((word) => !has(word));
  if (missing.length === own.length) return 'wrong';
  const found = own.filter(has);
  const isAllButSpare = missing.every((word) => spare.has(word)) && found.some((word) => !spare.has(word));
  const added = [...given].filter(
    (word) =>
      !own.some((each) => each === word || areOneRoot(each, word) || areOneDeed(each, word)) && !spare.has(word),
  );
  const extra = added.length;
  // "tyrosine" for "phenylalanine hydroxylase" is another thing; "intravenous adrenaline" is adrenaline.
  const otherWay = extra === 1 && routesIn(added[0] as string).size > 0;
  if (isAllButSpare && extra <= 4) return 'right';
  // The thing itself, with another detail or none.
  const telling = found.filter((word) => !spare.has(word) && !answerWords().sides.has(word) && word.length > 4);
  if (telling.length * 2 >= own.length && (extra === 0 || otherWay) && !isSpecies(name)) return 'partly';
  // A part of the name and nothing else.
  return extra === 0 && found.some((word) => !spare.has(word) || word.length > 6) ? 'partly' : 'wrong';
}

const SHORT = 4;

/**
 * The nouns of a name that need not be said: "nerve" of the median nerve, "factor" of factor VIII. In front of a noun they tell which:
 * "eye damage" is no nerve damage. A species, and a word that was taken apart, need all of theirs.
 */
function spareIn(name: string, own: readonly string[]): string[] {
  if (isSpecies(name) || (!/[\s-]/.test(name) && own.length > 1)) return [];
  const generic = contentStems([...answerWords().generic].join(' '));
  const [first = '', second = ''] = name.split(' ');
  const isHead = second === 'of' || second.length <= SHORT;
  return own.filter((word) => generic.has(word) && (isHead || !contentStems(first).has(word)));
}

/** "while ascending" for ascent, "recompress the diver" for recompression, "shut" for closed: one word of every day in another form. */
export function isOtherForm(said: string, name: string): boolean {
  const own = [...contentStems(name)];
  if (own.length !== 1 || name.includes(' ') || /\d/.test(name) || answerWords().negation.test(said)) return false;
  const given = fold(said)
    .split(/[^\p{L}]+/u)
    .filter((word) => word !== '' && contentStems(word).size > 0 && !answerWords().acted.has(word));
  const [word = ''] = given;
  if (given.length !== 1 || opposes(name, word)) return false;
  return areOneDeed(name, word) || (!isKnown(thingOf(name)) && !isKnown(thingOf(word)) && areKin(name, word));
}

/** Of "Streptococcus pneumoniae" both words are the name, whatever the question says. "Thyroid storm" is two words of every day. */
export function isSpecies(name: string): boolean {
  const [, genus = ''] = /^(\p{Lu}\p{Ll}+) \p{Ll}{4,}$/u.exec(name) ?? [];
  return genus !== '' && !isCommonWord(genus);
}

/** Of a person, and no species: "Hodgkin lymphoma". */
const ILLNESS = /(?:oma|osis|itis|a?emia|pathy|trophy|plegia|algia)$/;

/** "Borrelia", asked for the species. */
export function isGenusOf(said: string, key: string): boolean {
  return isSpecies(key) && !ILLNESS.test(key) && nameKey(said) === nameKey(key.split(' ')[0] as string);
}
