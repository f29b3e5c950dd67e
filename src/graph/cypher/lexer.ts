import { reject } from './reject.ts';

export interface Token {
  kind: 'name' | 'quoted' | 'string' | 'integer' | 'float' | 'symbol' | 'parameter' | 'end';
  /** The name, the symbol, the decoded string; for numbers the source text. */
  text: string;
  /** Names compare without case: the upper-case form, empty for other kinds. */
  word: string;
  start: number;
  end: number;
}

/** Cuts a query into tokens. Keywords are plain names here: only the parser knows where a name is a keyword. */
export function tokenize(source: string): Token[] {
  const tokens: Token[] = [];
  let at = 0;
  while (true) {
    at = skipBlank(source, at);
    if (at >= source.length) break;
    const token = readToken(source, at);
    tokens.push(token);
    at = token.end;
  }
  tokens.push({ kind: 'end', text: '', word: '', start: source.length, end: source.length });
  return tokens;
}

/** Line and column, from one, of an offset into the source. */
export function locate(source: string, offset: number): { line: number; column: number } {
  const before = source.slice(0, offset).split('\n');
  return { line: before.length, column: before[before.length - 1]!.length + 1 };
}

const blank = /(?:\s|\/\/[^\n\r]*|\/\*[\s\S]*?\*\/)*/y;
const name = /[\p{ID_Start}_][\p{ID_Continue}$]*/uy;
const number =
  /0[xX][0-9a-fA-F]+(?![\p{ID_Continue}])|0[oO][0-7]+(?![\p{ID_Continue}])|(?:\d+\.\d+|\.\d+)(?:[eE][+-]?\d+)?(?![\p{ID_Continue}])|\d+[eE][+-]?\d+(?![\p{ID_Continue}])|\d+(?![\p{ID_Continue}])/uy;
const symbol = /<=|>=|<>|=~|\.\.|\+=|[-+*/%^=<>()[\]{},.:;|&!]/y;

function skipBlank(source: string, at: number): number {
  blank.lastIndex = at;
  blank.exec(source);
  return blank.lastIndex;
}

function readToken(source: string, at: number): Token {
  const char = source[at]!;
  if (char === "'" || char === '"') return readString(source, at, char);
  if (char === '`') return readQuoted(source, at);
  if (char === '$') return readParameter(source, at);
  const double = source.startsWith('..', at);
  const word = double ? undefined : match(name, source, at);
  if (word !== undefined)
    return { kind: 'name', text: word, word: word.toUpperCase(), start: at, end: at + word.length };
  const digits = double ? undefined : match(number, source, at);
  if (digits !== undefined) {
    const kind = /^0[xo]/i.test(digits) || !/[.eE]/.test(digits) ? 'integer' : 'float';
    return { kind, text: digits, word: '', start: at, end: at + digits.length };
  }
  if (/\d/.test(char))
    throw unexpected(source, at, 'This number is not written as a number is.', 'InvalidNumberLiteral');
  const mark = match(symbol, source, at);
  if (mark !== undefined) return { kind: 'symbol', text: mark, word: '', start: at, end: at + mark.length };
  throw unexpected(source, at, `The character ${JSON.stringify(char)} has no meaning here.`, 'UnexpectedSyntax');
}

function match(pattern: RegExp, source: string, at: number): string | undefined {
  pattern.lastIndex = at;
  return pattern.exec(source)?.[0];
}

function readQuoted(source: string, at: number): Token {
  let text = '';
  let i = at + 1;
  while (i < source.length) {
    if (source[i] === '`') {
      if (source[i + 1] !== '`') return { kind: 'quoted', text, word: '', start: at, end: i + 1 };
      i++;
    }
    text += source[i++];
  }
  throw unexpected(source, at, 'A name in backticks is not closed.', 'UnexpectedSyntax');
}

function readParameter(source: string, at: number): Token {
  const next = source[at + 1];
  if (next === '`') {
    const quoted = readQuoted(source, at + 1);
    return { ...quoted, kind: 'parameter', start: at };
  }
  const text = match(name, source, at + 1) ?? match(/\d+/y, source, at + 1);
  if (text === undefined) throw unexpected(source, at, 'A parameter needs a name after the $.', 'UnexpectedSyntax');
  return { kind: 'parameter', text, word: '', start: at, end: at + 1 + text.length };
}

const escapes: Record<string, string> = {
  '\\': '\\',
  "'": "'",
  '"': '"',
  '`': '`',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
};

function readString(source: string, at: number, quote: string): Token {
  let text = '';
  let i = at + 1;
  while (i < source.length && source[i] !== quote) {
    if (source[i] !== '\\') {
      text += source[i++];
      continue;
    }
    const code = /u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})/y;
    code.lastIndex = i + 1;
    const hex = code.exec(source);
    const simple = escapes[source[i + 1] ?? ''];
    if (hex) {
      const point = Number.parseInt(hex[1] ?? hex[2]!, 16);
      if (point > 0x10ffff) throw unexpected(source, i, 'There is no such character.', 'InvalidUnicodeLiteral');
      text += String.fromCodePoint(point);
      i += 1 + hex[0].length;
    } else if (simple !== undefined) {
      text += simple;
      i += 2;
    } else throw unexpected(source, i, 'This escape in a string is unknown.', 'InvalidUnicodeLiteral');
  }
  if (i >= source.length) throw unexpected(source, at, 'A string is not closed.', 'UnexpectedSyntax');
  return { kind: 'string', text, word: '', start: at, end: i + 1 };
}

function unexpected(source: string, at: number, message: string, detail: string) {
  const { line, column } = locate(source, at);
  return reject('syntax', `${message} (line ${line}, column ${column})`, { detail, line, column });
}
