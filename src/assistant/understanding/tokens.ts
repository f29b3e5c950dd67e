/** Words of a message: as they stand, as they were meant (a slip of the key mended), and the plain forms that they may be of. */
import { editDistance, isOneEdit } from '../../text/index.ts';
import { wordSet } from './words.ts';

export interface Token {
  /** In lower case, and mended where it was misspelt. */
  readonly word: string;
  readonly start: number;
  readonly end: number;
  /** Whether it was written with a capital. */
  readonly capital?: boolean;
  /** The word and the plain forms that it may be of: "bought" is of "buy". */
  readonly forms: readonly string[];
}

const WORD =
  /(?<![\p{N}-])\d{1,2}(?:[:.]\d{2})?(?:am|pm)?(?=[-–]\d{1,2}(?:[:.]\d{2})?(?:am|pm)?(?![\p{L}\p{N}-]))|(?:[\p{L}\p{N}_.+-]+\/)+[\p{L}\p{N}_.+-]+|\d{1,2}\/\d{1,2}(?:\/\d{2,4})?|w\/(?=\s)|[\p{L}\p{N}]+(?:[''’.:_@-][\p{L}\p{N}]+)*|[^\s\p{L}\p{N}]/gu;

/** Written without their mark. */
const CONTRACTED = wordSet('contracted');

function withMark(word: string): string {
  const marked = word.replace(/(?<=n)t$|(?<=[a-z])(?:ve|ll|re|m|s|d)$/, "'$&");
  return CONTRACTED.has(word) ? marked : word;
}

export function plainTokens(text: string): { word: string; start: number; end: number; capital: boolean }[] {
  return [...text.matchAll(WORD)].map(({ 0: word, index }) => ({
    word: withMark(word.toLowerCase().replace(/[’‘]/g, "'")),
    start: index,
    end: index + word.length,
    capital: /^\p{Lu}/u.test(word),
  }));
}

export interface Speller {
  /** Words that need no mending. */
  knows(word: string): boolean;
  /** Words that others may have been meant to be. */
  readonly aims: ReadonlyMap<number, readonly string[]>;
}

export function readTokens(text: string, speller: Speller, irregular: ReadonlyMap<string, string>): Token[] {
  return plainTokens(text).map(({ word, start, end, capital }, at) => {
    // A name in the middle of a sentence is spelt as it is spelt.
    const isName = at > 0 && /^\p{Lu}/u.test(text.slice(start, end)) && !/[.!?]\s*$/.test(text.slice(0, start));
    const meant = isName && !isTimeName(word) ? word : mend(word, speller);
    return { word: meant, start, end, capital, forms: formsOf(meant, irregular) };
  });
}

/** "Remnd" was meant to be "remind": one slip from four letters on, two from eight on, and nothing else as near. */
function mend(word: string, speller: Speller): string {
  if (word === 'teh') return 'the';
  if (word.length < 4 || !/^[a-z']+$/.test(word) || speller.knows(word)) return word;
  const near: string[] = [];
  for (const length of [word.length - 1, word.length, word.length + 1])
    for (const aim of speller.aims.get(length) ?? []) if (isSlip(word, aim)) near.push(aim);
  if (near.length === 1) return near[0]!;
  if (near.length > 1) return near.find((aim) => isSwap(word, aim)) ?? near.find((aim) => aim[0] === word[0]) ?? word;
  if (word.length < 8) return word;
  for (const length of [word.length - 2, word.length - 1, word.length, word.length + 1, word.length + 2])
    for (const aim of speller.aims.get(length) ?? [])
      if (aim.length > 6 && aim[0] === word[0] && editDistance(word, aim, { limit: 2 }) <= 2) return aim;
  return word;
}

/** Days and months are written large too. */
function isTimeName(word: string): boolean {
  return /day$|^(?:jan|feb|mar|apr|jun|jul|aug|sep|oct|nov|dec)/.test(word);
}

/** In a short word only a swap of letters or a letter left out is believed. */
function isSlip(word: string, aim: string): boolean {
  if (!isOneEdit(word, aim)) return false;
  if (isSwap(word, aim)) return true;
  if (word.length === aim.length) return word.length > 5 && word[0] === aim[0];
  return word[0] === aim[0] && word.length > 4;
}

function isSwap(word: string, aim: string): boolean {
  return word.length === aim.length && [...word].toSorted().join('') === [...aim].toSorted().join('');
}

/** What a word may be a form of. Too many rather than too few: they are only looked up. */
export function formsOf(word: string, irregular: ReadonlyMap<string, string>): string[] {
  const forms = new Set([word]);
  const known = irregular.get(word);
  if (known !== undefined) forms.add(known);
  const plain = word.replace(/'s?$/, '');
  if (plain !== word) forms.add(plain);
  const endings: readonly [RegExp, readonly string[]][] = [
    [/(?<=\w{2})ies$/, ['y']],
    [/(?<=\w{2})es$/, ['', 'e']],
    [/(?<=\w{2}[^s])s$/, ['']],
    [/(?<=\w{2})ied$/, ['y']],
    [/(?<=\w{2})ed$/, ['', 'e']],
    [/(?<=\w{2})ing$/, ['', 'e']],
  ];
  for (const [ending, tails] of endings)
    if (ending.test(plain))
      for (const tail of tails) {
        const base = plain.replace(ending, '') + tail;
        forms.add(base);
        if (tail === '' && /([bdfgklmnprt])\1$/.test(base)) forms.add(base.slice(0, -1));
      }
  return [...forms];
}

const SHORT = /^(?:dr|mr|mrs|ms|prof|st|e\.g|i\.e|no|a\.m|p\.m|approx|vs)$/;

/** Whether a sentence ends with this token; "Dr." ends none. */
export function endsSentence(tokens: readonly Token[], at: number): boolean {
  const word = tokens[at]?.word ?? '';
  // "Zeb!77": what goes on without a space is one word.
  const [before, next] = [tokens[at - 1], tokens[at + 1]];
  const isInside =
    before?.end === tokens[at]?.start && next?.start === tokens[at]?.end && /[\p{L}\p{N}]/u.test(next!.word);
  return /^[.!?;]$/.test(word) && !isInside && !(word === '.' && SHORT.test(tokens[at - 1]?.word ?? ''));
}
