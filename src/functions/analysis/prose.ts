/** Prose for the functions that read text without a model: sentences with their places, words reduced to their stems. */
import { porterStem, wordsIn } from '../../text/index.ts';
import { splitUnits, type UnitKind } from '../text/sentences.ts';
import { isStopword } from '../text/words.ts';

export interface Sentence {
  readonly kind: UnitKind;
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** Sentences, list items, headings and rows, without the marks before them; code is left out. */
export function sentences(text: string): Sentence[] {
  return splitUnits(text).flatMap((unit) => {
    if (unit.kind === 'code') return [];
    return [{ kind: unit.kind, text: unit.text, start: unit.start, end: unit.end }];
  });
}

export function words(text: string): string[] {
  return wordsIn(text).map(({ lower }) => lower);
}

/** The stems of the words that carry meaning, in order. */
export function terms(text: string): string[] {
  return words(text)
    .filter((word) => !isStopword(word) && (word.length > 1 || /\d/.test(word)))
    .map(porterStem);
}

/** How many syllables an English word has, as readability formulas count them. */
export function syllables(word: string): number {
  const bare = word.replace(/[^a-z]/g, '');
  if (bare.length <= 3) return 1;
  const groups = bare.replace(/(?:[^laeiouy]es|[^td]ed|[^laeiouy]e)$/, (end) => end[0]!).match(/[aeiouy]{1,2}/g);
  return Math.max(1, groups?.length ?? 1);
}
