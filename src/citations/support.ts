/**
 * Statements that nothing supports: those that claim something checkable and cite nothing, and those that cite a
 * source which does not say it. A marker stands for its sentence and for those before it in the paragraph, back to the
 * marker before. Rules, no model; where they are not sure they say nothing.
 */
import { fold, sentencesIn } from '../text/index.ts';
import { readMarkers } from './markers.ts';
import { blankOut, codeRanges, noteRanges } from './prose.ts';
import type { SourceMetadata } from './source.ts';
import { wording } from './wording.ts';

export interface Flag {
  /** Of the statement, as offsets into the text. */
  readonly start: number;
  readonly end: number;
  readonly kind: 'uncited' | 'figure_not_in_source' | 'unrelated_source';
  /** A sentence for a person. */
  readonly why: string;
  /** What was looked for and not found; of an uncited statement, what makes it one. */
  readonly terms: readonly string[];
  readonly markers: readonly Cited['marker'][];
}

/** A source under the label that a text gives it. */
export interface Cited {
  readonly marker: number | string;
  readonly source: Pick<SourceMetadata, 'excerpt'>;
}

export function flagUnsupported(text: string, citations: readonly Cited[]): Flag[] {
  const known = new Map(citations.map((each) => [String(each.marker), each]));
  const markers = readMarkers(text)
    .filter(({ bare }) => !bare)
    .map(({ start, labels }) => ({ start, cited: labels.flatMap((label) => known.get(label) ?? []) }))
    .filter(({ cited }) => cited.length > 0);
  let next = 0;
  let introduced: readonly Cited[] = [];
  return paragraphsOf(text).flatMap(({ isItem, sentences }) => {
    const judged = sentences.map((sentence): Judged => {
      const cited = new Set<Cited>();
      for (; next < markers.length && markers[next]!.start < sentence.end; next++)
        if (markers[next]!.start >= sentence.start) for (const each of markers[next]!.cited) cited.add(each);
      return { ...sentence, cited: [...cited] };
    });
    const flags = judge(judged, isItem ? introduced : []);
    const last = judged.at(-1);
    // What a list is introduced with holds for its items.
    if (!isItem) introduced = last?.words.endsWith(':') ? last.cited : [];
    return flags;
  });
}

interface Judged extends Sentence {
  readonly cited: readonly Cited[];
}

/** From the last sentence to the first, since a marker stands for what is before it. */
function judge(sentences: readonly Judged[], introduced: readonly Cited[]): Flag[] {
  const flags: Flag[] = [];
  let covering = introduced;
  for (const { start, end, words, cited } of sentences.toReversed()) {
    if (cited.length > 0) covering = cited;
    if (!isStatement(words)) continue;
    const flagged =
      covering.length === 0 ? flagUncited(start, end, words) : flagCited(start, end, words, covering, cited.length > 0);
    flags.push(...flagged);
  }
  return flags.reverse();
}

function flagUncited(start: number, end: number, words: string): Flag[] {
  const terms = claimsOf(words);
  if (terms.length === 0) return [];
  return [{ start, end, kind: 'uncited', why: 'This can be checked, but no source is given.', terms, markers: [] }];
}

function flagCited(start: number, end: number, words: string, cited: readonly Cited[], own: boolean): Flag[] {
  // A source whose words are not at hand may well say it.
  if (cited.some(({ source }) => !source.excerpt?.trim())) return [];
  const markers = cited.map(({ marker }) => marker);
  const said = cited.map(({ source }) => Object.values(source).flat().join(' ')).join(' ');
  const figures = new Set(figuresOf(said).map(({ value }) => value));
  const missing = figuresOf(words).filter(({ value }) => !figures.has(value));
  if (missing.length > 0) {
    const terms = missing.map(({ written }) => written);
    const why = `The cited source does not have ${terms.join(', ')}.`;
    return [{ start, end, kind: 'figure_not_in_source', why, terms, markers }];
  }
  if (!own) return [];
  const terms = contentWords(words);
  const roots = new Set(contentWords(said).map(rootOf));
  if (terms.length < MIN_TERMS || terms.some((term) => roots.has(rootOf(term)))) return [];
  const why = 'The cited source speaks of something else.';
  return [{ start, end, kind: 'unrelated_source', why, terms, markers }];
}

/** Fewer words than this share none with their source by chance. */
const MIN_TERMS = 4;

interface Sentence {
  readonly start: number;
  readonly end: number;
  /** Its words without markers, links and emphasis. */
  readonly words: string;
}

interface Paragraph {
  readonly isItem: boolean;
  readonly sentences: readonly Sentence[];
}

/** Paragraphs with what is said in them; code and footnotes say nothing. */
function paragraphsOf(text: string): Paragraph[] {
  const code = codeRanges(text);
  const silent = [...code, ...noteRanges(text, code)].sort((a, b) => a[0] - b[0]);
  const prose = blankOut(text, silent);
  return blocksOf(prose).map(({ from, to, isItem }) => ({ isItem, sentences: sentencesOf(prose, from, to) }));
}

const HEADING = /^\s{0,3}(?:#{1,6}\s|=+\s*$|-{2,}\s*$|\*\*[^*]+\*\*:?\s*$)/;
const ITEM = /^\s*(?:[-*+]|\d+[.)])\s+(?:\[[ xX]\]\s+)?/;

/** Paragraphs, list items and lines of quotations; headings, tables and rulers are none. */
function blocksOf(prose: string): { from: number; to: number; isItem: boolean }[] {
  const found: { from: number; to: number; isItem: boolean }[] = [];
  let isOpen = false;
  let at = 0;
  for (const line of prose.split('\n')) {
    const [start, end] = [at, at + line.length];
    at = end + 1;
    const item = ITEM.exec(line);
    const breaks = line.trim() === '' || HEADING.test(line) || /^\s*[|>]/.test(line);
    if (isOpen && !breaks && item === null) found.at(-1)!.to = end;
    else if (!breaks) found.push({ from: start + (item?.[0].length ?? 0), to: end, isItem: item !== null });
    isOpen = !breaks;
  }
  return found;
}

function sentencesOf(prose: string, from: number, to: number): Sentence[] {
  const found: Sentence[] = [];
  for (const [start, end] of sentencesIn(prose, from, to)) {
    const said = prose.slice(start, end);
    const begin = start + (said.length - said.trimStart().length);
    const close = start + said.trimEnd().length;
    if (close > begin) found.push({ start: begin, end: close, words: wordsOf(prose.slice(begin, close)) });
  }
  return found;
}

function wordsOf(sentence: string): string {
  return sentence
    .replace(/\[\^[^\]\n]{1,64}\]/g, ' ')
    .replace(/!?\[([^\]\n]*)\]\([^)\n]*\)/g, '$1')
    .replace(/<?https?:\/\/\S+/g, ' ')
    .replace(/[*_~]/g, '')
    .replace(/\s+/g, ' ')
    .trim();
}

function isStatement(words: string): boolean {
  const { openings, notices, asides } = wording().support;
  const said = fold(words);
  const aside = asides.find((each) => said.startsWith(each));
  const folded = aside === undefined ? said : said.slice(aside.length).replace(/^[\s,:]+/, '');
  if (/[?:]["'”’)]*$/.test(words) || folded.split(' ').length < 4) return false;
  if (openings.some((opening) => folded.startsWith(opening) && !/^[a-z']/.test(folded.slice(opening.length))))
    return false;
  return !notices.some((notice) => folded.includes(notice));
}

const FIGURE = /(?<![\w.,/-])(?:[<>≤≥~]\s?)?\d+(?:[.,]\d+)*\s?(?:%|percent\b|‰)|(?<![\w.,/-])\d{1,3}(?:,\d{3})+\b/g;
const AMOUNT =
  /(?<![\w.,/-])\d+(?:[.,]\d+)?\s?(?:mg|mcg|µg|g|kg|ml|dl|l|mmol|mm\s?hg|bpm|iu|units?|cm|mm|km|ms|kb|mb|gb)\b/gi;
const YEAR = /\b(?:in|since|by|until|from)\s(?:1[5-9]|20)\d\d\b/gi;

/** What makes a sentence one that could be looked up. */
function claimsOf(words: string): string[] {
  const folded = fold(words);
  const phrases = wording().support.claims.filter((claim) => hasPhrase(folded, claim));
  const figures = [FIGURE, AMOUNT, YEAR].flatMap((pattern) => Array.from(words.matchAll(pattern), ([found]) => found));
  return [...new Set([...phrases, ...figures])];
}

function hasPhrase(text: string, phrase: string): boolean {
  for (let at = text.indexOf(phrase); at >= 0; at = text.indexOf(phrase, at + 1))
    if (!/\p{L}/u.test(text[at - 1] ?? ' ') && !/\p{L}/u.test(text[at + phrase.length] ?? ' ')) return true;
  return false;
}

const NUMERALS = [
  'zero',
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
  'eleven',
  'twelve',
];

/** Numbers by value: 1,000 is 1000, 6.90 is 6.9, and a source may write five. */
function figuresOf(words: string): { value: number; written: string }[] {
  const written = Array.from(words.matchAll(/(?<![\w.])\d+(?:,\d{3})*(?:\.\d+)?(?!\w*_)/g), ([found]) => ({
    value: Number(found.replaceAll(',', '')),
    written: found,
  }));
  const spelled = Array.from(words.matchAll(/\b\p{L}+\b/gu), ([found]) => ({
    value: NUMERALS.indexOf(found.toLowerCase()),
    written: found,
  }));
  return [...written, ...spelled.filter(({ value }) => value > 1)];
}

function contentWords(words: string): string[] {
  const { common } = wording().support;
  const found = fold(words).match(/\p{L}{4,}/gu) ?? [];
  return [...new Set(found)].filter((word) => !common.includes(word));
}

/** The beginning of a word: enough to meet its other forms, and looser than a stem, since a doubt must be sure. */
function rootOf(word: string): string {
  return word.slice(0, Math.max(4, Math.min(6, word.length - 2)));
}
