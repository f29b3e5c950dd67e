/**
 * English text to terms, as Lucene's English analyser sees it: words by the Unicode rules, case and accents folded, the
 * possessive dropped, stop words left out, Porter's stems. A name made of several words (PatientRepository,
 * patient_repository, beta-blocker, patient.repository) gives its words and, besides, itself written in one.
 */
import { porterStem, withoutAccents } from '../../text/index.ts';

export interface Token {
  readonly term: string;
  readonly start: number;
  readonly end: number;
  /** Another way to say what other tokens say already: no word of the text. */
  readonly extra: boolean;
}

/** The terms of a text with where they stand; a name before its words. */
export function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  for (const match of text.matchAll(WORD))
    for (const { start, end, ...token } of partsOf(match[0]))
      tokens.push({ ...token, start: match.index + start, end: match.index + end });
  return tokens;
}

/** The terms alone: what indexing needs. `extra`: names in one where their words are there, and words in names. */
export function termsOf(text: string): { words: string[]; extra: string[] } {
  const found: { words: string[]; extra: string[] } = { words: [], extra: [] };
  for (const word of text.match(WORD) ?? [])
    for (const { term, extra } of partsOf(word)) found[extra ? 'extra' : 'words'].push(term);
  return found;
}

/** Letters, digits and marks; a full stop, apostrophe or hyphen inside a word and a comma inside a number belong to it. */
const WORD =
  /[\p{L}\p{N}\p{M}_]+(?:(?:(?<=\p{L})['’.](?=\p{L})|(?<=\p{N})[.,'’](?=\p{N})|(?<=[\p{L}\p{N}])-(?=[\p{L}\p{N}]))[\p{L}\p{N}\p{M}_]+)*/gu;
/** Where the words of a name meet: signs between them, or a capital after a small letter or before one. */
const SEAM = /[_-]+|(?<=\p{L})\.(?=\p{L})|(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/u;
const SEAMS = new RegExp(SEAM, 'gu');

/** A word of this length is no word: a hash, a key, a line of base64. */
const LONGEST_WORD = 64;
const REMEMBERED = 200_000;
const remembered = new Map<string, readonly Token[]>();

function partsOf(word: string): readonly Token[] {
  let parts = remembered.get(word);
  if (parts === undefined) {
    parts = SEAM.test(word) ? splitName(word) : toToken(word, 0, word.length, false);
    if (remembered.size >= REMEMBERED) remembered.clear();
    remembered.set(word, parts);
  }
  return parts;
}

/** The name in one, then its words. Where those are hardly words (HbA1c, eGFR, mL, e.g.), it is itself the word. */
function splitName(name: string): Token[] {
  const spans = spansOf(name);
  const kept = spans.filter(({ start, end }) => end - start > 1 || standsAlone(name, start, end));
  const isName = kept.length > 1 && (/[._-]/.test(name) || kept.every(({ start, end }) => end - start > 2));
  const words = kept.flatMap(({ start, end }) => toToken(name.slice(start, end), start, end, !isName));
  if (spans.length < 2 || (isName && !/\p{L}/u.test(name))) return words.map((word) => ({ ...word, extra: false }));
  const joined = spans.map(({ start, end }) => name.slice(start, end)).join('');
  return [...toToken(joined, 0, name.length, isName), ...words];
}

function spansOf(name: string): { start: number; end: number }[] {
  const spans: { start: number; end: number }[] = [];
  let start = 0;
  for (const seam of name.matchAll(SEAMS)) {
    if (seam.index > start) spans.push({ start, end: seam.index });
    start = seam.index + seam[0].length;
  }
  if (start < name.length) spans.push({ start, end: name.length });
  return spans;
}

/** A single letter is a word between hyphens and the like (x-ray, vitamin_d), not within mL or e.g. */
function standsAlone(name: string, start: number, end: number): boolean {
  return [name[start - 1], name[end]].every((sign) => sign === undefined || sign === '-' || sign === '_');
}

function toToken(word: string, start: number, end: number, extra: boolean): Token[] {
  const term = analyse(word);
  return term === undefined ? [] : [{ term, start, end, extra }];
}

function analyse(word: string): string | undefined {
  if (word.length > LONGEST_WORD) return undefined;
  const folded = withoutAccents(word.toLowerCase()).replace(/['’]s$/, '');
  if (folded === '' || STOP_WORDS.has(folded)) return undefined;
  return /^[a-z]+$/.test(folded) ? porterStem(folded) : folded;
}

const STOP_WORDS = new Set(
  (
    'a an and are as at be but by for if in into is it no not of on or such that the their then there these they ' +
    'this to was will with'
  ).split(' '),
);
