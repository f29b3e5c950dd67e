/**
 * What an index holds, and what can be asked of it: the one thing that the two ways to keep it have in common (local/: a
 * file of this machine and memory; shared/: Postgres). Everything above works on this and does not know which it is.
 */
import { createHash } from 'node:crypto';
import type { SourceMetadata } from '../citations/source.ts';
import type { Passage } from './reading/index.ts';
import type { KeptPassage, ScopeInfo, SearchFilter } from './search.ts';

export interface Holdings {
  /** Where passages are kept and by what they are compared. */
  backend(): Promise<NonNullable<ScopeInfo['backend']>>;
  scopes(): Promise<StoredScope[]>;
  /** The scope's number; it is made where it is not there. */
  scope(name: string): Promise<number>;
  /** Notes when the scope was brought up to date, and whether its passages are to have vectors. */
  touchScope(id: number, time: number, embeds: boolean): Promise<void>;
  dropScope(id: number): Promise<void>;
  counts(scope: number): Promise<Counts>;
  files(scope: number): Promise<StoredFile[]>;
  /** Stores files in place of what was there under their paths. All of them or, where that fails, none. */
  replaceFiles(scope: number, volumes: readonly Volume[]): Promise<{ files: number; passages: number }>;
  removeFiles(scope: number, ids: readonly number[]): Promise<void>;
  settleFile(id: number, mtime: number, settled: boolean): Promise<void>;
  /** Of each scope that has passages, how many, and how many of them have a vector. */
  tally(scopes: ReadonlySet<number>): Promise<Map<number, Tally>>;
  /** Passages of the scope whose words have no vector yet, each text once. */
  unembedded(scope: number): Promise<Unembedded[]>;
  addVectors(vectors: readonly DigestVector[]): Promise<void>;
  /** Says for a while that this process embeds the passages of the scope; false where another one does. */
  claim(scope: number): Promise<boolean>;
  byWords(terms: readonly AskedTerm[], top: number, where: Where, signal?: AbortSignal): Promise<FoundByWords>;
  byMeaning(vector: Float32Array, top: number, where: Where, signal?: AbortSignal): Promise<Found>;
  /** Those that are (still) there, by their numbers. */
  passages(ids: readonly number[], signal?: AbortSignal): Promise<Map<number, StoredPassage>>;
  /** All of a scope, or of one file in it as footnotes name it, by file and place. */
  contents(scope: number, file?: string): Promise<KeptPassage[]>;
  /** Writes a whole copy into a file that is not there yet; absent where the index is kept elsewhere. */
  copyTo?(path: string): Promise<void>;
  close(): Promise<void>;
}

export interface StoredScope {
  readonly id: number;
  readonly name: string;
  readonly updated?: number | undefined;
  /** Its passages are to have vectors. */
  readonly embeds: boolean;
}

export interface Counts {
  readonly files: number;
  readonly chunks: number;
  readonly embedded: number;
}

export interface Tally {
  passages: number;
  embedded: number;
}

export interface FileFacts {
  readonly path: string;
  /** As footnotes name it. */
  readonly name: string;
  readonly hash: string;
  readonly mtime: number;
  readonly size: number;
  /** False where the file was so young that it may change again without its time changing. */
  readonly settled: boolean;
}

export interface StoredFile extends FileFacts {
  readonly id: number;
  readonly scope: number;
  readonly source_type: SourceMetadata['source_type'];
}

/** A file as it is stored: what is known of it, and its passages. */
export interface Volume {
  readonly facts: FileFacts;
  readonly passages: readonly Passage[];
}

export interface StoredPassage {
  readonly scope: number;
  readonly key: string;
  readonly title: string;
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly lines: string | null;
  readonly source: SourceMetadata;
}

export interface Unembedded {
  readonly digest: Uint8Array;
  readonly text: string;
}

/** The vector of some words, one signed byte a dimension. */
export interface DigestVector {
  readonly digest: Uint8Array;
  readonly vector: Uint8Array;
}

export interface AskedTerm {
  readonly term: string;
  readonly weight: number;
  /** Not said, only meant: no part of what a perfect match must have. */
  readonly extra: boolean;
}

export interface Where {
  readonly scopes: ReadonlySet<number>;
  readonly filter?: SearchFilter | undefined;
}

/** Numbers of passages, best first, with their scores. */
export interface Found {
  readonly ids: readonly number[];
  readonly scores: readonly number[];
}

export interface FoundByWords extends Found {
  /** How many passages hold at least one of the terms. */
  readonly total: number;
  /** What a passage would score that holds every term that was said, endlessly often. */
  readonly ceiling: number;
}

export { BM25 } from './keyword/postings.ts';

/** Changed when terms are made differently (keyword/), so that those of an older index are made anew. */
export const TERMS_FORM = 2;

/** What the embedding model reads of a passage. */
export function embeddedText(title: string, text: string): string {
  return title === '' ? text : `${title}. ${text}`;
}

/** The name under which the vector of these words is kept. */
export function digestOf(title: string, text: string): Buffer {
  return createHash('sha256').update(embeddedText(title, text)).digest().subarray(0, 16);
}

/** The same words at the same place keep their id; a second time the same words in one file get a number. */
export function keyOf(path: string, passage: Passage, taken: Map<string, number>): string {
  const { key } = passage;
  if (key !== undefined) return key;
  const hash = createHash('sha256').update(`${path}\0${passage.text}`).digest('hex').slice(0, 16);
  const times = (taken.get(hash) ?? 0) + 1;
  taken.set(hash, times);
  return times === 1 ? hash : `${hash}-${times}`;
}

export function typeOf(passages: readonly Passage[]): SourceMetadata['source_type'] {
  return passages[0]?.source.source_type ?? 'internal_doc';
}

/** The bytes of a vector as the numbers they are. */
export function asSigned(bytes: Uint8Array): Int8Array {
  return new Int8Array(bytes.buffer, bytes.byteOffset, bytes.length);
}
