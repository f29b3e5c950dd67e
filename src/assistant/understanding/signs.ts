/** The words of words.yml in a text: which signs it shows, and where. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';

const file = z.record(z.string(), z.record(z.string(), z.array(z.string().min(1)).min(1)));

export interface Found {
  /** `act.add`, `thing.file`. */
  readonly sign: string;
  readonly phrase: string;
  /** Tokens, from and to (exclusive). */
  readonly from: number;
  readonly to: number;
}

export interface Token {
  readonly word: string;
  readonly start: number;
  readonly end: number;
}

const WORD = /[\p{L}\p{N}]+(?:[''’.:/_@-][\p{L}\p{N}]+)*(?:;dr)?|[^\s\p{L}\p{N}]/gu;

export function tokensOf(text: string): Token[] {
  return [...text.matchAll(WORD)].map(({ 0: word, index }) => ({
    word: word.toLowerCase().replace(/[’']/g, "'"),
    start: index,
    end: index + word.length,
  }));
}

interface Entry {
  readonly sign: string;
  readonly words: readonly string[];
}

let index: ReadonlyMap<string, readonly Entry[]> | undefined;

/** By first word, so that a text is looked through once. */
function readIndex(): ReadonlyMap<string, readonly Entry[]> {
  const lists = file.parse(parse(readFileSync(join(import.meta.dirname, 'words.yml'), 'utf8')));
  const entries = Object.entries(lists).flatMap(([group, signs]) =>
    Object.entries(signs).flatMap(([name, phrases]) =>
      phrases.map((phrase) => ({ sign: `${group}.${name}`, words: tokensOf(phrase).map(({ word }) => word) })),
    ),
  );
  return Map.groupBy(entries, ({ words }) => words[0]!);
}

/** All signs, longer phrases of the same group hiding shorter ones within them. */
export function findSigns(tokens: readonly Token[]): Found[] {
  index ??= readIndex();
  const found: Found[] = [];
  for (const [from, { word }] of tokens.entries())
    for (const { sign, words } of index.get(word) ?? [])
      if (words.every((one, at) => tokens[from + at]?.word === one))
        found.push({ sign, phrase: words.join(' '), from, to: from + words.length });
  const groupOf = ({ sign }: Found) => sign.slice(0, sign.indexOf('.'));
  return found.filter(
    (one) =>
      !found.some(
        (other) =>
          other !== one &&
          groupOf(other) === groupOf(one) &&
          other.from <= one.from &&
          other.to >= one.to &&
          other.to - other.from > one.to - one.from,
      ),
  );
}
