/** Prose for the functions that read text without a model: sentences with their places, words reduced to their stems. */
import { z } from 'zod';
import { splitUnits } from '../text/sentences.ts';
import { isStopword, wordsIn } from '../text/words.ts';
import { sheet } from './sheet.ts';

const readEndings = sheet('./endings.yml', import.meta.url, z.array(z.tuple([z.string(), z.string()])));

export interface Sentence {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** Sentences, list items, headings and rows, without the marks before them; code is left out. */
export function sentences(text: string): Sentence[] {
  return splitUnits(text).flatMap((unit) => {
    if (unit.kind === 'code') return [];
    const lead = /^[\s#>|]*(?:[-*+•]\s+|\d{1,3}[.)]\s+(?=\S))?(?:\[[ xX]\]\s+)?/.exec(unit.text)![0].length;
    const said = unit.text.slice(lead).trimEnd();
    if (!/[\p{L}\p{N}]/u.test(said)) return [];
    return [{ text: said, start: unit.start + lead, end: unit.start + lead + said.length }];
  });
}

export function words(text: string): string[] {
  return wordsIn(text).map(({ lower }) => lower);
}

/** The stems of the words that carry meaning, in order. */
export function terms(text: string): string[] {
  return words(text)
    .filter((word) => !isStopword(word) && (word.length > 1 || /\d/.test(word)))
    .map(stem);
}

/** A word without its commonest English endings: enough to see that two words are one. */
export function stem(word: string): string {
  if (word.length < 4 || /\d/.test(word)) return word;
  for (const [ending, instead] of readEndings()) {
    const base = word.slice(0, word.length - ending.length);
    if (word.endsWith(ending) && base.length >= 3) return undouble(base + instead);
  }
  return word;
}

function undouble(base: string): string {
  return /([bdfgmnprt])\1$/.test(base) && base.length > 4 ? base.slice(0, -1) : base.replace(/e$/, '');
}

/** How many syllables an English word has, as readability formulas count them. */
export function syllables(word: string): number {
  const bare = word.replace(/[^a-z]/g, '');
  if (bare.length <= 3) return 1;
  const groups = bare.replace(/(?:[^laeiouy]es|[^td]ed|[^laeiouy]e)$/, (end) => end[0]!).match(/[aeiouy]{1,2}/g);
  return Math.max(1, groups?.length ?? 1);
}
