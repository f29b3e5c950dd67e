/**
 * Counting and cutting by tokens, those of o200k. Their table is made when it is first needed: whoever can wait asks for it
 * with `loadTokens` first, then it is made in a thread.
 *
 * Long texts are taken in windows that end where a token certainly ends (between two words), so that counting can stop
 * early, holds no list of tokens, and stays linear where the tokenizer itself would not (one endless word).
 */
import { createRequire } from 'node:module';
import { openBreath } from '../kernel/breath.ts';
import { callAside } from '../threads/index.ts';
import { rankOf, type TokenTable, works } from './token-table.ts';

const WINDOW = 2048;
/** Where no two words meet: merging the parts of one endless word takes the square of its length. */
const ENDLESS = 256;

/** How many tokens the text has. With `stopAfter`, counting ends soon after that many: a result above it means "more". */
export function countTokens(text: string, stopAfter = Number.POSITIVE_INFINITY): number {
  let tokens = 0;
  for (const [start, end] of windows(text)) {
    tokens += count(text.slice(start, end));
    if (tokens > stopAfter) break;
  }
  return tokens;
}

/** The same, letting others have their turn in between: for texts of any length. */
export async function countTokensGently(text: string, stopAfter = Number.POSITIVE_INFINITY): Promise<number> {
  await loadTokens();
  let tokens = 0;
  const breathe = openBreath();
  for (const [start, end] of windows(text)) {
    tokens += count(text.slice(start, end));
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
  let tokens = 0;
  for (const [start, end] of windows(text)) {
    const next = count(text.slice(start, end));
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
  let low = 0;
  let high = window.length;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (count(window.slice(0, middle)) <= limit) low = middle;
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

/** Of a window. Marks that steer a model are ordinary text here. */
function count(window: string): number {
  const known = table();
  let tokens = 0;
  for (const [piece] of window.matchAll(pieces())) {
    const written = write(piece);
    tokens += rankOf(known, scratch, 0, written) >= 0 ? 1 : countMerged(known, written);
  }
  return tokens;
}

/** Into `scratch`; says how many bytes. */
function write(piece: string): number {
  for (let at = 0; at < piece.length; at++) {
    const code = piece.charCodeAt(at);
    if (code > 127) return encoder.encodeInto(piece, scratch).written;
    scratch[at] = code;
  }
  return piece.length;
}

const encoder = new TextEncoder();
/** A character takes three bytes at most for each of its halves. */
const scratch = new Uint8Array(3 * WINDOW);
const starts = new Int32Array(scratch.length + 1);
const ranks = new Int32Array(scratch.length + 1);
const NONE = 2 ** 31 - 1;

/** What is left of so many bytes in `scratch` when, again and again, the two neighbours that make the lowest rank are one. */
function countMerged(known: TokenTable, length: number): number {
  let parts = length;
  const rankAt = (part: number): number => {
    if (part + 2 > parts) return NONE;
    const rank = rankOf(known, scratch, starts[part]!, starts[part + 2]!);
    return rank < 0 ? NONE : rank;
  };
  for (let at = 0; at <= length; at++) starts[at] = at;
  for (let part = 0; part < parts; part++) ranks[part] = rankAt(part);
  for (;;) {
    let lowest = 0;
    for (let part = 1; part < parts; part++) if (ranks[part]! < ranks[lowest]!) lowest = part;
    if (ranks[lowest] === NONE) return parts;
    starts.copyWithin(lowest + 1, lowest + 2, parts + 1);
    ranks.copyWithin(lowest, lowest + 1, parts);
    parts -= 1;
    ranks[lowest] = rankAt(lowest);
    if (lowest > 0) ranks[lowest - 1] = rankAt(lowest - 1);
  }
}

/** Resolves when counting takes no more than a look into the table. */
export async function loadTokens(): Promise<void> {
  if (loaded !== undefined) return;
  coming ??= callAside(new URL('./token-table.ts', import.meta.url).href, works, 'build', [], SLOW).catch(
    () => undefined,
  );
  loaded ??= await coming;
  coming = undefined;
}

/** Only a machine that is drowned takes longer than a moment. */
const SLOW = { limitMs: 120_000 };
let loaded: TokenTable | undefined;
let coming: Promise<TokenTable | undefined> | undefined;

function table(): TokenTable {
  loaded ??= works.build();
  return loaded;
}

/** The pieces that a text is taken in: no token reaches across two of them. */
function pieces(): RegExp {
  split ??= (
    createRequire(import.meta.url)('gpt-tokenizer/cjs/encodingParams/constants') as { O200K_TOKEN_SPLIT_REGEX: RegExp }
  ).O200K_TOKEN_SPLIT_REGEX;
  return split;
}

let split: RegExp | undefined;
