/** A file in the pieces it can be merged by: imports, definitions with what stands before them, and other statements. */

import type { Grammar } from './grammar.ts';
import { nameNode } from './names.ts';
import type { Node } from './parser.ts';
import { definitionOf } from './symbols.ts';

export interface Chunk {
  readonly kind: 'import' | 'definition' | 'statement';
  /** What it defines; two chunks with one name are versions of one thing. */
  readonly name?: string | undefined;
  readonly text: string;
  /** The column it begins in. */
  readonly column: number;
  /** Where it holds members: what stands before the first and after the last. */
  readonly members?: { readonly head: string; readonly list: readonly Chunk[]; readonly tail: string } | undefined;
}

export function chunksOf(text: string, parent: Node, grammar: Grammar): Chunk[] {
  const chunks: Chunk[] = [];
  let from: Node | undefined;
  const children = parent.namedChildren.filter(({ startIndex, endIndex }) => endIndex > startIndex);
  for (const [index, child] of children.entries()) {
    const next = children[index + 1];
    const leads = grammar.lead.includes(child.type) && next !== undefined && !isParted(text, child, next);
    from ??= child;
    if (leads) continue;
    chunks.push(makeChunk(text, from, child, grammar));
    from = undefined;
  }
  return chunks;
}

/** A comment with a blank line after it stands for itself; so does one at the end of another's line. */
function isParted(text: string, lead: Node, next: Node): boolean {
  if (!/comment/.test(lead.type)) return false;
  return (text.slice(lead.endIndex, next.startIndex).match(/\n/g) ?? []).length > (lead.text.endsWith('\n') ? 1 : 1);
}

function makeChunk(text: string, first: Node, node: Node, grammar: Grammar): Chunk {
  const end = endOf(text, node);
  const chunk = { text: text.slice(first.startIndex, end).trimEnd(), column: first.startPosition.column };
  if (grammar.imports.includes(node.type)) return { kind: 'import', ...chunk };
  const inner = unwrap(node);
  const name = chunkName(inner, grammar);
  if (name === undefined) return { kind: 'statement', ...chunk };
  return { kind: 'definition', name, ...chunk, members: membersOf(text, first, inner, end, grammar) };
}

/** The `;` after a struct of C belongs to it. */
function endOf(text: string, node: Node): number {
  const after = node.nextSibling;
  if (after?.type === ';') return after.endIndex;
  return text[node.endIndex] === ';' ? node.endIndex + 1 : node.endIndex;
}

const WRAPPERS =
  /^(?:export_statement|decorated_definition|expression_statement|template_declaration|type_declaration|ambient_declaration)$/;

function unwrap(node: Node): Node {
  let at = node;
  while (WRAPPERS.test(at.type)) {
    const inner = at.childForFieldName('declaration') ?? at.childForFieldName('definition') ?? at.lastNamedChild;
    if (inner === null) return at;
    at = inner;
  }
  return at;
}

const CONSTANTS =
  /^(?:lexical_declaration|variable_declaration|const_declaration|var_declaration|const_item|static_item|preproc_def|preproc_function_def|variable_assignment|assignment|declaration)$/;

function chunkName(node: Node, grammar: Grammar): string | undefined {
  const definition = definitionOf(node, grammar);
  if (definition?.kind === 'impl') {
    const trait = node.childForFieldName('trait')?.text;
    return `impl ${trait === undefined ? '' : `${trait} for `}${node.childForFieldName('type')?.text ?? ''}`;
  }
  if (definition !== undefined) return named(node, definition.name, grammar);
  if (!CONSTANTS.test(node.type)) return undefined;
  const prototype = node.type === 'declaration' && node.childForFieldName('declarator')?.type.includes('function');
  const names = [node, ...node.namedChildren].flatMap((one) => {
    const field = ['name', 'left', 'declarator'].find((each) => one.childForFieldName(each) !== null);
    const found = field === undefined ? undefined : nameNode(one, field);
    return found === undefined || !/identifier|word|variable_name|name/.test(found.type) ? [] : [found.text];
  });
  return names.length === 0 ? undefined : `${prototype ? 'declaration of ' : ''}${[...new Set(names)].join(', ')}`;
}

/** Methods of Go belong to a receiver, overloads of Java and C++ to their parameters. */
function named(node: Node, field: string, grammar: Grammar): string | undefined {
  const name = nameNode(node, field)?.text;
  if (name === undefined) return undefined;
  const receiver = node.childForFieldName('receiver')?.text.replace(/^\(\s*(?:\w+\s+)?|\s*\)$/g, '');
  if (receiver !== undefined) return `${receiver}.${name}`;
  if (grammar.name !== 'java') return name;
  const types = node
    .childForFieldName('parameters')
    ?.namedChildren.map((one) => one.childForFieldName('type')?.text ?? '');
  return types === undefined || types.length === 0 ? name : `${name}(${types.join(', ')})`;
}

const CONTAINERS = /^(?:class|interface|struct|trait|impl|module|namespace|enum)$/;

function membersOf(text: string, first: Node, node: Node, end: number, grammar: Grammar): Chunk['members'] {
  const definition = definitionOf(node, grammar);
  const body = node.childForFieldName('body');
  if (definition === undefined || definition.closed || body === null || !CONTAINERS.test(definition.kind))
    return undefined;
  if (definition.kind === 'enum') return undefined;
  const list = chunksOf(text, body, grammar);
  const inside = body.namedChildren.filter(({ startIndex, endIndex }) => endIndex > startIndex);
  const begin = inside[0];
  const last = inside.at(-1);
  if (begin === undefined || last === undefined || list.length === 0) return undefined;
  return {
    head: text.slice(first.startIndex, begin.startIndex),
    list,
    tail: text.slice(endOf(text, last), end).trimEnd(),
  };
}
