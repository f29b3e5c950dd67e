/** Concepts that must survive: whether a text holds one, and which of its units speak of it. */
import { tidy } from '../../reading/index.ts';
import type { Unit } from '../text/sentences.ts';

/** Case and white space do not matter. */
export function holds(text: string, concept: string): boolean {
  return fold(text).includes(fold(concept));
}

export function findPreserved(content: string, preserve: readonly string[]): { there: string[]; missing: string[] } {
  const folded = fold(content);
  const there: string[] = [];
  const missing: string[] = [];
  for (const concept of new Set(preserve)) (folded.includes(fold(concept)) ? there : missing).push(concept);
  return { there, missing };
}

export function tellMissing(missing: readonly string[]): string {
  return `The content does not hold ${missing.map((concept) => `"${concept}"`).join(', ')}: not in the summary either.`;
}

/** The units that say it; those that say it as words of its own before those that have it inside another word. */
export function unitsWith(units: readonly Unit[], concept: string): Unit[] {
  const wanted = fold(concept);
  const own = new RegExp(`(?<![\\p{L}\\p{N}])${asPattern(wanted)}(?:e?s)?(?![\\p{L}\\p{N}])`, 'u');
  const holding = units.filter(({ text }) => fold(text).includes(wanted));
  const exact = holding.filter(({ text }) => own.test(fold(text)));
  return exact.length > 0 ? exact : holding;
}

function fold(text: string): string {
  return tidy(text).trim().toLowerCase();
}

function asPattern(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
