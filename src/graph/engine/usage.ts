import type { Clause, Expression, PathPattern, Query, SingleQuery, WriteClause } from '../cypher/ast.ts';
import { childrenOf } from '../cypher/walk.ts';

/**
 * The slots whose values a query reads: those that an expression names, and those that patterns of several clauses share.
 * What is not among them need not be fetched.
 */
export function usedSlots(query: Query): { read: Set<number>; locals: Set<number> } {
  const usage: Usage = { read: new Set(), locals: new Set(), patterns: new Map(), groups: 0 };
  visitQuery(usage, query);
  for (const [slot, groups] of usage.patterns) if (groups.size > 1) usage.read.add(slot);
  return usage;
}

interface Usage {
  read: Set<number>;
  /** The slots of variables that expressions declare for themselves: bound wherever a pattern can mention them. */
  locals: Set<number>;
  /** slot → the groups of MATCH clauses whose patterns mention it. */
  patterns: Map<number, Set<number>>;
  groups: number;
}

function visitQuery(usage: Usage, query: Query): void {
  for (const part of query.parts) visitPart(usage, part);
}

function visitPart(usage: Usage, part: SingleQuery): void {
  let group = 0;
  let plain = false;
  for (const clause of part.clauses) {
    const joins = clause.kind === 'match' && !clause.optional && plain;
    if (!joins) group = usage.groups++;
    visitClause(usage, clause, group);
    plain = clause.kind === 'match' && !clause.optional;
  }
}

function visitClause(usage: Usage, clause: Clause, group: number): void {
  switch (clause.kind) {
    case 'match':
      for (const pattern of clause.patterns) visitPattern(usage, pattern, group);
      if (clause.where) visit(usage, clause.where);
      return;
    case 'unwind':
      visit(usage, clause.list);
      return;
    case 'with':
    case 'return':
      for (const item of clause.projection.items) visit(usage, item.expression);
      for (const { call } of clause.projection.aggregates ?? []) visit(usage, call);
      for (const sort of clause.projection.order) visit(usage, sort.expression);
      if (clause.kind === 'with' && clause.where) visit(usage, clause.where);
      return;
    default:
      visitWrite(usage, clause, group);
  }
}

/** Scratch graphs only: everything that a writing clause mentions is read. */
function visitWrite(usage: Usage, clause: WriteClause, group: number): void {
  if (clause.kind === 'create' || clause.kind === 'merge') {
    const patterns = clause.kind === 'create' ? clause.patterns : [clause.pattern];
    for (const pattern of patterns) {
      visitPattern(usage, pattern, group);
      for (const element of [...pattern.nodes, ...pattern.relationships]) usage.read.add(element.symbol!.slot);
    }
  }
  const items =
    clause.kind === 'set' || clause.kind === 'remove'
      ? clause.items
      : clause.kind === 'merge'
        ? [...clause.onCreate, ...clause.onMatch]
        : [];
  for (const item of items) {
    visit(usage, item.of);
    if ('value' in item) visit(usage, item.value);
  }
  if (clause.kind === 'delete') for (const target of clause.targets) visit(usage, target);
}

function visitPattern(usage: Usage, pattern: PathPattern, group: number): void {
  for (const element of [...pattern.nodes, ...pattern.relationships]) {
    const slot = element.symbol!.slot;
    const groups = usage.patterns.get(slot) ?? new Set();
    usage.patterns.set(slot, groups.add(group));
    if (element.properties) visit(usage, element.properties);
  }
}

function visit(usage: Usage, expression: Expression): void {
  if (expression.kind === 'variable') usage.read.add(expression.symbol!.slot);
  if (expression.kind === 'pattern' || expression.kind === 'patternComprehension') {
    visitPattern(usage, expression.pattern, usage.groups++);
  }
  if ('local' in expression) usage.locals.add(expression.local.symbol!.slot);
  if (expression.kind === 'reduce') usage.locals.add(expression.total.symbol!.slot);
  if (expression.kind === 'subquery') visitQuery(usage, expression.query);
  for (const child of childrenOf(expression)) visit(usage, child);
}
