import type { Binding, Expression, PathPattern, RelationshipPattern } from '../cypher/ast.ts';
import { childrenOf } from '../cypher/walk.ts';

/** The pattern of one or more MATCH clauses, taken apart: nodes, relationships, paths, and the conditions on them. */
export interface Elements {
  nodes: Map<number, NodeElement>;
  relationships: RelationshipElement[];
  paths: PathPattern[];
  conditions: Condition[];
}

export interface NodeElement {
  slot: number;
  labels: string[];
}

export interface RelationshipElement {
  slot: number;
  from: number;
  to: number;
  pattern: RelationshipPattern;
  /** The MATCH that it belongs to: within one, no relationship is used twice. */
  clause: number;
  shortest?: 'one' | 'all';
}

/** One conjunct of WHERE or one entry of a property map. */
export interface Condition {
  expression: Expression;
  /** The slots it reads. */
  reads: Set<number>;
  /** It searches the graph itself: to be tried last. */
  searches: boolean;
}

export interface MatchPart {
  patterns: PathPattern[];
  where?: Expression;
}

export function takeApart(parts: MatchPart[]): Elements {
  const elements: Elements = { nodes: new Map(), relationships: [], paths: [], conditions: [] };
  parts.forEach((part, clause) => {
    for (const pattern of part.patterns) addPattern(elements, pattern, clause);
    if (part.where) for (const conjunct of conjunctsOf(part.where)) elements.conditions.push(toCondition(conjunct));
  });
  return elements;
}

function addPattern(elements: Elements, pattern: PathPattern, clause: number): void {
  for (const node of pattern.nodes) {
    const { slot } = node.symbol!;
    const known = elements.nodes.get(slot);
    if (known) known.labels.push(...node.labels.filter((label) => !known.labels.includes(label)));
    else elements.nodes.set(slot, { slot, labels: [...node.labels] });
    addProperties(elements, node.symbol!, node.properties);
    if (node.choice) addChoice(elements, node.symbol!, node.choice);
  }
  pattern.relationships.forEach((relationship, i) => {
    elements.relationships.push({
      slot: relationship.symbol!.slot,
      from: pattern.nodes[i]!.symbol!.slot,
      to: pattern.nodes[i + 1]!.symbol!.slot,
      pattern: relationship,
      clause,
      ...(pattern.shortest ? { shortest: pattern.shortest } : {}),
    });
    if (!relationship.length) addProperties(elements, relationship.symbol!, relationship.properties);
  });
  if (pattern.variable) elements.paths.push(pattern);
}

function addChoice(elements: Elements, symbol: Binding, choice: string[]): void {
  const place = { start: 0, end: 0 };
  const of: Expression = { kind: 'variable', name: symbol.name, symbol, ...place };
  const tests = choice.map((label): Expression => ({ kind: 'hasLabels', of, labels: [label], ...place }));
  const either = tests.reduce((left, right) => ({ kind: 'binary', operator: 'OR', left, right, ...place }));
  elements.conditions.push(toCondition(either));
}

function addProperties(elements: Elements, symbol: Binding, properties: Expression | undefined): void {
  if (properties?.kind !== 'map') return;
  const { start, end } = properties;
  const of: Expression = { kind: 'variable', name: symbol.name, symbol, start, end };
  for (const [key, right] of properties.entries) {
    const left: Expression = { kind: 'property', of, key, start, end };
    elements.conditions.push(toCondition({ kind: 'binary', operator: '=', left, right, start, end }));
  }
}

export function conjunctsOf(expression: Expression): Expression[] {
  if (expression.kind !== 'binary' || expression.operator !== 'AND') return [expression];
  return [...conjunctsOf(expression.left), ...conjunctsOf(expression.right)];
}

function toCondition(expression: Expression): Condition {
  const reads = new Set<number>();
  const searches = collectReads(expression, reads);
  return { expression, reads, searches };
}

/** Collects the slots that an expression reads; true when it searches the graph, and then may read any. */
function collectReads(expression: Expression, reads: Set<number>): boolean {
  if (expression.kind === 'variable') reads.add(expression.symbol!.slot);
  if (expression.kind === 'subquery') return true;
  let searches = expression.kind === 'pattern' || expression.kind === 'patternComprehension';
  for (const child of childrenOf(expression)) if (collectReads(child, reads)) searches = true;
  return searches;
}
