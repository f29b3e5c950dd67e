/** One name in another writing: short forms, clippings, slips of spelling that make no other name. */
import { editDistance, fold } from '../../text/index.ts';
import { termKey, withoutArticle } from '../facts/terms.ts';
import { thingOf } from '../facts/things.ts';
import { canonicalKey, opposes } from './cleaning.ts';
import { soundAlike } from './sound.ts';
import { differInPart } from './telling.ts';

export function includesTerm(said: string, name: string): boolean {
  const key = canonicalKey(name);
  // A short form counts only as it is written: "ALL" is not "all".
  if (/^[\p{Lu}\d]{2,4}$/u.test(name))
    return new RegExp(
      `(?<![\\p{L}\\p{N}])${name}(?![\\p{L}\\p{N}])`,
      said === said.toLowerCase() && said.length < 12 ? 'iu' : 'u',
    ).test(said);
  const text = canonicalKey(said);
  if (key === '' || ` ${text} `.includes(` ${key} `)) return key !== '';
  // "juxta-glomerular" is "juxtaglomerular".
  return key.length > 8 && !/\d/.test(key) && text.replaceAll(' ', '').includes(key.replaceAll(' ', ''));
}

const LONGEST_SHORT = 7;

/** "DVT" for "deep vein thrombosis", and the other way round. */
export function isShortFor(said: string, name: string, names: readonly string[], question = ''): boolean {
  // The plural of a short form: "ARBs"; the S of "AS" is a letter of it.
  const short = (text: string) =>
    /^\p{L}{2,6}s?$/u.test(text) ? text.replace(/(?<!^\p{Lu})s$/u, '').toLowerCase() : '';
  const initials = (text: string) => {
    const words = fold(text)
      .split(/[\s-]+/)
      .filter((word) => word !== '');
    const full = words.map((word) => word[0]).join('');
    const main = words
      .filter((word) => !/^(?:of|the|and|in|to|for|a)$/.test(word))
      .map((word) => word[0])
      .join('');
    return words.length < 2 ? [] : [full, main];
  };
  // Whose long form is known is not any words with these letters.
  const isCapital = /^\p{Lu}{2,6}s?$/u.test(name) && names.every((each) => !each.includes(' '));
  const long = initials(withoutArticle(said));
  return (
    initials(name).includes(short(said)) ||
    (isCapital && long.some((letters) => isShortened(short(name), letters))) ||
    (!isKnownAs(said) && (isWrittenShort(said, name) || isOfParts(said, withoutAskedNoun(name, question)))) ||
    (names.every((each) => each.length <= LONGEST_SHORT && !each.includes(' ')) && isWrittenShort(name, said))
  );
}

const CONTRACTED = /^(?:[ab]-)?(?=\P{Lu}*\p{Lu}[^\p{Lu}\d]*[\p{Lu}\d])\p{Lu}[\p{L}\d]{1,6}$/u;
const SMALL = /^(?:of|the|and|in|to|for|a)$/;

/**
 * "TTX" for tetrodotoxin, "BCKDH" for branched-chain ketoacid dehydrogenase: every word gives its first letter and may give more of its
 * letters, in their order. What is known as something else is that.
 */
function isWrittenShort(short: string, long: string): boolean {
  const letters = [...fold(short).replace(/[^\p{L}\p{N}]/gu, '')];
  const words = fold(withoutArticle(long))
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '' && !SMALL.test(word));
  return CONTRACTED.test(short) && letters.length >= 3 && long.length >= letters.length * 2 && spells(letters, words);
}

/** "VPM" for ventral posteromedial: each letter begins a word or a part of one; "VPL" has its last from the end of a word. */
function isOfParts(short: string, long: string): boolean {
  return isWrittenShort(short, long.replace(/(?<=[\p{L}\p{N}]{4})\p{L}{3}(?![\p{L}\p{N}])/gu, ''));
}

/** "posteromedial nucleus", asked which nucleus: what was asked for need not be said. */
export function withoutAskedNoun(name: string, question: string): string {
  const [, rest = '', noun = ''] = /^(.*\S)\s+([\p{L}-]+)$/u.exec(name) ?? [];
  const isAsked = /^(?:which|what)\b/i.test(question.trim());
  return rest !== '' && isAsked && termKey(question).split(' ').slice(1, 4).includes(termKey(noun)) ? rest : name;
}

function isKnownAs(text: string): boolean {
  const { member, concept, listed } = thingOf(text);
  return member !== undefined || concept !== undefined || listed;
}

function spells(letters: readonly string[], [word, ...more]: readonly string[]): boolean {
  if (word === undefined) return letters.length === 0;
  if (letters[0] !== word[0]) return false;
  // As many of the letters as this word may give; the fewest first.
  let from = 0;
  for (let taken = 1; taken <= letters.length; taken++) {
    const at = word.indexOf(letters[taken - 1] as string, from);
    if (at === -1) return false;
    from = at + 1;
    if (spells(letters.slice(taken), more)) return true;
  }
  return false;
}

/** All letters, or all but one that is left out within: CFTR of cystic fibrosis transmembrane conductance regulator. */
function isShortened(short: string, letters: string): boolean {
  if (short === letters) return true;
  if (short.length < 4 || letters.length !== short.length + 1 || letters[0] !== short[0]) return false;
  return [...letters].some((_, left) => left > 0 && letters.slice(0, left) + letters.slice(left + 1) === short);
}

/** "S. pneumoniae", "strep pneumo": the beginnings of the words, one after the other. */
export function isClipped(said: string, name: string): boolean {
  const [given, wanted] = [
    fold(withoutArticle(said)).match(/[\p{L}\d]+/gu) ?? [],
    fold(name).match(/[\p{L}\d]+/gu) ?? [],
  ];
  if (given.length !== wanted.length || given.length < 2) return false;
  const full = given.filter((word, index) => word === wanted[index] || isNear(word, wanted[index] as string)).length;
  return (
    given.every(
      (word, index) =>
        isNear(word, wanted[index] as string) ||
        ((wanted[index] as string).startsWith(word) &&
          (word.length >= 3 || full > 0) &&
          !/\d/.test(wanted[index] as string)),
    ) && given.some((word) => word.length >= 4)
  );
}

/** One letter in a short word, two in a long one; never into another thing's name. */
export function isMisspelled(said: string, name: string): boolean {
  return [canonicalKey, termKey].some((form) => isMisspelledAs(form(said).split(' '), form(name).split(' '), name));
}

function isMisspelledAs(given: readonly string[], wanted: readonly string[], name: string): boolean {
  if (wanted.join('').length < 5 || given.length > wanted.length + 6) return false;
  const own = thingOf(name);
  for (let from = 0; from + wanted.length <= given.length; from++) {
    const part = given.slice(from, from + wanted.length);
    if (!part.every((word, index) => isNear(word, wanted[index] as string))) continue;
    const phrase = part.join(' ');
    const other = thingOf(phrase);
    const isOther =
      (other.member !== undefined && other.member !== own.member) ||
      (other.concept !== undefined && other.concept !== own.concept);
    if (!isOther && !opposes(name, phrase)) return true;
  }
  const [one, other] = [given.join(''), wanted.join('')];
  return one === other || (given.length < wanted.length && other.length > 8 && isNear(one, other));
}

export function isNear(given: string, wanted: string): boolean {
  if (given === wanted) return true;
  if (wanted.length < 5 || /\d/.test(wanted) || opposes(wanted, given) || differInPart(wanted, given)) return false;
  if (soundAlike(given, wanted)) return true;
  // The first letter is seldom missed, and often tells two words apart.
  if (given[0] !== wanted[0] && !(given[0] === 'k' && wanted[0] === 'c'))
    return (
      editDistance(given.slice(0, 3), wanted.slice(0, 3), { limit: 1 }) === 1 &&
      given.slice(3) === wanted.slice(3) &&
      given.length === wanted.length &&
      /^s[ck]/.test(wanted)
    );
  // Two slips in one word, and none of them where it begins: androsterone is not aldosterone.
  const most = wanted.length >= 9 && given.slice(0, 3) === wanted.slice(0, 3) ? 2 : 1;
  return editDistance(given, wanted, { limit: most }) <= most;
}
