/**
 * "Deficiency of porphobilinogen deaminase", "antibodies against desmoglein 3": a head and the thing that it is of. The thing decides:
 * who names another is wrong however alike the words are; who names it alone, or only the head, says a part.
 */
import { fold } from '../../text/index.ts';
import { areKin, isCommonWord } from '../../text/lexicon.ts';
import { grammar } from '../facts/grammar.ts';
import { namesOf } from '../facts/names.ts';
import { contentStems } from '../facts/terms.ts';
import type { Verdict } from '../types.ts';
import { canonical, opposes, sidesOf } from './cleaning.ts';
import { areOneRoot } from './sound.ts';
import { isNear } from './spelling.ts';
import { answerWords } from './words.ts';

interface Phrase {
  readonly head: readonly string[];
  readonly thing: readonly string[];
}

const OF =
  /^(?:an? |the )?(\p{L}[\p{L} -]{2,40}?) (?:of|against|to|in) (?:the |an? )?([\p{L}\p{N}][\p{L}\p{N} ’'/-]{2,60})$/u;
const CLAUSE =
  /\b(?:in|the|its|their|less|more|below|above|and|or|that|which|who|of|by|with|without|from|to|into|during|after|before|because|on|at|for|as|than|is|are)\b/i;
const MOST = { head: 2, thing: 4 };

/** Undefined for any text that is more than that, and for things that are called by common words. */
function readPhrase(text: string): Phrase | undefined {
  const [, head = '', thing = ''] = OF.exec(text.trim()) ?? [];
  if (head === '' || CLAUSE.test(head) || CLAUSE.test(thing)) return undefined;
  const phrase = { head: wordsOf(head), thing: wordsOf(thing) };
  if (!phrase.head.some((word) => answerWords().phraseHeads.has(fold(word)))) return undefined;
  if (phrase.head.length === 0 || phrase.head.length > MOST.head || phrase.thing.length > MOST.thing) return undefined;
  return phrase.thing.some(isTelling) ? phrase : undefined;
}

/** Undefined where the key is no such phrase, or the answer says it in a way that is not understood here. */
export function gradePhrase(key: string, said: string, question: string): Verdict | undefined {
  const own = readPhrase(key);
  if (own === undefined) return undefined;
  const given = wordsOf(said.replace(/^(?:it is |it's )?(?:due to|because of|caused by|from|by)\s+/i, ''));
  if (given.length === 0 || given.length > MOST_GIVEN || /\b(?:or|and|but)\b/i.test(said)) return undefined;
  const names = [own.thing, ...namesOf(own.thing.join(' ')).map(wordsOf)];
  const meant = names.find((name) => saysThing(name, given));
  const rest = given.filter((word) => !meant?.some((each) => areOneWord(each, word)));
  const isHead = saysHead(own.head, said, rest);
  if (meant === undefined && !isHead) return undefined;
  if (meant === undefined && namesAnother(own.thing, rest, question)) return 'wrong';
  // "An enzyme deficiency": of what kind it is, and not of what.
  if (meant === undefined) return rest.some((word) => answerWords().generic.has(fold(word))) ? 'partly' : undefined;
  if (opposes(key, said) || opposes(own.head.join(' '), rest.join(' '))) return 'wrong';
  if (isHead) return 'right';
  return rest.length === 0 ? 'partly' : undefined;
}

const MOST_GIVEN = 9;
const MOST_OF_THING = 0.6;

/** All of its words; of a long name most of them, the first and the last among them: "C1 inhibitor" for C1 esterase inhibitor. */
function saysThing(name: readonly string[], given: readonly string[]): boolean {
  const isSaid = (word: string | undefined) => word !== undefined && given.some((other) => areOneWord(word, other));
  if (name.every(isSaid)) return true;
  const said = name.filter(isSaid).length;
  return name.length > 2 && isSaid(name[0]) && isSaid(name.at(-1)) && said >= name.length * MOST_OF_THING;
}

function wordsOf(text: string): string[] {
  const { small } = grammar();
  const words = text.match(/[\p{L}\p{N}]+(?:[’'][\p{L}]+)?/gu) ?? [];
  return words.filter((word) => !small.has(word.toLowerCase()) || /^(?:not|too|little|much|no)$/i.test(word));
}

/** A name, and no word of every day. */
function isTelling(word: string): boolean {
  return /\d/.test(word) || /^\p{Lu}{2,}/u.test(word) || (word.length > 4 && !isCommonWord(fold(word)));
}

function saysHead(head: readonly string[], said: string, rest: readonly string[]): boolean {
  const same = (word: string) =>
    rest.some((other) => areOneWord(word, other) || areKin(fold(word), fold(other)) || areOneRoot(word, other));
  if (head.every(same)) return true;
  const canonicalRest = contentStems(canonical(rest.join(' ')));
  if ([...contentStems(canonical(head.join(' ')))].every((word) => canonicalRest.has(word))) return true;
  // "Not enough of it" is a lack.
  const plain = fold(said)
    .replace(/\b(?:not|never|isn['’]t) enough\b|\btoo little\b|\bno\b/g, 'lack')
    .replace(/\btoo much\b/g, 'excess');
  const [wanted, given] = [sidesOf(head.join(' ')), sidesOf(plain)];
  return [...wanted].some((side) => given.has(side));
}

/** "O2" is oxygen: what is short may be a sign for the thing. */
const SHORTEST = 4;

/** Another name stands where the thing should be, and nothing of the thing is left but its kind. */
function namesAnother(thing: readonly string[], rest: readonly string[], question: string): boolean {
  const asked = contentStems(question);
  const hasNumber = thing.some((own) => /\d/.test(own));
  const isNew = (word: string) =>
    (/\d/.test(word) ? hasNumber : word.length > SHORTEST && isTelling(word)) &&
    !thing.some((own) => areOneWord(own, word)) &&
    !answerWords().generic.has(fold(word)) &&
    ![...contentStems(word)].every((stem) => asked.has(stem));
  return rest.some(isNew);
}

/** As it is written, near enough, or by letters of it: "PBG" for porphobilinogen. */
function areOneWord(own: string, given: string): boolean {
  const [a, b] = [fold(own), fold(given)];
  return a === b || areOneStem(a, b) || areOneRoot(a, b) || isNear(b, a) || isLettersOf(given, a);
}

function areOneStem(a: string, b: string): boolean {
  const [one, other] = [[...contentStems(a)][0], [...contentStems(b)][0]];
  return one !== undefined && one === other;
}

/** Letters of one long word in their order, from its first on. */
export function isLettersOf(short: string, word: string): boolean {
  if (!/^\p{Lu}{2,4}$/u.test(short) || word.length < short.length * 3) return false;
  let at = 0;
  for (const letter of short.toLowerCase()) {
    const found = word.indexOf(letter, at);
    if (found === -1 || (at === 0 && found !== 0)) return false;
    at = found + 1;
  }
  return true;
}
