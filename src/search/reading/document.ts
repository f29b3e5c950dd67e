/** What reading makes of a file: passages, each with its place and with what a footnote will need. */
import type { SourceMetadata } from '../../citations/source.ts';

export interface Passage {
  /** What the passage is about: a heading, the name of a function. Searched, and embedded with the text. */
  readonly title: string;
  readonly text: string;
  /** In characters of the file's text; of the extracted text where the file is PDF or HTML. */
  readonly start: number;
  readonly end: number;
  /** `12-45` */
  readonly lines?: string | undefined;
  readonly source: Source;
  /** Its id, where it has one of its own; else made of the path and the words. */
  readonly key?: string | undefined;
}

/** Metadata still without an id: that is given when the passage is stored. */
export type Source = SourceMetadata extends infer S ? (S extends { id: string } ? Omit<S, 'id'> : never) : never;

/** A file as the readers get it. */
export interface TextFile {
  /** Absolute. */
  readonly path: string;
  /** As footnotes name it: from the top of the repository or of the indexed folder. */
  readonly name: string;
  readonly text: string;
  /** `2026-11-15` */
  readonly date: string;
  readonly repository: Repository;
}

export interface Repository {
  /** Of the repository, or of the folder where there is none. */
  readonly name: string;
  readonly root: string;
  readonly commit?: string | undefined;
}
