/**
 * Counting and cutting by tokens, with a real tokenizer (o200k), loaded when it is first needed.
 *
 * Long texts are taken in windows that end where a token certainly ends (between two words), so that counting can stop
 * early, holds no list of tokens, and stays linear where the tokenizer itself would not (one endless word).
 */
import { createRequire } from 'node:module';
import { openBreath } from '../kernel/breath.ts';

type Tokenizer = typeof import('gpt-tokenizer/encoding/o200k_base');

const WINDOW = 2048;
/** Where no two words meet: merging the parts of one endless word takes the square of its length. */
const ENDLESS = 256;
/** Marks that steer a model are ordinary text here. */
const PLAIN = { disallowedSpecial: new Set<string>() };

/** How many tokens the text has. With `stopAfter`, counting ends soon after that many: a result above it means "more". */
export function countTokens(text: string, stopAfter = Number.POSITIVE_INFINITY): number {
  const { countTokens: count } = tokenizer();
  let tokens = 0;
  for (const [start, end] of windows(text)) {
    tokens += count(text.slice(start, end), PLAIN);
    if (tokens > stopAfter) break;
  }
  return tokens;
}

/** The same, letting others have their turn in between: for texts of any length. */
export async function countTokensGently(text: string, stopAfter = Number.POSITIVE_INFINITY): Promise<number> {
  const { countTokens: count } = tokenizer();
  let tokens = 0;
  const breathe = openBreath();
  for (const [start, end] of windows(text)) {
    tokens += count(text.slice(start, end), PLAIN);
    if (tokens > stopAfter) break;
    await breathe();
  }
  return tokens;
}

export interface Cut {
  readonly text: string;
  /** What `text` counts. */
  readonly tokens: number;
}

/** The longest beginning of the text that has at most `limit` tokens, ending between words where one is near. */
export function cutToTokens(text: string, limit: number): Cut {
  const { countTokens: count } = tokenizer();
  let tokens = 0;
  for (const [start, end] of windows(text)) {
    const next = count(text.slice(start, end), PLAIN);
    if (tokens + next > limit) return cutWithin(text, start, end, tokens, limit);
    tokens += next;
  }
  return { text, tokens };
}

function cutWithin(text: string, start: number, end: number, before: number, limit: number): Cut {
  const window = text.slice(start, end);
  let kept = longestPrefix(window, limit - before);
  const gap = /\s\S{0,40}$/.exec(window.slice(0, kept));
  if (gap !== null && /\S/.test(window[kept] ?? ' ') && gap.index > 0) kept = gap.index;
  // A window seen alone may end in other tokens than it would inside the whole: what counts is the count of the result.
  for (;;) {
    const cut = text.slice(0, start + kept);
    const tokens = kept === 0 ? before : countTokens(cut);
    if (tokens <= limit || kept === 0) return { text: cut, tokens };
    kept = wholeCharacters(window, kept - 1);
  }
}

function longestPrefix(window: string, limit: number): number {
  const { countTokens: count } = tokenizer();
  let low = 0;
  let high = window.length;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (count(window.slice(0, middle), PLAIN) <= limit) low = middle;
    else high = middle - 1;
  }
  return wholeCharacters(window, low);
}

/** Does not end between the two halves of a character. */
function wholeCharacters(text: string, length: number): number {
  const last = text.charCodeAt(length - 1);
  return length > 0 && last >= 0xd800 && last <= 0xdbff ? length - 1 : length;
}

function* windows(text: string): Generator<[start: number, end: number]> {
  for (let start = 0; start < text.length; ) {
    const end = endOfWindow(text, start);
    yield [start, end];
    start = end;
  }
}

/** A place between a letter and a space before another letter: no token of the tokenizer reaches across it. */
function endOfWindow(text: string, start: number): number {
  const furthest = start + WINDOW;
  if (furthest >= text.length) return text.length;
  for (let at = furthest; at > start + WINDOW / 2; at--)
    if (text.charCodeAt(at) === 32 && isLetter(text.charCodeAt(at - 1)) && isLetter(text.charCodeAt(at + 1))) return at;
  return start + wholeCharacters(text.slice(start, start + ENDLESS), ENDLESS);
}

function isLetter(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 65 && code <= 90);
}

let loaded: Tokenizer | undefined;

function tokenizer(): Tokenizer {
  if (loaded !== undefined) return loaded;
  loaded = createRequire(import.meta.url)('gpt-tokenizer/encoding/o200k_base') as Tokenizer;
  // Its cache of merged words saves nothing, and once it is full every further word takes a walk through it.
  loaded.setMergeCacheSize(0);
  return loaded;
}
