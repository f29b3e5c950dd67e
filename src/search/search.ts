/** The contract of the room: what can be asked of an index, and what comes back. */
import type { SourceMetadata } from '../citations/source.ts';

export type MatchType = 'keyword' | 'semantic' | 'hybrid';

export interface SearchQuery {
  readonly query: string;
  /** Which scopes to look in; absent: all. An unknown one throws SCOPE_UNKNOWN with the names there are. */
  readonly scopes?: readonly string[] | undefined;
  /** Default `hybrid`. */
  readonly match?: MatchType | undefined;
  /** Default 10. */
  readonly top?: number | undefined;
  readonly filter?: SearchFilter | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface SearchFilter {
  readonly source_type?: readonly SourceMetadata['source_type'][] | undefined;
  /** Only below this folder or file. */
  readonly path?: string | undefined;
  /** File extension without the dot. */
  readonly ext?: readonly string[] | undefined;
}

export interface SearchHit {
  readonly id: string;
  readonly scope: string;
  /** 0 to 1 within one answer: 1 is the best conceivable match, comparable between hits of one query. */
  readonly score: number;
  /** What each retriever thought, where it saw the chunk. */
  readonly scores: { readonly keyword?: number; readonly semantic?: number };
  /** The passage. */
  readonly text: string;
  readonly snippet: Snippet;
  /** Position of the passage in its file. */
  readonly position: { readonly start: number; readonly end: number; readonly line_range?: string };
  readonly source: SourceMetadata;
}

/** The most telling piece of the passage and the words in it that matched, as offsets into `text` of the snippet. */
export interface Snippet {
  readonly text: string;
  readonly highlights: readonly (readonly [start: number, end: number])[];
}

export interface SearchResult {
  readonly hits: readonly SearchHit[];
  readonly total: number;
  readonly ms: number;
  /** What could not be done as asked, in a sentence (no embeddings yet, say). */
  readonly warnings: readonly string[];
}

export interface IndexRequest {
  readonly paths: readonly string[];
  readonly scope: string;
  /** Default true. */
  readonly embeddings?: boolean | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: IndexProgress) => void) | undefined;
}

export interface IndexProgress {
  readonly phase: 'reading' | 'embedding';
  readonly done: number;
  readonly total: number;
  readonly file?: string | undefined;
}

export interface IndexReport {
  readonly scope: string;
  readonly files: number;
  readonly unchanged: number;
  readonly removed: number;
  readonly chunks: number;
  readonly skipped: readonly { readonly file: string; readonly why: string }[];
  /** Files of which a part has no text: it is in the index without it. */
  readonly partly: readonly { readonly file: string; readonly why: string }[];
  readonly ms: number;
}

export interface ScopeInfo {
  readonly scope: string;
  readonly files: number;
  readonly chunks: number;
  readonly embedded: number;
  readonly updated?: number | undefined;
  /** Where it is kept, and by what vectors are compared there. */
  readonly backend?: 'local' | 'postgres, pgvector' | 'postgres, vectors compared in this process' | undefined;
}

/** A passage as it is kept, with the file it stands in. */
export interface KeptPassage {
  readonly id: string;
  readonly file: string;
  readonly title: string;
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly source: SourceMetadata;
}

export interface Search {
  search(query: SearchQuery): Promise<SearchResult>;
  /** Every passage of a scope, file by file in the order of their names, each in the order of its text; or of one file. */
  contents(scope: string, file?: string): Promise<KeptPassage[]>;
  /** A copy of the index of this machine, for a backup; nothing where it is kept elsewhere. */
  copyTo(path: string): Promise<void>;
  index(request: IndexRequest): Promise<IndexReport>;
  /** Indexes again what changes on disk, until closed. */
  watch(request: IndexRequest & { onReport?: (report: IndexReport) => void }): Promise<{ close(): Promise<void> }>;
  scopes(): Promise<ScopeInfo[]>;
  /** Forgets a scope and all in it. */
  drop(scope: string): Promise<void>;
  close(): Promise<void>;
}
