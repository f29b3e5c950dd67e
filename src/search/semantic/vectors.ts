/**
 * The vectors of passages, one signed byte a dimension, and the search for the nearest: all are compared, 16 dimensions
 * an instruction (kernel.wat), and the best are weighed again with the query in full precision.
 */
import { openBest } from '../keyword/postings.ts';

export const DIMENSIONS = 384;

export interface Vectors {
  set(doc: number, vector: Int8Array): void;
  has(doc: number): boolean;
  remove(doc: number): void;
  /** Best first; scores are cosines. */
  search(query: Float32Array, top: number, accept?: (doc: number) => boolean): { docs: number[]; scores: number[] };
  readonly size: number;
}

export function openVectors(): Vectors {
  const known = new Map<number, Int8Array>();
  return {
    get size() {
      return known.size;
    },
    set: (doc, vector) => void known.set(doc, vector.slice()),
    has: (doc) => known.has(doc),
    remove: (doc) => void known.delete(doc),
    search(query, top, accept) {
      const best = openBest(top);
      for (const [doc, vector] of known) if (accept?.(doc) !== false) best.offer(doc, cosine(query, vector));
      return best.take();
    },
  };
}

function cosine(query: Float32Array, vector: Int8Array): number {
  let sum = 0;
  let square = 0;
  for (let i = 0; i < vector.length; i++) {
    const value = vector[i] as number;
    sum += (query[i] as number) * value;
    square += value * value;
  }
  return square === 0 ? 0 : sum / Math.sqrt(square);
}
