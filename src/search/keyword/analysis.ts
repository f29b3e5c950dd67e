/**
 * English text to terms, as Lucene's English analyser sees it: words by the Unicode rules, case and accents folded, the
 * possessive dropped, stop words left out, Porter's stems.
 */
import { porterStem } from './porter.ts';

export interface Token {
  readonly term: string;
  readonly start: number;
  readonly end: number;
}

/** The terms of a text with where they stand. */
export function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  for (const match of text.matchAll(WORD)) {
    const term = termOf(match[0]);
    if (term !== undefined) tokens.push({ term, start: match.index, end: match.index + match[0].length });
  }
  return tokens;
}

/** The terms alone: what indexing needs. */
export function termsOf(text: string): string[] {
  const terms: string[] = [];
  for (const word of text.match(WORD) ?? []) {
    const term = termOf(word);
    if (term !== undefined) terms.push(term);
  }
  return terms;
}

/** Letters, digits and marks; a full stop or apostrophe inside a word and a comma inside a number belong to it. */
const WORD = /[\p{L}\p{N}\p{M}_]+(?:(?:(?<=\p{L})['’.](?=\p{L})|(?<=\p{N})[.,'’](?=\p{N}))[\p{L}\p{N}\p{M}_]+)*/gu;

/** A word of this length is no word: a hash, a key, a line of base64. */
const LONGEST_WORD = 64;
const REMEMBERED = 200_000;
const remembered = new Map<string, string | undefined>();

function termOf(word: string): string | undefined {
  if (remembered.has(word)) return remembered.get(word);
  const term = analyse(word);
  if (remembered.size >= REMEMBERED) remembered.clear();
  remembered.set(word, term);
  return term;
}

function analyse(word: string): string | undefined {
  if (word.length > LONGEST_WORD) return undefined;
  const folded = fold(word).replace(/['’]s$/, '');
  if (folded === '' || STOP_WORDS.has(folded)) return undefined;
  return /^[a-z]+$/.test(folded) ? porterStem(folded) : folded;
}

function fold(word: string): string {
  const lower = word.toLowerCase();
  return /^[\x00-\x7f]*$/.test(lower) ? lower : lower.normalize('NFKD').replace(/\p{M}/gu, '');
}

const STOP_WORDS = new Set(
  (
    'a an and are as at be but by for if in into is it no not of on or such that the their then there these they ' +
    'this to was will with'
  ).split(' '),
);
