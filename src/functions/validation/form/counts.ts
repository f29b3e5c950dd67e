/** How many of what an artifact has. */
import { unitsOf } from '../../../reading/index.ts';
import { wordsIn } from '../../../text/index.ts';
import { countTokens } from '../../tokens.ts';
import type { Groups } from '../recognise.ts';
import { type Artifact, type Check, readNumber, seen } from '../seen.ts';
import { topKeys } from './fields.ts';

const kinds = (kind: string) => (artifact: Artifact) =>
  unitsOf(artifact.document).filter((unit) => unit.kind === kind).length;

export const COUNTS: Readonly<Record<string, (artifact: Artifact) => number | undefined>> = {
  word: ({ text, document, code }) => wordsIn(code === undefined ? document.words : text).length,
  token: ({ text }) => countTokens(text),
  character: ({ text }) => text.trimEnd().length,
  char: ({ text }) => text.trimEnd().length,
  sentence: ({ document }) => unitsOf(document).filter(({ kind }) => kind === 'sentence' || kind === 'item').length,
  line: ({ text }) => text.replace(/\n+$/, '').split('\n').length,
  'lines of code': ({ text }) => text.split('\n').filter((line) => line.trim() !== '').length,
  paragraph: ({ document }) => document.blocks.filter(({ kind }) => kind === 'prose').length,
  heading: kinds('heading'),
  section: kinds('heading'),
  'top-level heading': ({ document }) => document.blocks.filter(({ level }) => level === 1).length,
  'second-level heading': ({ document }) => document.blocks.filter(({ level }) => level === 2).length,
  'bullet point': ({ text }) => text.match(/^\s*[-*+•]\s+\S/gm)?.length ?? 0,
  bullet: ({ text }) => text.match(/^\s*[-*+•]\s+\S/gm)?.length ?? 0,
  'list item': ({ document }) => document.blocks.filter(({ kind }) => kind === 'item').length,
  item: ({ document }) => document.blocks.filter(({ kind }) => kind === 'item').length,
  step: ({ text }) => text.match(/^\s*\d+[.)]\s+\S/gm)?.length ?? 0,
  'numbered step': ({ text }) => text.match(/^\s*\d+[.)]\s+\S/gm)?.length ?? 0,
  'numbered section': ({ document, text }) => numberedHeadings(document, text),
  'numbered heading': ({ document, text }) => numberedHeadings(document, text),
  'blank line': ({ text }) => text.trim().match(/^\s*$/gm)?.length ?? 0,
  semicolon: ({ text }) => text.match(/;/g)?.length ?? 0,
  comma: ({ text }) => text.match(/,/g)?.length ?? 0,
  image: ({ text }) => text.match(/!\[[^\]]*\]\(|<img\b/gi)?.length ?? 0,
  footnote: ({ text }) => text.match(/^\[\^[^\]]+\]:/gm)?.length ?? 0,
  url: ({ text }) => text.match(/https?:\/\/\S/g)?.length ?? 0,
  'numbered item': ({ text }) => text.match(/^\s*\d+[.)]\s+\S/gm)?.length ?? 0,
  link: ({ text }) => text.match(/\[[^\]]+\]\([^)]+\)|<a\s|(?<![("<])https?:\/\//g)?.length ?? 0,
  'code block': ({ document }) => document.blocks.filter(({ kind }) => kind === 'code').length,
  table: ({ text }) => text.match(/^\s*\|?\s*:?-{3,}:?\s*(?:\|\s*:?-{3,}:?\s*)+\|?\s*$|<table/gim)?.length ?? 0,
  row: ({ document }) => Math.max(0, document.blocks.filter(({ kind }) => kind === 'row').length - 1),
  question: ({ document }) => unitsOf(document).filter(({ text }) => text.endsWith('?')).length,
  'exclamation mark': ({ document }) => document.words.match(/!/g)?.length ?? 0,
  function: ({ code }) =>
    code?.symbols.filter(({ callable, kind }) => callable !== undefined || kind === 'function').length,
  method: ({ code }) => code?.symbols.filter(({ kind }) => kind === 'method').length,
  classe: ({ code }) => code?.symbols.filter(({ kind }) => kind === 'class').length,
  import: ({ code }) => code?.imports.length,
  comment: ({ code }) => code?.comments.length,
  key: (artifact) => topKeys(artifact)?.length,
  field: (artifact) => topKeys(artifact)?.length,
};

function count(artifact: Artifact, { n, unit = '' }: Groups): { has: number; limit: number; name: string } | undefined {
  const limit = readNumber(n);
  const name = unit
    .toLowerCase()
    .replace(/^lines of code$/, '$&')
    .replace(/(?<!lines of code)s$/, '');
  const counter = COUNTS[unit.toLowerCase()] ?? COUNTS[name];
  const has = limit === undefined ? undefined : counter?.(artifact);
  return has === undefined || limit === undefined ? undefined : { has, limit, name: name || unit };
}

export function compare(holds: (has: number, limit: number, groups: Groups) => boolean, said: string): Check {
  return (artifact, groups) => {
    const counted = count(artifact, groups);
    if (counted === undefined) return undefined;
    const { has, limit, name } = counted;
    return seen(
      holds(has, limit, groups),
      `It has ${has} ${name}${has === 1 ? '' : 's'}; asked for: ${said} ${limit}.`,
    );
  };
}

function numberedHeadings(document: Artifact['document'], text: string): number {
  const headings = unitsOf(document).filter(({ kind, start }) => {
    const line = text.slice(text.lastIndexOf('\n', start - 1) + 1, start + 12);
    return kind === 'heading' && /^[#\s]*\d+(?:[.)]|\s)/.test(line);
  });
  return headings.length > 0 ? headings.length : (text.match(/^\s*\d+[.)]\s+\S/gm)?.length ?? 0);
}
