/**
 * Whether a definition in somebody's own words says what the key says. How much of the key is covered, how much of what is
 * said belongs to it, how near the two are in meaning and to the word that is asked about: what these signs are worth is
 * learned from the labelled answers (definitions.yml, made by eval/learn.ts).
 */
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { z } from 'zod';
import { nearnessAmong } from '../../search/semantic/nearness.ts';
import { fold, stem } from '../../text/index.ts';
import { grammar } from '../facts/grammar.ts';
import type { Verdict } from '../types.ts';
import { canonical, sidesOf } from './cleaning.ts';
import { contradicts } from './contradictions.ts';
import { isFormula, looksLikeFormula } from './formulas.ts';
import { answerWords } from './words.ts';

export const SIGNS = [
  ...(['near', 'near_plainly', 'near_term', 'covered', 'least', 'uncovered'] as const),
  ...(['within', 'outside', 'length', 'short', 'contradicts', 'replaced', 'brief'] as const),
] as const;

export type Signs = Readonly<Record<(typeof SIGNS)[number], number>>;

/** Without the sentence model only words can be counted. */
const COVERED = { right: 0.8, partly: 0.45 };
/** Neither in words nor in meaning: about something else, or nothing. */
const STRANGE = 0.25;
/** Less than this is nothing. */
const LITTLE = 0.3;
/** Words of one side of an opposition: "too little" and "reduced". */
const SAME_SIDE = 0.85;

export function gradeDefinition(key: string, said: string, question: string): Verdict {
  if (isFormula(said, question)) return 'right';
  if (looksLikeFormula(said)) return 'wrong';
  const signs = signsOf(key, said, question);
  if (signs === undefined) return 'wrong';
  if (Number.isNaN(signs.near))
    return signs.contradicts === 1 || signs.covered < COVERED.partly
      ? 'wrong'
      : signs.covered < COVERED.right
        ? 'partly'
        : 'right';
  return signs.near < STRANGE && signs.covered < STRANGE ? 'wrong' : verdictOf(signs);
}

/** Undefined where there is nothing to compare. */
export function signsOf(key: string, said: string, question: string): Signs | undefined {
  const [plainKey, plainSaid] = [canonical(key), canonical(said)];
  const [own, given] = [wordsOf(plainKey), wordsOf(plainSaid)];
  if (own.length === 0 || given.length === 0) return undefined;
  const term = askedTerm(question) || key;
  const near = nearnessAmong([key, said, plainKey, plainSaid, term, ...own, ...given]);
  const best = (word: string, among: readonly string[]) =>
    Math.max(...among.map((other) => likeness(word, other, near)));
  const [covered, within] = [own.map((word) => best(word, given)), given.map((word) => best(word, own))];
  const little = (each: readonly number[]) => each.filter((one) => one < LITTLE).length / each.length;
  return {
    near: near?.(key, said) ?? Number.NaN,
    near_plainly: near?.(plainKey, plainSaid) ?? 0,
    near_term: near?.(term, said) ?? 0,
    covered: mean(covered),
    least: Math.min(...covered),
    uncovered: little(covered),
    within: mean(within),
    outside: little(within),
    length: Math.min(1.5, given.length / own.length),
    short: given.length <= 2 ? 1 : 0,
    contradicts: contradicts(key, said) ? 1 : 0,
    // Something of the key is not there, and something else stands in its place.
    replaced: Math.min(little(covered), little(within)),
    // Little is said, and all of it belongs there: what kind of thing it is.
    brief: mean(within) * Math.max(0, 1 - given.length / own.length),
  };
}

/** "What is meant by tolerance to a drug?" asks about tolerance to a drug. */
function askedTerm(question: string): string {
  return question.replace(answerWords().asking, '').replace(/\?.*$/s, '').trim();
}

function wordsOf(text: string): string[] {
  const { small } = grammar();
  return [...new Set(fold(text).match(/[\p{L}\p{N}]+/gu) ?? [])].filter((word) => !small.has(word));
}

/** Cosines of single words begin at a quarter; from 0.7 on they mean the same. */
function likeness(word: string, other: string, near: ((a: string, b: string) => number) | undefined): number {
  if (stem(word) === stem(other)) return 1;
  const isOneRoot =
    Math.min(word.length, other.length) > 4 &&
    (other.startsWith(word.slice(0, -1)) || word.startsWith(other.slice(0, -1)));
  if (isOneRoot) return 1;
  const sides = sidesOf(other);
  const soft = Math.min(1, Math.max(0, ((near?.(word, other) ?? 0) - 0.25) / 0.45));
  return [...sidesOf(word)].some((side) => sides.has(side)) ? Math.max(SAME_SIDE, soft) : soft;
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, each) => sum + each, 0) / values.length;
}

const row = z.strictObject({
  sign: z.enum(SIGNS),
  ...{ mean: z.number(), deviation: z.number(), wrong: z.number(), partly: z.number(), right: z.number() },
});
const file = z.strictObject({
  base: z.strictObject({ wrong: z.number(), partly: z.number(), right: z.number() }),
  signs: z.array(row),
});

let read: z.infer<typeof file> | undefined;

function weights(): z.infer<typeof file> {
  read ??= file.parse(parse(readFileSync(new URL('./definitions.yml', import.meta.url), 'utf8')));
  return read;
}

/** The verdict that the signs weigh most for. */
function verdictOf(signs: Signs): Verdict {
  const { base, signs: rows } = weights();
  const score = (verdict: Verdict) =>
    base[verdict] +
    rows.reduce((sum, each) => sum + each[verdict] * ((signs[each.sign] - each.mean) / each.deviation), 0);
  const [best] = (['right', 'partly', 'wrong'] as const)
    .map((verdict) => ({ verdict, score: score(verdict) }))
    .sort((a, b) => b.score - a.score);
  return best?.verdict ?? 'wrong';
}
