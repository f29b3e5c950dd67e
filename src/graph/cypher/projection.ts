import type { AggregateCall, Binding, Expression, Projection, ProjectionItem } from './ast.ts';
import { inferType } from './infer.ts';
import { printExpression } from './print.ts';
import { isAggregate, resolveExpression } from './resolve.ts';
import { type Check, declare, type Scope, wrong } from './scope.ts';
import { childrenOf, contains, rewrite } from './walk.ts';

/**
 * Checks a WITH or RETURN: its items, its aggregation, and what ORDER BY and WHERE may see. Aggregations are taken out of
 * the items and listed; the items then refer to their results.
 */
export function checkProjection(
  check: Check,
  projection: Projection,
  scope: Scope,
  filter: { where?: Expression } | undefined,
  kind: 'with' | 'return',
): { columns: string[]; scope: Scope } {
  if (projection.star) spread(check, projection, scope, kind);
  const texts = projection.items.map((item) => printExpression(item.expression));
  for (const item of projection.items) resolveItem(check, item, scope, kind);
  const columns = projection.items.map((item) => item.name);
  const twice = columns.find((name, i) => columns.indexOf(name) !== i);
  if (twice !== undefined) throw wrong(check, projection, 'ColumnNameConflict', `The column ${twice} stands twice.`);

  const aggregated = projection.items.some((item) => contains(item.expression, isAggregate));
  const visible: View = { check, old: scope, names: nameScope(projection), texts, projection, aggregated };
  if (aggregated) liftAggregates(visible);
  for (const sort of projection.order) sort.expression = resolveAfter(visible, sort.expression, true);
  if (filter?.where) filter.where = resolveAfter(visible, filter.where, false);
  checkPage(check, projection);
  return { columns, scope: visible.names };
}

interface View {
  check: Check;
  /** The scope before the projection. */
  old: Scope;
  /** The scope after it. */
  names: Scope;
  /** The items as text, to recognise them in ORDER BY. */
  texts: string[];
  projection: Projection;
  aggregated: boolean;
}

/** `*` stands for every variable, by name. */
function spread(check: Check, projection: Projection, scope: Scope, kind: 'with' | 'return'): void {
  if (scope.size === 0 && kind === 'return')
    throw wrong(check, projection, 'NoVariablesInScope', 'There is nothing for * to return.');
  const stars = [...scope.values()]
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .map((symbol): ProjectionItem => {
      const { start, end } = projection;
      return { expression: { kind: 'variable', name: symbol.name, start, end }, name: symbol.name, aliased: true };
    });
  projection.items = [...stars, ...projection.items];
  projection.star = false;
}

function resolveItem(check: Check, item: ProjectionItem, scope: Scope, kind: 'with' | 'return'): void {
  if (kind === 'with' && !item.aliased)
    throw wrong(
      check,
      item.expression,
      'NoExpressionAlias',
      'An expression in WITH needs a name.',
      `Write … AS name after ${item.name}.`,
    );
  resolveExpression(check, item.expression, scope, { predicate: false, aggregates: true });
  const { expression } = item;
  const same = expression.kind === 'variable' && expression.name === item.name;
  item.symbol = same ? expression.symbol! : declare(check, item.name, inferType(expression));
}

function nameScope(projection: Projection): Scope {
  return new Map(projection.items.map((item): [string, Binding] => [item.name, item.symbol!]));
}

/** Takes the aggregations out of the items; what stays beside one must be a grouping key or constant. */
function liftAggregates(view: View): void {
  const keys = new Set(
    view.projection.items.flatMap((item, i) => (contains(item.expression, isAggregate) ? [] : [view.texts[i]!])),
  );
  view.projection.aggregates = [];
  for (const item of view.projection.items) {
    if (!contains(item.expression, isAggregate)) continue;
    requireKeys(view.check, item.expression, keys, new Set());
    item.expression = rewrite(item.expression, (part) => lift(view, part));
  }
}

function lift(view: View, part: Expression): Expression | undefined {
  if (part.kind !== 'call' || !isAggregate(part)) return undefined;
  const aggregates = view.projection.aggregates!;
  const text = printExpression(part);
  let known: AggregateCall | undefined = aggregates.find((other) => printExpression(other.call) === text);
  if (!known) {
    known = { symbol: declare(view.check, '', 'any'), call: part };
    aggregates.push(known);
  }
  return { kind: 'variable', name: text, symbol: known.symbol, start: part.start, end: part.end };
}

function requireKeys(
  check: Check,
  expression: Expression,
  keys: ReadonlySet<string>,
  locals: ReadonlySet<string>,
): void {
  if (isAggregate(expression)) return;
  const simple =
    expression.kind === 'variable' || (expression.kind === 'property' && expression.of.kind === 'variable');
  if (simple && keys.has(printExpression(expression))) return;
  if (expression.kind === 'variable') {
    if (locals.has(expression.name)) return;
    throw wrong(
      check,
      expression,
      'AmbiguousAggregationExpression',
      `${expression.name} stands beside an aggregation but is not grouped by.`,
      'Name it first: WITH … AS key, then aggregate.',
    );
  }
  const inner = new Set(locals);
  if (expression.kind === 'comprehension' || expression.kind === 'quantifier') inner.add(expression.local.name);
  if (expression.kind === 'reduce') inner.add(expression.local.name).add(expression.total.name);
  for (const child of childrenOf(expression)) requireKeys(check, child, keys, inner);
}

/** ORDER BY and WHERE see the new names, the items themselves, and, when rows are not merged, the old names too. */
function resolveAfter(view: View, expression: Expression, sorting: boolean): Expression {
  const { check, projection, aggregated } = view;
  const aggregates = contains(expression, isAggregate);
  if (aggregates && !(sorting && aggregated))
    throw wrong(
      check,
      expression,
      'InvalidAggregation',
      'An aggregation cannot stand here.',
      'Aggregate in WITH, then use its name.',
    );
  const merged = aggregated || projection.distinct;
  const scope: Scope = merged ? view.names : new Map([...view.old, ...view.names]);
  const replaced = rewrite(expression, (part) => {
    if (isAggregate(part)) {
      const known = view.projection.aggregates!.length;
      resolveExpression(check, part, view.old, { predicate: false, aggregates: true });
      const lifted = lift(view, part);
      if (view.projection.aggregates!.length > known)
        throw wrong(check, part, 'UndefinedVariable', 'ORDER BY can use only aggregations that are projected.');
      return lifted;
    }
    return asItem(view, part, aggregates && part !== expression);
  });
  if (aggregates) requireKnown(view, replaced);
  resolveExpression(check, replaced, scope, { predicate: !sorting, aggregates: false });
  return replaced;
}

function asItem(view: View, part: Expression, simpleOnly: boolean): Expression | undefined {
  if (part.kind === 'literal' || part.kind === 'parameter') return undefined;
  if (part.kind === 'variable' && view.names.has(part.name)) return undefined;
  const simple = part.kind === 'variable' || (part.kind === 'property' && part.of.kind === 'variable');
  if (simpleOnly && !simple) return undefined;
  const at = view.texts.indexOf(printExpression(part));
  if (at < 0 || contains(part, (inner) => isShadowed(view, inner))) return undefined;
  const item = view.projection.items[at]!;
  return { kind: 'variable', name: item.name, symbol: item.symbol!, start: part.start, end: part.end };
}

function isShadowed(view: View, part: Expression): boolean {
  if (part.kind !== 'variable') return false;
  const after = view.names.get(part.name);
  return after !== undefined && after !== view.old.get(part.name);
}

function requireKnown(view: View, expression: Expression): void {
  for (const child of childrenOf(expression)) requireKnown(view, child);
  if (
    expression.kind === 'variable' &&
    !expression.symbol &&
    !view.names.has(expression.name) &&
    view.old.has(expression.name)
  )
    throw wrong(view.check, expression, 'AmbiguousAggregationExpression', `${expression.name} is not grouped by.`);
}

function checkPage(check: Check, projection: Projection): void {
  for (const amount of [projection.skip, projection.limit]) {
    if (!amount) continue;
    if (contains(amount, (part) => part.kind === 'variable' || isAggregate(part)))
      throw wrong(check, amount, 'NonConstantExpression', 'SKIP and LIMIT take a constant.');
    resolveExpression(check, amount, new Map(), { predicate: false, aggregates: false });
    if (amount.kind !== 'literal') continue;
    if (typeof amount.value !== 'bigint')
      throw wrong(check, amount, 'InvalidArgumentType', 'SKIP and LIMIT take an integer.');
    if (amount.value < 0n)
      throw wrong(check, amount, 'NegativeIntegerArgument', 'SKIP and LIMIT take no negative number.');
  }
}
