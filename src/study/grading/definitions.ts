/**
 * Whether a definition in somebody's own words says what the key says. What is turned round, denied or said of another thing
 * is wrong. Else it counts how much of the key is there, by words of one meaning and by the sentence model, and how much
 * is said at all: little of it is a part.
 */
import { nearnessAmong } from '../../search/semantic/nearness.ts';
import { fold, stem } from '../../text/index.ts';
import { families, type Member } from '../facts/families.ts';
import { grammar } from '../facts/grammar.ts';
import { contentStems } from '../facts/terms.ts';
import type { Verdict } from '../types.ts';
import { canonical, canonicalStems, opposes } from './cleaning.ts';
import { valuesIn } from './reading.ts';
import { inUnit } from './units.ts';
import { answerWords } from './words.ts';

/** Covering and likeness together: from here on the answer is about the same. */
const ABOUT = 1.1;
/** Words said for each word of the key, and how much of it they cover: with less it is a part. */
const WHOLE = 0.58;
const COVERED = 0.55;
/** Nearly all that is said stands in the key, and it is about the same: a part, however short. */
const WITHIN = 0.8;
const LIKE = 0.45;
/** A short answer that keeps within the key says what kind of thing it is. */
const SHORT = 0.55;
const GENUS = 0.5;
/** Two words with less in common have nothing to do with each other. */
const STRANGE = 0.28;
/** Of a few words each counts. */
const FEW = 5;

export function gradeDefinition(key: string, said: string, question: string): Verdict {
  if (isFormula(said, question)) return 'right';
  if (contradicts(key, said)) return 'wrong';
  const [own, given] = [wordsOf(key), wordsOf(said)];
  if (own.length === 0 || given.length === 0) return 'wrong';
  const near = nearnessAmong([key, said, ...own, ...given]);
  const found = own.map((word) => Math.max(...given.map((other) => likeness(word, other, near))));
  const covered = found.map(softly).reduce((sum, each) => sum + each, 0) / own.length;
  if (near === undefined) return covered >= 0.8 ? 'right' : covered >= 0.45 ? 'partly' : 'wrong';
  const alike = near(key, said);
  if (covered + alike < ABOUT) {
    const within = given.filter((word) => own.some((other) => likeness(other, word, undefined) === 1)).length;
    if (within / given.length >= WITHIN && alike >= LIKE) return 'partly';
    return given.length > 1 &&
      given.length / own.length <= SHORT &&
      alike >= GENUS &&
      softWithin(given, own, near) >= GENUS
      ? 'partly'
      : 'wrong';
  }
  const lacks = own.length <= FEW && found.some((each) => each < STRANGE);
  return given.length / own.length < WHOLE || covered < COVERED || lacks ? 'partly' : 'right';
}

/** Turned round, denied, with another figure, or said of another thing. */
export function contradicts(key: string, said: string): boolean {
  return (
    opposes(key, said) ||
    opposes(canonical(key), canonical(said)) ||
    isTurned(key, said) ||
    isReversed(key, said) ||
    hasOtherFigures(key, said) ||
    namesAnother(key, said) ||
    isPerAnother(key, said)
  );
}

/** How much of what is said is about what the key says. */
function softWithin(given: readonly string[], own: readonly string[], near: (a: string, b: string) => number): number {
  const each = given.map((word) => softly(Math.max(...own.map((other) => likeness(other, word, near)))));
  return each.reduce((sum, one) => sum + one, 0) / given.length;
}

function wordsOf(text: string): string[] {
  const { small } = grammar();
  return [...new Set(fold(canonical(text)).match(/[\p{L}\p{N}]+/gu) ?? [])].filter((word) => !small.has(word));
}

function likeness(word: string, other: string, near: ((a: string, b: string) => number) | undefined): number {
  if (stem(word) === stem(other)) return 1;
  const isOneRoot =
    Math.min(word.length, other.length) > 4 &&
    (other.startsWith(word.slice(0, -1)) || word.startsWith(other.slice(0, -1)));
  return isOneRoot ? 1 : (near?.(word, other) ?? 0);
}

/** Cosines of single words begin at a quarter; from 0.7 on they mean the same. */
function softly(likeness: number): number {
  return Math.min(1, Math.max(0, (likeness - 0.25) / 0.45));
}

function hasOtherFigures(key: string, said: string): boolean {
  const [own, given] = [valuesIn(key), valuesIn(said)];
  if (own.length === 0 || given.length === 0) return false;
  const near = (a: number, b: number) => Math.abs(a - b) <= Math.abs(b) * 0.05;
  return !own.some((figure) =>
    given.some((other) => {
      const [low, high] = [inUnit(other.low, other.unit, figure.unit), inUnit(other.high, other.unit, figure.unit)];
      return near(low ?? other.low, figure.low) && near(high ?? other.high, figure.high);
    }),
  );
}

/** "alpha cells" where the key has beta cells: another one of the family stands in its place. */
function namesAnother(key: string, said: string): boolean {
  const [own, given] = [membersIn(key), membersIn(said)];
  return own.some(
    (member) =>
      !given.some((other) => other.id === member.id || families().areNested(member, other)) &&
      given.some(
        (other) =>
          other.families.some((family) => member.families.includes(family)) &&
          !own.some((each) => each.id === other.id || families().areNested(each, other)),
      ),
  );
}

/** "each beat" where the key has "per minute": so much of another thing. */
function isPerAnother(key: string, said: string): boolean {
  const [own, given] = [perWhat(key), perWhat(said)];
  return own.size > 0 && given.size > 0 && ![...given].some((word) => own.has(word));
}

const TIMES = new Set(['minut', 'hour', 'dai', 'week', 'month', 'year', 'second', 'time', 'unit', 'period']);

function perWhat(text: string): Set<string> {
  const found = fold(text).matchAll(
    /\b(?:per|each|every|with one|in one|a single) (?:single |normal |unit |one )?(\p{L}+)/gu,
  );
  return new Set(
    Array.from(found, ([, word]) => stem(word as string)).map((word) =>
      TIMES.has(word) ? 'time' : word.replace(/^heartbeat$/, 'beat'),
    ),
  );
}

/** "from high to low" where the key has "from low to high": it begins where the key ends. */
function isReversed(key: string, said: string): boolean {
  const way = (text: string) =>
    /\bfrom (?:an? |the )?(\p{L}+)[^.;,]*? to (?:an? |the )?(\p{L}+)/u.exec(canonical(text).replace(/s\b/g, ''));
  const [own, given] = [way(key), way(said)];
  return own !== null && given !== null && own[1] !== own[2] && stem(own[2]!) === stem(given[1]!);
}

const LONGEST_NAME = 5;

function membersIn(text: string): Member[] {
  const words = text.split(/[\s,;:()]+/).filter((word) => word !== '');
  const found: Member[] = [];
  for (let from = 0; from < words.length; from++)
    for (let to = Math.min(words.length, from + LONGEST_NAME); to > from; to--) {
      const member = families().byName(
        words
          .slice(from, to)
          .join(' ')
          .replace(/[.!?]+$/, ''),
      );
      if (member === undefined) continue;
      found.push(member);
      from = to - 1;
      break;
    }
  return found;
}

/** A measure by what it is computed from: "TP / (TP + FN)" where sensitivity is asked for. */
function isFormula(said: string, question: string): boolean {
  const written = formulaOf(said);
  const asked = ` ${fold(question)} `;
  return answerWords().formulas.some(
    ({ of, written: forms }) =>
      asked.includes(of) &&
      forms.some((form) => formulaOf(form) === written || written.endsWith(`=${formulaOf(form)}`)),
  );
}

function formulaOf(text: string): string {
  return fold(text)
    .replace(/\bdivided by\b|\bover\b|÷/g, '/')
    .replace(/\btimes\b|\bmultiplied by\b|×|·|\bx\b/g, '*')
    .replace(/\bminus\b|[−–]/g, '-')
    .replace(/\bplus\b/g, '+')
    .replace(/²/g, '2')
    .replace(/[\s[\]^]|\bthe\b/g, '');
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
