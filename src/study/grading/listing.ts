/** Whether an answer lists what the key lists: each item by any name, in any order, and nothing that is none of them. */
import { nearnessAmong } from '../../search/semantic/nearness.ts';
import { fold } from '../../text/index.ts';
import { areKin } from '../../text/lexicon.ts';
import { contentStems } from '../facts/terms.ts';
import { thingOf } from '../facts/things.ts';
import type { Verdict } from '../types.ts';
import { areOpposed } from './alignment.ts';
import { namedByQuestion } from './asked.ts';
import { isKnown } from './claims.ts';
import { cleanAnswer } from './cleaning.ts';
import { contradicts } from './contradictions.ts';
import { gradePairs } from './pairs.ts';
import { rootOf } from './sound.ts';
import { includesTerm, isMisspelled } from './spelling.ts';
import { gradeTerm } from './terms.ts';
import { isOneOf } from './wider.ts';
import { answerWords } from './words.ts';

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
export function gradeList(items: readonly string[], written: string, question: string): Verdict {
  const said = completed(items.includes('O') ? written.replace(/(?<![\d.])0(?![\d.])/g, 'O') : written, items);
  const parts = distinct(
    said.split(
      /,|;|\band\b|\bund\b|\bet\b|&|\s\+\s|(?<=\p{L}{3})\+(?=\s?\p{L})|\bplus\b|\bas well as\b|\balso\b|:|\/|\s[-–•]\s|(?:^|\s)\(?\d{1,2}[.)]\s/iu,
    ),
  );
  const isSaid = (item: string) =>
    parts.some(
      (part) =>
        gradeTerm([item, ...namedByQuestion(item, question)], part, question) === 'right' ||
        (!answerWords().negation.test(part) &&
          (isMisspelled(part, item) ||
            tellsOne(part, item, items) ||
            isOneOf(cleanAnswer(part), item) ||
            areKin(part, item))),
    ) ||
    isCounted(item, parts, items) ||
    parts.some((part) => spelledBy(part, items).includes(item)) ||
    (includesTerm(said, item) && !answerWords().negation.test(before(said, item)));
  const paired = gradePairs(items, said, question);
  if (paired !== undefined) return paired;
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
  // "inner, middle and outer (intima, media, adventitia)": said in other words first.
  const [, bracket = ''] = /\(([^()]+)\)/.exec(said) ?? [];
  if (bracket.includes(',') && gradeList(items, bracket, question) === 'right') return 'right';
  const named = items.filter(isSaid);
  const others = parts.filter(
    (part) =>
      !items.some(
        (item) =>
          gradeTerm([item, ...namedByQuestion(item, question)], part, question) !== 'wrong' ||
          includesTerm(part, item) ||
          tellsOne(part, item, items) ||
          isCounted(item, [part], items) ||
          isOneOf(cleanAnswer(part), item) ||
          areKin(part, item) ||
          spelledBy(part, items).length > 0,
      ) && isClaim(part, question),
  );
  const missing = items.filter((item) => !named.includes(item));
  const told = inOtherWords(missing, others);
  // A list of which nothing is named is known in other words as a whole, or not.
  const meant = named.length > 0 || told.size === missing.length ? told : new Map<string, string>();
  const found = items.filter((item) => named.includes(item) || meant.has(item));
  if (found.length === 0) return 'wrong';
  const strange = others.filter((part) => ![...meant.values()].includes(part));
  // "Ascent and dexamethasone" where it is descent: whoever says the contrary of an item does not know half of it.
  if (items.some((item) => !found.includes(item) && parts.some((part) => areOpposed(item, cleanAnswer(part)))))
    return 'wrong';
  return found.length === items.length && strange.length === 0 ? 'right' : 'partly';
}

/** Each once, and no more than any list has: every one of them is weighed against every item. */
function distinct(parts: readonly string[]): string[] {
  return [...new Set(parts.map((part) => part.trim()).filter((part) => part !== ''))].slice(0, MOST_PARTS);
}

const MOST_PARTS = 40;
const MEANT = 0.45;

/** Of single words the nearest are those beside it: yellow is near to green. */
function isPhrase(item: string, part: string): boolean {
  return item.includes(' ') || cleanAnswer(part).includes(' ');
}

/** What is left of the list and what is left of the answer, each part with the item that it says in other words: "shaking" for tremor. */
function inOtherWords(items: readonly string[], parts: readonly string[]): Map<string, string> {
  const meant = new Map<string, string>();
  const open = parts.map(cleanAnswer).filter((part) => part !== '' && !isKnown(thingOf(part)));
  if (items.length === 0 || open.length === 0 || items.some((item) => item.length < 3)) return meant;
  const near = nearnessAmong([...items, ...open]);
  if (near === undefined) return meant;
  const pairs = items
    .flatMap((item) =>
      parts.map((part) => ({ item, part, much: open.includes(cleanAnswer(part)) ? near(item, cleanAnswer(part)) : 0 })),
    )
    .filter(({ item, part, much }) => much >= MEANT && isPhrase(item, part) && !contradicts(item, part))
    .sort((a, b) => b.much - a.much);
  for (const { item, part } of pairs)
    if (!meant.has(item) && ![...meant.values()].includes(part)) meant.set(item, part);
  return meant;
}

/** "A, T, C, G": each of the items by its first letter, where these differ. */
function byInitials(items: readonly string[], parts: readonly string[]): string[] | undefined {
  const initials = items.map((item) => fold(item)[0] as string);
  const isLetter = (part: string) => /^\p{L}$/u.test(part);
  if (!parts.every(isLetter) || items.some((item) => item.length < 4) || new Set(initials).size < items.length)
    return undefined;
  return parts.map((part) => items[initials.indexOf(fold(part))] ?? part);
}

/** "MMR" for measles, mumps and rubella: the items whose first letters a short form has, each letter for one of them. */
function spelledBy(part: string, items: readonly string[]): string[] {
  if (!/^\p{Lu}{2,6}$/u.test(part) || items.some((item) => item.length < 4)) return [];
  const left = [...items];
  const found = [...part].map((letter) => {
    const at = left.findIndex((item) => fold(item)[0] === fold(letter));
    return at === -1 ? undefined : left.splice(at, 1)[0];
  });
  const spelled = found.filter((item) => item !== undefined);
  return spelled.length === part.length && !isKnown(thingOf(part)) ? spelled : [];
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

/** "the two pterygoids", "both atria", "the ventricles": a noun, and how many of the items have it. */
function isCounted(item: string, parts: readonly string[], items: readonly string[]): boolean {
  const root = (word: string) => [...contentStems(word)].map(rootOf);
  const having = (noun: string) => items.filter((each) => root(each).includes(noun)).length;
  return parts.some((part) => {
    const [, count = '', noun = ''] =
      /^(?:the |all )?(both|two|three|four|five|[2-5]) (?:the )?(\p{L}+)(?: \p{L}+)?$/iu.exec(part) ?? [];
    const plural = /^(?:the |all )*(\p{L}{4,})$/iu.exec(part)?.[1] ?? '';
    const [own] = root(noun || plural);
    if (own === undefined || !root(item).includes(own)) return false;
    if (noun === '') return having(own) > 1 && !items.some((each) => fold(each).split(' ').includes(fold(plural)));
    const wanted = count.toLowerCase() === 'both' ? 2 : Number(count) || COUNTS.indexOf(count.toLowerCase()) + 2;
    return having(own) === wanted;
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
  return (
    own.some((word) => !asked.has(word)) &&
    part.split(' ').length <= 5 &&
    (!/^[A-Z]{2,6}$/.test(part) || isKnown(thingOf(part)))
  );
}
