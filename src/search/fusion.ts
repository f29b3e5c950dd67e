/** Two rankings made one: reciprocal-rank fusion (Cormack, Clarke and Büttcher, 2009). */

export interface Ranking {
  readonly docs: readonly number[];
  readonly weight: number;
}

export interface Fused {
  readonly doc: number;
  /** 1 where every ranking has it first. */
  readonly score: number;
}

export function fuse(rankings: readonly Ranking[], k: number): Fused[] {
  const scores = new Map<number, number>();
  for (const { docs, weight } of rankings)
    docs.forEach((doc, rank) => {
      scores.set(doc, (scores.get(doc) ?? 0) + weight / (k + rank + 1));
    });
  const best = rankings.reduce((sum, { weight }) => sum + weight / (k + 1), 0);
  return [...scores]
    .map(([doc, score]) => ({ doc, score: score / best }))
    .sort((a, b) => b.score - a.score || a.doc - b.doc);
}
