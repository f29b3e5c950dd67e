/** What a tree says of decisions and values: under which condition what is done, and which name is given which value. */
import type { Node } from './parser.ts';

/** "If this holds, then that." */
export interface Guard {
  readonly condition: string;
  readonly outcome: string;
  readonly start: number;
  readonly end: number;
}

/** A name with the value it is given: an assignment, a default, a field. */
export interface Value {
  readonly name: string;
  readonly value: string;
  readonly start: number;
  readonly end: number;
}

const IF = /^(?:if_statement|if_expression|conditional_expression|ternary_expression|elif_clause|guard_clause)$/;
const NAMES = ['name', 'left', 'pattern', 'declarator', 'key', 'property', 'field', 'parameter'];
const VALUES = ['value', 'right', 'default_value'];
const MOST = 400;

export function guardAt(node: Node): Guard | undefined {
  const place = { start: node.startIndex, end: node.endIndex };
  if (IF.test(node.type)) {
    const condition = node.childForFieldName('condition') ?? node.namedChildren[0];
    const outcome = node.childForFieldName('consequence') ?? node.childForFieldName('body');
    const said = outcome?.text ?? node.text.slice((condition?.text ?? '').length);
    const before = node.childForFieldName('initializer')?.text ?? '';
    return { condition: clip(`${before} ${condition?.text ?? ''}`), outcome: clip(said), ...place };
  }
  // `[ -f x ] || exit 1`
  if (node.type === 'list') {
    const [first, last] = [node.namedChildren[0], node.namedChildren.at(-1)];
    if (first === undefined || last === undefined || first === last) return undefined;
    return { condition: clip(first.text), outcome: clip(last.text), ...place };
  }
  if (node.type === 'match_arm' || node.type === 'switch_expression_arm')
    return {
      condition: clip(node.childForFieldName('pattern')?.text ?? ''),
      outcome: clip(node.childForFieldName('value')?.text ?? ''),
      ...place,
    };
  if (/^assert/.test(node.type)) return { condition: clip(node.text), outcome: 'assert', ...place };
  return undefined;
}

export function valueAt(node: Node): Value | undefined {
  const value = fieldOf(node, VALUES);
  const name = value === undefined ? undefined : fieldOf(node, NAMES);
  if (name === undefined || value === undefined || value.text.length > MOST) return undefined;
  return { name: name.text.slice(0, 120), value: value.text, start: node.startIndex, end: node.endIndex };
}

function fieldOf(node: Node, names: readonly string[]): Node | undefined {
  for (const name of names) {
    const found = node.childForFieldName(name);
    if (found !== null) return found;
  }
  return undefined;
}

function clip(text: string): string {
  return text.replace(/\s+/g, ' ').trim().slice(0, MOST);
}
