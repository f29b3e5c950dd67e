/**
 * The vectors of passages, one signed byte a dimension, and the search for the nearest: all are compared, sixteen
 * dimensions an instruction (kernels/nearest.ts), and the best are weighed again with the query in full precision.
 */
import { openBest } from '../keyword/postings.ts';
import { openNearest } from './kernels/nearest.ts';

export const DIMENSIONS = 384;

export interface Vectors {
  set(doc: number, vector: Int8Array): void;
  has(doc: number): boolean;
  remove(doc: number): void;
  /** Best first; scores are cosines. */
  search(query: Float32Array, top: number, accept?: (doc: number) => boolean): { docs: number[]; scores: number[] };
  readonly size: number;
  /** The bytes of all, one after another, by the documents' numbers; nought where there is none. */
  dump(): VectorsDump;
}

export interface VectorsDump {
  readonly bytes: Uint8Array;
  /** One over the length of each. */
  readonly scales: Float32Array;
  readonly offsets: Int32Array;
}

const PAGE = 65536;
const BLOCK = 4096;
const QUERY = 0;
const SUMS = 1024;
const VECTORS = SUMS + 4 * BLOCK;
/** So many more than asked for are weighed again. */
const AGAIN = 4;

export function openVectors(dump?: VectorsDump): Vectors {
  const memory = new WebAssembly.Memory({ initial: Math.ceil((VECTORS + BLOCK * DIMENSIONS) / PAGE) });
  const nearest = openNearest(memory);
  /** One over the length of each vector, nought where there is none. */
  let scales = new Float32Array(BLOCK);
  let offsets = new Int32Array(BLOCK);
  let end = 0;
  let size = 0;
  if (dump !== undefined) restore(dump);

  return {
    get size() {
      return size;
    },
    set(doc, vector) {
      reserve(doc + 1);
      bytesOf(doc).set(vector);
      let sum = 0;
      let square = 0;
      for (const value of vector) {
        sum += value;
        square += value * value;
      }
      if (scales[doc] === 0) size++;
      scales[doc] = 1 / Math.sqrt(square || 1);
      offsets[doc] = 64 * sum;
      end = Math.max(end, doc + 1);
    },
    has: (doc) => (scales[doc] ?? 0) !== 0,
    remove(doc) {
      if ((scales[doc] ?? 0) === 0) return;
      scales[doc] = 0;
      size--;
    },
    dump: () => ({
      bytes: new Uint8Array(memory.buffer, VECTORS, end * DIMENSIONS),
      scales: scales.slice(0, end),
      offsets: offsets.slice(0, end),
    }),
    search(query, top, accept) {
      new Uint8Array(memory.buffer, QUERY, DIMENSIONS).set(toBytes(query));
      const near = openBest(top * AGAIN);
      for (let from = 0; from < end; from += BLOCK) compareBlock(from, near, accept);
      const best = openBest(top);
      for (const doc of near.take().docs) best.offer(doc, dot(query, bytesOf(doc)) * (scales[doc] as number));
      return best.take();
    },
  };

  function restore(from: VectorsDump): void {
    end = from.scales.length;
    reserve(end);
    new Uint8Array(memory.buffer, VECTORS, from.bytes.length).set(from.bytes);
    scales.set(from.scales);
    offsets.set(from.offsets);
    for (const scale of from.scales) if (scale !== 0) size++;
  }

  function compareBlock(from: number, near: ReturnType<typeof openBest>, accept?: (doc: number) => boolean): void {
    const rows = Math.min(BLOCK, end - from);
    nearest.compare(VECTORS + from * DIMENSIONS, QUERY, SUMS, Math.ceil(rows / 4) * 4, DIMENSIONS);
    const sums = new Int32Array(memory.buffer, SUMS, rows);
    for (let row = 0; row < rows; row++) {
      const doc = from + row;
      const scale = scales[doc] as number;
      if (scale === 0) continue;
      const score = ((sums[row] as number) - (offsets[doc] as number)) * scale;
      if (near.wants(score) && accept?.(doc) !== false) near.offer(doc, score);
    }
  }

  function bytesOf(doc: number): Int8Array {
    return new Int8Array(memory.buffer, VECTORS + doc * DIMENSIONS, DIMENSIONS);
  }

  function reserve(docs: number): void {
    if (docs <= scales.length) return;
    const room = Math.max(docs, Math.ceil(scales.length * 1.5));
    const capacity = Math.ceil(room / BLOCK) * BLOCK;
    const needed = Math.ceil((VECTORS + capacity * DIMENSIONS) / PAGE) - memory.buffer.byteLength / PAGE;
    if (needed > 0) memory.grow(needed);
    scales = enlarge(scales, new Float32Array(capacity));
    offsets = enlarge(offsets, new Int32Array(capacity));
  }
}

/** A vector of length one as signed bytes, the largest of them 127: how passages are stored. */
export function toSigned(vector: Float32Array): Int8Array {
  const factor = 127 / largestOf(vector);
  return Int8Array.from(vector, (value) => Math.round(value * factor));
}

/** From 1 to 127, 64 for nought: what the kernel takes as its second side. */
function toBytes(vector: Float32Array): Uint8Array {
  const factor = 63 / largestOf(vector);
  return Uint8Array.from(vector, (value) => 64 + Math.round(value * factor));
}

function largestOf(vector: Float32Array): number {
  return vector.reduce((largest, value) => Math.max(largest, Math.abs(value)), 1e-12);
}

function dot(query: Float32Array, vector: Int8Array): number {
  let sum = 0;
  for (let i = 0; i < DIMENSIONS; i++) sum += (query[i] as number) * (vector[i] as number);
  return sum;
}

function enlarge<T extends Float32Array | Int32Array>(from: T, to: T): T {
  to.set(from);
  return to;
}
