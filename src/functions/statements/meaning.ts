/** How alike sentences are in meaning, by the embedding model that the search uses too: one for the process. */
import type { Embedder } from '../../search/semantic/embedder.ts';
import { borrowEmbedder } from '../../search/semantic/shared-embedder.ts';

let embedder: Embedder | undefined;

/** So many texts at most: beyond them words alone decide. */
const MOST = 600;

export type Likeness = (a: string, b: string) => number | undefined;

/** Cosines between any two of these texts. Numbers are left out of it: what is measured is what they are about. */
export async function likenessOf(texts: readonly string[], signal?: AbortSignal): Promise<Likeness> {
  const unique = [...new Set(texts)];
  if (unique.length > MOST || unique.length === 0) return () => undefined;
  const vectors = await embed(unique, signal);
  const places = new Map(unique.map((text, index) => [text, index]));
  return (a, b) => {
    const [left, right] = [places.get(a), places.get(b)];
    return left === undefined || right === undefined ? undefined : cosine(vectors[left]!, vectors[right]!);
  };
}

/** One vector a text, of length one (as bytes: 127 is one). */
export async function embed(texts: readonly string[], signal?: AbortSignal): Promise<Int8Array[]> {
  embedder ??= borrowEmbedder();
  const vectors: Int8Array[] = [];
  await embedder.passages(
    texts.map(masked),
    (index, vector) => {
      vectors[index] = vector;
    },
    signal,
  );
  return vectors;
}

export function cosine(a: Int8Array, b: Int8Array): number {
  let dot = 0;
  let left = 0;
  let right = 0;
  for (let at = 0; at < a.length; at++) {
    dot += a[at]! * b[at]!;
    left += a[at]! * a[at]!;
    right += b[at]! * b[at]!;
  }
  return left === 0 || right === 0 ? 0 : dot / Math.sqrt(left * right);
}

function masked(text: string): string {
  const bare = text
    .replace(/\d+(?:[.,:]\d+)*/g, '')
    .replace(/\s+/g, ' ')
    .trim();
  return bare === '' ? text : bare;
}
