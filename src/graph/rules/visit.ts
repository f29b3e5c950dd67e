import type { Clause, Expression, PathPattern, Query } from '../cypher/ast.ts';
import { childrenOf } from '../cypher/walk.ts';

/** What a visitor is told of: every clause, pattern and expression of a query, subqueries included. */
export interface Visitor {
  clause?(clause: Clause): void;
  /** `firm`: the pattern must hold for a row to exist; false inside OPTIONAL MATCH, subqueries and conditions. */
  pattern?(pattern: PathPattern, firm: boolean): void;
  expression?(expression: Expression): void;
}

export function visitQuery(query: Query, visitor: Visitor, firm = true): void {
  for (const part of query.parts) for (const clause of part.clauses) visitClause(clause, visitor, firm);
}

function visitClause(clause: Clause, visitor: Visitor, firm: boolean): void {
  visitor.clause?.(clause);
  switch (clause.kind) {
    case 'match':
      for (const pattern of clause.patterns) visitPattern(pattern, visitor, firm && !clause.optional);
      if (clause.where) visitExpression(clause.where, visitor);
      return;
    case 'unwind':
      visitExpression(clause.list, visitor);
      return;
    case 'with':
    case 'return':
      for (const item of clause.projection.items) visitExpression(item.expression, visitor);
      for (const { call } of clause.projection.aggregates ?? []) visitExpression(call, visitor);
      for (const sort of clause.projection.order) visitExpression(sort.expression, visitor);
      if (clause.kind === 'with' && clause.where) visitExpression(clause.where, visitor);
      return;
    default:
      return;
  }
}

function visitPattern(pattern: PathPattern, visitor: Visitor, firm: boolean): void {
  visitor.pattern?.(pattern, firm);
  for (const element of [...pattern.nodes, ...pattern.relationships])
    if (element.properties) visitExpression(element.properties, visitor);
}

export function visitExpression(expression: Expression, visitor: Visitor): void {
  visitor.expression?.(expression);
  if (expression.kind === 'subquery') visitQuery(expression.query, visitor, false);
  if (expression.kind === 'pattern' || expression.kind === 'patternComprehension')
    visitor.pattern?.(expression.pattern, false);
  for (const child of childrenOf(expression)) visitExpression(child, visitor);
}
