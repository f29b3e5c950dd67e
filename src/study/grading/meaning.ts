/** Whether an answer in somebody's own words means the key: terms by all their names, lists, sentences. */
import { openCatalogue } from '../../clinical/catalogue/index.ts';
import { editDistance, fold } from '../../text/index.ts';
import { contentStems, termKey, withoutArticle } from '../facts/terms.ts';
import { type Thing, thingOf } from '../facts/things.ts';
import { readQuantities } from '../facts/values.ts';
import type { Verdict } from '../types.ts';
import { compareValues } from './measuring.ts';
import { answerWords } from './words.ts';

export interface TextKey {
  readonly text: string;
  readonly also: readonly string[];
  /** The words of the question: what stands there need not be said again. */
  readonly question?: string | undefined;
}

export function gradeWords(key: TextKey, answer: string): Verdict {
  const said = strip(answer);
  if (isUnsure(said)) return 'wrong';
  const keys = [key.text, ...key.also];
  if (keys.some((each) => termKey(each) === termKey(said))) return 'right';
  const value = compareValues(key, said);
  if (value !== undefined) return value;
  const items = itemsOf(key.text);
  if (items.length > 1) return gradeList(items, said);
  const long = contentStems(key.text).size > 4;
  return long ? gradeSentence(key.text, said) : gradeTerm(keys, said, key.question ?? '');
}

/** What is said around the answer is no part of it. */
export function strip(answer: string): string {
  return answer
    .trim()
    .replace(answerWords().hedges, '')
    .replace(/^["'“”(]+|["'“”).!]+$/g, '')
    .trim();
}

export function isUnsure(said: string): boolean {
  const lower = fold(said).trim();
  return (
    lower === '' ||
    answerWords().unsure.has(lower) ||
    [...answerWords().unsure].some((phrase) => phrase.includes(' ') && lower.startsWith(phrase)) ||
    !/[\p{L}\p{N}]/u.test(said)
  );
}

/** "A, B and C" as what it lists; one item where it is no list. */
export function itemsOf(text: string): string[] {
  const parts = text
    .split(/,\s+(?:and\s+)?|;\s+|\s+and\s+|\s+&\s+/)
    .map((part) => part.trim())
    .filter((part) => part !== '');
  if (parts.length < 2 || parts.some((part) => part.split(' ').length > 5)) return [text];
  // "salt and water balance", "gut wall and liver": two items need a comma, or be things of their own.
  return parts.length > 2 || /[,;]/.test(text) || parts.every((part) => part.split(' ').length <= 3) ? parts : [text];
}

function gradeList(items: readonly string[], said: string): Verdict {
  const found = items.filter((item) => gradeTerm([item], said, '') === 'right' || includesTerm(said, item));
  if (found.length === 0) return 'wrong';
  const named = itemsOf(said).length;
  return found.length === items.length && named <= items.length ? 'right' : 'partly';
}

function gradeTerm(keys: readonly string[], said: string, question: string): Verdict {
  const things = keys.map((key) => thingOf(key));
  const names = [...new Set([...keys, ...things.flatMap((thing) => thing.names)])].map(withoutArticle);
  const named = names.some((name) => includesTerm(said, name));
  if (named)
    return isRefused(said, names) ? 'wrong' : addsOther(said, things[0] as Thing, question) ? 'partly' : 'right';
  if (opposes(keys[0] as string, said)) return 'wrong';
  if (names.some((name) => isMisspelled(said, name))) return isRefused(said, names) ? 'wrong' : 'right';
  if (isWiderOrNarrower(things[0] as Thing, said)) return 'partly';
  return names.some((name) => sharesMost(name, said, question)) || sameSide(keys[0] as string, said)
    ? 'right'
    : 'wrong';
}

function includesTerm(said: string, name: string): boolean {
  const key = termKey(name);
  // A short form counts only as it is written: "ALL" is not "all".
  if (/^[\p{Lu}\d]{2,4}$/u.test(name) && name.toLowerCase() === key)
    return new RegExp(`(?<![\\p{L}\\p{N}])${name}(?![\\p{L}\\p{N}])`, said === said.toLowerCase() ? 'iu' : 'u').test(
      said,
    );
  const text = termKey(said);
  if (key === '' || ` ${text} `.includes(` ${key} `)) return key !== '';
  // "juxta-glomerular" is "juxtaglomerular".
  return key.length > 8 && !/\d/.test(key) && text.replaceAll(' ', '').includes(key.replaceAll(' ', ''));
}

/** "not furosemide": named, and said not to be it. */
function isRefused(said: string, names: readonly string[]): boolean {
  const lower = fold(said);
  const { negation } = answerWords();
  const at = Math.min(...names.map((name) => lower.indexOf(fold(name))).filter((index) => index >= 0));
  if (!Number.isFinite(at)) return negation.test(lower);
  return negation.test(lower.slice(Math.max(0, at - 25), at));
}

/** A second thing of the same kind beside the right one, joined by "or", "and" or a comma. */
function addsOther(said: string, right: Thing, question: string): boolean {
  if (!/,|;|\/|\bor\b|\band\b|\bplus\b|\bbut\b/i.test(said)) return false;
  const parts = said
    .split(/,|;|\/|\bor\b|\band\b|\bplus\b|\bbut\b/i)
    .map((part) => strip(part.trim()))
    .filter((part) => part !== '');
  return parts.some((part) => {
    const thing = thingOf(part);
    if (thing.member === undefined && thing.concept === undefined) return false;
    if (answerWords().negation.test(part) || ` ${termKey(question)} `.includes(` ${termKey(part)} `)) return false;
    const same = thing.names.some((name) => right.names.some((each) => termKey(each) === termKey(name)));
    return !same && !isWiderOrNarrower(right, part);
  });
}

function opposes(key: string, said: string): boolean {
  const { sides } = answerWords();
  const of = (text: string) =>
    new Set((fold(text).match(/[\p{L}]+/gu) ?? []).flatMap((word) => sides.get(word) ?? prefixSide(word)));
  const [right, given] = [of(key), of(said)];
  return [...right].some(
    (side) => !given.has(side) && given.has(side.endsWith('+') ? side.replace('+', '-') : side.replace('-', '+')),
  );
}

/** "raises it" for "increases": all that the key says is a direction. */
function sameSide(key: string, said: string): boolean {
  const { sides, negation } = answerWords();
  const words = fold(key).match(/\p{L}+/gu) ?? [];
  const held = words.flatMap((word) => sides.get(word) ?? []);
  if (held.length === 0 || [...contentStems(key)].length > 1 || negation.test(said)) return false;
  const given = (fold(said).match(/\p{L}+/gu) ?? []).flatMap((word) => sides.get(word) ?? []);
  return given.length > 0 && given.every((side) => held.includes(side));
}

function prefixSide(word: string): string[] {
  if (word.startsWith('hyper')) return ['hyper+'];
  return word.startsWith('hypo') && word.length > 7 ? ['hyper-'] : [];
}

/** One letter in a short word, two in a long one; never into another thing's name. */
function isMisspelled(said: string, name: string): boolean {
  const [wanted, given] = [termKey(name).split(' '), termKey(said).split(' ')];
  if (wanted.join('').length < 5 || given.length < wanted.length || given.length > wanted.length + 6) return false;
  const joined = given.join(' ');
  for (let from = 0; from + wanted.length <= given.length; from++) {
    const part = given.slice(from, from + wanted.length);
    if (part.every((word, index) => isNear(word, wanted[index] as string))) {
      const phrase = part.join(' ');
      const other = thingOf(phrase);
      const own = thingOf(name);
      const isOther =
        (other.member !== undefined && other.member !== own.member) ||
        (other.concept !== undefined && other.concept !== own.concept);
      if (!isOther && !opposes(name, phrase)) return true;
    }
  }
  return joined.replaceAll(' ', '') === wanted.join('');
}

function isNear(given: string, wanted: string): boolean {
  if (given === wanted) return true;
  if (wanted.length < 5 || given[0] !== wanted[0] || /\d/.test(wanted)) return false;
  const most = wanted.length >= 8 ? 2 : 1;
  return editDistance(given, wanted, { limit: most }) <= most;
}

function isWiderOrNarrower(right: Thing, said: string): boolean {
  const given = thingOf(said);
  const [own, other] = [termKey(right.name), termKey(said)];
  if (other.length > 3 && (own.endsWith(` ${other}`) || other.endsWith(` ${own}`))) return true;
  if (right.concept === undefined || given.concept === undefined) return false;
  const catalogue = openCatalogue();
  return catalogue.isA(right.concept.id, given.concept.id) || catalogue.isA(given.concept.id, right.concept.id);
}

/** A term of several words said with its words in another order or form, those of the question left out. */
function sharesMost(key: string, said: string, question: string): boolean {
  const asked = contentStems(question);
  const own = [...contentStems(key)].filter((word) => !asked.has(word));
  const given = contentStems(said);
  if (contentStems(key).size < 2) return false;
  if (answerWords().negation.test(said)) return false;
  return own.length > 0 && own.every((word) => given.has(word)) && given.size <= contentStems(key).size + 6;
}

const RIGHT = 0.6;
const PARTLY = 0.34;

function gradeSentence(key: string, said: string): Verdict {
  if (opposes(key, said) || answerWords().negation.test(said) !== answerWords().negation.test(key)) return 'wrong';
  if (
    readQuantities(key).some(({ text }) => !said.includes(text.split(' ')[0] ?? text)) &&
    readQuantities(said).length > 0
  )
    return 'wrong';
  const own = contentStems(key);
  const given = contentStems(said);
  const shared = [...own].filter(
    (word) =>
      given.has(word) ||
      [...given].some(
        (other) => other.length > 4 && word.length > 4 && (other.startsWith(word) || word.startsWith(other)),
      ),
  ).length;
  const share = shared / own.size;
  return share >= RIGHT ? 'right' : share >= PARTLY ? 'partly' : 'wrong';
}
