/** Words that a beginner may not know, explained in brackets where they first stand (plain-words.yml, then the glossary). */

import { z } from 'zod';
import { readRows } from '../text/rows.ts';
import { type Token, tokensOf } from './facts/clause.ts';
import { grammar } from './facts/grammar.ts';
import { mentions, termKey } from './facts/terms.ts';
import { meaningsOf } from './grading/glossary.ts';

interface PlainWords {
  readonly words: ReadonlyMap<string, string>;
  readonly known: ReadonlySet<string>;
  /** Adjectives that leave a thing what it is. */
  readonly leaving: ReadonlySet<string>;
}

let read: PlainWords | undefined;

function open(): PlainWords {
  if (read !== undefined) return read;
  const file = z
    .strictObject({ words: z.string(), known: z.array(z.string()), leaving: z.string() })
    .parse(readRows(new URL('./plain-words.yml', import.meta.url)));
  const words = new Map<string, string>();
  for (const line of file.words.trim().split('\n')) {
    const at = line.indexOf(': ');
    for (const name of line.slice(0, at).split(' = ')) words.set(keyOf(name), line.slice(at + 2));
  }
  read = { words, known: new Set(file.known.map(keyOf)), leaving: new Set(file.leaving.trim().split(/,\s*/)) };
  return read;
}

/** "AIDS" is an illness, "aids" are none: what is written in capitals counts as it is written. */
function keyOf(name: string): string {
  return isShort(name) ? name : termKey(name);
}

export function isShort(word: string): boolean {
  return /^\p{L}{0,2}\p{Lu}[\p{L}\d]*[\p{Lu}\d][\p{L}\d-]*$/u.test(word);
}

/** What a word means in a few words; undefined for what everybody knows and for what nobody here does. */
export function plainMeaning(term: string): string | undefined {
  const { words, known } = open();
  const key = keyOf(term);
  if (known.has(key)) return undefined;
  const own = words.get(key) ?? (isShort(term) ? words.get(key.replace(/s$/, '')) : undefined);
  if (own !== undefined) return own;
  if (term.length < SHORTEST) return undefined;
  return meaningsOf(term)
    .map(withoutFigure)
    .find((text) => text.length <= LONGEST_MEANING && !/\d/.test(text) && !mentions(termKey(text), term));
}

/** A figure would stand beside the material's as if it were one of them. */
function withoutFigure(meaning: string): string {
  return meaning.replace(/,?\s+(?:above|below|over|under|of|more than|less than)\s+\d.*$/, '');
}

export function isKnownWord(term: string): boolean {
  return open().known.has(keyOf(term));
}

const SHORTEST = 4;
const LONGEST_MEANING = 70;
const LONGEST_TERM = 3;
const MOST_AT_ONCE = 4;

/** `told`: what has been explained already, and what is being explained. */
export function withMeanings(text: string, told: Set<string>): string {
  const tokens = tokensOf(text);
  const found: { at: number; meaning: string }[] = [];
  for (let from = 0; from < tokens.length && found.length < MOST_AT_ONCE; from++) {
    const term = termAt(text, tokens, from);
    if (term === undefined) continue;
    const start = from;
    from = term.last;
    const end = (tokens[term.last] as Token).end;
    if (isOfPlace(text, tokens[start - 1], tokens[start] as Token)) continue;
    if (!isShort(term.name) && isOfName(text, tokens, start, term.last)) continue;
    if (told.has(term.meaning) || told.has(termKey(term.name)) || isBracketed(text, end)) continue;
    told.add(term.meaning);
    found.push({ at: end, meaning: term.meaning });
  }
  return found.reduceRight((said, { at, meaning }) => `${said.slice(0, at)} (${meaning})${said.slice(at)}`, text);
}

const PLACE = /(?:[bdlmnrstv]ial|eal|[dnrst]al|lar)$/;

/** "Pretibial myxoedema" is no myxoedema: an adjective of place before a word makes another thing of it. */
function isOfPlace(text: string, before: Token | undefined, own: Token): boolean {
  if (before === undefined || text.slice(before.end, own.start) !== ' ') return false;
  return PLACE.test(before.lower) && !open().leaving.has(before.lower);
}

const ADJECTIVE = /(?:ic|al|ous|ive|une|ary|ed|ile|ant|ent)$/;

/** "Platelet factor 4", "antiphospholipid syndrome": a word of a longer name is not explained by itself. */
function isOfName(text: string, tokens: readonly Token[], start: number, last: number): boolean {
  const { small, verbs, auxiliaries } = grammar();
  const isContent = (token: Token | undefined) =>
    token !== undefined &&
    /^\p{L}/u.test(token.lower) &&
    !small.has(token.lower) &&
    !verbs.has(token.lower) &&
    !auxiliaries.has(token.lower);
  const [before, own, next] = [tokens[start - 1], tokens[last] as Token, tokens[last + 1]];
  const follows = isContent(next) && text.slice(own.end, next?.start) === ' ' && !ADJECTIVE.test(own.lower);
  const isHead = own.lower === 'syndrome' && isContent(before);
  return follows || isHead;
}

function termAt(text: string, tokens: readonly Token[], from: number) {
  const { small } = grammar();
  for (let last = Math.min(tokens.length - 1, from + LONGEST_TERM - 1); last >= from; last--) {
    const name = text.slice((tokens[from] as Token).start, (tokens[last] as Token).end);
    // "Stroke in atrial" is no name; one ends where a small word begins.
    if (/[^\p{L}\p{N} '’/-]/u.test(name) || tokens.slice(from, last + 1).some(({ lower }) => small.has(lower)))
      continue;
    const meaning = plainMeaning(name);
    if (meaning !== undefined) return { name, meaning, last };
    if (isKnownWord(name)) return undefined;
  }
  return undefined;
}

/** Within brackets, or explained by some that follow. */
function isBracketed(text: string, end: number): boolean {
  const before = text.slice(0, end);
  return before.lastIndexOf('(') > before.lastIndexOf(')') || /^\s*\(/.test(text.slice(end));
}
