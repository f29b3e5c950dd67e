/**
 * Concepts: what a text explains or leans on. First what it defines ("X is a …", "**X**: …", "Long Name (LN)"), then the
 * phrases it keeps coming back to and those it puts into headings.
 */
import { type Document, tidy, type Unit, unitsOf } from '../../reading/index.ts';
import { type Domain, isGeneric, isStopword, phraseKey, wordsIn } from '../text/words.ts';
import { asConfidence, type Found, type Place } from './item.ts';
import { findKeywords } from './keywords.ts';

const TERM = String.raw`(?:(?:[Tt]he|[Aa]n?)\s+)?(?<term>[\p{L}\p{N}][\p{L}\p{N}'’/+.#-]*(?:[ \t\n]+[\p{L}\p{N}][\p{L}\p{N}'’/+.#-]*){0,4})`;
const IS = String.raw`\s+(?:is|are)\s+(?:an?|the|any|one of|defined as|a kind of|used to|responsible for)\b|\s+(?:refers? to|means|denotes?|describes?|stands for)\b`;
const DEFINED = new RegExp(
  String.raw`^\s*(?:[*_\x60]{0,2})${TERM}(?:[*_\x60]{0,2})(?:\s*\([^()]{1,30}\))?(?:${IS})`,
  'u',
);
const LABELLED = /^\s*(?:\*\*|__|`)(?<term>[^*_`\n]{2,60}?):?(?:\*\*|__|`)\s*(?::|[-–—]\s)/u;
const NAMED =
  /\b(?:called|known as|termed|referred to as|named)\s+(?:an?\s+|the\s+)?[*_"“`]{0,2}(?<term>[\p{L}][\p{L}\p{N}'’-]*(?:[ ][\p{L}][\p{L}\p{N}'’-]*){0,2})/gu;
const ACRONYM =
  /(?<term>\p{L}[\p{L}\p{N}'’-]*(?:[ -]\p{L}[\p{L}\p{N}'’-]*){1,6})\s+\((?<short>\p{Lu}[\p{Lu}\p{N}]{1,7})s?\)/gu;

export function findConcepts(document: Document, domain: Domain): Found[] {
  const concepts = new Map<string, Concept>();
  for (const unit of unitsOf(document)) for (const defined of definitionsIn(document, unit)) add(concepts, defined);
  const best = findKeywords(document, domain);
  for (const keyword of best.slice(0, 40)) {
    if (keyword.kind === 'word' && keyword.places.length < 2) continue;
    add(concepts, { text: keyword.text, places: keyword.places, sure: keyword.confidence * 0.8 });
  }
  return [...concepts.values()]
    .map(({ text, places, sure, definition }) => ({
      text,
      kind: definition === undefined ? 'concept' : 'defined',
      confidence: asConfidence(sure + Math.min(0.1, places.length * 0.01)),
      places: [...places].sort((a, b) => a.start - b.start),
      definition,
    }))
    .sort((a, b) => b.confidence - a.confidence || a.places[0]!.start - b.places[0]!.start);
}

interface Concept {
  readonly text: string;
  readonly places: readonly Place[];
  readonly sure: number;
  readonly definition?: string | undefined;
}

function add(concepts: Map<string, Concept>, next: Concept): void {
  const key = phraseKey(next.text);
  const known = concepts.get(key);
  if (known === undefined) {
    concepts.set(key, next);
    return;
  }
  const starts = new Set(known.places.map(({ start }) => start));
  concepts.set(key, {
    text: known.text,
    places: [...known.places, ...next.places.filter(({ start }) => !starts.has(start))],
    sure: Math.max(known.sure, next.sure),
    definition: known.definition ?? next.definition,
  });
}

function* definitionsIn({ source, words: content }: Document, unit: Unit): Generator<Concept> {
  if (unit.kind === 'code' || unit.kind === 'row' || unit.kind === 'heading') return;
  const said = content.slice(unit.start, unit.end);
  // Only the source shows that a term is set apart.
  const marked = /(?:\*\*|__|`)$/.exec(source.slice(Math.max(0, unit.start - 2), unit.start))?.[0] ?? '';
  for (const [pattern, text] of [
    [LABELLED, marked + source.slice(unit.start, unit.end)],
    [DEFINED, said],
  ] as const) {
    const term = pattern.exec(text)?.groups?.['term'];
    const place = term === undefined ? undefined : placeOf(unit, said, term, 0);
    if (place === undefined || !isTerm(term!)) continue;
    yield {
      text: tidy(content.slice(place.start, place.end)),
      places: [place],
      sure: 0.88,
      definition: clip(unit.text),
    };
    return;
  }
  for (const match of said.matchAll(ACRONYM)) {
    const term = expansionOf(match.groups!['term']!, match.groups!['short']!);
    const place = term === undefined ? undefined : placeOf(unit, said, term, match.index);
    if (place === undefined) continue;
    yield {
      text: tidy(content.slice(place.start, place.end)),
      places: [place],
      sure: 0.85,
      definition: clip(unit.text),
    };
  }
  for (const match of said.matchAll(NAMED)) {
    const term = trimTerm(match.groups!['term']!);
    const place = term === '' ? undefined : placeOf(unit, said, term, match.index);
    if (place === undefined || !isTerm(term)) continue;
    yield {
      text: tidy(content.slice(place.start, place.end)),
      places: [place],
      sure: 0.75,
      definition: clip(unit.text),
    };
  }
}

function placeOf(unit: Unit, said: string, term: string, from: number): Place | undefined {
  const at = said.indexOf(term, from);
  return at < 0 ? undefined : { start: unit.start + at, end: unit.start + at + term.length };
}

/** "this", "the second one" and the like are no concepts; neither is half a sentence. */
function isTerm(term: string): boolean {
  const words = wordsIn(term);
  if (words.length === 0 || words.length > 5 || isStopword(words[0]!.lower)) return false;
  if (words.some(({ lower }) => /^(?:that|which|who|when|if|and|or|but|it|they|this|these|there)$/.test(lower)))
    return false;
  return words.some(({ lower }) => !isStopword(lower) && !isGeneric(lower) && /\p{L}{2}/u.test(lower));
}

/** The last words whose initials spell the acronym. */
function expansionOf(term: string, short: string): string | undefined {
  const words = wordsIn(term.replaceAll('-', ' '));
  for (let count = Math.min(short.length, words.length); count >= 2; count--) {
    const tail = words.slice(-count);
    const initials = tail.map(({ lower }) => lower[0]).join('');
    if (initials === short.toLowerCase().slice(0, count) && count >= short.length - 1)
      return term.slice(tail[0]!.start);
  }
  return undefined;
}

function trimTerm(term: string): string {
  const words = wordsIn(term);
  const stop = words.findIndex(({ lower }) => isStopword(lower));
  return stop < 0 ? term : stop === 0 ? '' : term.slice(0, words[stop - 1]!.end);
}

function clip(sentence: string): string {
  const text = tidy(sentence);
  return text.length <= 240 ? text : `${text.slice(0, 239).replace(/\s+\S*$/, '')}…`;
}
