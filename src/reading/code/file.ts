/** A source file as data: what it defines, calls, imports and comments on, and where it does not parse. */
import { type Chunk, chunksOf } from './chunks.ts';
import { type Guard, guardAt, type Value, valueAt } from './facts.ts';
import type { Grammar } from './grammar.ts';
import { nameOf } from './names.ts';
import { type Node, type Tree, withTree } from './parser.ts';
import { readSql } from './sql.ts';
import { symbolsOf } from './symbols.ts';

export interface Problem {
  readonly line: number;
  readonly column: number;
  readonly near: string;
}

export interface CodeSymbol {
  readonly name: string;
  readonly kind: string;
  /** By nesting, from 1. */
  readonly level: number;
  /** The name of what it is a member of. */
  readonly parent?: string | undefined;
  readonly start: number;
  readonly end: number;
  readonly nameStart: number;
  readonly line: number;
  readonly endLine: number;
  /** Present of what can be called. */
  readonly callable?: Callable | undefined;
  /** Whether words for the reader stand on it. */
  readonly documented: boolean;
  readonly header: string;
}

export interface Callable {
  readonly parameters: readonly string[];
  readonly typed: boolean;
  readonly returns: string;
  readonly cyclomatic: number;
  readonly cognitive: number;
  readonly nesting: number;
}

export interface Call {
  /** As it is written: `os.path.join`. */
  readonly name: string;
  readonly arguments: string;
  readonly start: number;
  readonly end: number;
  readonly line: number;
  /** The innermost named function it stands in. */
  readonly within?: string | undefined;
}

export interface Span {
  readonly start: number;
  readonly end: number;
}

export interface CodeFile {
  readonly language: string;
  readonly problems: readonly Problem[];
  readonly symbols: readonly CodeSymbol[];
  readonly calls: readonly Call[];
  readonly imports: readonly (Span & { readonly text: string })[];
  readonly comments: readonly Span[];
  readonly strings: readonly Span[];
  /** Where nodes of each type stand. */
  readonly places: ReadonlyMap<string, readonly Span[]>;
  /** Names that the code itself uses, whole (`a.b.c`) and in parts. */
  readonly names: ReadonlySet<string>;
  readonly chunks: readonly Chunk[];
  readonly guards: readonly Guard[];
  readonly values: readonly Value[];
}

export async function readCode(text: string, grammar: Grammar): Promise<CodeFile> {
  if (grammar.grammar === undefined) return readSql(text);
  const own = await withTree(text, grammar, (tree) => readTree(text, tree));
  // JSX in a file that calls itself TypeScript, types in one that calls itself JavaScript: read as what it is.
  const other = OTHERWISE[grammar.name];
  if (own.problems.length === 0 || other === undefined) return own;
  const again = await withTree(text, { ...grammar, grammar: other }, (tree) => readTree(text, tree));
  return again.problems.length < own.problems.length ? again : own;
}

const OTHERWISE: Readonly<Record<string, string>> = { typescript: 'tsx', javascript: 'tsx' };

function readTree(text: string, { root, grammar }: Tree): CodeFile {
  const problems: Problem[] = [];
  const calls: Call[] = [];
  const imports: (Span & { text: string })[] = [];
  const comments: Span[] = [];
  const strings: Span[] = [];
  const places = new Map<string, Span[]>();
  const names = new Set<string>();
  const guards: Guard[] = [];
  const values: Value[] = [];
  const visit = (node: Node, within: string | undefined): void => {
    const { type } = node;
    if (node.isError || node.isMissing) problems.push(problemAt(node));
    if (!node.isNamed) return;
    const span = { start: node.startIndex, end: node.endIndex };
    const known = places.get(type);
    if (known === undefined) places.set(type, [span]);
    else known.push(span);
    if (grammar.comments.includes(type)) return void comments.push(span);
    if (grammar.strings.includes(type)) strings.push(span);
    if (grammar.imports.includes(type)) imports.push({ ...span, text: node.text });
    if (node.childCount === 0 && /identifier|^name$|^word$|variable_name|constant/.test(type)) names.add(node.text);
    const [guard, value] = [guardAt(node), valueAt(node)];
    if (guard !== undefined) guards.push(guard);
    if (value !== undefined) values.push(value);
    const field = Object.hasOwn(grammar.calls, type) ? grammar.calls[type]! : undefined;
    if (field !== undefined) calls.push(callOf(node, field, within));
    const own = grammar.functions.includes(type) ? (nameOf(node) ?? within) : within;
    for (const child of node.children) visit(child, own);
  };
  visit(root, undefined);
  for (const { name } of calls) names.add(name);
  const symbols = symbolsOf(text, root, grammar);
  return {
    ...{ language: grammar.name, problems, symbols, calls, imports, comments, strings, places, names, guards, values },
    chunks: chunksOf(text, root, grammar),
  };
}

function problemAt(node: Node): Problem {
  const { row, column } = node.startPosition;
  const near = node.isMissing ? `${node.type} is missing` : node.text.split('\n')[0]!.trim().slice(0, 40);
  return { line: row + 1, column: column + 1, near };
}

function callOf(node: Node, field: string, within: string | undefined): Call {
  const callee = node.childForFieldName(field);
  const object = node.childForFieldName('object');
  const name = `${object === null ? '' : `${object.text}.`}${callee?.text ?? ''}`.replace(/\s+/g, '');
  const given =
    node.childForFieldName('arguments')?.text ?? (callee === null ? '' : node.text.slice(callee.text.length));
  return {
    name: name.slice(-120),
    arguments: given,
    ...{ start: node.startIndex, end: node.endIndex, line: node.startPosition.row + 1, within },
  };
}
