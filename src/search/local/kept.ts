/** What the local index asks of its file, and how its passages are written into it. */

import type { digestOf, keyOf, StoredFile, typeOf } from '../holdings.ts';
import type { PostingsDump } from '../keyword/postings.ts';
import type { VectorsDump } from '../semantic/vectors.ts';

/** What of a passage is kept in memory. */
export interface Entry {
  readonly id: number;
  readonly file: number;
  readonly length: number;
  readonly terms: Uint8Array;
  /** Of what is embedded: the same words have the same vector, wherever they stand. */
  readonly digest: Uint8Array;
}

/** What no passage holds any more once some are gone: the numbers of terms, and what vectors are known by. */
export interface Orphans {
  readonly terms: readonly number[];
  readonly digests: readonly Uint8Array[];
}

export interface StoredVolume {
  readonly file: StoredFile;
  readonly entries: readonly Entry[];
  readonly replaced: number | undefined;
}

/** The index in memory, all of it: only a faster way to open. */
export interface Snapshot {
  /** By the documents' numbers. */
  readonly passages: Uint32Array;
  readonly files: Uint32Array;
  readonly scopes: Uint32Array;
  readonly digests: Uint8Array;
  readonly tallies: readonly { scope: number; passages: number; embedded: number }[];
  readonly postings: PostingsDump;
  /** The largest part, read when it is asked for. */
  vectors(): VectorsDump;
}

/** How a passage becomes a row: the file keeps it, the room knows what is in it. */
export interface Writing {
  /** The form of terms that `terms` makes; a file with those of an older one is written anew. */
  readonly form: number;
  /** The terms of a passage, packed, under the numbers that they are given, and how many words it has. */
  terms(title: string, text: string, numberOf: (term: string) => number): { terms: Uint8Array; length: number };
  readonly digestOf: typeof digestOf;
  readonly keyOf: typeof keyOf;
  readonly typeOf: typeof typeOf;
}
