/** The single things that a section of an entry lists, each known to the catalogue: one illness, one medicine. Groups, clauses and advice are none. */
import { type Concept, type Kind, openCatalogue } from '../../clinical/catalogue/index.ts';
import { isNegated } from '../facts/clause.ts';
import { readSentences } from '../facts/sentences.ts';
import { withoutArticle } from '../facts/terms.ts';
import type { Entry } from './entry.ts';

export interface Item {
  readonly text: string;
  readonly concept: Concept;
  /** The sentence that lists it. */
  readonly words: string;
}

const kept = new WeakMap<Entry, Map<string, readonly Item[]>>();

export function itemsOf(entry: Entry, section: string): readonly Item[] {
  const held = kept.get(entry) ?? new Map<string, readonly Item[]>();
  kept.set(entry, held);
  const known = held.get(section);
  if (known !== undefined) return known;
  const passage = entry.sections.get(section);
  const read = passage === undefined ? [] : readSentences(passage.text).flatMap(readItems);
  const once = [...new Map(read.map((item) => [item.concept.id, item])).values()];
  held.set(section, once);
  return once;
}

/** What hedges an item and is no part of it. */
const HEDGES =
  /^(?:and|or|often|sometimes|later|then|also|rarely|seldom|mostly|usually|possibly|some|plus|above all|mainly|at times)\s+/i;
/** How a sentence carries on where its list is over, and what is told of some only. */
const OTHERWISE = /\b(?:if|when|unless|but|instead|avoid|stop|without|than|rule out|may mask|fails?)\b/i;

function readItems(words: string): Item[] {
  return words
    .replace(/\([^()]*\)/g, ' ')
    .replace(/[.!]$/, '')
    .split(';')
    .flatMap((part) => {
      // "Low pressure: shock": of what stands before the colon.
      if (isNegated(part) || part.includes(':') || OTHERWISE.test(part)) return [];
      const pieces = part.split(/,|\band\b|\bor\b/).map(plainItem);
      const items = pieces.map((piece) => ({ piece, found: headOf(piece) }));
      // "Propranolol also for migraine": told of one of them.
      if (items.some(({ piece, found }) => found === undefined && namesMedicine(piece))) return [];
      return items.flatMap(({ found }) => (found === undefined ? [] : [{ ...found, words }]));
    });
}

function plainItem(piece: string): string {
  let plain = piece.replace(/\s+/g, ' ').trim();
  while (HEDGES.test(plain)) plain = plain.replace(HEDGES, '');
  return withoutArticle(plain);
}

const LISTED: readonly Kind[] = ['symptom', 'condition', 'drug', 'drug_class', 'procedure', 'observation'];
const SHORTEST = 4;
/** What may stand behind the name of a thing in a list. */
const BEHIND =
  /^ (?:in|with|for|to|as|by|at|on|of|from|through|under|early|spray|tablets?|cream|inhalers?|injections?|drops|gel)\b/;

/** The thing that a piece begins with, where it is the whole of it but for where and when. */
function headOf(piece: string): { text: string; concept: Concept } | undefined {
  const found = openCatalogue()
    .find(piece, { kinds: LISTED })
    .filter(({ start, end, guessed, as }) => start === 0 && !guessed && as === 'itself' && isOver(piece.slice(end)));
  const [first] = found;
  if (first === undefined || (first.text.length < SHORTEST && !/^\p{Lu}{2,}/u.test(first.text))) return undefined;
  // One word for several things is asked of none.
  const isPlain = new Set(found.map(({ concept }) => concept.id)).size === 1;
  return isPlain ? { text: piece.slice(0, first.end), concept: first.concept } : undefined;
}

function isOver(rest: string): boolean {
  return rest === '' || BEHIND.test(rest);
}

function namesMedicine(piece: string): boolean {
  return openCatalogue()
    .find(piece, { kinds: ['drug', 'drug_class'] })
    .some(({ as }) => as === 'itself');
}
