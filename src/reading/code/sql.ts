/**
 * SQL by a small parser of our own (no grammar for it comes as WASM): tokens, statements, and the shape of the common
 * ones. What it does not know in detail it reads as balanced tokens; what it calls a problem is one in every dialect.
 */
import type { Chunk } from './chunks.ts';
import type { CodeFile, CodeSymbol, Problem, Span } from './file.ts';
import { checkStatement } from './sql-statements.ts';
import { type Token, tokenize } from './sql-tokens.ts';

export function readSql(text: string): CodeFile {
  const { tokens, comments, problems: lexical } = tokenize(text);
  const problems: Problem[] = [...lexical];
  const symbols: CodeSymbol[] = [];
  const chunks: Chunk[] = [];
  const statements = split(tokens);
  for (const statement of statements) {
    const first = statement[0]!;
    const last = statement.at(-1)!;
    problems.push(...checkStatement(statement));
    const created = createdBy(statement);
    const begin = leadOf(text, comments, first.start);
    const end = text[last.end] === ';' ? last.end + 1 : endOfStatement(text, last.end);
    const body = text.slice(begin, end);
    chunks.push({
      kind: created === undefined ? 'statement' : 'definition',
      name: created && `${created.kind} ${created.name}`,
      text: body,
      column: 0,
    });
    if (created !== undefined)
      symbols.push({
        ...{ name: created.name, kind: created.kind, level: 1, start: first.start, end, nameStart: created.at },
        ...{ line: first.line, endLine: last.line, documented: begin < first.start },
        header: text.slice(first.start, end).replace(/\s+/g, ' '),
      });
  }
  const strings: Span[] = tokens.filter(({ kind }) => kind === 'string');
  const words = tokens.filter(({ kind }) => kind === 'word' || kind === 'name');
  const places = new Map<string, Span[]>();
  for (const { text: word, start, end } of words)
    places.set(word.toLowerCase(), [...(places.get(word.toLowerCase()) ?? []), { start, end }]);
  return {
    ...{ language: 'sql', problems, symbols, calls: callsIn(tokens, text), imports: [], comments, strings, places },
    names: new Set(words.flatMap(({ text: word }) => [word, word.toLowerCase()])),
    chunks,
    guards: [],
    values: [],
  };
}

/** At `;`, but not inside parentheses or between the BEGIN and END of a routine. */
export function split(tokens: readonly Token[]): Token[][] {
  const statements: Token[][] = [];
  let open: Token[] = [];
  let depth = 0;
  let blocks = 0;
  for (const token of tokens) {
    const word = token.kind === 'word' ? token.text.toUpperCase() : '';
    if (token.text === '(') depth++;
    if (token.text === ')') depth = Math.max(0, depth - 1);
    const routine = isRoutine(open);
    if (routine && (word === 'BEGIN' || word === 'CASE')) blocks++;
    if (routine && word === 'END' && blocks > 0) blocks--;
    if (token.text !== ';') open.push(token);
    else if (depth === 0 && blocks === 0) {
      if (open.length > 0) statements.push(open);
      open = [];
    } else open.push(token);
  }
  if (open.length > 0) statements.push(open);
  return statements;
}

function isRoutine(statement: readonly Token[]): boolean {
  const head = statement.slice(0, 6).map(({ text }) => text.toUpperCase());
  return head[0] === 'CREATE' && head.some((word) => /^(?:FUNCTION|PROCEDURE|TRIGGER)$/.test(word));
}

const CREATED = new Set(['TABLE', 'VIEW', 'INDEX', 'FUNCTION', 'PROCEDURE', 'TRIGGER', 'TYPE', 'SEQUENCE', 'SCHEMA']);

function createdBy(statement: readonly Token[]): { kind: string; name: string; at: number } | undefined {
  if (statement[0]!.text.toUpperCase() !== 'CREATE') return undefined;
  const at = statement.slice(0, 8).findIndex(({ text }) => CREATED.has(text.toUpperCase()));
  if (at < 0) return undefined;
  const kind = statement[at]!.text.toLowerCase();
  let next = at + 1;
  while (/^(?:IF|NOT|EXISTS|CONCURRENTLY|ON)$/i.test(statement[next]?.text ?? '')) next++;
  while (statement[next + 1]?.text === '.') next += 2;
  const name = statement[next];
  if (name === undefined) return undefined;
  return { kind, name: name.text.replace(/^["`[]|["`\]]$/g, ''), at: name.start };
}

function leadOf(text: string, comments: readonly Span[], start: number): number {
  let from = start;
  for (const { start: begin, end } of comments.toReversed())
    if (end <= from && /^[ \t]*\r?\n?[ \t]*$/.test(text.slice(end, from))) from = begin;
  return from;
}

function endOfStatement(text: string, from: number): number {
  const rest = /^\s*;/.exec(text.slice(from, from + 200));
  return rest === null ? from : from + rest[0].length;
}

function callsIn(tokens: readonly Token[], text: string): CodeFile['calls'] {
  return tokens.flatMap((token, index) => {
    if (token.kind !== 'word' || tokens[index + 1]?.text !== '(' || tokens[index + 1]!.start !== token.end) return [];
    const end = text.indexOf(')', token.end);
    const given = text.slice(token.end, end < 0 ? token.end : end + 1);
    return [
      { name: token.text, arguments: given, start: token.start, end: token.end + given.length, line: token.line },
    ];
  });
}
