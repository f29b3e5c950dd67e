/** The words of assertions.yml, found in a text: what turns it up or down, what denies it, and what it is about. */
import { z } from 'zod';
import { fold, stem } from '../../text/index.ts';
import { readRows } from '../../text/rows.ts';
import { grammar } from '../facts/grammar.ts';

const words = z.array(z.string());
const SENSES = ['amount', 'quality', 'time', 'act', 'light'] as const;
const file = z.strictObject({
  signs: z.array(z.strictObject({ sense: z.enum(SENSES), sign: z.int(), words })),
  denials: words,
  fine: words,
  same: z.array(words),
  apart: z.array(words),
  bare: words,
});

export type Sense = (typeof SENSES)[number];

export type Sign =
  | { readonly kind: 'turn'; readonly sense: Sense; readonly sign: number }
  | { readonly kind: 'denial' }
  /** Said too finely to be compared. */
  | { readonly kind: 'fine' }
  | { readonly kind: 'bare' }
  /** A word that says of what: the same for all that mean the same. */
  | { readonly kind: 'about'; readonly word: string };

interface Lexicon {
  readonly signs: ReadonlyMap<string, Sign>;
  readonly apart: readonly ReadonlySet<string>[];
}

let read: Lexicon | undefined;

function lexicon(): Lexicon {
  read ??= compile(file.parse(readRows(new URL('./assertions.yml', import.meta.url))));
  return read;
}

const keyOf = (phrase: string) => plainly(phrase).split(' ').map(stem).join(' ');

function compile(data: z.infer<typeof file>): Lexicon {
  const signs = new Map<string, Sign>();
  for (const word of data.bare) signs.set(keyOf(word), { kind: 'bare' });
  for (const group of data.same)
    for (const word of group) signs.set(keyOf(word), { kind: 'about', word: stem(group[0] as string) });
  for (const { sense, sign, words: all } of data.signs)
    for (const word of all) signs.set(keyOf(word), { kind: 'turn', sense, sign });
  for (const word of data.denials) signs.set(keyOf(word), { kind: 'denial' });
  for (const word of data.fine) signs.set(keyOf(word), { kind: 'fine' });
  const aboutOf = (word: string) => {
    const known = signs.get(keyOf(word));
    return known?.kind === 'about' ? known.word : stem(word);
  };
  return { signs, apart: data.apart.map((group) => new Set(group.map(aboutOf))) };
}

const LONGEST_PHRASE = 4;

/** Each word, or phrase where one is known, with what it does. */
export function signsIn(text: string): Sign[] {
  const { signs } = lexicon();
  const { small } = grammar();
  const all = plainly(text).match(/[\p{L}\p{N}]+/gu) ?? [];
  const stems = all.map(stem);
  const found: Sign[] = [];
  for (let at = 0; at < all.length; at++) {
    const [sign, length] = longestAt(stems, at, signs);
    if (sign !== undefined) found.push(sign);
    else if (!small.has(all[at] as string)) found.push({ kind: 'about', word: stems[at] as string });
    at += length - 1;
  }
  return found;
}

function longestAt(
  stems: readonly string[],
  at: number,
  signs: ReadonlyMap<string, Sign>,
): readonly [Sign | undefined, number] {
  for (let length = Math.min(LONGEST_PHRASE, stems.length - at); length > 0; length--) {
    const sign = signs.get(stems.slice(at, at + length).join(' '));
    if (sign !== undefined) return [sign, length];
  }
  return [undefined, 1];
}

/** "Can't" denies as "cannot" does, "Reye's" is Reye. */
export function plainly(text: string): string {
  return (
    fold(text)
      .replace(/\b(?:ca|wo)?n['’]t\b|n['’]t\b/g, ' not')
      // "Keeps the bleb from scarring" prevents it.
      .replace(/\b(?:keep|keeps|keeping|kept) ((?:\p{L}+ ){1,4}?)from\b/gu, 'prevents $1')
      .replace(/['’]s?\b/g, '')
      .replace(/(?<=\p{L})-(?=\p{L})/gu, ' ')
  );
}

/** Night and morning: at most one of them is meant. */
export function areSetApart(a: string, b: string): boolean {
  return a !== b && lexicon().apart.some((group) => group.has(a) && group.has(b));
}
