/** How much there is to learn: the words of the material on each topic, and how long they take. */
import type { Passage } from '../types.ts';

/** A page of five hundred words is read, understood and noted in ten minutes. */
const WORDS_A_MINUTE = 50;
/** No topic counts for more, or less, than so many times another. */
const MOST_WEIGHT = 4;

export interface Sized {
  /** One that weighs as much as usual stands by its name alone. */
  readonly topics: readonly (string | { readonly topic: string; readonly weight: number })[];
  readonly learning_minutes: number;
}

/** Topics that the material has nothing on by that name are as long as the others. */
export function sizeTopics(topics: readonly string[], passages: readonly Passage[]): Sized | undefined {
  const byName = wordsByName(passages);
  const words = topics.map((topic) => byName.get(topic) ?? 0);
  const known = words.filter((count) => count > 0);
  if (known.length === 0) return undefined;
  const usual = known.reduce((sum, count) => sum + count, 0) / known.length;
  const counts = words.map((count) => count || usual);
  const weightOf = (count: number) => Math.min(MOST_WEIGHT, Math.max(1 / MOST_WEIGHT, count / usual));
  return {
    topics: topics.map((topic, at) => {
      const weight = Math.round(weightOf(counts[at] as number) * 100) / 100;
      return weight === 1 ? topic : { topic, weight };
    }),
    learning_minutes: Math.max(1, Math.round(counts.reduce((sum, count) => sum + count, 0) / WORDS_A_MINUTE)),
  };
}

/** By its heading, its chapter, or "document: chapter": counted once for all topics. */
function wordsByName(passages: readonly Passage[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { topic, chapter_title, source, text } of passages) {
    const words = text.match(/\S+/g)?.length ?? 0;
    for (const name of new Set([topic, chapter_title, `${source.title}: ${chapter_title}`]))
      if (name !== undefined) counts.set(name, (counts.get(name) ?? 0) + words);
  }
  return counts;
}
