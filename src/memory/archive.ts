/** What is known of workspaces: every version of every file, words to find them by, and who did what. */
export type { Archive } from '../storage/index.ts';

export type FileAction = 'written' | 'restored' | 'removed' | 'changed outside' | 'removed outside';

export interface StoredFile {
  readonly id: number;
  readonly path: string;
  readonly key: string;
  readonly version: number;
  readonly size: number;
  readonly sha: string;
  readonly mtime: number;
  readonly modified: number;
  readonly present: boolean;
}

export interface FileVersion {
  readonly version: number;
  readonly size: number;
  readonly at: number;
  readonly actor: string;
  readonly action: FileAction;
}

export interface TrailRow {
  readonly seq: number;
  readonly at: number;
  readonly actor: string;
  readonly action: string;
  readonly path: string;
  readonly version: number | null;
}

export interface NewVersion {
  readonly path: string;
  readonly key: string;
  /** Absent: the file was removed. */
  readonly content?: Uint8Array | undefined;
  readonly mtime: number;
  readonly at: number;
  readonly actor: string;
  readonly action: FileAction;
}

export interface FileHit {
  readonly path: string;
  readonly snippet: string;
  readonly score: number;
}

/** What takes something out of every version of a file: for what must not have been kept, and for nothing else. */
export interface Rewording {
  reword(text: string): string;
  readonly at: number;
  readonly actor: string;
  /** What the trail says was done. */
  readonly action: string;
  readonly mtime?: number | undefined;
}
