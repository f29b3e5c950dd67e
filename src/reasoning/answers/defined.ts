/** A word whose meaning is asked for, told as that word; or it is said that it is not known. */
import { type Block, block, type Desk } from '../desk.ts';
import { stemsOf } from '../evidence/passages.ts';
import { definedIn, isSort } from '../frames/defined.ts';
import { termsIn } from '../glossary/index.ts';
import type { Frame } from '../types.ts';
import { answerExplain } from './explain.ts';

/** Told where the glossary has the whole of the phrase; a shelf of something that only shares a word with it is no answer. */
export function answerDefined(desk: Desk, frame: Frame): Block | undefined {
  const phrase = definedIn(frame.text);
  if (phrase === undefined || !isWhole(phrase)) return undefined;
  return answerExplain(desk, { ...frame, aspect: 'explain' });
}

function isWhole(phrase: string): boolean {
  const terms = termsIn(phrase);
  if (terms.length === 0) return false;
  const told = new Set(terms.flatMap(({ start, end }) => [...stemsOf(phrase.slice(start, end))]));
  return [...stemsOf(phrase)].every((word) => told.has(word) || isSort(word) || /^[\d.,]+$/.test(word));
}

/** A word that is nowhere: said so, and whom to ask. */
export function tellUnknownWord(frame: Frame): Block | undefined {
  const phrase = definedIn(frame.text);
  if (phrase === undefined) return undefined;
  return block(
    `**I do not know "${phrase}", and it is not in your record or your papers.** Check how it is spelled; if it stands on a paper or a box, type the whole sentence, or ask who wrote it or a pharmacist.`,
    [],
    'absent',
  );
}
