import { nearestWord } from '../text/index.ts';
import type { Entry, Kind, Section } from './entries.ts';
import {
  askedSections,
  expandStem,
  isAmbiguous,
  isCue,
  isOrdinary,
  phraseWords,
  stemsOf,
  type Term,
  termsOf,
} from './words.ts';

export interface SearchOptions {
  /** At most this many results; 5 unless told. */
  limit?: number;
  kinds?: readonly Kind[];
}

export interface KnowledgeResult {
  id: string;
  title: string;
  kind: Kind;
  also: readonly string[];
  /** The section that answers the question best, and its text. */
  section: string;
  text: string;
  /** Did the question ask for this very section ("side effects of …")? If not, it is where the entry begins. */
  asked: boolean;
  /** All sections of the entry, the best first. */
  sections: Section[];
  sources: string[];
  score: number;
  /** Words of the question that this entry says nothing about, as written. */
  missing: string[];
  /** How much of what the question is about the entry tells, by weight: 0 to 1. */
  covered: number;
  /** Is one of its names in the question, whole? */
  whole: boolean;
}

export type Lookup = (query: string, options?: SearchOptions) => KnowledgeResult[];

const TITLE_BOOST = 5;
const ALSO_BOOST = 4;
const K1 = 1.2;
const B = 0.5;
/** What a whole name found in the question adds to its words; who names a drug asks about the drug. */
const NAME_BONUS = 1.5;
const DRUG_NAME_BONUS = 3;
const PART_BONUS = 0.45;
const TITLE_BONUS = 1.1;
/** The name is the whole question. */
const EXACT_BONUS = 1.2;
/** An entry that has the section asked for is the likelier one ("how to lose weight"). */
const SECTION_BONUS = 1.1;
/** A word that asks for a section ("dose", "symptoms") says little about which entry is meant. */
const CUE_WEIGHT = 0.2;
const AMBIGUOUS_WEIGHT = 0.4;
const UNKNOWN_WEIGHT = 5;
/** A word taken for a misspelling; a short one is more often just another word. */
const GUESS_WEIGHT = 0.85;
const SHORT_GUESS_WEIGHT = 0.6;
/** How much of the question's weight must be named in the base, then by the entry, or told by its text, for an answer. */
const NAMED_SHARE = 0.5;
const ENTRY_SHARE = 0.4;
const TOLD_SHARE = 0.75;
/** Results far behind the first are about something else. */
const SCORE_SHARE = 0.4;

/** Builds the index once: BM25 over names and text, then whole names, then how much of the question is covered. */
export function buildLookup(entries: readonly Entry[]): Lookup {
  const index = buildIndex(entries);
  return (query, { limit = 5, kinds } = {}) => {
    const asked = askedTerms(query, index);
    if (!isCovered(asked)) return [];
    const sections = askedSections(query);
    const scored = candidates(asked)
      .map((doc) => ({ doc, score: scoreDoc(doc, asked, index) * (hasSection(doc, sections) ? SECTION_BONUS : 1) }))
      .filter(({ doc, score }) => score > 0 && (!kinds || kinds.includes(doc.entry.kind)))
      .sort((a, b) => b.score - a.score || a.doc.at - b.doc.at);
    const floor = (scored[0]?.score ?? 0) * SCORE_SHARE;
    return scored
      .filter(({ score }) => score >= floor)
      .slice(0, limit)
      .map(({ doc, score }) => toResult(doc, score, asked, sections));
  };
}

interface Doc {
  at: number;
  entry: Entry;
  /** Boosted count of each stem, already softened by length. */
  counts: Map<string, number>;
  /** Each name as stems, first the title and its parts. */
  names: string[][];
  titles: number;
  inNames: Set<string>;
}

interface Index {
  postings: Map<string, Doc[]>;
  /** Stem → in how many entries' names. */
  nameCounts: Map<string, number>;
  /** What a misspelt word may have been meant to be. */
  spellings: ReadonlySet<string>;
  size: number;
}

function buildIndex(entries: readonly Entry[]): Index {
  const docs = entries.map(readDoc);
  const postings = new Map<string, Doc[]>();
  const nameCounts = new Map<string, number>();
  for (const doc of docs) {
    for (const stem of doc.counts.keys()) {
      const list = postings.get(stem);
      if (list) list.push(doc);
      else postings.set(stem, [doc]);
    }
    for (const stem of doc.inNames) nameCounts.set(stem, (nameCounts.get(stem) ?? 0) + 1);
  }
  const spellings = new Set([...nameCounts.keys(), ...phraseWords()]);
  return { postings, nameCounts, spellings, size: docs.length };
}

const AVERAGE_WORDS = 70;

function readDoc(entry: Entry, at: number): Doc {
  const titles = titleNames(entry.title).map(stemsOf);
  const also = entry.also.map(stemsOf);
  const told = entry.sections.flatMap((section) => stemsOf(section.text));
  const soften = 1 - B + (B * told.length) / AVERAGE_WORDS;
  const counts = new Map<string, number>();
  const count = (stem: string, by: number) => counts.set(stem, (counts.get(stem) ?? 0) + by);
  for (const stem of told) count(stem, 1 / soften);
  for (const stem of new Set(titles[0])) count(stem, TITLE_BOOST);
  for (const stems of also) for (const stem of new Set(stems)) count(stem, ALSO_BOOST);
  const names = [...titles, ...also].filter((stems) => stems.length > 0);
  return { at, entry, counts, names, titles: titles.length, inNames: new Set(names.flat()) };
}

/** "Heart rate (pulse)" is known as that, as "heart rate" and as "pulse". */
function titleNames(title: string): string[] {
  const parts = /^(.+?) \((.+)\)$/.exec(title);
  return parts ? [title, parts[1]!, ...parts[2]!.split(',')] : [title];
}

interface AskedTerm extends Term {
  weight: number;
  named: boolean;
  guessed: boolean;
  docs: Doc[];
}

function askedTerms(query: string, index: Index): AskedTerm[] {
  const terms = new Map<string, AskedTerm>();
  for (const { stem: written, word } of termsOf(query)) {
    const known = index.postings.has(written) || isOrdinary(word);
    const guess = known ? undefined : nearestWord(written, index.spellings);
    for (const stem of guess ? expandStem(guess) : [written]) {
      if (terms.has(stem)) continue;
      const weight = weigh(stem, index) * (guess ? guessWeight(guess) : 1);
      terms.set(stem, {
        stem,
        word,
        weight,
        named: index.nameCounts.has(stem),
        guessed: guess !== undefined,
        docs: index.postings.get(stem) ?? [],
      });
    }
  }
  return [...terms.values()];
}

function guessWeight(guess: string): number {
  return guess.length < 7 ? SHORT_GUESS_WEIGHT : GUESS_WEIGHT;
}

function weigh(stem: string, index: Index): number {
  if (isCue(stem) || isNumber(stem)) return rarity(stem, index) * CUE_WEIGHT;
  return rarity(stem, index) * (isAmbiguous(stem) ? AMBIGUOUS_WEIGHT : 1);
}

/** "Is 150/95 high?": a number tells little about the subject. */
function isNumber(stem: string): boolean {
  return /^\d+$/.test(stem);
}

function rarity(stem: string, index: Index): number {
  const named = index.nameCounts.get(stem);
  const found = named ?? index.postings.get(stem)?.length;
  if (found === undefined) return UNKNOWN_WEIGHT;
  const rare = Math.log(1 + (index.size - found + 0.5) / (found + 0.5));
  return named ? rare : Math.min(rare, UNKNOWN_WEIGHT);
}

/** Is the question about what the base holds: by a drug's name, by most of its words, or by what an entry tells? */
function isCovered(asked: AskedTerm[]): boolean {
  const total = sum(asked, (term) => term.weight);
  const named = sum(asked, (term) => (term.named ? term.weight : 0));
  if (named >= NAMED_SHARE * total && (asked.some((term) => isPlain(term.stem)) || someWholeName(asked))) return true;
  if (
    asked.some(
      (term) => (!term.guessed || term.stem.length >= 8) && term.docs.some((doc) => isDrugName(doc, term.stem)),
    )
  )
    return true;
  return (
    asked.filter((term) => isPlain(term.stem)).length >= 2 &&
    candidates(asked).some((doc) => toldShare(doc, asked) >= TOLD_SHARE)
  );
}

function someWholeName(asked: AskedTerm[]): boolean {
  return candidates(asked).some((doc) => someName(doc, asked));
}

function someName(doc: Doc, asked: AskedTerm[]): boolean {
  const stems = new Set(asked.map((term) => term.stem));
  return doc.names.some((name) => name.every((stem) => stems.has(stem)));
}

/** "Atorvastatin" means one thing only, whatever else the question holds. */
function isDrugName(doc: Doc, stem: string): boolean {
  return doc.entry.kind === 'drug' && isPlain(stem) && doc.names.some((name) => name.length === 1 && name[0] === stem);
}

function isPlain(stem: string): boolean {
  return stem.length >= 3 && !isNumber(stem) && !isAmbiguous(stem) && !isCue(stem);
}

function toldShare(doc: Doc, asked: AskedTerm[]): number {
  const total = sum(asked, (term) => term.weight);
  return sum(asked, (term) => (doc.counts.has(term.stem) ? term.weight : 0)) / total;
}

function candidates(asked: AskedTerm[]): Doc[] {
  return [...new Set(asked.flatMap((term) => term.docs))];
}

function hasSection(doc: Doc, wanted: Map<string, number>): boolean {
  return doc.entry.sections.some((section) => wanted.has(section.name));
}

function scoreDoc(doc: Doc, asked: AskedTerm[], index: Index): number {
  const total = sum(asked, (term) => term.weight);
  const stems = new Set(asked.map((term) => term.stem));
  const name = bestName(doc, stems, index);
  const named = sum(asked, (term) => (doc.inNames.has(term.stem) ? term.weight : 0)) / total;
  if (!name.sure && named < ENTRY_SHARE && toldShare(doc, asked) < TOLD_SHARE) return 0;
  const words = sum(asked, (term) => {
    const count = doc.counts.get(term.stem) ?? 0;
    return (term.weight * count * (K1 + 1)) / (count + K1);
  });
  return words + name.weight;
}

/** The name that the question holds most of. `sure`: it is there whole, and has one sense only. */
function bestName(doc: Doc, stems: Set<string>, index: Index): { sure: boolean; weight: number } {
  const best = { sure: false, weight: 0 };
  for (const [nth, name] of doc.names.entries()) {
    const held = sum(name, (stem) => (stems.has(stem) ? weigh(stem, index) : 0));
    if (held === 0) continue;
    const whole = name.every((stem) => stems.has(stem));
    const bonus = whole
      ? wholeNameBonus(doc, nth, stems)
      : PART_BONUS * (held / sum(name, (stem) => weigh(stem, index))) ** 2;
    best.weight = Math.max(best.weight, held * bonus);
    best.sure ||= whole && name.some(isPlain);
  }
  return best;
}

function wholeNameBonus(doc: Doc, nth: number, stems: Set<string>): number {
  const name = doc.names[nth]!;
  const base =
    doc.entry.kind === 'drug' && (name.length === 1 || name.length === stems.size) ? DRUG_NAME_BONUS : NAME_BONUS;
  return base * (nth < doc.titles ? TITLE_BONUS : 1) * (name.length === stems.size ? EXACT_BONUS : 1);
}

function toResult(doc: Doc, score: number, asked: AskedTerm[], wanted: Map<string, number>): KnowledgeResult {
  const { id, title, kind, also, sources, sections } = doc.entry;
  const ranked = sections
    .map((section, at) => ({ section, at, score: sectionScore(doc, section, asked, wanted) }))
    .sort((a, b) => b.score - a.score || a.at - b.at);
  const first = ranked[0]!;
  return {
    id,
    title,
    kind,
    also,
    section: first.section.name,
    text: first.section.text,
    asked: wanted.has(first.section.name),
    sections: ranked.map(({ section }) => section),
    sources,
    score: Math.round(score * 100) / 100,
    missing: asked
      .filter((term) => !doc.counts.has(term.stem) && !isCue(term.stem) && !isNumber(term.stem))
      .map((term) => term.word),
    whole: someName(doc, asked),
    covered: Math.round(toldShare(doc, asked) * 100) / 100,
  };
}

/** What the question asks for by name, then the words that its subject's name does not already hold. */
function sectionScore(doc: Doc, section: Section, asked: AskedTerm[], wanted: Map<string, number>): number {
  const stems = new Set(stemsOf(section.text));
  const told = sum(asked, (term) => (!doc.inNames.has(term.stem) && stems.has(term.stem) ? term.weight : 0));
  return (wanted.get(section.name) ?? 0) * 5 + told;
}

function sum<T>(items: Iterable<T>, value: (item: T) => number): number {
  let total = 0;
  for (const item of items) total += value(item);
  return total;
}
