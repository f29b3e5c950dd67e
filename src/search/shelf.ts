/**
 * The index in memory: passages numbered, postings and vectors under those numbers. Read from the store when it is first
 * needed, then kept in step with it.
 */
import { openPostings, type Postings } from './keyword/postings.ts';
import { openVectors, type Vectors } from './semantic/vectors.ts';
import type { Entry, Store, StoredFile } from './store.ts';
import { unpackTerms } from './terms.ts';

export interface Shelf {
  readonly postings: Postings;
  readonly vectors: Vectors;
  readonly files: ReadonlyMap<number, StoredFile>;
  /** The passage's number in the store. */
  passageOf(doc: number): number;
  fileOf(doc: number): StoredFile;
  add(file: StoredFile, entries: readonly Entry[]): void;
  remove(file: number): void;
  /** Gives every passage with these words its vector. */
  addVector(digest: Uint8Array, vector: Int8Array): void;
  /** True when most of it is passages that are gone: better read anew. */
  isWorn(): boolean;
  /** How many passages the scopes hold, and how many of them have a vector. */
  count(scopes: ReadonlySet<number>): { passages: number; embedded: number };
}

/** Anserini's figures for BM25 on BEIR; on the project's own set nothing between 0.6/0.2 and 1.5/0.9 was better by 0.01. */
export const BM25 = { k1: 0.9, b: 0.4 };

const WORN = 20_000;

export function openShelf(store: Store): Shelf {
  const postings = openPostings(BM25);
  const vectors = openVectors();
  const files = new Map<number, StoredFile>();
  const docsOf = new Map<number, number[]>();
  const passages: number[] = [];
  const owners: StoredFile[] = [];
  const tallies = new Map<number, { passages: number; embedded: number }>();
  /** Words → the passages with them; more than one only where files repeat each other. */
  const byDigest = new Map<string, number | number[]>();

  const shelf: Shelf = {
    postings,
    vectors,
    files,
    passageOf: (doc) => passages[doc] as number,
    fileOf: (doc) => owners[doc] as StoredFile,
    add(file, entries) {
      files.set(file.id, file);
      const docs = docsOf.get(file.id) ?? [];
      docsOf.set(file.id, docs);
      for (const entry of entries) docs.push(addEntry(file, entry));
    },
    remove(file) {
      for (const doc of docsOf.get(file) ?? []) {
        const tally = tallyOf((owners[doc] as StoredFile).scope);
        tally.passages--;
        if (vectors.has(doc)) tally.embedded--;
        postings.remove(doc);
        vectors.remove(doc);
      }
      docsOf.delete(file);
      files.delete(file);
    },
    addVector(digest, vector) {
      for (const doc of [byDigest.get(keyOf(digest)) ?? []].flat())
        if (files.has((owners[doc] as StoredFile).id)) setVector(doc, vector);
    },
    isWorn: () => passages.length > 2 * postings.size + WORN,
    count(scopes) {
      const held = [...scopes].map(tallyOf);
      return {
        passages: held.reduce((sum, { passages: own }) => sum + own, 0),
        embedded: held.reduce((sum, { embedded }) => sum + embedded, 0),
      };
    },
  };
  load();
  return shelf;

  function tallyOf(scope: number): { passages: number; embedded: number } {
    let tally = tallies.get(scope);
    if (tally === undefined) {
      tally = { passages: 0, embedded: 0 };
      tallies.set(scope, tally);
    }
    return tally;
  }

  function setVector(doc: number, vector: Int8Array): void {
    if (!vectors.has(doc)) tallyOf((owners[doc] as StoredFile).scope).embedded++;
    vectors.set(doc, vector);
  }

  function addEntry(file: StoredFile, entry: Entry): number {
    const doc = passages.length;
    passages.push(entry.id);
    owners.push(file);
    tallyOf(file.scope).passages++;
    const { terms, counts } = unpackTerms(entry.terms);
    postings.add(doc, terms, counts, entry.length);
    const key = keyOf(entry.digest);
    const others = byDigest.get(key);
    byDigest.set(key, others === undefined ? doc : [...[others].flat(), doc]);
    return doc;
  }

  function load(): void {
    const stored = new Map(store.files().map((file) => [file.id, file]));
    for (const file of stored.values()) shelf.add(file, []);
    for (const entry of store.entries()) shelf.add(stored.get(entry.file) as StoredFile, [entry]);
    for (const { digest, vector } of store.vectors()) shelf.addVector(digest, asSigned(vector));
  }
}

export function asSigned(bytes: Uint8Array): Int8Array {
  return new Int8Array(bytes.buffer, bytes.byteOffset, bytes.length);
}

function keyOf(digest: Uint8Array): string {
  return Buffer.from(digest.buffer, digest.byteOffset, digest.length).toString('latin1');
}
