/** Two well-known extractive baselines, and the measures that summaries are held against. */
import { readDocument, unitsOf } from '../../reading/index.ts';
import { stem, wordsIn } from '../../text/index.ts';
import { isStopword } from '../text/words.ts';
import { countTokens } from '../tokens.ts';

/** The first sentences, until the tokens are used up. */
export function lead(content: string, path: string | undefined, tokens: number): string {
  return fill(
    sentencesOf(content, path).map((text, index) => ({ text, index })),
    tokens,
  );
}

/** TextRank (Mihalcea and Tarau 2004): sentences as a graph by the words they share, ranked as pages are. */
export function textRank(content: string, path: string | undefined, tokens: number): string {
  const sentences = sentencesOf(content, path);
  const bags = sentences.map(
    (text) => new Set(wordsIn(text).flatMap(({ lower }) => (isStopword(lower) ? [] : [stem(lower)]))),
  );
  const weights = bags.map((a, i) => bags.map((b, j) => (i === j ? 0 : similarity(a, b))));
  const sums = weights.map((row) => row.reduce((sum, weight) => sum + weight, 0));
  let ranks = sentences.map(() => 1);
  for (let round = 0; round < 50; round++)
    ranks = ranks.map(
      (_, i) =>
        0.15 + 0.85 * ranks.reduce((sum, rank, j) => sum + (sums[j]! > 0 ? (weights[j]![i]! / sums[j]!) * rank : 0), 0),
    );
  const ranked = sentences.map((text, index) => ({ text, index, rank: ranks[index]! })).sort((a, b) => b.rank - a.rank);
  return fill(ranked, tokens);
}

function similarity(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let shared = 0;
  for (const word of a) if (b.has(word)) shared++;
  const size = Math.log(Math.max(2, a.size)) + Math.log(Math.max(2, b.size));
  return shared / size;
}

function sentencesOf(content: string, path: string | undefined): string[] {
  return unitsOf(readDocument(content, { path })).flatMap(({ kind, text }) =>
    kind === 'sentence' || kind === 'item' ? [text] : [],
  );
}

function fill(ranked: readonly { text: string; index: number }[], tokens: number): string {
  const chosen: { text: string; index: number }[] = [];
  let used = 0;
  for (const one of ranked) {
    const cost = countTokens(one.text) + 1;
    if (used + cost > tokens) continue;
    used += cost;
    chosen.push(one);
  }
  return chosen
    .sort((a, b) => a.index - b.index)
    .map(({ text }) => text)
    .join(' ');
}

/** F1 of the pairs of neighbouring words. */
export function rouge2(summary: string, reference: string): number {
  const pairs = (text: string) => {
    const words = wordsIn(text).map(({ lower }) => stem(lower));
    const counts = new Map<string, number>();
    for (let at = 0; at + 1 < words.length; at++) {
      const pair = `${words[at]} ${words[at + 1]}`;
      counts.set(pair, (counts.get(pair) ?? 0) + 1);
    }
    return counts;
  };
  const [left, right] = [pairs(summary), pairs(reference)];
  const total = (counts: ReadonlyMap<string, number>) => [...counts.values()].reduce((sum, count) => sum + count, 0);
  let shared = 0;
  for (const [pair, count] of left) shared += Math.min(count, right.get(pair) ?? 0);
  return shared === 0 ? 0 : (2 * shared) / (total(left) + total(right));
}

/** The share of key points that a sentence of the summary, or two neighbours, say. */
export function pointsIn(summary: string, points: readonly { readonly terms: readonly string[] }[]): number {
  const sentences = summary
    .split(/(?<=[.!?])\s+|\n+/)
    .map((one) => ` ${one.toLowerCase().replace(/[^\p{L}\p{N}.%$€£+#/-]+/gu, ' ')} `);
  const windows = sentences.map((one, index) => one + (sentences[index + 1] ?? ''));
  return points.filter(({ terms }) => windows.some((window) => terms.every((term) => holdsTerm(window, term)))).length;
}

/** Word beginnings, alternatives parted by `|`. */
export function holdsTerm(text: string, term: string): boolean {
  return term.split('|').some((one) =>
    new RegExp(
      `(?<![\\p{L}\\p{N}])${one
        .trim()
        .toLowerCase()
        .replace(/[.*+?^${}()[\]\\]/g, '\\$&')}`,
      'u',
    ).test(text),
  );
}
