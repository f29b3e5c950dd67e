/** Whether an answer names the thing that the key names: by any name, short form, clipping, or spelling near enough. */
import { openCatalogue } from '../../clinical/catalogue/index.ts';
import { editDistance, fold } from '../../text/index.ts';
import { families } from '../facts/families.ts';
import { isWiderName } from '../facts/names.ts';
import { contentStems, termKey, withoutArticle } from '../facts/terms.ts';
import { type Thing, thingOf } from '../facts/things.ts';
import type { Verdict } from '../types.ts';
import { canonical, canonicalKey, cleanAnswer, inLetters, opposes, sidesOf } from './cleaning.ts';
import { areOneRoot, soundAlike } from './sound.ts';
import { answerWords } from './words.ts';

export function gradeTerm(keys: readonly string[], answer: string, question: string): Verdict {
  const things = keys.map((key) => thingOf(key));
  const right = things[0] as Thing;
  const names = [...new Set([...keys, ...things.flatMap((thing) => thing.names)])]
    .map(withoutArticle)
    .filter((name) => !isWiderPart(name, keys));
  const said = withoutDenied(answer, names);
  if (names.some((name) => squeezed(name) === squeezed(said))) return 'right';
  const much = bestOf(names.map((name) => saysMuchOf(name, said)));
  if (much !== 'wrong') return much;
  if (names.some((name) => isShortFor(said, name, names))) return 'right';
  if (isOtherThing(said, right, names)) return isWiderOrNarrower(right, said, question) ? 'partly' : 'wrong';
  if (names.some((name) => includesTerm(said, name) || isClipped(said, name)))
    return isRefused(said, names) ? 'wrong' : addsOther(said, right, question) ? 'partly' : 'right';
  if (opposes(keys[0] as string, said)) return 'wrong';
  if (names.some((name) => isMisspelled(said, name)))
    return isRefused(said, names) ? 'wrong' : addsOther(said, right, question) ? 'partly' : 'right';
  if (answerWords().negation.test(said)) return 'wrong';
  if (names.some((name) => isEpithet(said, name))) return 'right';
  if (isWiderOrNarrower(right, said, question)) return 'partly';
  if (isDirection(keys[0] as string, said)) return 'right';
  const asIs = (text: string) => text;
  return bestOf(
    [asIs, canonical].flatMap((form) =>
      names.map((name) => compareWords(name, said, names.some(isSpecies) ? '' : question, form)),
    ),
  );
}

/** "acidosis" goes for metabolic acidosis in a record; where that is asked for it is the wider term. */
function isWiderPart(name: string, keys: readonly string[]): boolean {
  return termKey(keys[0] as string).endsWith(` ${termKey(name)}`);
}

/** "HHV4" is HHV-4, "gamma amino butyric acid" gamma-aminobutyric acid. */
function squeezed(text: string): string {
  return termKey(inLetters(text)).replaceAll(' ', '');
}

/** "portal, not the hepatic one": what is said not to be it says nothing more, unless it is the key. */
function withoutDenied(said: string, names: readonly string[]): string {
  const parts = said.split(/,|;|\bbut\b/i);
  const isDenied = (part: string) => /^\s*(?:and )?(?:not|rather than|instead of)\b/i.test(part);
  const kept = parts.filter((part) => !isDenied(part) || names.some((name) => includesTerm(part, name)));
  return kept.length === 0 || kept.length === parts.length ? said : kept.join(',').trim();
}

/** Of "Streptococcus pneumoniae" both words are the name, whatever the question says. */
function isSpecies(name: string): boolean {
  return /^\p{Lu}\p{Ll}+ \p{Ll}{4,}$/u.test(name);
}

/** "pylori": the second name of a species tells it. */
function isEpithet(said: string, name: string): boolean {
  return isSpecies(name) && isNear(fold(said), fold(name.split(' ')[1] as string));
}

function bestOf(verdicts: readonly Verdict[]): Verdict {
  return verdicts.includes('right') ? 'right' : verdicts.includes('partly') ? 'partly' : 'wrong';
}

/** The whole answer is the name of something else. */
function isOtherThing(said: string, right: Thing, names: readonly string[]): boolean {
  const other = thingOf(said);
  if (other.member === undefined && other.concept === undefined && !other.listed) return false;
  const own = new Set([...right.names, ...names].map(canonicalKey));
  return !other.names.some((name) => own.has(canonicalKey(name)));
}

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

/** "DVT" for "deep vein thrombosis", and the other way round. */
function isShortFor(said: string, name: string, names: readonly string[]): boolean {
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
  return initials(name).includes(short(said)) || (isCapital && initials(withoutArticle(said)).includes(short(name)));
}

/** "S. pneumoniae", "strep pneumo": the beginnings of the words, one after the other. */
function isClipped(said: string, name: string): boolean {
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
        ((wanted[index] as string).startsWith(word) && (word.length >= 3 || full > 0)),
    ) && given.some((word) => word.length >= 4)
  );
}

/** "not furosemide": named, and said not to be it. */
function isRefused(said: string, names: readonly string[]): boolean {
  const lower = fold(said);
  const places = names.map((name) => lower.indexOf(fold(name))).filter((index) => index >= 0);
  const at = places.length === 0 ? lower.length : Math.min(...places);
  // A denial ends where the next thing is said: "not glucagon but insulin".
  const near =
    lower
      .slice(Math.max(0, at - 25), at)
      .split(/,|\.|;|\bbut\b|\bso\b|\bit is\b|\bit's\b|\brather\b/)
      .at(-1) ?? '';
  return answerWords().negation.test(near);
}

const JOINTS = /,|;|\/|\bor\b|\band\b|\bplus\b|\bbut\b|\bnot\b/i;

/** A second thing of the same kind beside the right one. */
function addsOther(said: string, right: Thing, question: string): boolean {
  if (!JOINTS.test(said)) return false;
  return said.split(/,|;|\/|\bor\b|\band\b|\bplus\b|\bbut\b/i).some((part) => {
    const words = cleanAnswer(part);
    const thing = thingOf(words);
    if (words === '' || (thing.member === undefined && thing.concept === undefined && !thing.listed)) return false;
    if (answerWords().negation.test(part) || ` ${termKey(question)} `.includes(` ${termKey(words)} `)) return false;
    const same = thing.names.some((name) => right.names.some((each) => termKey(each) === termKey(name)));
    return !same && !isWiderOrNarrower(right, words, question);
  });
}

/** "raises it" for "increases": all that the key says is a direction. */
function isDirection(key: string, said: string): boolean {
  const [wanted, given] = [sidesOf(key), sidesOf(said)];
  return wanted.size > 0 && contentStems(key).size <= 1 && [...given].some((side) => wanted.has(side));
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

/** One letter in a short word, two in a long one; never into another thing's name. */
export function isMisspelled(said: string, name: string): boolean {
  return [canonicalKey, termKey].some((form) => isMisspelledAs(form(said).split(' '), form(name).split(' '), name));
}

function isMisspelledAs(given: readonly string[], wanted: readonly string[], name: string): boolean {
  if (wanted.join('').length < 5 || given.length < wanted.length || given.length > wanted.length + 6) return false;
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
  return given.join('') === wanted.join('');
}

function isNear(given: string, wanted: string): boolean {
  if (given === wanted) return true;
  if (wanted.length < 5 || /\d/.test(wanted) || opposes(wanted, given)) return false;
  if (soundAlike(given, wanted)) return true;
  // The first letter is seldom missed, and often tells two words apart.
  if (given[0] !== wanted[0] && !(given[0] === 'k' && wanted[0] === 'c'))
    return (
      editDistance(given.slice(0, 3), wanted.slice(0, 3), { limit: 1 }) === 1 &&
      given.slice(3) === wanted.slice(3) &&
      given.length === wanted.length &&
      /^s[ck]/.test(wanted)
    );
  const most = wanted.length >= 9 ? 2 : 1;
  return editDistance(given, wanted, { limit: most }) <= most;
}

function isWiderOrNarrower(right: Thing, said: string, question: string): boolean {
  const given = thingOf(said);
  const asked = contentStems(question);
  if (isWiderName(withoutArticle(said), right.names) && [...contentStems(said)].some((word) => !asked.has(word)))
    return true;
  const [own, other] = [canonicalKey(right.name), canonicalKey(said)];
  if (other.length > 3 && own.endsWith(` ${other}`)) return true;
  if (right.member !== undefined && given.member !== undefined && families().areNested(right.member, given.member))
    return true;
  if (right.concept === undefined || given.concept === undefined) return false;
  const catalogue = openCatalogue();
  return catalogue.isA(right.concept.id, given.concept.id) || catalogue.isA(given.concept.id, right.concept.id);
}

/** The words of a term in another order or form. What the question says, and nouns that need not be said, may be missing. */
function compareWords(name: string, said: string, question: string, form: (text: string) => string): Verdict {
  const { generic } = answerWords();
  const own = [...contentStems(form(name))];
  const spare = isSpecies(name)
    ? new Set<string>()
    : new Set([...contentStems(form(question)), ...contentStems([...generic].join(' '))]);
  const given = contentStems(form(said));
  if (own.length < 2 || given.size === 0) return 'wrong';
  const has = (word: string) =>
    given.has(word) || [...given].some((other) => (word.length > 5 && isNear(other, word)) || areOneRoot(other, word));
  const missing = own.filter((word) => !has(word));
  if (missing.length === own.length) return 'wrong';
  const found = own.filter(has);
  const isAllButSpare = missing.every((word) => spare.has(word)) && found.some((word) => !spare.has(word));
  const extra = [...given].filter(
    (word) => !own.some((each) => each === word || areOneRoot(each, word)) && !spare.has(word),
  ).length;
  if (isAllButSpare && extra <= 4) return 'right';
  // The thing itself, with another detail or none.
  const telling = found.filter((word) => !spare.has(word) && !answerWords().sides.has(word) && word.length > 4);
  if (telling.length * 2 >= own.length && extra <= 1 && !isSpecies(name)) return 'partly';
  // A part of the name and nothing else.
  return extra === 0 && found.some((word) => !spare.has(word) || word.length > 6) ? 'partly' : 'wrong';
}
