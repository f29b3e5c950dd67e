/** Several answers of a search made one list, and a list in which one passage does not repeat another. */
import type { SearchHit } from '../../search/search.ts';
import { terms } from '../analysis/prose.ts';

export interface Ranked {
  readonly hit: SearchHit;
  /** 0 to 1. */
  readonly score: number;
}

const FUSION = 60;

/** Reciprocal ranks over the queries decide the order; the score is the best that any query gave. */
export function fuse(answers: readonly (readonly SearchHit[])[]): Ranked[] {
  const found = new Map<string, { hit: SearchHit; rank: number; score: number }>();
  for (const hits of answers)
    for (const [place, hit] of hits.entries()) {
      const key = `${hit.scope} ${hit.id}`;
      const known = found.get(key) ?? { hit, rank: 0, score: 0 };
      found.set(key, { hit, rank: known.rank + 1 / (FUSION + place), score: Math.max(known.score, hit.score) });
    }
  return [...found.values()]
    .toSorted((a, b) => b.rank - a.rank || b.score - a.score || (a.hit.id < b.hit.id ? -1 : 1))
    .map(({ hit, score }) => ({ hit, score: Math.min(1, Math.max(0, score)) }));
}

/** How much being relevant counts against being new. */
const RELEVANCE = 0.75;

/** Maximal marginal relevance: the best first, then each time what is relevant and says something else. */
export function diversify(ranked: readonly Ranked[], top: number): Ranked[] {
  const left = ranked.map((one, place) => ({ one, weight: 1 / (1 + place / 10), bag: new Set(terms(one.hit.text)) }));
  const chosen: typeof left = [];
  while (left.length > 0 && chosen.length < top) {
    let best = { index: 0, value: Number.NEGATIVE_INFINITY };
    for (const [index, { weight, bag }] of left.entries()) {
      const repeated = chosen.reduce((most, other) => Math.max(most, overlap(bag, other.bag)), 0);
      const value = RELEVANCE * weight - (1 - RELEVANCE) * repeated;
      if (value > best.value) best = { index, value };
    }
    chosen.push(...left.splice(best.index, 1));
  }
  return chosen.map(({ one }) => one);
}

function overlap(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  if (a.size === 0 || b.size === 0) return 0;
  let both = 0;
  for (const term of a) if (b.has(term)) both++;
  return both / (a.size + b.size - both);
}
