/**
 * How near texts are in meaning: cosines of the sentence model that the house ships, so that "the buzzing is gone" finds the
 * paper about the fistula. Vectors are kept by their text; where the model cannot be opened, nothing is near.
 */
import { type Model, openModel, type WordVector } from './model.ts';

const KEPT = 6000;
const LONGEST = 600;
/** Reading a text takes ten to thirty milliseconds: so many new ones at a time. */
const MOST_NEW = 80;
const kept = new Map<string, Float32Array>();
/** Vectors that were shipped: never put out. */
const shipped = new Map<string, Float32Array>();

export function keepVector(text: string, vector: Float32Array): void {
  shipped.set(text, vector);
}

let model: Model | null | undefined;

function openOnce(): Model | null {
  if (model !== undefined) return model;
  try {
    model = openModel();
  } catch {
    model = null;
  }
  return model;
}

export function isNearnessKnown(): boolean {
  return openOnce() !== null;
}

/** The nearness of each text to the question, 0 where it is not known. At most `most` texts are read anew. */
export function nearnessTo(question: string, texts: readonly string[], most = MOST_NEW): number[] {
  const known = vectorsOf([question, ...texts], most + 1);
  const [asked] = known;
  if (asked === undefined) return texts.map(() => 0);
  return known.slice(1).map((vector) => (vector === undefined ? 0 : cosine(asked, vector)));
}

/** What lies in the middle of these vectors, of length one. */
export function middleOf(vectors: readonly Float32Array[]): Float32Array {
  const sum = new Float32Array(vectors[0]!.length);
  for (const vector of vectors) for (let i = 0; i < sum.length; i++) sum[i]! += vector[i]!;
  const length = Math.hypot(...sum);
  return length === 0 ? sum : sum.map((value) => value / length);
}

/** How near any two of these texts are, all read at once; undefined where the model cannot be opened. */
export function nearnessAmong(texts: readonly string[]): ((a: string, b: string) => number) | undefined {
  const vectors = new Map(vectorsOf(texts, MOST_NEW).map((vector, at) => [texts[at]!, vector]));
  if ([...vectors.values()].some((vector) => vector === undefined)) return undefined;
  return (a, b) => {
    const [one, other] = [vectors.get(a), vectors.get(b)];
    return one === undefined || other === undefined ? 0 : cosine(one, other);
  };
}

/** The words of one text as they are meant there; undefined where the model cannot be opened. */
export function wordsInContext(words: readonly string[], depth: number): WordVector[] | undefined {
  const name = `${depth} ${words.join(' ')}`;
  let known = read.get(name);
  if (known === undefined) {
    known = openOnce()?.embedWords(words, depth);
    if (known === undefined) return undefined;
    if (read.size >= READ) read.delete(read.keys().next().value!);
    read.set(name, known);
  }
  return known;
}

const READ = 300;
const read = new Map<string, WordVector[]>();

export function vectorOf(text: string): Float32Array | undefined {
  return vectorsOf([text], 1)[0];
}

/** The vector of each text, undefined where it is not known. At most `most` texts are read anew. */
export function vectorsOf(written: readonly string[], most = MOST_NEW + 1): (Float32Array | undefined)[] {
  const texts = written.map((text) => text.slice(0, LONGEST));
  // Taken before new ones come: these may put out what is asked for here.
  const known = new Map(texts.map((text) => [text, shipped.get(text) ?? kept.get(text)]));
  const missing = [...known.keys()].filter((text) => known.get(text) === undefined).slice(0, most);
  const opened = missing.length === 0 ? null : openOnce();
  if (opened !== null)
    for (const [at, vector] of opened.embed(missing).entries()) {
      if (kept.size >= KEPT) kept.delete(kept.keys().next().value!);
      kept.set(missing[at]!, Float32Array.from(vector));
      known.set(missing[at]!, kept.get(missing[at]!));
    }
  return texts.map((text) => known.get(text));
}

export function cosine(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let at = 0; at < a.length; at++) sum += a[at]! * b[at]!;
  return sum;
}
