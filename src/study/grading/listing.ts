/**
 * Whether an answer lists what the key lists: each item by any name, in any order unless an order is asked for, and nothing that is none
 * of them. Names decide first (nameEach), letters where the list leaves no doubt (list-letters.ts), then what is left on both sides
 * is compared in meaning (list-meaning.ts).
 */
import { fold } from '../../text/index.ts';
import { contentStems } from '../facts/terms.ts';
import { thingOf } from '../facts/things.ts';
import type { Verdict } from '../types.ts';
import { areOpposed } from './alignment.ts';
import { namedByQuestion } from './asked.ts';
import { isKnown } from './claims.ts';
import { canonical, cleanAnswer, opposes } from './cleaning.ts';
import { byInitials, completed, isShortOfOne, lettersOf, spelledBy, toArabic } from './list-letters.ts';
import { isOneDeed, meantOf, saysNothing } from './list-meaning.ts';
import { asksForOrder, partsOf, saidAgain, widePartsOf } from './list-parts.ts';
import { gradePairs } from './pairs.ts';
import { rootOf } from './sound.ts';
import { includesTerm, isMisspelled } from './spelling.ts';
import { gradeTerm } from './terms.ts';
import { isOneOf } from './wider.ts';
import { spellOut } from './word-parts.ts';
import { answerWords } from './words.ts';

/** All for right, some for partly; what is added to them and is none of them makes a right list a part. */
export function gradeList(items: readonly string[], written: string, question: string): Verdict {
  const said = completed(written, items);
  const whole = gradeOnce(items, said, question);
  if (whole === 'right' || items.length < 2) return whole;
  // "inner, middle and outer (intima, media, adventitia)": said once more in other words.
  if (saidAgain(said).some((again) => gradeOnce(items, again, question) === 'right')) return 'right';
  // "Tiredness, cold hands and feet": as many between commas as there are items.
  const wide = widePartsOf(said);
  const isOne = (part: string) =>
    part.split(/\sand\s/i).every((half) => !items.some((item) => names(half, item, items, question)));
  const isWide = wide.length === items.length && wide.every((part) => !/\sand\s/i.test(part) || isOne(part));
  return isWide && gradeOnce(items, said, question, wide) === 'right' ? 'right' : whole;
}

function gradeOnce(
  items: readonly string[],
  said: string,
  question: string,
  parts: readonly string[] = partsOf(said),
): Verdict {
  const paired = gradePairs(items, said, question);
  if (paired !== undefined) return paired;
  // "ADEK" for A, D, E and K.
  if (items.every((item) => item.length === 1) && /^\p{L}{2,8}$/u.test(said))
    return gradeOnce(items, [...said].join(', '), question);
  const letters = lettersOf(items, said);
  if (letters !== undefined) return letters;
  const spelled = byInitials(items, parts);
  if (spelled !== undefined) return gradeOnce(items, spelled.join(', '), question);
  const numbers = items.map(toArabic);
  if (numbers.every((number) => number !== undefined) && parts.some((part) => /^\d+$/.test(part)))
    return gradeOnce(
      numbers.map(String),
      said.replace(/\b[ivx]+\b/gi, (roman) => String(toArabic(roman) ?? roman)),
      question,
    );
  const named = nameEach(items, parts, said, question);
  return settle(items, parts, named, question, said);
}

/** Which parts name each item; none for an item that is named within the whole answer only. */
type Named = ReadonlyMap<string, readonly string[]>;

function nameEach(items: readonly string[], parts: readonly string[], said: string, question: string): Named {
  const named = new Map<string, readonly string[]>();
  for (const item of items) {
    const by = parts.filter((part) => names(part, item, items, question));
    const isWithin = () => includesTerm(said, item) && !answerWords().negation.test(before(said, item));
    if (by.length > 0 || isWithin()) named.set(item, by);
  }
  return named;
}

function names(part: string, item: string, items: readonly string[], question: string): boolean {
  if (gradeTerm([item, ...namedByQuestion(item, question)], part, question) === 'right') return true;
  if (isCounted(item, part, items) || spelledBy(part, items).includes(item)) return true;
  if (answerWords().negation.test(part)) return false;
  return (
    isMisspelled(part, item) ||
    isMisspelled(part, withoutGenus(item)) ||
    tellsOne(part, item, items) ||
    isOneOf(cleanAnswer(part), item) ||
    isOneDeed(part, item) ||
    isShortOfOne(part, item, items)
  );
}

/** "P. malariae": the genus is that of all. */
function withoutGenus(item: string): string {
  return item.replace(/^\p{Lu}\. (?=\p{Ll}{5})/u, '');
}

function settle(
  items: readonly string[],
  parts: readonly string[],
  named: Named,
  question: string,
  said: string,
): Verdict {
  const missing = items.filter((item) => !named.has(item));
  const isNear = (part: string, item: string) =>
    gradeTerm([item, ...namedByQuestion(item, question)], part, question) !== 'wrong' || includesTerm(part, item);
  const used = new Set([...named.values()].flat());
  const others = parts.filter(
    (part) => !used.has(part) && !items.some((item) => isNear(part, item)) && isClaim(part, question),
  );
  const told = meantOf(missing, others);
  // A list of which nothing is named is known in other words as a whole, or not.
  const meant = named.size > 0 || told.size === missing.length ? told : new Map<string, string>();
  const found = items.filter((item) => named.has(item) || meant.has(item));
  if (found.length === 0) return 'wrong';
  // "Ascent and dexamethasone" where it is descent: whoever says the contrary of half of them does not know the rest.
  const free = parts.filter((part) => !used.has(part));
  const turned = items.filter((item) => !found.includes(item) && free.some((part) => isContrary(item, part)));
  if (turned.length * 2 >= items.length) return 'wrong';
  const isStrange = others.some((part) => ![...meant.values()].includes(part));
  if (found.length < items.length || isStrange) return 'partly';
  return asksForOrder(question, said) ? gradeOrder(items, parts, named) : 'right';
}

/** "Ascent" for descent, "high albumin" for hypoalbuminaemia: of the same thing the contrary. */
function isContrary(item: string, part: string): boolean {
  if (areOpposed(item, cleanAnswer(part))) return true;
  const [own, given] = [item, cleanAnswer(part)].map((text) => contentStems(spellOut(canonical(text))));
  return opposes(item, cleanAnswer(part)) && [...own!].some((word) => given!.has(word));
}

/** All of them are there: from the first to the last, the other way round, or mixed up. */
function gradeOrder(items: readonly string[], parts: readonly string[], named: Named): Verdict {
  const places = items.map((item) => parts.findIndex((part) => named.get(item)?.includes(part) === true));
  const known = places.filter((place) => place !== -1);
  const steps = known.slice(1).map((place, at) => Math.sign(place - known[at]!));
  if (!steps.includes(-1)) return 'right';
  return steps.includes(1) ? 'partly' : 'wrong';
}

const COUNTS = ['two', 'three', 'four', 'five'];

/** "the two pterygoids", "both atria", "the ventricles": a noun, and how many of the items have it. */
function isCounted(item: string, part: string, items: readonly string[]): boolean {
  const root = (word: string) => [...contentStems(word)].map(rootOf);
  const having = (noun: string) => items.filter((each) => root(each).includes(noun)).length;
  const [, count = '', noun = ''] =
    /^(?:the |all )?(both|two|three|four|five|[2-5]) (?:the )?(\p{L}+)(?: \p{L}+)?$/iu.exec(part) ?? [];
  const plural = /^(?:the |all )*(\p{L}{4,})$/iu.exec(part)?.[1] ?? '';
  const [own] = root(noun || plural);
  if (own === undefined || !root(item).includes(own)) return false;
  if (noun === '') return having(own) > 1 && !items.some((each) => fold(each).split(' ').includes(fold(plural)));
  const wanted = count.toLowerCase() === 'both' ? 2 : Number(count) || COUNTS.indexOf(count.toLowerCase()) + 2;
  return having(own) === wanted;
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

const LONGEST_CLAIM = 6;
/** "…, which are linked by joints": tells of what was said before. */
const REMARK = /^(?:which|who|whose|that|where|because|since|as)\b/i;

/** A part that says something: not a hedge, not the question again, not an abbreviation for the whole. */
function isClaim(part: string, question: string): boolean {
  if (saysNothing(part) || REMARK.test(part)) return false;
  const own = [...contentStems(cleanAnswer(part))];
  const asked = contentStems(question);
  return (
    own.some((word) => !asked.has(word)) &&
    part.split(' ').length <= LONGEST_CLAIM &&
    (!/^[A-Z]{2,6}$/.test(part) || isKnown(thingOf(part)))
  );
}
