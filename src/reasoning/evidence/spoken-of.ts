/** The medicines that a sentence is about: those that it names, else those that the nearest sentence before it names. */
import { openCatalogue } from '../../clinical/catalogue/index.ts';
import type { Passage } from './passages.ts';

const NEAR = 3;

export function drugsSpokenOf(passage: Passage): string[] {
  const at = passage.paper.indexOf(passage);
  const before = passage.paper.slice(Math.max(0, at - NEAR), Math.max(0, at)).toReversed();
  for (const { text } of [passage, ...before]) {
    const named = openCatalogue()
      .find(text, { kinds: ['drug'] })
      .map(({ concept }) => concept.id);
    if (named.length > 0) return named;
  }
  return [];
}
