import { aggregations, functions } from '../functions/index.ts';
import type { Binding, Expression, Local, StaticType } from './ast.ts';
import { fits, inferType } from './infer.ts';
import { nearest } from './reject.ts';
import { type Check, declare, type Scope, undefinedVariable, wrong } from './scope.ts';
import { childrenOf, contains } from './walk.ts';

export interface Flags {
  /** Whether a pattern may stand here as a predicate. */
  predicate: boolean;
  aggregates: boolean;
}

export function isAggregate(expression: Expression): boolean {
  return expression.kind === 'call' && Object.hasOwn(aggregations, expression.name.toLowerCase());
}

/** Gives each variable inside its symbol and checks types as far as they are known. */
export function resolveExpression(check: Check, expression: Expression, scope: Scope, flags: Flags): void {
  switch (expression.kind) {
    case 'variable': {
      const symbol = expression.symbol ?? scope.get(expression.name);
      if (!symbol) throw undefinedVariable(check, expression, scope);
      expression.symbol = symbol;
      return;
    }
    case 'comprehension':
    case 'quantifier': {
      resolveExpression(check, expression.list, scope, plain(flags));
      need(check, expression.list, ['list'], 'a list');
      const inner = withLocal(check, expression.local, scope);
      if (expression.where) resolveExpression(check, expression.where, inner, { predicate: true, aggregates: false });
      if (expression.kind === 'comprehension' && expression.map)
        resolveExpression(check, expression.map, inner, { predicate: false, aggregates: false });
      return;
    }
    case 'reduce': {
      resolveExpression(check, expression.initial, scope, plain(flags));
      resolveExpression(check, expression.list, scope, plain(flags));
      const inner = withLocal(check, expression.local, withLocal(check, expression.total, scope));
      resolveExpression(check, expression.body, inner, { predicate: false, aggregates: false });
      return;
    }
    case 'pattern':
      if (!flags.predicate)
        throw wrong(
          check,
          expression,
          'UnexpectedSyntax',
          'A pattern can stand only where a condition stands.',
          'Use EXISTS { … } or a pattern comprehension.',
        );
      check.patterns(check, [expression.pattern], scope, 'closed');
      return;
    case 'patternComprehension': {
      const inner = check.patterns(check, [expression.pattern], scope, 'open');
      if (expression.where) resolveExpression(check, expression.where, inner, { predicate: true, aggregates: false });
      resolveExpression(check, expression.map, inner, { predicate: false, aggregates: false });
      return;
    }
    case 'subquery':
      check.subquery(check, expression.query, scope);
      return;
    case 'call':
      resolveCall(check, expression, scope, flags);
      return;
    case 'unary':
    case 'binary':
      resolveOperator(check, expression, scope, flags);
      return;
    case 'case':
      for (const { when } of expression.branches)
        resolveExpression(check, when, scope, { ...flags, predicate: !expression.subject });
      for (const child of childrenOf(expression))
        if (!expression.branches.some(({ when }) => when === child))
          resolveExpression(check, child, scope, plain(flags));
      return;
    default:
      for (const child of childrenOf(expression)) resolveExpression(check, child, scope, plain(flags));
      checkAccess(check, expression);
  }
}

function plain(flags: Flags): Flags {
  return { predicate: false, aggregates: flags.aggregates };
}

function withLocal(check: Check, local: Local, scope: Scope): Scope {
  const symbol: Binding = declare(check, local.name, 'any');
  local.symbol = symbol;
  return new Map([...scope, [local.name, symbol]]);
}

function need(check: Check, expression: Expression, wanted: StaticType[], what: string): void {
  const type = inferType(expression);
  if (!fits(type, wanted)) throw wrong(check, expression, 'InvalidArgumentType', `Expected ${what}, found a ${type}.`);
}

const logic = new Set(['AND', 'OR', 'XOR', 'NOT']);

function resolveOperator(
  check: Check,
  expression: Extract<Expression, { kind: 'unary' | 'binary' }>,
  scope: Scope,
  flags: Flags,
): void {
  const inner = logic.has(expression.operator) ? flags : plain(flags);
  for (const child of childrenOf(expression)) {
    resolveExpression(check, child, scope, inner);
    if (logic.has(expression.operator)) need(check, child, ['boolean'], 'a boolean');
  }
  if (expression.kind !== 'binary') return;
  if (expression.operator === 'IN') need(check, expression.right, ['list'], 'a list');
  if (['-', '*', '/', '%', '^'].includes(expression.operator))
    for (const child of [expression.left, expression.right]) need(check, child, ['number', 'temporal'], 'a number');
}

function checkAccess(check: Check, expression: Expression): void {
  if (expression.kind === 'property')
    need(check, expression.of, ['node', 'relationship', 'map', 'temporal'], 'a node, a relationship or a map');
  if (expression.kind === 'hasLabels') need(check, expression.of, ['node', 'relationship'], 'a node');
  if (expression.kind === 'index') {
    need(check, expression.of, ['list', 'map', 'node', 'relationship'], 'a list or a map');
    if (inferType(expression.of) === 'list') need(check, expression.index, ['integer'], 'an integer');
  }
  if (expression.kind === 'slice') need(check, expression.of, ['list'], 'a list');
}

function resolveCall(check: Check, call: Extract<Expression, { kind: 'call' }>, scope: Scope, flags: Flags): void {
  const name = call.name.toLowerCase();
  if (isAggregate(call)) {
    if (!flags.aggregates)
      throw wrong(
        check,
        call,
        'InvalidAggregation',
        `${call.name}() cannot stand here.`,
        'Aggregate in WITH or RETURN.',
      );
    for (const arg of call.args) {
      if (contains(arg, isAggregate))
        throw wrong(check, arg, 'NestedAggregation', 'An aggregation cannot hold another one.');
      if (contains(arg, (part) => part.kind === 'call' && part.name.toLowerCase() === 'rand'))
        throw wrong(check, arg, 'NonConstantExpression', 'A random number cannot be aggregated.');
      resolveExpression(check, arg, scope, { predicate: false, aggregates: false });
    }
    const wanted = call.star ? name === 'count' : call.args.length === aggregations[name]!.arguments;
    if (!wanted)
      throw wrong(check, call, 'InvalidNumberOfArguments', `${call.name}() has the wrong number of arguments.`);
    return;
  }
  const found = functions.get(name);
  if (!found) {
    const near = nearest(call.name, [...[...functions.values()].map((f) => f.name), ...Object.keys(aggregations)]);
    throw wrong(
      check,
      call,
      'UnknownFunction',
      `There is no function ${call.name}().`,
      near ? `Did you mean ${near}()?` : undefined,
    );
  }
  if (call.star || call.distinct || call.args.length < found.min || call.args.length > found.max)
    throw wrong(check, call, 'InvalidNumberOfArguments', `${found.name}() has the wrong number of arguments.`);
  for (const arg of call.args) {
    resolveExpression(check, arg, scope, { ...plain(flags), predicate: name === 'exists' });
  }
  if (found.accepts && call.args[0]) need(check, call.args[0], found.accepts, `a ${found.accepts.join(' or ')}`);
}
