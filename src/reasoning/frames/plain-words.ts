/** "Put it in normal talk": words of a letter, typed off to be explained; nothing in them is told of today. */
import { termsIn } from '../glossary/index.ts';
import { pattern } from '../patterns.ts';
import type { Frame } from '../types.ts';

const ASKS_PLAIN = pattern('asks_plain_words');
const LEAST = 2;
const SURE = 5;

export function asksPlainWords(text: string): boolean {
  return ASKS_PLAIN.test(text) && termsIn(text).length >= LEAST;
}

export function plainFrame(text: string): Frame {
  return {
    ...{ act: 'ask', aspect: 'explain', subjects: [], scope: {}, modality: 'actual' },
    ...{ text, start: 0, end: text.length, score: SURE },
  };
}
