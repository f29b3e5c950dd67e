/**
 * A paper in German, French or Spanish: read in English, word by word, and quoted as it was written. Nothing of the gloss
 * is ever shown; it only lets the same rules find designs, counts, results and harms. Words: languages/papers/.
 */

import { join } from 'node:path';
import { z } from 'zod';
import { openCatalogue } from '../clinical/catalogue/index.ts';
import type { SourceItem } from '../sources/research/index.ts';
import { sentencesOf } from '../text/index.ts';
import { readRows } from '../text/rows.ts';
import { asNamed, guessLanguage, type Language, longestAt, type Piece, readLanguages, tokensOf } from './language.ts';

const schema = z.strictObject({
  negations: z.array(z.string()),
  /** What became of something: as it is told, and as it is denied. */
  verbs: z.record(z.string(), z.tuple([z.string(), z.string()])),
  /** The halves of a verb that other words stand between. */
  brackets: z.strictObject({ opening: z.array(z.string()), closing: z.array(z.string()) }).optional(),
  /** Limits, before a number: "unter 45 %" is below it, and "unter Placebo" with it. */
  before_numbers: z.record(z.string(), z.string()),
  /** Between the halves of a name that English turns round. */
  joins: z.array(z.string()),
  words: z.record(z.string(), z.string()),
});

interface PaperLanguage {
  readonly told: Language;
  readonly denied: Language;
  readonly verbs: ReadonlySet<string>;
  readonly negations: ReadonlySet<string>;
  readonly joins: readonly string[];
  /** Written otherwise before the words are read one by one. */
  readonly turns: readonly (readonly [RegExp, string])[];
}

export interface Reading {
  /** As it is read. */
  readonly item: SourceItem;
  /** In which language it is written, where that is not English. */
  readonly language?: string | undefined;
  /** A sentence of what is read, as it stands in the paper. */
  asWritten(sentence: string): string;
}

/** So much of a paper: its front says what it is and found. */
const LONGEST = 12_000;
/** By so much of it the language is known. */
const GUESSED = 2_000;

export function readForeign(item: SourceItem): Reading {
  const kept = readings.get(item);
  if (kept !== undefined) return kept;
  const reading = read(item);
  readings.set(item, reading);
  return reading;
}

/** What these are called in the languages that are read: a paper in one of them is not found by an English word. */
export function namesAbroad(names: readonly string[]): string[] {
  const wanted = new Set(names.flatMap((name) => [name, name.split(' ').at(-1)!]).map((name) => name.toLowerCase()));
  const found = readLanguages().flatMap((language) =>
    [...paperLanguage(language).told.words].filter(([, english]) => wanted.has(english)).map(([said]) => said),
  );
  return [...new Set(found)].slice(0, MOST_ABROAD);
}

const MOST_ABROAD = 40;

const readings = new WeakMap<SourceItem, Reading>();

function read(item: SourceItem): Reading {
  const guess = guessLanguage(`${item.title}. ${item.text.slice(0, GUESSED)}`);
  const language = guess?.language === undefined ? undefined : paperLanguage(guess.language);
  if (language === undefined) return { item, language: guess?.name, asWritten: (sentence) => sentence };
  const written = new Map<string, string>();
  const blocks = item.text.slice(0, LONGEST).split(BLOCKS);
  const gloss = (sentence: string) => withAsked(glossSentence(sentence, language), item.also ?? []);
  const text = blocks.map((block) => (/^\s*$/.test(block) ? block : glossBlock(block, gloss, written))).join('');
  return {
    item: { ...item, title: gloss(item.title), text },
    language: guess!.name,
    asWritten: (sentence) => findWritten(sentence, written),
  };
}

/** Paragraphs, headings, points and lines that begin with a label; a sentence goes on over the lines within one. */
const BLOCKS = /(\n\s*\n|\n(?=\s*(?:#|[-*•]\s|\p{Lu}[\p{L} ]{2,40}\s?:)))/u;

/** Its medicine by the name that is asked for. */
function withAsked(sentence: string, also: NonNullable<SourceItem['also']>): string {
  return also.reduce((read, { name, as }) => {
    const safe = name.replace(/[^\p{L}\p{N} ]/gu, '\\$&');
    const pattern = new RegExp(`(?<![\\p{L}\\p{N}])${safe}(?![\\p{L}\\p{N}])`, 'giu');
    // A sentence that begins with it still begins.
    return read.replace(pattern, (said) => (/^\p{Lu}/u.test(said) ? as[0]!.toUpperCase() + as.slice(1) : as));
  }, sentence);
}

function glossBlock(block: string, gloss: (sentence: string) => string, written: Map<string, string>): string {
  const [, marks = '', rest = ''] = /^(\s*#{1,6}\s+)?([\s\S]*)$/.exec(block) ?? [];
  const sentences = sentencesOf(rest.replace(/\s*\n\s*/g, ' ')).map((sentence) => {
    const english = gloss(sentence);
    written.set(squeeze(english), squeeze(sentence));
    return english;
  });
  return `${marks}${sentences.join(' ')}`;
}

/** The label before it ("Results:") is taken off what is read, and so off what is quoted. */
function findWritten(sentence: string, written: ReadonlyMap<string, string>): string {
  const wanted = squeeze(sentence);
  const whole = written.get(wanted);
  if (whole !== undefined) return whole;
  const [, labelled] = [...written].find(([english]) => english.endsWith(wanted)) ?? [];
  return labelled?.replace(/^[\p{L} ]{2,45}?\s?[:.–—-]\s+/u, '') ?? sentence;
}

const squeeze = (text: string) => text.replace(/\s+/g, ' ').trim();

function glossSentence(sentence: string, language: PaperLanguage): string {
  const clauses = turnNames(turned(withPoints(sentence), language), language).split(/(?<=[,;:])\s+/);
  const read = clauses.map((clause) => glossClause(clause, language.told, language));
  // "Reduzierte, verglichen mit Placebo, … nicht": what denies stands in another clause than what it denies.
  const denied = new Set(
    read.flatMap(({ denies }, at) => (denies ? [read.findLastIndex(({ acts }, i) => acts && i <= at)] : [])),
  );
  const english = asNamed(
    clauses
      .map((clause, at) => (denied.has(at) ? glossClause(clause, language.denied, language).text : read[at]!.text))
      .join(' ')
      .replace(/\s+/g, ' ')
      // "En el 62 %" is in 62%.
      .replace(/\bthe (?=\d[\d.]*\s?%)/g, '')
      .trim(),
  );
  return /^\P{L}*\p{Lu}/u.test(sentence) ? english.replace(/\p{L}/u, (first) => first.toUpperCase()) : english;
}

/** "1.340 Patienten", "p = 0,44": thousands and decimals as English writes them. */
function withPoints(text: string): string {
  return text
    .replace(/(?<![\d.,])\d{1,3}(?:\.\d{3})+(?![\d.,]*\d)/g, (number) => number.replaceAll('.', ''))
    .replace(/(?<=\d),(?=\d)/g, '.');
}

function turned(text: string, { turns }: PaperLanguage): string {
  return turns.reduce((read, [pattern, english]) => read.replace(pattern, english), text);
}

function glossClause(clause: string, words: Language, { verbs, negations }: PaperLanguage) {
  const tokens = tokensOf(clause);
  const out: string[] = [];
  let [acts, denies] = [false, false];
  for (let at = 0; at < tokens.length; ) {
    const found = longestAt(tokens, at, words) ?? inParts(tokens[at]!, words);
    const length = found?.length ?? 1;
    const said = textOf(tokens.slice(at, at + length));
    acts ||= verbs.has(said);
    // "A pas réduit" holds what denies it.
    denies ||= said.split(' ').some((word) => negations.has(word)) && (length === 1 || verbs.has(said));
    out.push(found?.english ?? tokens[at]!.text);
    at += length;
  }
  return { text: out.join(''), acts, denies };
}

const textOf = (tokens: readonly Piece[]) =>
  tokens
    .map(({ text }) => text)
    .join('')
    .toLowerCase();

/** "IgA-Nephropathie": the parts of what is written together. */
function inParts({ text, isWord }: Piece, words: Language): { english: string; length: number } | undefined {
  if (!isWord || !text.includes('-')) return undefined;
  const parts = text.split('-').map((part) => longestAt([{ text: part, isWord: true }], 0, words)?.english ?? part);
  return { english: parts.join(' '), length: 1 };
}

/** "Néphropathie à IgA" is IgA nephropathy, where the catalogue knows that. */
function turnNames(sentence: string, { told, joins }: PaperLanguage): string {
  if (joins.length === 0) return sentence;
  const pattern = new RegExp(
    `([\\p{L}-]{5,}) (?:${joins.join('|')})(?: la| les| las| los| el)?[ '’]([\\p{L}-]{3,})`,
    'giu',
  );
  return sentence.replace(pattern, (whole, head: string, of: string) => {
    const [noun, name] = [head, of].map(
      (word) => longestAt([{ text: word, isWord: true }], 0, told)?.english ?? word,
    ) as [string, string];
    const turned = `${name} ${noun}`;
    const isKnown = openCatalogue()
      .find(turned, { kinds: ['condition'] })
      .some(({ start, end }) => start === 0 && end === turned.length);
    return isKnown ? turned : whole;
  });
}

const opened = new Map<string, PaperLanguage>();

function paperLanguage(language: Language): PaperLanguage {
  const kept = opened.get(language.name);
  if (kept !== undefined) return kept;
  const file = join(import.meta.dirname, 'languages', 'papers', `${language.code}.yml`);
  const { verbs, negations, brackets, before_numbers, joins, words } = schema.parse(readRows(file));
  const limits = Object.entries(before_numbers)
    .toSorted(([one], [other]) => other.length - one.length)
    .map(([said, english]) => [new RegExp(`(?<!\\p{L})${said} (?=\\d)`, 'giu'), `${english} `] as const);
  const withVerbs = (at: 0 | 1): Language => {
    const acts = Object.entries(verbs).map(
      ([verb, forms]) => [verb, at === 0 ? forms[0] : `did not ${forms[1]}`] as const,
    );
    const silent = at === 0 ? [] : negations.map((word) => [word, ''] as const);
    const all = new Map([...language.words, ...Object.entries(words), ...acts, ...silent]);
    return { ...language, words: all, longest: Math.max(...[...all.keys()].map((said) => tokensOf(said).length)) };
  };
  const made = {
    ...{ told: withVerbs(0), denied: withVerbs(1) },
    ...{
      verbs: new Set(Object.keys(verbs)),
      negations: new Set(negations),
      joins,
      turns: [...limits, ...bracketsOf(brackets, negations)],
    },
  };
  opened.set(language.name, made);
  return made;
}

/** "Soll Eisen nicht gegeben werden": what stands between comes first. What denies it right behind stays there. */
function bracketsOf(
  brackets: z.infer<typeof schema>['brackets'],
  negations: readonly string[],
): (readonly [RegExp, string])[] {
  if (brackets === undefined) return [];
  const [opening, closing] = [brackets.opening.join('|'), brackets.closing.join('|')];
  const between = `((?!(?:${negations.join('|')}) )[^,;:.]+?)`;
  return [
    [
      new RegExp(
        `(?<!\\p{L})(${opening}) ${between} ((?:(?:${negations.join('|')}) )?\\p{L}+ (?:${closing}))(?!\\p{L})`,
        'giu',
      ),
      '$2 $1 $3',
    ],
  ];
}
