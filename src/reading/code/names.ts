import type { Node } from './parser.ts';

/** The name a node gives itself, through the declarators of C. */
export function nameOf(node: Node, field = 'name'): string | undefined {
  return nameNode(node, field)?.text;
}

export function nameNode(node: Node, field = 'name'): Node | undefined {
  let named = node.childForFieldName(field);
  for (let inner = named?.childForFieldName('declarator'); inner !== null && inner !== undefined; ) {
    named = inner;
    inner = named.childForFieldName('declarator');
  }
  if (named !== null && /declarator$/.test(named.type)) named = named.namedChildren.at(-1) ?? named;
  return named ?? undefined;
}
