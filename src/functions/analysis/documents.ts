/** Documents: readability, structure, links that lead nowhere, open ends. Markdown is understood, plain text accepted. */
import { blankOut, codeRanges } from '../../citations/prose.ts';
import { type Finding, type Location, locator, makeFinding } from './finding.ts';
import { sentences, syllables, words } from './prose.ts';

const LONG_SENTENCE = 40;
const WORDS_WITHOUT_HEADING = 300;
const MOST = 25;

export interface DocumentMetrics {
  readonly words: number;
  readonly sentences: number;
  readonly paragraphs: number;
  readonly headings: number;
  readonly links: number;
  readonly code_blocks: number;
  readonly average_sentence_words: number;
  readonly longest_sentence_words: number;
  /** Of words in Latin letters, whose syllables can be counted. */
  readonly flesch_reading_ease?: number | undefined;
  readonly flesch_kincaid_grade?: number | undefined;
  readonly open_ends: number;
}

interface Reading {
  readonly text: string;
  /** Without code, same length. */
  readonly prose: string;
  readonly locate: (start: number, end?: number) => Location;
  readonly headings: readonly { level: number; title: string; start: number }[];
}

export function readDocument(text: string): { metrics: DocumentMetrics; findings: Finding[] } {
  const ranges = codeRanges(text);
  const prose = blankOut(text, ranges);
  const headings = [...prose.matchAll(/^ {0,3}(#{1,6})[ \t]+\S[^\n]*$/gm)].map((match) => ({
    level: match[1]!.length,
    title: match[0]
      .replace(/^[\s#]+/, '')
      .replace(/\s+#+\s*$/, '')
      .trimEnd(),
    start: match.index,
  }));
  const reading: Reading = { text, prose, locate: locator(text), headings };
  const metrics = measureProse(reading, ranges.length);
  const findings = [
    ...checkHeadings(reading, metrics),
    ...checkSentences(reading),
    ...checkLinks(reading),
    ...checkOpenEnds(reading),
  ];
  return { metrics, findings };
}

function measureProse({ prose, headings }: Reading, codeBlocks: number): DocumentMetrics {
  const body = prose.replace(/^ {0,3}#{1,6}[ \t][^\n]*$/gm, '');
  const all = sentences(body);
  const lengths = all.map(({ text }) => words(text).length);
  const tokens = words(body);
  const count = Math.max(1, tokens.length);
  const perSentence = count / Math.max(1, all.length);
  const perWord = tokens.reduce((sum, word) => sum + syllables(word), 0) / count;
  return {
    words: tokens.length,
    sentences: all.length,
    paragraphs: body.split(/\n[ \t]*\n/).filter((part) => part.trim() !== '').length,
    headings: headings.length,
    links: (prose.match(/\]\([^)\s]{1,500}\)/g) ?? []).length,
    code_blocks: codeBlocks,
    average_sentence_words: round(perSentence),
    longest_sentence_words: lengths.reduce((most, length) => Math.max(most, length), 0),
    ...(isEnglishScript(body) && {
      flesch_reading_ease: round(206.835 - 1.015 * perSentence - 84.6 * perWord),
      flesch_kincaid_grade: round(Math.max(0, 0.39 * perSentence + 11.8 * perWord - 15.59)),
    }),
    open_ends: (prose.match(OPEN_END) ?? []).length,
  };
}

function isEnglishScript(text: string): boolean {
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  return (text.match(/\p{Script=Latin}/gu)?.length ?? 0) * 2 >= letters;
}

function checkHeadings({ text, headings, locate }: Reading, metrics: DocumentMetrics): Finding[] {
  const found: Finding[] = [];
  const say = (rule: string, start: number, message: string, fix_hint: string): void => {
    found.push(
      makeFinding({ rule, severity: 'minor', category: 'structure', location: locate(start), message, fix_hint }),
    );
  };
  if (headings.length === 0 && metrics.words > WORDS_WITHOUT_HEADING && !isRecords(text))
    say('no-headings', 0, `${metrics.words} words without a heading.`, 'Give the parts headings.');
  const titles = new Map<string, number>();
  for (const [index, { level, title, start }] of headings.entries()) {
    const before = headings[index - 1];
    if (before !== undefined && level > before.level + 1)
      say(
        'skipped-level',
        start,
        `A heading of level ${level} follows one of level ${before.level}.`,
        'Do not skip levels.',
      );
    const next = headings[index + 1];
    const between = text.slice(text.indexOf('\n', start) === -1 ? text.length : text.indexOf('\n', start), next?.start);
    if (between.trim() === '' && (next === undefined || next.level <= level))
      say('empty-section', start, 'The section is empty.', 'Write it, or take the heading out.');
    const key = `${level} ${title.toLowerCase()}`;
    if (titles.has(key))
      say('duplicate-heading', start, 'The heading stands there twice.', 'Rename one, or join the sections.');
    titles.set(key, start);
  }
  return found.slice(0, MOST);
}

/** A table or a log has no parts that could have headings. */
function isRecords(text: string): boolean {
  return sentences(text).every(({ kind }) => kind === 'row');
}

function checkSentences({ prose, locate }: Reading): Finding[] {
  return sentences(prose)
    .filter(({ kind }) => kind === 'sentence' || kind === 'item')
    .map((sentence) => ({ ...sentence, length: words(sentence.text).length }))
    .filter(({ length }) => length > LONG_SENTENCE)
    .slice(0, MOST)
    .map(({ start, end, length }) =>
      makeFinding({
        ...{ rule: 'long-sentence', severity: 'minor', category: 'style' },
        location: locate(start, end),
        message: `A sentence of ${length} words.`,
        fix_hint: 'Split it.',
      }),
    );
}

function checkLinks({ text, prose, headings, locate }: Reading): Finding[] {
  const anchors = new Set([
    ...anchorNames(headings.map(({ title }) => title)),
    ...[...text.matchAll(/<a\s[^>]{0,200}?(?:id|name)\s*=\s*["']([^"'\s]{1,200})["']/gi)].map((match) => match[1]!),
  ]);
  const references = new Set(
    [...prose.matchAll(/^ {0,3}\[([^\]\n]{1,200})\]:/gm)].map((match) => match[1]!.toLowerCase()),
  );
  const found: Finding[] = [];
  const say = (rule: string, start: number, message: string): void => {
    const fix_hint = 'Correct the target, or take the link out.';
    found.push(
      makeFinding({ rule, severity: 'major', category: 'structure', location: locate(start), message, fix_hint }),
    );
  };
  for (const match of prose.matchAll(/\]\(#([^)\s]{1,200})\)/g))
    if (!anchors.has(decode(match[1]!))) say('broken-link', match.index, `No heading is called "#${match[1]}".`);
  for (const match of prose.matchAll(/\[\^([^\]\s]{1,64})\](?!:)/g))
    if (!references.has(`^${match[1]!.toLowerCase()}`))
      say('missing-footnote', match.index, `The footnote [^${match[1]}] is not there.`);
  for (const match of prose.matchAll(/\[[^\]\n]{1,200}\]\[([^\]\n]{1,200})\]/g))
    if (!references.has(match[1]!.toLowerCase()))
      say('broken-reference', match.index, `The link [${match[1]}] is not defined.`);
  for (const match of prose.matchAll(/!?\[[^\]\n]{0,200}\]\(\s*\)/g))
    say('empty-link', match.index, 'The link leads nowhere.');
  return found.slice(0, MOST);
}

/** As hosts of Markdown make them: lower case, spaces to dashes, numbered where they repeat. */
function* anchorNames(titles: readonly string[]): Generator<string> {
  const seen = new Map<string, number>();
  for (const title of titles) {
    const base = title
      .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .trim()
      .replace(/\s/g, '-');
    const times = seen.get(base) ?? 0;
    seen.set(base, times + 1);
    yield times === 0 ? base : `${base}-${times}`;
  }
}

function decode(anchor: string): string {
  try {
    return decodeURIComponent(anchor);
  } catch {
    return anchor;
  }
}

const OPEN_END =
  /\b(?:TODO|FIXME|TBD|XXX|TBC)\b|\[(?:to be (?:done|written|decided)|placeholder|insert [^\]\n]{1,60})\]|\blorem ipsum\b/gi;

function checkOpenEnds({ prose, locate }: Reading): Finding[] {
  return [...prose.matchAll(OPEN_END)].slice(0, MOST).map((match) =>
    makeFinding({
      ...{ rule: 'open-end', severity: 'minor', category: 'structure' },
      location: locate(match.index),
      message: 'Something is still to be written here.',
      fix_hint: 'Write it, or take it out.',
    }),
  );
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
