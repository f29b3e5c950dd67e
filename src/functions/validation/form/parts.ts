/** The parts of a text that a criterion may speak of: lines, paragraphs, sentences, headings, items, rows. */
import { unitsOf } from '../../../reading/index.ts';
import { wordsIn } from '../../../text/index.ts';
import type { Artifact } from '../seen.ts';
import { cellsOf, isSeparated, separatorOf } from './cells.ts';
import { DATES } from './dates.ts';

const linesOf = (text: string) => text.replace(/\n+$/, '').split('\n');
const bulletsOf = (text: string) => [...text.matchAll(/^\s*[-*+•]\s+(\S.*)$/gm)].map(([, item]) => item!);
const numbersOf = (text: string) => [...text.matchAll(/^\s*\d+[.)]\s+(\S.*)$/gm)].map(([, item]) => item!);
const kindsOf = ({ document }: Artifact, ...kinds: string[]) =>
  unitsOf(document).flatMap(({ kind, text }) => (kinds.includes(kind) ? [text] : []));
const matches = (text: string, pattern: RegExp) => text.match(pattern) ?? [];

/** Runs of list items without a line of something else between them. */
function listsOf(text: string, item: RegExp): string[] {
  const lists: string[] = [];
  let open = false;
  for (const line of text.split('\n')) {
    if (item.test(line)) {
      if (open) lists.push(`${lists.pop()}\n${line}`);
      else lists.push(line);
      open = true;
    } else if (line.trim() !== '' && !/^\s{2,}/.test(line)) open = false;
  }
  return lists;
}

type Reader = (artifact: Artifact) => readonly string[] | undefined;

export const PARTS: Readonly<Record<string, Reader>> = {
  word: ({ document, text, code }) => wordsIn(code === undefined ? document.words : text).map((word) => word.text),
  character: ({ text }) => [...text.trimEnd()],
  line: ({ text }) => linesOf(text),
  sentence: (artifact) => kindsOf(artifact, 'sentence', 'item'),
  paragraph: ({ text }) =>
    text
      .trim()
      .split(/\n\s*\n/)
      .filter((part) => !/^\s*(?:#{1,6}\s|```|\|)/.test(part)),
  heading: (artifact) => kindsOf(artifact, 'heading'),
  title: (artifact) => [kindsOf(artifact, 'heading')[0] ?? linesOf(artifact.text.trim())[0]!],
  'top-level heading': ({ document }) =>
    unitsOf(document).flatMap((one) => (one.kind === 'heading' && one.level === 1 ? [one.text] : [])),
  'second-level heading': ({ document }) =>
    unitsOf(document).flatMap((one) => (one.kind === 'heading' && one.level === 2 ? [one.text] : [])),
  'third-level heading': ({ document }) =>
    unitsOf(document).flatMap((one) => (one.kind === 'heading' && one.level === 3 ? [one.text] : [])),
  'bullet point': ({ text }) => bulletsOf(text),
  'numbered item': ({ text }) => numbersOf(text),
  item: ({ text }) => [...bulletsOf(text), ...numbersOf(text)],
  'code block': ({ document, source }: Artifact & { source?: string }) =>
    document.blocks
      .filter(({ kind }) => kind === 'code')
      .map(({ start, end }) => (source ?? document.source).slice(start, end)),
  table: ({ text }) => matches(text, /^\s*\|?\s*:?-{2,}:?\s*(?:\|\s*:?-{2,}:?\s*)+\|?\s*$|<table/gim),
  row: ({ text, path }) => (isSeparated(path) ? linesOf(text) : tableOf(text))?.slice(1),
  column: (artifact) => {
    const { text, path } = artifact;
    const head = (isSeparated(path) ? linesOf(text) : tableOf(text))?.[0];
    return head === undefined ? undefined : cellsOf(head, separatorOf(artifact, head));
  },
  link: ({ text }) => matches(text, /\[[^\]]+\]\([^)]+\)|<a\s|(?<![("<])https?:\/\/\S+/g),
  image: ({ text }) => matches(text, /!\[[^\]]*\]\(|<img\b/gi),
  question: ({ document }) => unitsOf(document).flatMap(({ text }) => (text.endsWith('?') ? [text] : [])),
  'exclamation mark': ({ text }) => matches(text, /!(?!\[)/g),
  'question mark': ({ text }) => matches(text, /\?/g),
  footnote: ({ text }) => matches(text, /^\[\^[^\]]+\]:/gm),
  'blank line': ({ text }) => linesOf(text.trim()).filter((line) => line.trim() === ''),
  quote: ({ text }) => matches(text, /^ {0,3}>\s?\S.*$/gm),
  'bulleted list': ({ text }) => listsOf(text, /^\s*[-*+•]\s+\S/),
  'numbered list': ({ text }) => listsOf(text, /^\s*\d+[.)]\s+\S/),
  list: ({ text }) => listsOf(text, /^\s*(?:[-*+•]|\d+[.)])\s+\S/),
  emoji: ({ text }) => matches(text, /\p{Extended_Pictographic}/gu),
  tab: ({ text }) => matches(text, /\t/g),
  'bold text': ({ text }) => matches(text, /\*\*\S[^*]*\*\*|__\S[^_]*__|<(?:b|strong)>/g),
  'email address': ({ text }) => matches(text, /(?<![\w.+-])[\w.+-]{1,64}@[\w-]{1,63}\.[\w.]+/g),
  date: ({ text }) => matches(text, DATES),
  'html tag': ({ text }) => matches(text, /<\/?[a-z][^>]*>/gi),
  digit: ({ text }) => matches(text, /\d/g),
  comment: ({ code, text }) =>
    code === undefined ? matches(text, /<!--/g) : code.comments.map(({ start, end }) => text.slice(start, end)),
  comma: ({ text }) => matches(text, /,/g),
  'trailing comma': ({ text }) => matches(text, /,(?=\s*[}\])])/g),
  'trailing space': ({ text }) => matches(text, /[ \t]+$/gm),
  semicolon: ({ text }) => matches(text, /;/g),
  todo: ({ text }) => matches(text, /\b(?:TODO|FIXME|TBD|XXX)\b|\bplaceholder\b|\blorem ipsum\b/gi),
};

/** Rows of the one Markdown table there is, without its rule, cells parted by a bar. */
function tableOf(text: string): string[] | undefined {
  const rules = text.match(/^\s*\|?\s*:?-{2,}:?\s*(?:\|\s*:?-{2,}:?\s*)*\|?\s*$/gm) ?? [];
  if (rules.filter((rule) => rule.includes('|')).length !== 1) return undefined;
  return text
    .split('\n')
    .filter((line) => /\|/.test(line) && !/^\s*\|?[\s:|-]+$/.test(line))
    .map((line) => line.trim().replace(/^\||\|$/g, ''));
}

/** How many of a unit stand in one part. */
export function sizeOf(part: string, unit: string, whole: Artifact): number | undefined {
  if (unit === 'character') return part.length;
  if (unit === 'word') return wordsIn(part).length;
  if (unit === 'line') return linesOf(part).length;
  if (unit === 'column') return cellsOf(part, separatorOf(whole, part)).length;
  if (unit === 'sentence') return (part.match(/[.!?](?=\s|$)/g) ?? []).length || 1;
  return undefined;
}
