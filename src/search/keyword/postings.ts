/**
 * The inverted index in memory, and BM25 over it. Documents are numbered in the order in which they come; a number is
 * never used twice. New documents wait until the next query, are then frozen into a segment, and segments of like size
 * grow together, so that adding one document to a hundred thousand costs one document.
 */

export interface Postings {
  /** `terms` and `counts` are of one length; `length` is the document's in words. */
  add(doc: number, terms: ArrayLike<number>, counts: ArrayLike<number>, length: number): void;
  has(doc: number): boolean;
  remove(doc: number): void;
  /** Whether a document that is there, other than those that `leaves` says, holds the term. */
  holds(term: number, leaves: (doc: number) => boolean): boolean;
  /** Best first. `accept` says which documents may be found. */
  search(query: readonly QueryTerm[], top: number, accept?: (doc: number) => boolean): Found;
  readonly size: number;
  /** All of it, documents that are gone left out, to be opened from again. */
  dump(): PostingsDump;
}

/** `terms` in the order of their postings; those of the nth begin at `offsets[n]`. */
export interface PostingsDump {
  /** Of each document, one added; nought where it is gone. */
  readonly lengths: Uint32Array;
  readonly terms: Uint32Array;
  readonly offsets: Uint32Array;
  readonly docs: Uint32Array;
  readonly counts: Uint16Array;
}

export interface QueryTerm {
  /** 0 where no document ever held it. */
  readonly term: number;
  readonly weight: number;
  /** Not said, only meant: no part of what a perfect match must have. */
  readonly extra?: boolean;
}

export interface Found {
  readonly docs: readonly number[];
  readonly scores: readonly number[];
  /** How many documents hold at least one of the terms. */
  readonly total: number;
  /** What a document would score that holds every term that was said, endlessly often. */
  readonly ceiling: number;
}

export interface Bm25 {
  readonly k1: number;
  readonly b: number;
}

/**
 * Lucene's own figures. Beside Anserini's 0.9 and 0.4 they are better where texts are of very different length and as
 * good where they are not (bench/search/lucene).
 */
export const BM25: Bm25 = { k1: 1.2, b: 0.75 };

/** A run of documents: for each term in it where its postings begin, and the postings one after another. */
interface Segment {
  readonly slots: Map<number, number>;
  readonly offsets: Uint32Array;
  readonly docs: Uint32Array;
  readonly counts: Uint16Array;
}

interface Pending {
  readonly doc: number;
  readonly terms: ArrayLike<number>;
  readonly counts: ArrayLike<number>;
}

/** So many wait for the next query: a book is frozen piece by piece as it comes, not at once when somebody asks. */
const MOST_PENDING = 512;

export function openPostings({ k1, b }: Bm25, dump?: PostingsDump): Postings {
  let segments: Segment[] = dump === undefined ? [] : [openSegment(dump)];
  let pending: Pending[] = [];
  let lengths: Uint32Array = dump?.lengths ?? new Uint32Array(1024);
  let norms = new Float64Array(0);
  let scores = new Float64Array(0);
  let alive = 0;
  let totalLength = 0;
  let fresh = false;
  for (const length of dump?.lengths ?? [])
    if (length !== 0) {
      alive++;
      totalLength += length - 1;
    }

  return {
    get size() {
      return alive;
    },
    add(doc, terms, counts, length) {
      if (doc >= lengths.length) lengths = grow(lengths, doc + 1);
      // One is added so that nought can mean: not there (any more).
      lengths[doc] = length + 1;
      pending.push({ doc, terms, counts });
      alive++;
      totalLength += length;
      fresh = false;
      if (pending.length >= MOST_PENDING) settlePending();
    },
    has: (doc) => (lengths[doc] ?? 0) !== 0,
    remove(doc) {
      const length = lengths[doc] ?? 0;
      if (length === 0) return;
      lengths[doc] = 0;
      alive--;
      totalLength -= length - 1;
      fresh = false;
    },
    holds(term, leaves) {
      if (pending.length > 0) settlePending();
      return segments.some(({ slots, offsets, docs }) => {
        const slot = slots.get(term);
        if (slot === undefined) return false;
        for (let at = offsets[slot] as number; at < (offsets[slot + 1] as number); at++)
          if (isAlive(docs[at] as number) && !leaves(docs[at] as number)) return true;
        return false;
      });
    },
    dump() {
      if (!fresh) freshen();
      const { slots, ...rest } = segments.reduce((all, next) => merge(all, next, isAlive), freeze([]));
      const last = lengths.findLastIndex((length) => length !== 0);
      return { lengths: lengths.slice(0, last + 1), terms: Uint32Array.from(slots.keys()), ...rest };
    },
    search(query, top, accept) {
      if (!fresh) freshen();
      const ceiling = query.reduce(
        (sum, { term, weight, extra }) => sum + (extra ? 0 : weight * inverseFrequency(term)),
        0,
      );
      return { ...select(accumulate(query), top, accept), ceiling: ceiling * (k1 + 1) };
    },
  };

  function freshen(): void {
    if (pending.length > 0) settlePending();
    const average = alive === 0 ? 1 : Math.max(1, totalLength / alive);
    if (norms.length < lengths.length) norms = new Float64Array(lengths.length);
    if (scores.length < lengths.length) scores = new Float64Array(lengths.length);
    for (let doc = 0; doc < lengths.length; doc++)
      norms[doc] = k1 * (1 - b + (b * Math.max(0, (lengths[doc] as number) - 1)) / average);
    fresh = true;
  }

  function settlePending(): void {
    segments = settle([...segments, freeze(pending.filter(({ doc }) => isAlive(doc)))], isAlive);
    pending = [];
  }

  function isAlive(doc: number): boolean {
    return lengths[doc] !== 0;
  }

  /** Adds up the scores of every document that holds a term; returns which those are. */
  function accumulate(query: readonly QueryTerm[]): number[] {
    const touched: number[] = [];
    for (const { term, weight } of query) {
      const idf = weight * inverseFrequency(term);
      for (const { slots, offsets, docs, counts } of segments) {
        const slot = slots.get(term);
        if (slot === undefined) continue;
        const end = offsets[slot + 1] as number;
        for (let at = offsets[slot] as number; at < end; at++) {
          const doc = docs[at] as number;
          const count = counts[at] as number;
          const before = scores[doc] as number;
          if (before === 0) touched.push(doc);
          scores[doc] = before + (idf * count * (k1 + 1)) / (count + (norms[doc] as number));
        }
      }
    }
    return touched;
  }

  /** Lucene's: never negative. Documents that are gone but not yet swept out count a little longer. */
  function inverseFrequency(term: number): number {
    let frequency = 0;
    for (const { slots, offsets } of segments) {
      const slot = slots.get(term);
      if (slot !== undefined) frequency += (offsets[slot + 1] as number) - (offsets[slot] as number);
    }
    const all = Math.max(alive, frequency);
    return Math.log(1 + (all - frequency + 0.5) / (frequency + 0.5));
  }

  function select(touched: readonly number[], top: number, accept?: (doc: number) => boolean): Omit<Found, 'ceiling'> {
    const best = openBest(top);
    let total = 0;
    for (const doc of touched) {
      const score = scores[doc] as number;
      scores[doc] = 0;
      if (!isAlive(doc) || accept?.(doc) === false) continue;
      total++;
      best.offer(doc, score);
    }
    return { ...best.take(), total };
  }
}

function openSegment({ terms, offsets, docs, counts }: PostingsDump): Segment {
  const slots = new Map<number, number>();
  for (let slot = 0; slot < terms.length; slot++) slots.set(terms[slot] as number, slot);
  return { slots, offsets, docs, counts };
}

/** Freezes documents into one segment: terms counted, then laid out one after another. */
function freeze(pending: readonly Pending[]): Segment {
  const slots = new Map<number, number>();
  const sizes: number[] = [];
  for (const { terms } of pending)
    for (let i = 0; i < terms.length; i++) {
      const term = terms[i] as number;
      const slot = slots.get(term);
      if (slot === undefined) {
        slots.set(term, sizes.length);
        sizes.push(1);
      } else sizes[slot] = (sizes[slot] as number) + 1;
    }
  const segment = emptySegment(slots, sizes);
  const next = segment.offsets.slice(0, sizes.length);
  for (const { doc, terms, counts } of pending)
    for (let i = 0; i < terms.length; i++) {
      const slot = slots.get(terms[i] as number) as number;
      const at = next[slot] as number;
      next[slot] = at + 1;
      segment.docs[at] = doc;
      segment.counts[at] = Math.min(counts[i] as number, 0xffff);
    }
  return segment;
}

function emptySegment(slots: Map<number, number>, sizes: readonly number[]): Segment {
  const offsets = new Uint32Array(sizes.length + 1);
  for (let slot = 0; slot < sizes.length; slot++)
    offsets[slot + 1] = (offsets[slot] as number) + (sizes[slot] as number);
  const total = offsets[sizes.length] as number;
  return { slots, offsets, docs: new Uint32Array(total), counts: new Uint16Array(total) };
}

const GROWTH = 4;

/** Merges the last segment into the one before while that is not much larger. */
function settle(segments: Segment[], isAlive: (doc: number) => boolean): Segment[] {
  const settled = [...segments];
  for (;;) {
    const last = settled.at(-1);
    const before = settled.at(-2);
    if (last === undefined || before === undefined || before.docs.length > GROWTH * last.docs.length) return settled;
    settled.splice(-2, 2, merge(before, last, isAlive));
  }
}

function merge(older: Segment, newer: Segment, isAlive: (doc: number) => boolean): Segment {
  const slots = new Map<number, number>();
  const sizes: number[] = [];
  for (const { slots: own, offsets, docs } of [older, newer])
    for (const [term, slot] of own) {
      let living = 0;
      for (let at = offsets[slot] as number; at < (offsets[slot + 1] as number); at++)
        if (isAlive(docs[at] as number)) living++;
      if (living === 0) continue;
      const known = slots.get(term);
      if (known === undefined) {
        slots.set(term, sizes.length);
        sizes.push(living);
      } else sizes[known] = (sizes[known] as number) + living;
    }
  const merged = emptySegment(slots, sizes);
  const next = merged.offsets.slice(0, sizes.length);
  for (const { slots: own, offsets, docs, counts } of [older, newer])
    for (const [term, slot] of own)
      for (let from = offsets[slot] as number; from < (offsets[slot + 1] as number); from++) {
        if (!isAlive(docs[from] as number)) continue;
        const into = slots.get(term) as number;
        const at = next[into] as number;
        next[into] = at + 1;
        merged.docs[at] = docs[from] as number;
        merged.counts[at] = counts[from] as number;
      }
  return merged;
}

function grow(array: Uint32Array, least: number): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(Math.max(least, array.length * 2));
  larger.set(array);
  return larger;
}

interface Best {
  /** Might a document with this score come in? */
  wants(score: number): boolean;
  offer(doc: number, score: number): void;
  take(): { docs: number[]; scores: number[] };
}

/** The `top` highest of what is offered, the earlier document first where scores are equal. */
export function openBest(top: number): Best {
  const docs: number[] = [];
  const scores: number[] = [];
  const isWorse = (a: number, b: number): boolean => {
    const x = scores[a] as number;
    const y = scores[b] as number;
    return x < y || (x === y && (docs[a] as number) > (docs[b] as number));
  };
  const swap = (a: number, b: number): void => {
    [docs[a], docs[b]] = [docs[b] as number, docs[a] as number];
    [scores[a], scores[b]] = [scores[b] as number, scores[a] as number];
  };
  const sink = (from: number): void => {
    for (let at = from; ; ) {
      let least = at;
      for (const child of [2 * at + 1, 2 * at + 2]) if (child < docs.length && isWorse(child, least)) least = child;
      if (least === at) return;
      swap(at, least);
      at = least;
    }
  };
  return {
    wants: (score) => docs.length < top || score >= (scores[0] as number),
    offer(doc, score) {
      if (docs.length < top) {
        docs.push(doc);
        scores.push(score);
        for (let at = docs.length - 1; at > 0; ) {
          const parent = (at - 1) >> 1;
          if (!isWorse(at, parent)) break;
          swap(at, parent);
          at = parent;
        }
        return;
      }
      if (top === 0) return;
      const least = scores[0] as number;
      if (score < least || (score === least && doc > (docs[0] as number))) return;
      docs[0] = doc;
      scores[0] = score;
      sink(0);
    },
    take() {
      const order = docs.map((_, i) => i).sort((a, b) => (isWorse(a, b) ? 1 : -1));
      return { docs: order.map((i) => docs[i] as number), scores: order.map((i) => scores[i] as number) };
    },
  };
}
