import { ConsiliumError } from '../../kernel/errors.ts';
import { BORDER, type Plain } from '../words/plain.ts';

/**
 * Phrases of data files, found in messages whatever their spelling of "can't". A phrase is words between spaces:
 * `word*` a beginning, `*ing` an ending, `a/b` alternatives, `word?` may be missing, `<name>` another list, `#10-40` a
 * number between, `$` the end of the sentence, `..` up to four words, `...` up to ten. Nothing reaches over the end of a sentence. All lists are
 * looked up in one walk over the words, by the words that their phrases begin with.
 */
export type Lists = ReadonlyMap<string, string>;

export interface Hit {
  from: number;
  to: number;
  text: string;
}

/** Reads lines `name: phrase, phrase`; a name that comes twice has the phrases of both lines. */
export function readLists(block: string): Lists {
  const lists = new Map<string, string>();
  for (const line of block.split('\n')) {
    if (line.trim() === '' || line.startsWith('#')) continue;
    const at = line.indexOf(':');
    const name = line.slice(0, at).trim();
    const before = lists.get(name);
    lists.set(name, before ? `${before}, ${line.slice(at + 1)}` : line.slice(at + 1));
  }
  return lists;
}

/** Lists of phrases, ready to be searched together or one by one. */
export interface Phrasebook {
  /** For each list that has a phrase in the message, the places of its phrases. */
  findAll(plain: Plain): Map<string, Hit[]>;
  /** The phrases of one list in a piece of plain text, as pairs of first word and the word after the last. */
  findIn(name: string, tokens: readonly string[]): [from: number, to: number][];
}

export function openPhrasebook(lists: Lists, searched: Iterable<string> = lists.keys()): Phrasebook {
  const library = openLibrary(lists);
  const names = [...searched];
  const heads = newHeads<Entry>();
  names.forEach((name, list) => {
    for (const phrase of library.phrases(name, 0)) addHeads(heads, phrase, { list, phrase }, library, 0);
  });
  return {
    findAll(plain) {
      const found = new Map<string, Hit[]>();
      walk(plain.tokens, heads, names.length, library, (list, from, to) => {
        const hits = found.get(names[list]!) ?? [];
        if (hits.length === 0) found.set(names[list]!, hits);
        if (hits.length < MOST) hits.push({ from, to: to - 1, text: plain.tokens.slice(from, to).join(' ') });
      });
      return found;
    },
    findIn(name, tokens) {
      const places: [number, number][] = [];
      walk(tokens, library.heads(name), 1, library, (_, from, to) => places.push([from, to]));
      return places;
    },
  };
}

/** Nobody says it oftener; a text that does is no message. */
const MOST = 40;

type Choice =
  | { kind: 'word'; word: string }
  | { kind: 'affix'; begin: string; end: string; least: number }
  | { kind: 'number'; low: number; high: number }
  | { kind: 'list'; name: string }
  | { kind: 'end' };

type Slot = { kind: 'gap'; most: number } | { kind: 'one'; choices: Choice[]; optional: boolean };

/** Taken apart when its first word stands in a message: most phrases never do. */
interface Phrase {
  source: string;
  slots: Slot[] | undefined;
}

interface Entry {
  list: number;
  phrase: Phrase;
}

/** Parsed phrases of each list, parsed when first asked for. */
interface Library {
  phrases(name: string, depth: number): Phrase[];
  heads(name: string): Heads<Entry>;
}

const DEEPEST = 6;

function openLibrary(lists: Lists): Library {
  const parsed = new Map<string, Phrase[]>();
  const indexed = new Map<string, Heads<Entry>>();
  const library: Library = {
    phrases(name, depth) {
      if (depth > DEEPEST)
        throw new ConsiliumError('DATA_INVALID', `Lists of phrases that name each other in a circle, at <${name}>.`);
      let phrases = parsed.get(name);
      if (!phrases) {
        const source = lists.get(name);
        if (source === undefined) throw new ConsiliumError('DATA_INVALID', `No list of phrases is named <${name}>.`);
        phrases = parsePhrases(source);
        parsed.set(name, phrases);
      }
      return phrases;
    },
    heads(name) {
      let heads = indexed.get(name);
      if (!heads) {
        heads = newHeads<Entry>();
        for (const phrase of library.phrases(name, 0)) addHeads(heads, phrase, { list: 0, phrase }, library, 0);
        indexed.set(name, heads);
      }
      return heads;
    },
  };
  return library;
}

function parsePhrases(source: string): Phrase[] {
  const phrases: Phrase[] = [];
  for (const part of source.split(',')) {
    const phrase = part.trim();
    if (phrase !== '') phrases.push({ source: phrase, slots: undefined });
  }
  return phrases;
}

function slotsOf(phrase: Phrase): Slot[] {
  phrase.slots ??= phrase.source.split(/\s+/).map(parseSlot);
  return phrase.slots;
}

/** The words that a phrase may begin with: its first, and those after it while they may be missing. */
function leadOf(phrase: Phrase): Slot[] {
  const space = phrase.source.indexOf(' ');
  const first = parseSlot(space < 0 ? phrase.source : phrase.source.slice(0, space));
  return first.kind === 'one' && first.optional ? slotsOf(phrase) : [first];
}

function parseSlot(text: string): Slot {
  if (text === '..') return { kind: 'gap', most: 4 };
  if (text === '...') return { kind: 'gap', most: 10 };
  const optional = text.length > 1 && text.endsWith('?');
  const choices = (optional ? text.slice(0, -1) : text).split('/').map(parseChoice);
  return { kind: 'one', choices, optional };
}

function parseChoice(text: string): Choice {
  const range = text.startsWith('#') ? /^#(\d+)-(\d+)$/.exec(text) : null;
  if (range) return { kind: 'number', low: Number(range[1]), high: Number(range[2]) };
  if (text === '$') return { kind: 'end' };
  if (text.startsWith('<')) return { kind: 'list', name: text.slice(1, -1) };
  const star = text.indexOf('*');
  if (star < 0) return { kind: 'word', word: text };
  const [begin, end] = [text.slice(0, star), text.slice(star + 1)];
  return { kind: 'affix', begin, end, least: begin.length + end.length + (begin === '' ? 1 : 0) };
}

/** What a phrase may begin with → the phrase. */
interface Heads<T> {
  words: Map<string, T[]>;
  beginnings: Map<string, T[]>;
  lengths: Set<number>;
  numbers: T[];
  anything: T[];
}

function newHeads<T>(): Heads<T> {
  return { words: new Map(), beginnings: new Map(), lengths: new Set(), numbers: [], anything: [] };
}

function addHeads<T>(heads: Heads<T>, phrase: Phrase, entry: T, library: Library, depth: number): void {
  for (const slot of leadOf(phrase)) {
    if (slot.kind === 'gap') {
      heads.anything.push(entry);
      return;
    }
    for (const choice of slot.choices) addHead(heads, choice, entry, library, depth);
    if (!slot.optional) return;
  }
}

function addHead<T>(heads: Heads<T>, choice: Choice, entry: T, library: Library, depth: number): void {
  if (choice.kind === 'word') push(heads.words, choice.word, entry);
  else if (choice.kind === 'number') heads.numbers.push(entry);
  else if (choice.kind === 'end') return;
  else if (choice.kind === 'list')
    for (const phrase of library.phrases(choice.name, depth + 1)) addHeads(heads, phrase, entry, library, depth + 1);
  else if (choice.begin === '') heads.anything.push(entry);
  else {
    push(heads.beginnings, choice.begin, entry);
    heads.lengths.add(choice.begin.length);
  }
}

function push<T>(map: Map<string, T[]>, key: string, value: T): void {
  const there = map.get(key);
  if (!there) map.set(key, [value]);
  else if (there.at(-1) !== value) there.push(value);
}

/** Tells every phrase found, for each list from left to right and without overlap. */
function walk(
  tokens: readonly string[],
  heads: Heads<Entry>,
  lists: number,
  library: Library,
  tell: (list: number, from: number, to: number) => void,
): void {
  const ends = new Array<number>(lists).fill(0);
  const tryAll = (entries: Entry[] | undefined, at: number) => {
    if (!entries) return;
    for (const { list, phrase } of entries) {
      if (ends[list]! > at) continue;
      const end = match(slotsOf(phrase), 0, at, tokens, library, same);
      if (end <= at) continue;
      ends[list] = end;
      tell(list, at, end);
    }
  };
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at]!;
    if (token === BORDER) continue;
    tryAll(heads.words.get(token), at);
    for (const length of heads.lengths)
      if (length <= token.length) tryAll(heads.beginnings.get(token.slice(0, length)), at);
    if (isDigit(token)) tryAll(heads.numbers, at);
    tryAll(heads.anything, at);
  }
}

const same = (at: number) => at;

/** The place after the phrase when it stands at a place and `then` accepts what follows, else -1. Gaps take all they can. */
function match(
  slots: readonly Slot[],
  index: number,
  at: number,
  tokens: readonly string[],
  library: Library,
  then: (at: number) => number,
): number {
  const slot = slots[index];
  if (!slot) return then(at);
  const rest = (next: number) => match(slots, index + 1, next, tokens, library, then);
  if (slot.kind === 'gap') {
    let reach = 0;
    while (reach < slot.most && at + reach < tokens.length && tokens[at + reach] !== BORDER) reach++;
    for (; reach >= 0; reach--) {
      const end = rest(at + reach);
      if (end >= 0) return end;
    }
    return -1;
  }
  const token = tokens[at];
  if (token !== undefined && token !== BORDER)
    for (const choice of slot.choices) {
      const end = matchChoice(choice, token, at, tokens, library, rest);
      if (end >= 0) return end;
    }
  else if (slot.choices.some(({ kind }) => kind === 'end')) return rest(at);
  return slot.optional ? rest(at) : -1;
}

function matchChoice(
  choice: Choice,
  token: string,
  at: number,
  tokens: readonly string[],
  library: Library,
  rest: (at: number) => number,
): number {
  if (choice.kind === 'word') return choice.word === token ? rest(at + 1) : -1;
  if (choice.kind === 'affix') return hasAffix(choice, token) ? rest(at + 1) : -1;
  if (choice.kind === 'number') return isWithin(choice, token) ? rest(at + 1) : -1;
  if (choice.kind === 'end') return -1;
  const heads = library.heads(choice.name);
  const tryAll = (entries: Entry[] | undefined) => {
    for (const { phrase } of entries ?? []) {
      const end = match(slotsOf(phrase), 0, at, tokens, library, rest);
      if (end >= 0) return end;
    }
    return -1;
  };
  let end = tryAll(heads.words.get(token));
  for (const length of heads.lengths) if (end < 0) end = tryAll(heads.beginnings.get(token.slice(0, length)));
  if (end < 0 && isDigit(token)) end = tryAll(heads.numbers);
  return end < 0 ? tryAll(heads.anything) : end;
}

function hasAffix({ begin, end, least }: { begin: string; end: string; least: number }, token: string): boolean {
  return token.length >= least && token.startsWith(begin) && token.endsWith(end);
}

function isWithin({ low, high }: { low: number; high: number }, token: string): boolean {
  if (!isDigit(token)) return false;
  const value = Math.floor(Number(token));
  return value >= low && value <= high;
}

function isDigit(token: string): boolean {
  const code = token.charCodeAt(0);
  return code >= 48 && code <= 57;
}
