/** How much a sentence says about the text it stands in: its words against those of the whole, and its place. */

import { wordsIn } from '../../text/index.ts';
import type { Unit } from './sentences.ts';
import { contentStems } from './words.ts';

export interface Ranked {
  readonly unit: Unit;
  /** Where it stands among the units that were ranked. */
  readonly index: number;
  readonly score: number;
  readonly stems: readonly string[];
}

/** Best first. Linear in the text: sentences are held against the centroid, not against each other. */
export function rankSentences(units: readonly Unit[]): Ranked[] {
  const bags = units.map(({ text }) => contentStems(text));
  const weights = weighStems(bags);
  const ranked = units.map((unit, index): Ranked => {
    const stems = bags[index]!;
    const central = centrality(stems, weights) * lengthFactor(wordsIn(unit.text).length);
    return { unit, index, stems, score: central * placeFactor(units, index) * kindFactor(unit) };
  });
  return ranked.sort((a, b) => b.score - a.score || a.index - b.index);
}

/** Words that recur weigh more, words that are everywhere less. */
export function weighStems(bags: readonly (readonly string[])[]): Map<string, number> {
  const total = new Map<string, number>();
  const spread = new Map<string, number>();
  for (const bag of bags) {
    for (const word of bag) total.set(word, (total.get(word) ?? 0) + 1);
    for (const word of new Set(bag)) spread.set(word, (spread.get(word) ?? 0) + 1);
  }
  const count = Math.max(1, bags.length);
  return new Map(
    Array.from(total, ([word, times]) => [word, Math.log2(1 + times) * Math.log2(1.5 + count / spread.get(word)!)]),
  );
}

function centrality(stems: readonly string[], weights: ReadonlyMap<string, number>): number {
  const distinct = new Set(stems);
  let sum = 0;
  for (const word of distinct) sum += weights.get(word) ?? 0;
  return sum / Math.sqrt(Math.max(4, distinct.size));
}

/** Fragments say little, and what never ends is not a sentence. */
function lengthFactor(words: number): number {
  if (words < 4) return 0.3;
  if (words < 7) return 0.75;
  return words > 60 ? 0.6 : 1;
}

/** Texts say first what they are about, and paragraphs too. */
function placeFactor(units: readonly Unit[], index: number): number {
  const early = 1 + 0.45 * Math.exp(-index / Math.max(3, units.length / 10));
  const opens = index === 0 || units[index - 1]!.block !== units[index]!.block ? 1.15 : 1;
  const closes = index === units.length - 1 && units.length > 8 ? 1.1 : 1;
  return early * opens * closes;
}

function kindFactor({ kind }: Unit): number {
  return kind === 'sentence' ? 1 : kind === 'item' ? 0.9 : 0.5;
}
