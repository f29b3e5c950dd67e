/** Texts to vectors: a pool of worker threads, each with the model, and the vectors of recent queries. */

export interface Embedder {
  /** The vector of a query, of length one. */
  query(text: string, signal?: AbortSignal): Promise<Float32Array>;
  /** Calls back with vectors as they come, in no given order. */
  passages(
    texts: readonly string[],
    onVector: (index: number, vector: Int8Array) => void,
    signal?: AbortSignal,
  ): Promise<void>;
  close(): Promise<void>;
}

export function openEmbedder(): Embedder | undefined {
  return undefined;
}
