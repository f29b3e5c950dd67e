/**
 * Sources numbered for a prompt, and the markers that come back. A marker that leads to no source is taken out and
 * told; what is left is numbered as a reader meets it.
 */
import { formatFootnote, shortLabel } from './format.ts';
import { codeRanges, isWithin, noteRanges, type Range } from './prose.ts';
import type { Citation, CitedContent, SourceMetadata } from './source.ts';
import { wording } from './wording.ts';

/** A source, alone or as retrieval found it: a search hit fits. */
export type Found = SourceMetadata | { readonly source: SourceMetadata; readonly score?: number | undefined };

/** Numbers sources in their order; the same source twice is one, with the better of its scores. */
export function numberSources(found: readonly Found[]): Citation[] {
  const byId = new Map<string, Citation>();
  for (const each of found) {
    const { source, score } = 'source' in each ? each : { source: each, score: undefined };
    const key = `${source.source_type} ${source.id}`;
    const known = byId.get(key);
    if (known === undefined) {
      const scored = score === undefined ? {} : { score: Math.min(1, Math.max(0, score)) };
      byId.set(key, { marker: byId.size + 1, source, footnote: formatFootnote(source), ...scored });
    } else if (score !== undefined && score > (known.score ?? -1)) known.score = Math.min(1, score);
  }
  return [...byId.values()];
}

/** What goes into a system prompt: the list of sources, how to cite them, and their words as quoted data. */
export function sourcesPrompt(citations: readonly Citation[]): string {
  if (citations.length === 0) return '';
  const { template, quoted } = wording().prompt;
  const list = citations.map(({ marker, source }) => `[^${marker}] = ${quote(shortLabel(source))}`).join('\n');
  const passages = citations.flatMap(({ marker, source }) =>
    source.excerpt?.trim() ? [`<source marker="${marker}">\n${quote(source.excerpt.trim())}\n</source>`] : [],
  );
  const parts = [template.replace('{sources}', () => list)];
  if (passages.length > 0) parts.push(quoted.replace('{passages}', () => passages.join('\n')));
  return parts.map((part) => part.trim()).join('\n');
}

/** Text that cannot close its tag or pose as a marker. */
function quote(words: string): string {
  return words.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/\[\^/g, '[ ^');
}

export interface Marker {
  readonly start: number;
  readonly end: number;
  /** `1` and `2` of `[^1, 2]`; also what is no number, as it stands. */
  readonly labels: readonly string[];
  /** `[1]`: may be a marker, may be something else in brackets. */
  readonly bare: boolean;
}

const MARKER = /(?<![\\!\]\w])\[(\d{1,4}(?:\s*[,;]\s*\d{1,4})*)\](?![(:\w]|\[[^^])|(?<!\\)\[\^([^\]\n]{1,64})\](?!:)/g;

/** The markers of a text in order; code and the footnotes themselves have none. */
export function readMarkers(text: string): Marker[] {
  const code = codeRanges(text);
  const notes = noteRanges(text, code);
  return [...text.matchAll(MARKER)].flatMap((found): Marker[] => {
    const start = found.index;
    if (isWithin(code, start) || isWithin(notes, start)) return [];
    const [whole, bare, marked] = found;
    const labels = (bare ?? marked!).split(/[,;]/).map((label) => label.replace(/^[\s^]+|\s+$/g, ''));
    return [{ start, end: start + whole.length, labels, bare: bare !== undefined }];
  });
}

export interface Settled extends CitedContent {
  readonly warnings: readonly string[];
}

/**
 * A text as it came from a model, put right: markers of no source removed, the others written `[^n]` and numbered in
 * order of appearance, footnotes of its own taken out, sources that nobody cites left out.
 */
export function settleCitations(text: string, citations: readonly Citation[]): Settled {
  const warnings = new Set<string>();
  let settled: CitedContent = { text, citations: [...citations] };
  // Taking a marker out can join what stood around it to another one; then it is read again.
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const before = settled.text;
    settled = settleOnce(settled, warnings, round === 0);
    if (settled.text === before) break;
  }
  return { ...settled, warnings: [...warnings] };
}

export const MAX_ROUNDS = 8;

function settleOnce({ text, citations }: CitedContent, warnings: Set<string>, readBare: boolean): CitedContent {
  const known = new Map(citations.map((each) => [each.marker, each]));
  const order: Citation[] = [];
  const edits: { range: Range; put: string }[] = [];
  let previous: { end: number; numbers: readonly number[] } | undefined;
  for (const { start, end, labels, bare } of readMarkers(text)) {
    if (bare && !(readBare && labels.every((label) => known.has(numberOf(label))))) continue;
    const cited = labels.flatMap((label) => known.get(numberOf(label)) ?? []);
    for (const label of labels) if (!known.has(numberOf(label))) warnings.add(strange(label));
    for (const each of cited) if (!order.includes(each)) order.push(each);
    const adjacent = previous?.end === start ? previous.numbers : [];
    const numbers = [...new Set(cited.map((each) => order.indexOf(each) + 1))].filter((n) => !adjacent.includes(n));
    edits.push({ range: [start, end], put: numbers.map((n) => `[^${n}]`).join('') });
    previous = { end, numbers: [...adjacent, ...numbers] };
  }
  const notes = noteRanges(text, codeRanges(text));
  if (notes.length > 0) warnings.add('Footnotes that the text brought itself were left out.');
  const all = [...edits, ...notes.map((range) => ({ range, put: '' }))].sort((a, b) => a.range[0] - b.range[0]);
  return {
    text: applyEdits(text, all),
    citations: order.map((each, i) => ({ ...each, marker: i + 1 })),
  };
}

function numberOf(label: string): number {
  return /^\d{1,4}$/.test(label) ? Number(label) : Number.NaN;
}

export function strange(label: string): string {
  const shown = /^\w{1,20}$/.test(label) ? `[^${label}] ` : '';
  return `A marker ${shown}that leads to no source was removed.`;
}

export function applyEdits(text: string, edits: readonly { range: Range; put: string }[]): string {
  let out = '';
  let at = 0;
  for (const { range, put } of edits) {
    out += text.slice(at, range[0]);
    at = range[1];
    if (put === '' && /^(?:[.,;:!?)]|\s|$)/.test(text.slice(at, at + 1))) out = withoutTrailingSpaces(out);
    // What is left of it must not become a marker of its own.
    out += put === '' && out.endsWith('[') ? ' ' : put;
  }
  return out + text.slice(at);
}

/** Spaces before a marker that is gone, unless they are a line's indent. */
function withoutTrailingSpaces(text: string): string {
  let end = text.length;
  while (text[end - 1] === ' ') end--;
  return end === 0 || text[end - 1] === '\n' ? text : text.slice(0, end);
}
