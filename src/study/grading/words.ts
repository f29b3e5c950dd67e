/** The words of words.yml, compiled. */

import { z } from 'zod';
import { readRows } from '../../text/rows.ts';

const file = z.strictObject({
  unsure: z.string(),
  hedges: z.string(),
  kinds: z.string(),
  negations: z.string(),
  between: z.string(),
  opposites: z.string(),
  states: z.string(),
  corrections: z.string(),
  generic: z.string(),
  acted: z.string(),
  phrase_heads: z.string(),
  synonyms: z.string(),
  roots: z.string(),
  latin_nouns: z.string(),
  latin_words: z.string(),
  formulas: z.string(),
  is_so: z.string(),
  is_not: z.string(),
  is_wrong: z.string(),
  forgotten: z.string(),
  retractions: z.string(),
  asks_most: z.string(),
  asks_least: z.string(),
  asking: z.string(),
  apart: z.string(),
  exclusive: z.string(),
  names_asked: z.string(),
  denials: z.string(),
  common: z.string(),
  vague: z.string(),
  counted_by: z.string(),
  clauses: z.string(),
  beside: z.string(),
  enough: z.string(),
  share_measures: z.string(),
  share_counts: z.string(),
  telling_begins: z.string(),
  telling_ends: z.string(),
});

export interface AnswerWords {
  readonly unsure: ReadonlySet<string>;
  /** Said before or behind an answer, no part of it. */
  readonly before: RegExp;
  readonly behind: RegExp;
  /** "a kind of", "some member of the": what is named behind it is the answer. */
  readonly kinds: RegExp;
  readonly correction: RegExp;
  readonly negation: RegExp;
  /** A denial that reaches to the end of a text: of what stands behind it. */
  readonly denied: RegExp;
  /** Which side of which pair of opposites a word stands for: `3+`, `3-`. */
  readonly sides: ReadonlyMap<string, readonly string[]>;
  /** Pairs of opposites that exclude one another wherever they stand. */
  readonly states: ReadonlySet<string>;
  readonly generic: ReadonlySet<string>;
  /** Who is acted on, and small words of a deed. */
  readonly acted: ReadonlySet<string>;
  readonly phraseHeads: ReadonlySet<string>;
  /** Phrases, the longest first, and what stands for them. */
  readonly synonyms: { readonly pattern: RegExp; readonly stands: ReadonlyMap<string, string> };
  readonly roots: readonly { readonly root: string; readonly words: readonly string[] }[];
  readonly latin: { readonly nouns: ReadonlyMap<string, string>; readonly words: ReadonlyMap<string, string> };
  /** "And one more I forgot". */
  readonly forgotten: RegExp;
  /** "First I thought A, but …": what is taken back. */
  readonly retraction: RegExp;
  /** Right behind a name: that it is not it, or not so. */
  readonly takenBack: RegExp;
  /** Parts of words that tell terms apart, group by group, the longest first. */
  readonly telling: { readonly begins: readonly (readonly string[])[]; readonly ends: readonly (readonly string[])[] };
  /** Behind these words stands what sets a thing apart from others of its kind. */
  readonly apart: ReadonlySet<string>;
  /** Nouns of things that are never one another, each with its other forms. */
  readonly exclusive: ReadonlyMap<string, string>;
  /** In a question for the name of what it describes. */
  readonly namesAsked: RegExp;
  /** What things are counted by, each noun with its kind. */
  readonly counted: ReadonlyMap<string, string>;
  /** Words that tell no more than that there is something. */
  readonly vague: ReadonlySet<string>;
  /** Names of things that mean something else in a sentence. */
  readonly common: ReadonlySet<string>;
  /** What denies the words behind it, and what begins a clause that it does not reach. */
  readonly denials: ReadonlySet<string>;
  readonly clauses: ReadonlySet<string>;
  /** Where a statement may end and another one begin. */
  readonly beside: RegExp;
  /** Behind a denial these tell how much. */
  readonly enough: ReadonlySet<string>;
  /** What a share is called before its whole is named, and what stands before that which is counted. */
  readonly shares: { readonly share: RegExp; readonly counts: readonly RegExp[] };
  /** What a question about a word begins with. */
  readonly asking: RegExp;
  /** Whether a question asks for the most or the least that may be. */
  readonly limits: { readonly most: RegExp; readonly least: RegExp };
  /** What a measure is computed by. */
  readonly formulas: readonly { readonly of: string; readonly written: readonly string[] }[];
}

let read: AnswerWords | undefined;

export function answerWords(): AnswerWords {
  read ??= compile(file.parse(readRows(new URL('./words.yml', import.meta.url))));
  return read;
}

function compile(data: z.infer<typeof file>): AnswerWords {
  const hedges = either(list(data.hedges));
  return {
    unsure: new Set(list(data.unsure)),
    before: new RegExp(`^(?:(?:${hedges})(?=[\\s,.:;-]|$)[\\s,.:;-]*)+`, 'i'),
    behind: new RegExp(`(?:[\\s,.;-]+(?:${hedges}))+[\\s?.!]*$`, 'i'),
    kinds: new RegExp(`^(?:${either(list(data.kinds))})\\s+`, 'i'),
    correction: new RegExp(`[\\s,.;-]+(?:${either(list(data.corrections))})[\\s,.:;-]+`, 'i'),
    negation: new RegExp(`(?:^|[\\s,.;(])(?:${either(list(data.negations))})(?=[\\s,.;)]|$)|n['’]t\\b`, 'i'),
    denied: new RegExp(
      `(?:(?:^|[\\s,.;(])(?:${either(list(data.negations))})|n['’]t)(?:\\s+(?:${either(list(data.between))}))*\\s*$`,
      'i',
    ),
    sides: readSides(data.opposites),
    states: pairsOf(list(data.states), readSides(data.opposites)),
    generic: new Set(list(data.generic)),
    acted: new Set(list(data.acted)),
    phraseHeads: new Set(list(data.phrase_heads)),
    synonyms: readSynonyms(data.synonyms),
    roots: rows(data.roots, '=').map(([root, words]) => ({ root, words: list(words) })),
    latin: { nouns: standsFor(data.latin_nouns), words: standsFor(data.latin_words) },
    retraction: new RegExp(
      `^(?:${either(list(data.retractions))})\\b.*?(?:[,;.]|\\bbut\\b|\\bthen\\b)\\s*(?:but|and|then|now)?\\s*`,
      'i',
    ),
    forgotten: anyOf(data.forgotten),
    takenBack: readTakenBack(data),
    limits: { most: anyOf(data.asks_most), least: anyOf(data.asks_least) },
    asking: new RegExp(`^(?:${either(list(data.asking))})\\s+(?:an? |the )?`, 'i'),
    apart: new Set(list(data.apart)),
    exclusive: standsFor(data.exclusive),
    namesAsked: anyOf(data.names_asked),
    counted: standsFor(data.counted_by),
    denials: new Set(list(data.denials)),
    common: new Set(list(data.common)),
    vague: new Set(list(data.vague)),
    clauses: new Set(list(data.clauses)),
    beside: new RegExp(`[,;]? (?:${list(data.beside).join('|')}) |; `),
    enough: new Set(list(data.enough)),
    shares: { share: anyOf(data.share_measures), counts: data.share_counts.trim().split('\n').map(anyOf) },
    telling: { begins: groups(data.telling_begins), ends: groups(data.telling_ends) },
    formulas: rows(data.formulas, ':').map(([of, written]) => ({ of, written: written.split(' = ') })),
  };
}

function readTakenBack({ is_so, is_not, is_wrong }: z.infer<typeof file>): RegExp {
  const [so, not, wrong] = [is_so, is_not, is_wrong].map((words) => either(list(words)));
  const opening = '^["\'”)]*[\\s,;.–-]*(?:(?:but|and|though|although|however|yet)[\\s,]+)?';
  const denied = `(?:${so})\\s*(?:\\p{L}+ly\\s+)?(?:not|n['’]t|never)\\s+(?:be\\s+)?(?:${not})`;
  const refuted = `(?:${so})\\s+(?:\\p{L}+ly\\s+)?(?:${wrong})`;
  return new RegExp(`${opening}(?:(?:that|this|it|which|the answer)\\s+)?(?:${denied}|${refuted})(?![\\p{L}])`, 'u');
}

function anyOf(words: string): RegExp {
  return new RegExp(`(?<![\\p{L}-])(?:${either(list(words))})(?![\\p{L}-])`, 'iu');
}

function readSides(text: string): Map<string, string[]> {
  const sides = new Map<string, string[]>();
  for (const [index, line] of text.trim().split('\n').entries())
    for (const [side, words] of line.split('|').entries())
      for (const word of list(words))
        sides.set(word, [...(sides.get(word) ?? []), `${index}${side === 0 ? '+' : '-'}`]);
  return sides;
}

/** By its word, or by the head that it begins with: "hyper". */
function pairsOf(named: readonly string[], sides: ReadonlyMap<string, readonly string[]>): Set<string> {
  return new Set(named.flatMap((word) => [word, ...(sides.get(word) ?? []).map((side) => side.slice(0, -1))]));
}

function readSynonyms(text: string): AnswerWords['synonyms'] {
  const stands = new Map<string, string>();
  for (const [first, others] of rows(text, '=')) for (const other of list(others)) stands.set(other, first);
  return {
    stands,
    pattern: new RegExp(`(?<![\\p{L}\\p{N}-])(?:${either([...stands.keys()])})(?![\\p{L}\\p{N}-])`, 'giu'),
  };
}

function standsFor(text: string): Map<string, string> {
  return new Map(rows(text, '=').flatMap(([first, others]) => list(others).map((other) => [other, first] as const)));
}

function rows(text: string, sign: string): [string, string][] {
  return text
    .trim()
    .split('\n')
    .map((line) => {
      const at = line.indexOf(sign);
      return [line.slice(0, at).trim(), line.slice(at + 1).trim()];
    });
}

/** One group a line, the longest part first. */
function groups(text: string): string[][] {
  return text
    .trim()
    .split('\n')
    .map((line) => list(line).sort((a, b) => b.length - a.length));
}

function list(words: string): string[] {
  return words
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '');
}

function either(words: readonly string[]): string {
  const escaped = (word: string) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/'/g, "['’]");
  return [...words]
    .sort((a, b) => b.length - a.length)
    .map(escaped)
    .join('|');
}
