/**
 * Who is named in what somebody wrote, with or without a word that says so. A name is a run of words with capitals that are
 * nothing else we know (an illness, a medicine, who an illness is called after, a house, a place, an ordinary word), where a
 * person stands; a given name or one of the house's own patients needs less. Words: people.yml.
 */
import { openCatalogue } from '../clinical/catalogue/index.ts';
import { fold } from '../text/index.ts';
import { isAlsoWord, isOfMedicine, peopleWords, type Sort, sortOf } from './people-words.ts';

/** Of each patient of the house whose name has one of these words, those words. Who else there is, nobody is told. */
export type Roster = (words: readonly string[]) => readonly (readonly string[])[];

export interface Named {
  readonly text: string;
  /** Of it, what names the same person by itself. */
  readonly parts: readonly string[];
}

interface Word {
  readonly text: string;
  readonly plain: string;
  readonly start: number;
  readonly end: number;
  readonly isCapital: boolean;
  readonly isShouted: boolean;
  readonly isOwning: boolean;
  readonly isHead: boolean;
  readonly sort: Sort;
}

const nobody: Roster = () => [];

export function peopleIn(text: string, roster: Roster = nobody): Named[] {
  const found: Named[] = [];
  for (let from = 0; from < text.length; from += PIECE)
    found.push(...peopleInPiece(text.slice(from, from + PIECE), roster));
  return found;
}

/** Longer than nearly any request: what is longer is read piece by piece. */
const PIECE = 20_000;

function peopleInPiece(text: string, roster: Roster): Named[] {
  const words = wordsOf(text, roster);
  const isTitled = words.length > 7 && words.filter(({ isCapital }) => isCapital).length > words.length * 0.7;
  const found: Named[] = [];
  for (let at = 0; at < words.length; at++) {
    const length = nameAt(words, at, { text, isTitled });
    if (length === 0) continue;
    const name = words.slice(at, at + length);
    const bare = ({ text, isOwning }: Word) => (isOwning ? text.slice(0, -2) : text);
    const last = name.at(-1)!;
    found.push({
      text: text.slice(name[0]!.start, last.start + bare(last).length),
      parts: name.filter(isNaming).map(bare),
    });
    at += length - 1;
  }
  return found;
}

/** By itself, elsewhere in the same text, it names nobody if it is a word: "Young adults". */
function isNaming({ sort, plain }: Word): boolean {
  return NAMING.has(sort) && plain.length > 2 && !isAlsoWord(plain);
}

const NAMING: ReadonlySet<Sort> = new Set(['patient', 'given', 'surname', 'unknown']);

const WORD = /\p{L}[\p{L}\p{M}'’-]*/gu;
const plainOf = (word: string) => fold(word.replace(/['’]s?$/, ''));
const askedFor = (plains: readonly string[]) => [...new Set(plains.filter((word) => word.length > 1))];

/** What a roster is asked for on account of a text. */
export function plainWordsIn(text: string): string[] {
  return askedFor([...text.matchAll(WORD)].map(([word]) => plainOf(word)));
}

function wordsOf(text: string, roster: Roster): Word[] {
  const cut = [...text.matchAll(WORD)];
  const plains = cut.map(([word]) => plainOf(word));
  const ours = roster(askedFor(plains));
  // A whole name is one of ours in any case; a part of one only where nothing else is meant by it.
  const isOurs = (at: number) => {
    const near = [plains[at - 2], plains[at - 1], plains[at + 1], plains[at + 2]];
    return ours.some(
      (name) => name.includes(plains[at]!) && name.some((part) => part !== plains[at] && near.includes(part)),
    );
  };
  const parts = new Set(ours.flat());
  const ofTerm = new Uint8Array(text.length);
  for (const { start, end } of openCatalogue().find(text))
    if (/\s/.test(text.slice(start, end))) ofTerm.fill(1, start, end);
  const sortAt = oncePerWord();
  return cut.map(({ 0: word, index }, at) => {
    const isCapital = /^\p{Lu}[\p{L}\p{M}'’-]*\p{Ll}/u.test(word);
    const plain = plains[at]!;
    const isHead = index === 0 || HEAD.test(text.slice(Math.max(0, index - 4), index));
    const common = sortAt(word, plain, isHead, ofTerm[index] === 1);
    const isPart = parts.has(plain) && isCapital && !isAlsoWord(plain) && common !== 'plain' && common !== 'eponym';
    return {
      ...{ text: word, plain, start: index, end: index + word.length, isCapital },
      isShouted: word.length > 1 && /^[\p{Lu}'’-]+$/u.test(word),
      isOwning: /['’]s$/.test(word),
      isHead,
      sort: isOurs(at) || isPart ? 'patient' : common,
    };
  });
}

/** The same word is of the same sort wherever it stands in a text. */
function oncePerWord(): typeof sortOf {
  const known = new Map<string, Sort>();
  return (word, plain, isHead, isOfTerm) => {
    const key = `${word}\n${isHead}\n${isOfTerm}`;
    const sort = known.get(key) ?? sortOf(word, plain, isHead, isOfTerm);
    known.set(key, sort);
    return sort;
  };
}

const HEAD = /(?:[.!?:;\n]|[-*•]|\d\.)\s*["“(]?$/;

interface Place {
  readonly text: string;
  readonly isTitled: boolean;
}

/** How many words from here on are one person's name; 0 for none. */
function nameAt(words: readonly Word[], at: number, place: Place): number {
  const turned = turnedName(words, at, place);
  if (turned > 0) return turned;
  const length = runFrom(words, at, place.text);
  const name = words.slice(at, at + length);
  if (length === 0 || isElse(words, at, length, place.text)) return 0;
  const has = (sort: Sort) => name.some((word) => word.sort === sort);
  // "Kárpáthy" ends like an illness: a name it is where only a person can stand.
  const isOwned = has('given') || has('patient');
  if (has('like a medicine') && !isOwned && (length === 1 || !isAlone(words, at + length, place.text))) return 0;
  const isBeside = stands(words, at, length, place.text);
  if (has('patient')) return length;
  if (has('given')) return name.some(({ isCapital, isShouted }) => isCapital || isShouted) || isBeside ? length : 0;
  if (place.isTitled) return 0;
  const [first] = name;
  const others = name.slice(1);
  if (first!.sort === 'maybe given') {
    const isFollowed = others.some(({ sort }) => sort === 'surname' || sort === 'unknown' || sort === 'eponym');
    return (isFollowed && (!first!.isHead || isBeside)) || (isBeside && !first!.isHead) ? length : 0;
  }
  if (length > 1 && !name.every(({ sort }) => sort === 'eponym')) return isBeside ? length : 0;
  return isAlone(words, at + length, place.text) && first!.sort !== 'eponym' ? length : 0;
}

/** Words side by side that can make up a name; behind a given name any word with a capital that is none of medicine. */
function runFrom(words: readonly Word[], at: number, text: string): number {
  const first = words[at]!;
  const isNamed = ({ sort }: Word) => sort === 'given' || sort === 'maybe given' || sort === 'patient';
  const isWritten = ({ isCapital, isShouted, sort }: Word) => isCapital || isShouted || sort === 'initial';
  const canBegin =
    first.sort === 'patient' ||
    (first.sort === 'given' && first.plain.length > 2) ||
    (isWritten(first) && !first.isShouted && !['plain', 'particle'].includes(first.sort));
  if (!canBegin) return 0;
  let length = 1;
  let last = 1;
  while (length < MOST_PARTS && at + length < words.length) {
    const [before, next] = [words[at + length - 1]!, words[at + length]!];
    const gap = text.slice(before.end, next.start);
    if (before.isOwning || !(gap === ' ' || (before.sort === 'initial' && /^\.? ?$/.test(gap)))) break;
    const isSurname =
      isNamed(first) && next.isCapital && next.sort === 'plain' && !isOfMedicine(next.plain) && !isThing(next);
    const isLower = first.sort === 'given' && !first.isCapital && ['surname', 'eponym', 'unknown'].includes(next.sort);
    // "Sarah Malone has …", and not "Give Sarah Dorsemab".
    const isOfPerson = isNamed(first) && !peopleWords().giving.has(words[at - 1]?.plain ?? '');
    const isLikely = next.sort !== 'like a medicine' || isOfPerson || isAlone(words, at + length + 1, text);
    const isPart =
      next.sort === 'patient' || isLower || isSurname || (isWritten(next) && next.sort !== 'plain' && isLikely);
    if (!isPart && next.sort !== 'particle') break;
    length++;
    if (next.sort !== 'particle') last = length;
  }
  return last === 1 && first.sort === 'initial' ? 0 : last;
}

const NO_NAMES: readonly Sort[] = ['plain', 'initial', 'particle', 'like a medicine'];
const MOST_PARTS = 6;
const SAINT = /^(?:St|Ste|Saint|San|Santa|Sankt)$/;
const isThing = ({ plain }: Word) =>
  peopleWords().things.has(plain) || peopleWords().works.has(plain) || peopleWords().houses.has(plain);

/** "Marsh, Elena": one behind the other the wrong way round, where the second is a given name or years follow. */
function turnedName(words: readonly Word[], at: number, { text }: Place): number {
  const [first, second] = [words[at]!, words[at + 1]];
  if (second === undefined || text.slice(first.end, second.start) !== ', ' || first.isOwning) return 0;
  const isName = (word: Word) => (word.isCapital || word.isShouted) && !NO_NAMES.includes(word.sort);
  if (!isName(first) || !isName(second) || first.sort === 'given') return 0;
  const length = 1 + Math.max(1, runFrom(words, at + 1, text));
  const isGiven = second.sort === 'given' || second.sort === 'patient' || second.sort === 'maybe given';
  if (first.isHead && !isGiven) return 0;
  const follows = text.slice(words[at + length - 1]!.end);
  return isGiven || YEARS.test(follows) ? length : 0;
}

/** ", 58", " (58 F", ", a 58-year-old", ", born": of no medicine. */
const YEARS =
  /^\s*[,(]\s*(?:\(?(?:an?\s+)?(?:[1-9]\d?|1[01]\d)(?!\d|[.,]\d|\s?(?:mg|g|ml|%|weeks?|days?|trials?|patients?|studies))|born\b|dob\b)/i;

/** Where a person stands: behind or before what is said of people, with years, or owning something. */
function stands(words: readonly Word[], at: number, length: number, text: string): boolean {
  const [first, last] = [words[at]!, words[at + length - 1]!];
  const [before, next] = [words[at - 1], words[at + length]];
  const isBehind =
    before !== undefined &&
    peopleWords().before.has(before.plain) &&
    /^[,:]?\s+$/.test(text.slice(before.end, first.start));
  const isBefore =
    next !== undefined && peopleWords().after.has(next.plain) && /^,?\s+\(?$/.test(text.slice(last.end, next.start));
  return isBehind || isBefore || last.isOwning || YEARS.test(text.slice(last.end));
}

/** One word that nobody knows is a person only where nothing else could stand. */
function isAlone(words: readonly Word[], next: number, text: string): boolean {
  const follows = text.slice(words[next - 1]!.end);
  return peopleWords().onlyPeople.test(follows) || YEARS.test(follows);
}

/** Named, and no patient: an illness or a work called after somebody, who wrote something, who is written to. */
function isElse(words: readonly Word[], at: number, length: number, text: string): boolean {
  const name = words.slice(at, at + length);
  const [before, next, last] = [words[at - 1], words[at + length], name.at(-1)!];
  const { titles, things, works, written } = peopleWords();
  const isOurs = name.filter(({ sort }) => sort === 'patient').length > 1;
  const isBeside = next !== undefined && /^[\s-]+$/.test(text.slice(last.end, next.start));
  const isOfEponyms = name.every(({ plain }) => peopleWords().eponyms.has(plain));
  const isGiven = name.some(({ sort }) => sort === 'given' || sort === 'patient');
  if (isBeside && things.has(next.plain) && (isOfEponyms || !isGiven)) return true;
  if (isBeside && next.isCapital && !isGiven && isOfMedicine(next.plain)) return true;
  if (isBeside && works.has(next.plain) && !last.isOwning && !isOurs) return true;
  if (isOfEponyms && !isOurs && (length > 1 || !isGiven)) return true;
  if (name.every(({ plain }) => peopleWords().houses.has(plain)) && !isAlone(words, at + length, text)) return true;
  if (/^\s*,?\s*(?:et\s+al\b|and\s+colleagues\b)/i.test(text.slice(last.end))) return true;
  // "Anna Weber at weber@uni.example", "Prof. Berg (berg@uni.example)".
  if (/^\s*(?:at\s+|[,(<:]\s*|\()?[\w.+-]{1,64}@[\w-]/.test(text.slice(last.end))) return true;
  // "San Marino", "St Gallen".
  if (length > 1 && SAINT.test(name[0]!.text) && !isGiven) return true;
  if (before === undefined) return false;
  const isNear = /^\.?\s+$/.test(text.slice(before.end, name[0]!.start));
  if (isNear && (titles.has(before.plain) || SAINT.test(before.text))) return true;
  return isNear && before.plain === 'by' && written.has(words[at - 2]?.plain ?? '');
}
