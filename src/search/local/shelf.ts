/**
 * The index in memory: passages numbered, postings and vectors under those numbers. Opened from the last snapshot where
 * nothing was stored since, else from the passages themselves; then kept in step with the store. What a query may not
 * need (vectors, the facts of files) is read when it is first needed.
 */

import { openBreath } from '../../kernel/breath.ts';
import type { IndexFile } from '../../storage/index.ts';
import { asSigned, BM25, type StoredFile, type Tally } from '../holdings.ts';
import { openPostings, type Postings } from '../keyword/postings.ts';
import { openVectors, type Vectors } from '../semantic/vectors.ts';
import { unpackTerms } from '../terms.ts';
import type { Entry, Orphans, Snapshot } from './kept.ts';

export interface Shelf {
  readonly postings: Postings;
  readonly vectors: Vectors;
  /** The passage's number in the store. */
  passageOf(doc: number): number;
  scopeOf(doc: number): number;
  fileOf(doc: number): StoredFile;
  add(file: StoredFile, entries: readonly Entry[]): void;
  remove(file: number): void;
  /** What no passage will hold any more when these files are gone. Long files are read in pieces. */
  orphans(files: readonly number[]): Promise<Orphans>;
  /** Gives every passage with these words its vector. */
  addVector(digest: Uint8Array, vector: Int8Array): void;
  /** True when most of it is passages that are gone: better read anew. */
  isWorn(): boolean;
  /** How many passages the scope holds, and how many of them have a vector. */
  count(scope: number): Tally;
  /** All of it, to be opened from again. */
  snapshot(): Snapshot;
}

const WORN = 20_000;
const DIGEST = 16;

/** `snapshot`: undefined to read the passages themselves. */
export function openShelf(store: IndexFile, snapshot: Snapshot | undefined): Shelf {
  const postings = openPostings(BM25, snapshot?.postings);
  let vectors = snapshot === undefined ? openVectors() : undefined;
  const docs = openDocs(snapshot);
  const files = new Map<number, StoredFile>();
  const tallies = new Map<number, Tally>(snapshot?.tallies.map(({ scope, ...tally }) => [scope, tally]));
  /** Where the passages of a file begin; they stand one after another. */
  let firsts: Map<number, number> | undefined;
  /** Words → the passages with them; more than one only where files repeat each other. */
  let byDigest: Map<string, number | number[]> | undefined;

  const shelf: Shelf = {
    postings,
    get vectors() {
      vectors ??= openVectors(snapshot?.vectors());
      return vectors;
    },
    passageOf: (doc) => docs.passages[doc] as number,
    scopeOf: (doc) => docs.scopes[doc] as number,
    fileOf,
    add(file, entries) {
      files.set(file.id, file);
      if (entries.length > 0) firsts?.set(file.id, docs.size);
      for (const entry of entries) addEntry(file.id, file.scope, entry);
    },
    remove(file) {
      const first = firstOf(file);
      files.delete(file);
      if (first === undefined) return;
      for (let doc = first; doc < docs.size && docs.files[doc] === file; doc++) removeDoc(doc);
      firsts?.delete(file);
    },
    async orphans(files) {
      const going = new Set(files);
      const leaves = (doc: number) => going.has(docs.files[doc] as number);
      const breathe = openBreath();
      const terms = new Set<number>();
      const digests: Uint8Array[] = [];
      for (const file of files)
        for (const entry of store.entriesOf(file)) {
          for (const term of unpackTerms(entry.terms).terms) terms.add(term);
          if (docsWith(entry.digest).every((doc) => !postings.has(doc) || leaves(doc))) digests.push(entry.digest);
          await breathe();
        }
      const orphaned: number[] = [];
      for (const term of terms) {
        if (!postings.holds(term, leaves)) orphaned.push(term);
        await breathe();
      }
      return { terms: orphaned, digests };
    },
    addVector(digest, vector) {
      for (const doc of docsWith(digest)) if (postings.has(doc)) setVector(doc, vector);
    },
    isWorn: () => docs.size > 2 * postings.size + WORN,
    count: (scope) => ({ ...tallyOf(scope) }),
    snapshot: () => ({
      ...docs.dump(),
      tallies: [...tallies].map(([scope, tally]) => ({ scope, ...tally })),
      postings: postings.dump(),
      vectors: () => shelf.vectors.dump(),
    }),
  };
  if (snapshot === undefined) load();
  return shelf;

  function load(): void {
    const scopes = store.fileScopes();
    for (const entry of store.entries()) addEntry(entry.file, scopes.get(entry.file) as number, entry);
    for (const { digest, vector } of store.vectors()) shelf.addVector(digest, asSigned(vector));
  }

  function fileOf(doc: number): StoredFile {
    const id = docs.files[doc] as number;
    let file = files.get(id);
    if (file === undefined) {
      file = store.file(id) as StoredFile;
      files.set(id, file);
    }
    return file;
  }

  function tallyOf(scope: number): Tally {
    let tally = tallies.get(scope);
    if (tally === undefined) {
      tally = { passages: 0, embedded: 0 };
      tallies.set(scope, tally);
    }
    return tally;
  }

  function addEntry(file: number, scope: number, entry: Entry): void {
    const doc = docs.add(entry.id, file, scope, entry.digest);
    tallyOf(scope).passages++;
    const { terms, counts } = unpackTerms(entry.terms);
    postings.add(doc, terms, counts, entry.length);
    if (byDigest !== undefined) noteDigest(byDigest, doc);
  }

  function removeDoc(doc: number): void {
    if (!postings.has(doc)) return;
    const tally = tallyOf(docs.scopes[doc] as number);
    tally.passages--;
    if (shelf.vectors.has(doc)) tally.embedded--;
    postings.remove(doc);
    shelf.vectors.remove(doc);
  }

  function setVector(doc: number, vector: Int8Array): void {
    if (!shelf.vectors.has(doc)) tallyOf(docs.scopes[doc] as number).embedded++;
    shelf.vectors.set(doc, vector);
  }

  function firstOf(file: number): number | undefined {
    if (firsts === undefined) {
      firsts = new Map();
      for (let doc = docs.size - 1; doc >= 0; doc--) firsts.set(docs.files[doc] as number, doc);
    }
    return firsts.get(file);
  }

  function docsWith(digest: Uint8Array): number[] {
    if (byDigest === undefined) {
      byDigest = new Map();
      for (let doc = 0; doc < docs.size; doc++) noteDigest(byDigest, doc);
    }
    const found = byDigest.get(keyOf(digest));
    return found === undefined ? [] : [found].flat();
  }

  function noteDigest(into: Map<string, number | number[]>, doc: number): void {
    const key = keyOf(docs.digests.subarray(doc * DIGEST, (doc + 1) * DIGEST));
    const others = into.get(key);
    if (others === undefined) into.set(key, doc);
    else if (typeof others === 'number') into.set(key, [others, doc]);
    else others.push(doc);
  }
}

type DocsDump = Pick<Snapshot, 'passages' | 'files' | 'scopes' | 'digests'>;

/** What is known of each passage by its number, in columns that grow. */
function openDocs(dump?: DocsDump) {
  let passages = dump?.passages ?? new Uint32Array(1024);
  let files = dump?.files ?? new Uint32Array(1024);
  let scopes = dump?.scopes ?? new Uint32Array(1024);
  let digests = dump?.digests ?? new Uint8Array(1024 * DIGEST);
  let size = dump?.passages.length ?? 0;
  return {
    get passages() {
      return passages;
    },
    get files() {
      return files;
    },
    get scopes() {
      return scopes;
    },
    get digests() {
      return digests;
    },
    get size() {
      return size;
    },
    add(passage: number, file: number, scope: number, digest: Uint8Array): number {
      if (size === passages.length) {
        const capacity = Math.max(1024, 2 * size);
        passages = enlarge(passages, new Uint32Array(capacity));
        files = enlarge(files, new Uint32Array(capacity));
        scopes = enlarge(scopes, new Uint32Array(capacity));
        digests = enlarge(digests, new Uint8Array(capacity * DIGEST));
      }
      passages[size] = passage;
      files[size] = file;
      scopes[size] = scope;
      digests.set(digest, size * DIGEST);
      return size++;
    },
    dump: (): DocsDump => ({
      passages: passages.slice(0, size),
      files: files.slice(0, size),
      scopes: scopes.slice(0, size),
      digests: digests.slice(0, size * DIGEST),
    }),
  };
}

function enlarge<T extends Uint32Array | Uint8Array>(from: T, to: T): T {
  to.set(from);
  return to;
}

function keyOf(digest: Uint8Array): string {
  return Buffer.from(digest.buffer, digest.byteOffset, digest.length).toString('latin1');
}
