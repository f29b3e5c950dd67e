import type { ConsiliumError } from '../../kernel/errors.ts';
import type { Expression, PathPattern, Query } from './ast.ts';
import { locate, type Token, tokenize } from './lexer.ts';
import { reject } from './reject.ts';

/** The rules of the grammar that refer to each other across files. */
export interface Grammar {
  expression(cursor: Cursor): Expression;
  pattern(cursor: Cursor): PathPattern;
  /** The inside of EXISTS { … }, COUNT { … } and COLLECT { … }. */
  subquery(cursor: Cursor): Query;
}

/** A place in the tokens of one query, and the few moves that every rule of the grammar is made of. */
export interface Cursor {
  source: string;
  tokens: Token[];
  at: number;
  depth: number;
  /** Whether clauses that write are parsed (scratch graphs) or refused (everything else). */
  writes: boolean;
  grammar: Grammar;
}

export function openCursor(source: string, grammar: Grammar, writes: boolean): Cursor {
  return { source, tokens: tokenize(source), at: 0, depth: 0, writes, grammar };
}

export function peek(cursor: Cursor, ahead = 0): Token {
  return cursor.tokens[Math.min(cursor.at + ahead, cursor.tokens.length - 1)]!;
}

export function next(cursor: Cursor): Token {
  const token = peek(cursor);
  if (token.kind !== 'end') cursor.at++;
  return token;
}

export function isSymbol(cursor: Cursor, text: string, ahead = 0): boolean {
  const token = peek(cursor, ahead);
  return token.kind === 'symbol' && token.text === text;
}

export function isWord(cursor: Cursor, word: string, ahead = 0): boolean {
  return peek(cursor, ahead).word === word;
}

export function takeSymbol(cursor: Cursor, text: string): boolean {
  if (!isSymbol(cursor, text)) return false;
  cursor.at++;
  return true;
}

export function takeWord(cursor: Cursor, ...words: string[]): boolean {
  if (!words.every((word, i) => isWord(cursor, word, i))) return false;
  cursor.at += words.length;
  return true;
}

export function needSymbol(cursor: Cursor, text: string): Token {
  if (!isSymbol(cursor, text)) throw surprise(cursor, `"${text}"`);
  return next(cursor);
}

export function needWord(cursor: Cursor, word: string): Token {
  if (!isWord(cursor, word)) throw surprise(cursor, word);
  return next(cursor);
}

/** A name that may be any word: a property key, a label, a relationship type. */
export function needName(cursor: Cursor, what: string): string {
  const token = peek(cursor);
  if (token.kind !== 'name' && token.kind !== 'quoted') throw surprise(cursor, what);
  return next(cursor).text;
}

/** The end of the token before the cursor. */
export function endOfLast(cursor: Cursor): number {
  return cursor.at === 0 ? 0 : cursor.tokens[cursor.at - 1]!.end;
}

/** "Expected X, found Y", with its place in the query. */
export function surprise(cursor: Cursor, expected: string, detail = 'UnexpectedSyntax'): ConsiliumError {
  const token = peek(cursor);
  const found =
    token.kind === 'end' ? 'the end of the query' : JSON.stringify(cursor.source.slice(token.start, token.end));
  return mistake(cursor, token.start, `Expected ${expected}, found ${found}.`, detail);
}

export function mistake(cursor: Cursor, offset: number, message: string, detail: string): ConsiliumError {
  const { line, column } = locate(cursor.source, offset);
  return reject('syntax', `${message} (line ${line}, column ${column})`, { detail, line, column });
}

const deepest = 200;

/** Nesting is bounded, so that no query can exhaust the stack. */
export function nested<T>(cursor: Cursor, rule: () => T): T {
  if (++cursor.depth > deepest)
    throw mistake(cursor, peek(cursor).start, 'The query is nested too deeply.', 'UnexpectedSyntax');
  const result = rule();
  cursor.depth--;
  return result;
}
