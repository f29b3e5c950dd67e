/** Signs of a text: phrases from lists, found by whole words. What a sign means is its room's business. */

export interface Token {
  readonly word: string;
  readonly start: number;
  readonly end: number;
}

export interface Found {
  /** `act.add`, `thing.file`. */
  readonly sign: string;
  readonly phrase: string;
  /** Tokens, from and to (exclusive). */
  readonly from: number;
  readonly to: number;
}

/** Group, name, phrases: `{ act: { add: [add, put] } }` gives the sign `act.add`. */
export type SignLists = Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;

export type FindSigns = (tokens: readonly Token[]) => Found[];

const WORD = /[\p{L}\p{N}]+(?:[''’.:/_@-][\p{L}\p{N}]+)*(?:;dr)?|[^\s\p{L}\p{N}]/gu;

export function tokensOf(text: string): Token[] {
  return [...text.matchAll(WORD)].map(({ 0: word, index }) => ({
    word: word.toLowerCase().replace(/[’']/g, "'"),
    start: index,
    end: index + word.length,
  }));
}

/** All signs of a text, longer phrases of the same group hiding shorter ones within them. */
export function createSigns(lists: SignLists): FindSigns {
  const entries = Object.entries(lists).flatMap(([group, signs]) =>
    Object.entries(signs).flatMap(([name, phrases]) =>
      phrases.map((phrase) => ({ sign: `${group}.${name}`, words: tokensOf(phrase).map(({ word }) => word) })),
    ),
  );
  // By first word, so that a text is looked through once.
  const index = Map.groupBy(entries, ({ words }) => words[0]!);
  return (tokens) => {
    const found: Found[] = [];
    for (const [from, { word }] of tokens.entries())
      for (const { sign, words } of index.get(word) ?? [])
        if (words.every((one, at) => tokens[from + at]?.word === one))
          found.push({ sign, phrase: words.join(' '), from, to: from + words.length });
    return found.filter((one) => !found.some((other) => hides(other, one)));
  };
}

function hides(other: Found, one: Found): boolean {
  const isLonger = other.to - other.from > one.to - one.from;
  return isLonger && other.from <= one.from && other.to >= one.to && groupOf(other) === groupOf(one);
}

function groupOf({ sign }: Found): string {
  return sign.slice(0, sign.indexOf('.'));
}
