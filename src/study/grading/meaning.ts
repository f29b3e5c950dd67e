/** Whether an answer in somebody's own words means the key: a value, a list, a definition or a term, each in its own way. */
import { contentStems, termKey } from '../facts/terms.ts';
import { thingOf } from '../facts/things.ts';
import { readQuantities } from '../facts/values.ts';
import type { Verdict } from '../types.ts';
import { canonical, canonicalStems, cleanAnswer, opposes } from './cleaning.ts';
import { compareValues, isValue } from './measuring.ts';
import { gradeTerm, includesTerm, isMisspelled } from './terms.ts';
import { answerWords } from './words.ts';

export interface TextKey {
  readonly text: string;
  readonly also: readonly string[];
  /** The words of the question: what stands there need not be said again. */
  readonly question?: string | undefined;
}

export type KeyKind = 'value' | 'list' | 'definition' | 'term';

export function kindOf(key: string): KeyKind {
  if (isValue(key)) return 'value';
  if (itemsOf(key).length > 1) return 'list';
  const words = contentStems(key).size;
  const isPhrase = /\b(?:without|that|which|who|per|when|by|during|of|in|with|to|from)\b/i.test(key);
  if (words < 3 || isNamed(key)) return 'term';
  return words > 4 || isPhrase ? 'definition' : 'term';
}

/** "carcinoma of the lung" has words enough for a sentence and is a name. */
function isNamed(key: string): boolean {
  const { member, concept } = thingOf(key);
  return member !== undefined || concept !== undefined;
}

export function gradeWords(key: TextKey, answer: string): Verdict {
  const said = cleanAnswer(answer);
  if (said === '') return 'wrong';
  const keys = [key.text, ...key.also];
  if (keys.some((each) => termKey(each) === termKey(said))) return 'right';
  const question = key.question ?? '';
  switch (kindOf(key.text)) {
    case 'value':
      return bestOf([...new Set(keys)].filter(isValue).map((text) => compareValues(text, question, said)));
    case 'list':
      return gradeList(itemsOf(key.text), said, question);
    case 'definition':
      return bestOf([
        ...keys.map((text) => gradeDefinition(text, said)),
        ...key.also.filter((text) => kindOf(text) === 'term').map((text) => gradeTerm([text], said, question)),
      ]);
    case 'term':
      return gradeTerm(keys, said, question);
  }
}

function bestOf(verdicts: readonly Verdict[]): Verdict {
  return verdicts.includes('right') ? 'right' : verdicts.includes('partly') ? 'partly' : 'wrong';
}

/** "A, B and C" as what it lists; one item where it is no list. */
export function itemsOf(text: string): string[] {
  const parts = text
    .split(/,\s*(?:and\s+|or\s+)?|;\s*|\s+and\s+|\s*&\s*|\s*\+\s+/)
    .map((part) => part.replace(/^(?:the|a|an)\s+/i, '').trim())
    .filter((part) => part !== '');
  if (parts.length < 2 || parts.some((part) => part.split(' ').length > 5)) return [text];
  // "salt and water balance", "gut wall and liver": two items need a comma, or be short ones.
  return parts.length > 2 || /[,;]/.test(text) || parts.every((part) => part.split(' ').length <= 3) ? parts : [text];
}

/** All for right, some for partly; what is added to them and is none of them makes a right list a part. */
function gradeList(items: readonly string[], said: string, question: string): Verdict {
  const parts = said
    .split(/,|;|\band\b|&|\+|\bplus\b|\bas well as\b|\balso\b|:/i)
    .map((part) => part.trim())
    .filter((part) => part !== '');
  const isSaid = (item: string) =>
    parts.some(
      (part) =>
        !answerWords().negation.test(part) &&
        (gradeTerm([item], part, question) === 'right' || isMisspelled(part, item)),
    ) ||
    (includesTerm(said, item) && !answerWords().negation.test(before(said, item)));
  // "ADEK" for A, D, E and K.
  if (items.every((item) => item.length === 1) && /^\p{L}{2,8}$/u.test(said))
    return gradeList(items, [...said].join(', '), question);
  const found = items.filter(isSaid);
  if (found.length === 0) return 'wrong';
  const strange = parts.filter(
    (part) =>
      !items.some((item) => gradeTerm([item], part, question) !== 'wrong' || includesTerm(part, item)) &&
      isClaim(part, question),
  );
  return found.length === items.length && strange.length === 0 ? 'right' : 'partly';
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

const RIGHT = 0.6;
/** Of a few words each counts. */
const RIGHT_SHORT = 0.82;
const PARTLY = 0.45;

/** By how much of it is said, in whatever words; what is denied or turned round is wrong. */
function gradeDefinition(key: string, said: string): Verdict {
  if (opposes(key, said)) return 'wrong';
  const figures = readQuantities(key);
  if (
    figures.length > 0 &&
    readQuantities(said).length > 0 &&
    figures.some(({ text }) => !said.includes(text.split(' ')[0] ?? text))
  )
    return 'wrong';
  const own = canonicalStems(key);
  const given = canonicalStems(said);
  const isLike = (word: string) =>
    given.has(word) ||
    [...given].some(
      (other) =>
        other.length > 4 &&
        word.length > 4 &&
        (other.startsWith(word.slice(0, -1)) || word.startsWith(other.slice(0, -1))),
    );
  const share = [...own].filter(isLike).length / own.size;
  if (isTurned(key, said)) return 'wrong';
  const enough = own.size <= 5 ? RIGHT_SHORT : RIGHT;
  return share >= enough ? 'right' : share >= PARTLY ? 'partly' : 'wrong';
}

/** What one says is not so, the other says is. */
function isTurned(key: string, said: string): boolean {
  const [own, given] = [canonicalStems(key), canonicalStems(said)];
  const [denied, denies] = [deniedIn(key), deniedIn(said)];
  const turns = (not: ReadonlySet<string>, other: ReadonlySet<string>, also: ReadonlySet<string>) =>
    [...not].some((word) => other.has(word) && !also.has(word));
  return turns(denied, given, denies) || turns(denies, own, denied);
}

/** What a denial is about: the first word behind it that says something. */
function deniedIn(text: string): Set<string> {
  const words = canonical(text).split(/\s+/);
  const { negation } = answerWords();
  const firstOf = (rest: readonly string[]) =>
    rest.map((word) => [...contentStems(word)][0]).find((word) => word !== undefined);
  const denied = words.map((word, at) =>
    negation.test(` ${word} `) ? firstOf(words.slice(at + 1, at + 5)) : undefined,
  );
  return new Set(denied.filter((word) => word !== undefined));
}
