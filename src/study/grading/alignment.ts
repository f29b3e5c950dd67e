/**
 * Which word of an answer stands for which word of the key: the same word, one of its kin, or the nearest in the sense that
 * both have where they stand. Rare words carry more than common ones.
 */

import { cosine, wordsInContext } from '../../search/semantic/nearness.ts';
import { fold, stem } from '../../text/index.ts';
import { areKin, areOpposites } from '../../text/lexicon.ts';
import { grammar } from '../facts/grammar.ts';
import { sidesOf } from './cleaning.ts';

export interface Word {
  readonly text: string;
  readonly stem: string;
  /** Its place among all words of the text. */
  readonly at: number;
  readonly weight: number;
  readonly vector: Float32Array | undefined;
}

export interface Reading {
  /** Every word as it stands there. */
  readonly all: readonly string[];
  /** Those that say something. */
  readonly words: readonly Word[];
}

/** Half way through the model words are known in their sense and still themselves. */
const DEPTH = 4;
const COMMON = 1500;

export function readWords(text: string): Reading {
  const all = fold(text).match(/[\p{L}\p{N}]+/gu) ?? [];
  const { small } = grammar();
  const vectors = wordsInContext(all, DEPTH);
  const words = all.flatMap((word, at): Word[] => {
    if (small.has(word)) return [];
    const weight = Math.min(4, Math.max(0.3, Math.log2((vectors?.[at]?.rank ?? 6000) / COMMON)));
    return [{ text: word, stem: stem(word), at, weight, vector: vectors?.[at]?.vector }];
  });
  return { all, words };
}

/** The words alone, where their order is all that is asked. */
export function readOrder(text: string): Reading {
  const all = fold(text).match(/[\p{L}\p{N}]+/gu) ?? [];
  const { small } = grammar();
  const words = all.flatMap((word, at): Word[] =>
    small.has(word) ? [] : [{ text: word, stem: stem(word), at, weight: 1, vector: undefined }],
  );
  return { all, words };
}

/** How far a word of one text stands for a word of the other: 1 is the same word, 0 nothing in common. */
export function standsFor(a: Word, b: Word): number {
  if (isSameWord(a, b)) return 1;
  if (areOpposed(a.text, b.text)) return 0;
  if (areKin(a.text, b.text)) return 0.95;
  const near = a.vector === undefined || b.vector === undefined ? 0 : cosine(a.vector, b.vector);
  const soft = Math.min(1, Math.max(0, (near - 0.3) / 0.35));
  return sharesSide(a.text, b.text) ? Math.max(0.8, soft) : soft;
}

export function isSameWord(a: Word, b: Word): boolean {
  if (a.stem === b.stem) return true;
  return (
    Math.min(a.text.length, b.text.length) > 4 &&
    (b.text.startsWith(a.text.slice(0, -1)) || a.text.startsWith(b.text.slice(0, -1)))
  );
}

function sharesSide(a: string, b: string): boolean {
  const sides = sidesOf(b);
  return [...sidesOf(a)].some((side) => sides.has(side));
}

const DENYING = /^(?:un|in|im|ir|il|non|dis|a|anti|de)(?=\p{L}{4})/u;

/** "accept" and "reject", "high" and "low", "soluble" and "insoluble". */
export function areOpposed(a: string, b: string): boolean {
  if (a === b) return false;
  if (areOpposites(a, b)) return true;
  const sides = sidesOf(b);
  const other = (side: string) => (side.endsWith('+') ? `${side.slice(0, -1)}-` : `${side.slice(0, -1)}+`);
  if ([...sidesOf(a)].some((side) => sides.has(other(side)))) return true;
  return a.replace(DENYING, '') === b || b.replace(DENYING, '') === a;
}

export interface Match {
  readonly word: Word;
  readonly best: Word | undefined;
  readonly much: number;
}

/** Each word with the one that stands for it best. */
export function align(own: readonly Word[], given: readonly Word[]): Match[] {
  return own.map((word) => {
    let [best, much]: [Word | undefined, number] = [undefined, 0];
    for (const other of given) {
      const fit = standsFor(word, other);
      if (fit > much) [best, much] = [other, fit];
    }
    return { word, best, much };
  });
}

/** The mean of how well words are matched, by their weight; 1 where there are none. */
export function share(matches: readonly Match[]): number {
  const total = matches.reduce((sum, { word }) => sum + word.weight, 0);
  return total === 0 ? 1 : matches.reduce((sum, { word, much }) => sum + word.weight * much, 0) / total;
}
