import type { Context, Row } from '../context.ts';
import type { AggregateCall, Expression, Projection } from '../cypher/ast.ts';
import { failRun } from '../cypher/reject.ts';
import { type Aggregator, aggregations, distinctly } from '../functions/index.ts';
import { keyOf, order } from '../order.ts';
import { typeOf, type Value } from '../values.ts';
import type { Evaluator } from './evaluator.ts';

type Compile = (expression: Expression) => Evaluator;
type Operator = (rows: Row[], context: Context) => Row[];

/** WITH and RETURN: items, grouping, DISTINCT, ORDER BY, SKIP and LIMIT, in this order. */
export function planProjection(projection: Projection, compile: Compile): Operator {
  const items = projection.items.map((item) => ({
    slot: item.symbol!.slot,
    value: compile(item.expression),
    /** A variable that keeps its name keeps its slot. */
    kept: item.expression.kind === 'variable' && item.expression.symbol === item.symbol,
  }));
  const changed = items.filter((item) => !item.kept);
  const group = projection.aggregates ? planGroups(projection, projection.aggregates, compile) : undefined;
  const slots = items.map((item) => item.slot);
  const sort = planSort(projection, compile);
  const page = planPage(projection, compile);
  const project: Operator = (rows, context) =>
    rows.map((row) => {
      context.tick();
      const values = changed.map((item) => item.value(row, context));
      const next = row.slice();
      changed.forEach((item, i) => {
        next[item.slot] = values[i]!;
      });
      return next;
    });
  return (rows, context) => {
    let current = project(group ? group(rows, context) : rows, context);
    if (projection.distinct) current = distinctRows(current, slots);
    if (sort) current = sort(current, context);
    return page(current, context);
  };
}

function distinctRows(rows: Row[], slots: number[]): Row[] {
  const seen = new Set<string>();
  return rows.filter((row) => {
    const key = keyOf(slots.map((slot) => row[slot] ?? null));
    return !seen.has(key) && seen.add(key);
  });
}

/** One row for each group, holding what its first row held and the results of the aggregations. */
function planGroups(projection: Projection, calls: AggregateCall[], compile: Compile): Operator {
  const results = new Set(calls.map((call) => call.symbol));
  const keys = projection.items
    .filter((item) => !readsAny(item.expression, results))
    .map((item) => compile(item.expression));
  const aggregates = calls.map(({ symbol, call }) => ({
    slot: symbol.slot,
    star: call.star,
    distinct: call.distinct,
    aggregation: aggregations[call.name.toLowerCase()]!,
    args: call.args.map(compile),
  }));
  const start = (): Aggregator[] =>
    aggregates.map(({ aggregation, distinct }) => (distinct ? distinctly(aggregation.start()) : aggregation.start()));
  return (rows, context) => {
    const groups = new Map<string, { row: Row; states: Aggregator[] }>();
    if (keys.length === 0) groups.set('[]', { row: rows[0]?.slice() ?? [], states: start() });
    for (const row of rows) {
      context.tick();
      const key = keyOf(keys.map((evaluate) => evaluate(row, context)));
      let found = groups.get(key);
      if (!found) {
        found = { row: row.slice(), states: start() };
        groups.set(key, found);
      }
      aggregates.forEach(({ star, args }, i) => {
        const value = star ? true : args[0]!(row, context);
        if (value !== null) found.states[i]!.add(value, args[1] ? args[1](row, context) : null);
      });
    }
    return [...groups.values()].map(({ row, states }) => {
      aggregates.forEach(({ slot }, i) => {
        row[slot] = states[i]!.result();
      });
      return row;
    });
  };
}

function readsAny(expression: Expression, symbols: ReadonlySet<unknown>): boolean {
  if (expression.kind === 'variable') return symbols.has(expression.symbol);
  return Object.values(expression).some((part) => partReads(part, symbols));
}

function partReads(part: unknown, symbols: ReadonlySet<unknown>): boolean {
  if (Array.isArray(part)) return part.some((inner) => partReads(inner, symbols));
  if (typeof part !== 'object' || part === null || part instanceof Map) return false;
  if ('kind' in part && 'start' in part) return readsAny(part as Expression, symbols);
  return 'when' in part && Object.values(part).some((inner) => partReads(inner, symbols));
}

function planSort(projection: Projection, compile: Compile): Operator | undefined {
  if (projection.order.length === 0) return undefined;
  const keys = projection.order.map((sort) => ({ value: compile(sort.expression), sign: sort.descending ? -1 : 1 }));
  return (rows, context) => {
    const keyed = rows.map((row) => ({ row, values: keys.map((key) => key.value(row, context)) }));
    context.tick();
    keyed.sort((a, b) => {
      for (let i = 0; i < keys.length; i++) {
        const result = order(a.values[i]!, b.values[i]!) * keys[i]!.sign;
        if (result !== 0) return result;
      }
      return 0;
    });
    return keyed.map(({ row }) => row);
  };
}

function planPage(projection: Projection, compile: Compile): Operator {
  const skip = projection.skip ? compile(projection.skip) : undefined;
  const limit = projection.limit ? compile(projection.limit) : undefined;
  if (!skip && !limit) return (rows) => rows;
  return (rows, context) => {
    const from = skip ? amount('SKIP', skip([], context)) : 0;
    return rows.slice(from, limit ? from + amount('LIMIT', limit([], context)) : undefined);
  };
}

function amount(word: string, value: Value): number {
  if (typeof value !== 'bigint')
    throw failRun('InvalidArgumentType', `${word} takes an integer, not a ${typeOf(value)}.`);
  if (value < 0n) throw failRun('NegativeIntegerArgument', `${word} takes no negative number.`);
  return Number(value);
}
