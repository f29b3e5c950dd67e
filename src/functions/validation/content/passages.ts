/** A document as passages that a claim is held against: sentences with their clauses, and how alike words and sentences are. */
import { tidy, type Unit, unitsOf } from '../../../reading/index.ts';
import { wordsIn } from '../../../text/index.ts';
import { cosine, embed, readSaid, type Said } from '../../statements/index.ts';
import { root } from '../../statements/wording.ts';
import { isStopword } from '../../text/words.ts';
import type { Artifact } from '../seen.ts';

export interface Passage {
  readonly text: string;
  readonly at: number;
  readonly said: Said;
  readonly clauses: readonly Said[];
  /** Content words as they are written, in lower case. */
  readonly words: ReadonlySet<string>;
  readonly roots: ReadonlySet<string>;
  /** The heading it stands under. */
  readonly under: string;
  /** Roots of the heading it stands under, and of the sentence before. */
  readonly context: ReadonlySet<string>;
}

export interface Readable {
  readonly passages: readonly Passage[];
  readonly flat: string;
  /** How alike two words or sentences are, from 0 to 1. */
  alike(a: string, b: string): number;
  /** What a text means, where that was asked for. */
  vector(text: string): Int8Array | undefined;
}

/** So many sentences, and so many texts in all, are compared by meaning. */
const MOST = 200;
const MOST_TEXTS = 4000;

export async function makeReadable(
  artifact: Artifact,
  claims: readonly string[],
  settings: readonly string[],
  names: readonly string[] = [],
): Promise<Readable> {
  const units = unitsOf(artifact.document).filter(({ kind }) => kind !== 'code' || artifact.code !== undefined);
  const texts =
    settings.length > 0
      ? settings.map((text) => ({ text, at: 0, under: '' }))
      : withHeadings(units, artifact.document.words);
  const passages = texts.map(({ text, at, under }, index) =>
    readPassage({ text, at, under }, texts[index - 1]?.text ?? ''),
  );
  const near = passages.slice(0, MOST);
  const wanted = [
    ...new Set([
      ...claims,
      ...near.map(({ text }) => text),
      ...claims.flatMap(contentWords),
      ...names,
      ...near.flatMap(({ words }) => [...words]),
    ]),
  ];
  const vectors = new Map<string, Int8Array>();
  /** The same words are compared for every claim and every passage. */
  const known = new Map<string, Map<string, number>>();
  if (wanted.length <= MOST_TEXTS)
    for (const [index, vector] of (await embed(wanted)).entries()) vectors.set(wanted[index]!, vector);
  return {
    passages,
    flat: flatten(artifact.document.words),
    vector: (text) => vectors.get(text),
    alike(a, b) {
      const row = known.get(a) ?? new Map<string, number>();
      if (row.size === 0) known.set(a, row);
      let own = row.get(b);
      if (own === undefined) {
        const [left, right] = [vectors.get(a), vectors.get(b)];
        own = left === undefined || right === undefined ? 0 : Math.max(0, cosine(left, right));
        row.set(b, own);
      }
      return own;
    },
  };
}

function readPassage({ text, at, under }: Piece, before: string): Passage {
  const words = contentWords(text);
  const said = readSaid(text);
  const parts = text.split(
    /[;:]\s|,\s(?:and|but|so|then|which|while|though|although)\s|\s(?:but|whereas|although|unless|except)\s|,\s(?=\p{Ll})/u,
  );
  const clauses = parts.filter((part) => contentWords(part).length > 0);
  return {
    ...{ text, at, under, said, words: new Set(words), roots: new Set([...said.about, ...rootsOf(text)]) },
    clauses: clauses.length > 1 ? clauses.map(readSaid) : [said],
    context: new Set(rootsOf(`${under} ${before}`)),
  };
}

export function rootsOf(text: string): string[] {
  return wordsIn(text).map(({ lower }) => root(lower));
}

interface Piece {
  readonly text: string;
  readonly at: number;
  readonly under: string;
}

/** Sentences; lines of plain text that stand by themselves are ones too, and a catchword goes with what follows it. */
function withHeadings(units: readonly Unit[], words: string): Piece[] {
  let under = '';
  const pieces: Piece[] = [];
  for (const { text, start, end, kind } of units) {
    if (kind === 'heading') under = text;
    const lines = kind === 'sentence' ? linesOf(words, start, end) : [{ text, at: start }];
    for (const line of lines) pieces.push({ ...line, under: kind === 'heading' ? '' : under });
  }
  return pieces.map((piece, index) => {
    const next = pieces[index + 1];
    const isQuestion = next !== undefined && piece.text.endsWith('?');
    if (isQuestion) return { ...piece, text: `${piece.text} ${next.text}` };
    const isCatchword = next !== undefined && contentWords(piece.text).length <= 2 && wordsIn(piece.text).length <= 3;
    return isCatchword ? { ...piece, text: `${piece.text.replace(/[.:]$/, '')}: ${next.text}` } : piece;
  });
}

function linesOf(words: string, start: number, end: number): { text: string; at: number }[] {
  const lines: { text: string; at: number }[] = [];
  let from = start;
  for (const { index } of words.slice(start, end).matchAll(/\n(?=[ \t]*[\p{Lu}\d(])/gu)) {
    lines.push({ text: tidy(words.slice(from, start + index)), at: from });
    from = start + index + 1;
  }
  lines.push({ text: tidy(words.slice(from, end)), at: from });
  return lines.filter(({ text }) => text !== '');
}

export function contentWords(text: string): string[] {
  const words = wordsIn(text).map(({ lower }) => lower);
  return [...new Set(words.filter((lower) => !isStopword(lower) && lower.length > 1 && !/^\d/.test(lower)))];
}

export function flatten(text: string): string {
  return ` ${text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}%.]+/gu, ' ')
    .replace(/\.(?=\s|$)/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()} `;
}

/** Word for word. */
export function isThere({ flat }: Readable, text: string): boolean {
  return flatten(text).trim() !== '' && flat.includes(flatten(text));
}
