/**
 * A source as statements: each one that holds no others, with the heads of what it stands in (`function f(a)`, `if (a > 3)`,
 * `except ValueError`), from the outside in. Holds for every grammar: whatever stands in a block is a statement.
 */
import type { Span } from './file.ts';
import type { Grammar } from './grammar.ts';
import { type Node, withTree } from './parser.ts';
import { splitClauses } from './sql-clauses.ts';

export interface Statement extends Span {
  readonly text: string;
  /** Heads of what it stands in. */
  readonly under: readonly string[];
  /** It is the head of others. */
  readonly head: boolean;
}

/** What grammars name a piece that holds statements. */
const BLOCKS = new Set(
  'program source_file module translation_unit block statement_block compound_statement class_body interface_body enum_body object_type declaration_list field_declaration_list enum_variant_list enumerator_list do_group switch_body match_block annotation_type_body constructor_body enum_body_declarations switch_block switch_block_statement_group interface_type statement_list'.split(
    ' ',
  ),
);
const COMMENT = /comment$/;
/** So many, and so long a piece of each, are enough for a reader. */
const MOST = 2000;
const LONGEST = 600;

export async function readStatements(text: string, grammar: Grammar): Promise<Statement[]> {
  if (grammar.grammar === undefined) return splitClauses(text);
  return withTree(text, grammar, ({ root }) => {
    const found: Statement[] = [];
    visitBlock(text, root, [], found);
    return found;
  });
}

function visitBlock(text: string, block: Node, under: readonly string[], found: Statement[]): void {
  for (const child of block.namedChildren) {
    if (child === null || COMMENT.test(child.type) || found.length >= MOST) continue;
    if (BLOCKS.has(child.type)) {
      visitBlock(text, child, under, found);
      continue;
    }
    const blocks = blocksIn(child);
    if (blocks.length === 0) {
      push(text, child.startIndex, child.endIndex, under, false, found);
      continue;
    }
    let from = child.startIndex;
    let first: string | undefined;
    for (const inner of blocks) {
      const head = push(text, from, inner.startIndex, under, true, found);
      first ??= head;
      visitBlock(text, inner, [...under, /^\W*else\b\W*$/.test(head) ? `else of ${first}` : head], found);
      from = inner.endIndex;
    }
    push(text, from, child.endIndex, under, false, found);
  }
}

/** The outermost blocks in a node. */
function blocksIn(node: Node): Node[] {
  if (node.childCount === 0) return [];
  return node.namedChildren.flatMap((child) =>
    child === null ? [] : BLOCKS.has(child.type) ? [child] : blocksIn(child),
  );
}

function push(
  text: string,
  start: number,
  end: number,
  under: readonly string[],
  head: boolean,
  found: Statement[],
): string {
  const own = text
    .slice(start, Math.min(end, start + LONGEST))
    .replace(/\s+/g, ' ')
    .trim();
  if (/[\p{L}\p{N}]/u.test(own) && found.length < MOST) found.push({ text: own, under, head, start, end });
  return own;
}
