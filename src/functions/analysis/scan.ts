/**
 * Tells code from comments and strings, by what languages.yml says of a language. One pass, linear, for any text: what
 * does not close ends with its line (quotes) or with the text (blocks).
 */
import type { Language } from './language.ts';

export const CODE = 0;
export const COMMENT = 1;
export const STRING = 2;

export interface Scan {
  readonly text: string;
  /** For each character: CODE, COMMENT or STRING. */
  readonly kinds: Uint8Array;
  /** The text with comments blanked; same length, same lines. */
  readonly withoutComments: string;
  /** The text with comments and the insides of strings blanked; same length, same lines. */
  readonly bare: string;
}

export function scan(text: string, language: Language): Scan {
  const kinds = new Uint8Array(text.length);
  /** How deep in braces each open `${` of a template is. */
  const templates: number[] = [];
  let at = 0;
  const mark = (end: number, kind: number): void => {
    const stop = Math.min(end, text.length);
    kinds.fill(kind, at, stop);
    at = Math.max(stop, at + 1);
  };
  while (at < text.length) {
    if (templates.length > 0 && closesHole(text[at]!, templates)) {
      const end = templateEnd(text, at + 1);
      if (end.hole) templates.push(0);
      mark(end.at, STRING);
      continue;
    }
    const comment = commentEnd(text, at, language);
    if (comment !== undefined) mark(comment, COMMENT);
    else if (language.template && text[at] === '`') {
      const end = templateEnd(text, at + 1);
      if (end.hole) templates.push(0);
      mark(end.at, STRING);
    } else {
      const quote = language.strings.find((open) => text.startsWith(open, at) && !isLifetime(text, at, open));
      if (quote !== undefined)
        mark(stringEnd(text, at, quote), language.docstrings && isDocstring(text, at, quote) ? COMMENT : STRING);
      else if (language.regex && text[at] === '/' && startsRegex(text, at)) mark(regexEnd(text, at), STRING);
      else at++;
    }
  }
  return { text, kinds, withoutComments: blank(text, kinds, false), bare: blank(text, kinds, true) };
}

/** A `}` that ends the hole of a template; braces within it are counted. */
function closesHole(char: string, templates: number[]): boolean {
  const depth = templates.at(-1)!;
  if (char === '{') templates[templates.length - 1] = depth + 1;
  if (char !== '}') return false;
  if (depth > 0) {
    templates[templates.length - 1] = depth - 1;
    return false;
  }
  templates.pop();
  return true;
}

function templateEnd(text: string, from: number): { at: number; hole: boolean } {
  for (let at = from; at < text.length; at++) {
    if (text[at] === '\\') at++;
    else if (text[at] === '`') return { at: at + 1, hole: false };
    else if (text[at] === '$' && text[at + 1] === '{') return { at: at + 2, hole: true };
  }
  return { at: text.length, hole: false };
}

function commentEnd(text: string, at: number, language: Language): number | undefined {
  for (const [open, close] of language.block)
    if (text.startsWith(open, at)) {
      const end = text.indexOf(close, at + open.length);
      return end === -1 ? text.length : end + close.length;
    }
  for (const open of language.line)
    if (text.startsWith(open, at) && !(language.commentAfterSpace && at > 0 && !/\s/.test(text[at - 1]!))) {
      const end = text.indexOf('\n', at);
      return end === -1 ? text.length : end;
    }
  return undefined;
}

/** `'a` of Rust-like generics and the apostrophe of a number (`1'000`) open no string. */
function isLifetime(text: string, at: number, open: string): boolean {
  return open === "'" && at > 0 && /\d/.test(text[at - 1]!) && /\d/.test(text[at + 1] ?? '');
}

function stringEnd(text: string, at: number, quote: string): number {
  const lines = quote.length > 1 || quote === '`';
  for (let next = at + quote.length; next < text.length; next++) {
    if (text[next] === '\\') next++;
    else if (text.startsWith(quote, next)) return next + quote.length;
    else if (!lines && text[next] === '\n') return next;
  }
  return text.length;
}

/** A string that stands as a statement of its own. */
function isDocstring(text: string, at: number, quote: string): boolean {
  if (quote.length < 3) return false;
  const before = text.slice(Math.max(0, at - 200), at);
  const line = before.slice(before.lastIndexOf('\n') + 1);
  return /^\s*[rRuU]?$/.test(line) && !/[=(,[+]\s*$/.test(before);
}

function startsRegex(text: string, at: number): boolean {
  if (text[at + 1] === '/' || text[at + 1] === '*') return false;
  const before = text.slice(Math.max(0, at - 30), at).trimEnd();
  return before === '' || /[(,=:[!&|?{};+\-*%~^<>]$|\b(?:return|typeof|case|in|of|do|else|void|delete)$/.test(before);
}

function regexEnd(text: string, at: number): number {
  let inClass = false;
  for (let next = at + 1; next < text.length && text[next] !== '\n'; next++) {
    if (text[next] === '\\') next++;
    else if (text[next] === '[') inClass = true;
    else if (text[next] === ']') inClass = false;
    else if (text[next] === '/' && !inClass) return next + 1;
  }
  return at + 1;
}

function blank(text: string, kinds: Uint8Array, stringsToo: boolean): string {
  const parts: string[] = [];
  let from = 0;
  while (from < text.length) {
    const kind = kinds[from]!;
    let to = from + 1;
    while (to < text.length && kinds[to] === kind) to++;
    const run = text.slice(from, to);
    if (kind === COMMENT) parts.push(run.replace(/[^\n]/g, ' '));
    else if (kind === STRING && stringsToo) parts.push(run.replace(/[^\n"'`]/g, ' '));
    else parts.push(run);
    from = to;
  }
  return parts.join('');
}
