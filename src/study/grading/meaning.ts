/** Whether an answer in somebody's own words means the key: a value, a list, a definition or a term, each in its own way. */

import { fold } from '../../text/index.ts';
import { families } from '../facts/families.ts';
import { contentStems, termKey } from '../facts/terms.ts';
import { thingOf } from '../facts/things.ts';
import type { Verdict } from '../types.ts';
import { isKnown } from './claims.ts';
import { cleanAnswer } from './cleaning.ts';
import { contradicts } from './contradictions.ts';
import { gradeDefinition } from './definitions.ts';
import { compareValues, isValue } from './measuring.ts';
import { rootOf } from './sound.ts';
import { includesTerm, isMisspelled } from './spelling.ts';
import { gradeTerm } from './terms.ts';
import { answerWords } from './words.ts';

export interface TextKey {
  readonly text: string;
  readonly also: readonly string[];
  /** The words of the question: what stands there need not be said again. */
  readonly question?: string | undefined;
}

export type KeyKind = 'value' | 'list' | 'definition' | 'term';

export function kindOf(key: string, question = ''): KeyKind {
  if (isValue(key)) return 'value';
  if (/^an? /i.test(key) && asksForMeaning(question, key)) return 'definition';
  const items = itemsOf(key);
  if (items.length > 1 && !(isOfOneWord(question) && items.some((item) => contentStems(item).size > 2))) return 'list';
  if (isOfOneWord(question) && contentStems(key).size > 1 && !sharesWord(question, key)) return 'definition';
  const words = contentStems(key).size;
  const isPhrase =
    /\b(?:without|that|which|who|whose|where|per|when|by|during|of|in|into|with|to|from|as|if|because|after|before|for|on|at)\b/i.test(
      key,
    );
  if (isNamed(key)) return 'term';
  if (words > 1 && asksForMeaning(question, key)) return 'definition';
  if (words < 3) return 'term';
  return words > 4 || isPhrase ? 'definition' : 'term';
}

/** "What is dysphagia?" asks what a word means; "What is the antidote of heparin?" does not. */
function asksForMeaning(question: string, key: string): boolean {
  return (
    /^(?:what (?:is|are) (?:meant by )?(?:an? |the term )?["'“]?[\p{L}-]+["'”]?(?: [\p{L}-]+)?\?|define\b|what does .+ mean|explain\b)/iu.test(
      question,
    ) && /^(?:the|an?) |\b(?:of|in|by|to|with|without|from|on|than)\b/i.test(key)
  );
}

/** "What is orthopnoea?": a single word is asked about, so that its answer says what it means. */
function isOfOneWord(question: string): boolean {
  return /^what (?:is|are) (?:an? )?[\p{L}-]+\?$/iu.test(question.trim());
}

function sharesWord(question: string, key: string): boolean {
  const own = contentStems(key);
  return [...contentStems(question)].some((word) => own.has(word));
}

/** "carcinoma of the lung" has words enough for a sentence and is a name. */
function isNamed(key: string): boolean {
  return isKnown(thingOf(key));
}

export function gradeWords(key: TextKey, answer: string): Verdict {
  const said = cleanAnswer(answer);
  if (said === '') return 'wrong';
  const keys = [key.text, ...key.also, ...namedByQuestion(key.text, key.question ?? '')];
  const question = key.question ?? '';
  // Signs are no part of a term's key: -90 is not 90.
  if (!isValue(key.text) && keys.some((each) => termKey(each) === termKey(said))) return 'right';
  switch (kindOf(key.text, question)) {
    case 'value':
      return bestOf([...new Set(keys)].filter(isValue).map((text) => compareValues(text, question, said)));
    case 'list':
      return gradeList(itemsOf(key.text), said, question);
    case 'definition':
      return gradeMeaning(key, keys, said, question);
    case 'term':
      return gradeTerm(keys, said, question);
  }
}

function gradeMeaning(key: TextKey, keys: readonly string[], said: string, question: string): Verdict {
  const named = namesAsked(said, question);
  if (named === 'right') return 'right';
  const verdict = bestOf([
    ...keys.map((text) => gradeDefinition(text, said, question)),
    ...(asksForMeaning(question, key.text) ? keys.map((text) => exactTerm(text, said, question)) : []),
    ...key.also.filter((text) => kindOf(text) === 'term').map((text) => gradeTerm([text], said, question)),
  ]);
  return named === 'wrong' && verdict === 'right' ? 'wrong' : verdict;
}

/**
 * "What is alopecia?" "Hair loss": the thing by its plain name, or another thing by its own. The name that is asked about
 * explains nothing.
 */
function namesAsked(said: string, question: string): Verdict | undefined {
  const asked = /^what (?:is|are) (?:an? |the )?([\p{L} -]+)\?/iu.exec(question)?.[1];
  const [own, other] = [asked === undefined ? undefined : thingOf(asked), thingOf(said)];
  if (own === undefined || !isKnown(own) || !isKnown(other)) return undefined;
  if (termKey(own.name) === termKey(said)) return 'wrong';
  if (own.names.some((name) => termKey(name) === termKey(said))) return 'right';
  return own.member === undefined && other.member === undefined && own.listed && other.listed ? 'wrong' : undefined;
}

/** A short definition may be said word for word, or by a name of the thing that is asked about. */
function exactTerm(key: string, said: string, question: string): Verdict {
  const isShort = contentStems(key).size < 5 && !contradicts(key, said);
  return isShort && gradeTerm([key], said, question) === 'right' ? 'right' : 'wrong';
}

function bestOf(verdicts: readonly Verdict[]): Verdict {
  return verdicts.includes('right') ? 'right' : verdicts.includes('partly') ? 'partly' : 'wrong';
}

/** "Which cranial nerve …": of its answer "X" the noun stands in the question. */
function namedByQuestion(key: string, question: string): string[] {
  if (key.split(' ').length > 2) return [];
  const [, ...asked] = question.replace(/[?.,;:].*$/, '').split(/\s+/);
  const nouns = [1, 2, 3].map((length) => asked.slice(0, length).join(' ')).filter((noun) => noun !== '');
  const known = (name: string) => families().byName(name) !== undefined;
  return nouns.flatMap((noun) => [`${noun} ${key}`, `${key} ${noun}`]).filter(known);
}

/** "A, B and C" as what it lists; one item where it is no list. */
export function itemsOf(text: string): string[] {
  const parts = text
    .split(/,\s*(?:and\s+|or\s+)?|;\s*|\s+and\s+|\s*&\s*|\s*\+\s+/)
    .map((part) => part.replace(/^(?:the|a|an)\s+/i, '').trim())
    .filter((part) => part !== '');
  if (parts.length < 2 || parts.some((part) => part.split(' ').length > 5)) return [text];
  // "salt and water balance", "gut wall and liver": two items need a comma, or be short ones.
  if (parts.length < 3 && !/[,;]/.test(text) && parts.some((part) => part.split(' ').length > 3)) return [text];
  return withSharedNoun(parts);
}

/** "vitamins A, D, E and K", "skeletal, cardiac and smooth muscle": the noun is said once and meant of all. */
function withSharedNoun(parts: readonly string[]): string[] {
  const isOneWord = (part: string) => !part.includes(' ');
  const [first = '', last = ''] = [parts[0], parts.at(-1)];
  const [head = '', lead = ''] = first.split(' ');
  if (first.split(' ').length === 2 && parts.slice(1).every((part) => isOneWord(part) && part.length <= 3))
    return [lead, ...parts.slice(1)].filter(() => head !== '');
  const [own = '', noun = ''] = last.split(' ');
  const isShared =
    last.split(' ').length === 2 && parts.slice(0, -1).every(isOneWord) && answerWords().generic.has(noun);
  return isShared ? [...parts.slice(0, -1).map((part) => `${part} ${noun}`), `${own} ${noun}`] : [...parts];
}

/** All for right, some for partly; what is added to them and is none of them makes a right list a part. */
function gradeList(items: readonly string[], written: string, question: string): Verdict {
  const said = completed(written, items);
  const parts = said
    .split(
      /,|;|\band\b|\bund\b|\bet\b|&|\s\+\s|(?<=\p{L}{3})\+(?=\s?\p{L})|\bplus\b|\bas well as\b|\balso\b|:|\/|\s[-–•]\s|(?:^|\s)\(?\d{1,2}[.)]\s/iu,
    )
    .map((part) => part.trim())
    .filter((part) => part !== '');
  const isSaid = (item: string) =>
    parts.some(
      (part) =>
        gradeTerm([item], part, question) === 'right' ||
        (!answerWords().negation.test(part) && (isMisspelled(part, item) || tellsOne(part, item, items))),
    ) ||
    isCounted(item, parts, items) ||
    (includesTerm(said, item) && !answerWords().negation.test(before(said, item)));
  // "ADEK" for A, D, E and K.
  if (items.every((item) => item.length === 1) && /^\p{L}{2,8}$/u.test(said))
    return gradeList(items, [...said].join(', '), question);
  const letters = lettersOf(items, said);
  if (letters !== undefined) return letters;
  const spelled = byInitials(items, parts);
  if (spelled !== undefined) return gradeList(items, spelled.join(', '), question);
  const numbers = items.map(toArabic);
  if (numbers.every((number) => number !== undefined) && parts.some((part) => /^\d+$/.test(part)))
    return gradeList(
      numbers.map(String),
      said.replace(/\b[ivx]+\b/gi, (roman) => String(toArabic(roman) ?? roman)),
      question,
    );
  const found = items.filter(isSaid);
  if (found.length === 0) return 'wrong';
  const strange = parts.filter(
    (part) =>
      !items.some(
        (item) =>
          gradeTerm([item], part, question) !== 'wrong' ||
          includesTerm(part, item) ||
          tellsOne(part, item, items) ||
          isCounted(item, [part], items),
      ) && isClaim(part, question),
  );
  return found.length === items.length && strange.length === 0 ? 'right' : 'partly';
}

/** "A, T, C, G": each of the items by its first letter, where these differ. */
function byInitials(items: readonly string[], parts: readonly string[]): string[] | undefined {
  const initials = items.map((item) => fold(item)[0] as string);
  const isLetter = (part: string) => /^\p{L}$/u.test(part);
  if (!parts.every(isLetter) || items.some((item) => item.length < 4) || new Set(initials).size < items.length)
    return undefined;
  return parts.map((part) => items[initials.indexOf(fold(part))] ?? part);
}

/** "PMAT" for four phases in their order; by their last words it is a hint, no answer. */
function lettersOf(items: readonly string[], said: string): Verdict | undefined {
  if (!/^\p{Lu}{3,8}$/u.test(said) || said.length !== items.length) return undefined;
  const spell = (word: (item: string) => string | undefined) => items.map((item) => fold(word(item) ?? '')[0]).join('');
  if (spell((item) => item) === fold(said)) return 'right';
  return spell((item) => item.split(' ').at(-1)) === fold(said) ? 'partly' : undefined;
}

/** "infra- and supraspinatus": the end is said once. */
function completed(said: string, items: readonly string[]): string {
  return said.replace(/(\p{L}{2,})-(?=\s*(?:,|and|or|&|\/|\+))/giu, (whole, begin: string) => {
    const own = items.find((item) => fold(item).startsWith(fold(begin)) && item.length > begin.length + 2);
    return own ?? whole;
  });
}

const ROMAN = ['i', 'ii', 'iii', 'iv', 'v', 'vi', 'vii', 'viii', 'ix', 'x', 'xi', 'xii', 'xiii'];

/** "VII" as seven; undefined where it is no such number. */
function toArabic(item: string): number | undefined {
  const at = ROMAN.indexOf(item.toLowerCase());
  return at === -1 ? undefined : at + 1;
}

const COUNTS = ['two', 'three', 'four', 'five'];

/** "the two pterygoids": a noun and how many of the items have it. */
function isCounted(item: string, parts: readonly string[], items: readonly string[]): boolean {
  return parts.some((part) => {
    const [, count = '', noun = ''] =
      /^(?:the |all )?(both|two|three|four|five|[2-5]) (?:the )?(\p{L}+)(?: \p{L}+)?$/iu.exec(part) ?? [];
    const root = (word: string) => [...contentStems(word)].map(rootOf);
    const [own] = root(noun);
    if (own === undefined || !root(item).includes(own)) return false;
    const wanted = count.toLowerCase() === 'both' ? 2 : Number(count) || COUNTS.indexOf(count.toLowerCase()) + 2;
    return items.filter((each) => root(each).includes(own)).length === wanted;
  });
}

/** "motor" for the motor response: all that is said stands in this item and in no other. */
function tellsOne(part: string, item: string, items: readonly string[]): boolean {
  const given = [...contentStems(cleanAnswer(part))];
  const own = contentStems(item);
  const isOwn = (word: string) =>
    own.has(word) && !items.some((other) => other !== item && contentStems(other).has(word));
  return given.length > 0 && given.every((word) => own.has(word)) && given.some(isOwn);
}

function before(said: string, item: string): string {
  const at = said.toLowerCase().indexOf(item.toLowerCase());
  return at <= 0 ? '' : said.slice(Math.max(0, at - 12), at);
}

/** A part that says something: not a hedge, not the question again, not an abbreviation for the whole. */
function isClaim(part: string, question: string): boolean {
  const own = [...contentStems(cleanAnswer(part))];
  const asked = contentStems(question);
  return own.some((word) => !asked.has(word)) && part.split(' ').length <= 5 && !/^[A-Z]{2,6}$/.test(part);
}
