import type { ConsiliumError } from '../../kernel/errors.ts';
import type {
  Binding,
  Clause,
  Expression,
  PathPattern,
  Query,
  SetItem,
  SingleQuery,
  StaticType,
  Variable,
} from './ast.ts';
import { fits } from './infer.ts';
import { checkProjection } from './projection.ts';
import { resolveExpression } from './resolve.ts';
import { type Check, declare, type PatternMode, type Scope, undefinedVariable, wrong } from './scope.ts';

export interface Checked {
  query: Query;
  columns: string[];
  slots: number;
}

/**
 * Resolves every variable to its symbol and refuses what openCypher refuses before a query runs: unknown or doubly bound
 * variables, misplaced aggregation, wrong types. Writes its findings into the tree it is given.
 */
export function checkQuery(query: Query, source: string): Checked {
  const check: Check = { source, slots: 0, subquery: checkParts, patterns: checkPatterns };
  const columns = checkParts(check, query, new Map(), true);
  return { query, columns, slots: check.slots };
}

function checkParts(check: Check, query: Query, scope: Scope, whole = false): string[] {
  const columns = query.parts.map((part) => checkSingle(check, part, scope, whole));
  for (const other of columns.slice(1))
    if (other.join('\0') !== columns[0]!.join('\0'))
      throw wrong(check, query, 'DifferentColumnsInUnion', 'The parts of a UNION must return the same columns.');
  return columns[0]!;
}

function checkSingle(check: Check, part: SingleQuery, outer: Scope, whole: boolean): string[] {
  let scope = outer;
  let columns: string[] = [];
  for (const clause of part.clauses) {
    if (clause.kind === 'return')
      columns = checkProjection(check, clause.projection, scope, undefined, 'return').columns;
    else scope = checkClause(check, clause, scope);
  }
  const last = part.clauses[part.clauses.length - 1]!;
  const finished = last.kind === 'return' || isWrite(last) || (!whole && last.kind !== 'with');
  if (!finished)
    throw wrong(
      check,
      { start: last.end },
      'InvalidClauseComposition',
      'A query ends with RETURN.',
      'Add RETURN and what you want to see.',
    );
  return columns;
}

function isWrite(clause: Clause): boolean {
  return ['create', 'merge', 'delete', 'set', 'remove'].includes(clause.kind);
}

function checkClause(check: Check, clause: Exclude<Clause, { kind: 'return' }>, scope: Scope): Scope {
  switch (clause.kind) {
    case 'match': {
      const inner = checkPatterns(check, clause.patterns, scope, 'open');
      if (clause.where) resolveExpression(check, clause.where, inner, { predicate: true, aggregates: false });
      return inner;
    }
    case 'unwind': {
      resolveExpression(check, clause.list, scope, { predicate: false, aggregates: false });
      if (scope.has(clause.variable.name)) throw alreadyBound(check, clause.variable);
      clause.variable.symbol = declare(check, clause.variable.name, 'any');
      return new Map([...scope, [clause.variable.name, clause.variable.symbol]]);
    }
    case 'with':
      return checkProjection(check, clause.projection, scope, clause, 'with').scope;
    case 'create':
      return checkPatterns(check, clause.patterns, scope, 'open');
    case 'merge': {
      const inner = checkPatterns(check, [clause.pattern], scope, 'open');
      checkSet(check, [...clause.onCreate, ...clause.onMatch], inner);
      return inner;
    }
    case 'set':
      checkSet(check, clause.items, scope);
      return scope;
    case 'delete':
      for (const target of clause.targets)
        resolveExpression(check, target, scope, { predicate: false, aggregates: false });
      return scope;
    case 'remove':
      for (const item of clause.items)
        resolveExpression(check, item.of, scope, { predicate: false, aggregates: false });
      return scope;
  }
}

function checkSet(check: Check, items: SetItem[], scope: Scope): void {
  const flags = { predicate: false, aggregates: false };
  for (const item of items) {
    resolveExpression(check, item.of, scope, flags);
    if (item.kind !== 'labels') resolveExpression(check, item.value, scope, flags);
  }
}

function alreadyBound(check: Check, variable: Variable): ConsiliumError {
  return wrong(check, variable, 'VariableAlreadyBound', `The variable ${variable.name} is already bound.`);
}

function checkPatterns(check: Check, patterns: PathPattern[], outer: Scope, mode: PatternMode): Scope {
  const scope = new Map(outer);
  const seen = new Set<string>();
  for (const pattern of patterns) {
    if (pattern.variable) {
      if (scope.has(pattern.variable.name)) throw alreadyBound(check, pattern.variable);
      pattern.variable.symbol = bind(check, pattern.variable, 'path', scope, mode);
    }
    for (const node of pattern.nodes) {
      node.symbol = node.variable ? bind(check, node.variable, 'node', scope, mode) : declare(check, '', 'node');
      if (node.variable) node.variable.symbol = node.symbol;
    }
    for (const relationship of pattern.relationships) {
      const type = relationship.length ? 'relationships' : 'relationship';
      const { variable } = relationship;
      if (variable && seen.has(variable.name))
        throw wrong(
          check,
          variable,
          'RelationshipUniquenessViolation',
          `The relationship ${variable.name} stands twice in one pattern.`,
        );
      if (variable) seen.add(variable.name);
      relationship.symbol = variable ? bind(check, variable, type, scope, mode) : declare(check, '', type);
      if (variable) variable.symbol = relationship.symbol;
    }
  }
  for (const expression of patterns.flatMap(propertyMaps))
    resolveExpression(check, expression, scope, { predicate: false, aggregates: false });
  return scope;
}

function propertyMaps(pattern: PathPattern): Expression[] {
  return [...pattern.nodes, ...pattern.relationships].flatMap((element) =>
    element.properties ? [element.properties] : [],
  );
}

function bind(
  check: Check,
  variable: Variable,
  type: StaticType,
  scope: Map<string, Binding>,
  mode: PatternMode,
): Binding {
  const known = scope.get(variable.name);
  if (known) {
    if (!fits(known.type, [type]) && !(type === 'relationships' && known.type === 'list'))
      throw wrong(
        check,
        variable,
        'VariableTypeConflict',
        `The variable ${variable.name} is a ${known.type}, not a ${type}.`,
      );
    return known;
  }
  if (mode === 'closed') throw undefinedVariable(check, variable, scope);
  const symbol = declare(check, variable.name, type);
  scope.set(variable.name, symbol);
  return symbol;
}
