import { ConsiliumError } from '../kernel/errors.ts';
import type { Sentence } from './sentences.ts';

/**
 * Phrases of data files, found in messages whatever their spelling of "can't". A phrase is words between spaces:
 * `word*` a beginning, `*ing` an ending, `a/b` alternatives, `word?` may be missing, `<name>` another list, `#10-40` a number between,
 * `..` up to four words, `...` up to ten. Nothing reaches over the end of a sentence.
 */
export type Lists = ReadonlyMap<string, string>;

/** A message as plain words: one string to match against, and for each place in it the place in the source. */
export interface Plain {
  text: string;
  vocabulary: Set<string>;
  words: { at: number; start: number; end: number; sentence: number }[];
}

export interface Hit {
  from: number;
  to: number;
  text: string;
}

/** Reads lines `name: phrase, phrase`; a line that begins with a space or has no name continues the one above. */
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

/**
 * One list of phrases, ready to be searched. The pattern is built when a text has a word that one of the phrases begins
 * with: most lists never meet theirs, and a start does not pay for them.
 */
export interface Phrases {
  find(plain: Plain): Hit[];
  test(text: string): boolean;
}

export function preparePhrases(name: string, lists: Lists): Phrases {
  const heads = headsOf(`<${name}>`, lists);
  let pattern: RegExp | undefined;
  const compiled = () => {
    pattern ??= compilePhrases(`<${name}>`, lists);
    pattern.lastIndex = 0;
    return pattern;
  };
  return {
    find: (plain) => (mayBegin(heads, plain.vocabulary) ? findPhrases(compiled(), plain) : []),
    test: (text) => mayBegin(heads, text.split(' ')) && compiled().test(text),
  };
}

interface Heads {
  words: Set<string>;
  beginnings: Set<string>;
  lengths: Set<number>;
  numbers: boolean;
  anything: boolean;
}

function headsOf(phrases: string, lists: Lists): Heads {
  const heads: Heads = { words: new Set(), beginnings: new Set(), lengths: new Set(), numbers: false, anything: false };
  const collect = (list: string) => {
    for (const phrase of list.split(',')) {
      for (const slot of phrase.trim().split(/\s+/)) {
        for (const choice of slot.replace(/(?<=.)\?$/, '').split('/')) collectOne(choice);
        if (!(slot.length > 1 && slot.endsWith('?'))) break;
      }
    }
  };
  const collectOne = (choice: string) => {
    if (choice.startsWith('<')) collect(named(choice.slice(1, -1), lists));
    else if (choice.startsWith('#')) heads.numbers = true;
    else if (choice.startsWith('*') || choice.startsWith('..')) heads.anything = true;
    else if (choice.endsWith('*')) {
      heads.beginnings.add(choice.slice(0, -1));
      heads.lengths.add(choice.length - 1);
    } else heads.words.add(choice);
  };
  collect(phrases);
  return heads;
}

function mayBegin({ words, beginnings, lengths, numbers, anything }: Heads, text: Iterable<string>): boolean {
  if (anything) return true;
  for (const word of text) {
    if (words.has(word) || (numbers && /^\d/.test(word))) return true;
    for (const length of lengths) if (beginnings.has(word.slice(0, length))) return true;
  }
  return false;
}

/** The regular expression of one list of phrases, or of one phrase. */
export function compilePhrases(phrases: string, lists: Lists, flags = 'g'): RegExp {
  return new RegExp(`(?<= )(?:${alternatives(phrases, lists, 0)})(?= )`, flags);
}

const DEEPEST = 6;

function alternatives(phrases: string, lists: Lists, depth: number): string {
  if (depth > DEEPEST)
    throw new ConsiliumError(
      'DATA_INVALID',
      `Lists of phrases that name each other in a circle: ${phrases.slice(0, 60)}`,
    );
  return phrases
    .split(',')
    .map((phrase) => phrase.trim())
    .filter((phrase) => phrase !== '')
    .map((phrase) => sequence(phrase.split(/\s+/), lists, depth))
    .join('|');
}

function sequence(slots: string[], lists: Lists, depth: number): string {
  let source = '';
  let joint = '';
  for (const slot of slots) {
    if (slot === '..' || slot === '...') {
      source += slot === '..' ? '(?: [^ |]+){0,4}' : '(?: [^ |]+){0,10}';
      joint = ' ';
      continue;
    }
    const optional = slot.length > 1 && slot.endsWith('?');
    const word = oneOf(optional ? slot.slice(0, -1) : slot, lists, depth);
    if (!optional) source += `${joint}${word}`;
    else source += joint === '' ? `(?:${word} )?` : `(?:${joint}${word})?`;
    if (!optional || joint !== '') joint = ' ';
  }
  return source;
}

function oneOf(slot: string, lists: Lists, depth: number): string {
  const choices = slot.split('/').map((choice) => {
    const range = /^#(\d+)-(\d+)$/.exec(choice);
    if (range) return `(?:${numbers(Number(range[1]), Number(range[2]))})(?:\\.\\d+)?`;
    if (choice.startsWith('<')) return `(?:${alternatives(named(choice.slice(1, -1), lists), lists, depth + 1)})`;
    if (choice.startsWith('*')) return `[^ |]+${choice.slice(1)}`;
    const plain = choice.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
    return choice.endsWith('*') ? `${plain.slice(0, -2)}[^ |]*` : plain;
  });
  return choices.length === 1 ? (choices[0] ?? '') : `(?:${choices.join('|')})`;
}

/** 8 to 300 as `[8-9]|[1-9]\d|[1-2]\d\d|300`. */
function numbers(low: number, high: number): string {
  const parts: string[] = [];
  for (let from = low; from <= high; ) {
    let step = 1;
    while (from % (step * 10) === 0 && from + step * 10 - 1 <= high && from > 0) step *= 10;
    let digit = Math.floor(from / step) % 10;
    const first = digit;
    const before = Math.floor(from / (step * 10));
    while (digit < 9 && from + 2 * step - 1 <= high) {
      digit++;
      from += step;
    }
    parts.push(`${before || ''}[${first}-${digit}]${'\\d'.repeat(Math.log10(step))}`);
    from += step;
  }
  return parts.join('|');
}

function named(name: string, lists: Lists): string {
  const phrases = lists.get(name);
  if (phrases === undefined) throw new ConsiliumError('DATA_INVALID', `No list of phrases is named <${name}>.`);
  return phrases;
}

const WORD = /\p{L}+(?:['’]\p{L}+)*|\d+(?:[.,]\d+)?|[,;:?!/]/giu;

/** Lower case, one form for each way of writing a small word (`forms`: "can't" → "cannot"), misspellings mended. */
export function plainWords(
  sentences: Sentence[],
  forms: ReadonlyMap<string, string>,
  mend: (word: string) => string,
): Plain {
  const words: Plain['words'] = [];
  let text = ' ';
  sentences.forEach((sentence, number) => {
    for (const match of sentence.text.matchAll(WORD)) {
      const word = match[0].toLowerCase().replace(/’/g, "'");
      const start = sentence.start + match.index;
      for (const part of (forms.get(word) ?? mend(word.replace(/'s$/, ''))).split(' ')) {
        words.push({ at: text.length, start, end: start + word.length, sentence: number });
        text += `${part} `;
      }
    }
    words.push({ at: text.length, start: sentence.start, end: sentence.start, sentence: number });
    text += '| ';
  });
  return { text, vocabulary: new Set(text.split(' ')), words };
}

/** Nobody says it oftener; a text that does is no message. */
const MOST = 40;

/** The places of a pattern, as numbers of words. */
export function findPhrases(pattern: RegExp, plain: Plain): Hit[] {
  const hits: Hit[] = [];
  for (const { 0: text, index } of plain.text.matchAll(pattern)) {
    hits.push({ from: wordAt(plain, index), to: wordAt(plain, index + text.length - 1), text });
    if (hits.length === MOST) break;
  }
  return hits;
}

function wordAt({ words }: Plain, at: number): number {
  let [low, high] = [0, words.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (words[middle]!.at <= at) low = middle;
    else high = middle - 1;
  }
  return low;
}
