/** Whether an answer names the thing that the key names: by any name, short form, clipping, or spelling near enough. */
import { nearnessAmong } from '../../search/semantic/nearness.ts';
import { fold } from '../../text/index.ts';
import { nameKey } from '../facts/names.ts';
import { contentStems, termKey, withoutArticle } from '../facts/terms.ts';
import { type Thing, thingOf } from '../facts/things.ts';
import { isCommonWord } from '../material/things.ts';
import type { Verdict } from '../types.ts';
import { addsOther, addsStatement, isKnown, isRefused, withoutDenied } from './claims.ts';
import { canonical, canonicalKey, inLetters, isOtherThan, opposes, sidesOf } from './cleaning.ts';
import { compareWords, isGenusOf, isOtherForm, isSpecies } from './name-words.ts';
import { soundAlike } from './sound.ts';
import { includesTerm, isClipped, isMisspelled, isNear, isShortFor, withoutAskedNoun } from './spelling.ts';
import { isWiderOrNarrower } from './wider.ts';
import { spellOut } from './word-parts.ts';
import { answerWords } from './words.ts';

export function gradeTerm(keys: readonly string[], answer: string, question: string): Verdict {
  const things = keys.map((key) => thingOf(key));
  const right = things[0] as Thing;
  const named = [...keys, ...things.flatMap((thing) => thing.names)];
  // "Descemets membrane": few write the owner's apostrophe.
  const names = [...new Set([...named, ...named.map((name) => name.replace(/['’](?=s\s)/, ''))])]
    .map(withoutArticle)
    .filter((name) => !isWiderPart(name, keys));
  const said = withoutDose(withoutPlaceWord(withoutDenied(answer, names)), right);
  const isSame = (name: string) =>
    squeezed(name) === squeezed(said) ||
    squeezed(withoutAskedNoun(name, question)) === squeezed(withoutAskedNoun(said, question)) ||
    nameKey(name) === nameKey(said) ||
    soundsSame(name, said) ||
    isSymbol(name, said);
  if (isAskedAgain(said, keys[0] as string, question)) return 'wrong';
  if (isGenusOf(said, keys[0] as string) && !isEponym(said, keys[0] as string)) return 'partly';
  if (names.some(isSame)) return 'right';
  if (names.some((name) => isShortGenus(said, name) || isFullGenus(said, name))) return 'right';
  if (names.some((name) => isOtherThan(said, name)) || isQualifiedAway(said, names, question)) return 'wrong';
  if (hasOtherNoun(said, names)) return 'wrong';
  const much = bestOf(
    names.flatMap((name) => [
      saysMuchOf(name, said),
      saysMuchOf(said, name) === 'right' && !isOfOnePlace(name) ? 'right' : 'wrong',
    ]),
  );
  if (much !== 'wrong') return much;
  const bare = withoutAskedNoun(said, question);
  if (
    names.some((name) => [said, bare].some((each) => isShortFor(each, name, names, question)) || isOfCells(said, name))
  )
    return 'right';
  if (names.some((name) => isCutOff(said, name, question) || isSurname(said, name, question))) return 'right';
  if (names.some((name) => isOtherForm(said, name) || isBegun(said, name, right))) return 'right';
  if (isOneOfTwo(said, keys[0] as string)) return 'partly';
  if (isOtherThing(said, right, names)) return isWiderOrNarrower(right, said, question) ? 'partly' : 'wrong';
  const asNamed = (): Verdict =>
    isRefused(said, names)
      ? 'wrong'
      : addsOther(said, right, names, question) || addsStatement(said, question)
        ? 'partly'
        : 'right';
  if (names.some((name) => includesTerm(said, name) || isClipped(said, name))) return asNamed();
  if (opposes(keys[0] as string, said) || opposes(canonical(keys[0] as string), canonical(said))) return 'wrong';
  if (names.some((name) => isMisspelled(said, name))) return asNamed();
  if (answerWords().negation.test(said)) return 'wrong';
  if (names.some((name) => isEpithet(said, name) || isEponym(said, name))) return 'right';
  if (isWiderOrNarrower(right, said, question)) return 'partly';
  if (isDirection(keys[0] as string, said)) return 'right';
  const asIs = (text: string) => text;
  const words = bestOf(
    [asIs, canonical, plainOf].flatMap((form) =>
      names.map((name) => compareWords(name, said, names.some(isSpecies) ? '' : question, form)),
    ),
  );
  if (words === 'wrong' && tellsKind(answer, keys[0] as string, question)) return 'partly';
  return words === 'right' ? asNamed() : words;
}

/** "dexamethasone 8 mg": how much of it was not asked. */
function withoutDose(said: string, { concept, name }: Thing): string {
  if (concept?.kind !== 'drug' || /\d/.test(name)) return said;
  const bare = said.replace(/\s+\d+(?:[.,]\d+)?\s?(?:mg|g|mcg|µg|ug|units?|iu|ml)(?:\/\p{L}+)*$/iu, '');
  return bare === '' ? said : bare;
}

const FEWEST_BEGUN = 4;

/** "dexa" for dexamethasone: a medicine by how it begins, where that is no other's name. */
function isBegun(said: string, name: string, { concept }: Thing): boolean {
  const given = fold(said);
  const isShort = given.length >= FEWEST_BEGUN && given.length + FEWEST_BEGUN <= name.length && /^\p{L}+$/u.test(given);
  return concept?.kind === 'drug' && isShort && fold(name).startsWith(given) && !isKnown(thingOf(said));
}

/** Words of a term that was taken apart have other words for the same, too. */
function plainOf(text: string): string {
  return canonical(spellOut(canonical(text)));
}

/** "cardiomyopathy" for "cardiomyopathy with hypotonia". */
function isOneOfTwo(said: string, key: string): boolean {
  const parts = key.split(/ (?:with|and|plus) /).map((part) => squeezed(withoutArticle(part)));
  return parts.length === 2 && parts.includes(squeezed(said));
}

/** "the median" for the median nerve, where nerves are asked for: what is left out is what was asked, or tells nothing. */
function isCutOff(said: string, name: string, question: string): boolean {
  const given = fold(withoutArticle(said)).replace(/ one$/, '').split(/\s+/);
  const words = fold(name).split(/\s+/);
  const asked = contentStems(question);
  const isLeft = (word: string) =>
    answerWords().generic.has(word) || [...contentStems(word)].every((stem) => asked.has(stem));
  return (
    !isSpecies(name) &&
    given.length < words.length &&
    given.every((word, at) => word === words[at] && !answerWords().generic.has(word)) &&
    words.slice(given.length).every(isLeft) &&
    !given.every((word) => [...contentStems(word)].every((stem) => asked.has(stem)))
  );
}

/** "Fleming", asked who it was. */
function isSurname(said: string, name: string, question: string): boolean {
  const [last = '', ...first] = name.split(' ').reverse();
  const given = said.split(/\s+/);
  return (
    /\bwho(?:m|se)?\b/i.test(question) &&
    first.length > 0 &&
    /^\p{Lu}/u.test(last) &&
    isNear(fold(given.at(-1) as string), fold(last)) &&
    given
      .slice(0, -1)
      .every((word) => first.some((each) => each[0] === word[0]) || /^(?:sir|dr|prof|professor|lord)\.?$/i.test(word))
  );
}

/** How near a description must be to what it describes. */
const DESCRIBED = 0.35;

/** "a hormone of the pancreas": of what is asked for only the kind is told, with more than the question says. */
function tellsKind(said: string, key: string, question: string): boolean {
  const kind = /^(?:an?|some|one of the) (.+)$/i.exec(said)?.[1];
  if (kind === undefined || answerWords().generic.has(kind.toLowerCase()) || isKnown(thingOf(kind))) return false;
  const asked = contentStems(question);
  if ([...contentStems(kind)].every((word) => asked.has(word))) return false;
  return (nearnessAmong([key, kind])?.(key, kind) ?? 0) >= DESCRIBED;
}

/** "K" for K+: the symbol without its charge. */
function isSymbol(name: string, said: string): boolean {
  const [bare, given] = [name, said].map((text) => text.replace(/\d?[+-]$/, ''));
  return /^\p{Lu}\p{Ll}?\d?[+-]?$/u.test(name) && bare === given && bare !== '';
}

/** "the liver cells" for the liver. */
function isOfCells(said: string, name: string): boolean {
  return termKey(withoutArticle(said)) === `${termKey(name)} cell`;
}

/** "radial artery" where the radial nerve is meant: the noun makes it another thing. */
function hasOtherNoun(said: string, names: readonly string[]): boolean {
  const { exclusive } = answerWords();
  const noun = (text: string) => exclusive.get(fold(canonical(text)).split(/\s+/).at(-1) ?? '');
  const own = names.map(noun).filter((each) => each !== undefined);
  const given = said.split(/\s+/).length < 4 ? noun(said) : undefined;
  return given !== undefined && own.length > 0 && !own.includes(given);
}

/** "low platelets", asked for the term for a low platelet count. */
function isAskedAgain(said: string, key: string, question: string): boolean {
  if (!answerWords().namesAsked.test(question)) return false;
  const [asked, given, own] = [contentStems(question), contentStems(said), contentStems(key)];
  return [...given].every((word) => asked.has(word)) && ![...own].every((word) => asked.has(word));
}

/** "acidosis" goes for metabolic acidosis in a record; where that is asked for it is the wider term. */
function isWiderPart(name: string, keys: readonly string[]): boolean {
  return termKey(keys[0] as string).endsWith(` ${termKey(name)}`);
}

/** "pheochromocytoma", "Feochromozytom": every word sounds like its own. */
function soundsSame(name: string, said: string): boolean {
  const [own, given] = [fold(name).split(/[\s-]+/), fold(withoutArticle(said)).split(/[\s-]+/)];
  const isState = (words: readonly string[]) => /ism(?:us|o|e)?$/.test(words.at(-1) ?? '');
  // Parkinsonism is not Parkinson's.
  return (
    own.length === given.length &&
    isState(own) === isState(given) &&
    own.every((word, at) => soundAlike(word, given[at] as string))
  );
}

/** "HHV4" is HHV-4, "gamma amino butyric acid" gamma-aminobutyric acid. */
function squeezed(text: string): string {
  return termKey(inLetters(text)).replaceAll(' ', '');
}

/** "non-arteritic" beside a name that has no such word: what it is not makes it another thing. */
function isQualifiedAway(said: string, names: readonly string[], question: string): boolean {
  const written = fold([...names, question].join(' . ')).replace(/non[\s-]/g, 'non');
  return [...fold(said).matchAll(/\b(?:non|pseudo)[\s-]?(\p{L}{4,})/gu)].some(
    ([word]) => !written.includes(word.replace(/[\s-]/, '')),
  );
}

/** "S. aureus", "Staph aureus": the genus by its first letters. */
function isShortGenus(said: string, name: string): boolean {
  const [genus = '', epithet = ''] = fold(name).split(' ');
  const [first = '', second = '', ...more] = fold(withoutArticle(said)).replace(/\./g, '. ').trim().split(/\s+/);
  const short = first.replace(/\.$/, '');
  return isSpecies(name) && more.length === 0 && short !== '' && genus.startsWith(short) && isNear(second, epithet);
}

/** "Orientia tsutsugamushi" where the key has "O. tsutsugamushi". */
function isFullGenus(said: string, name: string): boolean {
  const [, letter = '', epithet = ''] = /^(\p{Lu})\. (\p{Ll}{4,})$/u.exec(name) ?? [];
  const [genus = '', second = '', ...more] = fold(withoutArticle(said)).split(/\s+/);
  return (
    letter !== '' && more.length === 0 && genus.length > 3 && genus.startsWith(fold(letter)) && isNear(second, epithet)
  );
}

/** "pylori": the second name of a species tells it. */
function isEpithet(said: string, name: string): boolean {
  const [first = '', ...rest] = fold(said).split(' ');
  const isAlone = rest.every((word) => answerWords().generic.has(word));
  return isSpecies(name) && isAlone && isNear(first, fold(name.split(' ')[1] as string));
}

/** "in the small intestine": where it is asked for, the word of place says nothing. */
function withoutPlaceWord(said: string): string {
  const bare = said.replace(
    /^(?:it is |it's |that's )?(?:in|at|into|from|by|on|within|through|via|inside|out of)\s+(?=\p{L}{2})/iu,
    '',
  );
  return withoutArticle(bare);
}

/** "Wilcoxon", "Starling's law": who it is named after, or one of two, with nouns that tell nothing. */
function isEponym(said: string, name: string): boolean {
  const first = /^\p{L}+/u.exec(name)?.[0] ?? '';
  // "Anterior" tells where, and names nobody.
  const isAdjective = /(?:ior|al|ic|ous|ary)$/.test(first) && !/^\p{L}+['’]/u.test(name);
  if (isCommonWord(first) || isAdjective || answerWords().sides.has(fold(first))) return false;
  const people = (/^\p{Lu}\p{Ll}{3,}(?:[-–]\p{Lu}\p{Ll}{3,})*(?=['’]s?\b|\s)/u.exec(name)?.[0] ?? '').split(/[-–]/);
  const { generic } = answerWords();
  if (people[0] === '' || /^\p{Lu}\p{Ll}+ \p{Ll}{3,}(?:us|um|is|ae|i|a|ans|ens|es|e)\b/u.test(name)) return false;
  const [named = '', ...nouns] = said.replace(/['’]s?\b/g, '').split(/\s+/);
  const spare = new Set([...fold(name).split(/[\s-]+/), ...generic, 'of', 'the']);
  const isPerson = (word: string) => people.some((person) => isNear(fold(word), fold(person)));
  return named.split(/[-–]/).some(isPerson) && nouns.every((word) => spare.has(fold(word)));
}

function bestOf(verdicts: readonly Verdict[]): Verdict {
  return verdicts.includes('right') ? 'right' : verdicts.includes('partly') ? 'partly' : 'wrong';
}

/** The whole answer is the name of something else. */
function isOtherThing(said: string, right: Thing, names: readonly string[]): boolean {
  const other = thingOf(said);
  if (!isKnown(other)) return false;
  const own = new Set([...right.names, ...names].map(canonicalKey));
  return !other.names.some((name) => own.has(canonicalKey(name)));
}

/** "raises it" for "increases": all that the key says is a direction. */
function isDirection(key: string, said: string): boolean {
  const [wanted, given] = [sidesOf(key), sidesOf(said)];
  return wanted.size > 0 && contentStems(key).size <= 1 && [...given].some((side) => wanted.has(side));
}

/** "Raised jugular venous pressure" is no hypertension: it is that of one place. */
function isOfOnePlace(name: string): boolean {
  return /\b(?:jugular|venous|portal|pulmonary|intracranial|intraocular|ocular|abdominal|urinary|urine|csf)\b/i.test(
    name,
  );
}

/** Too much or too little of something, said in plain words: "raised potassium". Without the direction, a part of it. */
function saysMuchOf(name: string, said: string): Verdict {
  const head = /^(hyper|hypo)(\p{L}+)/u.exec(fold(name));
  if (head === null) return 'wrong';
  const root = answerWords().roots.find((each) => (head[2] as string).startsWith(each.root));
  const words = new Set(fold(said).match(/[\p{L}\d]+/gu) ?? []);
  if (root === undefined || !root.words.some((word) => word.split(' ').every((part) => words.has(part))))
    return 'wrong';
  const given = sidesOf(
    /\b(?:too much|excess|raised|increased)\b/i.test(said)
      ? `${said} high`
      : /\b(?:too little|lack|deficien)/i.test(said)
        ? `${said} low`
        : said,
  );
  const wanted = head[1] === 'hyper' ? '0+' : '0-';
  if (given.has(wanted)) return 'right';
  return given.has(wanted === '0+' ? '0-' : '0+') || words.size > 3 ? 'wrong' : 'partly';
}
