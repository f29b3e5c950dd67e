/**
 * The terms of a passage as a text-search vector. Postgres' index knows whether a lexeme is there, not how often, and
 * taking counts out of the vectors of all candidates costs more than finding them. So a term that is there n times is
 * written as itself and as `term*2`, `term*3` and so on up to n: how often it is there is then found by the index alone.
 * The terms themselves are those of keyword/, with its stems and stop words, not those of a dictionary of Postgres:
 * both ways to keep an index find the same.
 */
import { countTerms } from '../keyword/counting.ts';

export interface Lexemes {
  /** As Postgres reads a tsvector. */
  readonly terms: string;
  readonly length: number;
  /** The highest step in it. */
  readonly deepest: number;
}

/** Beyond a few, one time more hardly counts: larger steps there. */
export const STEPS: readonly number[] = [
  1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 20, 24, 32, 48, 64, 128, 256, 1024,
];

/** A tsvector has at most a megabyte. */
const MOST_BYTES = 900_000;

export function toLexemes(title: string, text: string): Lexemes {
  const { counts, length } = countTerms(title, text, (term) => term);
  const terms: string[] = [];
  let deepest = 1;
  let bytes = 0;
  for (const [term, count] of counts)
    for (const step of STEPS) {
      if (step > count) break;
      const lexeme = lexemeOf(term, step);
      bytes += Buffer.byteLength(lexeme) + 4;
      if (bytes > MOST_BYTES) return { terms: terms.join(' '), length, deepest };
      deepest = Math.max(deepest, step);
      terms.push(lexeme);
    }
  return { terms: terms.join(' '), length, deepest };
}

/** Quoted, as both tsvector and tsquery read it. No term has a `*` in it. */
export function lexemeOf(term: string, step: number): string {
  const name = step === 1 ? term : `${term}*${step}`;
  return `'${name.replaceAll(/['\\]/g, '$&$&')}'`;
}
