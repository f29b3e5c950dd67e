/**
 * Outlines: what code defines, by its parser; the headings a document has; or, where there are none, the places where the
 * subject changes.
 */
import { type CodeFile, type Document, readDocument, tidy, type Unit, unitsOf } from '../../reading/index.ts';
import { contentStems, type Domain } from '../text/words.ts';
import { asConfidence, type Found, type Place } from './item.ts';
import { findKeywords } from './keywords.ts';

export function findOutline(document: Document, domain: Domain): Found[] {
  const headings = document.blocks.flatMap(({ kind, start, end, level = 1, sure = 0.98 }): Heading[] =>
    kind === 'heading' ? [{ place: trimmed(document.words, start, end), level, kind, sure }] : [],
  );
  return headings.length > 0 ? toFound(document.words, headings) : findTopics(document, domain);
}

/** Of code: what it defines, nested as it is. */
export function outlineCode({ symbols, problems }: CodeFile): Found[] {
  return symbols.map(({ name, kind, level, nameStart }) => ({
    ...{ text: name, kind, level },
    confidence: asConfidence(problems.length === 0 ? 0.97 : 0.85),
    places: [{ start: nameStart, end: nameStart + name.length }],
  }));
}

interface Heading {
  readonly place: Place;
  readonly level: number;
  readonly kind: string;
  readonly sure: number;
}

function trimmed(words: string, start: number, end: number): Place {
  const said = words.slice(start, end);
  const from = start + said.length - said.trimStart().length;
  return { start: from, end: from + said.trim().length };
}

function toFound(words: string, headings: readonly Heading[]): Found[] {
  return headings.map(({ place, level, kind, sure }) => ({
    text: tidy(words.slice(place.start, place.end)),
    confidence: asConfidence(sure),
    ...{ kind, level, places: [place] },
  }));
}

const GROUP = 3;
const FEWEST = 6;

/** TextTiling in small: where the words of the sentences before and after have least in common, a new topic begins. */
function findTopics(document: Document, domain: Domain): Found[] {
  const content = document.words;
  const units = unitsOf(document).filter(({ kind, frame }) => kind !== 'code' && !frame);
  // Records are no text with topics.
  if (units.every(({ kind }) => kind === 'row')) return [];
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
  const words = findKeywords(readDocument(content.slice(start, segment.at(-1)!.end), { format: 'plain' }), domain);
  const best = words.find(({ text }) => !used.has(text.toLowerCase()));
  if (best === undefined) return undefined;
  used.add(best.text.toLowerCase());
  const [place] = best.places;
  return { start: start + place!.start, end: start + place!.end };
}
