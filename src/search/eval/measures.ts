/** How good a ranking is, by the usual measures (as trec_eval computes them). */

/** Document → grade; what is not in it is irrelevant. */
export type Judgements = ReadonlyMap<string, number>;

export interface Figures {
  readonly ndcg10: number;
  readonly recall100: number;
  readonly mrr: number;
}

export function measure(ranking: readonly string[], judged: Judgements): Figures {
  const relevant = [...judged.values()].filter((grade) => grade > 0);
  const ideal = relevant.toSorted((a, b) => b - a);
  const first = ranking.findIndex((doc) => (judged.get(doc) ?? 0) > 0);
  const found = ranking.slice(0, 100).filter((doc) => (judged.get(doc) ?? 0) > 0).length;
  const best = discounted(ideal.slice(0, 10));
  return {
    ndcg10: best === 0 ? 0 : discounted(ranking.slice(0, 10).map((doc) => judged.get(doc) ?? 0)) / best,
    recall100: relevant.length === 0 ? 0 : found / relevant.length,
    mrr: first < 0 ? 0 : 1 / (first + 1),
  };
}

function discounted(grades: readonly number[]): number {
  return grades.reduce((sum, grade, rank) => sum + grade / Math.log2(rank + 2), 0);
}

export function average(figures: readonly Figures[]): Figures {
  const mean = (key: keyof Figures) => figures.reduce((sum, each) => sum + each[key], 0) / Math.max(1, figures.length);
  return { ndcg10: mean('ndcg10'), recall100: mean('recall100'), mrr: mean('mrr') };
}
