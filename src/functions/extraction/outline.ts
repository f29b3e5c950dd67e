/**
 * Outlines: the headings a text has (Markdown, underlined, numbered, HTML, reStructuredText), the symbols of code, or,
 * where there are none, the places where the subject changes.
 */
import { linesOf, splitUnits, titleOf, type Unit } from '../text/sentences.ts';
import { contentStems, type Domain } from '../text/words.ts';
import { asConfidence, type Found, looksLikeCode, type Place } from './item.ts';
import { findKeywords, tidy } from './keywords.ts';

export function findOutline(content: string, domain: Domain): Found[] {
  if (looksLikeCode(content)) {
    const symbols = findSymbols(content);
    if (symbols.length > 0) return symbols;
  }
  const html = findHtmlHeadings(content);
  if (html.length > 0) return html;
  const marked = findHeadings(content);
  return marked.length > 0 ? marked : findTopics(content, domain);
}

interface Heading {
  readonly place: Place;
  readonly level: number;
  readonly kind: string;
  readonly sure: number;
}

function toFound(content: string, headings: readonly Heading[]): Found[] {
  const top = Math.min(...headings.map(({ level }) => level));
  return headings.map(({ place, level, kind, sure }) => ({
    text: tidy(content.slice(place.start, place.end)),
    kind,
    confidence: asConfidence(sure),
    places: [place],
    level: level - top + 1,
  }));
}

const NUMBERED =
  /^(\s{0,3})((?:chapter|section|part|appendix)\s+[\dIVXA-Z]+[.:]?\s+|\d{1,2}(?:\.\d{1,2}){0,4}\.?\s+)(?=\p{Lu})/iu;

function findHeadings(content: string): Found[] {
  const lines = linesOf(content);
  const headings: Heading[] = [];
  const adornments: string[] = [];
  let fenced = false;
  for (let at = 0; at < lines.length; at++) {
    const { text, start } = lines[at]!;
    if (/^\s*(?:```|~~~)/.test(text)) fenced = !fenced;
    if (fenced || text.trim() === '') continue;
    const atx = /^(\s{0,3}(#{1,6})\s+)\S/.exec(text);
    const title = atx === null ? '' : titleOf(text.slice(atx[1]!.length));
    if (atx !== null && title !== '') {
      const from = start + text.indexOf(title, atx[1]!.length);
      headings.push({
        place: { start: from, end: from + title.length },
        level: atx[2]!.length,
        kind: 'heading',
        sure: 0.98,
      });
      continue;
    }
    const below = lines[at + 1]?.text ?? '';
    const above = lines[at - 1]?.text.trim() ?? '';
    const line = /^\s{0,3}([=\-~^"'*+#_.:])\1{2,}\s*$/.exec(below);
    if (
      line !== null &&
      (above === '' || isAdornment(above)) &&
      below.trim().length >= text.trim().length - 3 &&
      !/^\s*[|>]/.test(text)
    ) {
      if (!adornments.includes(line[1]!)) adornments.push(line[1]!);
      headings.push({
        place: trimmed(text, start),
        level: underlineLevel(line[1]!, adornments),
        kind: 'heading',
        sure: 0.95,
      });
      at++;
      continue;
    }
    const numbered = NUMBERED.exec(text);
    if (numbered !== null && isTitle(text.slice(numbered[0].length)) && standsAlone(lines, at))
      headings.push({ place: trimmed(text, start), level: numberLevel(numbered[2]!), kind: 'heading', sure: 0.85 });
  }
  return headings.length === 0 ? [] : toFound(content, headings);
}

function isAdornment(line: string): boolean {
  return /^([=\-~^"'*+#_.:])\1{2,}$/.test(line);
}

/** `=` and `-` have a fixed rank; the others rank by when they first come. */
function underlineLevel(mark: string, order: readonly string[]): number {
  return mark === '=' ? 1 : mark === '-' ? 2 : Math.max(2, order.indexOf(mark) + 1);
}

function numberLevel(number: string): number {
  return /^\s*\p{L}/u.test(number) ? 1 : number.trim().replace(/\.$/, '').split('.').length;
}

function isTitle(rest: string): boolean {
  const text = rest.trim();
  return text.length > 1 && text.length <= 90 && !/[.;,]$/.test(text) && text.split(/\s+/).length <= 14;
}

/** Blank lines around it, and not the next in a list: 1. 2. 3. without words between are items. */
function standsAlone(lines: readonly { readonly text: string }[], at: number): boolean {
  const isBlank = (index: number) => (lines[index]?.text ?? '').trim() === '';
  const isNumbered = (index: number) => NUMBERED.test(lines[index]?.text ?? '');
  if (!isBlank(at - 1)) return false;
  const next = isBlank(at + 1) ? at + 2 : at + 1;
  return !isNumbered(next) || isDeeper(lines[at]!.text, lines[next]!.text);
}

/** 1 Introduction, 1.1 Scope. */
function isDeeper(text: string, next: string): boolean {
  return numberLevel(NUMBERED.exec(next)![2]!) > numberLevel(NUMBERED.exec(text)![2]!);
}

function trimmed(text: string, start: number): Place {
  const from = start + text.length - text.trimStart().length;
  return { start: from, end: from + text.trim().length };
}

function findHtmlHeadings(content: string): Found[] {
  const headings: Heading[] = [];
  for (const match of content.matchAll(/<h([1-6])\b[^>]{0,500}>([^<]{1,300})/gi)) {
    const raw = match[2]!;
    if (raw.trim() === '') continue;
    const start = match.index + match[0].length - raw.length;
    headings.push({ place: trimmed(raw, start), level: Number(match[1]), kind: 'heading', sure: 0.97 });
  }
  return headings.length === 0 ? [] : toFound(content, headings);
}

const SYMBOL =
  /^(?<indent>[ \t]*)(?:(?:export|default|declare|public|private|protected|static|abstract|async|final|override|pub(?:\([a-z]+\))?|unsafe|inline|virtual)\s+)*(?<kind>class|interface|enum|struct|trait|impl|namespace|module|object|type|def|function\*?|fn|func|sub|macro|CREATE TABLE)\s+(?:\([^)]{0,80}\)\s*)?(?<name>[A-Za-z_$][\w$]*(?:(?:\.|::)[A-Za-z_]\w*)*)/gm;
const ARROW =
  /^(?<indent>[ \t]*)(?:export\s+)?(?:const|let|var)\s+(?<name>[A-Za-z_$][\w$]*)\s*(?::[^=\n]{1,120})?=\s*(?:async\s*)?(?:\([^)\n]{0,200}\)|[A-Za-z_$][\w$]*)\s*(?::[^=\n]{1,80})?=>/gm;

function findSymbols(content: string): Found[] {
  const headings: Heading[] = [];
  for (const pattern of [SYMBOL, ARROW])
    for (const match of content.matchAll(pattern)) {
      const { indent, kind, name } = match.groups!;
      const start = match.index + match[0].length - name!.length;
      const depth = Math.floor(indent!.replaceAll('\t', '    ').length / 4 + 0.5);
      headings.push({
        place: { start, end: start + name!.length },
        level: depth + 1,
        kind: kind ?? 'function',
        sure: 0.93,
      });
    }
  headings.sort((a, b) => a.place.start - b.place.start);
  return headings.length === 0 ? [] : toFound(content, headings);
}

const GROUP = 3;
const FEWEST = 6;

/** TextTiling in small: where the words of the sentences before and after have least in common, a new topic begins. */
function findTopics(content: string, domain: Domain): Found[] {
  const units = splitUnits(content).filter(({ kind }) => kind !== 'code');
  if (units.length === 0) return [];
  const borders = units.length < FEWEST ? [] : findBorders(units);
  const edges = [0, ...borders, units.length];
  const topics: Heading[] = [];
  const used = new Set<string>();
  for (let at = 0; at + 1 < edges.length; at++) {
    const segment = units.slice(edges[at], edges[at + 1]);
    const place = placeOfTitle(content, segment, domain, used);
    if (place !== undefined) topics.push({ place, level: 1, kind: 'topic', sure: 0.5 });
  }
  return topics.length === 0 ? [] : toFound(content, topics);
}

function findBorders(units: readonly Unit[]): number[] {
  const bags = units.map(({ text }) => contentStems(text));
  const gaps: { at: number; likeness: number }[] = [];
  for (let at = GROUP; at <= units.length - GROUP; at++)
    gaps.push({ at, likeness: likeness(bags.slice(at - GROUP, at).flat(), bags.slice(at, at + GROUP).flat()) });
  const mean = gaps.reduce((sum, gap) => sum + gap.likeness, 0) / Math.max(1, gaps.length);
  const deep = gaps.filter(({ likeness: value }, index) => {
    const around = gaps.slice(Math.max(0, index - 2), index + 3);
    return value < mean * 0.75 && around.every((other) => other.likeness >= value);
  });
  return deep.map(({ at }) => at).filter((at, index, all) => index === 0 || at - all[index - 1]! >= GROUP);
}

function likeness(a: readonly string[], b: readonly string[]): number {
  const left = new Set(a);
  const right = new Set(b);
  let shared = 0;
  for (const word of left) if (right.has(word)) shared++;
  return shared / Math.max(1, Math.sqrt(left.size * right.size));
}

function placeOfTitle(content: string, segment: readonly Unit[], domain: Domain, used: Set<string>): Place | undefined {
  const start = segment[0]!.start;
  const words = findKeywords(content.slice(start, segment.at(-1)!.end), domain);
  const best = words.find(({ text }) => !used.has(text.toLowerCase()));
  if (best === undefined) return undefined;
  used.add(best.text.toLowerCase());
  const [place] = best.places;
  return { start: start + place!.start, end: start + place!.end };
}
