/**
 * A document as a reader sees it. `words` is as long as the source, with everything that is markup blank: a place in one
 * is the same place in the other. Blocks come in order and do not overlap.
 */
export const FORMATS = ['markdown', 'html', 'rst', 'plain'] as const;
export type Format = (typeof FORMATS)[number];

export interface Document {
  readonly format: Format;
  readonly source: string;
  readonly words: string;
  readonly blocks: readonly Block[];
}

export interface Block {
  readonly kind: 'heading' | 'prose' | 'item' | 'row' | 'code';
  readonly start: number;
  readonly end: number;
  /** Of a heading, from 1. */
  readonly level?: number | undefined;
  /** A numbered heading of plain text, say, is less sure than a marked one. */
  readonly sure?: number | undefined;
  /** It stands around what is said: the head of a mail, its greeting, its signature. */
  readonly frame?: boolean | undefined;
}

/** The highest level of the headings, however many there are. */
export function topLevel(blocks: readonly Block[]): number {
  return blocks.reduce((top, { level }) => Math.min(top, level ?? top), Number.POSITIVE_INFINITY);
}

/** Words in one line: no runs of blanks, none before a full stop. */
export function tidy(words: string): string {
  return (
    words
      .replace(/\s+/g, ' ')
      // A word that its line broke.
      .replace(/(?<=\p{L})‐ (?=\p{Ll})/gu, '')
      .replace(/ (?=[.,;:!?)\]}»”](?:\s|$|[.,;:!?)\]}»”"']))/g, '')
      .replace(/([([{«“]) (?=\S)/g, '$1')
      .trim()
  );
}

/** The same length, nothing in it; lines stay lines. */
export function blank(text: string): string {
  return text.replace(/[^\n]/g, ' ');
}

/** Whether anything in it can be read: letters or figures, not only signs. */
export function hasContent(words: string): boolean {
  const letters = words.match(/[\p{L}\p{N}]/gu)?.length ?? 0;
  return letters >= 2;
}
