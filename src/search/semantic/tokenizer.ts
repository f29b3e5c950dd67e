/** Text to the numbers of BERT's word pieces, lower-cased and without accents, as the model was trained. */
import { readFileSync } from 'node:fs';
import { z } from 'zod';

export type Tokenizer = (text: string, most: number) => number[];

/** What a text begins and ends with. */
export const START = 101;
export const END = 102;
const UNKNOWN = 100;
const LONGEST_WORD = 100;
const REMEMBERED = 50_000;

// Thirty thousand words: looked at once, not copied.
const isVocabulary = (value: unknown) =>
  typeof value === 'object' && value !== null && Object.values(value).every((number) => Number.isInteger(number));
const fileSchema = z.object({ model: z.object({ vocab: z.custom<Record<string, number>>(isVocabulary) }) });

export function openTokenizer(path: string): Tokenizer {
  const { vocab } = fileSchema.parse(JSON.parse(readFileSync(path, 'utf8'))).model;
  const pieces = new Map(Object.entries(vocab));
  const remembered = new Map<string, readonly number[]>();
  const wordPieces = (word: string): readonly number[] => {
    let found = remembered.get(word);
    if (found === undefined) {
      found = splitWord(word, pieces);
      if (remembered.size >= REMEMBERED) remembered.clear();
      remembered.set(word, found);
    }
    return found;
  };
  return (text, most) => {
    const tokens = [START];
    // A word is at least one token: what lies far beyond the limit need not be looked at.
    for (const [word] of normalise(text.slice(0, most * 40)).matchAll(WORDS)) {
      tokens.push(...wordPieces(word));
      if (tokens.length >= most - 1) break;
    }
    tokens.length = Math.min(tokens.length, most - 1);
    tokens.push(END);
    return tokens;
  };
}

/** A run of what is neither blank nor sign, or one sign, or one Chinese character. */
const WORDS = /[\p{Script=Han}]|[!-/:-@[-`{-~\p{P}]|[^\s!-/:-@[-`{-~\p{P}\p{Script=Han}]+/gu;

function normalise(text: string): string {
  const lower = text.toLowerCase();
  const plain = /^[\x20-\x7e\s]*$/.test(lower) ? lower : lower.normalize('NFD').replace(/\p{Mn}/gu, '');
  return plain.replace(/[\p{Cc}\p{Cf}\ufffd]/gu, (char) => (/\s/.test(char) ? ' ' : ''));
}

/** The longest piece that fits, again and again; a word that does not come out is unknown as a whole. */
function splitWord(word: string, pieces: ReadonlyMap<string, number>): number[] {
  const letters = [...word];
  if (letters.length > LONGEST_WORD) return [UNKNOWN];
  const tokens: number[] = [];
  for (let start = 0; start < letters.length; ) {
    let end = letters.length;
    let token: number | undefined;
    for (; end > start && token === undefined; end--)
      token = pieces.get((start > 0 ? '##' : '') + letters.slice(start, end).join(''));
    if (token === undefined) return [UNKNOWN];
    tokens.push(token);
    start = end + 1;
  }
  return tokens;
}
