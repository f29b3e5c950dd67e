/**
 * Names in running text: the longest first, left to right, in one walk over the tokens. Phrases are turned into their
 * search form only when a word of the text begins as they do, so that opening the catalogue costs nothing for them.
 */
import { isOrdinaryWord } from '../lexicon/ordinary.ts';
import { closestWord } from '../lexicon/spelling.ts';
import { normalize, type Token, tokenize } from '../words/tokens.ts';
import type { Concept, Kind, Match } from './concept.ts';

interface Named {
  concept: Concept;
  /** Letters that must stand exactly so. */
  exact?: string;
}

export interface NameIndex {
  find(text: string, kinds?: ReadonlySet<Kind>): Match[];
  /** Concepts that the whole text is a name of. */
  exactly(text: string): Concept[];
  /** Has every name in its search form, a few at a time: some word of a long text begins as each does. */
  prepare(): Generator<void>;
}

const JOINED = new Set(['-', '–', '‐', '‑', "'", '’', '/', '.', '®', '™']);
const LONGEST = 12;

/** So many concepts at a time. */
const PIECE = 2_000;
/** So many names at a time in their search form. */
const NAMES = 300;

export function* indexNames(concepts: Iterable<Concept>): Generator<void, NameIndex> {
  const shelves = new Map<string, [name: string, concept: Concept][]>();
  let taken = 0;
  for (const concept of concepts) {
    if (++taken % PIECE === 0) yield;
    for (const name of concept.names) {
      const head = headOf(name);
      const shelf = shelves.get(head);
      if (shelf) shelf.push([name, concept]);
      else shelves.set(head, [[name, concept]]);
    }
  }
  const phrases = new Map<string, Named[]>();
  const beginnings = new Set<string>();
  const singles = new Map<string, Set<string>>();
  const opened = new Set<string>();
  const open = (head: string) => {
    if (opened.has(head)) return;
    opened.add(head);
    for (const [name, concept] of shelves.get(head) ?? []) addPhrase(name, concept, phrases, beginnings, singles);
  };
  const letters = new Set<string>();
  /** Every one-word name that begins with the letter; a set of its own for each, as `closestWord` keeps its order of it. */
  const namesWith = (letter: string): Set<string> => {
    if (!letters.has(letter)) for (const head of shelves.keys()) if (head[0] === letter) open(head);
    letters.add(letter);
    return singles.get(letter) ?? new Set();
  };
  const at = (tokens: Token[], from: number, kinds?: ReadonlySet<Kind>): Found | undefined =>
    longest(tokens, from, phrases, beginnings, open, kinds) ??
    guess(tokens[from]!, from, { phrases, namesWith }, kinds) ??
    complete(tokens[from]!, from, { phrases, namesWith }, kinds);

  return {
    find(text, kinds) {
      const tokens = tokenize(text);
      const found = tokens.flatMap((_, from) => at(tokens, from, kinds) ?? []);
      return withoutOverlap(found, tokens).flatMap((one) => toMatches(one, tokens, text));
    },
    exactly(text) {
      const tokens = tokenize(text.trim());
      if (tokens.length === 0) return [];
      const found = longest(tokens, 0, phrases, beginnings, open);
      return found?.to === tokens.length ? found.named.map(({ concept }) => concept) : [];
    },
    *prepare() {
      let names = 0;
      for (const [head, shelf] of shelves) {
        if (opened.has(head)) continue;
        open(head);
        names += shelf.length;
        if (names < NAMES) continue;
        names = 0;
        yield;
      }
    },
  };
}

/** Where names overlap the one of more words stays: "flu jab" in "the flu jab". */
function withoutOverlap(found: Found[], tokens: Token[]): Found[] {
  const weigh = ({ from, to, guessed }: Found) =>
    tokens.slice(from, to).filter(({ norm }) => !ARTICLES.has(norm)).length - (guessed ? 0.5 : 0);
  const taken = new Uint8Array(tokens.length);
  const kept = [...found]
    .sort((a, b) => weigh(b) - weigh(a) || a.from - b.from)
    .filter(({ from, to }) => {
      if (taken.subarray(from, to).includes(1)) return false;
      taken.fill(1, from, to);
      return true;
    });
  return kept.sort((a, b) => a.from - b.from);
}

const ARTICLES = new Set(['the', 'a', 'an', 'my', 'his', 'her', 'in', 'on', 'of']);

interface Found {
  from: number;
  to: number;
  named: Named[];
  guessed: boolean;
  as?: 'medicines_for';
}

function longest(
  tokens: Token[],
  from: number,
  phrases: Map<string, Named[]>,
  beginnings: Set<string>,
  open: (head: string) => void,
  kinds?: ReadonlySet<Kind>,
): Found | undefined {
  const first = tokens[from]!;
  if (first.kind === 'sign') return undefined;
  open(first.norm.slice(0, 2));
  let key = first.norm;
  let best: Found | undefined;
  for (let at = from; at < Math.min(tokens.length, from + LONGEST * 2); at++) {
    if (at > from) {
      if (isJoin(tokens, at)) continue;
      key = `${key} ${tokens[at]!.norm}`;
    }
    const named = phrases
      .get(key)
      ?.filter(
        ({ concept, exact }) =>
          (kinds === undefined || kinds.has(concept.kind)) &&
          (exact === undefined || exact === written(tokens, from, at)),
      );
    if (named && named.length > 0) best = { from, to: at + 1, named, guessed: false };
    if (!beginnings.has(key)) break;
  }
  return best && withMedicineWord(best, tokens);
}

/** "diabetes tablets", "heart medication": what is given for it. */
const MEDICINE_WORDS = new Set('tablet pill medication medicine med drug capsule treatment tab therapy'.split(' '));

function withMedicineWord(found: Found, tokens: Token[]): Found {
  const next = tokens[found.to];
  const isProblem = found.named.some(({ concept: { kind } }) => kind === 'condition' || kind === 'symptom');
  if (!next || !isProblem || !MEDICINE_WORDS.has(next.norm)) return found;
  return { ...found, to: found.to + 1, as: 'medicines_for' };
}

function isJoin(tokens: Token[], at: number): boolean {
  const token = tokens[at]!;
  const before = tokens[at - 1]!;
  if (token.kind === 'sign') return JOINED.has(token.text) && token.start === before.end;
  return token.text === 's' && (before.text === "'" || before.text === '’');
}

function written(tokens: Token[], from: number, to: number): string {
  let text = '';
  for (let at = from; at <= to; at++) if (!JOINED.has(tokens[at]!.text)) text += tokens[at]!.text;
  return text;
}

/** Names by their search form, and those of one word by their letter. */
interface Shelf {
  phrases: Map<string, Named[]>;
  namesWith: (letter: string) => Set<string>;
}

/** A word one letter away from a name of one word; short words are too near to each other. */
function guess(token: Token, from: number, shelf: Shelf, kinds?: ReadonlySet<Kind>): Found | undefined {
  if (token.kind !== 'word' || token.norm.length < 7) return undefined;
  const word = closestWord(token.norm, shelf.namesWith(token.norm[0]!));
  const named = word === undefined ? [] : (shelf.phrases.get(word) ?? []);
  const fitting = named.filter(
    ({ concept, exact }) => exact === undefined && (kinds === undefined || kinds.has(concept.kind)),
  );
  return fitting.length > 0 ? { from, to: from + 1, named: fitting, guessed: true } : undefined;
}

const LEAST_CUT = 5;
const LEFT_OUT = 3;

/** "Clarithro", "bisop": a name cut short, that only one medicine's name begins with and that is no word by itself. */
function complete(token: Token, from: number, shelf: Shelf, kinds?: ReadonlySet<Kind>): Found | undefined {
  const { kind, norm } = token;
  if (kind !== 'word' || norm.length < LEAST_CUT || (kinds !== undefined && !kinds.has('drug'))) return undefined;
  // Most words are ordinary: the names of a letter are gone through for the few that are not.
  if (isOrdinaryWord(norm)) return undefined;
  const begun: string[] = [];
  for (const name of shelf.namesWith(norm[0]!)) {
    if (!name.startsWith(norm)) continue;
    if (name.length < norm.length + LEFT_OUT) return undefined;
    begun.push(name);
  }
  if (begun.length === 0) return undefined;
  const named = begun.flatMap((name) => shelf.phrases.get(name) ?? []);
  const drugs = named.filter(({ concept, exact }) => exact === undefined && concept.kind === 'drug');
  const isOne = new Set(drugs.map(({ concept }) => concept.id)).size === 1;
  return isOne && named.every(({ concept }) => concept.kind === 'drug' || concept.kind === 'allergen')
    ? { from, to: from + 1, named: drugs.slice(0, 1), guessed: false }
    : undefined;
}

function toMatches({ from, to, named, guessed, as }: Found, tokens: Token[], text: string): Match[] {
  const [start, end] = [tokens[from]!.start, tokens[to - 1]!.end];
  return named
    .filter(({ concept: { kind } }) => as === undefined || kind === 'condition' || kind === 'symptom')
    .map(({ concept }) => ({
      concept,
      as: as ?? 'itself',
      start,
      end,
      text: text.slice(start, end),
      guessed,
    }));
}

function addPhrase(
  name: string,
  concept: Concept,
  phrases: Map<string, Named[]>,
  beginnings: Set<string>,
  singles: Map<string, Set<string>>,
): void {
  const exact = name.startsWith('"') ? name.slice(1, -1) : undefined;
  const words = tokenize(exact ?? name)
    .filter(({ text, kind }) => kind !== 'sign' || !JOINED.has(text))
    .map(({ norm }) => norm);
  let key = words[0];
  if (key === undefined) return;
  for (let at = 1; at < words.length; at++) {
    beginnings.add(key);
    key = `${key} ${words[at]}`;
  }
  const entry: Named = exact === undefined ? { concept } : { concept, exact: exact.replace(/[\s'’/.-]/g, '') };
  const known = phrases.get(key);
  if (!known) phrases.set(key, [entry]);
  else if (!known.some((other) => other.concept === concept && other.exact === undefined)) known.push(entry);
  if (words.length > 1 || exact !== undefined || concept.brands?.includes(name)) return;
  const letter = key[0]!;
  singles.set(letter, (singles.get(letter) ?? new Set()).add(key));
}

/** The first two letters of the first word in its search form; most names are plain and need no pattern for it. */
function headOf(name: string): string {
  const from = name.charCodeAt(0) === QUOTE ? 1 : 0;
  const head = name.slice(from, from + 2).toLowerCase();
  if (/^[a-z][a-z]$/.test(head) && !RESPELLED.has(head)) return head;
  const first = /[\p{L}\p{N}]+/u.exec(name)?.[0] ?? '';
  const word = /^\p{L}/u.test(first) ? first : (/^\d+(?:[.,]\d+)*/.exec(first)?.[0] ?? first);
  return normalize(word).slice(0, 2);
}

const QUOTE = 34;
/** Beginnings that British spelling changes: haem-, oest-, faec-, paed-, caes-, foet-. */
const RESPELLED = new Set(['ha', 'oe', 'fa', 'pa', 'ca', 'fo', 'ae']);
