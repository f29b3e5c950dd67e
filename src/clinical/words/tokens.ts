import { americanSpelling, singular, withoutAccents } from '../../text/index.ts';

/** A word, number or sign of the text with its place and the form in which lexicons are searched. */
export interface Token {
  text: string;
  norm: string;
  start: number;
  end: number;
  kind: 'word' | 'number' | 'sign';
}

const TOKEN = /\p{L}[\p{L}\p{N}\p{M}]*(?:['’](?:s|t|ve|re|ll|d|m)\b)?|\d+(?:[.,]\d+)*|[^\s\p{L}\p{N}]/giu;

/** The same for text without foreign letters, which is most of it: several times faster. */
const ASCII_TOKEN = /[a-z][a-z0-9]*(?:'(?:s|t|ve|re|ll|d|m)\b)?|\d+(?:[.,]\d+)*|[^\sa-z0-9]/gi;

/** Splits a sentence into tokens; `offset` is where it begins in the whole text. Linear in its length. */
export function tokenize(text: string, offset = 0): Token[] {
  const tokens: Token[] = [];
  for (const match of text.matchAll(/^[\x00-\x7f]*$/.test(text) ? ASCII_TOKEN : TOKEN)) {
    const word = match[0];
    const first = word.codePointAt(0) ?? 0;
    const kind = kindOf(first, word);
    const start = offset + match.index;
    tokens.push({ text: word, norm: kind === 'word' ? normalize(word) : word, start, end: start + word.length, kind });
  }
  return tokens;
}

function kindOf(first: number, word: string): Token['kind'] {
  if (first >= 48 && first <= 57) return 'number';
  if ((first >= 97 && first <= 122) || (first >= 65 && first <= 90)) return 'word';
  return first > 127 && /^\p{L}/u.test(word) ? 'word' : 'sign';
}

const cache = new Map<string, string>();

/** The form under which a word is looked up: lower case, no accents, American spelling, singular. */
export function normalize(word: string): string {
  const known = cache.get(word);
  if (known !== undefined) return known;
  const norm = singular(americanSpelling(plain(word)));
  if (cache.size < 50_000) cache.set(word, norm);
  return norm;
}

const GREEK: Record<string, string> = { α: 'alpha', β: 'beta', γ: 'gamma', δ: 'delta', ω: 'omega' };

function plain(word: string): string {
  const lower = word.toLowerCase().replace('’', "'");
  const bare = lower.endsWith("'s") ? lower.slice(0, -2) : lower;
  if (/^[\x20-\x7e]*$/.test(bare)) return bare;
  return GREEK[bare] ?? withoutAccents(bare).replace(/[µμ]/g, 'u');
}
