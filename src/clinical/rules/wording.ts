import { ConsiliumError } from '../../kernel/errors.ts';

/** The small language of `data/lay.yml` and `data/speech.yml`: words, <lists>, (alternatives/with slashes), optional parts. */
export type Lists = Map<string, string>;

/** `name: word, word` lines, each as one alternative. */
export function readLists(block = ''): Lists {
  const lists: Lists = new Map();
  for (const line of block.split('\n')) {
    const at = line.indexOf(':');
    if (at < 1) continue;
    const words = line
      .slice(at + 1)
      .split(',')
      .map((word) => word.trim());
    lists.set(line.slice(0, at), `(?:${words.filter(Boolean).join('|')})`);
  }
  return lists;
}

/** A pattern as a regular expression: whole words, any case, straight or curly apostrophes. */
export function compileWording(words: string, lists: Lists): RegExp {
  const source = words
    .replace(/<(\w+)>/g, (_, name: string) => listOf(name, words, lists))
    .replace(/(?<!\\)\//g, '|')
    .replace(/(?<!\\)\((?!\?)/g, '(?:')
    .replace(/\? /g, '?\\s*')
    .replace(/ (?=\(\?:[^()]*'s\))/g, "(?:\\s+|(?='s))")
    .replace(/(?<!\[[^\]]*) /g, '\\s+')
    .replace(/(?<!\[[^\]]*)'/g, "['’]")
    .replace(/…\\s\+/g, "(?:[\\p{L}\\d'’-]+\\s+){0,3}?");
  return new RegExp(withoutProperties(`(?<![\\p{L}\\d])(?:${source})(?![\\p{L}])`), 'gi');
}

function listOf(name: string, words: string, lists: Lists): string {
  const list = lists.get(name);
  if (list === undefined) throw new ConsiliumError('DATA_INVALID', `No list is named <${name}>, in "${words}".`);
  return list;
}

/** Latin letters in place of `\p{L}`: patterns in Unicode mode take several times as long to compile. */
function withoutProperties(source: string): string {
  return source
    .replace(/\[[^\]]*\]/g, (set) => set.replaceAll('\\p{L}', 'a-z\\u00c0-\\u024f'))
    .replaceAll('\\p{L}', '[a-z\\u00c0-\\u024f]');
}

/** Hundreds of patterns, of which a sentence needs few: each waits, not even compiled, for a word it cannot do without. */
export class WordingIndex<T> {
  readonly #entries: { words: string; value: T; pattern?: RegExp }[] = [];
  readonly #byWord = new Map<string, number[]>();
  readonly #always: number[] = [];
  readonly #lists: Lists;
  readonly #needs = new Map<string, string[] | undefined>();

  constructor(lists: Lists) {
    this.#lists = lists;
  }

  add(words: string, value: T): void {
    const at = this.#entries.push({ words, value }) - 1;
    const needed = neededWords(words, this.#lists, this.#needs);
    if (!needed) this.#always.push(at);
    for (const word of new Set(needed)) {
      const known = this.#byWord.get(word);
      if (known) known.push(at);
      else this.#byWord.set(word, [at]);
    }
  }

  /** The patterns that may match, in the order in which they were added. */
  *candidates(text: string): Generator<[RegExp, T]> {
    const places = new Set(this.#always);
    for (const word of new Set(wordsOf(text))) for (const at of this.#byWord.get(word) ?? []) places.add(at);
    for (const at of [...places].sort((a, b) => a - b)) {
      const entry = this.#entries[at]!;
      entry.pattern ??= compileWording(entry.words, this.#lists);
      entry.pattern.lastIndex = 0;
      yield [entry.pattern, entry.value];
    }
  }
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\d]+/gu) ?? [];
}

/** Words of which every match of a pattern has at least one; undefined where that cannot be told. */
export function neededWords(
  pattern: string,
  lists: Lists,
  known: Map<string, string[] | undefined> = new Map(),
): string[] | undefined {
  const alternatives = splitTop(pattern);
  if (alternatives.length === 1) return neededInSequence(pattern, lists, known);
  const all: string[] = [];
  for (const alternative of alternatives) {
    const needed = neededInSequence(alternative, lists, known);
    if (!needed) return undefined;
    all.push(...needed);
  }
  return all;
}

function splitTop(pattern: string): string[] {
  const parts: string[] = [];
  let [depth, from] = [0, 0];
  for (let at = 0; at < pattern.length; at++) {
    const char = pattern[at]!;
    if (char === '\\') at++;
    else if (char === '(' || char === '[') depth++;
    else if (char === ')' || char === ']') depth--;
    else if ((char === '/' || char === '|') && depth === 0) {
      parts.push(pattern.slice(from, at));
      from = at + 1;
    }
  }
  return [...parts, pattern.slice(from)];
}

/** Words that stand in every other sentence tell little. */
const EVERYWHERE = new Set(
  'a an the my his her their it its is are was were be been has have had i he she they to of in on at for and with not no been got get this that me you so all very really bit one like when'.split(
    ' ',
  ),
);

function costOf(words: string[]): number {
  return words.length + 400 * words.filter((word) => EVERYWHERE.has(word)).length;
}

/** The rarest list among those parts of a sequence that cannot be left out. */
function neededInSequence(
  sequence: string,
  lists: Lists,
  known: Map<string, string[] | undefined>,
): string[] | undefined {
  let best: string[] | undefined;
  for (const part of partsOf(sequence)) {
    const needed = neededInPart(part, lists, known);
    if (needed && (!best || costOf(needed) < costOf(best))) best = needed;
  }
  return best;
}

const PLAIN_WORD = /^([a-z]+)(?:['’-][a-z'’-]*)?$/i;

function neededInPart(part: string, lists: Lists, known: Map<string, string[] | undefined>): string[] | undefined {
  const word = PLAIN_WORD.exec(part);
  if (word) return [word[1]!.toLowerCase()];
  const list = /^<(\w+)>$/.exec(part)?.[1];
  if (list !== undefined) {
    if (!known.has(list)) known.set(list, neededInPart(lists.get(list) ?? '', lists, known));
    return known.get(list);
  }
  const group = /^\((?:\?:)?([^?].*)\)$/s.exec(part);
  return group && isClosedLast(part) ? neededWords(group[1]!, lists, known) : undefined;
}

/** Whether the bracket that opens a part is the one that closes it: not so in "(a)(b)". */
function isClosedLast(part: string): boolean {
  return closing(part, 0) === part.length - 1;
}

/** Where the bracket at `from` closes. */
function closing(text: string, from: number): number {
  let depth = 0;
  for (let at = from; at < text.length; at++) {
    if (text[at] === '\\') at++;
    else if (text[at] === '(') depth++;
    else if (text[at] === ')' && --depth === 0) return at;
  }
  return text.length;
}

/** Cuts a sequence at its spaces outside brackets; what is glued to a neighbour stays one part and tells nothing. */
function partsOf(sequence: string): string[] {
  const parts: string[] = [];
  let [depth, part] = [0, ''];
  for (let at = 0; at < sequence.length; at++) {
    const char = sequence[at]!;
    if (char === '\\') {
      part += char + (sequence[++at] ?? '');
      continue;
    }
    if (char === ' ' && depth === 0) {
      parts.push(part);
      part = '';
      continue;
    }
    if ((char === '(' || char === '[') && depth === 0 && /^\((?:\?:)? /.test(sequence.slice(at, at + 4))) {
      parts.push(part);
      part = '';
    }
    if (char === '(' && depth === 0 && /^\(\?(?:[=!]|<[=!])/.test(sequence.slice(at, at + 4))) {
      parts.push(part);
      part = '';
      at = closing(sequence, at);
      continue;
    }
    if (char === '(' || char === '[') depth++;
    if (char === ')' || char === ']') depth--;
    part += char;
  }
  return [...parts, part].filter((piece) => piece !== '');
}
