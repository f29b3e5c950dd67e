import type { Sentence } from './sentences.ts';

/** A message as plain words: one string to look into, its words, and for each word its place in the source. */
export interface Plain {
  text: string;
  tokens: string[];
  words: { at: number; start: number; end: number; sentence: number }[];
}

const WORD = /\p{L}[\p{L}\d]*(?:['’]\p{L}+)*|\d+(?:[.,]\d+)?|[,;:?!/]/giu;

/** Lower case, one form for each way of writing a small word (`forms`: "can't" → "cannot"), misspellings mended. */
export function plainWords(
  sentences: Sentence[],
  forms: ReadonlyMap<string, string>,
  mend: (word: string) => string,
): Plain {
  const plain: Plain = { text: ' ', tokens: [], words: [] };
  const add = (token: string, start: number, end: number, sentence: number) => {
    plain.words.push({ at: plain.text.length, start, end, sentence });
    plain.tokens.push(token);
    plain.text += `${token} `;
  };
  sentences.forEach((sentence, number) => {
    for (const match of sentence.text.matchAll(WORD)) {
      const word = match[0]
        .toLowerCase()
        .replace(/’/g, "'")
        .replace(/(?<=\d),(?=\d)/, '.');
      const start = sentence.start + match.index;
      const form = forms.get(word) ?? mend(word.replace(/'s$/, ''));
      for (const part of form.split(' ')) add(part, start, start + word.length, number);
    }
    add(BORDER, sentence.start, sentence.start, number);
  });
  return plain;
}

/** Stands at the end of every sentence; nothing reaches over it. */
export const BORDER = '|';
