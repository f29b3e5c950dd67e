/** What a tree defines: classes, types, functions and their members, each with what can be measured of it. */
import type { Callable, CodeSymbol } from './file.ts';
import type { Definition, Grammar } from './grammar.ts';
import { nameNode } from './names.ts';
import type { Node } from './parser.ts';

export function symbolsOf(text: string, root: Node, grammar: Grammar): CodeSymbol[] {
  const found: CodeSymbol[] = [];
  const walk = (node: Node, level: number, parent: string | undefined): void => {
    for (const child of node.namedChildren) {
      const definition = definitionOf(child, grammar, level);
      if (definition === undefined) {
        if (!grammar.functions.includes(child.type)) walk(child, level, parent);
        continue;
      }
      const name = nameNode(child, definition.name);
      if (name === undefined) continue;
      const said = bareName(name.text);
      if (!definition.silent)
        found.push(describe(text, child, name, definition, { level: definition.flat ? 1 : level, parent, grammar }));
      // What stands inside a function is its own business.
      const inner = grammar.functions.includes(child.type) || definition.holds !== undefined || definition.closed;
      if (!inner) walk(child, level + 1, said);
    }
  };
  walk(root, 1, undefined);
  return found;
}

export function definitionOf(node: Node, grammar: Grammar, level = 1): Definition | undefined {
  if (!Object.hasOwn(grammar.definitions, node.type)) return undefined;
  const definition = grammar.definitions[node.type]!;
  if (definition.top && level > 1 && node.parent?.parent?.type !== 'mod_item') return undefined;
  // A method of an object literal is part of a value.
  if (node.type === 'method_definition' && node.parent?.type === 'object') return undefined;
  if (definition.needs !== undefined && node.childForFieldName(definition.needs) === null) return undefined;
  for (const [field, types] of Object.entries(definition.holds ?? {})) {
    const held = node.childForFieldName(field);
    const inner = held?.type === 'expression_list' ? held.firstNamedChild : held;
    if (inner === null || inner === undefined || !types.includes(inner.type)) return undefined;
  }
  // A struct that a typedef names has that name.
  if (node.type.endsWith('_specifier') && node.parent?.type === 'type_definition') return undefined;
  return definition;
}

/** `Outer::inner` and `"quoted"` by what they are called. */
function bareName(name: string): string {
  return name
    .replace(/^["'`]|["'`]$/g, '')
    .replace(/^.*::/, '')
    .replace(/^[(*\s]+|[)\s]+$/g, '');
}

interface Where {
  readonly level: number;
  readonly parent: string | undefined;
  readonly grammar: Grammar;
}

function describe(text: string, node: Node, name: Node, { kind }: Definition, where: Where): CodeSymbol {
  const { level, parent, grammar } = where;
  const body = bodyOf(node);
  return {
    name: bareName(name.text),
    kind: kind === 'function' && level > 1 && parent !== undefined ? 'method' : kind,
    ...{ level, parent },
    ...{ start: node.startIndex, end: node.endIndex, nameStart: name.startIndex },
    ...{ line: node.startPosition.row + 1, endLine: node.endPosition.row + 1 },
    callable: callableOf(node, grammar),
    documented: isDocumented(node, body, grammar),
    header: text
      .slice(node.startIndex, body?.startIndex ?? node.endIndex)
      .replace(/\s+/g, ' ')
      .trim(),
  };
}

function bodyOf(node: Node): Node | null {
  return (
    node.childForFieldName('body') ??
    node.childForFieldName('value')?.childForFieldName('body') ??
    node.childForFieldName('right')?.childForFieldName('body') ??
    null
  );
}

function isDocumented(node: Node, body: Node | null, grammar: Grammar): boolean {
  const first = body?.firstNamedChild;
  if (grammar.name === 'python' && first?.type === 'expression_statement' && first.firstNamedChild?.type === 'string')
    return true;
  if (grammar.name === 'python' && first?.type === 'string') return true;
  let outer: Node = node;
  while (outer.parent !== null && outer.parent.parent !== null && outer.parent.startIndex === outer.startIndex)
    outer = outer.parent;
  if (
    outer.parent !== null &&
    /^(?:export_statement|decorated_definition|type_declaration|lexical_declaration|template_declaration)$/.test(
      outer.parent.type,
    )
  )
    outer = outer.parent;
  let before = outer.previousNamedSibling;
  while (before !== null && grammar.lead.includes(before.type) && !grammar.comments.includes(before.type))
    before = before.previousNamedSibling;
  if (before === null || !grammar.comments.includes(before.type) || grammar.name === 'python') return false;
  return outer.startPosition.row - before.endPosition.row <= 3;
}

function callableOf(node: Node, grammar: Grammar): Callable | undefined {
  const held = node.childForFieldName('value') ?? node.childForFieldName('right');
  const inner = held?.type === 'expression_list' ? held.firstNamedChild : held;
  const fn = grammar.functions.includes(node.type)
    ? node
    : inner !== null && inner !== undefined && grammar.functions.includes(inner.type)
      ? inner
      : undefined;
  if (fn === undefined && !/method|signature/.test(node.type)) return undefined;
  const target = fn ?? node;
  const list = parametersOf(target);
  const parameters = (list?.namedChildren ?? []).filter(
    (one) =>
      !/comment|^self_parameter$|separator/.test(one.type) && !/^(?:self|cls|void|&self|&mut self)$/.test(one.text),
  );
  const names = grammar.name === 'go' ? parameters.flatMap(goNames) : parameters.map((one) => one.text);
  const returns =
    ['return_type', 'result', 'type'].map((field) => target.childForFieldName(field)?.text).find(Boolean) ?? '';
  return {
    parameters: names,
    typed: parameters.every((one) => /typed|:/.test(`${one.type}${one.text}`)),
    returns: returns.replace(/^:\s*|^->\s*/, ''),
    ...measure(target, grammar),
  };
}

function parametersOf(node: Node): Node | null {
  let at: Node | null = node;
  for (let depth = 0; depth < 4 && at !== null; depth++) {
    const list = at.childForFieldName('parameters') ?? at.childForFieldName('parameter');
    if (list !== null) return list;
    at = at.childForFieldName('declarator');
  }
  return null;
}

/** `a, b int` are two. */
function goNames(one: Node): string[] {
  const names = one.childrenForFieldName('name');
  return names.length === 0 ? [one.text] : names.map((name) => name.text);
}

/** Ways through a function (McCabe), how hard they are to follow, and how deep they nest. */
export function measure(node: Node, grammar: Grammar): Pick<Callable, 'cyclomatic' | 'cognitive' | 'nesting'> {
  let cyclomatic = 1;
  let cognitive = 0;
  let nesting = 0;
  const visit = (at: Node, depth: number): void => {
    for (const child of at.namedChildren) {
      const nests = grammar.nest.includes(child.type) && !isElseIf(child);
      if (isBranch(child, grammar)) {
        cyclomatic++;
        cognitive += child.type.includes('binary') || child.type.includes('boolean') ? 1 : 1 + depth;
      }
      const inner = nests || grammar.functions.includes(child.type) ? depth + 1 : depth;
      if (nests) nesting = Math.max(nesting, inner);
      visit(child, inner);
    }
  };
  visit(node, 0);
  return { cyclomatic, cognitive, nesting };
}

function isBranch(node: Node, { branch }: Grammar): boolean {
  if (branch.includes(node.type)) return true;
  const operator = node.type === 'binary_expression' ? node.childForFieldName('operator')?.text : undefined;
  return operator !== undefined && branch.includes(`binary:${operator}`);
}

function isElseIf(node: Node): boolean {
  const { parent } = node;
  if (parent === null || node.type !== parent.type) return parent?.type === 'else_clause' && /^if_/.test(node.type);
  return parent.childForFieldName('alternative')?.equals(node) ?? false;
}
