/**
 * Whether a text says what a statement says, by its words alone: which share of them stands together, whether numbers,
 * units and negation agree. What is found word for word is certain; everything else carries how sure one can be.
 */
import { z } from 'zod';
import { porterStem } from '../../text/index.ts';
import { splitNames } from '../analysis/checklist.ts';
import { sentences, terms, words } from '../analysis/prose.ts';
import { sheet } from '../analysis/sheet.ts';
import { isStopword } from '../text/words.ts';

const list = z.array(z.string());
export const readWording = sheet(
  './wording.yml',
  import.meta.url,
  z.strictObject({
    negators: list,
    opposites: z.array(z.tuple([z.string(), z.string()])),
    strong: list,
    weak: list,
    meta: list,
    mention: list,
  }),
);

/** How a text stands to a statement. */
export type Standing =
  | { readonly kind: 'said'; readonly certainty: number; readonly evidence: string; readonly at: number }
  | {
      readonly kind: 'contradicted';
      readonly certainty: number;
      readonly evidence: string;
      readonly at: number;
      readonly why: string;
    }
  | { readonly kind: 'partly'; readonly certainty: number; readonly evidence: string; readonly at: number }
  | { readonly kind: 'absent'; readonly certainty: number };

export interface Passage {
  readonly text: string;
  readonly at: number;
  readonly terms: ReadonlySet<string>;
}

export interface Readable {
  readonly text: string;
  /** For finding words as they are, whatever the case and the spaces. */
  readonly flat: string;
  readonly passages: readonly Passage[];
  /** Every stem of the text. */
  readonly all: ReadonlySet<string>;
}

export function makeReadable(text: string): Readable {
  const own = sentences(text).map(({ text: said, start }) => ({ text: said, at: start }));
  let at = 0;
  const lines = text.split('\n').flatMap((line) => {
    const start = at;
    at += line.length + 1;
    return line.trim() === '' ? [] : [{ text: line.trim(), at: start + line.length - line.trimStart().length }];
  });
  const known = new Set(own.map(({ at: start }) => start));
  const passages = [...own, ...lines.filter(({ at: start }) => !known.has(start))].map((passage) => ({
    ...passage,
    terms: new Set(terms(splitNames(passage.text))),
  }));
  return { text, flat: flatten(text), passages, all: new Set(passages.flatMap((passage) => [...passage.terms])) };
}

const CLEAR = 0.7;
const LIKELY = 0.5;

export function weigh(readable: Readable, statement: string): Standing {
  const literal = readable.flat.indexOf(flatten(statement));
  if (literal !== -1 && flatten(statement) !== '')
    return { kind: 'said', certainty: 1, evidence: clip(statement), at: roughly(readable, statement) };
  const wanted = new Set(contentOf(statement));
  if (wanted.size === 0) return { kind: 'absent', certainty: 0.2 };
  const ranked = readable.passages
    .map((passage) => ({ passage, share: shareOf(wanted, passage.terms) }))
    .filter(({ share }) => share >= LIKELY)
    .sort((a, b) => b.share - a.share || a.passage.at - b.passage.at);
  const best = ranked[0];
  if (best === undefined) return { kind: 'absent', certainty: 0.5 + 0.4 * (1 - shareOf(wanted, readable.all)) };
  const near = ranked.filter(({ share }) => share >= best.share - 0.1);
  const agreeing = near.find(({ passage }) => conflict(statement, passage.text, wanted) === undefined);
  const { passage, share } = agreeing ?? best;
  const place = { evidence: clip(passage.text), at: passage.at };
  if (agreeing === undefined) {
    const why = conflict(statement, passage.text, wanted)!;
    return share >= CLEAR || wanted.size <= 3
      ? { kind: 'contradicted', certainty: 0.6 + 0.3 * share, why, ...place }
      : { kind: 'partly', certainty: 0.4, ...place };
  }
  if (!numbersIn(statement).every((number) => numbersIn(passage.text).some((other) => same(number, other))))
    return { kind: 'partly', certainty: 0.5, ...place };
  return share >= CLEAR
    ? { kind: 'said', certainty: 0.5 + 0.4 * share, ...place }
    : { kind: 'partly', certainty: 0.3 + 0.3 * share, ...place };
}

/** The stems that carry what is said: no numbers, no negation. */
export function contentOf(statement: string): string[] {
  const { negators } = readWording();
  return words(splitNames(statement))
    .filter((word) => !isStopword(word) && !/^\d/.test(word) && !negators.includes(word) && word.length > 1)
    .map(porterStem);
}

export function shareOf(wanted: ReadonlySet<string>, there: ReadonlySet<string>): number {
  let hits = 0;
  for (const term of wanted) if (there.has(term)) hits++;
  return wanted.size === 0 ? 0 : hits / wanted.size;
}

/** Why two sentences about the same thing cannot both hold; undefined where nothing speaks against it. */
function conflict(statement: string, passage: string, wanted: ReadonlySet<string>): string | undefined {
  const clause = clauseAbout(passage, wanted);
  if (isNegated(statement) !== isNegated(clause)) return 'one of them is negated';
  const opposite = oppositeIn(statement, clause);
  if (opposite !== undefined) return `"${opposite[0]}" stands against "${opposite[1]}"`;
  const there = numbersIn(passage);
  for (const number of numbersIn(statement)) {
    if (there.some((other) => same(number, other))) continue;
    const rival = there.find((other) => other.unit === number.unit || other.value === number.value);
    if (rival !== undefined) return `${tell(number)} stands against ${tell(rival)}`;
  }
  return undefined;
}

/** The part of a sentence that has most of the words in question. */
function clauseAbout(passage: string, wanted: ReadonlySet<string>): string {
  const clauses = passage.split(/[;:,]\s|\s(?:but|although|though|while|whereas|however|and)\s/i);
  let best = { clause: passage, hits: 0 };
  for (const clause of clauses) {
    const own = new Set(terms(splitNames(clause)));
    const hits = [...wanted].filter((term) => own.has(term)).length;
    if (hits > best.hits) best = { clause, hits };
  }
  return best.hits * 2 >= wanted.size ? best.clause : passage;
}

export function isNegated(text: string): boolean {
  const { negators } = readWording();
  const count = words(text).filter((word) => negators.includes(word) || /n['’]t$/.test(word)).length;
  return count % 2 === 1;
}

function oppositeIn(statement: string, passage: string): readonly [string, string] | undefined {
  const own = new Set(words(statement));
  const other = new Set(words(passage));
  for (const [a, b] of readWording().opposites)
    for (const [here, there] of [
      [a, b],
      [b, a],
    ] as const)
      if (own.has(here) && other.has(there) && !other.has(here) && !own.has(there)) return [here, there];
  return undefined;
}

interface Amount {
  readonly value: number;
  readonly unit: string;
}

const AMOUNT =
  /(?<![\p{L}\p{N}_.])[-−]?\d{1,15}(?:,\d{3}){0,5}(?:\.\d{1,10})?(?:\s?(?:%|°\p{L}?|[\p{L}µ]{1,12}(?:\/[\p{L}µ]{1,8}(?:²|\d)?)?))?/gu;

/** Numbers with what is counted or measured. */
export function numbersIn(text: string): Amount[] {
  return [...text.matchAll(AMOUNT)].map(([match]) => {
    const digits = /^[-−]?[\d,.]*\d/.exec(match)![0];
    const unit = match.slice(digits.length).trim().toLowerCase();
    const value = Number(digits.replace(/,/g, '').replace('−', '-'));
    return { value, unit: isStopword(unit) ? '' : porterStem(unit) };
  });
}

function same(a: Amount, b: Amount): boolean {
  return a.value === b.value && (a.unit === b.unit || a.unit === '' || b.unit === '');
}

function tell({ value, unit }: Amount): string {
  return unit === '' ? String(value) : `${value} ${unit}`;
}

function flatten(text: string): string {
  return text
    .toLowerCase()
    .replace(/[\s*_`]+/g, ' ')
    .trim()
    .replace(/[.!?;:]{1,9}$/, '');
}

function roughly({ text }: Readable, statement: string): number {
  return Math.max(0, text.toLowerCase().indexOf(statement.trim().toLowerCase().slice(0, 30)));
}

function clip(text: string): string {
  const flat = text.trim().replace(/\s+/g, ' ');
  return flat.length > 160 ? `${flat.slice(0, 159)}…` : flat;
}
